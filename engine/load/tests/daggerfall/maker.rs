//! An install with an island and a village of one block on it, made of the formats' own types.

use daggerfall::blocks::rmb::{self, Flat, Half, Model, Rmb, Slot, SubRecord};
use daggerfall::blocks::texture_word;
use daggerfall::bsa;
use daggerfall::maps::{self, Exterior, table::Row};
use daggerfall::mesh::{self, Corner, Mesh, Plane, Version};
use daggerfall::palette::{self, Palette};
use daggerfall::texture::{self, Archive, NewRecord, Picture};
use daggerfall::woods::{self, Pixel, Woods};
use load::daggerfall::{Settings, Shared};
use load::{Family, Loaded, Request};
use tempfile::TempDir;
use vfs::Vfs;
use world::{Frame, Scene};

/// The cell of the village.
pub const VILLAGE: [i32; 2] = [4, 4];
/// The model of the house.
pub const HOUSE: u32 = 1200;

/// An install that can be changed before it is written.
pub struct Maker {
    pub block: Rmb,
    pub elevation: fn(u32, u32) -> u8,
    /// Name and kind of the location.
    pub named: (&'static str, u8),
    /// Files that are left out.
    pub without: Vec<&'static str>,
}

/// An island of 10 by 9 cells.
pub fn island(x: u32, y: u32) -> u8 {
    let away = x.abs_diff(4).max(y.abs_diff(4));
    [60, 40, 20, 2][away.min(3) as usize]
}

impl Maker {
    /// A village with one house, that all windows and doors of which are one wall.
    pub fn new() -> Self {
        let mut block = Rmb::new("RESIAA00.RMB").unwrap();
        // Natural ground around, a path of four by four tiles in its middle.
        block.ground.0.fill(56);
        for row in 6..10 {
            block.ground.0[16 * row + 6..16 * row + 10].fill(46);
        }
        let house = Half { models: vec![Model::of(HOUSE)], ..Half::default() };
        let slot = Slot { x: 1000, z: 3000, rotation: 512, ..Slot::default() };
        block.add(slot, SubRecord { exterior: house, ..SubRecord::default() });
        Maker { block, elevation: island, named: ("Oxley", 2), without: Vec::new() }
    }

    pub fn write(self) -> Install {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, bytes: Vec<u8>| {
            if !self.without.contains(&name) {
                std::fs::write(folder.path().join(name), bytes).unwrap();
            }
        };
        let pixel = |x, y| {
            let elevation = (self.elevation)(x, y);
            let hills = std::array::from_fn(|at| (at as u32 * 7 + x * 3 + y * 5) as u8 % 40);
            // The sea has no hills.
            let heights = if elevation > 2 { hills } else { [0; 25] };
            (elevation, Pixel { heights, ..Pixel::default() })
        };
        put("WOODS.WLD", woods::write(&Woods::new(10, 9, pixel).unwrap()).unwrap());
        put("ART_PAL.COL", palette::write(&colors()).unwrap());
        let location = exterior();
        let corner = [0, 1].map(|axis| [location.head.x, location.head.y][axis] as u32);
        let row = Row::new([4, 4], corner, self.named.1, 0);
        let region = maps::Region::new(vec![(self.named.0.to_owned(), row, location)]).unwrap();
        put("MAPS.BSA", bsa::write(&maps::archive(&[region]).unwrap()).unwrap());
        let blocks = bsa::Archive::named([("RESIAA00.RMB", rmb::write(&self.block).unwrap())]).unwrap();
        put("BLOCKS.BSA", bsa::write(&blocks).unwrap());
        let models = [HOUSE, 446, 447].map(|number| (number, mesh::write(&wall()).unwrap()));
        put("ARCH3D.BSA", bsa::write(&bsa::Archive::numbered(models).unwrap()).unwrap());
        // The house's own archive is 12; in this climate it is 312, whose fourth record has windows.
        put("TEXTURE.012", pictures(4, 1, false));
        put("TEXTURE.312", pictures(4, 2, true));
        put("TEXTURE.210", pictures(8, 3, false));
        let vfs = Vfs::open(folder.path(), &[], load::ARCHIVES).unwrap();
        Install { _folder: folder, vfs, land: Shared::new(Settings::default()) }
    }
}

/// A village of one block in the middle of its cell, by both readings.
fn exterior() -> Exterior {
    let mut place = Exterior::default();
    let side = 32_768;
    place.head.x = VILLAGE[0] * side + 56 * 256;
    place.head.y = (499 - VILLAGE[1]) * side + 56 * 256;
    (place.area.width, place.area.height) = (1, 1);
    // RESI, number 0.
    place.area.block_index.0[0] = 2;
    place
}

/// Grey by index, and yellow for windows.
fn colors() -> Palette {
    let mut colors = [[0; 3]; 256];
    for (index, color) in colors.iter_mut().enumerate() {
        *color = [index as u8; 3];
    }
    colors[255] = [90, 80, 40];
    Palette::col(colors)
}

/// Pictures of 16 by 16 in one colour; the last has a window in its middle if it wants one.
fn pictures(count: usize, color: u8, window: bool) -> Vec<u8> {
    let picture = |at: usize| {
        let mut pixels = vec![color; 256];
        if window && at + 1 == count {
            pixels[16 * 8 + 8] = 255;
        }
        NewRecord::new(Picture { width: 16, height: 16, pixels })
    };
    let records: Vec<NewRecord> = (0..count).map(picture).collect();
    texture::write(&Archive::new("Test", &records).unwrap()).unwrap()
}

/// A wall of 256 units that faces south, 128 high.
fn wall() -> Mesh {
    let version = Version::V27;
    let mut mesh = Mesh::new(version);
    let unit = 256;
    mesh.points = vec![[0, 0, 0], [256 * unit, 0, 0], [256 * unit, -128 * unit, 0], [0, -128 * unit, 0]];
    // A picture is 16 texels wide: the wall shows it once.
    let uvs = [[0, 256], [256, 0], [0, -256], [0, 0]];
    let corner = |(point, [u, v]): (usize, [i16; 2])| Corner { point: version.offset_of(point), u, v };
    let corners = uvs.into_iter().enumerate().map(corner).collect();
    mesh.planes = vec![Plane { texture: texture_word([12, 3]), corners, ..Plane::default() }];
    mesh.normals = vec![[0, 0, -unit]];
    mesh.seal().unwrap();
    mesh
}

/// A flat of a block.
pub fn flat(position: [i32; 3], picture: [u16; 2]) -> Flat {
    Flat { position, texture: texture_word(picture), ..Flat::default() }
}

pub struct Install {
    pub _folder: TempDir,
    pub vfs: Vfs,
    pub land: Shared,
}

impl Install {
    pub fn request(&self, world: &str) -> Request {
        Request {
            world: world.to_owned(),
            container: "WOODS.WLD".to_owned(),
            land: self.land.clone(),
            ..Request::bare(Family::Daggerfall, "daggerfall", Frame::parse("+x +y -z", 0.025).unwrap())
        }
    }

    #[track_caller]
    pub fn load(&self, world: &str) -> Loaded {
        load::load(&self.vfs, &self.request(world), &mut load::Quiet).unwrap()
    }
}

/// Nodes of a name.
pub fn named<'s>(scene: &'s Scene, name: &'s str) -> Vec<&'s world::Node> {
    scene.nodes.iter().filter(|node| &*node.name == name).collect()
}
