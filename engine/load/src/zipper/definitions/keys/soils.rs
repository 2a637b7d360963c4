//! Kinds of ground.

use super::super::schema::Schema;
use super::{COUNT, keys};

/// A kind of ground that a game's own file names.
pub static SOIL: Schema = Schema {
    name: "kind of ground",
    groups: &[keys! {
        ALL, r#"docs/spec/zbd/reader.md, "Conventions in the data""#;
        "number" COUNT, "", "its number in materials: its place in the file, from 6 on";
    }],
    open: false,
};
