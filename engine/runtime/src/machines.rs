//! Machines that walk: the gait follows from how their root moved in this tick.
//!
//! Source: `docs/spec/zbd/mw3-runtime.md`, "10. Proposed MW movement model".

use crate::{DT, Simulation};
use glam::Vec3;
use world::{ActorKind, Actors, Clock, Gait, Machine, NodeId, Stride};

/// Chooses every machine's gait and how fast it is played.
pub(crate) fn tick(world: &mut Simulation) {
    let scene = std::sync::Arc::clone(world.scene());
    for (at, machine) in scene.machines.iter().enumerate() {
        let state = &mut world.state;
        let Some(place) = state.nodes.transforms.get(machine.root.index()).copied() else { continue };
        let Some(stride) = state.strides.0.get_mut(at) else { continue };
        measure(stride, place.translation.into(), place.z_axis.into(), machine);
        let driven = driven(&state.actors, machine.root);
        if let Some([speed, turning]) = driven {
            (stride.speed, stride.turning) = (speed.abs(), turning.abs());
        }
        let gait = choose(stride, machine);
        let changed = usize::from(stride.gait) != gait;
        stride.gait = gait as u8;
        let rate = match driven {
            Some([speed, _]) => driven_rate(speed, machine, gait),
            None => rate(stride, machine, gait),
        };
        let clip = machine.gaits[gait].clip;
        let clock = Clock { speed: rate, ..Clock::looping(clip) };
        let plays = state.clock(machine.animator).is_some_and(|own| own.clip.is_some());
        match (changed, plays) {
            (false, true) => {
                let layers = state.layers.iter_mut().filter(|own| own.animator == machine.animator);
                for layer in layers.filter(|own| own.clock.clip == Some(clip)) {
                    layer.clock.speed = rate;
                }
                if let Some(own) = state.clock_mut(machine.animator).filter(|own| own.clip == Some(clip)) {
                    own.speed = rate;
                }
            }
            (_, false) => {
                world.edit().play(machine.animator, clock);
            }
            (true, true) => {
                world.edit().fade_to(machine.animator, clock, machine.pace.blend_s);
            }
        }
    }
}

/// Takes down how it moved since the tick before.
fn measure(stride: &mut Stride, place: Vec3, front: Vec3, machine: &Machine) {
    let way = (place - stride.place).with_y(0.0);
    let speed = way.length() / DT;
    let (before, now) = (stride.front.with_y(0.0), front.with_y(0.0));
    let turned = libm::atan2f(before.cross(now).y, before.dot(now)) / DT;
    (stride.place, stride.front) = (place, front);
    let fastest = machine.gaits.iter().map(|gait| gait.speeds[1]).fold(0.0, f32::max);
    if speed.is_finite() && speed <= fastest.max(1.0) * machine.pace.jump {
        stride.speed += (speed - stride.speed) * machine.pace.fresh;
    }
    if turned.is_finite() {
        stride.turning += (turned.abs() - stride.turning) * machine.pace.fresh;
    }
}

/// Whoever drives a machine: how fast it goes along where it points, 0 in the air, and how fast it turns.
fn driven(actors: &Actors, root: NodeId) -> Option<[f32; 2]> {
    let (_, actor) = actors.at_node(root)?;
    let ActorKind::Mech(mech) = &actor.kind else { return None };
    Some(if mech.avatar.grounded { [mech.speed, mech.turning] } else { [0.0; 2] })
}

/// As [`rate`] for a machine that is driven: exactly as fast as it goes, and backwards where it goes backwards.
fn driven_rate(speed: f32, machine: &Machine, gait: usize) -> f32 {
    let fastest = machine.gaits[gait].speeds[1];
    let most = machine.pace.rates[1].abs();
    let walks = gait > 0 && fastest > 0.0 && speed.abs() >= fastest * machine.pace.stands;
    if walks { (speed / fastest).clamp(-most, most) } else { 1.0 }
}

fn choose(stride: &Stride, machine: &Machine) -> usize {
    let Stride { speed, turning, gait, .. } = *stride;
    let moving = machine.gaits.iter().enumerate().skip(1);
    let slowest = machine.gaits.get(1).map_or(f32::INFINITY, |gait| gait.speeds[1].max(f32::MIN_POSITIVE));
    if speed < slowest * machine.pace.stands {
        return usize::from(turning > machine.pace.turns && machine.gaits.len() > 1);
    }
    let keeps = machine.pace.keeps;
    let stays = |gait: &Gait| speed >= gait.speeds[0] / keeps && speed <= gait.speeds[1] * keeps;
    let now = usize::from(gait);
    if now > 0 && machine.gaits.get(now).is_some_and(stays) {
        return now;
    }
    let fits = moving.clone().find(|(_, gait)| speed <= gait.speeds[1]);
    fits.or(moving.last()).map_or(0, |(at, _)| at)
}

/// How fast the clip of a gait runs, of what was authored.
fn rate(stride: &Stride, machine: &Machine, gait: usize) -> f32 {
    let fastest = machine.gaits[gait].speeds[1];
    let [least, most] = machine.pace.rates.map(f32::abs);
    let walks = gait > 0 && fastest > 0.0 && stride.speed >= fastest * machine.pace.stands;
    if walks { (stride.speed / fastest).clamp(least.min(most), most) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{AnimatorId, ClipId, Pace};

    #[test]
    fn a_machine_that_is_driven_walks_as_fast_as_it_goes_and_no_faster_than_its_clip_may() {
        let gait = |fastest: f32| Gait { clip: ClipId::from(0), speeds: [0.0, fastest] };
        let rate = |most: f32, speed: f32| {
            let pace = Pace { stands: 0.1, rates: [0.3, most], ..Pace::default() };
            let gaits = vec![gait(0.0), gait(2.0)];
            driven_rate(speed, &Machine { root: NodeId(0), animator: AnimatorId::from(0), gaits, pace }, 1)
        };
        // Of 2 a second: half of it, backwards, too; 1.5 of it at most; what is less than a tenth is no walk.
        assert_eq!([1.0, -1.0, 4.0, -4.0, 0.1].map(|speed| rate(1.5, speed)), [0.5, -0.5, 1.5, -1.5, 1.0]);
        assert_eq!(rate(3.0, 5.0), 2.5);
    }
}
