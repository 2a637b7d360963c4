//! Which field of an event stands where, typed from the specification, and where the fixtures have
//! their events.

/// `docs/spec/zbd/anim-events.md`, "4. Events": the columns are Recoil, MechWarrior 3, Pirate's Moon and
/// Crimson Skies; a line with fewer has the last one for the rest.
pub const EVENTS: &[(&str, &str)] = &[
    (
        "SOUND",
        "
        0 static_sound_index i16
        2 node_index i16
        4 offset f32*3
    ",
    ),
    (
        "SOUND_NODE",
        "
        0 name name
        32 dynamic_sound_index i32
        36 flags u32
        40 active u32
        44 node_index i32
        48 translate f32*3
    ",
    ),
    (
        "EFFECT",
        "
        0 effect_index i16
        2 node_index i16
        4 offset f32*3
    ",
    ),
    (
        "LIGHT_STATE",
        "
        0 0 0 name name
        32 32 32 light_index i32
        36 36 36 flags u32
        40 40 40 active u32
        44 44 44 kind u32
        48 48 48 directional u32
        52 52 52 saturated u32
        - 56 56 subdivide u32
        - - 60 lightmap u32
        - 60 64 is_static u32
        - - 68 bicolored u32
        56 64 72 node_index i32
        60 68 76 translate f32*3
        72 80 88 orientation f32*3
        84 92 100 range f32*2
        92 100 108 color f32*3
        - - 120 ambient_color f32*3
        104 112 132 ambient f32
        108 116 136 diffuse f32
    ",
    ),
    (
        "LIGHT_ANIMATION",
        "
        0 name name
        32 light_index i32
        36 range_rate f32*2
        44 range_acceleration f32*2
        52 range_current f32*2
        60 color_rate f32*3
        72 color_acceleration f32*3
        84 color_current f32*3
        96 run_time f32
    ",
    ),
    (
        "OBJECT_ACTIVE_STATE",
        "
        0 state u32
        4 node_index i16
        6 padding u16
    ",
    ),
    (
        "OBJECT_TRANSLATE_STATE",
        "
        0 relative u32
        4 translate f32*3
        16 node_index i16
        18 at_node_index i16
    ",
    ),
    (
        "OBJECT_SCALE_STATE",
        "
        0 scale f32*3
        12 node_index i32
    ",
    ),
    (
        "OBJECT_ROTATE_STATE",
        "
        0 mode u32
        4 rotate f32*3
        16 node_index i16
        18 at_node_index i16
    ",
    ),
    (
        "OBJECT_MOTION",
        "
        0 0 0 flags u32
        4 4 4 node_index i16
        6 6 6 padding u16
        8 8 8 clock f32
        12 12 12 gravity f32
        16 16 16 morph f32
        20 20 20 range_xz f32*2
        28 28 28 range_y f32*2
        36 36 36 range_initial f32*2
        44 44 44 range_delta f32*2
        52 52 52 translation_initial f32*3
        64 64 64 translation_delta f32*3
        76 76 76 velocity f32*3
        88 88 88 acceleration f32*3
        100 100 100 direction f32*3
        112 112 112 forward_rotation_initial f32
        116 116 116 forward_rotation_delta f32
        120 120 120 unknown_120 f32
        124 124 124 xyz_rotation_initial f32*3
        136 136 136 xyz_rotation_delta f32*3
        148 148 148 unknown_148 f32*3
        160 160 160 scale_initial f32*3
        172 172 172 scale_delta f32*3
        184 184 184 unknown_184 f32*3
        196 196 196 bounce_sequence name
        228 228 228 bounce_sequence_index i16
        230 230 230 bounce_sound_index i16
        232 232 232 bounce_full_volume f32
        - 236 236 water_sequence name
        - 268 268 water_sequence_index i16
        - 270 270 water_sound_index i16
        - 272 272 water_full_volume f32
        - 276 276 lava_sequence name
        - 308 308 lava_sequence_index i16
        - 310 310 lava_sound_index i16
        - 312 312 lava_full_volume f32
        236 316 316 run_time f32
    ",
    ),
    (
        "OBJECT_MOTION_FROM_TO",
        "
        0 flags u32
        4 node_index i32
        8 morph f32*3
        20 translate f32*9
        56 rotate f32*9
        92 scale f32*9
        128 run_time f32
    ",
    ),
    (
        "OBJECT_OPACITY_STATE",
        "
        0 is_set u16
        2 has_opacity u16
        4 opacity f32
        8 node_index i16
        10 padding u16
    ",
    ),
    (
        "OBJECT_OPACITY_FROM_TO",
        "
        0 node_index i32
        4 state_from i16
        6 state_to i16
        8 opacity_from f32
        12 opacity_to f32
        16 opacity_delta f32
        20 run_time f32
    ",
    ),
    (
        "OBJECT_ADD_CHILD",
        "
        0 parent_index i16
        2 child_index i16
    ",
    ),
    (
        "OBJECT_DELETE_CHILD",
        "
        0 parent_index i16
        2 child_index i16
    ",
    ),
    (
        "OBJECT_CYCLE_TEXTURE",
        "
        0 restart u32
        4 node_index i16
        6 texture u16
    ",
    ),
    (
        "OBJECT_CONNECTOR",
        "
        0 flags u32
        4 node_index i16
        6 from_node_index i16
        8 to_node_index i16
        10 padding u16
        12 from_position f32*3
        24 to_position f32*3
        36 from_t f32*4
        52 to_t f32*4
        68 run_time f32
        72 max_length f32
    ",
    ),
    (
        "CALL_OBJECT_CONNECTOR",
        "
        0 flags u32
        4 name name
        36 anim_index i16
        38 save_index i16
        40 from_node_index i16
        42 to_node_index i16
        44 from_position f32*3
        56 to_position f32*3
    ",
    ),
    (
        "CAMERA_STATE",
        "
        0 flags u32
        4 node_index i32
        8 clip_near f32
        12 clip_far f32
        16 lod_multiplier f32
        20 fov_h f32
        24 fov_v f32
        28 zoom_h f32
        32 zoom_v f32
    ",
    ),
    (
        "CAMERA_FROM_TO",
        "
        0 flags u32
        4 node_index i32
        8 clip_near f32*3
        20 clip_far f32*3
        32 lod_multiplier f32*3
        44 fov_h f32*3
        56 fov_v f32*3
        68 zoom_h f32*3
        80 zoom_v f32*3
        92 run_time f32
    ",
    ),
    (
        "CALL_SEQUENCE",
        "
        0 name name
        32 index i32
    ",
    ),
    (
        "STOP_SEQUENCE",
        "
        0 name name
        32 index i32
    ",
    ),
    (
        "CALL_ANIMATION",
        "
        0 name name
        32 operand_node_index i16
        34 flags u16
        36 anim_index i16
        38 anim_ref_index i16
        40 node_index i16
        42 padding u16
        44 position f32*3
        56 translate f32*3
    ",
    ),
    (
        "STOP_ANIMATION",
        "
        0 name name
        32 anim_ref_index i16
        34 anim_def_index i16
    ",
    ),
    (
        "RESET_ANIMATION",
        "
        0 name name
        32 index i32
    ",
    ),
    (
        "INVALIDATE_ANIMATION",
        "
        0 name name
        32 index i32
    ",
    ),
    (
        "FOG_STATE",
        "
        0 name name
        32 flags u32
        36 kind u32
        40 color f32*3
        52 altitude f32*2
        60 range f32*2
    ",
    ),
    (
        "IF",
        "
        0 0 0 condition u32
        4 4 4 node_index i32
        8 8 8 value =
        - - 12 second f32
    ",
    ),
    (
        "CALLBACK",
        "
        0 value u32
    ",
    ),
    (
        "FBFX_COLOR_FROM_TO",
        "
        0 red f32*3
        12 green f32*3
        24 blue f32*3
        36 alpha f32*3
        48 run_time f32
    ",
    ),
    (
        "FBFX_CSINWAVE_FROM_TO",
        "
        0 flags u16
        2 node_index i16
        4 offset f32*3
        16 screen_x f32*3
        28 screen_y f32*3
        40 world_radius f32*2
        48 screen_radius f32*3
        60 csin_x f32*3
        72 csin_y f32*3
        84 csin_z f32*3
        96 run_time f32
    ",
    ),
    (
        "ANIM_VERBOSE",
        "
        0 on u32
    ",
    ),
    (
        "DETONATE_WEAPON",
        "
        0 name name
        10 node_index i16
        12 position f32*3
    ",
    ),
];

/// Where the headers of the events are, in their order.
pub const RECOIL: &[(&str, usize)] = &[
    ("SOUND", 2028),
    ("SOUND_NODE", 2056),
    ("EFFECT", 2128),
    ("LIGHT_STATE", 2156),
    ("LIGHT_ANIMATION", 2280),
    ("OBJECT_ACTIVE_STATE", 2392),
    ("OBJECT_TRANSLATE_STATE", 2412),
    ("OBJECT_SCALE_STATE", 2444),
    ("OBJECT_ROTATE_STATE", 2472),
    ("OBJECT_MOTION", 2504),
    ("OBJECT_MOTION_FROM_TO", 2756),
    ("OBJECT_MOTION_SI_SCRIPT", 2900),
    ("OBJECT_OPACITY_STATE", 3040),
    ("OBJECT_OPACITY_FROM_TO", 3064),
    ("OBJECT_ADD_CHILD", 3100),
    ("OBJECT_DELETE_CHILD", 3116),
    ("OBJECT_CYCLE_TEXTURE", 3132),
    ("OBJECT_CONNECTOR", 3152),
    ("CALL_OBJECT_CONNECTOR", 3240),
    ("CAMERA_STATE", 3320),
    ("CAMERA_FROM_TO", 3368),
    ("CALL_SEQUENCE", 3476),
    ("STOP_SEQUENCE", 3524),
    ("CALL_ANIMATION", 3572),
    ("STOP_ANIMATION", 3652),
    ("RESET_ANIMATION", 3700),
    ("INVALIDATE_ANIMATION", 3748),
    ("FOG_STATE", 3796),
    ("IF", 3876),
    ("ELSEIF", 3900),
    ("ELSE", 3924),
    ("ENDIF", 3936),
    ("CALLBACK", 3948),
    ("FBFX_COLOR_FROM_TO", 3964),
    ("FBFX_CSINWAVE_FROM_TO", 4028),
    ("ANIM_VERBOSE", 4140),
    ("DETONATE_WEAPON", 4156),
    ("LOOP", 4192),
];
/// Where the headers of the events are, in their order.
pub const MECHWARRIOR_3: &[(&str, usize)] = &[
    ("SOUND", 2028),
    ("SOUND_NODE", 2056),
    ("LIGHT_STATE", 2128),
    ("LIGHT_ANIMATION", 2260),
    ("OBJECT_ACTIVE_STATE", 2372),
    ("OBJECT_TRANSLATE_STATE", 2392),
    ("OBJECT_SCALE_STATE", 2424),
    ("OBJECT_ROTATE_STATE", 2452),
    ("OBJECT_MOTION", 2484),
    ("OBJECT_MOTION_FROM_TO", 2816),
    ("OBJECT_MOTION_SI_SCRIPT", 2960),
    ("OBJECT_OPACITY_STATE", 3172),
    ("OBJECT_OPACITY_FROM_TO", 3196),
    ("OBJECT_ADD_CHILD", 3232),
    ("OBJECT_DELETE_CHILD", 3248),
    ("OBJECT_CYCLE_TEXTURE", 3264),
    ("OBJECT_CONNECTOR", 3284),
    ("CALL_OBJECT_CONNECTOR", 3372),
    ("CAMERA_STATE", 3452),
    ("CAMERA_FROM_TO", 3500),
    ("CALL_SEQUENCE", 3608),
    ("STOP_SEQUENCE", 3656),
    ("CALL_ANIMATION", 3704),
    ("STOP_ANIMATION", 3784),
    ("RESET_ANIMATION", 3832),
    ("INVALIDATE_ANIMATION", 3880),
    ("FOG_STATE", 3928),
    ("IF", 4008),
    ("ELSEIF", 4032),
    ("ELSE", 4056),
    ("ENDIF", 4068),
    ("CALLBACK", 4080),
    ("FBFX_COLOR_FROM_TO", 4096),
    ("DETONATE_WEAPON", 4160),
    ("PUFFER_STATE", 4196),
    ("LOOP", 4788),
];
/// Where the headers of the events are, in their order.
pub const PIRATES_MOON: &[(&str, usize)] = &[
    ("SOUND", 1916),
    ("SOUND_NODE", 1944),
    ("LIGHT_STATE", 2016),
    ("LIGHT_ANIMATION", 2168),
    ("OBJECT_ACTIVE_STATE", 2280),
    ("OBJECT_TRANSLATE_STATE", 2300),
    ("OBJECT_SCALE_STATE", 2332),
    ("OBJECT_ROTATE_STATE", 2360),
    ("OBJECT_MOTION", 2392),
    ("OBJECT_MOTION_FROM_TO", 2724),
    ("OBJECT_MOTION_SI_SCRIPT", 2868),
    ("OBJECT_OPACITY_STATE", 2904),
    ("OBJECT_OPACITY_FROM_TO", 2928),
    ("OBJECT_ADD_CHILD", 2964),
    ("OBJECT_DELETE_CHILD", 2980),
    ("OBJECT_CYCLE_TEXTURE", 2996),
    ("OBJECT_CONNECTOR", 3016),
    ("CALL_OBJECT_CONNECTOR", 3104),
    ("CAMERA_STATE", 3184),
    ("CAMERA_FROM_TO", 3232),
    ("CALL_SEQUENCE", 3340),
    ("STOP_SEQUENCE", 3388),
    ("CALL_ANIMATION", 3436),
    ("STOP_ANIMATION", 3516),
    ("RESET_ANIMATION", 3564),
    ("INVALIDATE_ANIMATION", 3612),
    ("FOG_STATE", 3660),
    ("IF", 3740),
    ("ELSEIF", 3768),
    ("ELSE", 3796),
    ("ENDIF", 3808),
    ("CALLBACK", 3820),
    ("FBFX_COLOR_FROM_TO", 3836),
    ("FBFX_CSINWAVE_FROM_TO", 3900),
    ("ANIM_VERBOSE", 4012),
    ("DETONATE_WEAPON", 4028),
    ("PUFFER_STATE", 4064),
    ("LOOP", 4660),
];
/// Where the headers of the events are, in their order.
pub const CRIMSON_SKIES: &[(&str, usize)] = &[
    ("SOUND", 2192),
    ("SOUND_NODE", 2220),
    ("LIGHT_STATE", 2292),
    ("LIGHT_ANIMATION", 2444),
    ("OBJECT_ACTIVE_STATE", 2556),
    ("OBJECT_TRANSLATE_STATE", 2576),
    ("OBJECT_SCALE_STATE", 2608),
    ("OBJECT_ROTATE_STATE", 2636),
    ("OBJECT_MOTION", 2668),
    ("OBJECT_MOTION_FROM_TO", 3000),
    ("OBJECT_MOTION_SI_SCRIPT", 3144),
    ("OBJECT_OPACITY_STATE", 3220),
    ("OBJECT_OPACITY_FROM_TO", 3244),
    ("OBJECT_ADD_CHILD", 3280),
    ("OBJECT_DELETE_CHILD", 3296),
    ("OBJECT_CYCLE_TEXTURE", 3312),
    ("OBJECT_CONNECTOR", 3332),
    ("CALL_OBJECT_CONNECTOR", 3420),
    ("CAMERA_STATE", 3500),
    ("CAMERA_FROM_TO", 3548),
    ("CALL_SEQUENCE", 3656),
    ("STOP_SEQUENCE", 3704),
    ("CALL_ANIMATION", 3752),
    ("STOP_ANIMATION", 3832),
    ("RESET_ANIMATION", 3880),
    ("INVALIDATE_ANIMATION", 3928),
    ("FOG_STATE", 3976),
    ("IF", 4056),
    ("ELSEIF", 4084),
    ("ELSE", 4112),
    ("ENDIF", 4124),
    ("CALLBACK", 4136),
    ("FBFX_COLOR_FROM_TO", 4152),
    ("FBFX_CSINWAVE_FROM_TO", 4216),
    ("ANIM_VERBOSE", 4328),
    ("DETONATE_WEAPON", 4344),
    ("PUFFER_STATE", 4380),
    ("SOUND_ADJUST", 4976),
    ("SKELETON_SI_SCRIPT", 5164),
    ("LOOP", 5332),
];
