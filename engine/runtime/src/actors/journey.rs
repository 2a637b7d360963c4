//! What befalls a person on the way: lines into other worlds, lava, drowning, and where they stood safely last.
//!
//! Whoever touches a line stands still and sees the picture fade, until the world behind it is there (see
//! `places/lines.rs`) or somebody turns them away. A line that nobody knows the end of says so and lets them
//! pass. Source: `docs/spec/everquest/zone-install.md`, "9. Regions in play".

use crate::Cue;
use crate::cue::Cues;
use glam::Vec3;
use world::{Avatar, Crossing, Effects, Exit, Probe, RegionKind, ScreenEffect, ScreenMix, TICKS_PER_SECOND};

/// Ticks in which the picture fades before somebody is in another world, and after.
pub(crate) const FADE_TICKS: u32 = TICKS_PER_SECOND / 2;
/// Ticks after which nobody waits for another world any more.
const PATIENCE: u64 = 30 * TICKS_PER_SECOND as u64;
/// The way of a tick is looked at in steps of so many radii: lines are thinner than a body is fast.
const STEP: f32 = 0.5;
/// Most steps of a tick.
const MOST_STEPS: f32 = 64.0;
/// Ticks from one burn in lava to the next.
const BURN_TICKS: u32 = TICKS_PER_SECOND;
/// Ticks from one damage of drowning to the next.
const DROWN_TICKS: u32 = TICKS_PER_SECOND;
/// Damage of a second without air. Source: none; the game's server said it.
const DROWN: u32 = 5;
/// Damage of a burn.
const BURN: u32 = 10;

/// A person's tick, after they moved from where they were `before`.
pub(super) fn tick(
    probe: &Probe<'_>,
    before: &Avatar,
    avatar: &mut Avatar,
    tick: u64,
    effects: &mut Effects,
    cues: &mut Cues,
) {
    burn(probe, avatar, tick, effects, cues);
    drown(probe, avatar, tick, effects, cues);
    if let Some(crossing) = avatar.journey.crossing {
        if tick.saturating_sub(crossing.since) >= PATIENCE {
            turn_away(probe.scene.exit(crossing.region), avatar, tick, effects, cues);
        }
        return;
    }
    if probe.scene.regions.iter().any(|region| region.exit.is_some()) {
        touch_lines(probe, before.position, avatar, tick, effects, cues);
    }
    let is_safe = probe.scene.walker.back_to_safe_ground
        && avatar.grounded
        && avatar.journey.crossing.is_none()
        && !probe.regions(avatar.position).any(|region| region.kind.is_liquid() || region.exit.is_some());
    if is_safe {
        avatar.journey.safe = Some(avatar.position);
    }
}

/// Lava burns at once and then each second.
fn burn(probe: &Probe<'_>, avatar: &mut Avatar, tick: u64, effects: &mut Effects, cues: &mut Cues) {
    let has_lava = probe.scene.regions.iter().any(|region| region.kind == RegionKind::Lava);
    if !has_lava || probe.liquid(avatar.position) != Some(RegionKind::Lava) {
        avatar.journey.in_lava = 0;
        return;
    }
    if avatar.journey.in_lava.is_multiple_of(BURN_TICKS) {
        avatar.journey.injury = avatar.journey.injury.saturating_add(BURN);
        let color = [0.8, 0.1, 0.0];
        let flash =
            ScreenEffect { mix: ScreenMix::Flash, color, from: 0.6, to: 0.0, since: tick, ticks: FADE_TICKS };
        effects.show(flash);
        cues.push(Cue::Message { text: format!("The lava burns you: {BURN} damage") });
    }
    avatar.journey.in_lava = avatar.journey.in_lava.saturating_add(1);
}

/// Whoever has been under water for longer than a breath lasts is damaged at once and then each second.
fn drown(probe: &Probe<'_>, avatar: &mut Avatar, tick: u64, effects: &mut Effects, cues: &mut Cues) {
    let walker = &probe.scene.walker;
    if walker.breath <= 0.0 {
        return;
    }
    let eye = avatar.position + Vec3::Y * walker.eye;
    if avatar.journey.levitates || avatar.journey.flies > 0.0 || probe.water(eye).is_none() {
        avatar.journey.under_water = 0;
        return;
    }
    avatar.journey.under_water = avatar.journey.under_water.saturating_add(1);
    let breath = (walker.breath * TICKS_PER_SECOND as f32) as u32;
    let Some(over) = avatar.journey.under_water.checked_sub(breath) else { return };
    if over.is_multiple_of(DROWN_TICKS) {
        avatar.journey.injury = avatar.journey.injury.saturating_add(DROWN);
        let color = [0.1, 0.2, 0.5];
        let flash =
            ScreenEffect { mix: ScreenMix::Flash, color, from: 0.6, to: 0.0, since: tick, ticks: FADE_TICKS };
        effects.show(flash);
        cues.push(Cue::Message { text: format!("You are drowning: {DROWN} damage") });
    }
}

fn touch_lines(
    probe: &Probe<'_>,
    from: Vec3,
    avatar: &mut Avatar,
    tick: u64,
    effects: &mut Effects,
    cues: &mut Cues,
) {
    let walker = &probe.scene.walker;
    let to = avatar.position;
    let steps = ((to - from).length() / (walker.radius * STEP)).ceil().clamp(1.0, MOST_STEPS) as u32;
    let mut touched = None;
    for step in 1..=steps {
        touched = line_at(probe, from + (to - from) * (step as f32 / steps as f32));
        match touched {
            // Arrived in it, or known to lead nowhere: outside of it the next one counts.
            Some(_) if avatar.journey.is_armed => break,
            Some(_) => {}
            None => avatar.journey.is_armed = true,
        }
    }
    let Some(region) = touched.filter(|_| avatar.journey.is_armed) else { return };
    avatar.journey.is_armed = false;
    let Some(exit) = probe.scene.exit(region) else { return };
    if exit.world.is_none() {
        let text = format!("This way leads to {}", exit.label);
        return cues.push(Cue::Message { text });
    }
    avatar.journey.crossing = Some(Crossing { region, since: tick });
    avatar.velocity = Vec3::ZERO;
    effects.show(fade(tick, 0.0, 1.0));
    cues.push(Cue::Message { text: format!("Entering {}", exit.label) });
}

/// The line that a body with its feet here is in.
fn line_at(probe: &Probe<'_>, feet: Vec3) -> Option<u32> {
    let eye = feet + Vec3::Y * probe.scene.walker.eye;
    let has = |at: Vec3| {
        let lines = (0_u32..).zip(&probe.scene.regions);
        let mut lines = lines.filter(|(_, region)| region.exit.is_some());
        lines.find(|(_, region)| region.has(&probe.scene.space, at)).map(|(number, _)| number)
    };
    has(feet).or_else(|| has(eye))
}

/// Nobody gets into the world behind a line: they may walk on where they are.
pub(crate) fn turn_away(
    exit: Option<&Exit>,
    avatar: &mut Avatar,
    tick: u64,
    effects: &mut Effects,
    cues: &mut Cues,
) {
    if avatar.journey.crossing.take().is_none() {
        return;
    }
    avatar.journey.is_armed = false;
    fade_in(effects, tick);
    let label = exit.map_or("another world", |exit| &exit.label);
    cues.push(Cue::Message { text: format!("{label} could not be entered") });
}

/// The picture comes back, here or in another world.
pub(crate) fn fade_in(effects: &mut Effects, tick: u64) {
    let is_dark =
        |effect: &ScreenEffect| effect.mix == ScreenMix::Fade && effect.color == [0.0; 3] && effect.to == 1.0;
    effects.screen.retain(|effect| !is_dark(effect));
    effects.show(fade(tick, 1.0, 0.0));
}

fn fade(since: u64, from: f32, to: f32) -> ScreenEffect {
    ScreenEffect { mix: ScreenMix::Fade, color: [0.0; 3], from, to, since, ticks: FADE_TICKS }
}
