//! The sky of a cell: the pictures of SKYnn.DAT by the hour, east and west, and at night the picture of NITEnnI0.IMG,
//! where an install has them; one of our own in the hours for which it has none.
//!
//! A file has 32 pictures of each side for half a day. Every fourth is shown, at half its size: each cell has its own
//! copy, and a sky is soft. Source: `docs/spec/daggerfall.md`, "9. Nature, sky, time, movement".

use super::cell::{add_group, add_material};
use super::overworld::{optional, usable};
use super::streets::shown;
use super::weather::Weather;
use binary::{Finding, Mode};
use daggerfall::climate::Climate;
use daggerfall::night;
use daggerfall::palette;
use daggerfall::sky::{self, HEIGHT, PICTURES, Side, WIDTH};
use glam::Vec3;
use hashbrown::HashMap;
use std::f32::consts::PI;
use std::sync::{Arc, Mutex, PoisonError};
use vfs::Vfs;
use world::{
    Aabb, Image, Material, MaterialId, Model, ModelId, Node, NodeFlags, NodeId, Polygon, Scene, Sight,
    Vertex, ZoneSet,
};

/// Pictures of half a day that are shown.
const STEPS: usize = 8;
/// Pixels of a picture for one that is shown, along each side.
const SHRUNK: usize = 2;
/// Hours of half a day, and the hour at which it begins.
const HALF_DAY: f32 = 6.0;
const DAWN: f32 = 6.0;
/// When night begins and ends.
const NIGHT: [f32; 2] = [DAWN + HALF_DAY * 2.0, DAWN];
/// How far away it is drawn, in units: only that it is behind everything counts.
const FAR: f32 = 1000.0;
/// Degrees above the horizon up to which a picture reaches: as wide as it shows half of all directions.
const TOP_DEG: f32 = 180.0 * HEIGHT as f32 / WIDTH as f32;
/// Corners from north to south, and the heights of rings in degrees.
const ACROSS: u32 = 13;
const RINGS: [f32; 6] = [-12.0, 0.0, TOP_DEG / 3.0, TOP_DEG * 2.0 / 3.0, TOP_DEG, 90.0];
/// Flags of everything in the sky.
const FLAGS: NodeFlags =
    NodeFlags::ACTIVE.union(NodeFlags::FOLLOWS_CAMERA).union(NodeFlags::UNLIT).union(NodeFlags::UNFOGGED);

/// The pictures of one file that are shown.
#[derive(Debug)]
struct Pictures {
    east: Vec<Image>,
    west: Vec<Image>,
}

/// The skies of an install, each read when it is first seen.
#[derive(Debug, Default)]
pub struct Skies {
    folder: String,
    known: Mutex<HashMap<u16, Option<Arc<Pictures>>>>,
    /// By the name of the file.
    nights: Mutex<HashMap<String, Option<Image>>>,
}

impl Skies {
    /// Those of a folder.
    pub fn new(folder: &str) -> Self {
        Skies { folder: folder.to_owned(), known: Mutex::default(), nights: Mutex::default() }
    }

    /// The pictures of a file; `None` where the install has none of that number, which is said of no sky alone: all
    /// may be missing.
    fn pictures(&self, vfs: &Vfs, number: u16, findings: &mut Vec<Finding>) -> Option<Arc<Pictures>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pictures) = known.get(&number) {
            return pictures.clone();
        }
        let address = format!("{}SKY{number:02}.DAT", self.folder);
        let bytes = vfs.is_file(&address).then(|| vfs.read(&address).ok()).flatten();
        let sky = bytes.and_then(|bytes| usable(sky::read(&bytes, Mode::Lenient), &address, findings));
        let pictures = sky.map(|sky| {
            let of = |side| (0..STEPS).map(|step| picture(&sky, side, step)).collect();
            Arc::new(Pictures { east: of(Side::East), west: of(Side::West) })
        });
        known.insert(number, pictures.clone());
        pictures
    }

    /// The picture of the night that belongs to a sky; `None` where the install has none, which is said of no
    /// night alone: all may be missing.
    fn night(&self, vfs: &Vfs, sky: u16, findings: &mut Vec<Finding>) -> Option<Image> {
        let name = night::file_name(sky);
        let mut nights = self.nights.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(night) = nights.get(&name) {
            return night.clone();
        }
        let address = format!("{}{name}", self.folder);
        let bytes = vfs.is_file(&address).then(|| vfs.read(&address).ok()).flatten();
        let night = bytes.and_then(|bytes| usable(night::read(&bytes, Mode::Lenient), &address, findings));
        let image = night.and_then(|night| {
            let address = format!("{}{}", self.folder, night::PALETTE);
            let bytes = optional(vfs, &address, "the sky at night is one of our own", findings)?;
            let palette = usable(palette::read(&bytes, Mode::Lenient), &address, findings)?;
            Some(shrunk(&night.pixels, night::HEIGHT, Some(&palette.colors)))
        });
        nights.insert(name, image.clone());
        image
    }
}

/// The picture of a step, half as large.
fn picture(sky: &sky::Sky, side: Side, step: usize) -> Image {
    let number = step * PICTURES / STEPS;
    let colors = sky.palettes.get(number).map(|palette| &*palette.colors);
    shrunk(sky.picture(side, number).unwrap_or_default(), HEIGHT, colors)
}

/// A picture of so many rows, half as large.
fn shrunk(pixels: &[u8], height: usize, colors: Option<&[[u8; 3]; 256]>) -> Image {
    let (width, height) = (WIDTH / SHRUNK, height / SHRUNK);
    let pixel = |at: usize| {
        let (x, y) = (at % width * SHRUNK, at / width * SHRUNK);
        let around = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| {
            let index = pixels.get((y + down) * WIDTH + x + right).copied().unwrap_or(0);
            colors.map_or([0; 3], |colors| colors[usize::from(index)])
        });
        let mean =
            |channel: usize| (around.iter().map(|color| u32::from(color[channel])).sum::<u32>() / 4) as u8;
        [mean(0), mean(1), mean(2), 255]
    };
    Image { width: width as u32, height: height as u32, rgba: (0..width * height).flat_map(pixel).collect() }
}

/// Adds the sky of a climate in some weather: its pictures by the hour, and one of our own for when there are none.
pub fn add(
    scene: &mut Scene,
    skies: &Skies,
    vfs: &Vfs,
    climate: &Climate,
    weather: Weather,
    winter: bool,
    findings: &mut Vec<Finding>,
) {
    crate::everquest::plain_sky(scene);
    let own = scene.roots.last().copied();
    cover(scene, weather);
    let number = climate.sky + weather.sky(winter);
    let day = skies.pictures(vfs, number, findings);
    let night = skies.night(vfs, number, findings);
    let mut children = Vec::new();
    if let Some(night) = &night {
        let both = unlit(scene, "sky at night".to_owned(), night);
        children.push(show(scene, [both; 2], NIGHT));
    }
    if let Some(day) = &day {
        by_day(scene, day, &mut children);
    }
    if !children.is_empty() {
        let root = add_group(scene, "sky by the hour", FLAGS, children);
        scene.roots.push(root);
    }
    let Some(own) = own else { return };
    match (day.is_some(), night.is_some()) {
        (true, true) => scene.roots.retain(|root| *root != own),
        (true, false) => shown(scene, own, NIGHT),
        (false, true) => shown(scene, own, [NIGHT[1], NIGHT[0]]),
        (false, false) => {}
    }
}

/// A material of the sky.
fn unlit(scene: &mut Scene, name: String, image: &Image) -> MaterialId {
    let id = add_material(scene, name, image.clone());
    if let Some(material) = scene.materials.get_mut(id.index()) {
        *material = Material { unlit: true, unfogged: true, ..std::mem::take(material) };
    }
    id
}

/// A sky of two pictures, east and west, in some hours.
fn show(scene: &mut Scene, sides: [MaterialId; 2], hours: [f32; 2]) -> NodeId {
    scene.models.push(dome(sides));
    let model = Some(ModelId::from(scene.models.len() - 1));
    scene.nodes.push(Node { name: "sky".into(), model, flags: FLAGS, opacity: 1.0, ..Node::default() });
    let node = NodeId::from(scene.nodes.len() - 1);
    shown(scene, node, hours);
    node
}

/// The pictures of a day, each in its hours.
fn by_day(scene: &mut Scene, pictures: &Pictures, children: &mut Vec<NodeId>) {
    let materials = |scene: &mut Scene, images: &[Image], name: &str| -> Vec<MaterialId> {
        let add = |(step, image): (usize, &Image)| unlit(scene, format!("sky {name} {step}"), image);
        images.iter().enumerate().map(add).collect()
    };
    let east = materials(scene, &pictures.east, "east");
    let west = materials(scene, &pictures.west, "west");
    let hours = HALF_DAY / STEPS as f32;
    for (step, sides) in east.iter().zip(&west).enumerate() {
        // In the afternoon they play backwards, with east and west exchanged.
        let (east, west) = (*sides.0, *sides.1);
        let morning = DAWN + step as f32 * hours;
        let afternoon = DAWN + HALF_DAY * 2.0 - (step + 1) as f32 * hours;
        for (from, sides) in [(morning, [east, west]), (afternoon, [west, east])] {
            children.push(show(scene, sides, [from, from + hours]));
        }
    }
}

/// How much of a sky clouds and fog hide.
const COVERED: f32 = 0.85;

/// In bad weather our own sky, whose picture was added last, has the colour of haze.
fn cover(scene: &mut Scene, weather: Weather) {
    let levels = scene.textures.last_mut().map(|texture| &mut texture.levels);
    let Some(levels) = levels.filter(|_| weather != Weather::Clear) else { return };
    let (_, haze) = weather.haze();
    for pixel in levels.iter_mut().flat_map(|level| level.rgba.chunks_exact_mut(4)) {
        for (channel, haze) in pixel.iter_mut().zip(haze) {
            *channel = (f32::from(*channel) * (1.0 - COVERED) + haze * 255.0 * COVERED) as u8;
        }
    }
}

/// Both halves of the sky, each with its picture: east, then west. What is above a picture has its highest row's
/// colour, what is below the horizon its lowest one's.
fn dome(sides: [MaterialId; 2]) -> Model {
    let mut model = Model::default();
    for (material, side) in sides.into_iter().zip([1.0, -1.0]) {
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        for degrees in RINGS {
            let (sin, cos) = libm::sincosf(degrees.to_radians());
            let v = (1.0 - degrees / TOP_DEG).clamp(0.01, 0.99);
            for step in 0..ACROSS {
                let part = step as f32 / (ACROSS - 1) as f32;
                // From the left of whoever looks there to the right: from the north in the east.
                let (aside, ahead) = libm::sincosf(part * PI);
                let way = Vec3::new(aside * cos * side, sin, -ahead * cos * side);
                model.vertices.push(Vertex {
                    position: (way * FAR).to_array(),
                    normal: Vertex::pack_normal(-way),
                    uv: [0.002 + part * 0.996, v],
                    color: [255; 3],
                    day: 0,
                });
            }
        }
        for ring in 0..RINGS.len() as u32 - 1 {
            for step in 0..ACROSS - 1 {
                let low = first_vertex + ring * ACROSS + step;
                let high = low + ACROSS;
                model.indices.extend([low, low + 1, high + 1, low, high + 1, high]);
            }
        }
        model.polygons.push(Polygon {
            first_vertex,
            first_index,
            index_count: model.indices.len() as u32 - first_index,
            material,
            layer: 0,
            double_sided: true,
            pass: 0,
            sight: Sight::Painted,
            solid: false,
            zones: ZoneSet::default(),
        });
    }
    model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
    model
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eastern_picture_is_in_the_east_with_north_at_its_left() {
        let model = dome([MaterialId(0), MaterialId(1)]);
        let at = |number: usize| (Vec3::from(model.vertices[number].position), model.vertices[number].uv);
        // The ring of the horizon, whose bottom row is at v 1.
        let horizon = ACROSS as usize;
        let (north, [left, low]) = at(horizon);
        assert!(north.abs_diff_eq(Vec3::new(0.0, 0.0, -FAR), 0.1) && left < 0.01 && low > 0.98);
        let (east, [middle, _]) = at(horizon + ACROSS as usize / 2);
        assert!(east.abs_diff_eq(Vec3::new(FAR, 0.0, 0.0), 0.1) && (middle - 0.5).abs() < 1e-5);
        let west = RINGS.len() * ACROSS as usize + horizon;
        let (south, [left, _]) = at(west);
        assert!(south.abs_diff_eq(Vec3::new(0.0, 0.0, FAR), 0.1) && left < 0.01, "{south}");
        assert_eq!(at(west + ACROSS as usize / 2).0.x.round(), -FAR);
    }

    #[test]
    fn pictures_are_halved_in_the_colours_of_their_palette() {
        let palettes = vec![[[0; 3], [40, 80, 120]].into_iter().chain([[0; 3]; 254]).collect::<Vec<_>>(); 32];
        let palettes: Vec<[[u8; 3]; 256]> = palettes.into_iter().map(|all| all.try_into().unwrap()).collect();
        let side = |filled: bool| {
            // Two of each four pixels have the colour.
            vec![(0..WIDTH * HEIGHT).map(|at| u8::from(filled && at % 2 == 0)).collect::<Vec<u8>>(); 32]
        };
        let sky = sky::Sky::new(palettes, &side(true), &side(false)).unwrap();
        let image = picture(&sky, Side::East, 3);
        assert_eq!((image.width, image.height), (256, 110));
        assert_eq!(image.rgba[..4], [20, 40, 60, 255]);
        assert_eq!(picture(&sky, Side::West, 3).rgba[..4], [0, 0, 0, 255]);
    }
}
