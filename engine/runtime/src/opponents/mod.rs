//! Who acts by itself: pilots that are no person ask of turrets, tanks and aeroplanes what a person could ask.
//!
//! Each tick every one of them says what it asks for; what it has in mind from tick to tick is its [`Bot`] in the state.
//! Looking is a ray through the world, of which there are only so many in a tick: they take turns. Equal states ask for
//! equal things.
//!
//! | file | holds |
//! |---|---|
//! | `marks.rs` | who can be gone for, and where |
//! | `looks.rs` | whom one of them goes for, and whether it sees that |
//! | `lead.rs` | where to aim at what moves |
//! | `turret.rs` | what stands, turns and fires |
//! | `driver.rs` | what drives: its way, attack, going back |
//! | `flier.rs` | what flies: pursuit, breaking off |
//! | `flight.rs` | stick, rudder and lever for a way through the air: the ground, the edge of the world |
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B4. Turrets (`ai.zrd`)", "B5. AI vehicles", "C5. Turrets".

mod driver;
mod flier;
mod flight;
mod lead;
mod looks;
mod marks;
mod turret;

use crate::tick::Tick;
use crate::{DT, Intent, Simulation, combat};
use glam::Vec3;
pub use lead::aim as aim_ahead;
pub use marks::Mark;
use std::sync::Arc;
use world::{
    Actor, ActorId, ActorKind, Bot, MindKind, MindLaw, NodeFlags, Pilot, Plan, Random, Scene, Side, WeaponLaw,
};

/// Sums of sixtieths of a second miss round times by less.
const HAIR: f32 = 1e-4;
/// The greatest number that `Random` draws.
const MOST_DRAWN: f32 = 32767.0;

/// What an opponent asks for in a tick.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ask {
    pub actor: ActorId,
    pub intent: Intent,
    /// The first trigger.
    pub fire: bool,
}

/// Memory of the stage: what is asked for now. It is worked out anew in every tick, before it is needed.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// Ascending by actor.
    asks: Vec<Ask>,
    marks: Vec<Mark>,
    /// Actors with a bot, in the order in which they look.
    order: Vec<ActorId>,
}

impl Memory {
    /// What an actor asks for; nothing if no bot pilots it.
    pub fn of(&self, actor: ActorId) -> Ask {
        let found = self.asks.binary_search_by_key(&actor, |ask| ask.actor);
        found.ok().and_then(|at| self.asks.get(at)).copied().unwrap_or_default()
    }
}

/// The stage.
pub(crate) fn tick(tick: &mut Tick<'_>) {
    let mut memory = std::mem::take(&mut tick.world.opponents);
    memory.asks.clear();
    memory.order.clear();
    let actors = &tick.world.state.actors;
    let bots = actors.ids().iter().zip(actors.iter()).filter(|(_, own)| matches!(own.pilot, Pilot::Bot(_)));
    memory.order.extend(bots.map(|(id, _)| ActorId(*id)));
    if !memory.order.is_empty() {
        let scene = Arc::clone(&tick.scene);
        think(tick, &scene, &mut memory);
        let_turrets_fire(tick.world, &scene, &mut memory);
    }
    tick.world.opponents = memory;
}

/// Everyone says what it asks for.
fn think(tick: &mut Tick<'_>, scene: &Scene, memory: &mut Memory) {
    let turn = tick.world.state.opponents.looked;
    let first = memory.order.partition_point(|id| id.0 < turn);
    memory.order.rotate_left(first);
    marks::gather(tick.world, &mut memory.marks);
    let mut looks = scene.opponents.rules.looks;
    let mut last = None;
    for id in &memory.order {
        // It is out of the actor while it thinks about all the others.
        let Some(actor) = tick.world.state.actors.find_mut(id.0) else { continue };
        let Pilot::Bot(mut bot) = std::mem::take(&mut actor.pilot) else { continue };
        let mut random = tick.world.state.random;
        let before = looks;
        if let Some(actor) = tick.world.state.actors.find(id.0) {
            let mut view = View {
                scene,
                world: tick.world,
                beyond: tick.beyond,
                marks: &memory.marks,
                looks: &mut looks,
                random: &mut random,
                id: *id,
                actor,
                side: bot.orders.side.or(mind(scene, &bot).map(|mind| mind.side)).unwrap_or_default(),
            };
            memory.asks.push(Ask { actor: *id, ..view.think(&mut bot) });
        }
        if looks < before {
            last = Some(*id);
        }
        bot.hit = false;
        tick.world.state.random = random;
        if let Some(actor) = tick.world.state.actors.find_mut(id.0) {
            actor.pilot = Pilot::Bot(bot);
        }
    }
    if let Some(last) = last {
        tick.world.state.opponents.looked = last.0.wrapping_add(1);
    }
    memory.asks.sort_unstable_by_key(|ask| ask.actor);
}

/// Of turrets that would fire only so many do in a tick; they take turns.
fn let_turrets_fire(world: &mut Simulation, scene: &Scene, memory: &mut Memory) {
    let most = match scene.opponents.rules.firing {
        0 => usize::MAX,
        most => most as usize,
    };
    let turn = world.state.opponents.fired;
    let count = memory.asks.len();
    let first = memory.asks.partition_point(|ask| ask.actor.0 < turn);
    let mut fired = 0;
    for at in (first..count).chain(0..first) {
        let ask = &mut memory.asks[at];
        let actor = world.state.actors.find_mut(ask.actor.0);
        let Some(actor) = actor.filter(|own| ask.fire && matches!(own.kind, ActorKind::Turret(_))) else {
            continue;
        };
        ask.fire = fired < most;
        if !ask.fire {
            continue;
        }
        fired += 1;
        world.state.opponents.fired = ask.actor.0.wrapping_add(1);
        if let Pilot::Bot(bot) = &mut actor.pilot
            && let Some(MindKind::Turret(own)) = mind(scene, bot).map(|mind| &mind.kind)
        {
            bot.wait = own.dwell.max(0.0);
        }
    }
}

fn mind<'s>(scene: &'s Scene, bot: &Bot) -> Option<&'s MindLaw> {
    scene.opponents.minds.get(bot.mind as usize)
}

/// The world as one of them sees it.
struct View<'a> {
    scene: &'a Scene,
    world: &'a Simulation,
    beyond: &'a [world::Neighbour<'a>],
    marks: &'a [Mark],
    /// Looks that are left in this tick.
    looks: &'a mut u32,
    random: &'a mut Random,
    /// Who thinks.
    id: ActorId,
    actor: &'a Actor,
    /// Whose side it is on.
    side: Side,
}

impl<'a> View<'a> {
    fn think(&mut self, bot: &mut Bot) -> Ask {
        let Some(mind) = mind(self.scene, bot) else { return Ask::default() };
        if self.is_out() {
            return Ask::default();
        }
        bot.since += DT;
        bot.wait = (bot.wait - DT).max(0.0);
        bot.looked = bot.looked.saturating_add(1);
        if bot.plan == Plan::Asleep && (mind.awake || bot.hit && mind.wakes_on_hit) {
            bot.turn_to(Plan::Watch);
        }
        match &mind.kind {
            MindKind::Turret(own) => self.turret(mind, own, bot),
            MindKind::Driver(own) => self.driver(mind, own, bot),
            MindKind::Flier(own) => self.flier(mind, own, bot),
        }
    }

    /// It is destroyed, or nothing shows it any more.
    fn is_out(&self) -> bool {
        let state = &self.world.state;
        let is_gone = |node: world::NodeId| {
            let flags = state.nodes.flags.get(node.index());
            !state.nodes.lives(node) || flags.is_some_and(|flags| !flags.contains(NodeFlags::ACTIVE))
        };
        state.is_destroyed(self.id, self.actor) || self.actor.node.is_some_and(is_gone)
    }

    /// A number by chance, 0..=1.
    fn draw(&mut self) -> f32 {
        f32::from(self.random.draw()) / MOST_DRAWN
    }

    /// The weapon that its first trigger fires next, and whether it is loaded.
    fn weapon(&self) -> Option<(&'a WeaponLaw, bool)> {
        let law = &self.scene.combat;
        let own = law.arms.get(self.actor.vehicle()? as usize)?;
        // Who has not been given its weapons yet gets them as they are listed.
        let arms = self.world.state.combat.arms_of(self.id);
        let groups = own.slots().iter().fold(0, |all, slot| all | slot.groups);
        let group = arms.map_or(groups.trailing_zeros(), |arms| u32::from(arms.group));
        let at = own.slots().iter().position(|slot| group < 32 && slot.groups >> group & 1 == 1)?;
        let slot = arms.and_then(|arms| arms.slots.get(at));
        let loaded = slot.is_some_and(|slot| slot.wait - DT <= HAIR && slot.ammunition != Some(0));
        Some((law.weapons.get(own.slots()[at].weapon as usize)?, loaded))
    }

    /// Where its shots leave it.
    fn muzzle(&self) -> Vec3 {
        let law = self.actor.vehicle().and_then(|vehicle| self.scene.combat.arms.get(vehicle as usize));
        let first = law.and_then(|law| law.muzzles.first()).copied().unwrap_or_default();
        combat::muzzle_place(self.world, self.actor, first)
    }

    /// From its muzzle to where its shot meets what it goes for.
    fn aim_at(&self, mark: &Mark, weapon: Option<&WeaponLaw>) -> Vec3 {
        let is_beam = |weapon: &WeaponLaw| weapon.manner.contains(world::WeaponManner::BEAM);
        let speed = weapon.filter(|own| !is_beam(own)).map_or(0.0, WeaponLaw::muzzle_speed);
        lead::aim(mark.middle - self.muzzle(), mark.velocity, speed)
    }
}

/// Yaw and pitch of a way, radians.
fn angles(way: Vec3) -> [f32; 2] {
    [libm::atan2f(-way.x, -way.z), libm::atan2f(way.y, libm::hypotf(way.x, way.z))]
}
