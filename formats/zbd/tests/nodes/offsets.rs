//! Every typed field is written at the offset the specification gives it, and
//! nowhere else. Counts and offsets follow from the lists, so they have no row.

use crate::nodes::{Block, crimson_skies, pirates_moon, planes, read, recoil, subject, write};
use binary::{Mode, Report};
use harness::Subject;
use harness::typed::{Structure, run_tables, structure};
use zbd::gamez::Version;
use zbd::gamez::nodes::Nodes;

/// `docs/spec/zbd/nodes.md`, "3. Base structure", columns RC, MW and PM, CS.
const BASE: &str = "
    0 0 0 name name
    36 36 36 flags u32
    40 40 40 field040 u32
    44 44 44 update_flags u32
    48 48 48 zone_id u32
    52 52 52 class =
    56 56 56 data_ptr u32
    60 60 60 model_index i32
    64 64 64 environment_data u32
    68 68 68 action_priority u32
    72 72 72 action_callback u32
    76 76 - area_partition i32*2
    - - 76 area_partition_short i16*2
    - - 80 virtual_partition i16*2
    88 88 88 parent_array_ptr u32
    96 96 92 child_array_ptr u32
    100 100 96 bbox_mid f32*3
    112 112 108 bbox_diag f32
    - - 112 active_bbox u32
    116 116 116 node_bbox f32*6
    140 140 140 model_bbox f32*6
    164 164 164 child_bbox f32*6
    188 188 188 activation_ptr u32
    - 192 192 field192 i32
    - 196 196 field196 i32
    - 200 200 field200 i32
    - 204 204 field204 i32
";
/// "6.1 Camera", the same for all.
const CAMERA: &str = "
    0 0 0 world_index i32
    4 4 4 window_index i32
    8 8 8 focus_node_xy i32
    12 12 12 focus_node_xz i32
    16 16 16 flags u32
    20 20 20 translate f32*3
    32 32 32 rotate f32*3
    44 44 44 world_translate f32*3
    56 56 56 world_rotate f32*3
    68 68 68 ancestor_matrix f32*12
    116 116 116 view_vector f32*3
    128 128 128 translate_matrix f32*12
    176 176 176 clip_near f32
    180 180 180 clip_far f32
    184 184 184 clip_near_in_world f32*3
    196 196 196 clip_far_in_world f32*3
    208 208 208 lod_multiplier f32
    212 212 212 lod_mul_inv_sq f32
    216 216 216 fov_h_scale f32
    220 220 220 fov_v_scale f32
    224 224 224 fov_h_base f32
    228 228 228 fov_v_base f32
    232 232 232 fov_h_scaled f32
    236 236 236 fov_v_scaled f32
    240 240 240 fov_h_half f32
    244 244 244 fov_v_half f32
    248 248 248 clip_recalc i32
    252 252 252 clip_corners f32*15
    312 312 312 fov_recalc i32
    316 316 316 local_frustum f32*18
    388 388 388 rotate_recalc i32
    392 392 392 world_frustum f32*18
    464 464 464 field464 i32
    468 468 468 fov_h_cot f32
    472 472 472 fov_v_cot f32
    476 476 476 field476 i32
    480 480 480 zone_set_valid i32
    484 484 484 zone_set u32
";
/// "6.2 Display", the same for all.
const DISPLAY: &str = "
    0 0 0 origin u32*2
    8 8 8 resolution u32*2
    16 16 16 clear_color f32*3
";
/// "6.3 Window", the same for all.
const WINDOW: &str = "
    0 0 0 origin i32*2
    8 8 8 resolution i32*2
    16 16 16 clear_polygons u32*52
    224 224 224 clear_polygon_count i32
    228 228 228 buffer_index i32
    232 232 232 buffer_surface_ptr u32
    236 236 236 buffer_width u32
    240 240 240 buffer_height u32
    244 244 244 buffer_bit_depth u32
";
/// "6.4 Light".
const LIGHT: &str = "
    0 - - recalc u32
    4 - - unk1 u32
    8 0 0 orientation f32*3
    20 12 12 translate f32*3
    32 24 24 euler_angles f32*3
    44 36 36 world_translate f32*3
    56 48 48 transform f32*12
    104 96 96 world_point_source f32*3
    116 108 108 field f32*3
    128 120 120 camera_point_source f32*3
    140 132 132 world_view_vector f32*3
    152 144 144 camera_view_vector f32*3
    164 156 156 diffuse f32
    168 160 160 ambient f32
    172 164 164 color f32*3
    - - 176 color_ambient f32*3
    - - 188 color_diffuse_mixed f32*3
    - - 200 color_ambient_mixed f32*3
    - - 212 color_da_combined f32*3
    184 - - directional u32
    188 - - directed_source u32
    192 - - point_source u32
    196 - - saturated u32
    200 - - unk9 u32
    - 176 224 flags u32
    204 180 228 range_near f32
    208 184 232 range_far f32
    - 188 236 range_near_sq f32
    212 192 240 range_far_sq f32
    216 196 244 range_inv f32
    224 204 252 parent_ptr u32
";
/// "6.5 Lod".
const LOD: &str = "
    0 0 0 level i32
    4 4 4 range_near_sq f32
    8 8 8 range_far f32
    12 12 12 range_far_sq f32
    16 16 16 fields16 f32*8
    48 48 48 field48 i32
    52 52 52 field52 f32
    56 56 56 field56 f32
    60 60 60 field60 f32
    64 64 64 field64 f32
    68 68 - field68_word i32
    - - 68 field68 f32
    72 72 - field72_word u32
    - - 72 field72 f32
    76 76 - field76_word u32
    - - 76 field76 f32
    - - 80 field80 i32
    - - 84 field84 u32
    - - 88 field88 u32
";
/// "6.6 Object3d".
const OBJECT3D: &str = "
    0 0 0 flags u32
    4 4 4 opacity f32
    8 8 8 color f32*3
    20 20 20 field020 f32
    24 24 24 rotate f32*3
    36 36 36 scale f32*3
    48 48 48 transform f32*12
    96 96 96 second_matrix f32*12
";
/// "6.7 World"; edges of the area that grow leave the number of cells alone.
const WORLD: &str = "
    0 0 0 flags u32
    4 4 4 area_partition_used i32
    8 8 8 area_partition_unk i32
    12 12 12 area_partition_ptr u32
    16 16 16 fog_type u32
    20 20 20 fog_color f32*3
    32 32 32 fog_range f32*2
    40 40 40 fog_altitude f32*2
    48 48 48 fog_density f32
    52 52 52 area_left f32 -1
    56 56 56 area_bottom f32
    60 60 60 area_width f32
    64 64 64 area_height f32
    68 68 68 area_right f32
    72 72 72 area_top f32 -1
    - - 76 area_left2 f32
    - - 80 area_bottom2 f32
    - - 84 area_right2 f32
    - - 88 area_top2 f32
    76 76 92 max_dec_feature_count u32
    80 80 96 virtual_partition u32
    - 84 100 vp_x_min i32
    - 88 104 vp_z_min i32
    - 92 108 vp_x_max i32
    - 96 112 vp_z_max i32
    84 100 116 vp_x_size f32
    88 104 120 vp_z_size f32
    92 108 124 vp_x_half f32
    96 112 128 vp_z_half f32
    100 116 132 vp_x_inv f32
    104 120 136 vp_z_inv f32
    108 124 140 vp_diag f32
    112 128 144 inclusion_tol_low f32
    116 132 148 inclusion_tol_high f32
    120 136 152 vp_x_count i32
    124 140 156 vp_z_count i32
    128 144 160 vp_ptr u32
    132 148 164 ones f32*3
    148 164 180 light_nodes_ptr u32
    152 168 184 light_data_ptr u32
    160 176 192 sound_nodes_ptr u32
    164 180 196 sound_data_ptr u32
    168 184 200 last i32
";
/// "7. World partitions".
const PARTITION: &str = "
    0 0 0 flags u32
    4 4 4 field04 i32
    8 8 8 x f32
    12 12 12 z f32
    16 16 16 min f32*3
    28 28 28 max f32*3
    40 40 40 mid f32*3
    52 52 52 diagonal f32
    56 56 56 field56 u16
    60 60 60 nodes_ptr u32
    - 64 64 field64 i32
    - 68 68 field68 i32
    - - 72 fields72 i32*4
";
/// A node in the list of a partition.
const LISTED: &str = "
    0 0 0 node_index i32
    - - 4 y_min f32
    - - 8 y_max f32
";
/// An entry of a list, or a word between structures.
const WORD: &str = "
    0 0 0 . i32
";
/// Where each structure of a fixture is in the value and in the file.
const NODES_MW: &[Structure<'_>] = &[
    structure("/nodes/5/base", 1068, BASE),
    structure("/nodes/9/base", 1916, BASE),
    structure("/nodes/0/data/World/info", 2552, WORLD),
    structure("/nodes/0/data/World/partitions/0/info", 2744, PARTITION),
    structure("/nodes/0/data/World/partitions/1/info", 2820, PARTITION),
    structure("/nodes/1/data/Window", 2896, WINDOW),
    structure("/nodes/2/data/Camera", 3144, CAMERA),
    structure("/nodes/3/data/Display", 3632, DISPLAY),
    structure("/nodes/4/data/Light/info", 3660, LIGHT),
    structure("/nodes/5/data/Object3d", 3872, OBJECT3D),
    structure("/nodes/6/data/Lod", 4028, LOD),
    structure("/nodes/7/data/Object3d", 4116, OBJECT3D),
    structure("/nodes/8/data/Object3d", 4264, OBJECT3D),
    structure("/nodes/9/data/Empty/parent", 1916 + 208, WORD),
    structure("/nodes/0/data/World/lights/0", 2552 + 188, WORD),
    structure("/nodes/0/data/World/partitions/0/nodes/0", 2744 + 72, LISTED),
    structure("/nodes/0/children/0", 2892, WORD),
    structure("/nodes/4/data/Light/parents/0", 3660 + 208, WORD),
    structure("/nodes/5/parents/0", 3872 + 144, WORD),
    structure("/nodes/5/children/0", 3872 + 148, WORD),
    structure("/nodes/5/children/1", 3872 + 152, WORD),
    structure("/nodes/6/parents/0", 4028 + 80, WORD),
    structure("/nodes/6/children/0", 4028 + 84, WORD),
    structure("/nodes/8/parents/0", 4264 + 144, WORD),
];
const NODES_RC: &[Structure<'_>] = &[
    structure("/nodes/5/base", 988, BASE),
    structure("/nodes/9/base", 1772, BASE),
    structure("/nodes/0/data/World/info", 2556, WORLD),
    structure("/nodes/1/data/Window", 2868, WINDOW),
    structure("/nodes/2/data/Camera", 3116, CAMERA),
    structure("/nodes/3/data/Display", 3604, DISPLAY),
    structure("/nodes/4/data/Light/info", 3632, LIGHT),
    structure("/nodes/5/data/Object3d", 3864, OBJECT3D),
    structure("/nodes/6/data/Lod", 4024, LOD),
    structure("/nodes/7/data/Object3d", 4112, OBJECT3D),
    structure("/nodes/8/data/Object3d", 4260, OBJECT3D),
    structure("/nodes/0/data/World/partitions/0/info", 2732, PARTITION),
    structure("/nodes/0/data/World/partitions/1/info", 2800, PARTITION),
    structure("/nodes/0/data/World/lights/0", 2556 + 172, WORD),
    structure("/nodes/0/data/World/partitions/0/nodes/0", 2732 + 64, LISTED),
    structure("/nodes/0/children/0", 2864, WORD),
    structure("/nodes/4/data/Light/parents/0", 3632 + 228, WORD),
    structure("/nodes/5/parents/0", 3864 + 144, WORD),
    structure("/nodes/5/children/1", 3864 + 152, WORD),
    structure("/nodes/6/parents/0", 4024 + 80, WORD),
    structure("/nodes/6/children/0", 4024 + 84, WORD),
    structure("/nodes/9/data/Empty/parent", 1772 + 192, WORD),
    structure("/nodes/10/parents/1", 4412 + 148, WORD),
];
const NODES_PM: &[Structure<'_>] = &[
    structure("/nodes/5/base", 1068, BASE),
    structure("/nodes/9/base", 1916, BASE),
    structure("/nodes/0/data/World/info", 2128, WORLD),
    structure("/nodes/1/data/Window", 2528, WINDOW),
    structure("/nodes/2/data/Camera", 2776, CAMERA),
    structure("/nodes/3/data/Display", 3264, DISPLAY),
    structure("/nodes/4/data/Light/info", 3292, LIGHT),
    structure("/nodes/5/data/Object3d", 3552, OBJECT3D),
    structure("/nodes/6/data/Lod", 3708, LOD),
    structure("/nodes/7/data/Object3d", 3808, OBJECT3D),
    structure("/nodes/8/data/Object3d", 3956, OBJECT3D),
    structure("/nodes/0/data/World/partitions/0/info", 2336, PARTITION),
    structure("/nodes/0/data/World/partitions/1/info", 2436, PARTITION),
    structure("/nodes/0/data/World/lights/0", 2128 + 204, WORD),
    structure("/nodes/0/data/World/partitions/0/nodes/0", 2336 + 88, LISTED),
    structure("/nodes/0/children/0", 2524, WORD),
    structure("/nodes/4/data/Light/parents/0", 3292 + 256, WORD),
    structure("/nodes/5/parents/0", 3552 + 144, WORD),
    structure("/nodes/5/children/1", 3552 + 152, WORD),
    structure("/nodes/6/parents/0", 3708 + 92, WORD),
    structure("/nodes/6/children/0", 3708 + 96, WORD),
    structure("/nodes/5/tag", 1068 + 208, WORD),
];
const NODES_CS: &[Structure<'_>] = &[
    structure("/nodes/7/base", 1492, BASE),
    structure("/nodes/8/base", 1704, BASE),
    structure("/nodes/0/data/World/info", 2340, WORLD),
    structure("/nodes/1/data/Display", 2740, DISPLAY),
    structure("/nodes/2/data/Window", 2768, WINDOW),
    structure("/nodes/3/data/Camera", 3016, CAMERA),
    structure("/nodes/4/data/Window", 3504, WINDOW),
    structure("/nodes/5/data/Camera", 3752, CAMERA),
    structure("/nodes/6/data/Light/info", 4240, LIGHT),
    structure("/nodes/7/data/Object3d", 4500, OBJECT3D),
    structure("/nodes/8/data/Lod", 4656, LOD),
    structure("/nodes/9/data/Object3d", 4756, OBJECT3D),
    structure("/nodes/10/data/Object3d", 4904, OBJECT3D),
    structure("/nodes/0/data/World/partitions/0/info", 2548, PARTITION),
    structure("/nodes/0/data/World/partitions/1/info", 2648, PARTITION),
    structure("/nodes/0/data/World/lights/0", 2340 + 204, WORD),
    structure("/nodes/0/data/World/partitions/0/nodes/0", 2548 + 88, LISTED),
    structure("/nodes/0/children/0", 2736, WORD),
    structure("/nodes/6/data/Light/parents/0", 4240 + 256, WORD),
    structure("/nodes/7/parents/0", 4500 + 144, WORD),
    structure("/nodes/7/children/1", 4500 + 152, WORD),
    structure("/nodes/8/parents/0", 4656 + 92, WORD),
    structure("/nodes/8/children/0", 4656 + 96, WORD),
    structure("/nodes/7/tag", 1492 + 208, WORD),
];
const NODES_CS_PLANES: &[Structure<'_>] = &[
    structure("/nodes/0/base", 8, BASE),
    structure("/nodes/1/data/Lod", 1008, LOD),
    structure("/nodes/2/data/Object3d", 1108, OBJECT3D),
    structure("/nodes/3/tag", 644 + 208, WORD),
];

#[test]
fn one_number_changes_one_place() {
    let fixtures: [(Subject, Version, &[Structure<'_>], usize); 5] = [
        (subject(), Version::MechWarrior3, NODES_MW, 544),
        (recoil(), Version::Recoil, NODES_RC, 532),
        (pirates_moon(), Version::PiratesMoon, NODES_PM, 577),
        (crimson_skies(), Version::CrimsonSkies, NODES_CS, 761),
        (planes(), Version::CrimsonSkies, NODES_CS_PLANES, 104),
    ];
    for (subject, version, structures, numbers) in fixtures {
        let (block, report) = read(&subject.fixture, version, Report::new(Mode::Strict)).unwrap();
        assert_eq!(report.findings(), []);
        let write = |nodes: &Nodes| write(&Block { model_slots: 2, nodes: nodes.clone() }, version);
        assert_eq!(write(&block.nodes).unwrap(), subject.fixture, "{}", subject.name);
        let changed = run_tables(&block.nodes, write, version.column(), structures);
        assert_eq!(changed, numbers, "{}: a row was added or lost: adjust the number with it", subject.name);
    }
}
