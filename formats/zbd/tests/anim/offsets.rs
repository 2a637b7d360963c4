//! Every typed field is written at the offset the specification gives it, and nowhere else. Counts and
//! sizes follow from the lists, so they have no row.

use crate::anim::tables::{CRIMSON_SKIES, EVENTS, MECHWARRIOR_3, PIRATES_MOON, RECOIL};
use crate::anim::{crimson_skies, mechwarrior3, pirates_moon, recoil, strict};
use harness::typed::{self, row, run_tables, structure};
use zbd::anim;

/// A table with all its columns.
fn columns(table: &str) -> String {
    let mut full = String::new();
    for line in table.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<_> = line.split_whitespace().collect();
        let offsets = words.iter().take_while(|word| **word == "-" || word.parse::<u32>().is_ok()).count();
        for column in 0..4 {
            full += words[column.min(offsets - 1)];
            full += " ";
        }
        full += &words[offsets..].join(" ");
        full += "\n";
    }
    full
}

/// Structures of a game: JSON pointer, offset and table of each.
fn check(bytes: &[u8], column: usize, structures: &[(String, usize, &str)]) -> usize {
    let tables: Vec<_> =
        structures.iter().map(|(pointer, offset, table)| (pointer, *offset, columns(table))).collect();
    let structures: Vec<_> =
        tables.iter().map(|(pointer, offset, table)| structure(pointer, *offset, table)).collect();
    run_tables(&strict(bytes), anim::write, column, &structures)
}

const MAIN: &str = "/definitions/1/sequences/0/events";

/// Types that have a test of their own: their values are not in one record.
const APART: [&str; 8] = [
    "OBJECT_MOTION_SI_SCRIPT",
    "SKELETON_SI_SCRIPT",
    "PUFFER_STATE",
    "SOUND_ADJUST",
    "ELSE",
    "ENDIF",
    "ELSEIF",
    "LOOP",
];

fn check_events(bytes: &[u8], column: usize, events: &[(&str, usize)]) -> usize {
    let mut structures = Vec::new();
    for (index, (keyword, header)) in events.iter().enumerate() {
        match EVENTS.iter().find(|(known, _)| known == keyword) {
            Some((_, table)) => {
                structures.push((format!("{MAIN}/{index}/event/{keyword}"), header + 12, *table));
            }
            None => assert!(APART.contains(keyword), "{keyword} has no table"),
        }
    }
    check(bytes, column, &structures)
}

#[test]
fn each_field_of_an_event_is_written_at_its_offset() {
    let mut counts = [0; 4];
    for (column, (bytes, events)) in GAMES.into_iter().enumerate() {
        counts[column] = check_events(&bytes(), column, events);
    }
    assert_eq!(counts, [331, 309, 342, 342]);
}

/// Index and offset behind the header of the event of a type.
fn place(events: &[(&str, usize)], keyword: &str) -> (String, usize) {
    let index = events.iter().position(|(known, _)| *known == keyword).unwrap();
    (format!("{MAIN}/{index}/event/{keyword}"), events[index].1 + 12)
}

/// A fixture and where its events are.
type Game = (fn() -> Vec<u8>, &'static [(&'static str, usize)]);

const GAMES: [Game; 4] = [
    (recoil, RECOIL),
    (mechwarrior3, MECHWARRIOR_3),
    (pirates_moon, PIRATES_MOON),
    (crimson_skies, CRIMSON_SKIES),
];

#[test]
fn each_value_of_a_condition_and_a_loop_is_written_at_its_offset() {
    for (column, (bytes, events)) in GAMES.into_iter().enumerate() {
        let (test, at) = place(events, "IF");
        let (elseif, elseif_at) = place(events, "ELSEIF");
        let (until, until_at) = place(events, "LOOP");
        let structures = [
            (format!("{test}/value"), at + 8, "0 number f32"),
            (format!("{elseif}/value"), elseif_at + 8, "0 integer i32"),
            (format!("{until}/until/count"), until_at + 4, "0 count i16\n2 pad u16"),
        ];
        assert_eq!(check(&bytes(), column, &structures), 4);
        // Another form, with flags of its own.
        let pointer = format!("{until}/until");
        for (value, written) in [
            ("{\"run_time\": 2.5}", "02 00 00 00 00 00 20 40"),
            ("{\"other\": {\"flags\": 9, \"value\": 8}}", "09 00 00 00 08 00 00 00"),
        ] {
            let (edits, changes) = ([(pointer.as_str(), value)], [(until_at, written)]);
            typed::run(&strict(&bytes()), anim::write, &[row(&edits, &changes)]);
        }
    }
}

/// "4.36 PUFFER_STATE (42)".
const PUFFER: &str = "
    - 0 0 name name
    - 32 32 puffer_index i32
    - 36 36 flags u32
    - 40 40 node_index i32
    - 44 44 active_state u32
    - 48 48 translate f32*3
    - 60 60 local_velocity f32*3
    - 72 72 world_velocity f32*3
    - 84 84 min_random_velocity f32*3
    - 96 96 max_random_velocity f32*3
    - 108 108 world_acceleration f32*3
    - 120 120 interval_type u32
    - 124 124 interval_value f32
    - 128 128 size_range f32*2
    - 136 136 lifetime_range f32*2
    - 144 144 start_age_range f32*2
    - 152 152 deviation_distance f32
    - 156 156 unknown_range f32*2
    - 164 164 fade_range f32*2
    - 172 172 friction f32
    - 176 176 wind_factor f32
    - 180 180 priority f32
    - - 184 number u32
";

#[test]
fn each_field_of_an_emitter_is_written_at_its_offset() {
    for (column, (bytes, events)) in GAMES.into_iter().enumerate().skip(1) {
        let (puffer, at) = place(events, "PUFFER_STATE");
        let lists = at + if column == 1 { 184 } else { 188 };
        let mut structures = vec![
            (format!("{puffer}/info"), at, PUFFER),
            (format!("{puffer}/textures"), lists, "0 has_run_time u32\n4 slots ="),
            (format!("{puffer}/colors"), lists + 220, "0 count u32\n4 slots ="),
            (format!("{puffer}/growth"), lists + 344, "0 count u32\n4 slots ="),
        ];
        for slot in 0..6 {
            let [texture, color, growth] =
                ["textures", "colors", "growth"].map(|list| format!("{puffer}/{list}/slots/{slot}"));
            structures.push((texture, lists + 4 + 36 * slot, "0 run_time f32\n4 name name"));
            let table = "0 unknown_0 f32\n4 color f32*3\n16 unknown_16 f32";
            structures.push((color, lists + 224 + 20 * slot, table));
            structures.push((growth, lists + 348 + 8 * slot, "0 min f32\n4 max f32"));
        }
        assert_eq!(check(&bytes(), column, &structures), if column == 1 { 96 } else { 97 });
    }
}

/// "4.12 OBJECT_MOTION_SI_SCRIPT (12)".
const SI_SCRIPT: &str = "
    - - - 0 unknown_0 i32
    0 0 0 4 node_index i32
    - - 4 8 script_index u32
    - 8 8 - unknown_8 f32
    8 12 12 - script_time f32
    12 16 16 - script_position u32
    16 20 20 - frame_index u32
    - - - 12 unused u32*13
";
const VECTOR: &str = "0 base f32*3\n12 unused u32 -1\n16 delta f32*3\n28 spline =";
/// Recoil has no splines.
const BARE: &str = "0 base f32*3\n12 unused =\n16 delta f32*3\n- spline =";
const ROTATE: &str = "0 base f32*4\n16 delta f32*3\n28 spline =";

#[test]
fn each_field_of_keyframes_is_written_at_its_offset() {
    let frames = |pointer: String, at: usize, channel: usize| {
        vec![
            (
                format!("{pointer}/0"),
                at,
                "4 start_time f32\n8 end_time f32\n0 translate =\n0 rotate =\n0 scale =",
            ),
            (format!("{pointer}/0/translate"), at + 12, VECTOR),
            (format!("{pointer}/0/translate/spline/0"), at + 12 + 28, "0 . f32*4"),
            (format!("{pointer}/0/translate/spline/2"), at + 12 + 28 + 32, "0 . f32*4"),
            (format!("{pointer}/0/rotate"), at + 12 + channel, ROTATE),
            (format!("{pointer}/0/rotate/spline/0"), at + 12 + channel + 28, "0 . f32*4"),
            (format!("{pointer}/1"), at + 12 + 2 * channel, "4 start_time f32\n8 end_time f32"),
        ]
    };
    let (script, at) = place(MECHWARRIOR_3, "OBJECT_MOTION_SI_SCRIPT");
    let mut structures = frames(format!("{script}/frames/known"), at + 24, 76);
    structures[0].2 = "4 start_time f32\n8 end_time f32\n0 translate =\n0 rotate =";
    structures.push((format!("{script}/info"), at, SI_SCRIPT));
    assert_eq!(check(&mechwarrior3(), 1, &structures), 35);

    let (script, at) = place(RECOIL, "OBJECT_MOTION_SI_SCRIPT");
    let mut structures = frames(format!("{script}/frames/known"), at + 20, 28);
    structures[6].1 += 28;
    // There are no splines.
    structures.retain(|(pointer, ..)| !pointer.contains("spline"));
    structures.push((format!("{script}/frames/known/0/scale"), at + 20 + 12 + 56, BARE));
    structures.push((format!("{script}/info"), at, SI_SCRIPT));
    structures[1].2 = "0 base f32*3\n12 unused u32 -1\n16 delta f32*3\n- spline =";
    assert_eq!(check(&recoil(), 0, &structures), 28);

    for (column, (bytes, events), table) in [(2, GAMES[2], 5104), (3, GAMES[3], 5856)] {
        let (script, at) = place(events, "OBJECT_MOTION_SI_SCRIPT");
        let mut structures = frames("/scripts/0/frames/known".to_owned(), table + 56 + 14, 76);
        structures[0].2 = "4 start_time f32\n8 end_time f32\n0 translate =\n0 rotate =";
        structures.push((format!("{script}/info"), at, SI_SCRIPT));
        let info = "0 script_name_ptr u32\n4 object_name_ptr u32\n10 pad u16\n12 spline_interpolation u32\n24 script_data_ptr u32";
        structures.push(("/scripts/0/info".to_owned(), table, info));
        structures.push(("/scripts/1/info".to_owned(), table + 28, info));
        assert_eq!(check(&bytes(), column, &structures), if column == 2 { 46 } else { 56 });
    }
}

#[test]
fn each_field_of_a_skeleton_is_written_at_its_offset() {
    let (skeleton, at) = place(CRIMSON_SKIES, "SKELETON_SI_SCRIPT");
    let header = "0 event_type u8\n1 start_offset u8\n2 pad u16\n4 size u32\n8 start_time f32\n12 info =";
    let structures =
        [0, 1].map(|script| (format!("{skeleton}/scripts/{script}"), at + 4 + 76 * script, header));
    let infos =
        [0, 1].map(|script| (format!("{skeleton}/scripts/{script}/info"), at + 16 + 76 * script, SI_SCRIPT));
    assert_eq!(check(&crimson_skies(), 3, &[structures, infos].concat()), 42);
}

/// `docs/spec/zbd/anim.md`, "6. Animation definition, fixed part".
const HEAD: &str = "
    0 0 0 0 anim_name =
    - - 32 32 unknowns_ptr u32
    - - 36 - unknowns_count u32
    32 32 40 40 name name
    64 64 72 72 anim_ptr u32 -1
    68 68 76 76 anim_root_name =
    100 100 108 108 anim_root_ptr u32 -1
    104 104 112 112 unused u32*11
    148 148 156 156 flags u32
    152 152 160 160 status u8
    153 153 161 161 activation u8
    154 154 162 162 execution_priority u8
    155 155 163 163 unknown_155 u8
    156 156 164 164 exec_by_range_min f32
    160 160 168 168 exec_by_range_max f32
    164 164 172 172 reset_time f32
    168 168 176 176 clock f32
    172 172 180 180 max_health f32
    176 176 184 184 cur_health f32
    180 180 188 188 run_time u32*3
    - 192 200 200 run_time_3 u32
    192 196 204 204 seq_defs_ptr u32
    - - 208 208 reset_state_ptr u32
    - - - 212 unknown_seq_ptr u32
";
const LISTS: &str = "
    268 273 225 225 activ_prereq_min_to_satisfy u8
    270 275 227 - padding u8
    271 - - - padding_11 u8
    272 276 228 228 objects_ptr u32
    276 280 232 232 nodes_ptr u32
    280 284 236 236 lights_ptr u32
    - 288 240 240 puffers_ptr u32
    284 292 244 244 dynamic_sounds_ptr u32
    288 296 248 248 static_sounds_ptr u32
    292 300 252 252 effects_ptr u32
    296 304 256 256 activ_prereqs_ptr u32
    300 308 260 260 anim_refs_ptr u32
    304 312 264 - next_instance u32
    - - - 264 script_indices_ptr u32
    - - - 268 unknown_268 u32
";
/// "9. Sequence header".
const SEQUENCE: &str = "
    0 name name
    32 current_state u8
    33 reset_state u8
    34 pad u16
    36 clock f32
    40 event_clock f32
    44 loop_time f32
    48 loop_counter u32
    52 current_event u32
    56 ptr u32
";
/// "5. Info block".
const INFO: &str = "
    0 0 0 unknown_0 u32
    4 4 4 unknown_4 u32
    8 8 8 unknown_8 u16
    12 12 12 defs_ptr u32
    - - 20 scripts_ptr u32
    16 16 24 msg_count u32
    20 20 28 msgs_ptr u32
    24 24 32 world_ptr u32
    28 28 36 gravity f32
    - - 40 unknown_40 u32
    32 32 44 unused u32*4
    48 48 - unused_48 u32*3
    - 60 60 unknown_60 u32
    - 64 - unknown_64 u32
    - - 64 unused_64 u32*11
";

/// Offsets of the info block, and of definition 1 and its first sequence.
const PLACES: [[usize; 3]; 4] = [[180, 612, 1964], [180, 628, 1964], [184, 560, 1852], [364, 744, 2128]];

#[test]
fn each_field_of_a_definition_is_written_at_its_offset() {
    let mut counts = [0; 4];
    for (column, (bytes, events)) in GAMES.into_iter().enumerate() {
        let [info, definition, sequence] = PLACES[column];
        let structures = [
            ("/info".to_owned(), info, INFO),
            ("/definitions/1/head".to_owned(), definition, HEAD),
            ("/definitions/1/lists".to_owned(), definition, LISTS),
            ("/definitions/1/sequences/0/header".to_owned(), sequence, SEQUENCE),
            (format!("{MAIN}/0"), events[0].1, "1 start_offset u8\n8 start_time f32\n12 event ="),
        ];
        counts[column] = check(&bytes(), column, &structures);
    }
    assert_eq!(counts, [68, 71, 83, 83]);
}

/// "8. Support arrays": an object but for its first floats and the one that is NaN, and so on.
const OBJECT: &str = "
    0 0 0 name name
    32 32 32 unknown_32 u32
    36 36 36 ptr u32 -1
    40 40 - flags u32
    44 44 - merged_flags u32
    - - 40 short_flags u16
    - - 42 root_index u16
    48 48 44 transform =
";
const NODE: &str = "
    - - 0 flags u16
    - - 2 root_index u16
    0 0 4 name name
    32 32 36 unknown_32 u32
    36 36 40 ptr u32 -1
";
const LIGHT: &str = "0 name name\n32 flags u32\n36 ptr u32\n40 in_world u32";
const PUFFER_REF: &str = "0 name name\n32 flags u32\n36 ptr u32\n40 unknown_40 u32";
const STATIC_SOUND: &str = "
    0 0 0 - name =
    32 32 32 - unknown_32 u32
    - - - 0 long_name =
";

/// Where each list of definition 1 has its second entry.
const ENTRIES: [&[(&str, usize, &str)]; 4] = [
    &[
        ("objects/1", 1016, OBJECT),
        ("nodes/1", 1152, NODE),
        ("nodes/2", 1192, NODE),
        ("lights/1", 1316, LIGHT),
        ("dynamic_sounds/1", 1404, LIGHT),
        ("static_sounds/1", 1484, STATIC_SOUND),
        ("effects/1", 1556, "0 name =\n32 index u32"),
        ("prerequisites/0", 1592, "0 optional u32\n8 condition ="),
        ("prerequisites/0/condition/animation", 1600, ANIMATION),
        ("prerequisites/1/condition/parent", 1648, CONDITION),
        ("prerequisites/2/condition/object", 1696, CONDITION),
        ("anim_refs/0", 1736, "0 callee =\n68 instance u32"),
        ("anim_refs/1", 1808, "0 callee =\n68 instance u32"),
    ],
    &[
        ("objects/1", 1040, OBJECT),
        ("nodes/1", 1176, NODE),
        ("nodes/2", 1216, NODE),
        ("lights/1", 1300, LIGHT),
        ("puffers/1", 1388, PUFFER_REF),
        ("dynamic_sounds/1", 1476, LIGHT),
        ("static_sounds/1", 1556, STATIC_SOUND),
        ("prerequisites/2", 1688, "0 optional u32\n8 condition ="),
        ("prerequisites/0/condition/animation", 1600, ANIMATION),
        ("prerequisites/2/condition/object", 1696, CONDITION),
        ("anim_refs/1", 1808, "0 callee =\n68 instance u32"),
    ],
    &[
        ("objects/1", 920, OBJECT),
        ("nodes/1", 1056, NODE),
        ("nodes/2", 1100, NODE),
        ("lights/1", 1188, LIGHT),
        ("puffers/1", 1276, PUFFER_REF),
        ("dynamic_sounds/1", 1364, LIGHT),
        ("static_sounds/1", 1444, STATIC_SOUND),
        ("prerequisites/1/condition/parent", 1536, CONDITION),
        ("prerequisites/2/condition/object", 1584, CONDITION),
        ("anim_refs/1", 1696, "0 callee =\n68 instance u32"),
    ],
    &[
        ("path/1", 1052, "0 name =\n32 value u32"),
        ("objects/1", 1180, OBJECT),
        ("nodes/2", 1360, NODE),
        ("lights/1", 1448, LIGHT),
        ("puffers/1", 1536, PUFFER_REF),
        ("dynamic_sounds/1", 1624, LIGHT),
        ("static_sounds/1", 1708, STATIC_SOUND),
        ("prerequisites/2/condition/object", 1852, CONDITION),
        ("anim_refs/1", 1964, "0 callee =\n68 instance u32"),
        ("script_indices/1", 2040, "0 . u32"),
    ],
];
const ANIMATION: &str = "0 name name\n32 unknown_32 u32\n36 unknown_36 u32";
const CONDITION: &str = "0 active u32\n4 name name\n36 ptr u32 -1";

#[test]
fn each_field_of_the_lists_is_written_at_its_offset() {
    let mut counts = [0; 4];
    for (column, (bytes, _)) in GAMES.into_iter().enumerate() {
        let structures: Vec<_> = ENTRIES[column]
            .iter()
            .map(|(pointer, offset, table)| (format!("/definitions/1/{pointer}"), *offset, *table))
            .collect();
        counts[column] = check(&bytes(), column, &structures);
    }
    assert_eq!(counts, [33, 32, 35, 28]);
}

#[test]
fn texts_with_old_memory_and_floats_that_are_none_are_written_at_their_offset() {
    let rows = [
        row(&[("/files/0/name", "\"a\"")], &[(12, "\"a\" 00*79")]),
        row(&[("/files/1/timestamp", "1")], &[(176, "01 00 00 00")]),
        row(&[("/definitions/1/head/anim_name", "\"lid\"")], &[(612, "\"lid\" 00*29")]),
        row(&[("/definitions/1/head/anim_root_name", "\"lid\"")], &[(680, "\"lid\" 00*29")]),
        row(&[("/definitions/1/objects/1/transform/8", "2")], &[(1016 + 48 + 32, "00 00 00 40")]),
        row(
            &[("/definitions/1/objects/1/transform/9", "\"0xff800000\"")],
            &[(1016 + 48 + 36, "00 00 80 ff")],
        ),
        row(&[("/definitions/1/effects/1/name", "\"glow\"")], &[(1556, "\"glow\" 00*28")]),
        row(&[("/definitions/1/static_sounds/1/name", "\"boom\"")], &[(1484, "\"boom\" 00*28")]),
        row(&[("/definitions/1/anim_refs/0/callee/animation/name", "\"x\"")], &[(1736, "\"x\" 00*63")]),
        row(&[("/definitions/1/anim_refs/1/callee/local/local_name", "\"x\"")], &[(1840, "\"x\" 00*31")]),
        row(
            &[(
                "/definitions/1/prerequisites/0/condition",
                "{\"other\": {\"kind\": 9, \"words\": [1,0,0,0,0,0,0,0,0,2]}}",
            )],
            &[(1596, "09 00 00 00 01 00 00 00 00*32 02 00 00 00")],
        ),
    ];
    assert_eq!(typed::run(&strict(&recoil()), anim::write, &rows), rows.len());
    let rows = [
        row(&[("/timestamp", "1")], &[(8, "01 00 00 00")]),
        row(&[("/scripts/0/script_name", "\"..-0.zan\"")], &[(5160, "\"..-0.zan\"")]),
        row(&[("/scripts/0/object_name", "\"ARM0\"")], &[(5169, "\"ARM0\"")]),
    ];
    assert_eq!(typed::run(&strict(&pirates_moon()), anim::write, &rows), rows.len());
    let rows = [
        row(&[("/base_files/1/name", "\"p\"")], &[(148, "\"p\" 00*127")]),
        row(&[("/base_files/0/timestamp", "2")], &[(144, "02 00 00 00")]),
        row(&[("/definitions/1/path/0/name", "\"p\"")], &[(1016, "\"p\" 00*31")]),
        row(&[("/definitions/1/static_sounds/1/long_name", "\"p\"")], &[(1708, "\"p\" 00*39")]),
    ];
    assert_eq!(typed::run(&strict(&crimson_skies()), anim::write, &rows), rows.len());
}
