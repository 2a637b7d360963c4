//! Vehicles of Recoil.

use super::super::schema::{Bounds, Form, Schema};
use super::{COUNT, NOT_NEGATIVE, NUMBER, POSITIVE, RANGE, SHARE, keys, numbers, up_to};

/// What holds for all vehicles.
pub static RULES: Schema = Schema {
    name: "rules of vehicles",
    groups: &[keys! {
        RECOIL, r#"docs/spec/zbd/vehicles-and-combat.md, "A2. Reader keys""#;
        "nom_gravity" NOT_NEGATIVE, "units/s2", "gravity; a third of it under water, a sixth in quicksand";
        "max_slope" SHARE, "", "y of the normal of the steepest slope that can be climbed";
        "qsand_sink" NUMBER, "units", "how deep quicksand swallows";
        "lava_sink" NUMBER, "units", "how deep lava swallows";
    }],
    open: false,
};

/// A vehicle.
pub static TANK: Schema = Schema {
    name: "vehicle of Recoil",
    groups: &[
        keys! {
            RECOIL, r#"docs/spec/zbd/vehicles-and-combat.md, "A2. Reader keys""#;
            "rates" Form::numbers(2, Bounds::NOT_NEGATIVE), "units/s2, units/s", "acceleration, largest speed";
            "turns" Form::numbers(2, Bounds::NOT_NEGATIVE), "rad/s2, rad/s", "acceleration of a turn, largest rate of a turn";
            "turn_damping" NOT_NEGATIVE, "1/s", "how fast a turn fades away that nobody asks for";
            "rate_damping" Form::Numbers { least: 1, most: 2, bounds: Bounds::NOT_NEGATIVE }, "1/s", "how fast speed fades away: coasting, driving";
            "friction" Form::Numbers { least: 1, most: 3, bounds: Bounds::NOT_NEGATIVE }, "units/s2, 1/s, unknown", "side acceleration at which the tracks lose their grip, friction while they slide";
            "stopping" NOT_NEGATIVE, "1/s", "replaces the second value of friction";
            "gun_pitch" numbers(2), "sine", "how far the gun goes up and down";
            "chas_pitch" numbers(3), "", "how far the body leans as it gains speed";
            "chas_roll" numbers(3), "", "how far the body leans in turns";
            "chas_smooth" up_to(3), "", "how smoothly the body leans";
            "quicksand_slowdown" SHARE, "", "what quicksand leaves of the speed";
            "lava_slowdown" SHARE, "", "what lava leaves of the speed";
            "a_damping" NOT_NEGATIVE, "1/s", "how fast the body takes on another attitude";
            "mode_alt" NUMBER, "units", "height over the ground or water of modes that float";
            "alt_control" numbers(3), "", "spring that holds that height";
            "*_wave" numbers(7), "", "how the body bobs in a mode", inferred;
            "mass" POSITIVE, "", "how hard it rams";
            "collision_d" Form::numbers(2, Bounds::NOT_NEGATIVE), "", "what a bounce leaves of the speed, how far it turns";
            "collision_points" Form::Words, "", "nodes that are swept for walls, twelve by their usual names collide00 to collide11", inferred;
            "platform_points" Form::Numbers { least: 3, most: 12, bounds: Bounds::ANY }, "units", "points that stand on platforms, x y z each", inferred;
            "support_points" Form::Numbers { least: 9, most: 12, bounds: Bounds::ANY }, "units", "points that stand on the ground, x y z each", inferred;
            "sounds" Form::Block(&SOUNDS), "", "what it sounds like";
            "t2a" Form::Word, "", "animation from tracks to amphibious";
            "a2t" Form::Word, "", "animation from amphibious to tracks";
            "t2h" Form::Word, "", "animation from tracks to hover", inferred;
            "h2t" Form::Word, "", "animation from hover to tracks", inferred;
            "t2s" Form::Word, "", "animation from tracks to submarine", inferred;
            "s2t" Form::Word, "", "animation from submarine to tracks", inferred;
            "a2h" Form::Word, "", "animation from amphibious to hover", inferred;
            "h2a" Form::Word, "", "animation from hover to amphibious", inferred;
            "a2s" Form::Word, "", "animation from amphibious to submarine", inferred;
            "s2a" Form::Word, "", "animation from submarine to amphibious", inferred;
            "h2s" Form::Word, "", "animation from hover to submarine", inferred;
            "s2h" Form::Word, "", "animation from submarine to hover", inferred;
            "health" NOT_NEGATIVE, "", "health at the start";
            "weapons" Form::Words, "", "weapon of each of the eight slots";
            "camback" Form::Numbers { least: 3, most: 9, bounds: Bounds::ANY }, "units", "where the camera is in each view, x y z";
            "aimy" Form::Numbers { least: 1, most: 2, bounds: Bounds::ANY }, "", "how high one aims";
            "camera_ud_swing" up_to(4), "", "how the camera swings up and down";
            "activation" RANGE, "units2", "square of the distance at which an opponent wakes up";
            "not_pursuit_dwell" NOT_NEGATIVE, "s", "how long an opponent waits before it gives up";
            "return_range" RANGE, "units2", "square of the distance at which an opponent goes back";
        },
        keys! {
            RECOIL, r#"docs/spec/zbd/vehicles-and-combat.md, "A6. Health""#;
            "death_anim" Form::Word, "", "animation of its end", inferred;
        },
        keys! {
            RECOIL, r#"docs/spec/zbd/vehicles-and-combat.md, "B5. AI vehicles""#;
            "path_width" NOT_NEGATIVE, "units", "how far from its way an opponent drives";
            "path_net" Form::Words, "", "nodes of its way, one after the other, the first again after the last", inferred;
            "activate_rad" NOT_NEGATIVE, "units", "how near the player wakes an opponent";
            "attack_rad" NOT_NEGATIVE, "units", "how near an opponent attacks";
            "attack_dwell" NOT_NEGATIVE, "s", "how long it goes on attacking";
            "pursuit_range" Form::numbers(2, Bounds::RANGE), "units", "distance that it keeps: least, most";
            "hide_times" up_to(8), "s", "how long it hides";
            "buddies" Form::Words, "", "opponents that wake up with it";
            "attack_strategy" COUNT, "", "0 pursue; 1, 2 stop and aim; 3, 5 give up after six misses; 6 suspended";
        },
    ],
    open: false,
};

static SOUNDS: Schema = Schema {
    name: "sounds of a vehicle",
    groups: &[keys! {
        RECOIL, r#"docs/spec/zbd/vehicles-and-combat.md, "A2. Reader keys""#;
        "idle" Form::Word, "", "heard while it stands";
        "skid" Form::Word, "", "heard while it slides";
        "engine" Form::Word, "", "heard inside";
        "external" Form::Word, "", "heard from outside";
        "collide" Form::Word, "", "heard when it hits something";
        "land" Form::Word, "", "heard when it lands, as loud as a tenth of its speed";
        "pitch_scale" up_to(2), "", "how far the pitch follows the speed";
        "volume_scale" up_to(2), "", "how far the volume follows the speed";
    }],
    open: false,
};
