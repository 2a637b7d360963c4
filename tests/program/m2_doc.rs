//! `docs/m2.md` lists every structure of Warcraft's models, textures and tables as the specification has them: what
//! reads and writes it, what uses it, which tests and typed fixtures have it. It is generated:
//! `REVISIT_BLESS=1 cargo test -p revisit m2_doc` writes it. That the files, tests and fixtures exist is a test of
//! `formats/warcraft`.
//!
//! Source: `docs/spec/m2.md`.

use crate::implemented::{assert_page, root};
use std::fmt::Write as _;
use warcraft::structures::STRUCTURES;

const LOADER: &str = "engine/load/src/warcraft";
const LOOKUPS: &str = "formats/warcraft/src/m2/lookups.rs";
const GEOMETRY: &str = "formats/warcraft/src/m2/geometry.rs";
const WRITER: &str = "formats/warcraft/src/m2/file.rs";

/// Structures that something comes from: the file that asks for them, and a word in it. Names without a folder are of
/// the loader.
const USED: [(&str, &str, &str); 42] = [
    ("header", "model.rs", "m2::read"),
    ("global sequence", "tracks.rs", "globals.get"),
    ("sequence look-up", LOOKUPS, "self.sequence_lookup"),
    ("playable animation look-up", LOOKUPS, "self.playable_lookup"),
    ("key-bone look-up", LOOKUPS, "self.key_bone_lookup"),
    ("collision triangles", "mesh.rs", "model.collision.triangles"),
    ("collision vertices", "mesh.rs", "model.collision.vertices"),
    ("attachment look-up", LOOKUPS, "self.attachment_lookup"),
    ("track", "tracks.rs", "track.times"),
    ("range of a track", "tracks.rs", "ranges.get(index)"),
    ("sequence", "model.rs", "sequence.speed"),
    ("bone", "bones.rs", "bone.pivot"),
    ("rotation", "bones.rs", "Rotation::Packed"),
    ("vertex", "mesh.rs", "model.vertices"),
    ("view", "mesh.rs", "model.views.first()"),
    ("index of a view", GEOMETRY, "self.indices.get"),
    ("corner of a triangle", GEOMETRY, "self.triangles.get"),
    ("submesh", "mesh.rs", "submesh.index_count"),
    ("batch", "materials.rs", "batch.render_flags"),
    ("texture", "model.rs", "texture.file()"),
    ("render flags", "materials.rs", "render_flags::UNLIT"),
    ("colour", "materials.rs", "model.colors"),
    ("transparency", "materials.rs", "model.transparency.iter()"),
    ("texture transform", "materials.rs", "model.transforms.iter()"),
    ("texture look-up", LOOKUPS, "self.texture_lookup"),
    ("texture unit look-up", LOOKUPS, "self.unit_lookup"),
    ("transparency look-up", "materials.rs", "model.transparency_lookup"),
    ("texture transform look-up", "materials.rs", "model.transform_lookup"),
    ("attachment", "held.rs", "model.attachment("),
    ("event", "actions.rs", "model.events"),
    ("light", "points.rs", "model.lights"),
    ("camera", "points.rs", "model.cameras"),
    ("ribbon", "ribbons.rs", "model.ribbons"),
    ("particle", "emitters.rs", "model.particles"),
    ("point of a spline", "emitters.rs", "own.spline"),
    ("aligned, packed and padded profile", WRITER, "profile.place"),
    ("slack, dropped blocks, stale offsets", WRITER, "write_in_place"),
    ("BLP2", "textures.rs", "blp::read"),
    ("BLP1", "textures.rs", "Encoding::Jpeg"),
    ("DBC", "skins.rs", "dbc::read"),
    ("CreatureDisplayInfo", "skins.rs", "dbc::skins_of"),
    ("CreatureModelData", "skins.rs", "dbc::skins_of"),
];

/// Structures that are read and written, and that nothing comes from.
const UNUSED: [(&[&str], &str); 5] = [
    (&["name"], "informative only"),
    (&["replaceable texture look-up"], "each texture says its kind itself"),
    (&["camera look-up"], "each camera says its kind itself"),
    (&["property of an index", "bone look-up"], "redundant: vertices name their bones themselves"),
    (&["collision normals"], "worked out from the corners"),
];

#[test]
fn the_table_of_structures_is_what_is_read_and_written() {
    let mut text = String::from(
        "# Models of Warcraft\n\nEvery structure of `docs/spec/m2.md`, in its order: what reads and writes it\n\
         (below `formats/warcraft`), what a model that is shown has from it, the tests of the format that hold what\n\
         the specification says, and the fixtures that have it typed in hexadecimal. *Documents only* marks what no\n\
         real file at hand has: ribbons, lights, splines; so does everything of client 2.x (versions 260 to 263).\n\
         The rules between structures are the findings `warcraft.*` in `docs/findings.md`. Generated from the code\n\
         by the tests; do not edit.\n\n\
         | structure | section | bytes in 1.x, 2.x | read and written | used | tests | fixtures | seen in real files |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    let mut rows = 0;
    for structure in STRUCTURES {
        let name = structure.name;
        let used = USED.iter().find(|(of, ..)| *of == name);
        let why = UNUSED.iter().find(|(names, _)| names.contains(&name));
        let used = match (used, why) {
            (Some((_, file, word)), None) => used_in(file, word),
            (None, Some((_, why))) => format!("no: {why}"),
            _ => panic!("{name}: say either where it is used or why it is not"),
        };
        let bytes = match structure.bytes {
            [0, 0] => String::new(),
            [first, second] if first == second => first.to_string(),
            [first, second] => format!("{first}, {second}"),
        };
        let list = |all: &[&str]| all.iter().map(|one| format!("`{one}`")).collect::<Vec<_>>().join(", ");
        let tests: Vec<String> = structure.tested.iter().map(|test| test.replace(' ', "::")).collect();
        let tests = list(&tests.iter().map(String::as_str).collect::<Vec<_>>());
        let files = match (structure.read, structure.written) {
            (read, written) if read == written => format!("`{read}`"),
            (read, written) => format!("`{read}`, `{written}`"),
        };
        let seen = if structure.unseen { "documents only" } else { "1.x" };
        let (heading, fixtures) = (structure.heading, list(structure.fixtures));
        writeln!(text, "| {name} | {heading} | {bytes} | {files} | {used} | {tests} | {fixtures} | {seen} |")
            .unwrap();
        rows += 1;
    }
    let unused: usize = UNUSED.iter().map(|(names, _)| names.len()).sum();
    assert_eq!(rows, USED.len() + unused, "each structure is in one of the tables");
    assert_page("m2.md", &text);
}

/// The file, which must have the word.
fn used_in(file: &str, word: &str) -> String {
    let file = if file.contains('/') { file.to_owned() } else { format!("{LOADER}/{file}") };
    let source =
        std::fs::read_to_string(root().join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(source.contains(word), "{file} does not ask for {word}");
    format!("`{file}`")
}
