//! Ashgate: behind the gate of Larkmere a ravine of ash between cliffs of basalt,
//! cut by a fissure of lava; a passage with torches leads into a cave around a
//! pool, and to a shrine. A zone of the new version, whose tree is solid.

mod dress;
mod field;
mod map;
mod materials;
mod places;
mod plan;
mod sounds;
mod weld;

use super::face::Face;
use super::light::{self, Lamp, Light};
use super::models::{self, Model, Placed};
use super::partition::{Bounds, Partition};
use super::pictures::{self, Store};
use super::sight::{self, Opening};
use super::solid;
use super::zone::{self, Kind};
use super::{Arrival, archive, placed};
use crate::{DemoFile, Place};
use ::everquest::pfs::NewFile;
use ::everquest::wld::{self, Version, Wld};
use binary::Result;
use glam::Vec3;
use plan::Plan;
use rays::Shadows;

/// The zone's short name.
pub(super) const NAME: &str = "ashgate";

/// How far corners are moved into their rooms before light is looked for.
const INWARDS: f32 = 0.45;

/// The zone while it is built.
pub(super) struct Site {
    plan: Plan,
    faces: Vec<Vec<Face>>,
    light: Light,
    models: Vec<Model>,
    placed: Vec<Placed>,
    seed: u32,
}

impl Site {
    pub fn new(seed: u32) -> Self {
        let plan = Plan::new(seed);
        let faces = dress::faces(&plan, seed);
        let (models, placed) = (places::models(), places::all(&plan, seed));
        let solid: Vec<Face> =
            faces.iter().flatten().filter(|face| face.material != materials::BORDER).cloned().collect();
        let shadows = Shadows::new(light::casters(&solid, &models, &placed));
        let mut lamps = places::lamps(&placed, &models);
        lamps.extend(glow(&plan));
        Site {
            plan,
            faces,
            light: Light { shadows, lamps, is_inside: plan::is_inside },
            models,
            placed,
            seed,
        }
    }

    /// Where one arrives from Larkmere: before the gate, looking into the ravine.
    pub fn start(&self) -> Place {
        Place { name: "gate", position: Vec3::new(44.0, 0.0, plan::FLOOR), yaw_deg: 0.0, target: None }
    }

    /// Its files: the zone, its objects, its sounds, a map.
    pub fn files(&self, back: &Arrival) -> Result<Vec<DemoFile>> {
        let version = Version::New;
        let (objects, vertices) = models::world(version, &materials::OBJECTS, &self.models)?;
        let placements = placed::objects(version, &self.placed, &vertices, &self.light)?;
        let lights = placed::lights(version, &self.light.lamps)?;
        let paint = |file: &str| materials::paint(self.seed, file);
        let mut zone = pictures::files(&materials::ALL, Store::Named, paint)?;
        zone.push(NewFile::new("ashgate.wld", wld::write(&self.world(back)?)?));
        zone.push(NewFile::new("objects.wld", wld::write(&placements)?));
        zone.push(NewFile::new("lights.wld", wld::write(&lights)?));
        let mut things = pictures::files(&materials::OBJECTS, Store::Dds, paint)?;
        things.push(NewFile::new("ashgate_obj.wld", wld::write(&objects)?));
        let mut files = vec![archive("ashgate.s3d", &zone)?, archive("ashgate_obj.s3d", &things)?];
        files.extend(sounds::files(&self.placed, self.seed)?);
        files.push(DemoFile::new("maps/ashgate.txt", map::file(&self.plan)?));
        Ok(files)
    }

    /// The world; `back` is where its line leads.
    fn world(&self, back: &Arrival) -> Result<Wld> {
        let partition = solid::divide(&self.plan.rooms, self.faces.clone());
        let visible = sight::visible(&partition.cells, plan::SECTORS, &openings());
        let within = |volume: usize| numbers(&partition, volume);
        let kinds = [
            Kind { name: "LA_ZONE", text: None, regions: within(plan::LAVA) },
            Kind { name: "TELEPORT_ZONE", text: Some(back.text()), regions: within(plan::LINE) },
        ];
        let light = |place: Vec3, normal: Vec3, middle: Vec3| {
            if normal.z.abs() > 0.99 && plan::is_molten(place) {
                return (Vec3::new(0.92, 0.88, 0.84), 0.0);
            }
            // Away from the walls that a corner lies in, or it would look out through them.
            let place = place + (middle - place).clamp_length_max(INWARDS);
            self.light.on(place, normal)
        };
        zone::Plan {
            name: NAME,
            version: Version::New,
            materials: &materials::ALL,
            partition: &partition,
            visible: &visible,
            kinds: &kinds,
            ambient: [32, 26, 23],
            light: &light,
        }
        .world()
    }
}

/// What lava gives: a lamp above every other square of it.
fn glow(plan: &Plan) -> Vec<Lamp> {
    let lamp = |(number, surface): (usize, &plan::Surface)| {
        let middle = surface.places.iter().sum::<Vec3>() / surface.places.len() as f32;
        let is_cave = plan::is_inside(middle);
        let (part, height, radius) = if is_cave { (0.30, 24.0, 92.0) } else { (0.36, 11.0, 50.0) };
        // By day only what is red is seen of it.
        let color = if is_cave { Vec3::new(1.0, 0.44, 0.14) } else { Vec3::new(1.0, 0.27, 0.05) } * part;
        (surface.places.len() > 3 || number % 2 == 0).then(|| Lamp {
            place: middle + Vec3::Z * height,
            color,
            radius,
        })
    };
    plan.surfaces.iter().enumerate().filter_map(lamp).collect()
}

/// Numbers of the regions in a volume.
fn numbers(partition: &Partition, volume: usize) -> Vec<u32> {
    let cells = (0..).zip(&partition.cells);
    cells.filter(|(_, cell)| cell.volumes.contains(&volume)).map(|(number, _)| number).collect()
}

/// The mouths of the passages.
fn openings() -> Vec<Opening> {
    let opening = |between, min, max| Opening { between, bounds: Bounds::new(min, max) };
    vec![
        opening([0, 1], [48.0, -6.0, 8.0], [48.0, 6.0, 21.5]),
        opening([0, 2], [336.0, -6.0, 8.0], [336.0, 6.0, 21.5]),
        opening([2, 3], [400.0, -6.0, 8.0], [400.0, 6.0, 21.5]),
        opening([3, 4], [414.0, 16.0, 8.0], [426.0, 16.0, 21.5]),
        opening([4, 5], [414.0, 80.0, 8.0], [426.0, 80.0, 21.5]),
        opening([5, 6], [436.0, 90.0, 8.0], [436.0, 102.0, 21.5]),
        opening([6, 7], [480.0, 90.0, -4.0], [480.0, 102.0, 9.5]),
        opening([7, 8], [586.0, 176.0, -4.0], [598.0, 176.0, 9.5]),
        opening([8, 9], [608.0, 216.0, -4.0], [608.0, 228.0, 9.5]),
    ]
}
