//! 'Mechs of MechWarrior 3 and Pirate's Moon.

use super::super::schema::{Bounds, Form, Schema};
use super::{COUNT, NOT_NEGATIVE, NUMBER, POSITIVE, SHARE, keys, numbers, up_to};

/// A 'mech.
pub static MECH: Schema = Schema {
    name: "'mech",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5. Mech definitions""#;
        "version" COUNT, "", "2";
        "torso_limits" numbers(3), "degrees", "largest turn of the torso, how far down and up it goes";
        "recoil_bend" NUMBER, "", "how far a shot bends the torso";
        "recoil_slide" NUMBER, "", "how far a shot moves the torso";
        "recoil_twist" NUMBER, "", "how far a shot turns the torso";
        "lean_angle" NOT_NEGATIVE, "degrees", "how far it leans in turns";
        "lean_factor" NUMBER, "", "how much it leans in turns";
        "max_turn_rate" NOT_NEGATIVE, "degrees/s", "fastest turn";
        "accel_rate" NOT_NEGATIVE, "units/s2", "how fast it gains speed";
        "decel_rate" NOT_NEGATIVE, "units/s2", "how fast it loses speed";
        "crouch_height" NOT_NEGATIVE, "units", "how far it crouches";
        "aim_slerp_freq" NOT_NEGATIVE, "1/s", "how fast the aim follows";
        "aim_min_pitch" NUMBER, "degrees", "how far down weapons aim";
        "aim_max_pitch" NUMBER, "degrees", "how far up weapons aim";
        "aim_min_yaw" NUMBER, "degrees", "how far to one side weapons aim";
        "aim_max_yaw" NUMBER, "degrees", "how far to the other side weapons aim";
        "aim_arm_pitch_factor" SHARE, "", "share of the pitch that the arms take";
        "aim_ignore_arms" Form::Flag, "", "the arms do not aim";
        "torso_shake" Form::Block(&SHAKE), "", "how the cockpit shakes";
        "chicken" Form::Flag, "", "it has the legs of a bird";
        "omnimech" Form::Flag, "", "it takes any equipment";
        "clan" Form::Flag, "", "it is one of the clans'";
        "internal_mass" NOT_NEGATIVE, "t", "mass of the frame";
        "max_mass" POSITIVE, "t", "mass with everything";
        "weight_class" Form::Word, "", "its class";
        "engine_minmax" Form::numbers(2, Bounds::NOT_NEGATIVE), "", "least and greatest rating of its engine";
        "hud" Form::Block(&HUD), "", "the model of its cockpit";
        "camera" Form::Block(&CAMERA), "", "its cameras";
        "animations" Form::Block(&ANIMATIONS), "", "its motions";
        "skins" Form::Words, "", "names of its skins, their textures, textures of damage";
        "firepoints" Form::Rows(&FIREPOINT), "", "where weapons can be";
        "configurations" Form::Named(&CONFIGURATION), "", "its configurations";
    }],
    open: false,
};

static SHAKE: Schema = Schema {
    name: "shake",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5. Mech definitions""#;
        "pitch_amp" NUMBER, "", "how far it nods";
        "yaw_amp" NUMBER, "", "how far it turns";
        "roll_amp" NUMBER, "", "how far it rolls";
        "freq" NOT_NEGATIVE, "1/s", "how fast";
        "damp_freq" NOT_NEGATIVE, "1/s", "how fast it ends";
    }],
    open: false,
};

static HUD: Schema = Schema {
    name: "cockpit",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5. Mech definitions""#;
        "cage" Form::Words, "", "the model, and three numbers of which the meaning is not known";
    }],
    open: false,
};

static CAMERA: Schema = Schema {
    name: "cameras of a 'mech",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5. Mech definitions""#;
        "attach" Form::Block(&ATTACHED), "", "one that stands at the 'mech";
        "tether" Form::Block(&TETHERED), "", "one that follows";
    }],
    open: false,
};

static ATTACHED: Schema = Schema {
    name: "camera at a 'mech",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5. Mech definitions""#;
        "dist" NOT_NEGATIVE, "units", "how far away";
        "desired_pos" numbers(3), "units", "where it wants to be";
        "look_limits" Form::Kept, "degrees", "how far it looks up, down, left and right";
    }],
    open: false,
};

static TETHERED: Schema = Schema {
    name: "camera behind a 'mech",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5. Mech definitions""#;
        "dist" NOT_NEGATIVE, "units", "how far away";
        "delta_rot" up_to(3), "degrees", "how it is turned";
        "desired_pos" numbers(3), "units", "where it wants to be";
        "dist_vary_factor" NUMBER, "", "how the distance follows the speed";
        "dist_vary" NUMBER, "", "how far the distance varies";
    }],
    open: false,
};

static ANIMATIONS: Schema = Schema {
    name: "animations of a 'mech",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5.1 animations""#;
        "canned" Form::Kept, "", "animations of jump jets, narcs, ejecting";
        "motion" Form::Kept, "", "stand, step, walk, trot, run: a motion and its speeds";
    }],
    open: false,
};

static FIREPOINT: Schema = Schema {
    name: "fire point",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5. Mech definitions""#;
        "name" Form::Word, "", "its name";
        "radius" NOT_NEGATIVE, "units", "its size";
        "share" NUMBER, "", "its share";
        "part" Form::Word, "", "node of the model";
    }],
    open: false,
};

static CONFIGURATION: Schema = Schema {
    name: "configuration",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5.2 configuration""#;
        "engine" Form::Row(&ENGINE), "", "its engine";
        "armor" Form::Row(&ARMOR), "", "its armour";
        "equipment" Form::Rows(&EQUIPMENT), "", "what is in it";
        "weapons" Form::Rows(&WEAPON), "", "its weapons";
        "internal" Form::Word, "", "its frame";
    }],
    open: false,
};

static ENGINE: Schema = Schema {
    name: "engine of a 'mech",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5.2 configuration""#;
        "rating" COUNT, "", "its rating";
        "xl" Form::Flag, "", "it is of the light kind";
        "max_speed" NOT_NEGATIVE, "km/h", "fastest speed";
    }],
    open: false,
};

static ARMOR: Schema = Schema {
    name: "armour of a 'mech",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5.2 configuration""#;
        "ferro-fibrous" Form::Flag, "", "it is of the light kind";
        "mass" NOT_NEGATIVE, "t", "its mass";
        "head" NOT_NEGATIVE, "", "armour of the head";
        "torso" Form::numbers(2, Bounds::NOT_NEGATIVE), "", "armour of the middle torso, front and rear";
        "torsolr" Form::numbers(2, Bounds::NOT_NEGATIVE), "", "armour of each side of the torso, front and rear";
        "arms" NOT_NEGATIVE, "", "armour of each arm";
        "legs" NOT_NEGATIVE, "", "armour of each leg";
    }],
    open: false,
};

static EQUIPMENT: Schema = Schema {
    name: "equipment",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5.2 configuration""#;
        "type" Form::Word, "", "what it is";
        "part" Form::Word, "", "where it is";
    }],
    open: false,
};

static WEAPON: Schema = Schema {
    name: "weapon of a 'mech",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5.2 configuration""#;
        "type" Form::Word, "", "what it is";
        "firepoint" Form::Word, "", "where it is";
        "rest" Form::Block(&MOUNT), "", "its groups and its ammunition";
    }],
    open: false,
};

static MOUNT: Schema = Schema {
    name: "groups and ammunition",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5.2 configuration""#;
        "group" up_to(16), "", "numbers of its groups";
        "ammo" Form::Row(&AMMO), "", "its ammunition";
        "extra" up_to(16), "", "numbers of which the meaning is not known";
    }],
    open: false,
};

static AMMO: Schema = Schema {
    name: "ammunition",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5.2 configuration""#;
        "count" COUNT, "", "how many";
        "rest" Form::Block(&AMMO_REST), "", "where it is";
    }],
    open: false,
};

static AMMO_REST: Schema = Schema {
    name: "place of ammunition",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "5.2 configuration""#;
        "part" Form::Word, "", "where it is";
        "extra" up_to(16), "", "numbers of which the meaning is not known";
    }],
    open: false,
};
