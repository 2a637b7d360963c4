//! Key words of calls, loops and conditions. Source: `docs/spec/zbd/anim-events.md`,
//! "4.22 / 4.23 CALL_SEQUENCE (22), STOP_SEQUENCE (23)" to "4.31 CALLBACK (35)" and
//! "4.34 ANIM_VERBOSE (39)".

use super::context::{Context, List};
use super::event::{Spelled, field, one_word};
use super::fields::{float, wrong};
use super::form::{
    Form, Key, SWITCH, Show, When, Worded, always, changed, compile, flag, node, plain, shown,
};
use super::form::{Part, spell, words};
use super::items::Items;
use super::tree::{Error, Node, Result};
use crate::anim::AnyF32;
use crate::anim::events::{
    AnimVerbose, CallAnimation, CallSequence, Callback, INPUT_NODE, InvalidateAnimation, Loop,
    ResetAnimation, StopAnimation, StopSequence, Test, TestWords, UNSET, Until, call_flags, condition,
};
use crate::gamez::Version;

words! { CallSequence { always("NAME", &[plain("name")]) }
    fn base(_: &Context) -> Self {
        CallSequence { index: UNSET, ..Default::default() }
    }
}

words! { StopSequence { always("NAME", &[plain("name")]) }
    fn base(_: &Context) -> Self {
        StopSequence { index: UNSET, ..Default::default() }
    }
}

words! { CallAnimation {
    always("NAME", &[plain("name")]),
    changed("OPERAND_NODE", &[node("operand_node_index")]),
    flag(call_flags::AT_NODE as u32, "AT_NODE", &[shown("node_index", Show::Node(INPUT_NODE))]),
    flag(call_flags::WITH_NODE as u32, "WITH_NODE", &[shown("node_index", Show::Node(INPUT_NODE))]),
    flag(call_flags::POSITION as u32, "POSITION", &[plain("position")]),
    flag(call_flags::TRANSLATE as u32, "TRANSLATE", &[plain("translate")]),
    flag(call_flags::WAIT_FOR_COMPLETION as u32, "WAIT_FOR_COMPLETION", &[plain("anim_ref_index")]),
}
    fn base(_: &Context) -> Self {
        CallAnimation { anim_ref_index: UNSET as i16, ..Default::default() }
    }
}

words! { StopAnimation { always("NAME", &[plain("name")]) }
    fn base(context: &Context) -> Self {
        let later = matches!(context.version, Version::PiratesMoon | Version::CrimsonSkies);
        let none = if later { UNSET as i16 } else { 0 };
        StopAnimation { anim_ref_index: none, anim_def_index: none, ..Default::default() }
    }
}

words! { ResetAnimation { always("NAME", &[plain("name")]) } }

words! { InvalidateAnimation { always("NAME", &[plain("name")]) } }

words! { Callback { always("VALUE", &[plain("value")]) } }

words! { AnimVerbose { always("STATE", &[shown("on", SWITCH)]) } }

/// A condition by its number.
const fn asks(number: u32, word: &'static str, parts: &'static [Part]) -> Key {
    Key { word, lead: "", when: When::Is("condition", number), parts }
}

words! { TestWords {
    asks(condition::RANDOM_WEIGHT, "RANDOM_WEIGHT", &[shown("value", Show::Float)]),
    asks(condition::PLAYER_RANGE, "PLAYER_RANGE", &[shown("value", Show::Root)]),
    asks(condition::ANIMATION_LOD, "ANIMATION_LOD", &[plain("value")]),
    asks(condition::PLAYER_UNDERCOVER, "PLAYER_UNDERCOVER", &[shown("value", Show::Float)]),
    asks(condition::NODE_UNDERCOVER, "NODE_UNDERCOVER", &[node("node_index"), shown("value", Show::Float)]),
    asks(condition::HW_RENDER, "HW_RENDER", &[shown("value", SWITCH)]),
    asks(condition::PLAYER_1ST_PERSON, "PLAYER_1ST_PERSON", &[shown("value", SWITCH)]),
    asks(condition::PLAYER_BELOW_ALT, "PLAYER_BELOW_ALT", &[shown("value", Show::Float)]),
    asks(condition::NODE_BELOW_ALT, "NODE_BELOW_ALT", &[node("node_index"), shown("value", Show::Float)]),
    asks(condition::PLAYER_LINED_UP, "PLAYER_LINED_UP", &[shown("value", Show::Float)]),
    asks(condition::PLAYER_SPEED, "PLAYER_SPEED", &[shown("value", Show::Float), plain("second")]),
    asks(condition::ANIM_HEALTH, "ANIM_HEALTH", &[shown("value", Show::Float)]),
    asks(condition::ANIM_HEALTH_RANGE, "ANIM_HEALTH_RANGE", &[shown("value", Show::Float), plain("second")]),
    asks(condition::NODE_ACTIVE, "NODE_ACTIVE", &[shown("value", Show::Entry(List::Nodes))]),
} }

impl Spelled for Test {
    fn spell(&self, context: &Context) -> Vec<Node<'static>> {
        spell(&self.words(), context)
    }

    fn compile(items: &mut Items<'_, '_>, context: &Context) -> Result<Self> {
        Ok(Test::of(&compile(items, context)?))
    }
}

impl Spelled for Loop {
    fn spell(&self, _: &Context) -> Vec<Node<'static>> {
        let key = |word: &str, value: String| Node::key(word, vec![Node::bare(value)]);
        match self.until {
            Until::Count { count, pad } => {
                let mut nodes = vec![key("COUNT", count.to_string())];
                if pad != 0 {
                    nodes.push(key("pad", pad.to_string()));
                }
                nodes
            }
            Until::RunTime(seconds) => vec![key("RUN_TIME", float(seconds.to_bits()))],
            Until::Other { flags, value } => {
                vec![key("flags", format!("{flags:#x}")), key("value", format!("{value:#x}"))]
            }
        }
    }

    fn compile(items: &mut Items<'_, '_>, _: &Context) -> Result<Self> {
        let count = field(items, "COUNT", i16::MIN.into()..=i16::MAX.into())?;
        let pad = field(items, "pad", 0..=u16::MAX.into())?;
        let flags = field(items, "flags", 0..=u32::MAX.into())?;
        let value = field(items, "value", 0..=u32::MAX.into())?;
        let run_time = match items.take("RUN_TIME", "")? {
            Some((key, values)) => {
                let word = one_word(key, values)?;
                Some(word.float_bits().ok_or_else(|| wrong(word, "seconds"))?)
            }
            None => None,
        };
        // Each number fits what it is asked to fit.
        let until = match (count, run_time, flags) {
            (Some(count), None, None) => {
                Until::Count { count: count as i16, pad: pad.unwrap_or_default() as u16 }
            }
            (None, Some(bits), None) => Until::RunTime(AnyF32::from_bits(bits)),
            (None, None, Some(flags)) => {
                Until::Other { flags: flags as u32, value: value.unwrap_or_default() as u32 }
            }
            _ => return Err(Error::new(items.at(), "one of COUNT, RUN_TIME and flags", "none or several")),
        };
        Ok(Loop { until })
    }
}
