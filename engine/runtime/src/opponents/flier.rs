//! What flies: it pursues, breaks off before it rams, stays above the ground and turns back at the edge of the world. It
//! moves stick, rudder and lever as a person does, see `flight.rs`.
//!
//! All of it is a proposal of this project: of the aeroplanes of the game only how far they see is known, and that the
//! law treats them otherwise. Source: `docs/spec/zbd/vehicles-and-combat.md`, "C1. Flight law".

use super::flight::{ahead, aside, fly};
use super::{Ask, HAIR, Mark, View};
use glam::Vec3;
use world::{ActorKind, Bot, FlierMind, LawKind, MindLaw, Plan};

impl View<'_> {
    pub(super) fn flier(&mut self, mind: &MindLaw, own: &FlierMind, bot: &mut Bot) -> Ask {
        let law = self.scene.vehicle_of(self.actor).map(|vehicle| &vehicle.law);
        let (ActorKind::Aeroplane(plane), Some(LawKind::Aeroplane(law))) = (&self.actor.kind, law) else {
            return Ask::default();
        };
        if bot.plan == Plan::Asleep {
            return Ask::default();
        }
        let near = self.chosen(mind, own, bot);
        let seen = near.filter(|(mark, _)| self.sees(bot, mark));
        self.pursue(own, bot, seen.as_ref().map(|(mark, _)| self.nearness(mark)));
        let weapon = self.weapon().map(|(weapon, _)| weapon);
        let way = match (&seen, bot.plan) {
            (Some((mark, _)), Plan::Attack) => self.aim_at(mark, weapon),
            (Some((mark, _)), Plan::BreakOff) => {
                aside(&law.autopilot, plane, mark.place - plane.avatar.position)
            }
            _ => self.on_its_way(own, bot).unwrap_or_else(|| ahead(plane)),
        };
        let attacks = seen.as_ref().filter(|_| bot.plan == Plan::Attack);
        let target = attacks.and_then(|(mark, _)| mark.node);
        let intent = fly(&self.probe(), law, own, plane, (way, target));
        let nose = Vec3::from(-plane.rotation().z_axis);
        let points = way != Vec3::ZERO && nose.angle_between(way) <= mind.aim;
        let reach = weapon.map_or(0.0, world::WeaponLaw::reach);
        let fire = bot.plan == Plan::Attack && seen.is_some() && points && way.length() <= reach;
        Ask { intent, fire, ..Ask::default() }
    }

    /// Whom it goes for: once it has chosen somebody it stays with them, until they are gone, somebody hits it, or it has
    /// had enough of them and there is somebody else.
    fn chosen(&self, mind: &MindLaw, own: &FlierMind, bot: &mut Bot) -> Option<(Mark, f32)> {
        let straight = |from: Vec3, to: Vec3| from.distance(to);
        let before = bot.target;
        let is_it = |mark: &Mark| Some(mark.actor) == before;
        let attack = bot.orders.attack.unwrap_or(own.attack);
        let kept = self.among(mind, attack, straight, is_it);
        if kept.is_some() && bot.wait > HAIR && !bot.hit {
            return kept;
        }
        let other = self.among(mind, attack, straight, |mark| bot.hit || !is_it(mark));
        bot.wait = own.patience;
        other.or(kept)
    }

    /// To the next point of the net that it was told to follow.
    fn on_its_way(&mut self, own: &FlierMind, bot: &mut Bot) -> Option<Vec3> {
        let scene = self.scene;
        let net = scene.opponents.nets.get(bot.orders.net? as usize)?;
        let here = self.actor.position();
        if bot.next as usize >= net.points.len() {
            let nearest = net.nearest(here)?;
            (bot.next, bot.last) = (nearest, nearest);
        }
        let [near, _] = own.breaks_off;
        let way = *net.points.get(bot.next as usize)? - here;
        if way.with_y(0.0).length() <= near {
            let draw = self.draw();
            (bot.last, bot.next) = (bot.next, net.after(bot.next, bot.last, draw));
        }
        // The heights of points do not matter.
        Some(way.with_y(0.0))
    }

    /// How far away the nearest of a target is: an airship is rammed long before its middle is near.
    fn nearness(&self, mark: &Mark) -> f32 {
        let (from, table) = (self.actor.position(), self.world.occurrences());
        let bounds = mark.node.and_then(|node| table.of(node).next()).map(|id| table.bounds(id));
        let bounds = bounds.filter(|bounds| !bounds.is_empty());
        bounds.map_or(mark.place, |bounds| from.clamp(bounds.min, bounds.max)).distance(from)
    }

    /// Attacks what it sees, and breaks off before it rams that.
    fn pursue(&self, own: &FlierMind, bot: &mut Bot, far: Option<f32>) {
        let [near, seconds] = own.breaks_off;
        match (bot.plan, far) {
            (_, None) => bot.turn_to(Plan::Watch),
            (Plan::BreakOff, _) if bot.since < seconds - HAIR => {}
            (Plan::Attack, Some(far)) if far < near => bot.turn_to(Plan::BreakOff),
            (_, Some(_)) => bot.turn_to(Plan::Attack),
        }
    }
}
