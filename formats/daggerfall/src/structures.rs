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

const LAND: &str = "2. WOODS.WLD";
const VALUES: &str = "3. CLIMATE.PAK and POLITIC.PAK";
const ARCHIVES: &str = "4. BSA archives";
const MAPS: &str = "5. MAPS.BSA";
const BLOCKS: &str = "6. BLOCKS.BSA";
const MODELS: &str = "7. ARCH3D.BSA";
const TEXTURES: &str = "8. TEXTURE.nnn";
const SKIES: &str = "9. Nature, sky, time, movement";
const DUNGEONS: Use = Use::Kept("dungeons are not entered");

const fn structure(
    name: &'static str,
    bytes: usize,
    heading: &'static str,
    code: &'static str,
    tested: [&'static str; 2],
    fixture: &'static str,
    used: Use,
) -> Structure {
    Structure { name, bytes, heading, code, tested, fixture: Some(fixture), used }
}

const OF_LAND: [&str; 2] = ["land.rs", "numbers_of_the_land_are_written_where_the_tables_say"];
const OF_PLACES: [&str; 2] = ["places.rs", "numbers_of_places_are_written_where_the_tables_say"];
const OF_DUNGEONS: [&str; 2] = ["places.rs", "numbers_of_dungeons_and_rows_are_written_where_the_tables_say"];
const OF_RMB: [&str; 2] = ["blocks.rs", "numbers_of_a_block_are_written_where_the_tables_say"];
const OF_RDB: [&str; 2] = ["blocks.rs", "numbers_of_a_dungeon_are_written_where_the_tables_say"];
const OF_MESH: [&str; 2] = ["meshes.rs", "numbers_of_models_are_written_where_the_tables_say"];
const OF_TEXTURE: [&str; 2] = ["pictures.rs", "numbers_of_archives_are_written_where_the_tables_say"];
const DECODED: [&str; 2] = ["pictures.rs", "pictures_are_decoded_in_each_of_the_four_ways"];
const OF_BSA: [&str; 2] = ["archives.rs", "numbers_are_written_where_the_tables_say"];

/// All structures, in the order of the specification.
pub static STRUCTURES: &[Structure] = &[
    structure("header of WOODS.WLD", 144, LAND, "woods/mod.rs", OF_LAND, "woods", Use::By("Woods::width")),
    structure(
        "list of offsets",
        4,
        LAND,
        "woods/file.rs",
        ["land.rs", "a_map_has_the_values_of_the_specification"],
        "woods",
        Use::By("Woods::pixel"),
    ),
    structure(
        "height band table",
        1024,
        LAND,
        "woods/mod.rs",
        ["land.rs", "a_map_has_the_values_of_the_specification"],
        "woods",
        Use::By("Woods::band"),
    ),
    structure(
        "elevation map",
        1,
        LAND,
        "woods/file.rs",
        ["heights.rs", "the_first_reading_has_twenty_heights_worked_out_by_hand"],
        "woods",
        Use::By("unity::heights"),
    ),
    structure("pixel record", 47, LAND, "woods/mod.rs", OF_LAND, "woods", Use::By("original::grid")),
    Structure {
        name: "full record",
        bytes: 65558,
        heading: LAND,
        code: "woods/file.rs",
        tested: ["land.rs", "a_full_record_has_four_layers"],
        fixture: None,
        used: Use::By("original::bytes"),
    },
    structure(
        "offsets of rows",
        4,
        VALUES,
        "pak.rs",
        ["land.rs", "rows_may_be_anywhere_and_broken"],
        "pak",
        Use::By("Pak::grid"),
    ),
    structure(
        "run",
        3,
        VALUES,
        "pak.rs",
        ["land.rs", "runs_are_written_where_the_table_says"],
        "pak",
        Use::By("Pak::grid"),
    ),
    structure(
        "header of an archive",
        4,
        ARCHIVES,
        "bsa.rs",
        OF_BSA,
        "bsa_named",
        Use::By("bsa::read_directory"),
    ),
    structure("named entry", 18, ARCHIVES, "bsa.rs", OF_BSA, "bsa_named", Use::By("Directory::by_name")),
    structure(
        "numbered entry",
        8,
        ARCHIVES,
        "bsa.rs",
        OF_BSA,
        "bsa_numbered",
        Use::By("Directory::by_number"),
    ),
    structure(
        "MAPNAMES",
        32,
        MAPS,
        "maps/table.rs",
        ["places.rs", "names_may_fill_their_field"],
        "names",
        Use::By("Place::name"),
    ),
    structure("MAPTABLE", 17, MAPS, "maps/table.rs", OF_DUNGEONS, "table", Use::By("Row::pixel")),
    structure(
        "door of a place",
        6,
        MAPS,
        "maps/location.rs",
        OF_PLACES,
        "places",
        Use::Kept("doors are drawn by the models"),
    ),
    structure("head of a place", 112, MAPS, "maps/location.rs", OF_PLACES, "places", Use::By("maps::corner")),
    structure(
        "building",
        26,
        MAPS,
        "maps/location.rs",
        OF_PLACES,
        "places",
        Use::Kept("buildings are not entered"),
    ),
    structure("area", 416, MAPS, "maps/location.rs", OF_PLACES, "places", Use::By("maps::block_name")),
    structure("MAPDITEM", 8, MAPS, "maps/dungeons.rs", OF_DUNGEONS, "dungeons", DUNGEONS),
    structure("block of a dungeon's plan", 4, MAPS, "maps/dungeons.rs", OF_DUNGEONS, "dungeons", DUNGEONS),
    structure("slot of a building", 20, BLOCKS, "blocks/rmb.rs", OF_RMB, "rmb", Use::By("Rmb::slots")),
    structure("ground tiles", 256, BLOCKS, "blocks/rmb.rs", OF_RMB, "rmb", Use::By("Rmb::tile")),
    structure("ground scenery", 256, BLOCKS, "blocks/rmb.rs", OF_RMB, "rmb", Use::By("Rmb::scenery")),
    structure(
        "automap",
        4096,
        BLOCKS,
        "blocks/rmb.rs",
        ["blocks.rs", "a_block_has_the_values_of_the_specification"],
        "rmb",
        Use::Kept("there is no map of a town"),
    ),
    structure("sub-record", 17, BLOCKS, "blocks/rmb.rs", OF_RMB, "rmb", Use::By("Rmb::buildings")),
    structure("model record", 66, BLOCKS, "blocks/rmb.rs", OF_RMB, "rmb", Use::By("Model::number")),
    structure("flat", 17, BLOCKS, "blocks/rmb.rs", OF_RMB, "rmb", Use::By("Flat::picture")),
    structure("section3", 16, BLOCKS, "blocks/rmb.rs", OF_RMB, "rmb", Use::Kept("its meaning is not known")),
    structure(
        "inner door",
        19,
        BLOCKS,
        "blocks/rmb.rs",
        OF_RMB,
        "rmb",
        Use::Kept("buildings are not entered"),
    ),
    structure("head of an RDB", 20, BLOCKS, "blocks/rdb.rs", OF_RDB, "rdb", DUNGEONS),
    structure("object header", 512, BLOCKS, "blocks/rdb.rs", OF_RDB, "rdb", DUNGEONS),
    structure("object", 25, BLOCKS, "blocks/rdb.rs", OF_RDB, "rdb", DUNGEONS),
    structure("model resource", 23, BLOCKS, "blocks/rdb.rs", OF_RDB, "rdb", DUNGEONS),
    structure("action", 10, BLOCKS, "blocks/rdb.rs", OF_RDB, "rdb", DUNGEONS),
    structure("light resource", 10, BLOCKS, "blocks/rdb.rs", OF_RDB, "rdb", DUNGEONS),
    structure("flat resource", 11, BLOCKS, "blocks/rdb.rs", OF_RDB, "rdb", DUNGEONS),
    structure("unknown list", 10, BLOCKS, "blocks/rdb.rs", OF_RDB, "rdb", DUNGEONS),
    structure("header of a model", 64, MODELS, "mesh.rs", OF_MESH, "mesh_27", Use::By("Mesh::version")),
    structure("point", 12, MODELS, "mesh.rs", OF_MESH, "mesh_25", Use::By("Mesh::place")),
    structure("normal", 12, MODELS, "mesh.rs", OF_MESH, "mesh_26", Use::By("Mesh::normals")),
    structure("plane", 8, MODELS, "mesh.rs", OF_MESH, "mesh_27", Use::By("Plane::picture")),
    structure("corner", 8, MODELS, "mesh.rs", OF_MESH, "mesh_27", Use::By("Mesh::uvs")),
    structure("plane data", 24, MODELS, "mesh.rs", OF_MESH, "mesh_27", Use::Kept("nothing needs it")),
    structure("object data", 18, MODELS, "mesh.rs", OF_MESH, "mesh_27", Use::Kept("nothing needs it")),
    structure(
        "list of records",
        20,
        TEXTURES,
        "texture/mod.rs",
        OF_TEXTURE,
        "texture",
        Use::By("Archive::frame"),
    ),
    structure(
        "head of a record",
        28,
        TEXTURES,
        "texture/mod.rs",
        OF_TEXTURE,
        "texture",
        Use::By("Archive::flat_size"),
    ),
    structure("raw picture", 0, TEXTURES, "texture/pixels.rs", DECODED, "texture", Use::By("Archive::frame")),
    structure(
        "raw pictures of several",
        0,
        TEXTURES,
        "texture/pixels.rs",
        DECODED,
        "texture",
        Use::By("Archive::frame"),
    ),
    structure(
        "picture in runs",
        0,
        TEXTURES,
        "texture/pixels.rs",
        DECODED,
        "texture",
        Use::By("Archive::frame"),
    ),
    structure(
        "palette",
        776,
        TEXTURES,
        "palette.rs",
        ["pictures.rs", "palettes_have_a_head_or_none"],
        "palette_col",
        Use::By("Palette::colors"),
    ),
    structure(
        "transition table",
        64,
        TEXTURES,
        "ground.rs",
        ["pictures.rs", "each_piece_has_its_later_material_where_the_corners_say"],
        "texture",
        Use::By("ground::tile"),
    ),
    structure(
        "sky",
        7_758_080,
        SKIES,
        "sky.rs",
        ["pictures.rs", "a_sky_has_the_pictures_of_the_specification"],
        "sky",
        Use::By("Sky::picture"),
    ),
];
