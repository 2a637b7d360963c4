//! What is hit: the damage that it takes, and what is seen and heard of that by the kind of its surface.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B2. Reader keys", "B3. Projectile tick"; `docs/spec/zbd/anim.md`,
//! "12.3 Damage activation".

use super::Battle;
use super::damage::{Blow, Outcome};
use super::firing::angles;
use crate::programs::{Player, Start};
use crate::{Cue, DamageKind};
use glam::Vec3;
use world::{ActorId, ActorKind, Hit, Impact, NodeId, Pilot, Surface, WeaponLaw};

/// Something goes off somewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strike {
    pub weapon: u32,
    pub shooter: Option<ActorId>,
    pub place: Vec3,
    /// Where it was going; no length for what lay still.
    pub way: Vec3,
    /// What is hit; none for what goes off in the air.
    pub struck: Option<Struck>,
}

impl Strike {
    /// One that nobody fired.
    pub fn alone(weapon: u32, place: Vec3) -> Self {
        Strike { weapon, shooter: None, place, way: Vec3::ZERO, struck: None }
    }
}

/// What is hit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Struck {
    pub node: NodeId,
    /// Whose node that is.
    pub actor: Option<ActorId>,
    /// Its kind of ground.
    pub soil: u8,
}

impl Battle<'_, '_, '_> {
    /// What a ray has met.
    pub(super) fn struck(&self, hit: &Hit) -> Struck {
        let (table, actors) = (&self.edit.simulation.occurrences, &self.state().actors);
        let mut above = std::iter::successors(Some(hit.occurrence), |id| table.parent(*id));
        let actor = above.find_map(|id| actors.at_node(table.node(id))).map(|(id, _)| id);
        Struck { node: hit.node, actor, soil: hit.soil }
    }

    /// Everything that goes off in this tick does.
    pub(super) fn strike(&mut self) {
        let mut strikes = std::mem::take(&mut self.memory.strikes);
        let mut blasts = self.scene.combat.rules.most_blasts;
        while !strikes.is_empty() {
            for strike in strikes.drain(..) {
                if let Some(weapon) = self.weapon(strike.weapon) {
                    self.land(weapon, &strike, &mut blasts);
                }
            }
            // What a thing does as it is damaged goes off with the hit, as long as there may be more blasts; what its
            // programs set off does so in the next tick.
            let more = &mut self.edit.simulation.combat.strikes;
            if blasts > 0 {
                strikes.append(more);
            }
            more.clear();
        }
        self.memory.strikes = strikes;
    }

    fn land(&mut self, weapon: &WeaponLaw, strike: &Strike, blasts: &mut u32) {
        self.note_shot(strike.shooter, strike.struck.and_then(|struck| struck.actor));
        let outcome = match strike.struck {
            Some(Struck { actor: Some(actor), node, .. }) => {
                let blow = Blow { node: Some(node), ..Blow::of(weapon, strike.way, 1.0) };
                let hurt = self.hurt_actor(actor, &blow);
                // What stands about with a turret in it takes its damage, too.
                match self.is_turret(actor) {
                    true => hurt.with(self.hurt_thing(node, weapon.harm()[1])),
                    false => hurt,
                }
            }
            Some(Struck { node, .. }) => self.hurt_thing(node, weapon.harm()[1]),
            None => Outcome::default(),
        };
        if let Some(reach_sq) = weapon.blast_reach_sq(self.scene.combat.rules.blast_quirk)
            && *blasts > 0
        {
            *blasts -= 1;
            self.blast(weapon, strike, reach_sq);
        }
        let impact = weapon.impact(&self.surfaces(strike, outcome));
        if let Some(impact) = impact {
            self.show_impact(impact, strike, outcome);
        }
        self.edit.simulation.cues.push(Cue::Hit {
            weapon: weapon.name.to_string(),
            at: strike.place,
            by: strike.shooter,
            actor: strike.struck.and_then(|struck| struck.actor),
            node: strike.struck.map(|struck| struck.node),
            left: outcome.takes.then_some(outcome.left),
            destroyed: outcome.killed,
        });
    }

    pub(super) fn is_turret(&self, actor: ActorId) -> bool {
        let actor = self.state().actors.find(actor.0);
        actor.is_some_and(|actor| matches!(actor.kind, ActorKind::Turret(_)))
    }

    /// A thing that stands about takes damage, or the nearest above it that can.
    pub(super) fn hurt_thing(&mut self, node: NodeId, amount: f32) -> Outcome {
        let hurt = Player::with(self.edit, |player| player.damage(node, amount, DamageKind::Weapon));
        hurt.map_or(Outcome::default(), |hurt| Outcome { takes: true, left: hurt.left, killed: hurt.killed })
    }

    /// The kinds of what is hit, the most telling first.
    fn surfaces(&self, strike: &Strike, outcome: Outcome) -> [Surface; 2] {
        let Some(struck) = strike.struck else { return [Surface::Default; 2] };
        let soil = Surface::Soil(struck.soil);
        let actor = struck.actor.and_then(|actor| self.state().actors.find(actor.0));
        let first = match actor.map(|actor| &actor.pilot) {
            Some(Pilot::Person(_)) => Surface::Person,
            Some(_) => Surface::Opponent,
            None if outcome.takes => Surface::Building,
            None => soil,
        };
        [first, soil]
    }

    fn show_impact(&mut self, impact: &Impact, strike: &Strike, outcome: Outcome) {
        let by_health = || impact.by_health.iter().find(|(share, _)| *share >= outcome.left);
        let program = match outcome {
            Outcome { killed: true, .. } if impact.kill.is_some() => impact.kill,
            Outcome { takes: true, .. } => by_health().map(|(_, program)| *program).or(impact.program),
            _ => impact.program,
        };
        let angles = angles(-strike.way);
        Player::with(self.edit, |player| {
            if let Some(program) = program {
                player.start(program, Start { again: true, ..Start::at(strike.place, angles) });
            }
            if let Some(sound) = &impact.sound {
                player.play_at(sound, strike.place);
            }
        });
        if !impact.effect.is_empty() {
            let name = impact.effect.to_string();
            self.edit.simulation.cues.push(Cue::Effect { name, at: strike.place });
        }
    }

    /// What is heard when something bounces.
    pub(super) fn hear_bounce(&mut self, weapon: &WeaponLaw, at: Vec3, soil: u8) {
        let impact = weapon.impact(&[Surface::Soil(soil)]);
        if let Some(sound) = impact.and_then(|impact| impact.bounce_sound.as_ref()) {
            Player::with(self.edit, |player| player.play_at(sound, at));
        }
    }
}
