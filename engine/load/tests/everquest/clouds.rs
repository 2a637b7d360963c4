//! Clouds of particles and flat pictures of placed objects.

use crate::everquest::maker::{Install, Maker, codes, engine};
use everquest::wld::particles::CloudHead;
use everquest::wld::sprites::{Heading, Pitch};
use everquest::wld::{BlitSpriteDef, Body, Instance, ParticleCloudDef, Reference, TwoDSpriteDef, Version};
use glam::Vec3;
use load::Loaded;
use runtime::{Input, Simulation};
use std::sync::Arc;
use world::{Limits, Particle};

/// A cloud that stays where it is born: one particle each tenth of a second, which lives for one.
fn cloud(maker: &mut Maker) -> Reference {
    let sprite = maker.sprite(&["grass.bmp"], None);
    let blit = BlitSpriteDef { sprite, render_method: 0x8000_0017, ..BlitSpriteDef::default() };
    let sprite = Some(maker.add(Body::BlitSpriteDef(blit)));
    let head = CloudHead {
        flags: 4,
        movement: 4,
        count: 100,
        lifetime_ms: 1000,
        interval_ms: 100,
        size: 2.0,
        tint: [0xFF; 4],
        ..CloudHead::default()
    };
    maker.add(Body::ParticleCloudDef(Box::new(ParticleCloudDef {
        head,
        sprite,
        ..ParticleCloudDef::default()
    })))
}

/// The particles of all clouds after some ticks.
fn after(loaded: Loaded, ticks: usize) -> Vec<Particle> {
    let mut running = Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, 1, &Limits::default());
    (0..ticks).for_each(|_| running.tick(&Input::default()));
    let (scene, state) = (running.scene(), running.state());
    let mut found = Vec::new();
    for emitter in &state.effects.emitters {
        let law = emitter.law_in(scene).unwrap();
        emitter.particles(law, state.tick as f64, |particle| found.push(particle));
    }
    found
}

#[test]
fn a_cloud_at_a_bone_that_turns_leaves_its_particles_along_the_way() {
    let mut models = Maker::new(Version::Old);
    let hung = cloud(&mut models);
    // 2 north of the root in the first second, 2 south of it in the next: straight from one to the other.
    let there = [[512, 0, 0], [-512, 0, 0]].map(|at| ([16384, 0, 0, 0], at, 256));
    let root = models.track(&[([16384, 0, 0, 0], [0, 0, 2560], 256)], None);
    let swing = models.track(&there, Some(1000));
    let skeleton = models.skeleton(&[(root, Reference::NONE, &[1]), (swing, hung, &[])]);
    models.actor("CENSER_ACTORDEF", skeleton);
    let mut placed = Maker::new(Version::Old);
    placed.place("CENSER_ACTORDEF", [10.0, 20.0, 0.0], [128.0, 0.0, 0.0], 1.0, None);
    let loaded = Install::of_objects(placed, models).arena();
    assert_eq!(codes(&loaded), [] as [&str; 0]);
    let found = after(loaded, 59);
    // Births at 0.1 s, 0.2 s up to 0.9 s.
    assert_eq!(found.len(), 9);
    // A quarter turn: what is 2 north in the object is 2 west in the zone. After half a second it was in the middle.
    let at = |index: usize, west: f32| {
        let (found, wanted) = (found[index].position, engine([10.0, 20.0 + west, 10.0]));
        assert!(found.abs_diff_eq(wanted, 0.08), "{index}: {found}, expected {wanted}");
    };
    at(0, 1.6);
    at(4, 0.0);
    at(8, -1.6);
    assert_eq!(found[0].size, 1.0);
}

#[test]
fn a_flat_picture_is_always_there_once() {
    let mut models = Maker::new(Version::Old);
    let sprite = models.sprite(&["grass.bmp"], None);
    // The 0x03 is the third fragment before the 0x05.
    let bitmap = Reference(sprite.0 - 2);
    let heading = Heading { cap: 64, frames: vec![bitmap] };
    let flat = TwoDSpriteDef {
        flags: 0x0A,
        frame_count: 1,
        size: [3.0, 2.0],
        radius: Some(1.0),
        sleep_ms: Some(100),
        pitches: vec![Pitch { cap: 512, headings_word: 1, headings: vec![heading] }],
        render_method: 0x487,
        ..TwoDSpriteDef::default()
    };
    let flat = models.add(Body::TwoDSpriteDef(Box::new(flat)));
    let shown = models.add(Body::TwoDSprite(Instance::of(flat, 0)));
    models.actor("COINS_ACTORDEF", shown);
    let mut placed = Maker::new(Version::Old);
    placed.place("COINS_ACTORDEF", [10.0, 20.0, 5.0], [0.0; 3], 1.0, None);
    let install = Install::of_objects(placed, models);
    for ticks in [3, 200] {
        let loaded = install.arena();
        assert_eq!(codes(&loaded), [] as [&str; 0]);
        let found = after(loaded, ticks);
        assert_eq!(found.len(), 1, "{ticks}");
        assert!(found[0].position.abs_diff_eq(engine([10.0, 20.0, 5.0]), 1e-4));
        // As wide as the wider of its sides.
        assert_eq!((found[0].size, found[0].position != Vec3::ZERO), (1.5, true));
    }
}
