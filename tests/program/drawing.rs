//! What tests that draw share: a renderer where there is one, scenes, places.

use glam::Vec3;
use render::{Renderer, Settings, Shot, Size};
use titles::install::Install;
use world::{Camera, Image, Occurrences, Scene, State};

/// A renderer; none where there is no adapter and none is required.
pub fn renderer() -> Option<Renderer> {
    match Renderer::new(&render::Options::from_env()) {
        Ok(renderer) => Some(renderer),
        Err(error) if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() => {
            println!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// The only world of a demo.
pub fn scene(demo: &str) -> Scene {
    let install = Install::open(demo.as_ref(), &[]).unwrap();
    let request = install.request(None).unwrap();
    load::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene
}

/// A scene at its start, uploaded.
pub struct Stage<'s> {
    pub scene: &'s Scene,
    pub loaded: render::Loaded,
    pub state: State,
    pub table: Occurrences,
}

impl<'s> Stage<'s> {
    pub fn new(renderer: &Renderer, scene: &'s Scene) -> Self {
        let state = State::new(scene, 1);
        let (table, _) = Occurrences::build(scene, &state, 1 << 20);
        Stage { scene, loaded: renderer.load(scene).unwrap(), state, table }
    }

    /// What a camera sees.
    pub fn look(&self, renderer: &Renderer, camera: Camera, size: Size) -> Image {
        self.look_at(renderer, &self.state, &self.table, camera, size)
    }

    /// What a camera sees with options.
    pub fn look_with(&self, renderer: &Renderer, settings: &Settings, camera: Camera, size: Size) -> Image {
        let Stage { scene, loaded, state, table } = self;
        let shot = Shot {
            loaded,
            scene,
            state,
            zones: state.zones,
            table,
            camera,
            feet: None,
            between: 1.0,
            settings,
            beside: &[],
            hud: None,
        };
        renderer.picture_as(&shot, size).unwrap()
    }

    /// What a camera sees of the same scene in another state.
    pub fn look_at(
        &self,
        renderer: &Renderer,
        state: &State,
        table: &Occurrences,
        camera: Camera,
        size: Size,
    ) -> Image {
        let settings = Settings::default();
        let Stage { scene, loaded, .. } = self;
        let shot = Shot {
            loaded,
            scene,
            state,
            zones: state.zones,
            table,
            camera,
            feet: None,
            between: 1.0,
            settings: &settings,
            beside: &[],
            hud: None,
        };
        renderer.picture_as(&shot, size).unwrap()
    }
}

/// The eyes of somebody who stands at a place of a demo, as its note tells it.
pub fn at_place(demo: &str, scene: &Scene, name: &str) -> Camera {
    let note = std::fs::read_to_string(std::path::Path::new(demo).join("revisit-demo.toml")).unwrap();
    let note: toml::Table = note.parse().unwrap();
    let place = match name {
        "start" => note["start"].as_table(),
        _ => {
            let places = note["place"].as_array().unwrap();
            places.iter().filter_map(toml::Value::as_table).find(|place| place["name"].as_str() == Some(name))
        }
    };
    let place = place.unwrap_or_else(|| panic!("{demo} has no place {name}"));
    let feet: Vec<f32> =
        place["position"].as_array().unwrap().iter().map(|at| at.as_float().unwrap() as f32).collect();
    let eye = scene.frame.to_engine(Vec3::from_slice(&feet)) + Vec3::Y * scene.walker.eye;
    let yaw = (place["yaw_deg"].as_float().unwrap() as f32).to_radians();
    Camera { eye, yaw, pitch: 0.0, ..scene.camera }
}
