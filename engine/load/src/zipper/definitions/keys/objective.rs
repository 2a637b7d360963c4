//! Missions and their objectives. No document says which words those of MechWarrior 3 and Pirate's Moon have: the words of
//! Crimson Skies mean the same there, and each that is none of them is a finding that names it.

use super::super::schema::{Form, Schema};
use super::{COUNT, NOT_NEGATIVE, keys, up_to};

/// What stands beside the objectives.
pub static MISSION: Schema = Schema {
    name: "mission",
    groups: &[
        keys! {
            ALL_BUT_RECOIL, r#"docs/spec/zbd/vehicles-and-combat.md, "D1. File level""#;
            "MISSION_TIMER" Form::Words, "s", "seconds that the mission may take, and NOLOSS if it is not lost then";
            "PLAYER_INIT" Form::Kept, "", "how the player begins";
            "RESTORE_ANIMS" Form::Words, "", "animations that are restored at the start";
            "EXECUTE_ANIMS" Form::Words, "", "animations that have happened at the start";
            "INVALIDATE_ANIMS" Form::Words, "", "animations that cannot happen any more";
            "*_COMPLETE_SOUND" Form::Word, "", "what is heard when an objective of that rank is completed";
            "MISSION_WON_SOUND" Form::Word, "", "what is heard when the mission is won";
            "MISSION_LOST_SOUND" Form::Word, "", "what is heard when the mission is lost";
        },
        keys! {
            RECOIL, r#"docs/spec/zbd/vehicles-and-combat.md, "B7. Objectives (`objectives.zrd`)""#;
            "FINAL_MISSION" Form::Flag, "", "the game ends with it: five objectives, then a review of 60 s";
            "REVIEW_DELAY" NOT_NEGATIVE, "s", "time before the review";
            "READ_TIME" NOT_NEGATIVE, "s", "how long a text can be read";
        },
    ],
    open: false,
};

/// An objective.
pub static OBJECTIVE: Schema = Schema {
    name: "objective",
    groups: &[
        keys! {
            RECOIL, r#"docs/spec/zbd/vehicles-and-combat.md, "B7. Objectives (`objectives.zrd`)""#;
            "ACTIVE" Form::Words, "", "path of the node that completes it when it becomes active";
            "INACTIVE" Form::Words, "", "path of the node that completes it when it becomes inactive";
            "READ_TIME" NOT_NEGATIVE, "s", "how long its text can be read";
            "REVIEW_DELAY" NOT_NEGATIVE, "s", "time before its review";
            "MSG_*" Form::Flag, "", "key of a text", repeats;
            "READ_SOUND" Form::Word, "", "what is heard with its text";
            "HINT_*" Form::Words, "", "a hint", repeats;
            "FINAL_MISSION" Form::Flag, "", "the game ends with it";
        },
        keys! {
            ALL_BUT_RECOIL, r#"docs/spec/zbd/vehicles-and-combat.md, "D2. Objective life""#;
            "BEGIN_DORMANT" up_to(4), "s", "delay, or -1 until it is woken; time awake; time of a nap; deadline";
            "TICK_DEPENDS_ON_OBJ" Form::Words, "", "objective without which its time stands";
            "INACTIVE#" Form::Words, "", "node that must be switched off";
            "INACTIVE_COMPLETION_COUNT" COUNT, "", "how many of them";
            "ANIM_STATE" Form::Words, "", "an animation and RUNNING, EXECUTED or INVALID", repeats;
            "COMPLETION_COUNT" COUNT, "", "how many of these animations";
            "DANGER_ZONES_COMPLETED" Form::Words, "", "danger zones that must be flown through";
            "DANGER_ZONES_COMPLETION_COUNT" COUNT, "", "how many of them";
            "DEDG" Form::Words, "", "a group, how many of it may be left, its generator", repeats;
            "TRAVELERS" Form::Words, "", "who, APPROACHING, where, how near, how many, DELETE_ON_SUCCESS", repeats;
            "WAKEUP_ENEMIES" Form::Words, "", "enemies that wake up with it", repeats;
            "WAKEUP_TURRETS" Form::Words, "", "turrets that wake up with it; `*` is one digit", repeats;
            "WAKEUP_ZEP_TURRETS" Form::Words, "", "turrets of airships that wake up with it", repeats;
            "WAKEUP_GENERATOR" Form::Words, "", "a generator and a number", repeats;
            "WAKE_ANIM" Form::Words, "", "an animation and the node it begins at", repeats;
            "WAKEUP_SOUND_GROUP" Form::Word, "", "what is heard when it wakes up";
            "RESET_TIMER" Form::Words, "s", "the timer starts over";
            "COMPLETED_SOUND_GROUP" Form::Word, "", "what is heard a second after it is completed";
            "WARP_VEHICLE" Form::Words, "", "a vehicle that is put elsewhere", repeats;
            "SET_AI_TEAM" Form::Words, "", "somebody changes sides", repeats;
            "SET_AI_NET" Form::Words, "", "somebody takes another net of ways", repeats;
            "SET_AI_ATTACK_RADIUS" Form::Words, "units", "somebody attacks from elsewhere", repeats;
            "COMPLETED_ZEPCANNONS" Form::Words, "", "cannons of an airship", repeats;
            "COMPLETED_STOPPOINT" Form::Words, "", "where an airship stops", repeats;
            "ADD_OTHER_TARGET" Form::Words, "", "a target more", repeats;
            "REMOVE_OTHER_TARGET" Form::Words, "", "a target less", repeats;
            "ADD_OBJECTIVE_TARGET" Form::Words, "", "a target of an objective more", repeats;
            "REMOVE_OBJECTIVE_TARGET" Form::Words, "", "a target of an objective less", repeats;
            "START_TAXI" Form::Words, "", "somebody begins to taxi", repeats;
            "SET_HELP_LABEL" Form::Words, "", "another text for a target", repeats;
            "STOP_QUEUED_SOUNDS" Form::Flag, "", "what waits to be said is not said";
            "ADJUST_TIMER_WHEN_I_COMPLETE" up_to(1), "s", "the timer gains or loses seconds";
            "END_TIMER" Form::Flag, "", "the timer ends";
            "WAKE_OBJECTIVE_WHEN_I_COMPLETE" Form::Words, "", "objectives that wake up; the list stops at the first that is awake", repeats;
            "KILL_OBJECTIVE_WHEN_I_COMPLETE" Form::Words, "", "objectives that end", repeats;
            "NAP_OBJECTIVE_WHEN_I_COMPLETE" Form::Words, "", "objectives that take a nap and are not completed any more", repeats;
            "SLEEP_OBJECTIVE_WHEN_I_COMPLETE" Form::Words, "", "objectives that fall asleep", repeats;
            "WAKE_OBJECTIVE_WHEN_I_SLEEP" Form::Words, "", "objectives that wake up when it falls asleep", repeats;
            "HIDE_OBJ" Form::Words, "", "objectives that are not shown", repeats;
            "SLEEP_ANIM" Form::Words, "", "animation when it falls asleep", repeats;
            "IDENTITY" Form::Words, "", "PRIMARY, SECONDARY or TERTIARY, priority, text", repeats;
            "INSTANTWIN" Form::Flag, "", "the mission is won with it";
            "INSTANTLOSS" Form::Flag, "", "the mission is lost with it";
        },
    ],
    open: false,
};
