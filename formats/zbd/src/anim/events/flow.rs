//! Loops, conditions and calls of the game. Source: `docs/spec/zbd/anim-events.md`, "4.29 LOOP (30)",
//! "4.30 IF (31), ELSE (32), ELSEIF (33), ENDIF (34)", "4.31 CALLBACK (35)" and "4.34 ANIM_VERBOSE (39)".

use super::scope::{self, Checked, Payload, Scope, index, switch};
use super::{FLAGS, VALUE};
use crate::anim::{AnyF32, column_of};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, equal, require};
use binary::{Cursor, Record, Report, Result, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    /// Calls the game.
    pub struct Callback in "zbd.anim.event.callback" sizes [4] {
        value: u32 [0],
    }
}

record! {
    /// Does nothing.
    pub struct AnimVerbose in "zbd.anim.event.anim_verbose" sizes [4] {
        on: u32 [0],
    }
}

impl Checked for Callback {
    fn rules(&self, _rules: &mut Rules<'_>, _scope: &Scope<'_>) {}
}

impl Checked for AnimVerbose {
    fn rules(&self, rules: &mut Rules<'_>, _scope: &Scope<'_>) {
        switch!(rules, self.on);
    }
}

/// Starts the sequence again, until it has had enough.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loop {
    /// When it goes on behind the loop.
    pub until: Until,
}

/// When a loop ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// Flag 1: its body has run so often; 0 and -1 never.
    Count {
        /// How often.
        count: i16,
        /// 0 in every known file.
        #[serde(default)]
        pad: u16,
    },
    /// Flag 2: it has run for so many seconds; in no known file.
    RunTime(AnyF32),
    /// Flags that are not known.
    Other {
        /// The flags.
        flags: u32,
        /// What belongs to them.
        value: u32,
    },
}

record! {
    struct LoopWords in "zbd.anim.event.loop" sizes [8] {
        flags: u32 [0],
        value: u32 [4],
    }
}

impl Payload for Loop {
    fn take(cursor: &mut Cursor<'_>, size: usize, _version: Version) -> Result<Option<Self>> {
        if size != LoopWords::SIZES[0] {
            scope::wrong_size(cursor, LoopWords::SIZES[0], size);
            return Ok(None);
        }
        let LoopWords { flags, value } = cursor.record(0)?;
        let until = match flags {
            1 => Until::Count { count: value as u16 as i16, pad: (value >> 16) as u16 },
            2 => Until::RunTime(AnyF32::from_bits(value)),
            _ => Until::Other { flags, value },
        };
        Ok(Some(Loop { until }))
    }

    fn put(&self, writer: &mut Writer, _version: Version) -> Result<()> {
        let (flags, value) = match self.until {
            Until::Count { count, pad } => (1, u32::from(pad) << 16 | u32::from(count as u16)),
            Until::RunTime(seconds) => (2, seconds.to_bits()),
            Until::Other { flags, value } => (flags, value),
        };
        writer.record(&LoopWords { flags, value }, 0);
        Ok(())
    }

    fn verify(&self, report: &mut Report, at: usize, _scope: &Scope<'_>) {
        match self.until {
            Until::Count { pad: 0, .. } => {}
            Until::Count { pad, .. } => report.habit(&VALUE, at + 6, 0, pad),
            Until::RunTime(seconds) if seconds.finite().is_some() => {}
            Until::RunTime(seconds) => report.habit(&VALUE, at + 4, "seconds", format_args!("{seconds:?}")),
            Until::Other { flags, .. } => {
                report.habit(&FLAGS, at, "1 for a count or 2 for seconds", format_args!("{flags:#x}"));
            }
        }
    }
}

/// Values of [`Test::condition`].
pub mod condition {
    /// A random number of 0..=1 is at most the value.
    pub const RANDOM_WEIGHT: u32 = 1;
    /// The square of the distance to the player is at most the value.
    pub const PLAYER_RANGE: u32 = 2;
    /// The detail setting is at least the value.
    pub const ANIMATION_LOD: u32 = 4;
    /// Something is above the player; in no known file.
    pub const PLAYER_UNDERCOVER: u32 = 8;
    /// Something is above the node.
    pub const NODE_UNDERCOVER: u32 = 16;
    /// Whether a graphics card draws.
    pub const HW_RENDER: u32 = 32;
    /// Whether one looks through the player's eyes.
    pub const PLAYER_1ST_PERSON: u32 = 64;
    /// Crimson Skies' engine; in no known file.
    pub const PLAYER_BELOW_ALT: u32 = 128;
    /// CS: the node is below the value.
    pub const NODE_BELOW_ALT: u32 = 256;
    /// Crimson Skies' engine; in no known file.
    pub const PLAYER_LINED_UP: u32 = 512;
    /// Crimson Skies' engine; in no known file.
    pub const PLAYER_SPEED: u32 = 1024;
    /// CS: the health is at most the value.
    pub const ANIM_HEALTH: u32 = 2048;
    /// CS: the health is between the values.
    pub const ANIM_HEALTH_RANGE: u32 = 4096;
    /// CS: the node is active.
    pub const NODE_ACTIVE: u32 = 8192;
}

/// What IF and ELSEIF ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// See [`condition`].
    pub condition: u32,
    /// 0 for conditions that name no node.
    pub node_index: i32,
    /// What it is compared with.
    pub value: TestValue,
    /// PM, CS: the upper of two values.
    #[serde(default)]
    pub second: AnyF32,
}

/// What a condition compares with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestValue {
    /// A length, a square, a probability.
    Number(AnyF32),
    /// A level or a switch, and the value of a condition that is not known.
    Integer(i32),
}

/// Begins a condition.
pub type If = Test;
/// Otherwise, if another condition holds.
pub type Elseif = Test;

record! {
    /// A condition as it is stored.
    pub(in crate::anim) struct TestWords in "zbd.anim.event.if" sizes [12, 12, 16] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        condition: u32 [0, 0, 0],
        node_index: i32 [4, 4, 4],
        value: u32 [8, 8, 8],
        second: AnyF32 [_, _, 12],
    }
}

/// Whether the value of a condition is a float.
fn is_number(condition: u32) -> bool {
    !matches!(
        condition,
        condition::ANIMATION_LOD
            | condition::HW_RENDER
            | condition::PLAYER_1ST_PERSON
            | condition::NODE_ACTIVE
    ) && condition.is_power_of_two()
        && condition <= condition::NODE_ACTIVE
}

impl Payload for Test {
    fn take(cursor: &mut Cursor<'_>, size: usize, version: Version) -> Result<Option<Self>> {
        let column = column_of::<TestWords>(version);
        if size != TestWords::SIZES[column] {
            scope::wrong_size(cursor, TestWords::SIZES[column], size);
            return Ok(None);
        }
        Ok(Some(Test::of(&cursor.record(column)?)))
    }

    fn put(&self, writer: &mut Writer, version: Version) -> Result<()> {
        writer.record(&self.words(), column_of::<TestWords>(version));
        Ok(())
    }

    fn verify(&self, report: &mut Report, at: usize, scope: &Scope<'_>) {
        let column = column_of::<TestWords>(scope.version);
        let rules = &mut Rules::in_column::<TestWords>(report, at, column);
        let known = matches!(self.condition, 1 | 2 | 4 | 16 | 32 | 64);
        require!(rules, VALUE, self.condition, known, "1, 2, 4, 16, 32 or 64");
        match self.condition {
            condition::NODE_UNDERCOVER => index!(rules, self.node_index, scope.nodes),
            _ if scope.version == Version::CrimsonSkies => self.rules_of_skies(rules, scope),
            _ => equal!(rules, VALUE, self.node_index, 0),
        }
        let found = format_args!("{:?}", self.value);
        match self.value {
            TestValue::Number(number) if number.finite().is_none() => {
                rules.habit("value", &VALUE, "a number", found);
            }
            TestValue::Integer(integer) if self.condition >= condition::HW_RENDER && integer & !1 != 0 => {
                rules.habit("value", &VALUE, "0 or 1", found);
            }
            _ => {}
        }
        equal!(rules, VALUE, self.second, AnyF32::from(0.0));
    }
}

impl Test {
    pub(in crate::anim) fn of(words: &TestWords) -> Self {
        let TestWords { condition, node_index, value, second } = *words;
        let value = match is_number(condition) {
            true => TestValue::Number(AnyF32::from_bits(value)),
            false => TestValue::Integer(value as i32),
        };
        Test { condition, node_index, value, second }
    }

    pub(in crate::anim) fn words(&self) -> TestWords {
        let Test { condition, node_index, ref value, second } = *self;
        let value = match value {
            TestValue::Number(number) => number.to_bits(),
            TestValue::Integer(integer) => *integer as u32,
        };
        TestWords { condition, node_index, value, second }
    }

    /// Conditions that name a node in Crimson Skies alone.
    fn rules_of_skies(&self, rules: &mut Rules<'_>, scope: &Scope<'_>) {
        index!(rules, self.node_index, scope.nodes);
        if let (condition::NODE_ACTIVE, TestValue::Integer(index)) = (self.condition, &self.value) {
            scope::in_list(rules, "value", *index, (scope.nodes.len(), scope.version), &[]);
        }
    }
}
