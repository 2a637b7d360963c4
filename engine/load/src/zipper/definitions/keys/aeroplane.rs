//! Vehicles of Crimson Skies, their engines and cameras, targets, and places to land.

use super::super::schema::{Bounds, Form, Schema};
use super::{COUNT, NOT_NEGATIVE, NUMBER, POSITIVE, keys, numbers};

/// A vehicle: an aeroplane, an airship, a boat, a lorry.
pub static AEROPLANE: Schema = Schema {
    name: "vehicle of Crimson Skies",
    groups: &[
        keys! {
            SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "C2. Reader keys""#;
            "kind_of" Form::Word, "", "the vehicle whose values it takes over where it says none itself";
            "destroyable_parts" Form::Rows(&PART), "", "parts that can be shot off";
            "collision_points" Form::Words, "", "six nodes that are tested for collisions", inferred;
            "weapons" Form::Kept, "", "its weapons, as tuples of which the order is not known";
            "cannon_jam" numbers(3), "", "how its cannons jam";
            "armor" NOT_NEGATIVE, "", "armour of an opponent";
            "health" NOT_NEGATIVE, "", "health of an opponent";
            "turrets" Form::Kept, "", "its turrets, for the view from inside and from outside";
            "ground_blow" Form::Word, "", "effect of its wind on the ground", inferred;
            "start_anims" Form::Words, "", "animations that begin with it";
        },
        keys! {
            SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "C1. Flight law""#;
            "engine" NOT_NEGATIVE, "", "factor of its thrust", inferred;
            "pitch" NOT_NEGATIVE, "", "torque of the elevators", inferred;
            "roll" NOT_NEGATIVE, "", "torque of the ailerons", inferred;
            "rudder" NOT_NEGATIVE, "", "torque of the rudder", inferred;
            "return_rate" NOT_NEGATIVE, "1/s", "how fast the nose returns to the way it flies";
            "damp" NOT_NEGATIVE, "1/s", "how fast it stops turning", inferred;
            "rec_i" Form::numbers(3, Bounds::NOT_NEGATIVE), "", "reciprocal moments of inertia", inferred;
            "fd_speed" NOT_NEGATIVE, "units/s", "speed of its simple flight law";
            "drag_factor" NOT_NEGATIVE, "", "factor of its drag";
            "weight" POSITIVE, "lb", "weight", inferred;
            "wing_area" POSITIVE, "ft2", "area of its wings", inferred;
            "fuel" NOT_NEGATIVE, "", "fuel at the start", inferred;
            "autogyro" Form::Flag, "", "it flies by the simple law alone", inferred;
            "airscrews" Form::Words, "", "nodes that its engine turns", inferred;
            "wheel_points" Form::numbers(9, Bounds::ANY), "units", "where its three wheels touch the ground, x y z each", inferred;
            "cockpit" numbers(3), "units", "where the eyes of its pilot are, x y z", inferred;
        },
        keys! {
            SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "C3. Damage, vehicles""#;
            "destroy_anim" Form::Word, "", "animation of its end", inferred;
            "healthy" Form::Words, "", "nodes that an airship needs";
            "num_healthy_required" COUNT, "", "how many of them it needs";
            "TEAM" Form::Word, "", "its side; an enemy where there is none", inferred;
        },
    ],
    open: false,
};

static PART: Schema = Schema {
    name: "destroyable part",
    groups: &[keys! {
        SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "C2. Reader keys""#;
        "name" Form::Word, "", "its name";
        "armour" NOT_NEGATIVE, "", "its armour";
        "hp" NOT_NEGATIVE, "", "its health";
        "flags" Form::Words, "", "what it is, `critical` for example";
        "injure_anims" Form::Kept, "", "animations of damage, by what is left";
    }],
    open: false,
};

/// A row of `engines.zrd`.
pub static ENGINE: Schema = Schema {
    name: "engine",
    groups: &[keys! {
        SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "C2. Reader keys""#;
        "id" COUNT, "", "its number";
        "name" Form::Word, "", "its name";
        "factor" NOT_NEGATIVE, "", "factor of the thrust";
    }],
    open: false,
};

/// What can be aimed at.
pub static TARGET: Schema = Schema {
    name: "target",
    groups: &[keys! {
        SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "D5. Targets""#;
        "description" Form::Word, "", "text of what it is";
        "nodes" Form::Words, "", "nodes that belong to it";
        "category_label" Form::Word, "", "text of its kind";
        "help_label" Form::Word, "", "text of what to do with it";
    }],
    open: false,
};

/// Danger zones, beside the targets.
pub static ZONES: Schema = Schema {
    name: "danger zones",
    groups: &[keys! {
        SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "D5. Targets""#;
        "dz" Form::Words, "", "nodes of danger zones", repeats;
        "dzpath" Form::Words, "", "nodes of ways through them", repeats;
    }],
    open: false,
};

/// A row of `landings.zrd`.
pub static LANDING: Schema = Schema {
    name: "approach",
    groups: &[keys! {
        SKIES, r#"docs/spec/zbd/engine-behaviour.md, "14.5 Approach triggers, CS""#;
        "anim" Form::Word, "", "animation that takes over";
        "node" Form::Word, "", "node with the volume";
        "angle" Form::Kept, "degrees", "how far the aeroplane may be turned against it, or `auto`";
        "speed" Form::Kept, "mph", "slowest and fastest";
    }],
    open: false,
};

/// A camera.
pub static CAMERA: Schema = Schema {
    name: "camera",
    groups: &[keys! {
        SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "C6. Camera""#;
        "distance" NOT_NEGATIVE, "units", "how far behind";
        "factor" NUMBER, "", "how the distance follows the speed";
        "vary" NUMBER, "", "how far the distance varies";
        "min" NOT_NEGATIVE, "units", "nearest";
        "max" NOT_NEGATIVE, "units", "farthest";
        "position_catchup" NOT_NEGATIVE, "1/s", "how fast it follows", inferred;
        "look_catchup" NOT_NEGATIVE, "1/s", "how fast it turns", inferred;
        "lift" NUMBER, "units", "how far above", inferred;
    }],
    open: false,
};
