//! `docs/fragments.md` lists every type of fragment of EverQuest's worlds: whether it is read and written as
//! a typed value, what a zone needs it for, and which test has its bytes. It is generated:
//! `REVISIT_BLESS=1 cargo test -p revisit fragments_doc` writes it.
//!
//! Source: `docs/spec/everquest/wld.md`, "2. Type index".

use crate::implemented::{assert_page, columns, root};
use everquest::wld::TYPES;
use std::fmt::Write as _;

/// Where the loader of zones is.
const LOADER: &str = "engine/load/src/everquest";
/// Where the tests are that have the bytes of each type.
const TESTS: &str = "formats/everquest/tests/wld/types";

/// Types that zones and creatures are made of: the file of the loader that asks for them, and a word in it.
const USED: [(u32, &str, &str); 33] = [
    (0x03, "materials.rs", "Body::BmInfo"),
    (0x04, "materials.rs", "Body::SimpleSpriteDef"),
    (0x05, "materials.rs", "Body::SimpleSprite("),
    (0x06, "clouds.rs", "Body::TwoDSpriteDef"),
    (0x07, "clouds.rs", "Body::TwoDSprite("),
    (0x10, "actors/build.rs", "Body::HierarchicalSpriteDef"),
    (0x11, "objects.rs", "Body::HierarchicalSprite("),
    (0x12, "actors/animations.rs", "Body::TrackDef"),
    (0x13, "actors/animations.rs", "Body::Track("),
    (0x14, "objects.rs", "Body::ActorDef"),
    (0x15, "objects.rs", "Body::ActorInst"),
    (0x17, "ladders.rs", "Body::PolyhedronDef"),
    (0x18, "ladders.rs", "Body::Polyhedron("),
    (0x1B, "lights.rs", "Body::LightDef"),
    (0x1C, "lights.rs", "Body::Light("),
    (0x21, "space.rs", "Body::WorldTree"),
    (0x22, "space.rs", "regions()"),
    (0x26, "materials.rs", "Body::BlitSpriteDef"),
    (0x27, "clouds.rs", "Body::BlitSprite("),
    (0x28, "lights.rs", "Body::PointLight"),
    (0x29, "regions.rs", "Body::Zone"),
    (0x2C, "surfaces.rs", "Body::DmSpriteDef("),
    (0x2D, "surfaces.rs", "Body::DmSprite("),
    (0x2E, "surfaces.rs", "Body::DmTrackDef("),
    (0x2F, "surfaces.rs", "Body::DmTrack("),
    (0x30, "materials.rs", "Body::MaterialDef"),
    (0x31, "materials.rs", "Body::MaterialPalette"),
    (0x32, "objects.rs", "Body::DmRgbTrackDef"),
    (0x33, "objects.rs", "Body::DmRgbTrack("),
    (0x34, "clouds.rs", "Body::ParticleCloudDef"),
    (0x35, "lights.rs", "Body::GlobalAmbientLightDef"),
    (0x36, "surfaces.rs", "Body::DmSpriteDef2"),
    (0x37, "surfaces.rs", "Body::DmTrackDef2"),
];

/// Types that are read and written, and that nothing in a zone comes from.
const UNUSED: [(&[u32], &str); 5] = [
    (&[0x01, 0x0C, 0x0D], "pre-release files alone have it"),
    (&[0x08, 0x09, 0x16], "the camera's dummy stands in every zone and is nothing to see"),
    (&[0x0A, 0x0B, 0x0F], "no file of the game has it"),
    (&[0x19, 0x1A], "objects are met by their meshes"),
    (&[0x2A, 0x2B], "the light of a zone is baked into its vertices"),
];

/// The file and the name of a test.
fn place_of(test: &str) -> String {
    let wanted = format!("\nfn {test}() {{");
    let mut files: Vec<_> =
        std::fs::read_dir(root().join(TESTS)).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let has = |file: &&std::path::PathBuf| std::fs::read_to_string(file).unwrap().contains(&wanted);
    let file = files.iter().find(has).unwrap_or_else(|| panic!("no test {test} in {TESTS}"));
    format!("{TESTS}/{}::{test}", file.file_name().unwrap().to_string_lossy())
}

#[test]
fn the_table_of_fragments_is_what_is_read_and_written() {
    let mut text = String::from(
        "# Fragments\n\nEvery type of fragment of EverQuest's worlds (`.wld`), in both versions: whether it is read and\n\
         written as a typed value (others are kept byte for byte), what a zone or a creature needs it for, and\n\
         the test that has its bytes. The rules between fragments are the findings `everquest.wld.*` in\n\
         `docs/findings.md`; each has a row in `formats/everquest/tests/rules/wld.toml` or a test in\n\
         `formats/everquest/tests/wld/values.rs`. Generated from the code by the tests; do not edit.\n\n\
         | type | keyword | what it is | where it occurs | read and written | used | test |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for (id, file, word) in USED {
        let source = std::fs::read_to_string(root().join(LOADER).join(file));
        let source = source.unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(source.contains(word), "{id:02x}: {file} does not ask for {word}");
    }
    for row in TYPES {
        let loader = USED.iter().find(|(id, ..)| *id == row.id);
        let why = UNUSED.iter().find(|(ids, _)| ids.contains(&row.id));
        let used = match (row.typed, loader, why) {
            (true, Some((_, file, _)), None) => format!("`{LOADER}/{file}`"),
            (true, None, Some((_, why))) => format!("no: {why}"),
            (false, None, None) => "no: its layout is not known".to_owned(),
            _ => panic!("{:02x}: say either where it is used or why it is not", row.id),
        };
        let typed = if row.typed { "typed" } else { "kept as it is" };
        let (_, test) = columns(&[], &[&place_of(row.test)]);
        let (id, keyword, holds, occurs) = (row.id, row.keyword, row.holds, row.occurs);
        writeln!(text, "| `{id:02x}` | {keyword} | {holds} | {occurs} | {typed} | {used} | {test} |")
            .unwrap();
    }
    assert_page("fragments.md", &text);
}
