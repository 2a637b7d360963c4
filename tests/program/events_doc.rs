//! `docs/events.md` lists every event of the animations of Zipper games: who has it, where it is compiled
//! and where it acts, and which tests would miss it. It is generated: `REVISIT_BLESS=1 cargo test -p revisit
//! events_doc` writes it.
//!
//! What is there to list comes from the specification's own table and from the code, by matches that name
//! each variant: a new event, condition, activation or part of a motion does not compile without a row.
//!
//! Source: `docs/spec/zbd/anim-events.md`, "2. Type table (data size)" and "5. Quick facts for tests".

use crate::implemented::{self, Covered, assert_page, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use world::program::{Activation, Condition, Definition, Event, Gate, Gravity, ObjectMotion};
use zbd::anim::events::{Event as FileEvent, OtherEvent};

/// Where something acts, and what would miss it.
#[derive(Clone, Copy, Debug)]
struct Row {
    keyword: &'static str,
    covered: Covered,
}

/// Rows of a table, and a match over what they are rows of, which does not compile if one is missing.
macro_rules! rows {
    ($rows:ident, $guard:ident of $kind:ty;
     $($pattern:pat => $keyword:literal, $file:literal, $test:literal, $compiled:literal;)*) => {
        static $rows: &[Row] = &[$(Row {
            keyword: $keyword,
            covered: Covered {
                files: &[concat!("engine/runtime/src/programs/", $file)],
                tests: &[
                    concat!("engine/runtime/tests/", $test),
                    concat!("engine/load/tests/zipper/events.rs::", $compiled),
                ],
            },
        }),*];

        /// The key word of each variant.
        fn $guard(one: &$kind) -> &'static str {
            match one {
                $($pattern => $keyword,)*
            }
        }
    };
}

rows! {
    EVENTS, event_keyword of Event;
    Event::SetActive { .. } => "OBJECT_ACTIVE_STATE", "events.rs", "program_events.rs::nodes_are_switched_on_and_off", "events_that_change_nodes_at_once";
    Event::Translate { .. } => "OBJECT_TRANSLATE_STATE", "moves.rs", "program_events.rs::nodes_are_put_somewhere_else", "events_that_change_nodes_at_once";
    Event::Scale { .. } => "OBJECT_SCALE_STATE", "events.rs", "program_events.rs::nodes_are_scaled_but_never_to_nothing", "events_that_change_nodes_at_once";
    Event::Rotate { .. } => "OBJECT_ROTATE_STATE", "moves.rs", "program_events.rs::nodes_are_turned", "events_that_change_nodes_at_once";
    Event::MoveTo(_) => "OBJECT_MOTION_FROM_TO", "moves.rs", "program_events.rs::a_node_goes_turns_and_grows_on_its_way", "events_that_change_nodes_over_some_time";
    Event::SetOpacity { .. } => "OBJECT_OPACITY_STATE", "moves.rs", "program_events.rs::opacity_counts_while_its_switch_is_on", "events_that_change_nodes_at_once";
    Event::FadeTo(_) => "OBJECT_OPACITY_FROM_TO", "moves.rs", "program_events.rs::a_node_fades_over_its_time", "events_that_change_nodes_over_some_time";
    Event::AddChild { .. } => "OBJECT_ADD_CHILD", "events.rs", "program_events.rs::nodes_are_hung_below_others_and_taken_off", "events_that_change_nodes_at_once";
    Event::DeleteChild { .. } => "OBJECT_DELETE_CHILD", "events.rs", "program_events.rs::nodes_are_hung_below_others_and_taken_off", "events_that_change_nodes_at_once";
    Event::HangSound { hangs: true, .. } => "OBJECT_ADD_CHILD", "sounds.rs", "program_groups.rs::a_sound_stands_or_hangs_at_a_node_and_is_silent_while_that_is_hidden", "a_sound_that_becomes_a_child_hangs_at_a_node";
    Event::HangSound { hangs: false, .. } => "OBJECT_DELETE_CHILD", "sounds.rs", "program_groups.rs::a_sound_stands_or_hangs_at_a_node_and_is_silent_while_that_is_hidden", "a_sound_that_becomes_a_child_hangs_at_a_node";
    Event::CallSequence(_) => "CALL_SEQUENCE", "events.rs", "programs.rs::a_called_sequence_runs_in_the_same_tick_only_if_it_comes_later", "events_that_call_and_lead";
    Event::StopSequence(_) => "STOP_SEQUENCE", "events.rs", "programs.rs::a_stopped_sequence_is_over_and_one_that_waits_cannot_be_called_any_more", "events_that_call_and_lead";
    Event::Call(_) => "CALL_ANIMATION", "events.rs", "programs.rs::who_waits_goes_on_when_what_it_called_is_over", "events_that_call_and_lead";
    Event::Stop(_) => "STOP_ANIMATION", "start.rs", "program_life.rs::programs_stop_reset_and_invalidate_each_other_and_themselves", "events_that_call_and_lead";
    Event::Reset(_) => "RESET_ANIMATION", "reset.rs", "program_life.rs::programs_stop_reset_and_invalidate_each_other_and_themselves", "events_that_call_and_lead";
    Event::Invalidate(_) => "INVALIDATE_ANIMATION", "start.rs", "program_life.rs::programs_stop_reset_and_invalidate_each_other_and_themselves", "events_that_call_and_lead";
    Event::Loop(_) => "LOOP", "step.rs", "programs.rs::a_loop_over_instant_events_takes_a_sixtieth_of_a_second_for_each_pass", "events_that_call_and_lead";
    Event::If(_) => "IF", "events.rs", "programs.rs::one_branch_is_taken", "events_that_call_and_lead";
    Event::ElseIf(_) => "ELSEIF", "events.rs", "programs.rs::one_branch_is_taken", "events_that_call_and_lead";
    Event::Else => "ELSE", "events.rs", "programs.rs::one_branch_is_taken", "events_that_call_and_lead";
    Event::EndIf => "ENDIF", "events.rs", "programs.rs::one_branch_is_taken", "events_that_call_and_lead";
    Event::Callback(_) => "CALLBACK", "callbacks.rs", "program_callbacks.rs::a_cue_says_what_a_known_number_means", "events_that_call_and_lead";
    Event::Motion(_) => "OBJECT_MOTION", "bodies.rs", "program_bodies.rs::a_body_goes_by_its_velocity_and_then_takes_up_speed", "each_part_of_a_motion";
    Event::Script(_) => "OBJECT_MOTION_SI_SCRIPT", "script.rs", "program_bodies.rs::a_node_follows_its_keys_holds_between_them_and_stays_at_the_end", "events_that_change_nodes_over_some_time";
    Event::Skeleton(_) => "SKELETON_SI_SCRIPT", "script.rs", "program_bodies.rs::the_bones_of_a_skeleton_begin_together_and_the_longest_ends_it", "a_skeleton_has_a_script_for_each_bone_and_damage_a_sequence";
    Event::Sound { .. } => "SOUND", "sounds.rs", "program_sounds.rs::a_sound_is_heard_once_everywhere_or_at_a_node", "events_that_are_heard_and_seen";
    Event::SoundNode { .. } => "SOUND_NODE", "sounds.rs", "program_sounds.rs::a_sound_node_is_heard_until_it_is_switched_off_or_its_program_stops", "events_that_are_heard_and_seen";
    Event::Effect { .. } => "EFFECT", "sounds.rs", "program_sounds.rs::effects_and_weapons_go_off_in_their_place", "events_that_are_heard_and_seen";
    Event::Light(_) => "LIGHT_STATE", "lights.rs", "program_lights.rs::a_light_takes_over_what_is_given_and_keeps_the_rest", "events_that_are_heard_and_seen";
    Event::LightAnimation(_) => "LIGHT_ANIMATION", "lights.rs", "program_lights.rs::rates_change_range_and_colour_of_a_light", "events_that_are_heard_and_seen";
    Event::CycleTexture { .. } => "OBJECT_CYCLE_TEXTURE", "view.rs", "program_lights.rs::a_texture_cycle_goes_to_a_picture", "events_that_change_nodes_at_once";
    Event::Connector(_) => "OBJECT_CONNECTOR", "connect.rs", "program_connect.rs::a_beam_reaches_from_one_place_to_the_other_without_rolling", "events_that_change_nodes_over_some_time";
    Event::CallConnector(_) => "CALL_OBJECT_CONNECTOR", "connect.rs", "program_connect.rs::a_called_connector_is_handed_both_ends_and_ends_with_its_caller", "events_that_call_and_lead";
    Event::Camera(_) => "CAMERA_STATE", "view.rs", "program_lights.rs::the_camera_and_the_fog_take_over_what_is_given", "events_that_are_heard_and_seen";
    Event::CameraTo(_) => "CAMERA_FROM_TO", "view.rs", "program_lights.rs::the_camera_and_the_fog_take_over_what_is_given", "events_that_are_heard_and_seen";
    Event::Fog(_) => "FOG_STATE", "view.rs", "program_lights.rs::the_camera_and_the_fog_take_over_what_is_given", "events_that_are_heard_and_seen";
    Event::ScreenWash(_) => "FBFX_COLOR_FROM_TO", "view.rs", "program_lights.rs::a_colour_over_the_picture_is_gone_when_its_time_is_over", "events_that_are_heard_and_seen";
    Event::ScreenRipple(_) => "FBFX_CSINWAVE_FROM_TO", "events.rs", "program_lights.rs::a_colour_over_the_picture_is_gone_when_its_time_is_over", "events_that_are_heard_and_seen";
    Event::Detonate(_) => "DETONATE_WEAPON", "sounds.rs", "program_sounds.rs::effects_and_weapons_go_off_in_their_place", "weapons_and_emitters";
    Event::Puffer(_) => "PUFFER_STATE", "puffers.rs", "program_sounds.rs::an_emitter_sends_out_its_batches_and_stops_with_its_program", "weapons_and_emitters";
}

rows! {
    CONDITIONS, condition_keyword of Condition;
    Condition::Random(_) => "RANDOM_WEIGHT", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::PlayerRange(_) => "PLAYER_RANGE", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::Detail(_) => "ANIMATION_LOD", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::PlayerUndercover(_) => "PLAYER_UNDERCOVER", "conditions.rs", "programs.rs::somebody_is_under_cover_when_something_is_near_above_the_eye", "every_condition_of_a_file";
    Condition::NodeUndercover { .. } => "NODE_UNDERCOVER", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::HardwareRender(_) => "HW_RENDER", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::FirstPerson(_) => "PLAYER_1ST_PERSON", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::PlayerBelow(_) => "PLAYER_BELOW_ALT", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::NodeBelow { .. } => "NODE_BELOW_ALT", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::PlayerLinedUp(_) => "PLAYER_LINED_UP", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::PlayerSpeed { .. } => "PLAYER_SPEED", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::HealthBelow(_) => "ANIM_HEALTH", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::HealthWithin { .. } => "ANIM_HEALTH_RANGE", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
    Condition::NodeActive(_) => "NODE_ACTIVE", "conditions.rs", "programs.rs::every_condition_says_what_it_asks", "every_condition_of_a_file";
}

rows! {
    ACTIVATIONS, activation_keyword of Activation;
    Activation::WeaponHit => "WEAPON_HIT", "start.rs", "program_life.rs::damage_starts_what_waits_for_it_and_its_health_comes_back_at_the_end", "what_starts_a_definition_and_while_what_it_runs";
    Activation::CollideHit => "COLLIDE_HIT", "start.rs", "program_life.rs::damage_starts_what_waits_for_it_and_its_health_comes_back_at_the_end", "what_starts_a_definition_and_while_what_it_runs";
    Activation::AnyHit => "WEAPON_OR_COLLIDE_HIT", "start.rs", "program_life.rs::damage_starts_what_waits_for_it_and_its_health_comes_back_at_the_end", "what_starts_a_definition_and_while_what_it_runs";
    Activation::OnCall => "ON_CALL", "start.rs", "programs.rs::who_waits_goes_on_when_what_it_called_is_over", "what_starts_a_definition_and_while_what_it_runs";
    Activation::OnStartup => "ON_STARTUP", "start.rs", "program_life.rs::a_world_begins_with_its_resets_and_then_with_what_starts_with_it", "what_starts_a_definition_and_while_what_it_runs";
}

rows! {
    GATES, gate_keyword of Gate;
    Gate::Always => "neither", "mod.rs", "programs.rs::what_has_no_time_happens_at_once_and_in_order", "what_starts_a_definition_and_while_what_it_runs";
    Gate::Range { .. } => "EXECUTION_BY_RANGE", "mod.rs", "program_life.rs::the_clocks_of_a_program_stand_while_it_is_out_of_range_or_its_zone_does_not_exist", "what_starts_a_definition_and_while_what_it_runs";
    Gate::Zone => "EXECUTION_BY_ZONE", "mod.rs", "program_life.rs::the_clocks_of_a_program_stand_while_it_is_out_of_range_or_its_zone_does_not_exist", "what_starts_a_definition_and_while_what_it_runs";
}

/// Key words of a motion, what they do, and the test that would miss it.
const PARTS: &[(&str, &str, &str)] = &[
    (
        "GRAVITY",
        "pulls it down, and asks for the ground below it",
        "a_body_that_hits_the_ground_rises_by_half_its_step_and_ends_when_it_is_slow",
    ),
    (
        "COMPLEX",
        "pulls along y of the world, and asks for the ground while it climbs, too",
        "gravity_and_force_know_the_space_of_the_parent",
    ),
    (
        "NO_ALTITUDE",
        "does not ask for the ground",
        "a_body_that_hits_the_ground_rises_by_half_its_step_and_ends_when_it_is_slow",
    ),
    ("DO_INTERSECTIONS", "hits whatever is in its way", "a_body_over_no_ground_ends_after_a_while"),
    (
        "IMPACT_FORCE",
        "takes over the velocity of what called it",
        "gravity_and_force_know_the_space_of_the_parent",
    ),
    (
        "TRANSLATION",
        "a start velocity and what is added to it",
        "a_body_goes_by_its_velocity_and_then_takes_up_speed",
    ),
    (
        "TRANSLATION_RANGE_MIN, TRANSLATION_RANGE_MAX",
        "a start velocity that is drawn",
        "a_launch_within_ranges_is_drawn_from_the_ring_and_is_not_of_unit_length",
    ),
    ("XYZ_ROTATION", "spins", "a_body_spins_tumbles_and_grows"),
    ("FORWARD_ROTATION DISTANCE", "tumbles by its way", "a_body_spins_tumbles_and_grows"),
    ("FORWARD_ROTATION TIME", "tumbles by time", "a_body_spins_tumbles_and_grows"),
    ("SCALE", "grows or shrinks", "a_body_spins_tumbles_and_grows"),
    ("MORPH", "changes the weight of its model's offsets", "a_body_spins_tumbles_and_grows"),
    ("RUN_TIME", "ends after its time", "a_body_goes_by_its_velocity_and_then_takes_up_speed"),
    (
        "BOUNCE_SEQUENCE, the first",
        "calls a sequence where it hits the ground",
        "a_fast_body_bounces_calls_its_sequence_and_is_heard_by_its_speed",
    ),
    (
        "BOUNCE_SEQUENCE, the second",
        "calls a sequence where it hits water",
        "each_ground_has_its_own_sequence_and_sound",
    ),
    (
        "BOUNCE_SEQUENCE, the third",
        "calls a sequence where it hits lava",
        "each_ground_has_its_own_sequence_and_sound",
    ),
    (
        "BOUNCE_SOUND, the first",
        "is heard where it hits the ground",
        "a_fast_body_bounces_calls_its_sequence_and_is_heard_by_its_speed",
    ),
    (
        "BOUNCE_SOUND, the second",
        "is heard where it hits water",
        "each_ground_has_its_own_sequence_and_sound",
    ),
    ("BOUNCE_SOUND, the third", "is heard where it hits lava", "each_ground_has_its_own_sequence_and_sound"),
];

/// Names each part of a motion: a new one does not compile here, and belongs into [`PARTS`].
fn parts_of(own: &ObjectMotion) -> usize {
    let ObjectMotion {
        node: _,
        gravity,
        impact_force: _,
        translation: _,
        range: _,
        rotation: _,
        forward_rotation: _,
        scale: _,
        morph: _,
        run_time: _,
        bounces,
    } = own;
    let Gravity { acceleration: _, complex: _, no_altitude: _, intersections: _ } =
        gravity.unwrap_or_default();
    // Gravity has four rows, tumbling two, each bounce two; each of the other seven has one.
    4 + 2 + 2 * bounces.len() + 7
}

/// Key words of a definition beside those that start it, what they do, where they act, and the tests that
/// would miss them: in `engine/runtime/tests`, and in `engine/load/tests/zipper/events.rs`.
const OF_DEFINITIONS: &[[&str; 5]] = &[
    [
        "SEQUENCE_DEFINITION",
        "events one after the other, beside the other sequences",
        "step.rs",
        "programs.rs::what_has_no_time_happens_at_once_and_in_order",
        "parts_of_a_definition",
    ],
    [
        "SEQUENCE_DEFINITION ACTIVATION ON_CALL",
        "waits for CALL_SEQUENCE",
        "start.rs",
        "programs.rs::a_sequence_that_is_called_waits_again_at_its_end_and_one_that_starts_cannot_be_called",
        "parts_of_a_definition",
    ],
    [
        "RESET_SEQUENCE",
        "events of a reset",
        "reset.rs",
        "program_life.rs::a_reset_puts_nodes_back_after_its_time",
        "parts_of_a_definition",
    ],
    [
        "DAMAGE_SEQUENCE",
        "CS: events of each hit",
        "start.rs",
        "program_damage.rs::each_hit_tells_what_is_left_of_the_health_and_the_last_one_starts",
        "a_skeleton_has_a_script_for_each_bone_and_damage_a_sequence",
    ],
    [
        "RESET_TIME",
        "seconds from its end to its reset",
        "reset.rs",
        "program_life.rs::a_reset_puts_nodes_back_after_its_time",
        "parts_of_a_definition",
    ],
    [
        "AUTO_RESET_NODE_STATES, OBJECTS",
        "a reset restores the nodes that are listed",
        "reset.rs",
        "program_life.rs::a_reset_puts_nodes_back_after_its_time",
        "parts_of_a_definition",
    ],
    [
        "HEALTH",
        "damage that starts it",
        "start.rs",
        "program_life.rs::damage_starts_what_waits_for_it_and_its_health_comes_back_at_the_end",
        "parts_of_a_definition",
    ],
    [
        "PROXIMITY_DAMAGE",
        "MW, PM, CS: weapons that go off near it damage it",
        "start.rs",
        "program_sounds.rs::effects_and_weapons_go_off_in_their_place",
        "parts_of_a_definition",
    ],
    [
        "ACTIVATION_PREREQUISITES",
        "what must hold before it starts",
        "start.rs",
        "program_life.rs::a_program_starts_only_when_its_prerequisites_hold",
        "parts_of_a_definition",
    ],
    [
        "STATUS DISABLED",
        "it never starts",
        "start.rs",
        "program_life.rs::a_world_begins_with_its_resets_and_then_with_what_starts_with_it",
        "parts_of_a_definition",
    ],
];

/// Names each part of a definition: a new one does not compile here, and belongs into [`OF_DEFINITIONS`]
/// unless it is a list that events name.
fn lists_of(own: &Definition) -> usize {
    let Definition {
        name: _,
        root: _,
        activation: _,
        gate: _,
        health: _,
        reset_time: _,
        resets_first: _,
        restores: _,
        disabled: _,
        takes_blasts: _,
        prerequisites: _,
        min_to_satisfy: _,
        saved: _,
        nodes,
        lights,
        sounds,
        sound_nodes,
        puffers,
        effects,
        sequences: _,
        reset: _,
        damage: _,
    } = own;
    nodes.len() + lights.len() + sounds.len() + sound_nodes.len() + puffers.len() + effects.len()
}

/// Why an event does nothing, or is not in any file.
fn left_out(number: u8) -> Option<&'static str> {
    Some(match number {
        29 => "not used",
        38 => "in no file, which would have no list of messages either",
        39 => "does nothing, even in the original",
        40 => "in no file, and marks nothing",
        46 => "its fields are not known: kept as bytes, counted as a finding",
        _ => return None,
    })
}

/// What is not all there of an event that acts.
fn remark(keyword: &str) -> &'static str {
    match keyword {
        "FBFX_CSINWAVE_FROM_TO" => "it may be a no-op: the ripple is not drawn, but its time is kept",
        "EFFECT" => "only files of Recoil have effects",
        "LIGHT_STATE" => {
            "the switches for light maps, static and two-coloured lights and the ambient colour are kept, but no law \
             is known for them; large polygons are not cut up, which is allowed; lights are added up as saturated \
             ones are"
        }
        _ => "",
    }
}

/// The games that have each type, by the table of the specification.
fn specified() -> BTreeMap<u8, (String, String)> {
    let text = std::fs::read_to_string(root().join("docs/spec/zbd/anim-events.md")).unwrap();
    let table = text.split("## 2. Type table").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut all = BTreeMap::new();
    for line in table.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, number, name, sizes @ .., _] = &cells[..] else { continue };
        let Ok(number) = number.parse() else { continue };
        let has = |size: &&str| !size.starts_with("never") && !size.starts_with('-');
        let mut games: Vec<&str> = ["RC", "MW", "PM"]
            .into_iter()
            .zip(sizes)
            .filter(|(_, size)| has(size))
            .map(|(game, _)| game)
            .collect();
        // Crimson Skies has what Pirate's Moon has.
        if games.contains(&"PM") {
            games.push("CS");
        }
        all.insert(number, ((*name).to_owned(), games.join(", ")));
    }
    assert_eq!(all.len(), 42, "the table of the specification is read");
    for (number, name) in [(46, "SOUND_ADJUST"), (47, "SKELETON_SI_SCRIPT")] {
        all.insert(number, (name.to_owned(), "CS".to_owned()));
    }
    all
}

fn keyword_of(number: u8) -> &'static str {
    FileEvent::Other(Box::new(OtherEvent { event_type: number, bytes: Vec::new() })).keyword()
}

fn table(text: &mut String, rows: &[Row], heading: &str, games: impl Fn(&str) -> &'static str) {
    let _ = write!(text, "\n## {heading}\n\n| word | games | acts in | tests |\n|---|---|---|---|\n");
    for row in rows {
        let (files, tests) = row.covered.columns();
        let _ = writeln!(text, "| `{}` | {} | {files} | {tests} |", row.keyword, games(row.keyword));
    }
}

#[test]
fn the_table_of_events_is_what_they_do() {
    let mut text = String::from(
        "# Events of animations\n\nThe files of animations of Zipper games (`anim.zbd`) hold definitions, and each of them\n\
         sequences of events (`docs/spec/zbd/anim-events.md`). Every type of event, the games that have it (RC Recoil, MW\n\
         MechWarrior 3, PM Pirate's Moon, CS Crimson Skies), where it acts, and the tests that would miss it: of what it\n\
         does, and of what loading makes of it in `engine/load/src/zipper/programs/events.rs`. Generated from the code\n\
         and the specification by the tests; do not edit.\n\n| type | event | games | acts in | tests | remark |\n|---|---|---|---|---|---|\n",
    );
    let specified = specified();
    let mut missing: BTreeSet<&str> = EVENTS.iter().map(|row| row.keyword).collect();
    for number in 0..=u8::MAX {
        let keyword = keyword_of(number);
        let Some((name, games)) = specified.get(&number) else {
            assert_eq!(keyword, "", "type {number} is not in the specification");
            continue;
        };
        let row = EVENTS.iter().find(|row| row.keyword == keyword);
        let reason = left_out(number);
        assert_eq!(row.is_none(), reason.is_some(), "{number} {keyword}: a row or a reason");
        assert!(keyword.is_empty() || keyword == name, "{number} is {name}, not {keyword}");
        let (files, tests) = row.map_or((String::new(), String::new()), |row| row.covered.columns());
        missing.remove(keyword);
        let short =
            name.split(['(', ';']).next().unwrap_or(name).trim().trim_end_matches(" in the RC engine");
        let shown = if keyword.is_empty() { short.to_owned() } else { format!("`{keyword}`") };
        let games = if games.is_empty() { "none" } else { games };
        let remark = reason.unwrap_or_else(|| remark(keyword));
        writeln!(text, "| {number} | {shown} | {games} | {files} | {tests} | {remark} |").unwrap();
    }
    assert!(missing.is_empty(), "no type has the key words {missing:?}");
    // The same words as the program's own.
    assert_eq!(event_keyword(&Event::Else), Event::Else.keyword());
    assert_eq!(condition_keyword(&Condition::Random(0.5)), "RANDOM_WEIGHT");
    assert_eq!(
        [activation_keyword(&Activation::OnCall), gate_keyword(&Gate::Zone)],
        ["ON_CALL", "EXECUTION_BY_ZONE"]
    );

    table(&mut text, CONDITIONS, "Conditions of IF and ELSEIF", |word| match word {
        "PLAYER_UNDERCOVER" | "PLAYER_BELOW_ALT" | "PLAYER_LINED_UP" | "PLAYER_SPEED" => "in no file",
        "NODE_BELOW_ALT" | "ANIM_HEALTH" | "ANIM_HEALTH_RANGE" | "NODE_ACTIVE" => "CS",
        _ => "all",
    });
    table(&mut text, ACTIVATIONS, "What starts a definition", |_| "all");
    table(&mut text, GATES, "While what a definition runs", |_| "all");
    assert_eq!(lists_of(&Definition::default()), 0);
    text +=
        "\n## Other parts of a definition\n\n| word | what it does | acts in | tests |\n|---|---|---|---|\n";
    for [word, what, file, acts, becomes] in OF_DEFINITIONS {
        line(&mut text, word, what, file, [acts, becomes]);
    }
    assert_eq!(PARTS.len(), parts_of(&ObjectMotion::default()));
    text += "\n## Parts of OBJECT_MOTION\n\n| word | what it does | acts in | tests |\n|---|---|---|---|\n";
    for (word, what, test) in PARTS {
        let acts = format!("program_bodies.rs::{test}");
        line(&mut text, word, what, "bodies.rs", [&acts, "each_part_of_a_motion"]);
    }
    assert_page("events.md", &text);
}

/// A line of a table of words: where one acts, and its tests of what it does and of what loading makes of it.
fn line(text: &mut String, word: &str, what: &str, file: &str, [acts, becomes]: [&str; 2]) {
    let file = format!("engine/runtime/src/programs/{file}");
    let tests =
        [format!("engine/runtime/tests/{acts}"), format!("engine/load/tests/zipper/events.rs::{becomes}")];
    let (files, tests) = implemented::columns(&[&file], &[&tests[0], &tests[1]]);
    let _ = writeln!(text, "| `{word}` | {what} | {files} | {tests} |");
}
