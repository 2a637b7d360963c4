//! Every typed field of textures, materials and models is written at the offset
//! the specification gives it in each game, and nowhere else.

use crate::gamez::{crimson_skies, pirates_moon, recoil, strict};
use harness::Subject;
use harness::typed::{Structure, run_tables, structure};
use zbd::gamez::{self, GameZ};

/// `docs/spec/zbd/gamez.md`, "1. Header", columns RC, MW and PM, CS; the rest follows from the lists.
const HEADER: &str = "
    - - 8 timestamp u32
    28 28 32 node_last_free i32
    - - - version =
    - - - textures =
    - - - materials =
    - - - models =
    - - - nodes =
";
/// "2. Texture directory".
const TEXTURE: &str = "
    0 0 0 image_ptr u32
    - - 4 field04 u32
    4 4 8 surface_ptr u32
    8 8 12 name name
    28 28 32 state u32
    - 32 36 category i32
    32 36 40 mip_index i32
";
/// "3.1 Array header".
const MATERIALS: &str = "
    8 8 8 index_free i32
    12 12 12 index_last i32
    - - - count =
    - - - slots =
    - - - cycles =
";
/// "3.2 Slots".
const MATERIAL: &str = "
    0 0 0 alpha u8
    1 1 1 flags u8
    2 2 2 rgb u16
    4 4 4 color f32*3
    16 16 16 texture_index i32
    20 20 20 field20 f32
    24 24 24 field24 f32
    28 28 28 field28 f32
    32 32 32 soil u32
    36 36 36 cycle_ptr u32
    40 40 40 link_a i16
    42 42 42 link_b i16
";
/// "3.3 Cycle records".
const CYCLE: &str = "
    0 0 0 looping u32
    4 4 4 current_frame i32
    8 8 8 current_index f32
    12 12 12 speed f32
    20 20 20 tex_map_index u32
    24 24 24 tex_map_ptr u32
";
/// "4.1 Array header".
const MODELS: &str = "
    8 8 8 index_free i32
    - - - count =
    - - - slots =
";
/// "4.2 Slots".
const MODEL: &str = "
    0 0 0 model_type u32
    - 4 4 facade_mode u32
    4 8 8 flags u32
    8 12 12 parent_count u32
    32 36 36 morph_factor f32
    36 40 40 tex_scroll_u f32
    40 44 44 tex_scroll_v f32
    44 48 48 tex_scroll_frame u32
    48 52 52 polygons_ptr u32
    52 56 56 vertices_ptr u32
    56 60 60 normals_ptr u32
    60 64 64 lights_ptr u32
    64 68 68 morphs_ptr u32
    68 72 72 bbox_mid f32*3
    80 84 84 bbox_diag f32
    - 88 88 active_polygon_index u32
    - - 96 material_refs_ptr u32
";
/// "4.4 Point light record".
const LIGHT: &str = "
    0 0 0 unk00 i32
    4 4 4 unk04 i32
    8 8 8 unk08 f32
    16 16 16 zero16 i32
    20 20 20 zero20 i32
    24 24 24 unk24 u32
    28 28 28 color f32*3
    40 40 40 rgb u16
    42 42 42 flags u16
    44 44 44 vertices_ptr u32
    48 48 48 fade_near f32
    52 52 52 fade_far f32
    56 56 56 fade_slope f32
    60 60 60 unk60 i32
    64 64 64 unk64 f32
    68 68 68 unk68 f32
    72 72 72 unk72 f32
";
/// "4.5 Polygons"; the number of materials must agree with their list.
const POLYGON: &str = "
    0 0 0 bits u32 0x8000000
    4 4 4 priority i32
    8 8 8 vertex_indices_ptr u32
    12 12 12 normal_indices_ptr u32
    - - 16 material_count =
    - - 20 materials_ptr u32
    16 16 24 uvs_ptr u32
    - 20 28 vertex_colors_ptr u32
    - 24 32 matl_refs_ptr u32
    20 28 - material_index i32
    24 32 36 zone_set u32
";
/// "4.5 Polygons", material references.
const REFERENCE: &str = "
    - - 0 material_index i32
    - - 4 usage_count u32
    - - 8 polygon_ptr u32
";
/// An index, or the word behind a free slot.
const WORD: &str = "
    0 0 0 . i32
";
/// A vertex, normal or colour.
const TRIPLE: &str = "
    0 0 0 . f32*3
";
/// Texture coordinates.
const PAIR: &str = "
    0 0 0 . f32*2
";
const GAMEZ_RC: &[Structure<'_>] = &[
    structure("", 0, HEADER),
    structure("/textures/0", 36, TEXTURE),
    structure("/textures/3", 144, TEXTURE),
    structure("/materials", 252, MATERIALS),
    structure("/materials/slots/1", 312, MATERIAL),
    structure("/materials/slots/6", 532, MATERIAL),
    structure("/materials/cycles/0/info", 576, CYCLE),
    structure("/materials/cycles/0/textures/1", 576 + 32, WORD),
    structure("/models", 616, MODELS),
    structure("/models/slots/0/Used/info", 628, MODEL),
    structure("/models/slots/1/Used/info", 716, MODEL),
    structure("/models/slots/3/Free/next", 892 + 84, WORD),
    structure("/models/slots/0/Used/vertices/4", 1068 + 4 * 12, TRIPLE),
    structure("/models/slots/0/Used/normals/1", 1068 + 7 * 12, TRIPLE),
    structure("/models/slots/0/Used/morphs/0", 1068 + 8 * 12, TRIPLE),
    structure("/models/slots/0/Used/lights/0/info", 1176, LIGHT),
    structure("/models/slots/0/Used/lights/0/vertices/0", 1176 + 76, TRIPLE),
    structure("/models/slots/0/Used/polygon_infos/3", 1348, POLYGON),
    structure("/models/slots/0/Used/vertex_indices/0", 1404, WORD),
    structure("/models/slots/0/Used/normal_indices/0", 1464 + 3 * 4, WORD),
    structure("/models/slots/0/Used/uvs/8", 1488 + 5 * 4 + 5 * 4 + 4 * 8, PAIR),
    structure("/models/slots/0/Used/uvs/10", 1568 + 3 * 4 + 8, PAIR),
    structure("/models/slots/2/Used/lights/1/vertices/0", 1804 + 76 + 10 * 12, TRIPLE),
];
const GAMEZ_PM: &[Structure<'_>] = &[
    structure("", 0, HEADER),
    structure("/textures/0", 40, TEXTURE),
    structure("/textures/3", 172, TEXTURE),
    structure("/materials", 304, MATERIALS),
    structure("/materials/slots/1", 364, MATERIAL),
    structure("/materials/slots/6", 584, MATERIAL),
    structure("/materials/cycles/0/info", 628, CYCLE),
    structure("/materials/cycles/0/textures/1", 628 + 32, WORD),
    structure("/models", 668, MODELS),
    structure("/models/slots/0/Used/info", 680, MODEL),
    structure("/models/slots/1/Used/info", 784, MODEL),
    structure("/models/slots/3/Free/next", 992 + 100, WORD),
    structure("/models/slots/0/Used/vertices/4", 1200 + 4 * 12, TRIPLE),
    structure("/models/slots/0/Used/normals/1", 1200 + 7 * 12, TRIPLE),
    structure("/models/slots/0/Used/morphs/0", 1200 + 8 * 12, TRIPLE),
    structure("/models/slots/0/Used/lights/0/info", 1308, LIGHT),
    structure("/models/slots/0/Used/lights/0/vertices/0", 1308 + 76, TRIPLE),
    structure("/models/slots/0/Used/polygon_infos/3", 1516, POLYGON),
    structure("/models/slots/0/Used/vertex_indices/0", 1636, WORD),
    structure("/models/slots/0/Used/normal_indices/0", 1788 + 3 * 4, WORD),
    structure("/models/slots/0/Used/material_indices/3", 1852 + 5 * 4 + 5 * 4, WORD),
    structure("/models/slots/0/Used/uvs/8", 1852 + 5 * 4 + 5 * 4 + 4 + 4 * 8, PAIR),
    structure("/models/slots/0/Used/colors/14", 1852 + 5 * 4 + 5 * 4 + 4 + 5 * 8 + 4 * 12, TRIPLE),
    structure("/models/slots/0/Used/material_indices/5", 1996 + 3 * 4 + 4, WORD),
    structure("/models/slots/0/Used/uvs/12", 1996 + 3 * 4 + 2 * 4 + 3 * 8, PAIR),
    structure("/models/slots/0/Used/colors/16", 1996 + 3 * 4 + 2 * 4 + 2 * 3 * 8 + 12, TRIPLE),
    structure("/models/slots/0/Used/material_refs/1", 2176 + 12, REFERENCE),
    structure("/models/slots/2/Used/lights/1/vertices/0", 2500 + 76 + 12, TRIPLE),
];
const GAMEZ_CS: &[Structure<'_>] = &[
    structure("", 0, HEADER),
    structure("/textures/0", 40, TEXTURE),
    structure("/textures/3", 172, TEXTURE),
    structure("/materials", 304, MATERIALS),
    structure("/materials/slots/1", 364, MATERIAL),
    structure("/materials/slots/6", 584, MATERIAL),
    structure("/materials/cycles/0/info", 628, CYCLE),
    structure("/materials/cycles/0/textures/1", 628 + 32, WORD),
    structure("/models", 668, MODELS),
    structure("/models/slots/0/Used/info", 680, MODEL),
    structure("/models/slots/1/Used/info", 784, MODEL),
    structure("/models/slots/3/Free/next", 992 + 100, WORD),
    structure("/models/slots/0/Used/vertices/4", 1408 + 4 * 12, TRIPLE),
    structure("/models/slots/0/Used/normals/1", 1408 + 7 * 12, TRIPLE),
    structure("/models/slots/0/Used/morphs/0", 1408 + 8 * 12, TRIPLE),
    structure("/models/slots/0/Used/lights/0/info", 1516, LIGHT),
    structure("/models/slots/0/Used/lights/0/vertices/0", 1516 + 76, TRIPLE),
    structure("/models/slots/0/Used/polygon_infos/3", 1724, POLYGON),
    structure("/models/slots/0/Used/vertex_indices/0", 1844, WORD),
    structure("/models/slots/0/Used/normal_indices/0", 2020 + 3 * 4, WORD),
    structure("/models/slots/0/Used/material_indices/3", 2108 + 5 * 4 + 5 * 4, WORD),
    structure("/models/slots/0/Used/uvs/14", 2108 + 5 * 4 + 5 * 4 + 4 + 4 * 8, PAIR),
    structure("/models/slots/0/Used/colors/14", 2108 + 5 * 4 + 5 * 4 + 4 + 5 * 8 + 4 * 12, TRIPLE),
    structure("/models/slots/0/Used/material_indices/5", 2252 + 3 * 4 + 4, WORD),
    structure("/models/slots/0/Used/uvs/18", 2252 + 3 * 4 + 2 * 4 + 3 * 8, PAIR),
    structure("/models/slots/0/Used/colors/16", 2252 + 3 * 4 + 2 * 4 + 2 * 3 * 8 + 12, TRIPLE),
    structure("/models/slots/0/Used/material_refs/1", 2528 + 12, REFERENCE),
    structure("/models/slots/2/Used/lights/1/vertices/0", 2852 + 76 + 12, TRIPLE),
    structure("/models/slots/4/Used/info", 1096, MODEL),
    structure("/models/slots/4/Used/vertices/1", 2952 + 12, TRIPLE),
];

#[test]
fn one_number_changes_one_place() {
    let fixtures: [(Subject, &[Structure<'_>], usize); 3] =
        [(recoil(), GAMEZ_RC, 129), (pirates_moon(), GAMEZ_PM, 153), (crimson_skies(), GAMEZ_CS, 175)];
    for (subject, structures, numbers) in fixtures {
        let read = strict(&subject.fixture);
        // JSON leaves out the counts that follow from the lists.
        let json = serde_json::to_string(&read).unwrap();
        let gamez: GameZ = serde_json::from_str(&json).unwrap();
        assert_eq!(gamez::write(&gamez).unwrap(), subject.fixture, "{}", subject.name);
        let changed = run_tables(&gamez, gamez::write, gamez.version.column(), structures);
        assert_eq!(changed, numbers, "{}: a row was added or lost: adjust the number with it", subject.name);
    }
}
