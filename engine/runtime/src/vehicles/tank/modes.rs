//! How a tank moves: which mode it is in, when that changes, and what it does where it does not stand on its tracks.
//! It floats over ground and water at a height that a spring holds, bobbing on waves; or it dives.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A1. Modes and states", "Other modes (summary)". What the seven
//! numbers of a wave mean, and what a spring does besides holding a height, is a proposal of this project.

use super::{contact, fading};
use crate::DT;
use std::f32::consts::TAU;
use world::{Probe, Tank, TankLaw, TankMode};

/// Seconds after which a wave begins anew: no number of the game, but what keeps its clock precise.
const WAVES_S: f32 = 3600.0;

/// Changes the mode. False while it may not yet be changed again, and for one that the tank does not have.
pub(crate) fn change(law: &TankLaw, tank: &mut Tank, mode: TankMode) -> bool {
    if tank.upgrades & mode.bit() == 0 || tank.pause > 0.0 {
        return false;
    }
    if tank.mode != mode {
        (tank.mode, tank.pause, tank.dive) = (mode, law.mode_pause, 0.0);
        if mode == TankMode::Submarine {
            let [speed, depth] = law.dive;
            (tank.avatar.velocity.y, tank.dive) = (speed, depth);
        }
    }
    true
}

/// In deep water it takes the mode that helps, and out of it a submarine its tracks.
pub(super) fn choose(probe: &Probe<'_>, law: &TankLaw, tank: &mut Tank) {
    tank.pause = (tank.pause - DT).max(0.0);
    let depth = probe.water(tank.avatar.position).map_or(0.0, |surface| surface - tank.avatar.position.y);
    let is_deep = depth > law.drown[0];
    match tank.mode {
        TankMode::Track if is_deep => {
            let own = law.rescues.iter().copied().find(|mode| tank.upgrades & mode.bit() != 0);
            if let Some(mode) = own {
                change(law, tank, mode);
            }
        }
        // It goes back to its tracks at once: there is nothing to dive in.
        TankMode::Submarine if depth <= 0.0 && Below::of(probe, law, tank).water.is_none() => {
            (tank.mode, tank.dive) = (TankMode::Track, 0.0);
        }
        _ => {}
    }
}

/// Stands, floats or dives for one tick; gives the speed at which it came down on ground, if it did.
pub(super) fn tick(probe: &Probe<'_>, law: &TankLaw, tank: &mut Tank, rise: f32) -> Option<f32> {
    tank.floats = false;
    match tank.mode {
        TankMode::Track => contact::tick(probe, law, tank),
        TankMode::Hover => {
            let below = Below::of(probe, law, tank);
            let height = below.ground.into_iter().chain(below.water).max_by(f32::total_cmp);
            float(probe, law, tank, &below, height.map(|height| height + law.altitude))
        }
        TankMode::Amphibious => {
            let below = Below::of(probe, law, tank);
            match below.afloat(law) {
                Some(height) => float(probe, law, tank, &below, Some(height)),
                None => contact::tick(probe, law, tank),
            }
        }
        TankMode::Submarine => dive(probe, law, tank, rise),
    }
}

/// True for one that the ground carries, and neither a spring nor water.
pub(super) fn stands(probe: &Probe<'_>, law: &TankLaw, tank: &Tank) -> bool {
    match tank.mode {
        TankMode::Track => true,
        TankMode::Amphibious => Below::of(probe, law, tank).afloat(law).is_none(),
        TankMode::Hover | TankMode::Submarine => false,
    }
}

/// What is below a tank: the middle of the ground below its points, and how high the water there is.
struct Below {
    ground: Option<f32>,
    /// Pitch and roll of that ground.
    attitude: [f32; 2],
    water: Option<f32>,
}

impl Below {
    fn of(probe: &Probe<'_>, law: &TankLaw, tank: &Tank) -> Self {
        let under = contact::Under::of(probe, law, tank);
        let ground = under.middle();
        let bed = ground.map(|height| tank.avatar.position.with_y(height.min(tank.avatar.position.y)));
        let water = bed.and_then(|bed| probe.water(bed)).or_else(|| probe.water(tank.avatar.position));
        let attitude = under.normal().map_or([0.0; 2], |normal| contact::attitude(normal, tank.avatar.yaw));
        Below { ground, attitude, water }
    }

    /// How high water carries it that floats, where that is higher than the ground.
    fn afloat(&self, law: &TankLaw) -> Option<f32> {
        let height = self.water? + law.altitude - law.draft;
        self.ground.is_none_or(|ground| height > ground).then_some(height)
    }
}

/// Held at a height by a spring that pulls down no harder than gravity; without one it falls.
fn float(
    probe: &Probe<'_>,
    law: &TankLaw,
    tank: &mut Tank,
    below: &Below,
    height: Option<f32>,
) -> Option<f32> {
    let Some(height) = height else { return contact::tick(probe, law, tank) };
    tank.bob = (tank.bob + DT) % WAVES_S;
    let [swell, nod, sway] = bobbing(law, tank);
    let y = tank.avatar.position.y;
    let [stiffness, damping] = law.spring;
    let pull = stiffness * (y - height - swell) + damping * tank.avatar.velocity.y;
    let pull = pull.max(-law.gravity);
    tank.avatar.velocity.y += pull * DT;
    tank.avatar.position.y += tank.avatar.velocity.y * DT;
    if let Some(ground) = below.ground.filter(|ground| *ground > tank.avatar.position.y) {
        tank.avatar.position.y = ground;
        tank.avatar.velocity.y = tank.avatar.velocity.y.max(0.0);
    }
    // It takes on the attitude of the ground that it floats over; water is level.
    let is_land = below.ground.is_some_and(|ground| below.water.is_none_or(|water| ground >= water));
    let [pitch, roll] = if is_land { below.attitude } else { [0.0; 2] };
    let left = fading(law.attitude_damping);
    tank.pitch = pitch + nod + (tank.pitch - pitch - nod) * left;
    tank.roll = roll + sway + (tank.roll - roll - sway) * left;
    (tank.pitch_rate, tank.roll_rate) = (0.0, 0.0);
    // From far above it falls, and finds no hold.
    tank.floats = pull > -law.gravity;
    (tank.contacts, tank.sunk, tank.platform, tank.skids) = (0, 0.0, None, false);
    None
}

/// How far the waves lift, nod and sway it now; the less, the faster it is.
fn bobbing(law: &TankLaw, tank: &Tank) -> [f32; 3] {
    let [height, height_hz, pitch, pitch_hz, roll, roll_hz, left] = law.wave;
    let fastest = law.rates[1];
    let speed =
        if fastest > 0.0 { (tank.avatar.velocity.with_y(0.0).length() / fastest).min(1.0) } else { 0.0 };
    let share = 1.0 + (left - 1.0) * speed;
    let wave = |size: f32, hz: f32| size * share * libm::sinf((tank.bob * hz).fract() * TAU);
    [wave(height, height_hz), wave(pitch, pitch_hz), wave(roll, roll_hz)]
}

/// Under water: it rises and dives as it is asked, with its nose, and stays between the ground and the surface.
fn dive(probe: &Probe<'_>, law: &TankLaw, tank: &mut Tank, rise: f32) -> Option<f32> {
    let [most, steepest] = law.submarine;
    let surface = probe.water(tank.avatar.position);
    let mut speed = tank.avatar.velocity.y;
    if tank.dive > 0.0 {
        speed = law.dive[0];
        tank.dive = (tank.dive + speed * DT).max(0.0);
    } else if rise == 0.0 {
        speed *= fading(law.rate_damping[0]);
    } else {
        speed += law.rates[0] * rise * DT;
    }
    let speed = speed.clamp(-most, most);
    tank.avatar.velocity.y = speed;
    tank.avatar.position.y += speed * DT;
    if let Some(surface) = surface {
        tank.avatar.position.y =
            tank.avatar.position.y.min(surface - law.draft).max(tank.avatar.position.y - most * DT);
    }
    let nose = if most > 0.0 { steepest * speed / most } else { 0.0 };
    let left = fading(law.attitude_damping);
    tank.pitch = nose + (tank.pitch - nose) * left;
    tank.roll *= left;
    (tank.pitch_rate, tank.roll_rate) = (0.0, 0.0);
    tank.floats = true;
    (tank.contacts, tank.sunk, tank.platform, tank.skids) = (0, 0.0, None, false);
    // The bed carries it.
    let under = contact::Under::of(probe, law, tank);
    if let Some(bed) = under.middle().filter(|bed| *bed > tank.avatar.position.y) {
        tank.avatar.position.y = bed;
        tank.avatar.velocity = tank.avatar.velocity.with_y(tank.avatar.velocity.y.max(0.0));
        tank.dive = 0.0;
    }
    None
}
