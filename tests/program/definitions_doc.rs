//! `docs/definitions.md` lists every key of the readers of Zipper games that is read: in which games, what it says,
//! where the game uses it here, and which test would miss it. It is generated: `REVISIT_BLESS=1 cargo test -p revisit
//! definitions_doc` writes it.
//!
//! What there is to list comes from the tables that the loader reads by. Files of the specification that are not
//! among them need a reason.

use crate::definitions_of_missions::MISSIONS;
use crate::definitions_of_vehicles::{UNUSED, VEHICLES};
use crate::implemented::{assert_page, columns};
use load::zipper::definitions::constants::Constants;
use load::zipper::definitions::keys::FILES;
use load::zipper::definitions::schema::{Evidence, File, Games, Layout, Schema};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Reads every key of every table.
const EVERY: &str = "engine/load/tests/zipper/definitions/tables.rs::every_key_of_every_table_is_read";
/// Reads those of sounds.
const SOUNDS: &str = "engine/load/tests/zipper/sound_definitions.rs::every_key_word_is_understood";
const OTHERS: &str = "engine/load/tests/zipper/definitions/mod.rs::other_files_are_read_by_their_layouts";

/// What uses a key beside those who list it: schema, keys, file, test.
pub type Use = (&'static str, &'static [&'static str], &'static str, &'static str);

const USES: &[Use] = &[
    (
        "vehicle of Recoil",
        &["gun_pitch"],
        "engine/runtime/src/vehicles/mod.rs",
        "engine/runtime/tests/combat/firing.rs::the_gun_goes_up_and_down_no_farther_than_it_can",
    ),
    (
        "vehicle of Recoil",
        &["mass"],
        "engine/runtime/src/combat/damage/health.rs",
        "engine/runtime/tests/combat/hits.rs::a_vehicle_loses_health_is_pushed_and_ends",
    ),
    (
        "vehicle of Recoil",
        &["weapons"],
        "engine/runtime/src/combat/firing.rs",
        "engine/load/tests/zipper/arms.rs::weapons_of_recoil_are_what_their_reader_says",
    ),
    (
        "vehicle of Recoil",
        &["death_anim"],
        "engine/runtime/src/combat/damage/mod.rs",
        "engine/runtime/tests/combat/hits.rs::a_vehicle_loses_health_is_pushed_and_ends",
    ),
    (
        "weapon",
        &["AMMO_LIMIT", "FIRE_RATE"],
        "engine/runtime/src/combat/ammunition.rs",
        "engine/runtime/tests/combat/firing.rs::it_fires_every_fifth_tick_until_nothing_is_left",
    ),
    (
        "weapon",
        &["DAMAGE"],
        "engine/runtime/src/combat/strikes.rs",
        "engine/runtime/tests/combat/hits.rs::health_is_counted_down_and_the_last_hit_starts_the_program",
    ),
    (
        "weapon",
        &["PROXIMITY", "IMPACT_PROXIMITY"],
        "engine/runtime/src/combat/blast.rs",
        "engine/runtime/tests/combat/blast.rs::things_that_say_so_are_hurt_by_how_near_they_are",
    ),
    (
        "weapon",
        &["FLAGS"],
        "engine/runtime/src/combat/firing.rs",
        "engine/load/tests/zipper/arms.rs::weapons_of_recoil_are_what_their_reader_says",
    ),
    (
        "weapon",
        &["VELOCITY"],
        "engine/runtime/src/combat/shots.rs",
        "engine/runtime/tests/combat/firing.rs::a_shot_leaves_the_muzzle_along_the_aim_and_goes_its_speed",
    ),
    (
        "weapon",
        &["RANGE"],
        "engine/runtime/src/combat/shots.rs",
        "engine/runtime/tests/combat/firing.rs::its_way_ends_at_its_range",
    ),
    (
        "weapon",
        &["ACCELERATION"],
        "engine/runtime/src/combat/shots.rs",
        "engine/runtime/tests/combat/firing.rs::gravity_and_acceleration_come_before_the_move",
    ),
    (
        "weapon",
        &["TURN_RATE"],
        "engine/runtime/src/combat/homing.rs",
        "engine/runtime/tests/combat/guided.rs::it_turns_no_faster_than_it_can_and_not_before_its_delay",
    ),
    (
        "weapon",
        &["DETONATION_DISTANCE", "CLUSTER_SIZE"],
        "engine/runtime/src/combat/clusters.rs",
        "engine/runtime/tests/combat/guided.rs::a_cluster_comes_apart_where_it_may",
    ),
    (
        "weapon",
        &["CANNON_SPREAD"],
        "engine/runtime/src/combat/firing.rs",
        "engine/runtime/tests/combat/firing.rs::a_spread_stays_within_its_cone_and_one_seed_gives_one_way",
    ),
    (
        "weapon",
        &["ARMOR_DAMAGE", "HEALTH_DAMAGE"],
        "engine/runtime/src/combat/damage/pools.rs",
        "engine/runtime/tests/combat/hostile.rs::a_vehicle_without_weapons_and_one_of_another_kind_take_hits",
    ),
    (
        "vehicle of Crimson Skies",
        &["healthy", "num_healthy_required"],
        "engine/runtime/src/combat/damage/mod.rs",
        "engine/runtime/tests/combat/hits.rs::what_needs_some_of_its_nodes_ends_without_them",
    ),
    (
        "weapon",
        &["BEAM"],
        "engine/runtime/src/combat/beams.rs",
        "engine/runtime/tests/combat/firing.rs::a_beam_is_there_at_once_and_seen_for_a_moment",
    ),
    (
        "what flies",
        &["MODEL"],
        "engine/runtime/src/combat/models.rs",
        "engine/runtime/tests/combat/firing.rs::what_flies_is_shown_by_a_copy_that_the_next_shot_uses_again",
    ),
    (
        "hit",
        &["ANIMATION", "KILL_ANIMATION", "DAMAGE_ANIM_ON_HEALTH"],
        "engine/runtime/src/combat/strikes.rs",
        "engine/runtime/tests/combat/hits.rs::the_animation_of_a_hit_follows_what_is_left_and_a_kill_has_its_own",
    ),
    (
        "hit",
        &["EFFECT"],
        "engine/runtime/src/combat/strikes.rs",
        "engine/runtime/tests/combat/hits.rs::ground_takes_no_damage_and_shows_what_its_kind_shows",
    ),
    (
        "animations of a 'mech",
        &["motion"],
        "engine/load/src/zipper/clips.rs",
        "engine/load/tests/zipper/models.rs::a_definition_laid_over_the_archive_as_text_names_the_gaits",
    ),
    (
        "rules of vehicles",
        &["nom_gravity"],
        "engine/runtime/src/vehicles/tank/contact.rs",
        "engine/runtime/tests/tank.rs::it_falls_nose_first_and_lands",
    ),
    (
        "rules of vehicles",
        &["max_slope"],
        "engine/runtime/src/vehicles/tank/mod.rs",
        "engine/runtime/tests/tank.rs::it_slides_down_a_slope_and_cannot_drive_up_a_steep_one",
    ),
    (
        "rules of vehicles",
        &["qsand_sink", "lava_sink"],
        "engine/runtime/src/vehicles/tank/contact.rs",
        "engine/runtime/tests/tank.rs::quicksand_and_lava_swallow_and_slow_down",
    ),
    (
        "vehicle of Recoil",
        &["rates"],
        "engine/runtime/src/vehicles/tank/mod.rs",
        "engine/runtime/tests/tank.rs::the_fastest_speed_is_that_of_the_demand",
    ),
    (
        "vehicle of Recoil",
        &["rate_damping"],
        "engine/runtime/src/vehicles/tank/mod.rs",
        "engine/runtime/tests/tank.rs::throttle_gains_speed_against_what_it_loses",
    ),
    (
        "vehicle of Recoil",
        &["turns", "turn_damping"],
        "engine/runtime/src/vehicles/tank/mod.rs",
        "engine/runtime/tests/tank.rs::steering_turns_on_the_ground_alone",
    ),
    (
        "vehicle of Recoil",
        &["friction", "stopping"],
        "engine/runtime/src/vehicles/tank/mod.rs",
        "engine/runtime/tests/tank.rs::tracks_grip_until_the_side_acceleration_is_too_much",
    ),
    (
        "vehicle of Recoil",
        &["quicksand_slowdown", "lava_slowdown"],
        "engine/runtime/src/vehicles/tank/mod.rs",
        "engine/runtime/tests/tank.rs::quicksand_and_lava_swallow_and_slow_down",
    ),
    (
        "vehicle of Recoil",
        &["a_damping"],
        "engine/runtime/src/vehicles/tank/contact.rs",
        "engine/runtime/tests/tank.rs::it_falls_nose_first_and_lands",
    ),
    (
        "vehicle of Recoil",
        &["support_points"],
        "engine/runtime/src/vehicles/tank/contact.rs",
        "engine/runtime/tests/tank.rs::it_lies_on_the_plane_of_its_points",
    ),
    (
        "vehicle of Recoil",
        &["health"],
        "engine/runtime/src/vehicles/tank/contact.rs",
        "engine/runtime/tests/tank.rs::deep_water_drowns_and_carries",
    ),
    (
        "vehicle of Recoil",
        &["collision_d", "collision_points"],
        "engine/runtime/src/vehicles/tank/bounce.rs",
        "engine/runtime/tests/tank_walls.rs::a_wall_throws_it_back",
    ),
    (
        "vehicle of Recoil",
        &["camback", "aimy"],
        "engine/load/src/zipper/vehicles/tank.rs",
        "engine/load/tests/zipper/vehicles.rs::a_law_is_made_of_the_definition_the_rules_and_the_program",
    ),
    (
        "vehicle of Recoil",
        &["mode_alt", "alt_control"],
        "engine/runtime/src/vehicles/tank/modes.rs",
        "engine/runtime/tests/tank_modes.rs::a_spring_holds_it_over_the_ground",
    ),
    (
        "vehicle of Recoil",
        &["*_wave"],
        "engine/runtime/src/vehicles/tank/modes.rs",
        "engine/runtime/tests/tank_modes.rs::it_bobs_on_waves_the_less_the_faster_it_is",
    ),
    (
        "'mech",
        &["accel_rate", "decel_rate"],
        "engine/runtime/src/vehicles/mech/mod.rs",
        "engine/runtime/tests/mech.rs::its_speed_follows_the_throttle",
    ),
    (
        "'mech",
        &["max_turn_rate", "lean_angle", "lean_factor"],
        "engine/runtime/src/vehicles/mech/mod.rs",
        "engine/runtime/tests/mech.rs::it_turns_slower_the_faster_it_is_and_leans",
    ),
    (
        "'mech",
        &["torso_limits", "aim_slerp_freq"],
        "engine/runtime/src/vehicles/mech/mod.rs",
        "engine/runtime/tests/mech.rs::the_torso_follows_the_aim_within_its_limits",
    ),
    (
        "'mech",
        &["crouch_height"],
        "engine/runtime/src/vehicles/mech/parts.rs",
        "engine/runtime/tests/mech.rs::it_crouches_in_its_time_and_goes_no_farther",
    ),
    (
        "vehicle of Crimson Skies",
        &["engine"],
        "engine/runtime/src/vehicles/aeroplane/forces.rs",
        "engine/runtime/tests/aeroplane.rs::thrust_is_along_the_nose_and_less_in_thin_air",
    ),
    (
        "vehicle of Crimson Skies",
        &["drag_factor"],
        "engine/runtime/src/vehicles/aeroplane/forces.rs",
        "engine/runtime/tests/aeroplane.rs::drag_grows_with_the_pressure_and_the_mach_number",
    ),
    (
        "vehicle of Crimson Skies",
        &["weight", "wing_area"],
        "engine/runtime/src/vehicles/aeroplane/forces.rs",
        "engine/runtime/tests/aeroplane.rs::wings_carry_the_weight_as_far_as_the_air_lets_them",
    ),
    (
        "vehicle of Crimson Skies",
        &["pitch", "roll", "rudder"],
        "engine/runtime/src/vehicles/aeroplane/turns.rs",
        "engine/runtime/tests/aeroplane.rs::stick_and_rudder_turn_it_as_far_as_its_speed_lets_them",
    ),
    (
        "vehicle of Crimson Skies",
        &["return_rate"],
        "engine/runtime/src/vehicles/aeroplane/turns.rs",
        "engine/runtime/tests/aeroplane.rs::the_nose_returns_to_the_way_it_flies",
    ),
    (
        "vehicle of Crimson Skies",
        &["damp", "rec_i"],
        "engine/runtime/src/vehicles/aeroplane/turns.rs",
        "engine/runtime/tests/aeroplane.rs::momentum_turns_it_by_its_moments_of_inertia_and_fades_away",
    ),
    (
        "vehicle of Crimson Skies",
        &["fd_speed", "autogyro"],
        "engine/runtime/src/vehicles/aeroplane/forces.rs",
        "engine/runtime/tests/aeroplane.rs::opponents_keep_their_way_and_fly_simply_when_far",
    ),
    (
        "vehicle of Recoil",
        &[
            "activation",
            "not_pursuit_dwell",
            "return_range",
            "path_width",
            "path_net",
            "activate_rad",
            "attack_rad",
            "attack_dwell",
            "pursuit_range",
            "buddies",
            "attack_strategy",
        ],
        "engine/load/src/zipper/opponents/drivers.rs",
        "engine/load/tests/zipper/opponents.rs::tanks_of_recoil_stand_at_the_nodes_of_their_names_and_go_along_their_ways",
    ),
    (
        "vehicle of Crimson Skies",
        &["fuel"],
        "engine/runtime/src/vehicles/aeroplane/mod.rs",
        "engine/runtime/tests/aeroplane.rs::the_throttle_follows_its_lever_and_burns_fuel",
    ),
    (
        "vehicle of Crimson Skies",
        &["wheel_points"],
        "engine/runtime/src/vehicles/aeroplane/ground.rs",
        "engine/runtime/tests/aeroplane_ground.rs::all_wheels_stand_on_uneven_ground",
    ),
    (
        "vehicle of Crimson Skies",
        &["collision_points"],
        "engine/runtime/src/vehicles/aeroplane/crash.rs",
        "engine/runtime/tests/aeroplane_ground.rs::a_wall_throws_it_back_and_does_harm",
    ),
    (
        "vehicle of Crimson Skies",
        &["airscrews", "cockpit", "health"],
        "engine/load/src/zipper/vehicles/aeroplane.rs",
        "engine/load/tests/zipper/vehicles.rs::an_aeroplane_is_made_of_its_definition_its_camera_and_the_program",
    ),
    (
        "camera",
        &["distance", "factor", "min", "max", "lift", "position_catchup", "look_catchup"],
        "engine/load/src/zipper/vehicles/aeroplane.rs",
        "engine/load/tests/zipper/vehicles.rs::an_aeroplane_is_made_of_its_definition_its_camera_and_the_program",
    ),
    ("sound", &["*"], "engine/load/src/zipper/sound_table.rs", SOUNDS),
    ("group of sounds", &["*"], "engine/load/src/zipper/sound_table.rs", SOUNDS),
    ("kind of ground", &["*"], "engine/load/src/zipper/script/loading.rs", OTHERS),
];

/// Readers that the specification names and of which no key is read, with the reason.
const NOT_READ: &[(&str, &str)] = &[
    ("anim.zrd, anim_<mech>.zrd, <mech>_prints.zrd", "sources of anim.zbd, which is read instead"),
    ("DefaultCtlConfig.zrd", "no definition: bindings of keys, a text beside the game"),
    (
        "pickup.zrd, effects.zrd, declient.zrd, player.zrd, movers.zrd, detail.zrd, net.zrd",
        "the specification gives none of their keys",
    ),
    (
        "dialog.zrd, hud.zrd, briefing.zrd, fmv.zrd",
        "the specification gives none of their keys; hud.zrd is kept as it stands",
    ),
    ("Weather.zrd, StartAnims.zrd", "the specification gives none of their keys for Recoil"),
    (
        "weapons and equipment of MechWarrior 3",
        "the specification names no file and no key; what a configuration says of them is read",
    ),
    (
        "objectives of MechWarrior 3 and Pirate's Moon",
        "the specification names no word of them; each word is a finding",
    ),
];

#[test]
fn the_list_of_keys_is_complete() {
    let mut text = String::from(
        "# Keys of definitions\n\nThe readers of Zipper games (`.zrd`, `docs/spec/zbd/reader.md`) define vehicles, weapons, opponents,\n\
         pickups, objectives and more. Every key that is read of them: the games that have it (RC Recoil, MW MechWarrior 3,\n\
         PM Pirate's Moon, CS Crimson Skies), what stands behind it, and what uses it beside `revisit definitions`, which\n\
         lists all of them, or why nothing does. A key in brackets is one of which the specification gives the value and not the name: that name is\n\
         a guess. Generated from the code by the tests; do not edit.\n",
    );
    let (mut used, mut unused) = (BTreeSet::new(), BTreeSet::new());
    for file in FILES {
        let games = file.games.short().join(", ");
        writeln!(text, "\n## `{}` ({games})\n\n{}.", file.readers.join("`, `"), held(file)).unwrap();
        for schema in file.schemas() {
            table(&mut text, schema, file.games, test(file), &mut used, &mut unused);
        }
    }
    for (name, keys, reason) in UNUSED {
        assert!(unused.contains(name), "no key of `{name}` is one of {keys:?}: {reason}");
    }
    for (name, keys, ..) in USES.iter().chain(MISSIONS).chain(VEHICLES) {
        assert!(used.contains(name), "no key of `{name}` is one of {keys:?}");
    }
    text += "\n## What is not read\n\n| readers | reason |\n|---|---|\n";
    for (readers, reason) in NOT_READ {
        writeln!(text, "| {readers} | {reason} |").unwrap();
    }
    text += "\n## Numbers that no reader holds\n\nConstants of the games' programs, and proposals where nothing is known, by title, as \
             `engine/load/src/zipper/definitions/constants` has them.\n";
    for title in ["recoil", "mechwarrior3", "pirates-moon", "crimson-skies"] {
        writeln!(
            text,
            "\n### {title}\n\n| name | value | unit | says | evidence | source |\n|---|---|---|---|---|---|"
        )
        .unwrap();
        for own in &Constants::of(title).all {
            let value: Vec<String> = own.value.numbers().iter().map(f32::to_string).collect();
            let (name, value) = (&own.name, value.join(", "));
            writeln!(
                text,
                "| `{name}` | {value} | {} | {} | {} | {} |",
                own.unit,
                own.says(),
                own.evidence,
                own.source
            )
            .unwrap();
        }
    }
    assert_page("definitions.md", &text);
}

/// What a file holds, for people.
fn held(file: &File) -> String {
    match file.layout {
        Layout::One(topic, _) => format!("The file is one definition ({})", topic.name()),
        Layout::Rows(topic, _) => format!("Rows of values in this order ({})", topic.name()),
        Layout::Each { own: Some((own, _)), each } if own != each.0 => {
            format!(
                "Named lists, each a definition ({}), and keys of the file ({})",
                each.0.name(),
                own.name()
            )
        }
        Layout::Each { each, .. } => format!("Named lists, each a definition ({})", each.0.name()),
        Layout::Sounds => "Sets of sounds and groups of them".to_owned(),
        Layout::Soils => "Names of kinds of ground, in order".to_owned(),
    }
}

fn test(file: &File) -> &'static str {
    match file.layout {
        Layout::Sounds => SOUNDS,
        Layout::Soils => OTHERS,
        _ => EVERY,
    }
}

fn table(
    text: &mut String,
    schema: &Schema,
    games: Games,
    test: &str,
    used: &mut BTreeSet<&'static str>,
    unused: &mut BTreeSet<&'static str>,
) {
    let keys: Vec<_> = schema.keys().collect();
    if keys.is_empty() {
        writeln!(text, "\nNo key is known: {} is kept as it stands.", schema.name).unwrap();
        return;
    }
    writeln!(
        text,
        "\n### {}\n\n| key | games | holds | unit | says | used by | tests | source |\n|---|---|---|---|---|---|---|---|",
        schema.name
    )
    .unwrap();
    for key in keys {
        let (mut files, mut tests) = (Vec::new(), vec![test]);
        for (name, keys, file, test) in USES.iter().chain(MISSIONS).chain(VEHICLES) {
            if *name == schema.name && (keys.contains(&key.name) || *keys == ["*"]) {
                used.insert(*name);
                if !files.contains(file) {
                    files.push(*file);
                }
                if !tests.contains(test) {
                    tests.push(*test);
                }
            }
        }
        let reasons =
            UNUSED.iter().filter(|(name, keys, _)| *name == schema.name && keys.contains(&key.name));
        let reasons: Vec<&str> = reasons
            .map(|(name, _, reason)| {
                unused.insert(*name);
                *reason
            })
            .collect();
        // Each is used, or it is said why it is not.
        assert_eq!(
            (reasons.len(), files.is_empty()),
            (usize::from(files.is_empty()), !reasons.is_empty()),
            "`{}` of {}: {files:?}, {reasons:?}",
            key.name,
            schema.name
        );
        let (files, tests) = columns(&files, &tests);
        let files = match reasons.first() {
            Some(reason) => format!("not used: {reason}"),
            None => files,
        };
        let own: Vec<_> = key.games.short().into_iter().filter(|game| games.short().contains(game)).collect();
        let name = match key.evidence {
            Evidence::Specified => format!("`{}`", key.name),
            Evidence::NameInferred => format!("(`{}`)", key.name),
        };
        let (form, unit, means) = (key.form.words(), key.unit, key.means);
        writeln!(
            text,
            "| {name} | {} | {form} | {unit} | {means} | {files} | {tests} | {} |",
            own.join(", "),
            key.source
        )
        .unwrap();
    }
}
