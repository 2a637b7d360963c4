//! What is seen from the regions of the demo for EverQuest: a picture with visible sets equals the one with all
//! drawn, and much is spared where walls are near.

use crate::drawing::renderer;
use crate::program::larkmere;
use binary::Mode;
use everquest::wld::{self, Body, Mesh};
use glam::Vec3;
use render::{Renderer, Settings, Shot, Size};
use std::f32::consts::FRAC_PI_2;
use titles::install::Install;
use world::space::SpaceDef;
use world::{Camera, Image, Occurrences, Scene, State};

const SIZE: Size = Size { width: 160, height: 120 };
/// How far above the ground the eye is, feet.
const EYE: f32 = 5.4;
/// Places to look from in each zone.
const PLACES: usize = 50;
/// In the middle of the tunnel of Larkmere, in the raw frame.
const TUNNEL: [f32; 3] = [344.0, -8.0, 12.0];

/// A zone of the demo, with where one can stand.
struct Zone {
    scene: Scene,
    grounds: Vec<Vec3>,
}

impl Zone {
    fn open(install: &Install, name: &str) -> Self {
        let request = install.request(Some(name)).unwrap();
        let scene = load::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene;
        let bytes = install.vfs.read(&format!("{name}.s3d/{name}.wld")).unwrap();
        let (wld, _) = wld::read(&bytes, Mode::Strict).unwrap();
        let meshes = wld.fragments.iter().filter_map(|fragment| match &fragment.body {
            Body::DmSpriteDef2(mesh) => Some(&**mesh),
            _ => None,
        });
        let grounds = meshes.flat_map(grounds).map(|at| scene.frame.to_engine(at)).collect();
        Zone { scene, grounds }
    }

    /// Places that are spread over all that is ground.
    fn places(&self) -> impl Iterator<Item = Vec3> + '_ {
        let step = self.grounds.len() / PLACES;
        assert!(step > 0, "{} places in all", self.grounds.len());
        self.grounds.iter().step_by(step).take(PLACES).copied()
    }
}

/// Middles of faces that look up, in the raw frame: front faces are clockwise there.
fn grounds(mesh: &Mesh) -> Vec<Vec3> {
    let corner = |vertex: u16| mesh.position(usize::from(vertex)).map(Vec3::from);
    let ground = |face: wld::Face| {
        let [a, b, c] = face.vertices.map(corner);
        let (a, b, c) = (a?, b?, c?);
        let normal = (c - a).cross(b - a).normalize_or_zero();
        (normal.z > 0.7 && face.flags == 0).then_some((a + b + c) / 3.0)
    };
    mesh.faces().filter_map(|(face, _)| ground(face)).collect()
}

/// The picture from a place, and how many triangles are in it.
fn look(renderer: &mut Renderer, scene: &Scene, camera: Camera) -> (Image, u64) {
    let state = State::new(scene, 1);
    let (table, _) = Occurrences::build(scene, &state, 1 << 20);
    let loaded = renderer.load(scene).unwrap();
    let shot = Shot {
        loaded: &loaded,
        scene,
        state: &state,
        zones: state.zones,
        table: &table,
        camera,
        // Who flies freely sees all.
        feet: Some(camera.eye - Vec3::Y * EYE),
        between: 1.0,
        settings: &Settings::default(),
        beside: &[],
        hud: None,
    };
    let triangles = renderer.prepare(&shot, SIZE).triangles;
    (renderer.picture_as(&shot, SIZE).unwrap(), triangles)
}

#[test]
fn visible_sets_hide_only_what_walls_hide() {
    let Some(mut renderer) = renderer() else { return };
    let install = Install::open(larkmere().as_ref(), &[]).unwrap();
    for world in install.worlds() {
        let zone = Zone::open(&install, &world.id);
        let mut open = zone.scene.clone();
        open.space = SpaceDef::Open;
        let mut spared = 0;
        for (number, place) in zone.places().enumerate() {
            let eye = place + Vec3::Y * EYE;
            let camera = Camera { eye, yaw: number as f32 * FRAC_PI_2, pitch: 0.0, ..zone.scene.camera };
            let ((some, fewer), (all, most)) =
                (look(&mut renderer, &zone.scene, camera), look(&mut renderer, &open, camera));
            assert!(some.rgba == all.rgba, "{} at {place}, look {number}", world.id);
            spared += most - fewer;
        }
        assert!(spared > 0, "nothing is hidden in {}", world.id);
    }
}

#[test]
fn little_of_the_zone_is_drawn_in_the_tunnel() {
    let Some(mut renderer) = renderer() else { return };
    let install = Install::open(larkmere().as_ref(), &[]).unwrap();
    let zone = Zone::open(&install, "larkmere");
    let models = zone.scene.nodes.iter().filter_map(|node| node.model);
    let all: u64 = models.map(|model| zone.scene.models[model.index()].triangles() as u64).sum();
    let eye = zone.scene.frame.to_engine(Vec3::from(TUNNEL)) + Vec3::Y * EYE;
    for quarter in 0..4 {
        let camera = Camera { eye, yaw: quarter as f32 * FRAC_PI_2, pitch: 0.0, ..zone.scene.camera };
        let (_, triangles) = look(&mut renderer, &zone.scene, camera);
        assert!(triangles * 100 < all * 15, "quarter {quarter}: {triangles} of {all}");
    }
}
