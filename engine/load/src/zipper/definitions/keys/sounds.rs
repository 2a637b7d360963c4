//! Sounds and groups of sounds. `sound_definitions.rs` reads them; this is what is listed of them.

use super::super::schema::{Bounds, Form, Schema};
use super::{COUNT, NOT_NEGATIVE, SHARE, keys};

/// A sound.
pub static SOUND: Schema = Schema {
    name: "sound",
    groups: &[
        keys! {
            ALL, r#"docs/spec/zbd/mw3-runtime.md, "7. Other MW schemas known""#;
            "file" Form::Word, "", "its .wav file, behind its name";
            "set" Form::Word, "", "the set it is in, of SETS";
            "SUB_SET" Form::Words, "", "sets that belong to its set";
            "PURGEABLE" Form::Flag, "", "it may be forgotten while it is not heard";
            "VOICE" Form::Flag, "", "somebody speaks";
            "QUEUE" Form::Flag, "", "it waits for others";
            "VOICE_QUEUE" Form::Flag, "", "somebody speaks and waits for others";
            "3D" Form::Flag, "", "it comes from a place";
            "LOOPED" Form::Flag, "", "it starts over at its end";
            "HARDWARE" Form::Flag, "", "the sound card mixes it";
            "VOLUME" SHARE, "", "how loud it is";
            "RANGE" Form::numbers(2, Bounds::NOT_NEGATIVE), "units", "full up to the first, silent beyond the second";
            "SUBTITLE" Form::Word, "", "key of what is said";
        },
        keys! {
            ALL, r#"docs/spec/zbd/engine-behaviour.md, "16. Sound""#;
            "FREQUENCY" NOT_NEGATIVE, "Hz", "rate it is played at";
            "QPRIORITY" COUNT, "", "who comes first of those that wait";
        },
    ],
    open: false,
};

/// A group.
pub static GROUP: Schema = Schema {
    name: "group of sounds",
    groups: &[
        keys! {
            ALL, r#"docs/spec/zbd/mw3-runtime.md, "7. Other MW schemas known""#;
            "WEIGHT" NOT_NEGATIVE, "", "how often a member is chosen, compared with the others";
            "DYNAMIC_WEIGHTS" NOT_NEGATIVE, "", "what choosing a member leaves of its weight";
            "PLAY_COUNT" COUNT, "", "how often a member is heard in a row";
            "DELAY_PLAY" NOT_NEGATIVE, "s", "from the choice to the start";
            "PLAY_SOLO" Form::Flag, "", "it plays alone";
            "EXTRA" Form::Kept, "", "a list with MINDELAY";
            "MINDELAY" NOT_NEGATIVE, "s", "time before it is heard again";
            "members" Form::Words, "", "what may be chosen";
        },
        keys! {
            ALL, r#"docs/spec/zbd/engine-behaviour.md, "16. Sound""#;
            "REPEAT" Form::Whole(Bounds { least: -1.0, most: 1e6 }), "", "how often it chooses again, -1 for ever";
            "DELAY_REPEAT" NOT_NEGATIVE, "s", "between two choices";
            "DELAY_TERMINATION" NOT_NEGATIVE, "s", "time in which it fades away";
        },
    ],
    open: false,
};
