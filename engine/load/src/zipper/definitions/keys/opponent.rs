//! Turrets and vehicles that act by themselves, nets of ways, pickups.

use super::super::schema::{Bounds, Form, Schema};
use super::{COUNT, NOT_NEGATIVE, NUMBER, keys, numbers};

/// A turret, of `ai.zrd`. No document says what MechWarrior 3 and Pirate's Moon call those of theirs: that they are written
/// as in the other two games is inferred.
pub static OPPONENT: Schema = Schema {
    name: "turret",
    groups: &[
        keys! {
            ALL, r#"docs/spec/zbd/vehicles-and-combat.md, "B4. Turrets (`ai.zrd`)""#;
            "DETECTION_RANGE" NOT_NEGATIVE, "units", "how far it sees; in Recoil along x and z added up";
        },
        keys! {
            ALL_BUT_SKIES, r#"docs/spec/zbd/vehicles-and-combat.md, "B4. Turrets (`ai.zrd`)""#;
            "HEALTH" NOT_NEGATIVE, "", "its health";
            "DAMAGE_PART" Form::Word, "", "its weak node";
            "ACTIVATE_ON_HIT" Form::Flag, "", "a hit wakes it up";
            "TARGETS" Form::Words, "", "what it aims at, eight at most";
            "FIRE_DWELL" NOT_NEGATIVE, "s", "time between shots";
        },
        keys! {
            ALL_BUT_RECOIL, r#"docs/spec/zbd/vehicles-and-combat.md, "C5. Turrets""#;
            "CREATE_STANDALONE" Form::Flag, "", "it stands alone, on no vehicle";
            "ACTIVATED" Form::Flag, "", "it is awake from the start";
            "PARTS" Form::Words, "", "two or three nodes that turn, each below the one before: to the side, up and down";
            "FIRE_POINTS" Form::Words, "", "nodes it shoots from, in turn", inferred;
            "PITCH" numbers(2), "degrees", "how far down and up it aims; without limits where both are the same";
            "YAW" numbers(2), "degrees", "how far to the sides it aims; without limits where both are the same";
            "ATTACK_INTERVAL" Form::Numbers { least: 1, most: 2, bounds: Bounds::NOT_NEGATIVE }, "s", "how long it attacks", inferred;
            "BORED_INTERVAL" Form::Numbers { least: 1, most: 2, bounds: Bounds::NOT_NEGATIVE }, "s", "how long it only follows with its eyes", inferred;
            "TEAM" Form::Word, "", "its side; an enemy where there is none";
        },
    ],
    open: false,
};

/// A net of ways.
pub static NET: Schema = Schema {
    name: "path net",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "7. Other MW schemas known""#;
        "version" COUNT, "", "108";
        "name" Form::Word, "", "its name";
        "*" Form::Row(&NODE), "", "a place, by its name";
    }],
    open: false,
};

static NODE: Schema = Schema {
    name: "place of a path net",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "7. Other MW schemas known""#;
        "kind" NUMBER, "", "12, of which the meaning is not known", inferred;
        "position" numbers(3), "units", "where it is", inferred;
        "number" NUMBER, "", "a number of which the meaning is not known", inferred;
    }],
    open: false,
};

/// A pickup. Its node's name says what it is; the specification gives no key of its list.
pub static PICKUP: Schema = Schema { name: "pickup", groups: &[], open: true };
