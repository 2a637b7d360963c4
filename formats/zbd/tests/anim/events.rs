//! The values of each type of event, as the fixtures have them.
//! Source: `docs/spec/zbd/anim-events.md`, "4. Events".

use crate::anim::{crimson_skies, mechwarrior3, pirates_moon, recoil, strict};
use serde_json::Value;

/// Key word and JSON of each event; fields that the game does not have are left out.
const RECOIL: &[(&str, &str)] = &[
    ("SOUND", r#"{"static_sound_index":1,"node_index":2,"offset":[0.5, 1.5, -2.5]}"#),
    (
        "SOUND_NODE",
        r#"{"name":"hum","dynamic_sound_index":1,"flags":2,"active":1,"node_index":1,"translate":[3.5, 4.5, 5.5]}"#,
    ),
    ("EFFECT", r#"{"effect_index":1,"node_index":-200,"offset":[1.25, 2.25, 3.25]}"#),
    (
        "LIGHT_STATE",
        r#"{"name":"lamp","light_index":1,"flags":506,"active":1,"kind":1,"directional":1,"saturated":0,"node_index":-200,"translate":[1, 2, 3],"orientation":[0.0, 0.0, 0.0],"range":[10, 20],"color":[0.25, 0.5, 0.75],"ambient":0.5,"diffuse":0.75}"#,
    ),
    (
        "LIGHT_ANIMATION",
        r#"{"name":"lamp","light_index":1,"range_rate":[-1, -2],"range_acceleration":[0.5, 0.25],"range_current":[0.0, 0.0],"color_rate":[-5, 0.5, 5],"color_acceleration":[0.0, 0.0, 0.0],"color_current":[0.0, 0.0, 0.0],"run_time":1.5}"#,
    ),
    ("OBJECT_ACTIVE_STATE", r#"{"state":1,"node_index":-100,"padding":0}"#),
    ("OBJECT_TRANSLATE_STATE", r#"{"relative":1,"translate":[7, 8, 9],"node_index":1,"at_node_index":-200}"#),
    ("OBJECT_SCALE_STATE", r#"{"scale":[2, 3, 4],"node_index":2}"#),
    ("OBJECT_ROTATE_STATE", r#"{"mode":4,"rotate":[0.5, -1.5, 3],"node_index":1,"at_node_index":2}"#),
    (
        "OBJECT_MOTION",
        r#"{"flags":16319,"node_index":1,"clock":0,"gravity":-9.8,"morph":0.25,"range_xz":[0, 360],"range_y":[45, 30],"range_initial":[5, 6],"range_delta":[-1, -2],"translation_initial":[1, 2, 3],"translation_delta":[4, 5, 6],"velocity":[0.0, 0.0, 0.0],"acceleration":[0.0, 0.0, 0.0],"direction":[0.5, 0.25, 0.125],"forward_rotation_initial":1.5,"forward_rotation_delta":2.5,"unknown_120":0,"xyz_rotation_initial":[0.5, 1.5, 2.5],"xyz_rotation_delta":[3.5, 4.5, 5.5],"unknown_148":[0.0, 0.0, 0.0],"scale_initial":[1.5, 1.25, 1.125],"scale_delta":[0.75, 0.5, 0.25],"unknown_184":[0.0, 0.0, 0.0],"bounce_sequence":"land","bounce_sequence_index":-1,"bounce_sound_index":1,"bounce_full_volume":12,"run_time":9.5,"padding":0}"#,
    ),
    (
        "OBJECT_MOTION_FROM_TO",
        r#"{"flags":15,"node_index":2,"morph":[0.0,1.0,0.5],"translate":[[1.0,2.0,3.0],[4.0,5.0,6.0],[1.5,1.5,1.5]],"rotate":[[0.1,0.2,0.3],[0.4,0.5,0.6],[0.15,0.15,0.15]],"scale":[[1.0,1.0,1.0],[2.0,2.0,2.0],[0.5,0.5,0.5]],"run_time":2.0}"#,
    ),
    (
        "OBJECT_MOTION_SI_SCRIPT",
        r#"{"frames":{"known":[{"start_time":0.0,"end_time":0.5,"translate":{"base":[1.0,2.0,3.0],"unused":3735928559,"delta":[4.0,5.0,6.0],"spline":[[0.0,0.0,0.0,0.0],[0.0,0.0,0.0,0.0],[0.0,0.0,0.0,0.0]]},"rotate":{"base":[1.0,0.0,0.5,-0.5],"delta":[0.1,0.2,0.3],"spline":[[0.0,0.0,0.0,0.0],[0.0,0.0,0.0,0.0],[0.0,0.0,0.0,0.0]]},"scale":{"base":[1.0,1.0,2.0],"unused":0,"delta":[0.0,0.0,0.5],"spline":[[0.0,0.0,0.0,0.0],[0.0,0.0,0.0,0.0],[0.0,0.0,0.0,0.0]]}},{"start_time":0.5,"end_time":1.0}]}}"#,
    ),
    ("OBJECT_OPACITY_STATE", r#"{"is_set":1,"has_opacity":1,"opacity":0.5,"node_index":1,"padding":0}"#),
    (
        "OBJECT_OPACITY_FROM_TO",
        r#"{"node_index":1,"state_from":-1,"state_to":1,"opacity_from":0.25,"opacity_to":0.75,"opacity_delta":0.125,"run_time":4}"#,
    ),
    ("OBJECT_ADD_CHILD", r#"{"parent_index":1,"child_index":2}"#),
    ("OBJECT_DELETE_CHILD", r#"{"parent_index":2,"child_index":1}"#),
    ("OBJECT_CYCLE_TEXTURE", r#"{"restart":1,"node_index":1,"texture":5}"#),
    (
        "OBJECT_CONNECTOR",
        r#"{"flags":39209,"node_index":1,"from_node_index":2,"to_node_index":1,"from_position":[1, 2, 3],"to_position":[4, 5, 6],"from_t":[0.25, 0.75, 0.5, 0],"to_t":[0.5, 0.5, 0, 0],"run_time":3,"max_length":40,"padding":0}"#,
    ),
    (
        "CALL_OBJECT_CONNECTOR",
        r#"{"flags":1297,"name":"beam","anim_index":0,"save_index":1,"from_node_index":2,"to_node_index":0,"from_position":[1, 2, 3],"to_position":[4, 5, 6]}"#,
    ),
    (
        "CAMERA_STATE",
        r#"{"flags":127,"node_index":1,"clip_near":0.5,"clip_far":1.5,"lod_multiplier":2.5,"fov_h":3.5,"fov_v":4.5,"zoom_h":5.5,"zoom_v":6.5}"#,
    ),
    (
        "CAMERA_FROM_TO",
        r#"{"flags":127,"node_index":2,"clip_near":[0, 2, 1],"clip_far":[1, 3, 1],"lod_multiplier":[2, 4, 1],"fov_h":[3, 5, 1],"fov_v":[4, 6, 1],"zoom_h":[5, 7, 1],"zoom_v":[6, 8, 1],"run_time":2}"#,
    ),
    ("CALL_SEQUENCE", r#"{"name":"land","index":-1}"#),
    ("STOP_SEQUENCE", r#"{"name":"land","index":-1}"#),
    (
        "CALL_ANIMATION",
        r#"{"name":"blast","operand_node_index":2,"flags":23,"anim_index":0,"anim_ref_index":0,"node_index":-200,"position":[1, 2, 3],"translate":[4, 5, 6],"padding":0}"#,
    ),
    ("STOP_ANIMATION", r#"{"name":"blast","anim_ref_index":0,"anim_def_index":0}"#),
    ("RESET_ANIMATION", r#"{"name":"blast","index":0}"#),
    ("INVALIDATE_ANIMATION", r#"{"name":"blast","index":0}"#),
    (
        "FOG_STATE",
        r#"{"name":"default_fog_name","flags":15,"kind":2,"color":[0.25, 0.5, 0.75],"altitude":[90, -10],"range":[100, 900]}"#,
    ),
    ("IF", r#"{"condition":16,"node_index":1,"value":{"number":-4.5},"second":0.0}"#),
    ("ELSEIF", r#"{"condition":4,"node_index":0,"value":{"integer":2},"second":0.0}"#),
    ("ELSE", r#""#),
    ("ENDIF", r#""#),
    ("CALLBACK", r#"{"value":16}"#),
    (
        "FBFX_COLOR_FROM_TO",
        r#"{"red":[0, 1, 0.5],"green":[1.5, 0, -0.75],"blue":[0.5, 0.25, -0.125],"alpha":[0.75, 0.25, -0.25],"run_time":2}"#,
    ),
    (
        "FBFX_CSINWAVE_FROM_TO",
        r#"{"flags":7,"node_index":1,"offset":[1, 2, 3],"screen_x":[4, 5, 6],"screen_y":[7, 8, 9],"world_radius":[0, 0],"screen_radius":[12, 13, 14],"csin_x":[15, 16, 17],"csin_y":[18, 19, 20],"csin_z":[21, 22, 23],"run_time":24}"#,
    ),
    ("ANIM_VERBOSE", r#"{"on":1}"#),
    ("DETONATE_WEAPON", r#"{"name":"bomb","node_index":-200,"position":[1, 2, 3]}"#),
    ("LOOP", r#"{"until":{"count":{"count":-1,"pad":0}}}"#),
];
const MECHWARRIOR_3: &[(&str, &str)] = &[
    (
        "LIGHT_STATE",
        r#"{"name":"lamp","light_index":1,"flags":2042,"active":1,"kind":1,"directional":1,"saturated":0,"subdivide":1,"is_static":1,"node_index":-200,"translate":[1, 2, 3],"orientation":[0.0, 0.0, 0.0],"range":[10, 20],"color":[0.25, 0.5, 0.75],"ambient":0.5,"diffuse":0.75}"#,
    ),
    (
        "OBJECT_MOTION",
        r#"{"flags":32703,"node_index":1,"clock":0,"gravity":-9.8,"morph":0.25,"range_xz":[0, 360],"range_y":[45, 30],"range_initial":[5, 6],"range_delta":[-1, -2],"translation_initial":[1, 2, 3],"translation_delta":[4, 5, 6],"velocity":[0.0, 0.0, 0.0],"acceleration":[0.0, 0.0, 0.0],"direction":[0.5, 0.25, 0.125],"forward_rotation_initial":1.5,"forward_rotation_delta":2.5,"unknown_120":0,"xyz_rotation_initial":[0.5, 1.5, 2.5],"xyz_rotation_delta":[3.5, 4.5, 5.5],"unknown_148":[0.0, 0.0, 0.0],"scale_initial":[1.5, 1.25, 1.125],"scale_delta":[0.75, 0.5, 0.25],"unknown_184":[0.0, 0.0, 0.0],"bounce_sequence":"land","bounce_sequence_index":-1,"bounce_sound_index":1,"bounce_full_volume":12,"water_sequence":"splash","water_sequence_index":-1,"water_sound_index":1,"water_full_volume":13,"lava_sequence":"","lava_sequence_index":-1,"lava_sound_index":0,"lava_full_volume":0,"run_time":9.5,"padding":0}"#,
    ),
    (
        "OBJECT_MOTION_SI_SCRIPT",
        r#"{"frames":{"known":[{"start_time":0.0,"end_time":0.5,"translate":{"base":[1.0,2.0,3.0],"unused":3735928559,"delta":[4.0,5.0,6.0],"spline":[[1.0,2.0,3.0,4.0],["0xffffffff","0xffffffff","0xffffffff","0xffffffff"],[0.0,0.0,0.0,0.0]]},"rotate":{"base":[1.0,0.0,0.5,-0.5],"delta":[0.1,0.2,0.3],"spline":[[1.0,2.0,3.0,4.0],["0xffffffff","0xffffffff","0xffffffff","0xffffffff"],[0.0,0.0,0.0,0.0]]}},{"start_time":0.5,"end_time":1.0}]}}"#,
    ),
    (
        "PUFFER_STATE",
        r#"{"info":{"name":"smoke","puffer_index":1,"flags":6291455,"node_index":2,"active_state":10,"translate":[1, 2, 3],"local_velocity":[2, 3, 4],"world_velocity":[3, 4, 5],"min_random_velocity":[4, 5, 6],"max_random_velocity":[5, 6, 7],"world_acceleration":[6, 7, 8],"interval_type":1,"interval_value":0.5,"size_range":[1, 2],"lifetime_range":[3, 2],"start_age_range":[0, 0.5],"deviation_distance":0.25,"unknown_range":[9, 8],"fade_range":[100, 200],"friction":0.125,"wind_factor":0.375,"priority":2}}"#,
    ),
    (
        "PUFFER_STATE",
        r#"{"textures":{"has_run_time":1,"slots":[{"run_time":0.0,"name":"puff0"},{"run_time":0.25,"name":"puff1"},{"run_time":0.0,"name":""},{"run_time":0.0,"name":""},{"run_time":0.0,"name":""},{"run_time":0.0,"name":""}]},"colors":{"count":2,"slots":[{"unknown_0":0.5,"color":[0.25,0.5,0.75],"unknown_16":0.0},{"unknown_0":1.5,"color":[0.25,0.5,0.75],"unknown_16":1.0},{"unknown_0":0.0,"color":[0.0,0.0,0.0],"unknown_16":0.0},{"unknown_0":0.0,"color":[0.0,0.0,0.0],"unknown_16":0.0},{"unknown_0":0.0,"color":[0.0,0.0,0.0],"unknown_16":0.0},{"unknown_0":0.0,"color":[0.0,0.0,0.0],"unknown_16":0.0}]},"growth":{"count":1,"slots":[{"min":1.0,"max":4.0},{"min":0.0,"max":0.0},{"min":0.0,"max":0.0},{"min":0.0,"max":0.0},{"min":0.0,"max":0.0},{"min":0.0,"max":0.0}]}}"#,
    ),
];
const PIRATES_MOON: &[(&str, &str)] = &[
    (
        "LIGHT_STATE",
        r#"{"name":"lamp","light_index":1,"flags":16378,"active":1,"kind":1,"directional":1,"saturated":0,"subdivide":1,"lightmap":1,"is_static":1,"bicolored":1,"node_index":-200,"translate":[1, 2, 3],"orientation":[0.0, 0.0, 0.0],"range":[10, 20],"color":[0.25, 0.5, 0.75],"ambient_color":[0.125, 0.375, 0.625],"ambient":0.5,"diffuse":0.75}"#,
    ),
    (
        "OBJECT_MOTION",
        r#"{"flags":32703,"node_index":1,"clock":0,"gravity":-9.8,"morph":0.25,"range_xz":[0, 360],"range_y":[45, 30],"range_initial":[5, 6],"range_delta":[-1, -2],"translation_initial":[1, 2, 3],"translation_delta":[4, 5, 6],"velocity":[0.0, 0.0, 0.0],"acceleration":[0.0, 0.0, 0.0],"direction":[0.5, 0.25, 0.125],"forward_rotation_initial":1.5,"forward_rotation_delta":2.5,"unknown_120":0,"xyz_rotation_initial":[0.5, 1.5, 2.5],"xyz_rotation_delta":[3.5, 4.5, 5.5],"unknown_148":[0.0, 0.0, 0.0],"scale_initial":[1.5, 1.25, 1.125],"scale_delta":[0.75, 0.5, 0.25],"unknown_184":[0.0, 0.0, 0.0],"bounce_sequence":"land","bounce_sequence_index":-1,"bounce_sound_index":1,"bounce_full_volume":12,"water_sequence":"splash","water_sequence_index":-1,"water_sound_index":1,"water_full_volume":13,"lava_sequence":"","lava_sequence_index":-1,"lava_sound_index":0,"lava_full_volume":0,"run_time":9.5,"padding":0}"#,
    ),
    ("OBJECT_MOTION_SI_SCRIPT", r#"{"info":{"node_index":1,"script_index":1}}"#),
    ("STOP_ANIMATION", r#"{"name":"blast","anim_ref_index":-1,"anim_def_index":-1}"#),
    ("IF", r#"{"condition":16,"node_index":1,"value":{"number":-4.5},"second":0.0}"#),
    (
        "PUFFER_STATE",
        r#"{"info":{"name":"smoke","puffer_index":1,"flags":8388607,"node_index":2,"active_state":10,"translate":[1, 2, 3],"local_velocity":[2, 3, 4],"world_velocity":[3, 4, 5],"min_random_velocity":[4, 5, 6],"max_random_velocity":[5, 6, 7],"world_acceleration":[6, 7, 8],"interval_type":1,"interval_value":0.5,"size_range":[1, 2],"lifetime_range":[3, 2],"start_age_range":[0, 0.5],"deviation_distance":0.25,"unknown_range":[9, 8],"fade_range":[100, 200],"friction":0.125,"wind_factor":0.375,"priority":2,"number":7}}"#,
    ),
    (
        "PUFFER_STATE",
        r#"{"textures":{"has_run_time":1,"slots":[{"run_time":0.0,"name":"puff0"},{"run_time":0.25,"name":"puff1"},{"run_time":0.0,"name":""},{"run_time":0.0,"name":""},{"run_time":0.0,"name":""},{"run_time":0.0,"name":""}]},"colors":{"count":2,"slots":[{"unknown_0":0.5,"color":[0.25,0.5,0.75],"unknown_16":0.0},{"unknown_0":1.5,"color":[0.25,0.5,0.75],"unknown_16":1.0},{"unknown_0":0.0,"color":[0.0,0.0,0.0],"unknown_16":0.0},{"unknown_0":0.0,"color":[0.0,0.0,0.0],"unknown_16":0.0},{"unknown_0":0.0,"color":[0.0,0.0,0.0],"unknown_16":0.0},{"unknown_0":0.0,"color":[0.0,0.0,0.0],"unknown_16":0.0}]},"growth":{"count":1,"slots":[{"min":1.0,"max":4.0},{"min":0.0,"max":0.0},{"min":0.0,"max":0.0},{"min":0.0,"max":0.0},{"min":0.0,"max":0.0},{"min":0.0,"max":0.0}]}}"#,
    ),
];
const CRIMSON_SKIES: &[(&str, &str)] = &[
    ("OBJECT_MOTION_SI_SCRIPT", r#"{"info":{"unknown_0":0,"node_index":1,"script_index":1}}"#),
    (
        "SKELETON_SI_SCRIPT",
        r#"{"scripts":[{"event_type":12,"start_offset":2,"pad":0,"size":76,"start_time":0.5},{"event_type":12,"start_offset":2,"pad":0,"size":76,"start_time":0.5}]}"#,
    ),
];

/// What `wanted` says is there; numbers are equal whether they have a point or not.
fn agrees(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (Value::Object(found), Value::Object(wanted)) => {
            wanted.iter().all(|(key, wanted)| found.get(key).is_some_and(|found| agrees(found, wanted)))
        }
        (Value::Array(found), Value::Array(wanted)) => {
            found.len() == wanted.len()
                && found.iter().zip(wanted).all(|(found, wanted)| agrees(found, wanted))
        }
        (Value::Number(found), Value::Number(wanted)) => found.as_f64() == wanted.as_f64(),
        _ => found == wanted,
    }
}

#[test]
fn each_event_is_read_as_specified() {
    let games = [
        (recoil(), RECOIL),
        (mechwarrior3(), MECHWARRIOR_3),
        (pirates_moon(), PIRATES_MOON),
        (crimson_skies(), CRIMSON_SKIES),
    ];
    for (bytes, expected) in games {
        let anim = strict(&bytes);
        let main = &anim.definitions[1].sequences[0];
        for (keyword, wanted) in expected {
            let event = main.events.iter().find(|event| event.event.keyword() == *keyword).unwrap();
            let text = serde_json::to_string(&event.event).unwrap();
            if wanted.is_empty() {
                assert_eq!(text, format!("\"{keyword}\""));
                continue;
            }
            let json: Value = serde_json::from_str(&text).unwrap();
            let wanted: Value = serde_json::from_str(wanted).unwrap();
            assert!(agrees(&json[keyword], &wanted), "{text}\n{wanted}");
        }
    }
}
