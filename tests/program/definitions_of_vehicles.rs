//! Where what the definitions of vehicles, weapons and opponents say is used, for `docs/definitions.md`, and why the rest
//! is not: schema, keys, file, test; schema, keys, reason.

use crate::definitions_doc::Use;

const STARTS: &str = "engine/load/src/zipper/vehicles/programs.rs";
const MODES: &str =
    "engine/runtime/tests/vehicle_programs.rs::a_change_of_the_mode_begins_the_animation_between_the_two";
const NAMED: &str =
    "engine/load/tests/zipper/vehicle_programs.rs::a_tank_and_an_aeroplane_begin_what_their_keys_name";
const LEAN: &str =
    "engine/runtime/tests/tank.rs::its_body_leans_back_as_it_gains_speed_and_outwards_in_a_turn";
const ENGINES: &str = "engine/load/tests/zipper/vehicles.rs::sounds_of_a_vehicle_are_those_of_the_game_and_scales_lead_from_rest_to_full_speed";
const POOLS: &str = "engine/load/tests/zipper/arms.rs::parts_and_pools_are_what_the_definitions_say";
const FITTED: &str = "engine/load/tests/zipper/arms.rs::a_mech_is_fitted_as_its_configuration_says";
const TURRET: &str =
    "engine/load/tests/zipper/opponents.rs::a_turret_of_recoil_is_what_its_reader_and_the_table_say";
const LIMITS: &str =
    "engine/load/tests/zipper/opponents.rs::a_turret_of_crimson_skies_has_limits_spells_and_a_side";
const MECHS: &str = "engine/load/tests/zipper/opponents.rs::a_mech_stands_at_the_nodes_of_its_name_and_goes_along_the_net_near_it";
const APPROACH: &str =
    "engine/load/tests/zipper/vehicle_programs.rs::approaches_are_rows_whose_nodes_have_volumes";
const CONFIGURATION: &str = "engine/load/tests/zipper/vehicles.rs::a_mech_is_driven_in_the_configuration_that_is_named_and_in_its_first_otherwise";
const SHOWS: &str = "engine/load/tests/zipper/arms.rs::what_is_seen_and_heard_of_a_weapon_is_what_it_names";
const MADE: &str = "engine/load/tests/zipper/vehicles.rs::a_mech_is_made_of_its_definition_and_the_proposals";

/// Keys of vehicles, weapons and opponents, besides those of their laws.
pub const VEHICLES: &[Use] = &[
    (
        "vehicle of Recoil",
        &["chas_pitch", "chas_roll", "chas_smooth"],
        "engine/runtime/src/vehicles/tank/lean.rs",
        LEAN,
    ),
    (
        "vehicle of Recoil",
        &["t2a", "a2t", "t2h", "h2t", "t2s", "s2t", "a2h", "h2a", "a2s", "s2a", "h2s", "s2h"],
        "engine/runtime/src/vehicles/programs.rs",
        MODES,
    ),
    (
        "vehicle of Recoil",
        &["t2a", "a2t", "t2h", "h2t", "t2s", "s2t", "a2h", "h2a", "a2s", "s2a", "h2s", "s2h"],
        STARTS,
        NAMED,
    ),
    ("vehicle of Recoil", &["sounds"], "engine/load/src/zipper/vehicles/heard.rs", ENGINES),
    (
        "vehicle of Recoil",
        &["hide_times"],
        "engine/runtime/src/opponents/driver.rs",
        "engine/runtime/tests/opponents/drivers.rs::one_that_is_hit_and_hurt_hides_for_a_while_and_no_oftener_than_it_does",
    ),
    ("sounds of a vehicle", &["*"], "engine/load/src/zipper/vehicles/heard.rs", ENGINES),
    (
        "sounds of a vehicle",
        &["pitch_scale", "volume_scale"],
        "game/hearing/src/cue_voices/vehicles.rs",
        "game/hearing/src/cue_voices/tests.rs::an_engine_sounds_higher_the_faster_its_vehicle_goes",
    ),
    (
        "vehicle of Crimson Skies",
        &["kind_of"],
        "engine/load/src/zipper/definitions/kind_of.rs",
        "engine/load/tests/zipper/definitions/mod.rs::a_kind_of_another_takes_over_what_it_does_not_say",
    ),
    (
        "vehicle of Crimson Skies",
        &["destroyable_parts", "armor"],
        "engine/load/src/zipper/arms/damage.rs",
        POOLS,
    ),
    (
        "destroyable part",
        &["name", "armour", "hp", "injure_anims"],
        "engine/load/src/zipper/arms/damage.rs",
        POOLS,
    ),
    ("vehicle of Crimson Skies", &["weapons"], "engine/load/src/zipper/arms/mod.rs", POOLS),
    ("vehicle of Crimson Skies", &["destroy_anim"], "engine/load/src/zipper/arms/mod.rs", POOLS),
    (
        "vehicle of Crimson Skies",
        &["TEAM"],
        "engine/load/src/zipper/opponents/mod.rs",
        "engine/load/tests/zipper/opponents.rs::a_turret_of_mechwarrior_3_fires_what_the_table_proposes_and_has_parts_that_turn",
    ),
    ("vehicle of Crimson Skies", &["start_anims", "ground_blow"], STARTS, NAMED),
    (
        "vehicle of Crimson Skies",
        &["start_anims"],
        "engine/runtime/src/vehicles/programs.rs",
        "engine/runtime/tests/vehicle_programs.rs::what_begins_with_a_vehicle_begins_once",
    ),
    (
        "vehicle of Crimson Skies",
        &["ground_blow"],
        "engine/runtime/src/vehicles/programs.rs",
        "engine/runtime/tests/vehicle_programs.rs::flying_low_over_ground_and_not_high_above_it_blows",
    ),
    (
        "'mech",
        &["recoil_bend", "recoil_slide", "recoil_twist", "torso_shake"],
        "engine/load/src/zipper/vehicles/mech.rs",
        MADE,
    ),
    (
        "'mech",
        &["recoil_bend", "recoil_slide", "recoil_twist", "torso_shake"],
        "engine/runtime/src/vehicles/mech/parts.rs",
        "engine/runtime/tests/mech.rs::a_jolt_takes_a_moment_to_be_felt_and_fades_away",
    ),
    ("shake", &["*"], "engine/load/src/zipper/vehicles/mech.rs", MADE),
    (
        "'mech",
        &["aim_min_pitch", "aim_max_pitch", "aim_min_yaw", "aim_max_yaw"],
        "engine/load/src/zipper/arms/mod.rs",
        FITTED,
    ),
    (
        "'mech",
        &["aim_min_pitch", "aim_max_pitch", "aim_min_yaw", "aim_max_yaw"],
        "engine/runtime/src/vehicles/mod.rs",
        "engine/runtime/tests/combat/firing.rs::guns_of_a_torso_turn_no_farther_than_they_can",
    ),
    ("'mech", &["aim_arm_pitch_factor", "aim_ignore_arms"], "engine/load/src/zipper/vehicles/mech.rs", MADE),
    ("'mech", &["camera"], "engine/load/src/zipper/vehicles/mech.rs", MADE),
    ("cameras of a 'mech", &["attach", "tether"], "engine/load/src/zipper/vehicles/mech.rs", MADE),
    ("camera behind a 'mech", &["dist", "desired_pos"], "engine/load/src/zipper/vehicles/mech.rs", MADE),
    ("camera at a 'mech", &["desired_pos"], "engine/load/src/zipper/vehicles/mech.rs", MADE),
    (
        "'mech",
        &["hud"],
        "engine/load/src/zipper/vehicles/mod.rs",
        "engine/load/tests/zipper/vehicles.rs::the_cage_of_a_cockpit_is_seen_from_there_alone",
    ),
    (
        "cockpit",
        &["cage"],
        "engine/load/src/zipper/vehicles/mod.rs",
        "engine/load/tests/zipper/vehicles.rs::the_cage_of_a_cockpit_is_seen_from_there_alone",
    ),
    (
        "'mech",
        &["animations"],
        "engine/load/src/zipper/clips.rs",
        "engine/load/tests/zipper/models.rs::a_definition_laid_over_the_archive_as_text_names_the_gaits",
    ),
    (
        "animations of a 'mech",
        &["canned"],
        STARTS,
        "engine/load/tests/zipper/vehicle_programs.rs::what_every_mech_has_is_its_own_or_that_of_all",
    ),
    ("'mech", &["firepoints"], "engine/load/src/zipper/arms/mod.rs", FITTED),
    ("fire point", &["name", "part"], "engine/load/src/zipper/arms/mod.rs", FITTED),
    ("'mech", &["configurations"], "engine/load/src/zipper/vehicles/mod.rs", CONFIGURATION),
    ("configuration", &["engine", "equipment"], "engine/load/src/zipper/vehicles/mech.rs", MADE),
    ("configuration", &["armor"], "engine/load/src/zipper/arms/damage.rs", FITTED),
    ("configuration", &["weapons"], "engine/load/src/zipper/arms/weapons.rs", FITTED),
    ("weapon of a 'mech", &["type", "firepoint", "rest"], "engine/load/src/zipper/arms/weapons.rs", FITTED),
    ("groups and ammunition", &["group", "ammo"], "engine/load/src/zipper/arms/weapons.rs", FITTED),
    ("ammunition", &["count"], "engine/load/src/zipper/arms/weapons.rs", FITTED),
    ("equipment", &["type"], "engine/load/src/zipper/vehicles/mech.rs", MADE),
    (
        "armour of a 'mech",
        &["head", "torso", "torsolr", "arms", "legs"],
        "engine/load/src/zipper/arms/damage.rs",
        FITTED,
    ),
    ("engine of a 'mech", &["max_speed"], "engine/load/src/zipper/vehicles/mech.rs", CONFIGURATION),
    (
        "weapon",
        &["DESC", "NAME"],
        "engine/load/src/zipper/arms/weapons.rs",
        "engine/load/tests/zipper/arms.rs::a_weapon_is_called_as_its_text_says_or_its_short_name",
    ),
    ("weapon", &["FIRE", "FLYOUT", "IMPACT"], "engine/load/src/zipper/arms/weapons.rs", SHOWS),
    ("hit", &["SOUND", "BOUNCE_SOUND"], "engine/load/src/zipper/arms/weapons.rs", SHOWS),
    ("what flies", &["MODEL_ANIMATION", "SOUND"], "engine/load/src/zipper/arms/weapons.rs", SHOWS),
    ("shot", &["ANIMATION", "SOUND", "RANDOM_ROTATE"], "engine/load/src/zipper/arms/weapons.rs", SHOWS),
    (
        "turret",
        &["HEALTH", "DAMAGE_PART", "ACTIVATE_ON_HIT", "DETECTION_RANGE", "TARGETS", "FIRE_DWELL"],
        "engine/load/src/zipper/opponents/mod.rs",
        TURRET,
    ),
    (
        "turret",
        &["ACTIVATED", "PITCH", "YAW", "ATTACK_INTERVAL", "BORED_INTERVAL"],
        "engine/load/src/zipper/opponents/mod.rs",
        LIMITS,
    ),
    (
        "turret",
        &["PARTS", "TEAM"],
        "engine/load/src/zipper/opponents/mod.rs",
        "engine/load/tests/zipper/opponents.rs::a_turret_of_mechwarrior_3_fires_what_the_table_proposes_and_has_parts_that_turn",
    ),
    (
        "turret",
        &["CREATE_STANDALONE", "FIRE_POINTS"],
        "engine/load/src/zipper/opponents/mod.rs",
        "engine/load/tests/zipper/opponents.rs::a_turret_of_a_vehicle_sleeps_until_it_is_woken_and_fires_from_the_nodes_that_it_names",
    ),
    ("path net", &["name", "*"], "engine/load/src/zipper/opponents/walkers.rs", MECHS),
    ("place of a path net", &["position"], "engine/load/src/zipper/opponents/walkers.rs", MECHS),
    ("approach", &["*"], "engine/load/src/zipper/approaches.rs", APPROACH),
    (
        "approach",
        &["*"],
        "engine/runtime/src/vehicles/aeroplane/approach.rs",
        "engine/runtime/tests/vehicle_programs.rs::whoever_flies_into_an_approach_as_it_is_wanted_begins_it",
    ),
];

/// Keys that nothing uses but those who list them, each with the reason.
pub const UNUSED: &[(&str, &[&str], &str)] = &[
    (
        "vehicle of Recoil",
        &["platform_points"],
        "a tank stands on platforms with the points that it stands on the ground with: that these are others is not said",
    ),
    ("vehicle of Recoil", &["camera_ud_swing"], "what each of the four numbers is, is not known"),
    ("vehicle of Crimson Skies", &["cannon_jam"], "what each of the three numbers is, is not known"),
    ("vehicle of Crimson Skies", &["turrets"], "the order of its values is not known"),
    (
        "destroyable part",
        &["flags"],
        "what `critical` does is not known: death is that of the whole health alone",
    ),
    (
        "engine",
        &["id", "name", "factor"],
        "nobody chooses an engine: the factor that an aeroplane has itself counts, and what names a row is not known",
    ),
    ("'mech", &["version"], "always 2"),
    ("'mech", &["chicken"], "the motions bend the legs of a bird"),
    (
        "'mech",
        &["omnimech", "clan", "internal_mass", "max_mass", "weight_class", "engine_minmax"],
        "what may be built into it; nothing is built",
    ),
    ("'mech", &["skins"], "which texture takes the place of which is not known"),
    ("configuration", &["internal"], "what each frame is worth is not known"),
    ("groups and ammunition", &["extra"], "the meaning of the numbers is not known"),
    ("ammunition", &["rest"], "where ammunition lies matters to what explodes, of which nothing is known"),
    (
        "place of ammunition",
        &["part", "extra"],
        "where ammunition lies matters to what explodes, of which nothing is known",
    ),
    (
        "equipment",
        &["part"],
        "where a part is built in matters to what is lost with it, of which nothing is known",
    ),
    ("armour of a 'mech", &["ferro-fibrous", "mass"], "what it weighs; nothing is weighed"),
    ("engine of a 'mech", &["rating", "xl"], "the fastest speed is said beside it"),
    ("fire point", &["radius", "share"], "what the two numbers are is not known"),
    (
        "camera behind a 'mech",
        &["delta_rot", "dist_vary_factor", "dist_vary"],
        "how it is turned and varied by them is not known",
    ),
    (
        "camera at a 'mech",
        &["dist", "look_limits"],
        "who sits there looks as far as the torso turns, which has limits of its own",
    ),
    ("weapon", &["KILL_VERB"], "a text for games of several persons"),
    ("weapon", &["ID"], "a weapon is told by its name and its place in the list of a vehicle"),
    (
        "weapon",
        &["LOCK_ON"],
        "its values are not known; what finds its way looks for something to go to when it is fired",
    ),
    ("path net", &["version"], "always 108"),
    ("place of a path net", &["kind", "number"], "the meaning of the numbers is not known"),
    ("mission", &["PLAYER_INIT"], "what it says of how the player begins is not known; each is a finding"),
    (
        "objective",
        &["COMPLETED_STOPPOINT"],
        "where an airship stops, and how it goes on, is not known; each is a finding",
    ),
    ("objective", &["START_TAXI"], "who taxies where is not known; each is a finding"),
    ("danger zones", &["dzpath"], "who goes these ways is not known"),
    ("camera", &["vary"], "how the distance varies by it is not known"),
    (
        "fonts",
        &["WINDOWS_FONTS"],
        "typefaces of the system of that time; what is written over the picture has letters of its own, legible at any size",
    ),
    (
        "font",
        &["face", "height", "color", "shadow", "align"],
        "typefaces of the system of that time; what is written over the picture has letters of its own, legible at any size",
    ),
    (
        "maps",
        &["maps"],
        "which package holds the pictures, and whether they stand for a chapter or a mission, is not known",
    ),
    (
        "map",
        &["name", "bitmap", "mpp", "offset"],
        "which package holds the pictures, and whether they stand for a chapter or a mission, is not known",
    ),
];
