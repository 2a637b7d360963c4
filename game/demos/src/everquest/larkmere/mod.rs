//! Larkmere: a valley with a lake, a windmill and a village, and a tunnel that
//! leads through the northern ridge to the gate of Ashgate. Late afternoon.
//! A zone of the old version, whose tree is closed.

mod arches;
mod ground;
mod map;
mod materials;
mod objects;
mod places;
mod road;
mod sounds;
mod terrain;
mod water;

use super::cells::{self, Volume};
use super::face::Face;
use super::light::{self, Light};
use super::models::{self, Model, Placed};
use super::partition::{Bounds, Partition};
use super::pictures::{self, Store};
use super::sight::{self, Opening};
use super::zone::{Kind, Plan};
use super::{Arrival, LARKMERE, archive, placed};
use crate::{DemoFile, Place};
use ::everquest::pfs::NewFile;
use ::everquest::wld::{self, Version, Wld};
use binary::Result;
use glam::Vec3;
use rays::Shadows;
use terrain::Terrain;

/// The zone's short name.
pub(super) const NAME: &str = "larkmere";
/// From edge to edge.
const WHOLE: Bounds = Bounds::new([-512.0, -512.0, -64.0], [512.0, 512.0, 320.0]);
/// Length of a region.
const CELL: f32 = 64.0;
/// Parts of the tunnel, from the south, and the gate: sectors from 1.
const SECTORS: usize = 7;

/// Boxes of the tunnel: as wide as the passages and rooms, down to the bottom.
const TUNNEL: [Bounds; 6] = [
    Bounds::new([272.0, 32.0, -64.0], [328.0, 48.0, 32.0]),
    Bounds::new([328.0, 24.0, -64.0], [360.0, 56.0, 32.0]),
    Bounds::new([336.0, -40.0, -64.0], [352.0, 24.0, 32.0]),
    Bounds::new([328.0, -72.0, -64.0], [360.0, -40.0, 32.0]),
    Bounds::new([360.0, -64.0, -64.0], [416.0, -48.0, 32.0]),
    Bounds::new([480.0, -64.0, -64.0], [512.0, -48.0, 32.0]),
];
/// Where one walks into the next zone.
const ZONE_LINE: Bounds = Bounds::new([488.0, -64.0, -64.0], [500.0, -48.0, 32.0]);

/// The zone while it is built.
pub(super) struct Site {
    terrain: Terrain,
    faces: Vec<Face>,
    light: Light,
    models: Vec<Model>,
    placed: Vec<Placed>,
    seed: u32,
}

impl Site {
    pub fn new(seed: u32) -> Self {
        let terrain = Terrain::new(seed);
        let mut faces = ground::faces(&terrain, seed);
        arches::build(&mut faces, &terrain);
        let (models, placed) = (objects::models(), places::all(&terrain, seed));
        let shadows = Shadows::new(light::casters(&faces, &models, &placed));
        let lamps = places::lamps(&placed, &models);
        faces.extend(road::faces(&terrain));
        faces.extend(water::faces(&terrain));
        Site { terrain, faces, light: Light { shadows, lamps, is_inside: |_| false }, models, placed, seed }
    }

    /// Where one arrives: on the road from the south, above the valley.
    pub fn start(&self) -> Place {
        Place { name: "road", position: self.terrain.on(-404.0, 163.0), yaw_deg: -30.0, target: None }
    }

    /// Where one comes out of the gate, looking south.
    pub fn arrival(&self) -> Arrival {
        Arrival { zone: LARKMERE, place: Vec3::new(474.0, -56.0, terrain::FLOOR), heading: 256 }
    }

    /// Its files: the zone, its objects, its sounds, a map.
    pub fn files(&self) -> Result<Vec<DemoFile>> {
        let version = Version::Old;
        let (objects, vertices) = models::world(version, &objects::MATERIALS, &self.models)?;
        let placements = placed::objects(version, &self.placed, &vertices, &self.light)?;
        let lights = placed::lights(version, &self.light.lamps)?;
        let paint = |file: &str| objects::paint(self.seed, file);
        let mut zone = pictures::files(&materials::ALL, Store::Bmp, paint)?;
        zone.push(NewFile::new("larkmere.wld", wld::write(&self.world()?)?));
        zone.push(NewFile::new("objects.wld", wld::write(&placements)?));
        zone.push(NewFile::new("lights.wld", wld::write(&lights)?));
        let mut things = pictures::files(&objects::MATERIALS, Store::Dds, paint)?;
        things.push(NewFile::new("larkmere_obj.wld", wld::write(&objects)?));
        let mut files = vec![archive("larkmere.s3d", &zone)?, archive("larkmere_obj.s3d", &things)?];
        files.extend(sounds::files(&self.placed, self.seed)?);
        files.push(DemoFile::new("maps/larkmere.txt", map::file(&self.terrain)?));
        Ok(files)
    }

    /// The world.
    fn world(&self) -> Result<Wld> {
        let water = water::bounds(&self.terrain);
        let tunnel = (1..).zip(TUNNEL).map(|(sector, bounds)| Volume { bounds, sector: Some(sector) });
        let others = [ZONE_LINE, water].map(|bounds| Volume { bounds, sector: None });
        let volumes: Vec<Volume> = tunnel.chain(others).collect();
        let plan = cells::Plan { whole: WHOLE, cell: CELL, volumes: &volumes, sector: 0 };
        let partition = cells::divide(&plan, self.faces.clone());
        let visible = sight::visible(&partition.cells, SECTORS, &openings());
        let within = |volume: usize| numbers(&partition, volume);
        let kinds = [
            Kind { name: "WT_ZONE", text: None, regions: within(TUNNEL.len() + 1) },
            Kind { name: "DRNTP00255000001_ZONE", text: None, regions: within(TUNNEL.len()) },
        ];
        let light = |place: Vec3, normal: Vec3, _| self.light.on(place, normal);
        Plan {
            name: NAME,
            version: Version::Old,
            materials: &materials::ALL,
            partition: &partition,
            visible: &visible,
            kinds: &kinds,
            ambient: [0; 3],
            light: &light,
        }
        .world()
    }
}

/// Numbers of the regions in a volume.
fn numbers(partition: &Partition, volume: usize) -> Vec<u32> {
    let cells = (0..).zip(&partition.cells);
    cells.filter(|(_, cell)| cell.volumes.contains(&volume)).map(|(number, _)| number).collect()
}

/// The mouths of the tunnel and the doors between its parts.
fn openings() -> Vec<Opening> {
    let opening = |between, min, max| Opening { between, bounds: Bounds::new(min, max) };
    vec![
        opening([0, 1], [272.0, 32.0, 8.0], [272.0, 48.0, 26.0]),
        opening([1, 2], [328.0, 32.0, 8.0], [328.0, 48.0, 26.0]),
        opening([2, 3], [336.0, 24.0, 8.0], [352.0, 24.0, 26.0]),
        opening([3, 4], [336.0, -40.0, 8.0], [352.0, -40.0, 26.0]),
        opening([4, 5], [360.0, -64.0, 8.0], [360.0, -48.0, 26.0]),
        opening([5, 0], [416.0, -64.0, 8.0], [416.0, -48.0, 26.0]),
        opening([0, 6], [480.0, -64.0, 8.0], [480.0, -48.0, 26.0]),
    ]
}
