//! What flies: it finds its way, gains speed and falls, moves, is tested for its range and for what is near, and then for
//! what is between its old place and its new one.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "B3. Projectile tick".

use super::firing::{angles, turned};
use super::strikes::Strike;
use super::{Battle, mines};
use crate::programs::{FIRST_SHOT, sound_cue};
use crate::{Cue, DT};
use glam::{Affine3A, Vec3};
use world::program::SoundRef;
use world::{Hit, Shot, WeaponLaw, WeaponManner};

/// However slow it is, it flies no longer, seconds: a bound, since what hardly moves never comes to its range.
const MOST_SECONDS: f32 = 120.0;

impl Battle<'_, '_, '_> {
    /// All shots go on for one tick.
    pub(super) fn fly(&mut self) {
        let mut kept = 0;
        for at in 0..self.combat.shots.len() {
            let mut shot = self.combat.shots[at];
            if self.advance(&mut shot) {
                self.combat.shots[kept] = shot;
                kept += 1;
            } else {
                self.end_flight(&shot);
            }
        }
        self.combat.shots.truncate(kept);
        let mut pieces = std::mem::take(&mut self.memory.pieces);
        for piece in pieces.drain(..) {
            if let Some(weapon) = self.weapon(piece.weapon) {
                self.add_shot(weapon, piece);
            }
        }
        self.memory.pieces = pieces;
    }

    /// One shot for one tick; false when its way is over.
    fn advance(&mut self, shot: &mut Shot) -> bool {
        let Some(weapon) = self.weapon(shot.weapon) else { return false };
        shot.age += DT;
        if shot.lies {
            return self.lie(weapon, shot);
        }
        self.steer(weapon, shot);
        gain(weapon, shot);
        let way = shot.velocity * DT;
        let next = shot.place + way;
        shot.flown += way.length();
        let is_over = shot.flown > weapon.reach() || shot.age > MOST_SECONDS;
        if is_over || !(next.is_finite() && shot.is_finite()) {
            self.note_shot(shot.shooter, None);
            return false;
        }
        if self.come_apart(weapon, shot) {
            return false;
        }
        if self.is_at_its_nearest(weapon, shot, next) {
            self.strike_at(shot, shot.place, None);
            return false;
        }
        if let Some(hit) = self.probe_of_shots(shot.shooter).ray(shot.place, next) {
            return self.meet(weapon, shot, &hit);
        }
        shot.place = next;
        self.show_flight(shot);
        true
    }

    /// Something is in the way: it bounces off or goes off. True if it goes on.
    fn meet(&mut self, weapon: &WeaponLaw, shot: &mut Shot, hit: &Hit) -> bool {
        let struck = self.struck(hit);
        let bounces = weapon.manner.contains(WeaponManner::MINE) && struck.actor.is_none();
        if !bounces {
            self.strike_at(shot, hit.point, Some(struck));
            return false;
        }
        let rules = &self.scene.combat.rules;
        mines::bounce(rules, shot, hit);
        self.hear_bounce(weapon, shot.place, struck.soil);
        self.show_flight(shot);
        true
    }

    /// A shot goes off.
    pub(super) fn strike_at(&mut self, shot: &Shot, place: Vec3, struck: Option<super::strikes::Struck>) {
        let way = shot.velocity.normalize_or_zero();
        self.memory.strikes.push(Strike { weapon: shot.weapon, shooter: shot.shooter, place, way, struck });
    }

    /// What is heard of a shot begins.
    pub(super) fn begin_flight(&mut self, weapon: &WeaponLaw, shot: &mut Shot) {
        if let Some(SoundRef::One(sound)) = &weapon.flight.sound {
            shot.sound = FIRST_SHOT | (shot.id & (FIRST_SHOT - 1));
            let rules = &self.scene.sound_rules;
            let cue = sound_cue(rules, sound, shot.sound, Some(shot.place), 1.0, sound.looping);
            self.edit.simulation.cues.push(cue);
        }
    }

    /// What shows a shot goes with it.
    pub(super) fn show_flight(&mut self, shot: &Shot) {
        if let Some(node) = shot.node {
            let spins = self.weapon(shot.weapon).is_some_and(|own| own.manner.contains(WeaponManner::MINE));
            let spin = if spins && !shot.lies { self.scene.combat.rules.spin * shot.age } else { 0.0 };
            let place = self.model_place(node, shot.place, angles(shot.velocity).with_z(spin));
            self.edit.move_node(node, place);
        }
        if shot.sound != 0 {
            self.edit.simulation.cues.push(Cue::MoveSound { handle: shot.sound, at: shot.place });
        }
    }

    /// The way of a shot is over.
    fn end_flight(&mut self, shot: &Shot) {
        if shot.sound != 0 {
            self.edit.simulation.cues.push(Cue::StopSound { handle: shot.sound, seconds: 0.0 });
        }
        self.let_go_of(shot);
        if let (Some(node), Some(model)) = (shot.node, self.weapon(shot.weapon).and_then(|own| own.model)) {
            self.put_model_away(model, node);
        }
    }

    /// Where a copy of a model belongs that is turned so.
    pub(super) fn model_place(&self, node: world::NodeId, at: Vec3, angles: Vec3) -> Affine3A {
        let shape = self.scene.shape(&self.state().nodes, node);
        let rest = shape.map_or(glam::Mat3A::IDENTITY, |shape| shape.transform.matrix3);
        Affine3A { matrix3: turned(angles) * rest, translation: at.into() }
    }
}

/// It gains speed along its way, and falls.
fn gain(weapon: &WeaponLaw, shot: &mut Shot) {
    if weapon.acceleration != 0.0 {
        let speed = shot.velocity.length();
        let gained = (speed + weapon.acceleration * DT).max(0.0);
        shot.velocity = shot.velocity.normalize_or_zero() * gained;
    }
    shot.velocity.y -= weapon.gravity * DT;
}
