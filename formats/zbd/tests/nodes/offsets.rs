//! Every typed field is written at the offset the specification gives it, and
//! nowhere else.

use crate::{Block, read, sink, write};
use binary::{Mode, Report};
use serde_json::Value;
use zbd::gamez::Version;
use zbd::gamez::nodes::Nodes;

/// `spec/zbd/nodes.md`, "3. Base structure", column MW; counts and class are
/// derived from lists and data.
const BASE: &str = "
    0 name name
    36 flags u32
    40 field040 u32
    44 update_flags u32
    48 zone_id u32
    56 data_ptr u32
    60 model_index i32
    64 environment_data u32
    68 action_priority u32
    72 action_callback u32
    76 area_partition i32*2
    88 parent_array_ptr u32
    96 child_array_ptr u32
    100 bbox_mid f32*3
    112 bbox_diag f32
    116 node_bbox f32*6
    140 model_bbox f32*6
    164 child_bbox f32*6
    188 activation_ptr u32
    192 field192 i32
    196 field196 i32
    200 field200 i32
    204 field204 i32
";
/// "6.1 Camera".
const CAMERA: &str = "
    0 world_index i32
    4 window_index i32
    8 focus_node_xy i32
    12 focus_node_xz i32
    16 flags u32
    20 translate f32*3
    32 rotate f32*3
    44 world_translate f32*3
    56 world_rotate f32*3
    68 ancestor_matrix f32*12
    116 view_vector f32*3
    128 translate_matrix f32*12
    176 clip_near f32
    180 clip_far f32
    184 clip_near_in_world f32*3
    196 clip_far_in_world f32*3
    208 lod_multiplier f32
    212 lod_mul_inv_sq f32
    216 fov_h_scale f32
    220 fov_v_scale f32
    224 fov_h_base f32
    228 fov_v_base f32
    232 fov_h_scaled f32
    236 fov_v_scaled f32
    240 fov_h_half f32
    244 fov_v_half f32
    248 clip_recalc i32
    252 clip_corners f32*15
    312 fov_recalc i32
    316 local_frustum f32*18
    388 rotate_recalc i32
    392 world_frustum f32*18
    464 field464 i32
    468 fov_h_cot f32
    472 fov_v_cot f32
    476 field476 i32
    480 zone_set_valid i32
    484 zone_set u32
";
/// "6.2 Display".
const DISPLAY: &str = "
    0 origin u32*2
    8 resolution u32*2
    16 clear_color f32*3
";
/// "6.3 Window".
const WINDOW: &str = "
    0 origin i32*2
    8 resolution i32*2
    16 clear_polygons u32*52
    224 clear_polygon_count i32
    228 buffer_index i32
    232 buffer_surface_ptr u32
    236 buffer_width u32
    240 buffer_height u32
    244 buffer_bit_depth u32
";
/// "6.4 Light", column MW.
const LIGHT: &str = "
    0 orientation f32*3
    12 translate f32*3
    24 euler_angles f32*3
    36 world_translate f32*3
    48 transform f32*12
    96 world_point_source f32*3
    108 field f32*3
    120 camera_point_source f32*3
    132 world_view_vector f32*3
    144 camera_view_vector f32*3
    156 diffuse f32
    160 ambient f32
    164 color f32*3
    176 flags u32
    180 range_near f32
    184 range_far f32
    188 range_near_sq f32
    192 range_far_sq f32
    196 range_inv f32
    204 parent_ptr u32
";
/// "6.5 Lod", column RC, MW.
const LOD: &str = "
    0 level i32
    4 range_near_sq f32
    8 range_far f32
    12 range_far_sq f32
    16 fields16 f32*8
    48 field48 i32
    52 field52 f32
    56 field56 f32
    60 field60 f32
    64 field64 f32
    68 field68_word i32
    72 field72_word u32
    76 field76_word u32
";
/// "6.6 Object3d".
const OBJECT3D: &str = "
    0 flags u32
    4 opacity f32
    8 color f32*3
    20 field020 f32
    24 rotate f32*3
    36 scale f32*3
    48 transform f32*12
    96 second_matrix f32*12
";
/// "6.7 World", column MW.
const WORLD: &str = "
    0 flags u32
    4 area_partition_used i32
    8 area_partition_unk i32
    12 area_partition_ptr u32
    16 fog_type u32
    20 fog_color f32*3
    32 fog_range f32*2
    40 fog_altitude f32*2
    48 fog_density f32
    52 area_left f32
    56 area_bottom f32
    60 area_width f32
    64 area_height f32
    68 area_right f32
    72 area_top f32
    76 max_dec_feature_count u32
    80 virtual_partition u32
    84 vp_x_min i32
    88 vp_z_min i32
    92 vp_x_max i32
    96 vp_z_max i32
    100 vp_x_size f32
    104 vp_z_size f32
    108 vp_x_half f32
    112 vp_z_half f32
    116 vp_x_inv f32
    120 vp_z_inv f32
    124 vp_diag f32
    128 inclusion_tol_low f32
    132 inclusion_tol_high f32
    136 vp_x_count i32
    140 vp_z_count i32
    144 vp_ptr u32
    148 ones f32*3
    164 light_nodes_ptr u32
    168 light_data_ptr u32
    176 sound_nodes_ptr u32
    180 sound_data_ptr u32
    184 last i32
";
/// "7. World partitions", column MW.
const PARTITION: &str = "
    0 flags u32
    4 field04 i32
    8 x f32
    12 z f32
    16 min f32*3
    28 max f32*3
    40 mid f32*3
    52 diagonal f32
    56 field56 u16
    60 nodes_ptr u32
    64 field64 i32
    68 field68 i32
";

/// Where each structure of the fixture is in the value and in the file, and
/// what else the JSON of it holds that this version's layout does not.
const STRUCTURES: &[(&str, usize, &str, &str)] = &[
    ("/nodes/5/base", 1068, BASE, "class area_partition_short virtual_partition active_bbox"),
    ("/nodes/9/base", 1916, BASE, "class area_partition_short virtual_partition active_bbox"),
    ("/nodes/0/data/World/info", 2552, WORLD, "area_left2 area_bottom2 area_right2 area_top2"),
    ("/nodes/0/data/World/partitions/0/info", 2744, PARTITION, "fields72"),
    ("/nodes/0/data/World/partitions/1/info", 2820, PARTITION, "fields72"),
    ("/nodes/1/data/Window", 2896, WINDOW, ""),
    ("/nodes/2/data/Camera", 3144, CAMERA, ""),
    ("/nodes/3/data/Display", 3632, DISPLAY, ""),
    (
        "/nodes/4/data/Light/info",
        3660,
        LIGHT,
        "recalc unk1 color_ambient color_diffuse_mixed color_ambient_mixed color_da_combined directional \
         directed_source point_source saturated unk9",
    ),
    ("/nodes/5/data/Object3d", 3872, OBJECT3D, ""),
    ("/nodes/6/data/Lod", 4028, LOD, "field68 field72 field76 field80 field84 field88"),
    ("/nodes/7/data/Object3d", 4116, OBJECT3D, ""),
    ("/nodes/8/data/Object3d", 4264, OBJECT3D, ""),
];

/// Single entries of lists, and words between the structures.
const ENTRIES: &[(&str, usize)] = &[
    ("/nodes/9/data/Empty/parent", 1916 + 208),
    ("/nodes/0/data/World/lights/0", 2552 + 188),
    ("/nodes/0/data/World/partitions/0/nodes/0/node_index", 2744 + 72),
    ("/nodes/0/children/0", 2892),
    ("/nodes/4/data/Light/parents/0", 3660 + 208),
    ("/nodes/5/parents/0", 3872 + 144),
    ("/nodes/5/children/0", 3872 + 148),
    ("/nodes/5/children/1", 3872 + 152),
    ("/nodes/6/parents/0", 4028 + 80),
    ("/nodes/6/children/0", 4028 + 84),
    ("/nodes/8/parents/0", 4264 + 144),
];

/// Paths to the numbers below a value, in order.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, item)| leaves(item, &format!("{path}/{index}"), found));
        }
        _ => found.push(path.to_owned()),
    }
}

/// Writes the fixture with one value changed and expects exactly the bytes of
/// that value to change.
fn changes_only(original: &[u8], json: &Value, path: &str, offset: usize, size: usize) {
    let mut json = json.clone();
    let value = json.pointer_mut(path).unwrap_or_else(|| panic!("nothing at {path}"));
    // Edges of the area that grow leave the number of cells alone.
    let step = if path.ends_with("area_left") || path.ends_with("area_top") { -1 } else { 1 };
    *value = match &*value {
        Value::String(text) => Value::from(format!("X{}", &text[1..])),
        number if number.is_f64() => Value::from(number.as_f64().unwrap() + f64::from(step)),
        number => Value::from(number.as_i64().unwrap() + 1),
    };
    let nodes: Nodes = serde_json::from_value(json).unwrap();
    let changed = write(&Block { model_slots: 2, nodes }, Version::MechWarrior3).unwrap();
    assert_eq!(changed.len(), original.len());
    let differ: Vec<_> = (0..original.len()).filter(|at| original[*at] != changed[*at]).collect();
    assert!(!differ.is_empty(), "{path} is written nowhere");
    let place = offset..offset + size;
    assert!(differ.iter().all(|at| place.contains(at)), "{path} changes {differ:?}, not {place:?}");
}

fn fixture_as_json() -> (Vec<u8>, Value) {
    let bytes = sink();
    let (block, _) = read(&bytes, Version::MechWarrior3, Report::new(Mode::Strict)).unwrap();
    let json = serde_json::to_value(&block.nodes).unwrap();
    (bytes, json)
}

#[test]
fn one_field_changes_one_place() {
    let (bytes, json) = fixture_as_json();
    for (structure, start, table, absent) in STRUCTURES {
        let fields = json.pointer(structure).and_then(Value::as_object).unwrap();
        let mut listed: Vec<&str> = absent.split_whitespace().collect();
        for row in table.lines().filter(|line| !line.trim().is_empty()) {
            let [offset, name, kind] = row.split_whitespace().collect::<Vec<_>>()[..] else {
                panic!("row {row}")
            };
            let (kind, count) = kind.split_once('*').unwrap_or((kind, "1"));
            let size = match kind {
                "u16" => 2,
                // The first character of the name.
                "name" => 1,
                _ => 4,
            };
            let mut paths = Vec::new();
            leaves(&fields[name], &format!("{structure}/{name}"), &mut paths);
            assert_eq!(paths.len(), count.parse::<usize>().unwrap(), "{structure}/{name}");
            for (index, path) in paths.iter().enumerate() {
                let at = start + offset.parse::<usize>().unwrap() + index * size;
                assert_eq!(fields[name].is_string(), kind == "name");
                changes_only(&bytes, &json, path, at, size);
            }
            listed.push(name);
        }
        let mut known: Vec<_> = fields.keys().map(String::as_str).collect();
        listed.sort_unstable();
        known.sort_unstable();
        assert_eq!(known, listed, "every field of {structure} is in the table");
    }
}

#[test]
fn one_link_changes_one_place() {
    let (bytes, json) = fixture_as_json();
    for (path, offset) in ENTRIES {
        changes_only(&bytes, &json, path, *offset, 4);
    }
}
