//! What clips make of emitters and ribbons, noted tick by tick.

use crate::animator::Played;
use crate::{EmitterSetting, NodeId, RibbonSetting, Scene, State, TICKS_PER_SECOND};

impl State {
    /// Notes what clips make of the emitters and ribbons of their animators at the end of a tick. An emitter
    /// goes by the animator that its node names.
    pub fn drive(&mut self, scene: &Scene, tick: u64) {
        let effects = &self.effects;
        let is_driven = effects.emitters.iter().any(|own| driven(scene, own.law.index()).is_some())
            || effects.ribbons.iter().any(|own| banded(scene, own.law.index()).is_some());
        if !is_driven {
            return;
        }
        let world = tick as f64 / f64::from(TICKS_PER_SECOND);
        let oldest = |life: f32| tick.saturating_sub((life * TICKS_PER_SECOND as f32).ceil() as u64 + 1);
        let mut effects = std::mem::take(&mut self.effects);
        for emitter in &mut effects.emitters {
            let number = emitter.law.index();
            let Some((law, rest)) = scene.emitters.get(number).zip(driven(scene, number)) else { continue };
            let of = |played: &Played<'_>| {
                let at = played.playable.emitters.iter().position(|own| *own == Some(emitter.law))?;
                Some(played.clip.emitters.get(at)?.at(&played.moment, &rest))
            };
            let setting =
                self.mixed(scene, emitter.node, world, rest, of, EmitterSetting::towards).within(law);
            emitter.history.get_or_insert_default().note(tick, setting, oldest(law.longest_life()));
        }
        for ribbon in &mut effects.ribbons {
            let number = ribbon.law.index();
            let Some((law, rest)) = scene.ribbons.get(number).zip(banded(scene, number)) else { continue };
            let of = |played: &Played<'_>| {
                let at = played.playable.ribbons.iter().position(|own| *own == Some(ribbon.law))?;
                Some(played.clip.ribbons.get(at)?.at(&played.moment, &rest))
            };
            let setting = self.mixed(scene, ribbon.node, world, rest, of, RibbonSetting::towards);
            let (history, oldest) = (ribbon.history.get_or_insert_default(), oldest(law.longest_life()));
            match history.last() {
                Some((_, last)) if *last == setting => history.forget(oldest),
                _ => history.push(tick, setting, oldest),
            }
        }
        self.effects = effects;
    }

    /// What the clock and the layers of a node's animator make of something together; those that move only
    /// a part of the model leave it as it is.
    fn mixed<T: Copy>(
        &self,
        scene: &Scene,
        node: NodeId,
        world: f64,
        rest: T,
        of: impl Fn(&Played<'_>) -> Option<T>,
        towards: impl Fn(&T, &T, f32) -> T,
    ) -> T {
        let Some(animator) = self.animator_of(scene, node) else { return rest };
        let (Some(clock), Some(shape)) = (self.clock(animator), self.animator_shape(animator)) else {
            return rest;
        };
        let value = |clock| scene.played(shape, clock, world).and_then(|played| of(&played)).unwrap_or(rest);
        let layers = self.layers_of(animator).iter().filter(|layer| layer.mask.is_none());
        layers.fold(value(clock), |below, layer| towards(&below, &value(&layer.clock), layer.weight))
    }
}

fn driven(scene: &Scene, law: usize) -> Option<EmitterSetting> {
    scene.emitters.get(law)?.driven
}

fn banded(scene: &Scene, law: usize) -> Option<RibbonSetting> {
    scene.ribbons.get(law)?.driven
}
