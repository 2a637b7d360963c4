//! What a model asks for by fields that documents name without a law for what they do. It is shown without that. Source:
//! `docs/spec/m2.md`, "2. Header", "11. Attachments, events, lights, cameras" and "13. Particle".

use warcraft::m2::{self, Particle, particle_flags};

/// Bits of a model's flags that tilt it on slopes, about x and y.
const TILTS: u32 = 0x3;
/// Kind of a light that shines along a direction.
const DIRECTIONAL: u16 = 0;
/// Flags of particles with a known meaning.
const KNOWN: u32 = particle_flags::LIT
    | particle_flags::WORLD_UP
    | particle_flags::NO_TRAIL
    | particle_flags::UNLIT
    | particle_flags::MODEL_SPACE
    | particle_flags::PINNED
    | particle_flags::FLAT
    | particle_flags::GROUND
    | particle_flags::RANDOM_TILE
    | particle_flags::OUTWARD;

/// What a model asks for, each with how many of its parts do.
pub(super) fn asked(model: &m2::Model) -> Vec<String> {
    let particles = |asks: fn(&Particle) -> bool| model.particles.iter().filter(|own| asks(own)).count();
    let counted = [
        (particles(|own| !own.child.is_empty()), "emitters whose particles send out particles"),
        // Many files have none, which is no factor.
        (particles(|own| own.burst != 0.0 && own.burst != 1.0), "emitters with bursts"),
        (particles(|own| !own.model.is_empty() && own.tumble != [0.0; 6]), "emitters of models that tumble"),
        (particles(|own| own.tile_rotation != 0), "emitters of turned tiles"),
        (particles(|own| own.flags & !KNOWN != 0), "emitters with flags of unknown meaning"),
        (model.lights.iter().filter(|own| own.kind == DIRECTIONAL).count(), "lights along a direction"),
        (
            model.events.iter().filter(|own| own.global_sequence >= 0).count(),
            "events by a clock of their own",
        ),
    ];
    let tilt = (model.flags & TILTS != 0).then(|| "a tilt on slopes".to_owned());
    let counted = counted.into_iter().filter(|(count, _)| *count > 0);
    tilt.into_iter().chain(counted.map(|(count, what)| format!("{what} ({count})"))).collect()
}
