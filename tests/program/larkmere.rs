//! Larkmere, the zone of the demo for EverQuest: it opens as any other world, and
//! every file of it is in order.

use crate::program::{larkmere, revisit};

#[test]
fn the_zone_opens_with_its_things() {
    let loaded = revisit(["load", larkmere(), "larkmere", "--json", "--deny", "note"]).ok().json();
    assert_eq!(loaded["findings"]["counts"], serde_json::json!({}));
    assert_eq!(loaded["title"], "everquest");
    // 64 by 64 squares of two triangles, and what stands on them.
    assert!(loaded["counts"]["triangles"].as_u64().unwrap() > 64 * 64 * 2);
}

#[test]
fn every_file_is_in_order_and_can_be_written_back() {
    revisit(["check", larkmere(), "--roundtrip", "--deny", "warning"]).ok();
}
