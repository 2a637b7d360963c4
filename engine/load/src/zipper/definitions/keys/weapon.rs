//! Weapons of Recoil and Crimson Skies.

use super::super::schema::{Bounds, Form, Schema};
use super::{COUNT, NOT_NEGATIVE, NUMBER, RANGE, keys};

/// A weapon.
pub static WEAPON: Schema = Schema {
    name: "weapon",
    groups: &[
        keys! {
            RECOIL_AND_SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "B2. Reader keys""#;
            "DESC" Form::Word, "", "text of what it is";
            "KILL_VERB" Form::Word, "", "text of what it does to others";
            "AMMO_LIMIT" Form::Whole(Bounds { least: 0.0, most: 123_456_789.0 }), "", "most ammunition; 123456789 never runs out";
            "FIRE" Form::Block(&FIRE), "", "what a shot shows";
            "FLYOUT" Form::Block(&FLYOUT), "", "what flies";
            "IMPACT" Form::Named(&IMPACT), "", "what a hit shows, by kind of ground";
            "BEAM" Form::Kept, "", "what a beam looks like";
        },
        keys! {
            RECOIL, r#"docs/spec/zbd/vehicles-and-combat.md, "B1. Weapon table""#;
            "NAME" Form::Word, "", "its name";
            "ID" NUMBER, "", "slot and variant", inferred;
            "DAMAGE" NOT_NEGATIVE, "", "health that a hit takes", inferred;
            "PROXIMITY" NOT_NEGATIVE, "units", "how near it goes off", inferred;
            "FLAGS" Form::Whole(Bounds::NOT_NEGATIVE), "", "bits of what it does", inferred;
        },
        keys! {
            RECOIL_AND_SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "C4. Weapons""#;
            "FIRE_RATE" Form::Number(Bounds::RATE), "1/s", "shots a second";
            "VELOCITY" NOT_NEGATIVE, "units/s", "speed of what flies; of a beam none";
            "RANGE" RANGE, "units", "how far it goes";
        },
        keys! {
            SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "C4. Weapons""#;
            "ARMOR_DAMAGE" NOT_NEGATIVE, "", "armour that a hit takes";
            "HEALTH_DAMAGE" NOT_NEGATIVE, "", "health that a hit takes";
            "ACCELERATION" NUMBER, "units/s2", "how fast it gains speed";
            "TURN_RATE" NOT_NEGATIVE, "degrees/s", "how fast it turns after its target";
            "LOCK_ON" Form::Kept, "", "how it locks on";
            "DETONATION_DISTANCE" NOT_NEGATIVE, "units", "how far it flies before it can go off";
            "IMPACT_PROXIMITY" NOT_NEGATIVE, "units", "how near it goes off";
            "CANNON_SPREAD" Form::Number(Bounds { least: 0.0, most: 180.0 }), "degrees", "how far shots spread";
            "CLUSTER_SIZE" COUNT, "", "how many it becomes";
        },
    ],
    open: false,
};

static FIRE: Schema = Schema {
    name: "shot",
    groups: &[keys! {
        RECOIL_AND_SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "B2. Reader keys""#;
        "ANIMATION" Form::Word, "", "animation at the muzzle";
        "SOUND" Form::Word, "", "what is heard";
        "RANDOM_ROTATE" Form::Flag, "", "the animation is turned about by chance";
    }],
    open: false,
};

static FLYOUT: Schema = Schema {
    name: "what flies",
    groups: &[keys! {
        RECOIL_AND_SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "B2. Reader keys""#;
        "MODEL" Form::Word, "", "its model";
        "MODEL_ANIMATION" Form::Word, "", "its animation";
        "SOUND" Form::Word, "", "what is heard of it";
    }],
    open: false,
};

static IMPACT: Schema = Schema {
    name: "hit",
    groups: &[keys! {
        RECOIL_AND_SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "B2. Reader keys""#;
        "ANIMATION" Form::Word, "", "animation of a hit";
        "KILL_ANIMATION" Form::Word, "", "animation of a hit that destroys";
        "DAMAGE_ANIM_ON_HEALTH" Form::Kept, "", "animations by the health that is left: the first whose share is at least that";
        "SOUND" Form::Word, "", "what is heard of a hit";
        "BOUNCE_SOUND" Form::Word, "", "what is heard of a bounce";
        "EFFECT" Form::Word, "", "effect of a hit";
    }],
    open: false,
};
