//! Key words of emitters of particles. Source: `docs/spec/zbd/anim-events.md`, "4.36 PUFFER_STATE (42)".

use super::context::{Context, List};
use super::event::{Spelled, field};
use super::fields::Fields;
use super::form::{Form, Show, Worded, always, compile, flag, node, plain, shown, spell, words};
use super::items::Items;
use super::tree::{Error, Node, Result};
use crate::anim::column_of;
use crate::anim::events::{
    PufferColor, PufferColors, PufferGrowth, PufferGrowths, PufferInfo, PufferState, PufferTexture,
    PufferTextures, UNSET, puffer_flags as flags,
};

words! { PufferInfo {
    always("NAME", &[shown("puffer_index", Show::Entry(List::Puffers))]),
    flag(flags::ACTIVE_STATE, "ACTIVE_STATE", &[plain("active_state")]),
    flag(flags::AT_NODE, "AT_NODE", &[node("node_index")]),
    flag(flags::TRANSLATE, "TRANSLATE", &[plain("translate")]),
    flag(flags::LOCAL_VELOCITY, "LOCAL_VELOCITY", &[plain("local_velocity")]),
    flag(flags::WORLD_VELOCITY, "WORLD_VELOCITY", &[plain("world_velocity")]),
    flag(flags::MIN_RANDOM_VELOCITY, "MIN_RANDOM_VELOCITY", &[plain("min_random_velocity")]),
    flag(flags::MAX_RANDOM_VELOCITY, "MAX_RANDOM_VELOCITY", &[plain("max_random_velocity")]),
    flag(flags::WORLD_ACCELERATION, "WORLD_ACCELERATION", &[plain("world_acceleration")]),
    flag(flags::INTERVAL_TYPE, "INTERVAL_TYPE", &[
        shown("interval_type", Show::Words(&[("TIME", 0), ("DISTANCE", 1)])),
    ]),
    flag(flags::INTERVAL_VALUE, "INTERVAL_VALUE", &[plain("interval_value")]),
    flag(flags::SIZE_RANGE, "SIZE_RANGE", &[plain("size_range")]),
    flag(flags::LIFETIME_RANGE, "LIFETIME_RANGE", &[plain("lifetime_range")]),
    flag(flags::START_AGE_RANGE, "START_AGE_RANGE", &[plain("start_age_range")]),
    flag(flags::DEVIATION_DISTANCE, "DEVIATION_DISTANCE", &[plain("deviation_distance")]),
    flag(flags::UNKNOWN_RANGE, "NEAR_FADE", &[plain("unknown_range")]),
    flag(flags::FADE_RANGE, "FAR_FADE", &[plain("fade_range")]),
    flag(flags::FRICTION, "FRICTION", &[plain("friction")]),
    flag(flags::WIND_FACTOR, "WIND_FACTOR", &[plain("wind_factor")]),
    flag(flags::PRIORITY, "PRIORITY", &[plain("priority")]),
    flag(flags::NUMBER, "NUMBER", &[plain("number")]),
}
    fn base(_: &Context) -> Self {
        PufferInfo { node_index: UNSET, ..Default::default() }
    }
    fn derive(&mut self, context: &Context) {
        self.name = context.padded(List::Puffers, self.puffer_index.into());
    }
}

impl Worded for PufferTexture {
    const FORM: &'static Form = &Form { parts: &[plain("name"), plain("run_time")], keys: &[] };
}

impl Worded for PufferColor {
    const FORM: &'static Form =
        &Form { parts: &[plain("unknown_0"), plain("color"), plain("unknown_16")], keys: &[] };
}

impl Worded for PufferGrowth {
    const FORM: &'static Form = &Form { parts: &[plain("min"), plain("max")], keys: &[] };
}

/// A list of slots as it is printed: a word, the number in front of the slots and what that is usually.
struct Slots<'s, R> {
    word: &'static str,
    flag: u32,
    slot: &'static str,
    number: &'static str,
    slots: &'s [R],
}

impl<R: Worded> Slots<'_, R> {
    /// Prints the slots up to the last that is not zero; none where nothing is there.
    fn spell(&self, stored: u32, usual: impl Fn(usize) -> u32, context: &Context) -> Option<Node<'static>> {
        // By its bytes: -0.0 is something.
        let bytes = |slot: &R| Fields::of(slot, column_of::<R>(context.version));
        let zero = bytes(&R::default());
        let used = self.slots.iter().rposition(|slot| !bytes(slot).is_same(&zero)).map_or(0, |last| last + 1);
        let slots = &self.slots[..used];
        let mut nodes: Vec<_> = slots.iter().map(|slot| Node::key(self.slot, spell(slot, context))).collect();
        if stored != usual(used) {
            nodes.push(Node::key(self.number, vec![Node::bare(stored.to_string())]));
        }
        (!nodes.is_empty()).then(|| Node::key(self.word, nodes))
    }
}

/// The slots of a list, how many of them a text has, and the number in front if it has that.
type Compiled<R, const N: usize> = ([R; N], usize, Option<u32>);

/// Compiles a list of slots, if it is there.
fn compile_slots<R: Worded, const N: usize>(
    items: &mut Items<'_, '_>,
    word: &'static str,
    slot: &'static str,
    number: &'static str,
    context: &Context,
) -> Result<Option<Compiled<R, N>>> {
    let Some((key, values)) = items.take(word, "")? else { return Ok(None) };
    let mut items = Items::new(values, key.at);
    let stored = field(&mut items, number, 0..=u32::MAX.into())?;
    let mut slots: [R; N] = std::array::from_fn(|_| R::default());
    let listed = items.take_all(slot);
    let used = listed.len();
    if used > N {
        return Err(Error::new(key.at, format!("at most {N} of {slot}"), used));
    }
    for (place, (word, values)) in slots.iter_mut().zip(listed) {
        let mut items = Items::new(values, word.at);
        *place = compile(&mut items, context)?;
        items.finish()?;
    }
    items.finish()?;
    Ok(Some((slots, used, stored.map(|number| number as u32))))
}

/// Whether run times count, which they do where there are any.
fn has_run_time(slots: &[PufferTexture]) -> u32 {
    u32::from(slots.iter().any(|slot| slot.run_time != 0.0))
}

const TEXTURES: (&str, &str, &str) = ("TEXTURES", "TEXTURE", "has_run_time");
const COLORS: (&str, &str, &str) = ("COLORS", "STOP", "count");
const GROWTH: (&str, &str, &str) = ("GROWTH", "STOP", "count");

impl Spelled for PufferState {
    fn spell(&self, context: &Context) -> Vec<Node<'static>> {
        let PufferTextures { has_run_time: stored, slots: textures } = &self.textures;
        let (word, slot, number) = TEXTURES;
        let textures = Slots { word, flag: flags::TEXTURES, slot, number, slots: textures };
        let (word, slot, number) = COLORS;
        let colors = Slots { word, flag: flags::COLORS, slot, number, slots: &self.colors.slots };
        let (word, slot, number) = GROWTH;
        let growth = Slots { word, flag: flags::GROWTH, slot, number, slots: &self.growth.slots };
        let count = |used: usize| u32::try_from(used).unwrap_or(u32::MAX);
        let lists = [
            (textures.flag, textures.spell(*stored, |_| has_run_time(textures.slots), context)),
            (colors.flag, colors.spell(self.colors.count, count, context)),
            (growth.flag, growth.spell(self.growth.count, count, context)),
        ];
        // A list that is there sets its flag; one without it, or the other way round, is left over.
        let mut info = self.info.clone();
        for (flag, _) in lists.iter().filter(|(_, list)| list.is_some()) {
            info.flags ^= flag;
        }
        let mut nodes = spell(&info, context);
        nodes.extend(lists.into_iter().filter_map(|(_, list)| list));
        nodes
    }

    fn compile(items: &mut Items<'_, '_>, context: &Context) -> Result<Self> {
        let mut puffer = PufferState::default();
        let mut listed = 0;
        let (word, slot, number) = TEXTURES;
        if let Some((slots, _, stored)) = compile_slots(items, word, slot, number, context)? {
            let has_run_time = stored.unwrap_or_else(|| has_run_time(&slots));
            puffer.textures = PufferTextures { has_run_time, slots };
            listed |= flags::TEXTURES;
        }
        let count = |used: usize| u32::try_from(used).unwrap_or(u32::MAX);
        let (word, slot, number) = COLORS;
        if let Some((slots, used, stored)) = compile_slots(items, word, slot, number, context)? {
            puffer.colors = PufferColors { count: stored.unwrap_or_else(|| count(used)), slots };
            listed |= flags::COLORS;
        }
        let (word, slot, number) = GROWTH;
        if let Some((slots, used, stored)) = compile_slots(items, word, slot, number, context)? {
            puffer.growth = PufferGrowths { count: stored.unwrap_or_else(|| count(used)), slots };
            listed |= flags::GROWTH;
        }
        puffer.info = compile(items, context)?;
        puffer.info.flags ^= listed;
        Ok(puffer)
    }
}
