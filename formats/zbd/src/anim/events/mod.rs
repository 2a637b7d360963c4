//! Events of sequences, one type each. Source: `docs/spec/zbd/anim-events.md`, "2. Type table" and
//! "4. Events".
//!
//! | file | holds |
//! |---|---|
//! | `scope.rs` | the lists that events refer to, and the rules that most have |
//! | `sounds.rs`, `lights.rs`, `objects.rs`, `motion.rs`, `si_script.rs` | what nodes do |
//! | `connectors.rs`, `cameras.rs`, `puffer.rs`, `effects.rs` | beams, cameras, particles, the screen |
//! | `calls.rs`, `flow.rs` | animations and sequences that are called; loops and conditions |

mod calls;
mod cameras;
mod connectors;
mod effects;
mod flow;
mod lights;
mod motion;
mod objects;
mod puffer;
mod scope;
mod si_script;
mod sounds;

use crate::anim::text::{Context, Items, Node, Spelled};
use crate::gamez::Version;
use crate::packed;
use binary::{Cursor, Name, Result, Writer, codes};
pub use calls::{
    CallAnimation, CallSequence, InvalidateAnimation, ResetAnimation, StopAnimation, StopSequence,
    flags as call_flags,
};
pub use cameras::{CameraFromTo, CameraState, FogState};
pub use connectors::{CallObjectConnector, ObjectConnector};
pub use effects::{DetonateWeapon, Effect, FbfxColorFromTo, FbfxCsinwaveFromTo};
pub(super) use flow::TestWords;
pub use flow::{AnimVerbose, Callback, Elseif, If, Loop, Test, TestValue, Until, condition};
pub use lights::{LightAnimation, LightState, flags as light_flags};
pub use motion::{ObjectMotion, ObjectMotionFromTo, flags as motion_flags};
pub use objects::{
    ObjectActiveState, ObjectAddChild, ObjectCycleTexture, ObjectDeleteChild, ObjectOpacityFromTo,
    ObjectOpacityState, ObjectRotateState, ObjectScaleState, ObjectTranslateState, rotate_mode,
};
pub use puffer::{
    PufferColor, PufferColors, PufferGrowth, PufferGrowths, PufferInfo, PufferState, PufferTexture,
    PufferTextures, flags as puffer_flags,
};
use scope::Payload;
pub(super) use scope::Scope;
pub use scope::{BOUND_NODE, INPUT_NODE, UNSET};
use serde::{Deserialize, Serialize};
pub use si_script::{EmbeddedScript, ObjectMotionSiScript, SiScriptInfo, SkeletonSiScript};
pub use sounds::{Sound, SoundAdjust, SoundNode};

codes! {
    UNKNOWN = "zbd.anim.event.type": "an event of a type that no file of the game has is kept as it is"
        => "remove the event";
    SIZE = "zbd.anim.event.size": "an event does not have the size of its type and is kept as it is"
        => "export the file again";
    NOT_FINITE = "zbd.anim.event.not_finite": "an event with a number that is NaN or infinite is kept as it is"
        => "correct the number";
    INDEX = "zbd.anim.event.index": "an index leads to no entry of its list"
        => "use the position of an entry, counted from 1";
    NAME = "zbd.anim.event.name": "the name is not that of the entry with the index beside it"
        => "use the name of the entry";
    TEXT = "zbd.anim.event.text": "a text is not 7-bit text with NULs to the end"
        => "use ASCII only and fill up with NULs";
    FLAGS = "zbd.anim.event.flags": "a flag is set that no file has, or flags that exclude one another"
        => "clear the flag";
    UNFLAGGED = "zbd.anim.event.unflagged": "a value is stored whose flag is clear"
        => "set the flag, or 0";
    SWITCH = "zbd.anim.event.switch": "a switch is neither 0 nor 1"
        => "use 0 or 1";
    VALUE = "zbd.anim.event.value": "a value is not one of any known file"
        => "use a value of the range that is expected";
    EMBEDDED = "zbd.anim.event.embedded": "an event inside of another is not one that moves a node along keyframes"
        => "use type 12 and size 76";
    TIME = "zbd.anim.event.run_time": "the run time is not above 0"
        => "use the seconds that the event takes";
}

/// An event of a type that is not known, or that is damaged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OtherEvent {
    /// Its type.
    pub event_type: u8,
    /// What stands behind its header.
    #[serde(with = "packed")]
    pub bytes: Vec<u8>,
}

/// What stands in an event itself; the others are boxed, or each would be as large as the largest.
type Inline<T> = T;

macro_rules! events {
    ($($number:literal $keyword:literal $kind:ident in $slot:ident, $what:literal;)*) => {
        /// What happens. Small ones stand in the list of events, so that most need no memory of their own.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Event {
            $(
                #[doc = $what]
                #[serde(rename = $keyword)]
                $kind($slot<$kind>),
            )*
            /// Otherwise; ends a branch that is taken.
            #[serde(rename = "ELSE")]
            Else,
            /// The end of a condition.
            #[serde(rename = "ENDIF")]
            Endif,
            /// Kept as it is.
            #[serde(rename = "other")]
            Other(Box<OtherEvent>),
        }

        impl Event {
            /// The number of its type.
            pub fn event_type(&self) -> u8 {
                match self {
                    $(Event::$kind(_) => $number,)*
                    Event::Else => ELSE,
                    Event::Endif => ENDIF,
                    Event::Other(other) => other.event_type,
                }
            }

            /// The key word of its type, empty where that is not known.
            pub fn keyword(&self) -> &'static str {
                keyword_of(self.event_type())
            }

            /// True for the key word of a type.
            pub(super) fn is_keyword(word: &str) -> bool {
                matches!(word, $($keyword |)* "ELSE" | "ENDIF")
            }

            /// Prints what stands behind the header; nothing of a type that is not known.
            pub(super) fn spell(&self, context: &Context) -> Vec<Node<'static>> {
                match self {
                    $(Event::$kind(payload) => payload.spell(context),)*
                    Event::Else | Event::Endif | Event::Other(_) => Vec::new(),
                }
            }

            /// Compiles an event of a key word; none for another word.
            pub(super) fn compile(
                word: &str,
                items: &mut Items<'_, '_>,
                context: &Context,
            ) -> std::result::Result<Option<Event>, crate::anim::text::Error> {
                Ok(match word {
                    $($keyword => Some(Event::$kind(<$slot<$kind>>::from($kind::compile(items, context)?))),)*
                    "ELSE" => Some(Event::Else),
                    "ENDIF" => Some(Event::Endif),
                    _ => None,
                })
            }

            /// Writes what stands behind the header.
            pub(super) fn write(&self, writer: &mut Writer, version: Version) -> Result<()> {
                match self {
                    $(Event::$kind(payload) => payload.put(writer, version)?,)*
                    Event::Else | Event::Endif => {}
                    Event::Other(other) => writer.raw(&other.bytes),
                }
                Ok(())
            }
        }

        /// The same as the name of a step of a finding's path.
        pub(super) fn name_of(event_type: u8) -> Name {
            match event_type {
                $($number => const { Name::of($keyword) },)*
                ELSE => const { Name::of("ELSE") },
                ENDIF => const { Name::of("ENDIF") },
                _ => Name::default(),
            }
        }

        /// The key word of a type, empty for one that is not known.
        pub(super) fn keyword_of(event_type: u8) -> &'static str {
            match event_type {
                $($number => $keyword,)*
                ELSE => "ELSE",
                ENDIF => "ENDIF",
                _ => "",
            }
        }

        /// Reads what stands behind the header of a known type; none if that is damaged.
        fn known(
            cursor: &mut Cursor<'_>,
            event_type: u8,
            size: usize,
            scope: &Scope<'_>,
        ) -> Result<Option<Event>> {
            Ok(match event_type {
                $($number => {
                    let payload = scope::read::<$kind>(cursor, size, scope)?;
                    payload.map(|payload| Event::$kind(<$slot<$kind>>::from(payload)))
                })*
                ELSE => empty(cursor, size, Event::Else),
                ENDIF => empty(cursor, size, Event::Endif),
                _ => {
                    let expected = "a type of an event";
                    cursor.report.habit(&UNKNOWN, scope::header(cursor.offset()), expected, event_type);
                    None
                }
            })
        }
    };
}

const ELSE: u8 = 32;
const ENDIF: u8 = 34;

events! {
    1 "SOUND" Sound in Inline, "Plays a sound once.";
    2 "SOUND_NODE" SoundNode in Box, "Starts, moves or stops a sound that stays.";
    3 "EFFECT" Effect in Inline, "RC: spawns a sprite.";
    4 "LIGHT_STATE" LightState in Box, "Sets a light.";
    5 "LIGHT_ANIMATION" LightAnimation in Box, "Changes a light over time.";
    6 "OBJECT_ACTIVE_STATE" ObjectActiveState in Inline, "Shows or hides a node.";
    7 "OBJECT_TRANSLATE_STATE" ObjectTranslateState in Inline, "Puts a node somewhere.";
    8 "OBJECT_SCALE_STATE" ObjectScaleState in Inline, "Scales a node.";
    9 "OBJECT_ROTATE_STATE" ObjectRotateState in Inline, "Turns a node.";
    10 "OBJECT_MOTION" ObjectMotion in Box, "Lets a node spin, fly or fall.";
    11 "OBJECT_MOTION_FROM_TO" ObjectMotionFromTo in Box, "Moves a node from one pose to another.";
    12 "OBJECT_MOTION_SI_SCRIPT" ObjectMotionSiScript in Box, "Moves a node along keyframes.";
    13 "OBJECT_OPACITY_STATE" ObjectOpacityState in Inline, "Sets how opaque a node is.";
    14 "OBJECT_OPACITY_FROM_TO" ObjectOpacityFromTo in Box, "Fades a node.";
    15 "OBJECT_ADD_CHILD" ObjectAddChild in Inline, "Links a node below another.";
    16 "OBJECT_DELETE_CHILD" ObjectDeleteChild in Inline, "Unlinks it.";
    17 "OBJECT_CYCLE_TEXTURE" ObjectCycleTexture in Inline, "Selects a texture of a cycle.";
    18 "OBJECT_CONNECTOR" ObjectConnector in Box, "Stretches a node between two places.";
    19 "CALL_OBJECT_CONNECTOR" CallObjectConnector in Box, "Starts an animation between two places.";
    20 "CAMERA_STATE" CameraState in Box, "Sets a camera.";
    21 "CAMERA_FROM_TO" CameraFromTo in Box, "Changes a camera over time.";
    22 "CALL_SEQUENCE" CallSequence in Box, "Starts a sequence of the same definition.";
    23 "STOP_SEQUENCE" StopSequence in Box, "Ends one.";
    24 "CALL_ANIMATION" CallAnimation in Box, "Starts another definition.";
    25 "STOP_ANIMATION" StopAnimation in Box, "Ends one.";
    26 "RESET_ANIMATION" ResetAnimation in Box, "Undoes one.";
    27 "INVALIDATE_ANIMATION" InvalidateAnimation in Box, "Ends one for good.";
    28 "FOG_STATE" FogState in Box, "Sets the fog of the world.";
    30 "LOOP" Loop in Inline, "Starts the sequence again.";
    31 "IF" If in Inline, "Begins a condition.";
    33 "ELSEIF" Elseif in Inline, "Otherwise, if another condition holds.";
    35 "CALLBACK" Callback in Inline, "Calls the game.";
    36 "FBFX_COLOR_FROM_TO" FbfxColorFromTo in Box, "Lays a colour over the screen.";
    37 "FBFX_CSINWAVE_FROM_TO" FbfxCsinwaveFromTo in Box, "RC, PM: a ripple on the screen.";
    39 "ANIM_VERBOSE" AnimVerbose in Inline, "RC, PM: does nothing.";
    41 "DETONATE_WEAPON" DetonateWeapon in Box, "Lets a weapon explode.";
    42 "PUFFER_STATE" PufferState in Box, "MW, PM, CS: sets an emitter of particles.";
    46 "SOUND_ADJUST" SoundAdjust in Box, "CS: its fields are not known.";
    47 "SKELETON_SI_SCRIPT" SkeletonSiScript in Box, "CS: moves all nodes of a skeleton along keyframes.";
}

/// A payload of at most 20 bytes stands in its event, which has 24.
const _: () = assert!(size_of::<Event>() == 24);

/// An event without anything behind its header.
fn empty(cursor: &mut Cursor<'_>, size: usize, event: Event) -> Option<Event> {
    if size != 0 {
        let at = scope::header(cursor.offset());
        cursor.report.habit(&SIZE, at + 4, scope::HEADER, scope::HEADER + size);
        return None;
    }
    Some(event)
}

/// Reads the `size` bytes behind the header of an event.
pub(super) fn read(cursor: &mut Cursor<'_>, event_type: u8, size: usize, scope: &Scope<'_>) -> Result<Event> {
    let at = cursor.offset();
    if let Some(event) = known(cursor, event_type, size, scope)? {
        if !is_of_game(event_type, scope.version) {
            let expected = format_args!("an event of {:?}", scope.version);
            cursor.report.habit(&UNKNOWN, scope::header(at), expected, event.keyword());
        }
        return Ok(event);
    }
    cursor.seek(at)?;
    let bytes = cursor.take(size, "an event")?.to_vec();
    cursor.trace_bytes("bytes", at, size);
    Ok(Event::Other(Box::new(OtherEvent { event_type, bytes })))
}

/// Whether files of the game have events of a type.
fn is_of_game(event_type: u8, version: Version) -> bool {
    match event_type {
        37 | 39 => version != Version::MechWarrior3,
        42 => version != Version::Recoil,
        46 | 47 => version == Version::CrimsonSkies,
        _ => true,
    }
}

impl Event {
    /// Bytes that are not understood.
    pub(crate) fn raw_bytes(&self) -> usize {
        match self {
            Event::Other(other) => other.bytes.len(),
            Event::SoundAdjust(adjust) => adjust.bytes.len(),
            Event::ObjectMotionSiScript(script) => script.frames.raw_bytes(),
            _ => 0,
        }
    }
}
