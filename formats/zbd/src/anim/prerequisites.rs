//! What must hold before an animation may start, and the animations that its events call.
//! Source: `docs/spec/zbd/anim.md`, "8.8 Activation prerequisites" and "8.9 Anim references".

use crate::gamez::Version;
use crate::gamez::rules::{Rules, equal, require};
use binary::{Code, Cursor, Garbage, Padded, Record, Report, Result, Segment, Writer, codes, record};
use serde::{Deserialize, Serialize};

codes! {
    OPTIONAL = "zbd.anim.prerequisite.optional": "a prerequisite is neither required (0) nor optional (1)"
        => "use 0 or 1";
    TYPE = "zbd.anim.prerequisite.type": "the type of a prerequisite is not known, and it is kept as it is"
        => "use 1 for an animation, 2 for an object, 3 for a parent";
    NAME = "zbd.anim.prerequisite.name": "a name is not 7-bit text with NULs to the end"
        => "use at most 31 ASCII characters and fill up with NULs";
    ACTIVE = "zbd.anim.prerequisite.active": "the wanted state is not one that any file of the game has"
        => "use 0 or 1 for objects and 0 for parents; in Pirate's Moon 0 or 3, and 0 or 2";
    POINTER = "zbd.anim.prerequisite.pointer": "an address is not as every known file of the game has it"
        => "use 0xFFFFFFFF in Pirate's Moon, else any address that is not zero";
    REF_TYPE = "zbd.anim.anim_ref.type": "the type of a reference is not known, and it is kept as it is"
        => "use 0 for CALL_ANIMATION, 1 for CALL_OBJECT_CONNECTOR";
    REF_NAME = "zbd.anim.anim_ref.name": "a name is not 7-bit text with a NUL behind it"
        => "use ASCII only, and end the name with a NUL";
    REF_INSTANCE = "zbd.anim.anim_ref.instance": "a reference already has a called instance, as it has at run time only"
        => "set it to 0";
}

/// Size in bytes of a prerequisite and of a reference, in all games.
pub(super) const PREREQUISITE: usize = 48;
pub(super) const ANIM_REF: usize = 72;

/// What must hold before a definition may start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prerequisite {
    /// 0 required; 1 optional: counts towards the least number to satisfy.
    pub optional: u32,
    /// What is asked for.
    pub condition: Condition,
}

/// What a prerequisite asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Type 1: the named animation runs or has run.
    Animation(AnimationCondition),
    /// Type 2: a node is active, or is not. Ends a path of parents.
    Object(NodeCondition),
    /// Type 3: a parent of the object that follows, outermost first.
    Parent(NodeCondition),
    /// A type that is not known.
    Other {
        /// Its number.
        kind: u32,
        /// What belongs to it.
        words: [u32; 10],
    },
}

record! {
    /// An animation that must have been started.
    pub struct AnimationCondition in "zbd.anim.prerequisite.animation" sizes [40] {
        name: Padded<32> [0],
        unknown_32: u32 [32] must 0,
        unknown_36: u32 [36] must 0,
    }
}

record! {
    /// A node and the state it must be in.
    pub struct NodeCondition in "zbd.anim.prerequisite.node" sizes [40] {
        /// Bit 0: wanted state; bit 1: the definition has LOCAL_NODES_ONLY.
        active: u32 [0],
        name: Padded<32> [4],
        /// Stale address; PM: 0xFFFFFFFF.
        ptr: u32 [36],
    }
}

record! {
    struct Unknown in "zbd.anim.prerequisite.other" sizes [40] {
        words: [u32; 10] [0],
    }
}

record! {
    struct PrerequisiteHead in "zbd.anim.prerequisite" sizes [8] {
        optional: u32 [0],
        kind: u32 [4],
    }
}

impl NodeCondition {
    fn verify(&self, report: &mut Report, at: usize, version: Version, allowed: [u32; 2]) {
        let rules = &mut Rules::in_column::<NodeCondition>(report, at, 0);
        let [first, second] = allowed;
        if version != Version::CrimsonSkies {
            require!(rules, ACTIVE, self.active, allowed.contains(&self.active), "{first} or {second}");
        }
        self.name.check(rules.report, &NAME, at + 4);
        match version {
            Version::PiratesMoon => equal!(rules, POINTER, self.ptr, u32::MAX),
            Version::CrimsonSkies => {}
            _ => require!(rules, POINTER, self.ptr, self.ptr != 0, "an address"),
        }
    }
}

pub(super) fn read(cursor: &mut Cursor<'_>, count: usize, version: Version) -> Result<Vec<Prerequisite>> {
    cursor.expect_items(count, PREREQUISITE, "prerequisites")?;
    let one = |cursor: &mut Cursor<'_>| prerequisite(cursor, version);
    (0..count).map(|index| cursor.within(Segment::at("prerequisite", index), one)).collect()
}

fn prerequisite(cursor: &mut Cursor<'_>, version: Version) -> Result<Prerequisite> {
    let at = cursor.offset();
    let PrerequisiteHead { optional, kind } = cursor.record(0)?;
    if optional > 1 {
        cursor.report.habit(&OPTIONAL, at, "0 or 1", optional);
    }
    let local = version == Version::PiratesMoon;
    let condition = match kind {
        1 => {
            let animation: AnimationCondition = cursor.record(0)?;
            animation.name.check(&mut cursor.report, &NAME, at + 8);
            Condition::Animation(animation)
        }
        2 => Condition::Object(node(cursor, version, if local { [0, 3] } else { [0, 1] })?),
        3 => Condition::Parent(node(cursor, version, if local { [0, 2] } else { [0, 0] })?),
        _ => {
            cursor.report.habit(&TYPE, at + 4, "1, 2 or 3", kind);
            let Unknown { words } = cursor.record(0)?;
            Condition::Other { kind, words }
        }
    };
    Ok(Prerequisite { optional, condition })
}

fn node(cursor: &mut Cursor<'_>, version: Version, allowed: [u32; 2]) -> Result<NodeCondition> {
    let at = cursor.offset();
    let node: NodeCondition = cursor.record(0)?;
    node.verify(&mut cursor.report, at, version, allowed);
    Ok(node)
}

impl Prerequisite {
    pub(super) fn write(&self, writer: &mut Writer) {
        let head = |kind| PrerequisiteHead { optional: self.optional, kind };
        match &self.condition {
            Condition::Animation(animation) => {
                writer.record(&head(1), 0);
                writer.record(animation, 0);
            }
            Condition::Object(node) => {
                writer.record(&head(2), 0);
                writer.record(node, 0);
            }
            Condition::Parent(node) => {
                writer.record(&head(3), 0);
                writer.record(node, 0);
            }
            Condition::Other { kind, words } => {
                writer.record(&head(*kind), 0);
                writer.list(words);
            }
        }
    }
}

/// An animation that an event calls and must remember.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnimRef {
    /// Whom it calls, and how.
    pub callee: Callee,
    /// The called instance; run time only.
    pub instance: u32,
}

/// Whom a reference calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "snake_case")]
pub enum Callee {
    /// Type 0, CALL_ANIMATION.
    Animation {
        /// Name of the definition, with old memory behind it.
        name: Garbage<64>,
    },
    /// Type 1, CALL_OBJECT_CONNECTOR; in Crimson Skies CALL_ANIMATION with LOCAL_NAME.
    Local {
        /// Name of the definition, with old memory behind it.
        name: Garbage<32>,
        /// Name of the called instance, with old memory behind it.
        local_name: Garbage<32>,
    },
    /// A type that is not known.
    Other {
        /// Its number.
        kind: u32,
        /// Probably a name.
        name: Garbage<64>,
    },
}

record! {
    struct RefRecord in "zbd.anim.anim_ref" sizes [72] {
        name: Garbage<64> [0],
        kind: u32 [64],
        instance: u32 [68],
    }
}

impl Callee {
    /// Name of the definition that is called.
    pub fn name(&self) -> String {
        match self {
            Callee::Animation { name } | Callee::Other { name, .. } => name.text(),
            Callee::Local { name, .. } => name.text(),
        }
    }
}

pub(super) fn read_refs(cursor: &mut Cursor<'_>, count: usize) -> Result<Vec<AnimRef>> {
    cursor.expect_items(count, ANIM_REF, "anim references")?;
    (0..count).map(|index| cursor.within(Segment::at("anim_ref", index), anim_ref)).collect()
}

fn anim_ref(cursor: &mut Cursor<'_>) -> Result<AnimRef> {
    let at = cursor.offset();
    let RefRecord { name, kind, instance } = cursor.record(0)?;
    let report = &mut cursor.report;
    let callee = match kind {
        1 => {
            let (first, second) = halves(&name);
            first.check(report, &REF_NAME, at);
            second.check(report, &REF_NAME, at + 32);
            Callee::Local { name: first, local_name: second }
        }
        _ => {
            name.check(report, &REF_NAME, at);
            match kind {
                0 => Callee::Animation { name },
                _ => {
                    report.habit(&REF_TYPE, at + 64, "0 or 1", kind);
                    Callee::Other { kind, name }
                }
            }
        }
    };
    if instance != 0 {
        report.habit(&REF_INSTANCE, at + 68, 0, instance);
    }
    Ok(AnimRef { callee, instance })
}

/// The two names that a field of 64 bytes holds.
fn halves(name: &Garbage<64>) -> (Garbage<32>, Garbage<32>) {
    let (halves, _) = name.bytes().as_chunks::<32>();
    let half = |index: usize| Garbage::from_bytes(halves.get(index).copied().unwrap_or([0; 32]));
    (half(0), half(1))
}

impl AnimRef {
    pub(super) fn write(&self, writer: &mut Writer) {
        let (kind, name) = match &self.callee {
            Callee::Animation { name } => (0, *name),
            Callee::Other { kind, name } => (*kind, *name),
            Callee::Local { name, local_name } => {
                let mut both = [0; 64];
                both[..32].copy_from_slice(name.bytes());
                both[32..].copy_from_slice(local_name.bytes());
                (1, Garbage::from_bytes(both))
            }
        };
        writer.record(&RefRecord { name, kind, instance: self.instance }, 0);
    }
}

/// Every finding about prerequisites and references.
pub(super) fn all_codes() -> Vec<&'static Code> {
    [CODES, AnimationCondition::CODES].concat()
}
