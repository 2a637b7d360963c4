//! The tree, regions and their kinds: their bytes, typed from the tables of docs/spec/everquest/wld.md.

use super::{A, B, C, file, inline, old};
use binary::Mode;
use everquest::wld::region::ProximalRegion;
use everquest::wld::*;
use harness::hex;

#[test]
fn world_tree() {
    let body = old(
        0x21,
        r#"
        00 00 00 00 02 00 00 00                                          # no name, two nodes
        00 00 80 3f 00 00 00 00 00 00 00 00 00 00 20 c1  00 00 00 00  02 00 00 00  00 00 00 00   # x = 10; solid behind
        00*28                                                            # a leaf
        "#,
    );
    let Body::WorldTree(tree) = body else { panic!() };
    let inner = BspNode { normal: [1.0, 0.0, 0.0], distance: -10.0, region: 0, front: 2, back: 0 };
    assert_eq!(tree.nodes, [inner, BspNode::default()]);
    assert_eq!(tree.region_at([0.0; 3]), None);
}

#[test]
fn region() {
    let body = old(
        0x22,
        r#"
        ff ff ff ff  81 01 00 00  00 00 00 00       # name, flags: sphere, bytes, mesh; no light
        00*24  01 00 00 00  01 00 00 00             # one node, one list
        00*16  01 00 00 00  00*8                    # node: list 1
        01 00  c1                                   # list: region 0
        00 00 80 3f 00 00 00 40 00 00 40 40 00 00 80 40     # sphere at 1, 2, 3, radius 4
        00 00 00 00                                 # no user data
        fd ff ff ff                                 # mesh
        00                                          # padding
        "#,
    );
    let expected = Region::new(A, 0, &[0], [1.0, 2.0, 3.0, 4.0], Some(B));
    // The form of numbers is shorter for a region that sees only itself.
    assert_eq!(expected.visibility_lists, [VisibilityList::Numbers([].into())]);
    let mut expected = Region { visibility_lists: vec![VisibilityList::Bytes([0xC1].into())], ..expected };
    expected.head.flags = 0x181;
    assert_eq!(body, Body::Region(Box::new(expected)));
    // With numbers, flags 0x101.
    let body = old(
        0x22,
        "ff ff ff ff 01 01 00 00 00 00 00 00  00*24 01 00 00 00 01 00 00 00  00*16 01 00 00 00 00*8
         00 00  00 00 80 3f 00 00 00 40 00 00 40 40 00 00 80 40  00 00 00 00  fd ff ff ff  00 00",
    );
    assert_eq!(body, Body::Region(Box::new(Region::new(A, 0, &[0], [1.0, 2.0, 3.0, 4.0], Some(B)))));
}

#[test]
fn region_with_all_that_no_known_file_has() {
    let body = old(
        0x22,
        r#"
        ff ff ff ff  c7 00 00 00  fd ff ff ff                       # sphere, reverb, bytes, legacy mesh
        01 00 00 00 01 00 00 00 01 00 00 00 02 00 00 00             # vertex, proximal, render vertex, walls
        04 00 00 00 07 00 00 00 00 00 00 00 00 00 00 00             # obstacles, cutting ones, no nodes, no lists
        00 00 80 3f 00 00 00 40 00 00 40 40                         # vertex 1, 2, 3
        05 00 00 00 00 00 00 3f                                     # region 5 at 0.5
        00 00 40 40 00 00 00 40 00 00 80 3f                         # render vertex 3, 2, 1
        01 00 00 00 01 00 00 00 00 00 00 00                         # floor of one vertex
        02 00 00 00 00 00 00 00 53 05 00 00 00 00 00 00             # drawn wall: method, no render info
        00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 40             # its plane
        00 00 00 00 ff ff ff ff 0e 00 00 00 01 00 00 00 08 00 00 00     # type 14: one vertex
        00 00 00 00 02 00 00 00 f1 ff ff ff 00 00 00 00  00 00 80 3f 00 00 00 00 00 00 00 00 00 00 00 40   # type -15
        00 00 00 00 02 00 00 00 12 00 00 00 03 00 00 00             # type 18: wall 3
        04 00 00 00 02 00 00 00 01 00 00 00 02 00 00 00 d4 3a       # flag 4: user data "A"
        00 00 80 3f 00 00 00 40 00 00 40 40 00 00 80 40             # sphere
        00 00 00 3f  fe ff ff ff                                    # reverb volume 0.5, offset -2
        02 00 00 00 d7 3a                                           # user data "B"
        fb ff ff ff                                                 # legacy mesh
        "#,
    );
    let Body::Region(region) = body else { panic!() };
    assert_eq!(region.head.ambient_light, B);
    assert_eq!(region.vertices, [[1.0, 2.0, 3.0]]);
    assert_eq!(region.proximal_regions, [ProximalRegion { region: 5, distance: 0.5 }]);
    assert_eq!(region.render_vertices, [[3.0, 2.0, 1.0]]);
    assert_eq!(region.walls[0].vertices, [0]);
    assert_eq!(region.walls[1].drawn.as_ref().unwrap().plane, [1.0, 0.0, 0.0, 2.0]);
    assert_eq!(region.obstacles[0].vertices, Some(vec![8]));
    assert_eq!(region.obstacles[0].next_region, -1);
    assert_eq!(region.obstacles[1].plane, Some([1.0, 0.0, 0.0, 2.0]));
    assert_eq!(region.obstacles[2].wall, Some(3));
    assert_eq!(region.obstacles[3].user_data, Some(inline("A")));
    assert_eq!(region.cutting_obstacles, 7);
    assert_eq!((region.reverb_volume, region.reverb_offset), (Some(0.5), Some(-2)));
    assert_eq!(region.user_data, inline("B"));
    assert_eq!(region.mesh, Some(C));
    assert_eq!(region.visibility(), None);
}

#[test]
fn zone() {
    // By its name alone.
    let body = old(0x29, "ff ff ff ff 00 00 00 00 00 00 00 00 00 00 00 00");
    assert_eq!(body, Body::Zone(Box::new(Zone { name: A, ..Zone::default() })));
    // 46 characters and their NUL, which the length counts; only the body's end is padded.
    let text = "DRNTP00255000001000000000000000___000000000000";
    let mut bytes = hex::bytes("ff ff ff ff 07 00 00 00 00 00 00 00 2f 00 00 00");
    bytes.extend(code(format!("{text}\0").as_bytes()));
    assert_eq!(bytes.len(), 63);
    bytes.push(0);
    let (wld, report) = read(&file(0x29, Version::Old, &bytes), Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    let expected = Zone { name: A, flags: 7, regions: vec![], user_data: inline(text) };
    assert_eq!(wld.fragments[0].body, Body::Zone(Box::new(expected)));
    assert_eq!(write(&wld).unwrap(), file(0x29, Version::Old, &bytes));
}
