//! Which structures of the specification there are, and where each is read, written, used and tested: a
//! list to make a document of.

/// A structure of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structure {
    /// What the specification calls it.
    pub name: &'static str,
    /// Bytes of a record; 0 where it has no fixed size.
    pub bytes: usize,
    /// The heading of `docs/spec/daggerfall.md` that describes it.
    pub heading: &'static str,
    /// What reads and writes it, as a file of this crate.
    pub code: &'static str,
    /// A test that holds what it says: a file below `tests/files`, and a function.
    pub tested: [&'static str; 2],
    /// The fixture that has one, typed in hexadecimal; none for structures too large to be typed.
    pub fixture: Option<&'static str>,
    /// What needs it: an item of this crate that has its values.
    pub used: Use,
}

/// What needs a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// What this makes of it.
    By(&'static str),
    /// Nothing, and why.
    Kept(&'static str),
}

impl Structure {
    /// A structure that is read, written, tested and typed as this one.
    const fn like(self, name: &'static str, bytes: usize, used: Use) -> Self {
        Structure { name, bytes, used, ..self }
    }

    const fn code(self, code: &'static str) -> Self {
        Structure { code, ..self }
    }

    /// Another test of the same file.
    const fn test(self, function: &'static str) -> Self {
        Structure { tested: [self.tested[0], function], ..self }
    }

    const fn test_in(self, file: &'static str, function: &'static str) -> Self {
        Structure { tested: [file, function], ..self }
    }

    const fn fixture(self, fixture: &'static str) -> Self {
        Structure { fixture: Some(fixture), ..self }
    }

    const fn untyped(self) -> Self {
        Structure { fixture: None, ..self }
    }
}

/// What the structures of one file have in common.
const fn of(
    heading: &'static str,
    code: &'static str,
    tested: [&'static str; 2],
    fixture: &'static str,
) -> Structure {
    let used = Kept("");
    Structure { name: "", bytes: 0, heading, code, tested, fixture: Some(fixture), used }
}

use Use::{By, Kept};

const WOODS: Structure = of(
    "2. WOODS.WLD",
    "woods/mod.rs",
    ["land.rs", "numbers_of_the_land_are_written_where_the_tables_say"],
    "woods",
);
const WOODS_FILE: Structure = WOODS.code("woods/file.rs");
const MAP_VALUES: &str = "a_map_has_the_values_of_the_specification";
const PAK: Structure =
    of("3. CLIMATE.PAK and POLITIC.PAK", "pak.rs", ["land.rs", "rows_may_be_anywhere_and_broken"], "pak");
const BSA: Structure =
    of("4. BSA archives", "bsa.rs", ["archives.rs", "numbers_are_written_where_the_tables_say"], "bsa_named");
const PLACE: Structure = of(
    "5. MAPS.BSA",
    "maps/location.rs",
    ["places.rs", "numbers_of_places_are_written_where_the_tables_say"],
    "places",
);
const DUNGEON: Structure = PLACE
    .code("maps/dungeons.rs")
    .test("numbers_of_dungeons_and_rows_are_written_where_the_tables_say")
    .fixture("dungeons");
const RMB: Structure = of(
    "6. BLOCKS.BSA",
    "blocks/rmb.rs",
    ["blocks.rs", "numbers_of_a_block_are_written_where_the_tables_say"],
    "rmb",
);
const RDB: Structure =
    RMB.code("blocks/rdb.rs").test("numbers_of_a_dungeon_are_written_where_the_tables_say").fixture("rdb");
const MESH: Structure = of(
    "7. ARCH3D.BSA",
    "mesh.rs",
    ["meshes.rs", "numbers_of_models_are_written_where_the_tables_say"],
    "mesh_27",
);
const TEXTURE: Structure = of(
    "8. TEXTURE.nnn",
    "texture/mod.rs",
    ["pictures.rs", "numbers_of_archives_are_written_where_the_tables_say"],
    "texture",
);
const PIXELS: Structure =
    TEXTURE.code("texture/pixels.rs").test("pictures_are_decoded_in_each_of_the_four_ways");
const SKY: Structure = of(
    "9. Nature, sky, time, movement",
    "sky.rs",
    ["pictures.rs", "a_sky_has_the_pictures_of_the_specification"],
    "sky",
);

const NOT_ENTERED: Use = Kept("buildings are not entered");
const DUNGEONS: Use = Kept("dungeons are not entered");
const UNUSED: Use = Kept("nothing needs it");

/// All structures, in the order of the specification.
pub static STRUCTURES: &[Structure] = &[
    WOODS.like("header of WOODS.WLD", 144, By("Woods::width")),
    WOODS_FILE.like("list of offsets", 4, By("Woods::pixel")).test(MAP_VALUES),
    WOODS.like("height band table", 1024, By("Woods::band")).test(MAP_VALUES),
    WOODS_FILE
        .like("elevation map", 1, By("unity::heights"))
        .test_in("heights.rs", "the_first_reading_has_twenty_heights_worked_out_by_hand"),
    WOODS.like("pixel record", 47, By("original::grid")),
    WOODS_FILE
        .like("full record", 65558, By("original::bytes"))
        .test("a_full_record_has_four_layers")
        .untyped(),
    PAK.like("offsets of rows", 4, By("Pak::grid")),
    PAK.like("run", 3, By("Pak::grid")).test("runs_are_written_where_the_table_says"),
    BSA.like("header of an archive", 4, By("bsa::read_directory")),
    BSA.like("named entry", 18, By("Directory::by_name")),
    BSA.like("numbered entry", 8, By("Directory::by_number")).fixture("bsa_numbered"),
    PLACE
        .like("MAPNAMES", 32, By("Place::name"))
        .code("maps/table.rs")
        .test("names_may_fill_their_field")
        .fixture("names"),
    DUNGEON.like("MAPTABLE", 17, By("Row::pixel")).code("maps/table.rs").fixture("table"),
    PLACE.like("door of a place", 6, Kept("doors are drawn by the models")),
    PLACE.like("head of a place", 112, By("maps::corner")),
    PLACE.like("building", 26, NOT_ENTERED),
    PLACE.like("area", 416, By("maps::block_name")),
    DUNGEON.like("MAPDITEM", 8, DUNGEONS),
    DUNGEON.like("block of a dungeon's plan", 4, DUNGEONS),
    RMB.like("slot of a building", 20, By("Rmb::slots")),
    RMB.like("ground tiles", 256, By("Rmb::tile")),
    RMB.like("ground scenery", 256, By("Rmb::scenery")),
    RMB.like("automap", 4096, Kept("there is no map of a town"))
        .test("a_block_has_the_values_of_the_specification"),
    RMB.like("sub-record", 17, By("Rmb::buildings")),
    RMB.like("model record", 66, By("Model::number")),
    RMB.like("flat", 17, By("Flat::picture")),
    RMB.like("section3", 16, Kept("its meaning is not known")),
    RMB.like("inner door", 19, NOT_ENTERED),
    RDB.like("head of an RDB", 20, DUNGEONS),
    RDB.like("object header", 512, DUNGEONS),
    RDB.like("object", 25, DUNGEONS),
    RDB.like("model resource", 23, DUNGEONS),
    RDB.like("action", 10, DUNGEONS),
    RDB.like("light resource", 10, DUNGEONS),
    RDB.like("flat resource", 11, DUNGEONS),
    RDB.like("unknown list", 10, DUNGEONS),
    MESH.like("header of a model", 64, By("Mesh::version")),
    MESH.like("point", 12, By("Mesh::place")).fixture("mesh_25"),
    MESH.like("normal", 12, By("Mesh::normals")).fixture("mesh_26"),
    MESH.like("plane", 8, By("Plane::picture")),
    MESH.like("corner", 8, By("Mesh::uvs")),
    MESH.like("plane data", 24, UNUSED),
    MESH.like("object data", 18, UNUSED),
    TEXTURE.like("list of records", 20, By("Archive::frame")),
    TEXTURE.like("head of a record", 28, By("Archive::flat_size")),
    PIXELS.like("raw picture", 0, By("Archive::frame")),
    PIXELS.like("raw pictures of several", 0, By("Archive::frame")),
    PIXELS.like("picture in runs", 0, By("Archive::frame")),
    TEXTURE
        .like("palette", 776, By("Palette::colors"))
        .code("palette.rs")
        .test("palettes_have_a_head_or_none")
        .fixture("palette_col"),
    TEXTURE
        .like("transition table", 64, By("ground::tile"))
        .code("ground.rs")
        .test("each_piece_has_its_later_material_where_the_corners_say"),
    SKY.like("sky", 7_758_080, By("Sky::picture")),
    SKY.like("sky at night", 112_128, By("night::file_name"))
        .code("night.rs")
        .test("a_night_is_one_picture_and_belongs_to_eight_skies")
        .fixture("night"),
];
