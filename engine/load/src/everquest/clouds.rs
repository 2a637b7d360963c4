//! Clouds of particles and flat pictures that turn to the viewer, as emitters. Source:
//! `docs/spec/everquest/wld.md`, "9. Particles and small types".
//!
//! The files say what a cloud is made of, not what their client made of it. Chosen here:
//!
//! * A cloud is born in the space of its bone and stays where it was born when the bone moves on. The direction is
//!   x, y, z as other vectors of files; without one a stream goes up.
//! * Sphere: away from the middle, from anywhere within the radius. Stream: within a cone about the direction, whose
//!   opening is the angle. Plane: along the direction, side by side as wide as the radius. None: they stay.
//! * One particle is born in each interval while fewer than the count are alive.
//! * Gravity is the factor times its direction, units a second squared; the size is that of an edge.
//! * The tint is blue, green, red as other colours of files; its fourth byte is not used. What clouds flag, and the box
//!   that they may fly in, is not used either.

use super::archives::World;
use super::materials::Paint;
use super::textures::Pictures;
use binary::Finding;
use everquest::wld::particles::CloudHead;
use everquest::wld::{Body, ParticleCloudDef, Reference};
use glam::{Affine3A, Quat, Vec3};
use world::{Birth, EmitterLaw, Frame, LONGEST_LIFE, MaterialId, Ramp, Rate};

/// Edge of the picture of an actor that says no size, in units.
const FLAT_EDGE: f32 = 1.0;
/// [`CloudHead::movement`].
const SPHERE: u32 = 1;
/// [`CloudHead::movement`].
const PLANE: u32 = 2;
/// [`CloudHead::movement`].
const STREAM: u32 = 3;

/// What makes clouds of the references of a world.
pub(super) struct Clouds<'a, 'v> {
    pub paint: &'a mut Paint,
    pub pictures: &'a mut Pictures<'v>,
    pub findings: &'a mut Vec<Finding>,
    pub frame: Frame,
}

impl Clouds<'_, '_> {
    /// What a 0x34, 0x27 or 0x07 sends out; none for anything else, and for what shows nothing. `number` is the
    /// place of the world among those of the zone.
    pub fn law(&mut self, world: &World, number: usize, reference: Reference) -> Option<EmitterLaw> {
        let frame = self.frame;
        let mut painted =
            |definition: Reference| self.paint.picture(world, number, definition, self.pictures);
        let law = match world.body(reference)? {
            Body::ParticleCloudDef(def) => {
                let material = painted(def.sprite.unwrap_or(Reference::NONE))?;
                let name = world.wld.text(def.head.name).unwrap_or_default();
                cloud(def, &name, material, &frame)?
            }
            Body::BlitSprite(instance) => flat(painted(instance.definition)?, FLAT_EDGE, Vec3::ZERO),
            Body::TwoDSprite(instance) => {
                let material = painted(instance.definition)?;
                let Some(Body::TwoDSpriteDef(def)) = world.body(instance.definition) else { return None };
                // Particles are square.
                let [width, height] = def.size;
                let middle = frame.to_engine(def.center.unwrap_or_default().into());
                flat(material, width.max(height), middle)
            }
            _ => return None,
        };
        let (law, unsound) = law.bounded();
        self.findings.extend(unsound.map(|finding| finding.in_file(&world.address)));
        Some(law)
    }
}

/// Whether a reference leads to what [`Clouds::law`] makes something of.
pub(super) fn is_cloud(world: &World, reference: Reference) -> bool {
    matches!(
        world.body(reference),
        Some(Body::ParticleCloudDef(_) | Body::BlitSprite(_) | Body::TwoDSprite(_))
    )
}

/// One picture that is always there.
fn flat(material: MaterialId, edge: f32, middle: Vec3) -> EmitterLaw {
    // One is born in the first tick, and the next when it dies.
    let births = step(60.0, 1.0 / 60.0);
    EmitterLaw {
        material,
        rate: Rate::PerSecond { births, period: Some(LONGEST_LIFE) },
        life: [LONGEST_LIFE; 2],
        local: Affine3A::from_translation(middle),
        size: [edge * 0.5; 2],
        follows: true,
        ..EmitterLaw::default()
    }
}

fn cloud(def: &ParticleCloudDef, name: &str, material: MaterialId, frame: &Frame) -> Option<EmitterLaw> {
    let head = &def.head;
    if head.count == 0 {
        return None;
    }
    let life = (head.lifetime_ms.max(1) as f32 / 1000.0).min(LONGEST_LIFE);
    let direction = frame.to_engine(head.direction.into()).try_normalize().unwrap_or(Vec3::Y);
    let (mut birth, cone) = match head.movement {
        SPHERE => (Birth::Sphere { inner: 0.0, outer: head.spawn_radius }, std::f32::consts::PI),
        PLANE => (Birth::Box { half: Vec3::new(head.spawn_radius, 0.0, head.spawn_radius) }, 0.0),
        _ => {
            let opening = if head.movement == STREAM { head.spawn_angle.to_radians() } else { 0.0 };
            (Birth::Box { half: Vec3::splat(head.spawn_radius) }, opening * 0.5)
        }
    };
    let turn = Affine3A::from_quat(Quat::from_rotation_arc(Vec3::Y, direction));
    let mut local = turn;
    if let Some([x, y, z, to_x, to_y, to_z]) = def.spawn_box {
        let corners = [Vec3::new(x, y, z), Vec3::new(to_x, to_y, to_z)].map(|at| frame.to_engine(at));
        // The box lies along the axes of the bone, the direction as well: only its middle is turned with it.
        let half = turn.inverse().transform_vector3((corners[1] - corners[0]) * 0.5).abs();
        birth = Birth::Box { half };
        local.translation = ((corners[0] + corners[1]) * 0.5).into();
    }
    let moves = matches!(head.movement, SPHERE | PLANE | STREAM);
    let [blue, green, red, _] = head.tint.map(|part| f32::from(part) / 255.0);
    Some(EmitterLaw {
        name: name.to_owned(),
        material,
        rate: rate(head, life),
        life: [life; 2],
        local,
        birth,
        speed: Ramp::constant(if moves { head.speed } else { 0.0 }),
        vertical_range: cone,
        acceleration: frame.to_engine(head.gravity_direction.into()) * head.gravity,
        size: [head.size * 0.5; 2],
        colors: Ramp::constant([red, green, blue, 1.0]),
        ..EmitterLaw::default()
    })
}

/// A birth in each interval while fewer than the count are alive: as many as fit into a life, then none until the
/// first of them dies.
fn rate(head: &CloudHead, life: f32) -> Rate {
    let interval = head.interval_ms.max(1) as f32 / 1000.0;
    // A hundredth of a particle more, or rounding would lose the last one.
    let (per_second, fill) = (1.0 / interval, (head.count as f32 + 0.01) * interval);
    if head.duration_ms > 0 {
        let births = step(per_second.min(head.count as f32 / life), head.duration_ms as f32 / 1000.0);
        return Rate::PerSecond { births, period: None };
    }
    if fill < life {
        return Rate::PerSecond { births: step(per_second, fill), period: Some(life) };
    }
    Rate::PerSecond { births: Ramp::constant(per_second), period: None }
}

/// So much up to a time, then nothing.
fn step(value: f32, until: f32) -> Ramp<f32> {
    Ramp::new([(0.0, value), (until, value), (until, 0.0)]).unwrap_or_else(|| Ramp::constant(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{Effects, NodeId, Particle, Scene};

    fn frame() -> Frame {
        Frame::parse("-y +z -x", 0.3048).unwrap()
    }

    /// The most common cloud of original files.
    fn flame() -> CloudHead {
        CloudHead {
            flags: 4,
            particle_type: 3,
            movement: STREAM,
            count: 4,
            lifetime_ms: 750,
            speed: 0.7,
            direction: [0.0, 1.0, 0.0],
            interval_ms: 90,
            size: 0.5,
            tint: [0x00, 0x80, 0xFF, 0x3F],
            ..CloudHead::default()
        }
    }

    fn law(head: CloudHead) -> EmitterLaw {
        let def = ParticleCloudDef { head, ..ParticleCloudDef::default() };
        cloud(&def, "FLAME_PCD", MaterialId(3), &frame()).unwrap()
    }

    /// The particles of a law at a tick, with a node that stands at the origin.
    fn particles(head: CloudHead, tick: u64) -> Vec<Particle> {
        let mut scene = Scene::empty("test", "clouds", frame());
        let (law, unsound) = law(head).bounded();
        assert!(unsound.is_none());
        scene.emitters.push(law);
        scene.emitting.push((NodeId(0), world::EmitterLawId(0)));
        let mut effects = Effects::new(&scene, 1);
        (0..=tick).for_each(|tick| effects.tick(&scene, tick, |_, _| Some((Affine3A::IDENTITY, false))));
        let mut found = Vec::new();
        effects.emitters[0].particles(&scene.emitters[0], tick as f64, |particle| found.push(particle));
        found
    }

    #[test]
    fn a_stream_flies_along_its_direction_with_as_many_as_may_live() {
        // Born every 0.09 s: at half a second four have been, though five would fit into it.
        let found = particles(flame(), 30);
        assert_eq!(found.len(), 4);
        // The first has flown for 0.41 s at 0.7 a second, towards +y of the files, which is -x here.
        let far = found[0].position;
        assert!(far.abs_diff_eq(Vec3::new(-0.287, 0.0, 0.0), 1e-3), "{far}");
        // An edge is half a unit; the tint has blue first.
        assert_eq!((found[0].size, found[0].material), (0.25, MaterialId(3)));
        assert_eq!(found[0].color, [1.0, 128.0 / 255.0, 0.0, 1.0]);
        // At 0.8 s all of them still live, and at 0.9 s the first has made room for another.
        assert_eq!([48, 54].map(|tick| particles(flame(), tick).len()), [4, 4]);
        let youngest = particles(flame(), 54)[3].position;
        assert!(youngest.abs_diff_eq(Vec3::new(-0.042, 0.0, 0.0), 1e-3), "{youngest}");
    }

    #[test]
    fn a_sphere_spreads_from_within_its_radius_and_gravity_pulls() {
        let head = CloudHead {
            movement: SPHERE,
            count: 80,
            interval_ms: 5,
            lifetime_ms: 1000,
            spawn_radius: 2.0,
            speed: 1.0,
            ..flame()
        };
        let found = particles(head, 30);
        assert_eq!(found.len(), 80);
        // Half a second at 1 a second, from 2 at most.
        assert!(found.iter().all(|own| own.position.length() <= 2.5));
        assert!(
            found.iter().any(|own| own.position.x > 0.5) && found.iter().any(|own| own.position.x < -0.5)
        );
        let falls = CloudHead {
            movement: 4,
            spawn_radius: 0.0,
            gravity: 10.0,
            gravity_direction: [0.0, 0.0, -1.0],
            ..flame()
        };
        // 0.41 s of 10 a second squared, down.
        let far = particles(falls, 30)[0].position;
        assert!(far.abs_diff_eq(Vec3::new(0.0, -0.8405, 0.0), 1e-3), "{far}");
    }

    #[test]
    fn a_cone_opens_by_its_angle_and_without_a_direction_it_points_up() {
        let head =
            CloudHead { direction: [0.0; 3], spawn_angle: 60.0, count: 50, interval_ms: 10, ..flame() };
        let found = particles(head, 45);
        // 30 degrees to each side of +y.
        assert!(found.iter().all(|own| own.position.normalize().y >= 0.866 - 1e-3));
        assert!(found.iter().any(|own| own.position.normalize().y < 0.95));
    }

    #[test]
    fn what_lives_for_ever_is_born_anew_and_what_is_none_sends_nothing() {
        let lasting = CloudHead { lifetime_ms: 1_000_000_000, ..flame() };
        assert_eq!([30, 600].map(|tick| particles(lasting, tick).len()), [4, 4]);
        let none =
            ParticleCloudDef { head: CloudHead { count: 0, ..flame() }, ..ParticleCloudDef::default() };
        assert!(cloud(&none, "", MaterialId(0), &frame()).is_none());
        // With a duration it is over after it: 0.2 s at one in 0.1875 s.
        let short = CloudHead { duration_ms: 200, ..flame() };
        assert_eq!([30, 120].map(|tick| particles(short, tick).len()), [1, 0]);
    }
}
