//! Models of ARCH3D.BSA as they stand in a climate and a season, with windows that can glow.
//! Source: `docs/spec/daggerfall.md`, "7. ARCH3D.BSA **[O]** (numbered by model id)" and
//! "3. CLIMATE.PAK and POLITIC.PAK **[O]**".

use super::overworld::{Overworld, optional, tell, usable};
use super::pictures::Key;
use binary::{Finding, Mode};
use daggerfall::bsa::{self, Directory};
use daggerfall::climate::{self, Climate, Season, WINDOW};
use daggerfall::mesh::{self, FIRST_UNPACKED, Mesh};
use glam::Vec3;
use hashbrown::HashMap;
use vfs::{Bytes, Vfs};
use world::{
    Aabb, Alpha, Blend, Image, Material, MaterialId, Model, ModelId, Polygon, Scene, Sight, Texture,
    TextureId, Vertex, ZoneSet,
};

/// 256ths of a unit.
const FINE: f32 = 256.0;
/// Parts of a texel in texture coordinates.
const PARTS: f32 = 16.0;
/// Windows lie so many layers over the wall that they are in.
const WINDOW_LAYER: i8 = 2;
/// The colour of a lit window.
const GLOW: [u8; 4] = [255, 214, 120, 255];

/// The archive of models.
pub struct Models {
    archive: Option<(Directory, Bytes)>,
    /// By the number of the model: its place in the directory.
    places: HashMap<u32, usize>,
    address: String,
}

impl Models {
    /// The models of a folder.
    pub fn read(vfs: &Vfs, folder: &str, findings: &mut Vec<Finding>) -> Self {
        let address = format!("{folder}ARCH3D.BSA");
        let bytes = optional(vfs, &address, "there are no buildings", findings);
        let directory = bytes
            .as_ref()
            .and_then(|bytes| usable(bsa::read_directory(bytes, Mode::Lenient), &address, findings));
        let mut places = HashMap::new();
        for (at, entry) in directory.iter().flat_map(|directory| &directory.entries).enumerate() {
            if let bsa::Key::Number(number) = entry.key {
                places.entry(number).or_insert(at);
            }
        }
        Models { archive: directory.zip(bytes), places, address }
    }

    fn mesh(&self, number: u32, findings: &mut Vec<Finding>) -> Option<Mesh> {
        let (directory, bytes) = self.archive.as_ref()?;
        let address = || format!("{}/{number}", self.address);
        let Some(entry) = self.places.get(&number).and_then(|at| directory.entries.get(*at)) else {
            let expected = "a model that a block shows";
            findings.push(Finding::new(
                &super::MODEL,
                binary::Severity::Warning,
                &self.address,
                expected,
                number,
            ));
            return None;
        };
        match mesh::read(bytes.get(entry.place())?, Mode::Lenient) {
            Ok((mesh, report)) => {
                tell(findings, report, &address());
                Some(mesh)
            }
            Err(finding) => {
                findings.push(finding.in_file(&address()));
                None
            }
        }
    }
}

/// A model of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Built {
    /// It.
    pub model: ModelId,
    /// What of its windows glows.
    pub windows: Option<ModelId>,
}

/// What walls are painted with.
#[derive(Clone, Copy, Debug)]
struct Paint {
    material: MaterialId,
    /// Texels.
    size: [f32; 2],
    /// Shows what of it glows, if it is a window.
    glow: Option<MaterialId>,
}

/// Builds the models of one scene, each once.
pub struct Builder<'a> {
    overworld: &'a Overworld,
    vfs: &'a Vfs,
    climate: &'static Climate,
    season: Season,
    built: HashMap<u32, Option<Built>>,
    paints: HashMap<[u16; 2], Paint>,
}

impl<'a> Builder<'a> {
    /// Nothing is built yet.
    pub fn new(overworld: &'a Overworld, vfs: &'a Vfs, climate: &'static Climate, season: Season) -> Self {
        Builder { overworld, vfs, climate, season, built: HashMap::new(), paints: HashMap::new() }
    }

    /// A model by its number; a finding, the first time, where there is none.
    pub fn model(&mut self, scene: &mut Scene, number: u32, findings: &mut Vec<Finding>) -> Option<Built> {
        if let Some(known) = self.built.get(&number) {
            return *known;
        }
        let mesh = self.overworld.models.mesh(number, findings);
        let built = mesh.map(|mesh| self.build(scene, &mesh, number));
        self.built.insert(number, built);
        built
    }

    fn build(&mut self, scene: &mut Scene, mesh: &Mesh, number: u32) -> Built {
        let mut walls = Walls::new();
        let mut windows = Walls::new();
        for (at, plane) in mesh.planes.iter().enumerate() {
            let paint = self.paint(scene, plane.picture());
            let uvs = mesh.uvs(plane, number < FIRST_UNPACKED);
            let corners = plane.corners.iter().zip(uvs).filter_map(|(corner, [u, v])| {
                let uv = [u as f32 / PARTS / paint.size[0], v as f32 / PARTS / paint.size[1]];
                Some((engine(mesh.place(corner)?), uv))
            });
            let corners: Vec<(Vec3, [f32; 2])> = corners.collect();
            let normal =
                mesh.normals.get(at).map_or(Vec3::ZERO, |normal| engine(*normal)).normalize_or_zero();
            walls.add(&corners, normal, paint.material);
            if let Some(glow) = paint.glow {
                windows.add(&corners, normal, glow);
            }
        }
        let model = push(scene, walls.model(true, 0));
        let windows = (!windows.0.is_empty()).then(|| push(scene, windows.model(false, WINDOW_LAYER)));
        Built { model, windows }
    }

    fn paint(&mut self, scene: &mut Scene, wanted: [u16; 2]) -> Paint {
        if let Some(paint) = self.paints.get(&wanted) {
            return *paint;
        }
        let archives = &self.overworld.archives;
        let swapped = climate::swap(wanted, self.climate, self.season);
        // What a climate lacks looks as it does everywhere.
        let texture = if archives.has(self.vfs, swapped) { swapped } else { wanted };
        let name = format!("TEXTURE.{:03} {}", texture[0], texture[1]);
        let image =
            archives.picture(self.vfs, texture, Key::Opaque).and_then(|frames| frames.into_iter().next());
        let size =
            image.as_ref().map_or([64.0; 2], |image| [image.width.max(1) as f32, image.height.max(1) as f32]);
        let indices = climate::is_window(texture).then(|| archives.indices(self.vfs, texture)).flatten();
        let glow = indices.filter(|picture| picture.pixels.contains(&WINDOW)).map(|picture| {
            let lit = |index: &u8| if *index == WINDOW { GLOW } else { [0; 4] };
            let rgba = picture.pixels.iter().flat_map(lit).collect();
            let image = Image { width: picture.width as u32, height: picture.height as u32, rgba };
            let paint = Material { blend: Blend::Cutout, unlit: true, ..Material::default() };
            add(scene, format!("{name} lit"), Some(image), Alpha::Keyed, paint)
        });
        let material = add(scene, name, image, Alpha::None, Material::default());
        let paint = Paint { material, size, glow };
        self.paints.insert(wanted, paint);
        paint
    }
}

/// A place of a model, whose heights grow downwards and whose z is north, in the engine's axes.
fn engine([x, y, z]: [i32; 3]) -> Vec3 {
    Vec3::new(x as f32, -y as f32, -z as f32) / FINE
}

fn push(scene: &mut Scene, model: Model) -> ModelId {
    scene.models.push(model);
    ModelId::from(scene.models.len() - 1)
}

fn add(
    scene: &mut Scene,
    name: String,
    image: Option<Image>,
    alpha: Alpha,
    material: Material,
) -> MaterialId {
    let texture = image.map(|image| {
        scene.textures.push(Texture { name: name.clone(), alpha, levels: vec![image] });
        TextureId::from(scene.textures.len() - 1)
    });
    scene.materials.push(Material { name, texture, ..material });
    MaterialId::from(scene.materials.len() - 1)
}

/// Flat polygons, each with its material.
struct Walls(Vec<(MaterialId, Vec<Vertex>)>);

impl Walls {
    fn new() -> Self {
        Walls(Vec::new())
    }

    /// A convex polygon, against the clock seen from outside. Without a normal of its own it has that of its
    /// corners.
    fn add(&mut self, corners: &[(Vec3, [f32; 2])], normal: Vec3, material: MaterialId) {
        let [(a, _), (b, _), (c, _), ..] = corners else { return };
        let normal = if normal == Vec3::ZERO { (*b - *a).cross(*c - *a).normalize_or_zero() } else { normal };
        let vertex = |(position, uv): &(Vec3, [f32; 2])| Vertex {
            position: position.to_array(),
            normal: Vertex::pack_normal(normal),
            uv: *uv,
            color: [255; 3],
            day: 0,
        };
        self.0.push((material, corners.iter().map(vertex).collect()));
    }

    /// The model of them; what glows is neither lit nor in the way.
    fn model(self, wall: bool, layer: i8) -> Model {
        let mut model = Model { lit: wall, fogged: true, ..Model::default() };
        for (material, corners) in self.0 {
            let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
            for at in 1..(corners.len() as u32).saturating_sub(1) {
                model.indices.extend([0, at, at + 1].map(|corner| first_vertex + corner));
            }
            // A house rises out of the ground while its place joins: a town that is there at once would startle.
            model.settling.extend(corners.iter().map(|corner| (-8.0 * corner.position[1].max(0.0)) as i16));
            model.vertices.extend(corners);
            model.polygons.push(Polygon {
                first_vertex,
                first_index,
                index_count: model.indices.len() as u32 - first_index,
                material,
                layer,
                double_sided: false,
                pass: 0,
                sight: Sight::Painted,
                solid: wall,
                zones: ZoneSet::default(),
            });
        }
        model.bounds = Aabb::around(model.vertices.iter().map(|vertex| vertex.position.into()));
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_that_runs_against_the_clock_is_seen_from_outside() {
        // A wall in the north, seen from the south: its corners from the lower left, y down and z north.
        let corners = [[0, 0, 512], [512, 0, 512], [512, -512, 512], [0, -512, 512]];
        let corners = corners.map(|corner| (engine(corner), [0.0; 2]));
        let mut walls = Walls::new();
        walls.add(&corners, Vec3::ZERO, MaterialId(3));
        let model = walls.model(true, 0);
        assert_eq!(model.triangles(), 2);
        // South is +z.
        assert!((model.vertices[0].normal() - Vec3::Z).length() < 1e-3);
        assert_eq!(model.vertices[2].position, [2.0, 2.0, -2.0]);
        assert!(model.polygons[0].solid);
        // Two units, in eighths, that the upper corners rise.
        assert_eq!(model.settling, [0, 0, -16, -16]);
    }
}
