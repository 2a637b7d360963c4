//! Events as key words: when they happen, those that are more than one record, and those of types
//! that are not known. Source: `docs/spec/zbd/anim-events.md`, "1. Event header",
//! "4.12 OBJECT_MOTION_SI_SCRIPT (12)" and "5. Quick facts for tests".

use super::context::Context;
use super::fields::{float, plural, word_of, wrong};
use super::form::{Form, Worded, always, compile, node, plain, spell, words};
use super::items::Items;
use super::tree::{Error, Node, Result, Word};
use crate::anim::events::{
    EmbeddedScript, Event, ObjectMotionSiScript, OtherEvent, SiScriptInfo, SkeletonSiScript, SoundAdjust,
};
use crate::anim::{AnyF32, Frame, Frames, RotateChannel, SequenceEvent, VectorChannel};
use std::ops::RangeInclusive;

/// What has key words of its own.
pub(in crate::anim) trait Spelled: Sized {
    fn spell(&self, context: &Context) -> Vec<Node<'static>>;
    fn compile(items: &mut Items<'_, '_>, context: &Context) -> Result<Self>;
}

impl<R: Worded> Spelled for R {
    fn spell(&self, context: &Context) -> Vec<Node<'static>> {
        spell(self, context)
    }

    fn compile(items: &mut Items<'_, '_>, context: &Context) -> Result<Self> {
        compile(items, context)
    }
}

/// The key word of an event whose type is not known.
pub(super) const EVENT: &str = "EVENT";

/// The only value behind a key word.
pub(super) fn one_word<'n, 't>(key: &Word<'t>, values: &'n [Node<'t>]) -> Result<&'n Word<'t>> {
    match values {
        [value] => word_of(value),
        values => Err(Error::new(key.at, format!("1 value of {key}"), plural(values.len()))),
    }
}

/// A whole number behind a key word, if that is there.
pub(super) fn field(
    items: &mut Items<'_, '_>,
    name: &'static str,
    range: RangeInclusive<i64>,
) -> Result<Option<i64>> {
    let Some((key, values)) = items.take(name, "")? else { return Ok(None) };
    let word = one_word(key, values)?;
    let number = word.integer().filter(|number| range.contains(number));
    let (least, most) = (range.start(), range.end());
    number.map(Some).ok_or_else(|| wrong(word, format_args!("a whole number of {least} to {most}")))
}

/// `name(number)`, unless it is the usual one.
fn unless(nodes: &mut Vec<Node<'static>>, name: &str, number: i64, usual: i64) {
    if number != usual {
        nodes.push(Node::key(name, vec![Node::bare(number.to_string())]));
    }
}

/// `name("0a0b")`.
pub(super) fn bytes_key(bytes: &[u8]) -> Node<'static> {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Node::key("bytes", vec![Node::quoted(digits.as_bytes())])
}

/// The bytes of [`bytes_key`], if that is there.
pub(super) fn take_bytes(items: &mut Items<'_, '_>) -> Result<Option<Vec<u8>>> {
    let Some((key, values)) = items.take("bytes", "")? else { return Ok(None) };
    let word = one_word(key, values)?;
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, rest) = word.text.as_chunks::<2>();
    let bytes = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?));
    let bytes: Option<Vec<u8>> = bytes.collect();
    let bytes = bytes.filter(|_| rest.is_empty() && word.quoted);
    bytes.map(Some).ok_or_else(|| wrong(word, "bytes in quotes, two hexadecimal digits each"))
}

/// When an event happens, as all kinds of events have it.
#[derive(Clone, Copy)]
struct Start {
    offset: u8,
    pad: u16,
    time: AnyF32,
}

/// What times are counted from, by their numbers.
const ORIGINS: [(&str, u8); 3] = [("ANIMATION", 1), ("SEQUENCE", 2), ("EVENT", 3)];

impl Start {
    fn spell(self) -> Vec<Node<'static>> {
        let mut nodes = Vec::new();
        let Start { offset, pad, time } = self;
        if offset != 1 || time.to_bits() != 0 {
            let origin = ORIGINS.iter().find(|(_, number)| *number == offset);
            let origin = origin.map_or_else(|| offset.to_string(), |(word, _)| (*word).to_owned());
            nodes.push(Node::key("START_TIME", vec![Node::bare(origin), Node::bare(float(time.to_bits()))]));
        }
        unless(&mut nodes, "header_pad", pad.into(), 0);
        nodes
    }

    fn compile(items: &mut Items<'_, '_>) -> Result<Self> {
        let mut start = Start { offset: 1, pad: 0, time: AnyF32::from(0.0) };
        if let Some((key, values)) = items.take("START_TIME", "")? {
            let [origin, time] = values else {
                let expected = "2 values: ANIMATION, SEQUENCE or EVENT, and seconds";
                return Err(Error::new(key.at, expected, plural(values.len())));
            };
            let (origin, time) = (word_of(origin)?, word_of(time)?);
            let known = ORIGINS.iter().find(|(word, _)| origin.is(word)).map(|(_, number)| *number);
            let offset = known.or_else(|| u8::try_from(origin.integer()?).ok());
            start.offset = offset.ok_or_else(|| wrong(origin, "ANIMATION, SEQUENCE or EVENT"))?;
            let bits = time.float_bits().ok_or_else(|| wrong(time, "seconds"))?;
            start.time = AnyF32::from_bits(bits);
        }
        if let Some(pad) = field(items, "header_pad", 0..=u16::MAX.into())? {
            start.pad = pad as u16;
        }
        Ok(start)
    }
}

/// Prints an event.
pub(super) fn spell_event(event: &SequenceEvent, context: &Context) -> Node<'static> {
    let start = Start { offset: event.start_offset, pad: event.pad, time: event.start_time };
    let mut nodes = start.spell();
    let (keyword, payload) = match &event.event {
        Event::Other(other) => {
            let kind = Node::key("TYPE", vec![Node::bare(other.event_type.to_string())]);
            (EVENT, vec![kind, bytes_key(&other.bytes)])
        }
        known => (known.keyword(), known.spell(context)),
    };
    nodes.extend(payload);
    if nodes.is_empty() { Node::bare(keyword) } else { Node::key(keyword, nodes) }
}

/// True for the key word of an event.
pub(super) fn is_event(word: &Word<'_>) -> bool {
    word.is(EVENT)
        || std::str::from_utf8(&word.text).is_ok_and(|text| word.is(text) && Event::is_keyword(text))
}

/// Compiles an event.
pub(super) fn compile_event(
    word: &Word<'_>,
    values: &[Node<'_>],
    context: &Context,
) -> Result<SequenceEvent> {
    let mut items = Items::new(values, word.at);
    let Start { offset, pad, time } = Start::compile(&mut items)?;
    let event = if word.is(EVENT) {
        let event_type = field(&mut items, "TYPE", 0..=u8::MAX.into())?;
        let event_type = event_type.ok_or_else(|| Error::new(word.at, "the key word TYPE", "none"))?;
        let bytes = take_bytes(&mut items)?.unwrap_or_default();
        Event::Other(Box::new(OtherEvent { event_type: event_type as u8, bytes }))
    } else {
        let text = std::str::from_utf8(&word.text).unwrap_or_default();
        let event = Event::compile(text, &mut items, context)?;
        event.ok_or_else(|| wrong(word, "the key word of an event"))?
    };
    items.finish()?;
    Ok(SequenceEvent { start_offset: offset, pad, start_time: time, event })
}

impl Spelled for SoundAdjust {
    fn spell(&self, _: &Context) -> Vec<Node<'static>> {
        vec![bytes_key(&self.bytes)]
    }

    fn compile(items: &mut Items<'_, '_>, _: &Context) -> Result<Self> {
        Ok(SoundAdjust { bytes: take_bytes(items)?.unwrap_or_default() })
    }
}

words! { SiScriptInfo {
    always("NAME", &[node("node_index")]),
    always("SCRIPT_INDEX", &[plain("script_index")]),
} }

impl Worded for VectorChannel {
    const FORM: &'static Form = &Form { parts: &[plain("base"), plain("delta")], keys: &[] };
}

impl Worded for RotateChannel {
    const FORM: &'static Form = &Form { parts: &[plain("base"), plain("delta")], keys: &[] };
}

impl Spelled for ObjectMotionSiScript {
    fn spell(&self, context: &Context) -> Vec<Node<'static>> {
        let mut nodes = spell(&self.info, context);
        nodes.extend(self.frames.spell(context));
        nodes
    }

    fn compile(items: &mut Items<'_, '_>, context: &Context) -> Result<Self> {
        let frames = Frames::compile(items, context)?;
        Ok(ObjectMotionSiScript { info: compile(items, context)?, frames })
    }
}

impl Spelled for Frames {
    fn spell(&self, context: &Context) -> Vec<Node<'static>> {
        match self {
            Frames::Known(frames) => {
                frames.iter().map(|frame| Node::key("FRAME", frame.spell(context))).collect()
            }
            Frames::Raw { frame_count, bytes } => {
                let count = Node::bare(frame_count.to_string());
                vec![Node::key("frame_count", vec![count]), bytes_key(bytes)]
            }
        }
    }

    fn compile(items: &mut Items<'_, '_>, context: &Context) -> Result<Self> {
        if let Some(frame_count) = field(items, "frame_count", 0..=u32::MAX.into())? {
            let bytes = take_bytes(items)?.unwrap_or_default();
            return Ok(Frames::Raw { frame_count: frame_count as u32, bytes });
        }
        let frames = items.take_all("FRAME").into_iter().map(|(word, values)| {
            let mut items = Items::new(values, word.at);
            let frame = Frame::compile(&mut items, context)?;
            items.finish()?;
            Ok(frame)
        });
        frames.collect::<Result<_>>().map(Frames::Known)
    }
}

impl Spelled for Frame {
    fn spell(&self, context: &Context) -> Vec<Node<'static>> {
        let times = [self.start_time, self.end_time];
        let mut nodes: Vec<_> = times.into_iter().map(|time| Node::bare(float(time.to_bits()))).collect();
        let translate = self.translate.as_deref().map(|channel| spell(channel, context));
        let rotate = self.rotate.as_deref().map(|channel| spell(channel, context));
        let scale = self.scale.as_deref().map(|channel| spell(channel, context));
        for (word, channel) in [("TRANSLATE", translate), ("ROTATE", rotate), ("SCALE", scale)] {
            nodes.extend(channel.map(|nodes| Node::key(word, nodes)));
        }
        nodes
    }

    fn compile(items: &mut Items<'_, '_>, context: &Context) -> Result<Self> {
        let times = items.take_words();
        let [start, end] = times else {
            return Err(Error::new(items.at(), "2 times, start and end", plural(times.len())));
        };
        let seconds = |item: &Node<'_>| {
            let word = word_of(item)?;
            word.float_bits().map(AnyF32::from_bits).ok_or_else(|| wrong(word, "seconds"))
        };
        Ok(Frame {
            start_time: seconds(start)?,
            end_time: seconds(end)?,
            translate: channel(items, "TRANSLATE", context)?,
            rotate: channel(items, "ROTATE", context)?,
            scale: channel(items, "SCALE", context)?,
        })
    }
}

/// A channel of a keyframe, if it is there.
fn channel<C: Worded>(
    items: &mut Items<'_, '_>,
    word: &'static str,
    context: &Context,
) -> Result<Option<Box<C>>> {
    let Some((key, values)) = items.take(word, "")? else { return Ok(None) };
    let mut items = Items::new(values, key.at);
    let channel = compile(&mut items, context)?;
    items.finish()?;
    Ok(Some(Box::new(channel)))
}

impl Spelled for SkeletonSiScript {
    fn spell(&self, context: &Context) -> Vec<Node<'static>> {
        self.scripts.iter().map(|script| Node::key("SCRIPT", script.spell(context))).collect()
    }

    fn compile(items: &mut Items<'_, '_>, context: &Context) -> Result<Self> {
        let scripts = items.take_all("SCRIPT").into_iter().map(|(word, values)| {
            let mut items = Items::new(values, word.at);
            let script = EmbeddedScript::compile(&mut items, context)?;
            items.finish()?;
            Ok(script)
        });
        Ok(SkeletonSiScript { scripts: scripts.collect::<Result<_>>()? })
    }
}

/// Type and size of what a skeleton's event is made of.
const EMBEDDED: (u8, u32) = (12, 76);

impl Spelled for EmbeddedScript {
    fn spell(&self, context: &Context) -> Vec<Node<'static>> {
        let start = Start { offset: self.start_offset, pad: self.pad, time: self.start_time };
        let mut nodes = start.spell();
        nodes.extend(spell(&self.info, context));
        unless(&mut nodes, "event_type", self.event_type.into(), EMBEDDED.0.into());
        unless(&mut nodes, "size", self.size.into(), EMBEDDED.1.into());
        nodes
    }

    fn compile(items: &mut Items<'_, '_>, context: &Context) -> Result<Self> {
        let Start { offset, pad, time } = Start::compile(items)?;
        let event_type = field(items, "event_type", 0..=u8::MAX.into())?;
        let size = field(items, "size", 0..=u32::MAX.into())?;
        Ok(EmbeddedScript {
            event_type: event_type.map_or(EMBEDDED.0, |number| number as u8),
            start_offset: offset,
            pad,
            size: size.map_or(EMBEDDED.1, |number| number as u32),
            start_time: time,
            info: compile(items, context)?,
        })
    }
}
