//! What a tick may change of how a world looks, beyond its nodes and materials.

use crate::{
    Emitter, EmitterLawId, MOST_SCREEN_EFFECTS, NodeId, Puff, Ribbon, RibbonLawId, Scene, ScreenEffect, Trail,
};
use glam::{Affine3A, Vec3};
use serde::{Deserialize, Serialize};

/// Emitters and ribbons at work at once, at most.
pub const MOST_EFFECTS: usize = 4096;

/// What a tick may change of how a world looks, beyond its nodes and materials.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Effects {
    /// Nodes that wear other paint than at the start, by node; see
    /// [`Effects::set_paint`].
    pub paints: Vec<(NodeId, u32)>,
    /// What sends out particles, in the order of their numbers.
    pub emitters: Vec<Emitter>,
    /// What leaves ribbons behind, in the order of their numbers.
    pub ribbons: Vec<Ribbon>,
    /// What lies over the picture, one after the other.
    pub screen: Vec<ScreenEffect>,
    /// Number of the next emitter or ribbon.
    pub next: u32,
}

impl Effects {
    /// Those that a scene starts with.
    pub fn new(scene: &Scene, seed: u32) -> Self {
        let mut effects = Effects::default();
        for (node, law) in &scene.emitting {
            // Each a run of its own; the same in every run of the world.
            let own = seed.wrapping_add(effects.next.wrapping_mul(0x9E37_79B9));
            effects.emit(scene, *law, *node, own, 0);
        }
        for (node, law) in &scene.trailing {
            effects.trail(scene, *law, *node, 0);
        }
        scene.screen.iter().for_each(|effect| effects.show(*effect));
        effects
    }

    /// What is added to the numbers of a node's materials, if it is not
    /// [`Node::paint`](crate::Node::paint).
    pub fn paint(&self, node: NodeId) -> Option<u32> {
        let place = self.paints.binary_search_by_key(&node, |(known, _)| *known).ok()?;
        Some(self.paints[place].1)
    }

    /// Gives a node other paint; `None` for that of the start.
    pub fn set_paint(&mut self, node: NodeId, paint: Option<u32>) {
        let place = self.paints.binary_search_by_key(&node, |(known, _)| *known);
        match (place, paint) {
            (Ok(place), Some(paint)) => self.paints[place].1 = paint,
            (Ok(place), None) => drop(self.paints.remove(place)),
            (Err(place), Some(paint)) => self.paints.insert(place, (node, paint)),
            (Err(_), None) => {}
        }
    }

    /// Starts an emitter; its number. `None` for a law that does not exist, and
    /// when there are too many at work.
    pub fn emit(
        &mut self,
        scene: &Scene,
        law: EmitterLawId,
        node: NodeId,
        seed: u32,
        tick: u64,
    ) -> Option<u32> {
        scene.emitters.get(law.index())?;
        let trail = Trail::default();
        self.add(Emitter {
            id: 0,
            law,
            node,
            seed,
            since: tick,
            until: None,
            trail,
            puff: None,
            history: None,
        })
    }

    /// Adds an emitter under a number of its own, which is returned. `None` when there are too many at
    /// work.
    pub fn add(&mut self, emitter: Emitter) -> Option<u32> {
        let id = self.number()?;
        self.emitters.push(Emitter { id, ..emitter });
        Some(id)
    }

    /// Starts a ribbon; its number. `None` as for [`Effects::emit`].
    pub fn trail(&mut self, scene: &Scene, law: RibbonLawId, node: NodeId, tick: u64) -> Option<u32> {
        scene.ribbons.get(law.index())?;
        let id = self.number()?;
        self.ribbons.push(Ribbon {
            id,
            law,
            node,
            since: tick,
            until: None,
            trail: Trail::default(),
            history: None,
        });
        Some(id)
    }

    /// Ends an emitter or ribbon: what it left lives on. False when there is none
    /// of this number that still goes on.
    pub fn end(&mut self, id: u32, tick: u64) -> bool {
        let emitters = self.emitters.iter_mut().map(|emitter| (emitter.id, &mut emitter.until));
        let ribbons = self.ribbons.iter_mut().map(|ribbon| (ribbon.id, &mut ribbon.until));
        let mut open = emitters.chain(ribbons).filter(|(known, until)| *known == id && until.is_none());
        open.next().map(|(_, until)| *until = Some(tick)).is_some()
    }

    /// Lays an effect over the picture, above those that are there. Of too many
    /// the oldest goes.
    pub fn show(&mut self, effect: ScreenEffect) {
        if self.screen.len() >= MOST_SCREEN_EFFECTS {
            self.screen.remove(0);
        }
        self.screen.push(effect);
    }

    /// Notes where nodes are at this tick, and forgets what is over. `place` says
    /// where a node is in the world and whether it jumped there, on the ground below it if that is
    /// asked for; `None` for one that is nowhere.
    pub fn tick(
        &mut self,
        scene: &Scene,
        tick: u64,
        mut place: impl FnMut(NodeId, bool) -> Option<(Affine3A, bool)>,
    ) {
        let oldest =
            |life: f32| tick.saturating_sub((life * crate::TICKS_PER_SECOND as f32).ceil() as u64 + 1);
        let over = |until: Option<u64>, life: f32| until.is_some_and(|until| until < oldest(life));
        self.emitters.retain_mut(|emitter| {
            let Some(law) = emitter.law_in(scene) else { return false };
            let (life, step) = (law.longest_life(), law.longest_step());
            let is_spent = emitter.until.is_none() && emitter.is_spent(law, tick);
            let stands = match emitter.anchor() {
                Some(anchor) => Some((Affine3A::from_translation(anchor), false)),
                None => place(emitter.node, law.manner.on_ground.is_some()),
            };
            if let Some((place, jumped)) = stands {
                emitter.trail.note(tick, place, jumped, step, oldest(life));
            }
            if is_spent {
                emitter.until = Some(tick);
            }
            !over(emitter.until, life)
        });
        self.ribbons.retain_mut(|ribbon| {
            let Some(law) = scene.ribbons.get(ribbon.law.index()) else { return false };
            let life = law.longest_life();
            if let Some((place, jumped)) = place(ribbon.node, false) {
                ribbon.trail.note(tick, place, jumped, f32::INFINITY, oldest(life));
            }
            !over(ribbon.until, life)
        });
        self.screen.retain(|effect| !effect.is_over(tick));
    }

    /// Notes the gust of the tick that ends as `tick`, for what it carries.
    pub fn blow(&mut self, scene: &Scene, tick: u64, gust: Vec3) {
        for emitter in &mut self.emitters {
            let Some(puff) = emitter.puff.as_deref_mut() else { continue };
            let Puff { law, drift: Some(drift), .. } = puff else { continue };
            let Some(law) = law.as_ref().or_else(|| scene.emitters.get(emitter.law.index())) else {
                continue;
            };
            let life = (law.longest_life() * crate::TICKS_PER_SECOND as f32).ceil() as u64 + 1;
            drift.note(tick, gust, law, tick.saturating_sub(life));
        }
    }

    /// True when every law that is named exists.
    pub fn fits(&self, scene: &Scene) -> bool {
        self.emitters.iter().all(|emitter| emitter.law_in(scene).is_some())
            && self.emitters.iter().all(|emitter| emitter.puff.as_ref().is_none_or(|puff| puff.is_sound()))
            && self.emitters.iter().filter_map(|own| own.history.as_ref()).all(|own| own.is_sound())
            && self
                .ribbons
                .iter()
                .filter_map(|own| own.history.as_ref())
                .all(|own| own.entries().all(|(_, setting)| setting.is_sound()))
            && self.ribbons.iter().all(|ribbon| ribbon.law.index() < scene.ribbons.len())
            && self.emitters.len() + self.ribbons.len() <= MOST_EFFECTS
    }

    fn number(&mut self) -> Option<u32> {
        let room = self.emitters.len() + self.ribbons.len() < MOST_EFFECTS;
        let next = self.next.checked_add(1).filter(|_| room)?;
        Some(std::mem::replace(&mut self.next, next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EmitterLaw, Frame, RibbonLaw, ScreenMix};

    fn scene() -> Scene {
        let mut scene = Scene::empty("test", "effects", Frame::identity(1.0));
        scene.emitters.push(EmitterLaw { life: [2.0; 2], ..EmitterLaw::default() });
        scene.ribbons.push(RibbonLaw::default());
        scene.emitting.push((NodeId(0), EmitterLawId(0)));
        scene.trailing.push((NodeId(0), RibbonLawId(0)));
        scene
    }

    #[test]
    fn paint_is_given_and_taken_back() {
        let mut effects = Effects::default();
        for (node, paint) in [(7, 2), (3, 1), (7, 5)] {
            effects.set_paint(NodeId(node), Some(paint));
        }
        assert_eq!([3, 7, 4].map(|node| effects.paint(NodeId(node))), [Some(1), Some(5), None]);
        effects.set_paint(NodeId(3), None);
        assert_eq!(effects.paints, [(NodeId(7), 5)]);
    }

    #[test]
    fn what_was_ended_lives_on_until_its_last_particle_and_edge_are_gone() {
        let scene = scene();
        let mut effects = Effects::new(&scene, 7);
        assert_eq!((effects.emitters.len(), effects.ribbons.len()), (1, 1));
        assert!(effects.end(0, 100) && effects.end(1, 100));
        assert!(!effects.end(0, 101) && !effects.end(9, 101));
        let alive = |effects: &Effects| (effects.emitters.len(), effects.ribbons.len());
        // Edges last one second, particles two.
        for (tick, expected) in [(161, (1, 1)), (162, (1, 0)), (221, (1, 0)), (222, (0, 0))] {
            effects.tick(&scene, tick, |_, _| Some((Affine3A::IDENTITY, false)));
            assert_eq!(alive(&effects), expected, "{tick}");
        }
        // Numbers are not used again.
        assert_eq!(effects.emit(&scene, EmitterLawId(0), NodeId(0), 1, 300), Some(2));
    }

    #[test]
    fn a_storm_of_effects_is_bounded() {
        let scene = scene();
        let mut effects = Effects::default();
        let started = (0..10_000).filter_map(|_| effects.emit(&scene, EmitterLawId(0), NodeId(0), 1, 0));
        assert_eq!(started.count(), MOST_EFFECTS);
        assert_eq!(effects.trail(&scene, RibbonLawId(0), NodeId(0), 0), None);
        assert_eq!(effects.emit(&scene, EmitterLawId(3), NodeId(0), 1, 0), None);
        for number in 0..100 {
            let mix = ScreenMix::Fade;
            effects.show(ScreenEffect { mix, color: [0.0; 3], from: 1.0, to: 1.0, since: number, ticks: 0 });
        }
        assert_eq!(effects.screen.len(), MOST_SCREEN_EFFECTS);
        assert_eq!(effects.screen[0].since, 100 - MOST_SCREEN_EFFECTS as u64);
        assert!(effects.fits(&scene));
        effects.emitters[17].law = EmitterLawId(1);
        assert!(!effects.fits(&scene));
    }
}
