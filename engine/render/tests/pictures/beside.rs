//! Several places in one picture.

use crate::stage::*;
use glam::Vec3;
use render::{Loaded, Neighbour, Renderer, Settings, Shot, Size, Statistics};
use world::{Blend, LampLighting, Light, MaterialId, NodeFlags, Occurrences, State};

/// At distance 8, a pixel is a quarter unit.
const SIDE: u32 = 64;

/// A place that is ready to be drawn.
struct Ready<'a> {
    stage: &'a Stage,
    loaded: Loaded,
    state: State,
    table: Occurrences,
}

impl<'a> Ready<'a> {
    fn new(renderer: &Renderer, stage: &'a Stage) -> Self {
        let state = stage.state();
        let (table, _) = Occurrences::build(&stage.scene, &state, 1 << 10);
        Ready { stage, loaded: renderer.load(&stage.scene).unwrap(), state, table }
    }

    fn beside(&self, offset: Vec3) -> Neighbour<'_> {
        Neighbour {
            loaded: &self.loaded,
            scene: &self.stage.scene,
            state: &self.state,
            zones: self.state.zones,
            table: &self.table,
            between: 1.0,
            offset,
            grown: 1.0,
        }
    }
}

/// The first place and others with their offsets, through the camera of the first.
fn draw(
    renderer: &Renderer,
    name: &str,
    own: &Stage,
    others: &[(&Stage, Vec3)],
    settings: &Settings,
) -> (Picture, Statistics) {
    let own = Ready::new(renderer, own);
    let others: Vec<_> =
        others.iter().map(|(stage, offset)| (Ready::new(renderer, stage), *offset)).collect();
    let beside: Vec<_> = others.iter().map(|(ready, offset)| ready.beside(*offset)).collect();
    let shot = Shot {
        loaded: &own.loaded,
        scene: &own.stage.scene,
        state: &own.state,
        zones: own.state.zones,
        table: &own.table,
        camera: own.state.camera,
        feet: None,
        between: 1.0,
        settings,
        beside: &beside,
        hud: None,
    };
    let target = renderer.offscreen(Size { width: SIDE, height: SIDE }).unwrap();
    let statistics = renderer.draw_offscreen(&shot, &target).unwrap();
    let picture = Picture(renderer.read(&target).unwrap());
    picture.save(name);
    (picture, statistics)
}

fn look(renderer: &Renderer, name: &str, own: &Stage, others: &[(&Stage, Vec3)]) -> Picture {
    draw(renderer, name, own, others, &Settings::default()).0
}

/// A green wall 4 ahead, with a window of two units around the middle.
fn window() -> Stage {
    let mut stage = Stage::new();
    let sides = [[-5.0, 0.0, -4.0], [5.0, 0.0, -4.0], [0.0, 5.0, -4.0], [0.0, -5.0, -4.0]];
    stage.show(&sides.map(|middle| Quad::facing_z(middle, 4.0, GREEN)));
    stage
}

#[test]
fn a_wall_of_a_neighbour_is_seen_through_a_window_and_moves_with_its_offset() {
    let Some(renderer) = renderer() else { return };
    let mut neighbour = Stage::new();
    neighbour.show(&[Quad::facing_z([0.5, 0.0, -2.0], 0.5, RED)]);
    let own = window();
    let extent = |x: f32| {
        let offset = Vec3::new(x, 0.0, -6.0);
        look(&renderer, &format!("beside-{x}"), &own, &[(&neighbour, offset)]).extent(RED)
    };
    // The wall is 8 away: from 0 to 1 across, half a unit up and down. The window
    // is 4 away: from 24 to 39.
    assert_eq!(extent(0.0), Some([32, 30, 35, 33]));
    assert_eq!(extent(1.0), Some([36, 30, 39, 33]));
    assert_eq!(extent(1.5), Some([38, 30, 39, 33]), "its right half is behind the green wall");
    assert_eq!(extent(2.0), None);
    assert_eq!(extent(-2.5), Some([24, 30, 25, 33]), "its left half is behind the green wall");
    let alone = look(&renderer, "beside-none", &own, &[]);
    assert_eq!((alone.count(RED), alone.count(GREEN)), (0, 64 * 64 - 16 * 16));
}

/// Where red is in a picture of a place with another beside it that has grown so much.
fn extent_of_red(renderer: &Renderer, own: &Ready<'_>, other: &Ready<'_>, grown: f32) -> Option<[u32; 4]> {
    let beside = [Neighbour { grown, ..other.beside(Vec3::ZERO) }];
    let shot = Shot {
        loaded: &own.loaded,
        scene: &own.stage.scene,
        state: &own.state,
        zones: own.state.zones,
        table: &own.table,
        camera: own.state.camera,
        feet: None,
        between: 1.0,
        settings: &Settings::default(),
        beside: &beside,
        hud: None,
    };
    let target = renderer.offscreen(Size { width: SIDE, height: SIDE }).unwrap();
    renderer.draw_offscreen(&shot, &target).unwrap();
    Picture(renderer.read(&target).unwrap()).extent(RED)
}

#[test]
fn land_settles_as_its_place_grows() {
    let Some(renderer) = renderer() else { return };
    let mut neighbour = Stage::new();
    // Two units in each direction from the middle, 8 ahead.
    let node = neighbour.show(&[Quad::facing_z([0.0, 0.0, -8.0], 2.0, RED)]);
    let model = neighbour.model_of(node);
    // Two units higher before.
    model.settling = vec![16; model.vertices.len()];
    let own = Stage::new();
    let (own, other) = (Ready::new(&renderer, &own), Ready::new(&renderer, &neighbour));
    let extent = |grown: f32| extent_of_red(&renderer, &own, &other, grown);
    assert_eq!(extent(1.0), Some([24, 24, 39, 39]));
    assert_eq!(extent(0.5), Some([24, 20, 39, 35]));
    assert_eq!(extent(0.0), Some([24, 16, 39, 31]));
}

#[test]
fn pictures_that_turn_are_as_large_as_their_place_has_grown() {
    let Some(renderer) = renderer() else { return };
    let mut neighbour = Stage::new();
    let node = neighbour.show(&[Quad::facing_z([0.0; 3], 2.0, RED)]);
    let model = neighbour.model_of(node);
    model.turning = true;
    // Four units high and wide, 8 ahead, on a foot two units below the middle of the picture.
    let foot = Vec3::new(0.0, -2.0, -8.0);
    for vertex in &mut model.vertices {
        let [right, up, _] = vertex.position;
        vertex.normal = world::Vertex::aside(right, up + 2.0);
        vertex.position = foot.to_array();
    }
    model.bounds = world::Aabb { min: foot - Vec3::splat(2.0), max: foot + Vec3::new(2.0, 4.0, 2.0) };
    let own = Stage::new();
    let (own, other) = (Ready::new(&renderer, &own), Ready::new(&renderer, &neighbour));
    let extent = |grown: f32| extent_of_red(&renderer, &own, &other, grown);
    assert_eq!(extent(1.0), Some([24, 24, 39, 39]));
    assert_eq!(extent(0.5), Some([28, 32, 35, 39]));
    assert_eq!(extent(0.0), None);
    assert_eq!(extent(f32::NAN), extent(1.0));
}

#[test]
fn either_place_hides_what_is_behind_it_in_the_other() {
    let Some(renderer) = renderer() else { return };
    let mut own = Stage::new();
    own.show(&[Quad::facing_z([0.0, 0.0, -8.0], 4.0, GREEN)]);
    let mut neighbour = Stage::new();
    neighbour.show(&[Quad::facing_z([0.0, 0.0, -6.0], 1.0, RED)]);
    // 4 away: 8 pixels to each side.
    let before = look(&renderer, "before", &own, &[(&neighbour, Vec3::new(0.0, 0.0, 2.0))]);
    assert_eq!(before.extent(RED), Some([24, 24, 39, 39]));
    assert_eq!(before.count(GREEN), 32 * 32 - 16 * 16);
    // 10 away: behind the wall.
    let behind = look(&renderer, "behind", &own, &[(&neighbour, Vec3::new(0.0, 0.0, -4.0))]);
    assert_eq!((behind.count(RED), behind.count(GREEN)), (0, 32 * 32));
}

/// Half transparent glass at a distance.
fn pane(distance: f32, color: [u8; 3]) -> Stage {
    let mut stage = Stage::new();
    let glass = stage.material(Blend::Alpha, None);
    stage.scene.materials[glass.index()].opacity = 0.5;
    stage.show(&[Quad::facing_z([0.0, 0.0, -distance], distance, color).material(glass)]);
    stage
}

#[test]
fn panes_of_three_places_mix_far_to_near_in_whatever_order_they_are_given() {
    let Some(renderer) = renderer() else { return };
    let own = pane(4.0, RED);
    let middle = pane(6.0, GREEN);
    let mut far = pane(8.0, BLUE);
    // Drawn before any glass, though it is the last place.
    far.show(&[Quad::facing_z([0.0, 0.0, -16.0], 16.0, WHITE)]);
    for others in [[(&middle, Vec3::ZERO), (&far, Vec3::ZERO)], [(&far, Vec3::ZERO), (&middle, Vec3::ZERO)]] {
        let picture = look(&renderer, "panes", &own, &others);
        // White, half blue, half green, half red.
        assert_near(picture.middle(), [159.375, 95.625, 63.75], 1.5);
    }
    // A wall of the camera's place is behind the glass of its neighbour.
    let mut own = pane(4.0, RED);
    own.show(&[Quad::facing_z([0.0, 0.0, -16.0], 16.0, WHITE)]);
    let picture = look(&renderer, "panes-own-wall", &own, &[(&pane(8.0, BLUE), Vec3::ZERO)]);
    assert_near(picture.middle(), [191.25, 63.75, 127.5], 1.5);
}

#[test]
fn glass_of_a_neighbour_lies_between_that_of_the_place_of_the_camera() {
    let Some(renderer) = renderer() else { return };
    let mut own = pane(4.0, RED);
    own.scene.models[0] = model(&[
        Quad::facing_z([0.0, 0.0, -4.0], 4.0, RED).material(MaterialId(1)),
        Quad::facing_z([0.0, 0.0, -12.0], 12.0, GREEN).material(MaterialId(1)),
    ]);
    own.show(&[Quad::facing_z([0.0, 0.0, -16.0], 16.0, WHITE)]);
    let neighbour = pane(8.0, BLUE);
    let settings = Settings::default();
    let seen = |distance: f32| {
        let others = [(&neighbour, Vec3::new(0.0, 0.0, 8.0 - distance))];
        let (picture, statistics) = draw(&renderer, "glass-between", &own, &others, &settings);
        (picture.middle(), statistics.draws)
    };
    // White, half green, half blue, half red.
    let (middle, draws) = seen(8.0);
    assert_near(middle, [159.375, 63.75, 95.625], 1.5);
    assert_eq!(draws, 4);
    // White, half blue, half green, half red: both own panes are one draw.
    let (middle, draws) = seen(14.0);
    assert_near(middle, [159.375, 95.625, 63.75], 1.5);
    assert_eq!(draws, 3);
}

fn lit_wall(x: f32, sun: f32, lighting: LampLighting) -> Stage {
    let mut stage = Stage::new();
    let node = stage.show(&[Quad::facing_z([x, 0.0, -8.0], 4.0, WHITE)]);
    stage.model_of(node).lit = true;
    stage.scene.lamp_lighting = lighting;
    stage.scene.lights.push(Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: Vec3::NEG_Y,
        color: [1.0; 3],
        diffuse: 0.0,
        ambient: sun,
        near: 0.0,
        far: 0.0,
    });
    stage
}

fn add_lamp(stage: &mut Stage) {
    // In reach of both walls, whichever place it stands in.
    let sun = stage.scene.lights[0];
    let lamp =
        Light { directional: false, color: [0.5, 0.0, 0.25], ambient: 1.0, near: 50.0, far: 100.0, ..sun };
    stage.scene.lights.push(lamp);
}

#[test]
fn lamps_and_suns_light_their_own_place_alone() {
    let Some(renderer) = renderer() else { return };
    for lighting in [LampLighting::Model, LampLighting::Vertex] {
        for lamp_beside in [false, true] {
            // The neighbour's own coordinates are 20 to the left.
            let mut walls = [lit_wall(-4.0, 0.25, lighting), lit_wall(24.0, 0.5, lighting)];
            add_lamp(&mut walls[usize::from(lamp_beside)]);
            let [own, neighbour] = &walls;
            let picture = look(&renderer, "lamps-beside", own, &[(neighbour, Vec3::new(-20.0, 0.0, 0.0))]);
            let lamp = [127.5, 0.0, 63.75];
            let on = |base: f32, lamp: [f32; 3]| lamp.map(|channel| channel + base);
            let (left, right) = if lamp_beside { ([0.0; 3], lamp) } else { (lamp, [0.0; 3]) };
            assert_near(picture.at(16, 32), on(63.75, left), 1.5);
            assert_near(picture.at(48, 32), on(127.5, right), 1.5);
        }
    }
}

#[test]
fn fog_and_sky_are_those_of_the_place_of_the_camera() {
    let Some(renderer) = renderer() else { return };
    let mut own = Stage::new();
    let fog = own.fog([1.0, 0.0, 0.0], 0.0, 16.0);
    (fog.low, fog.high) = (50.0, 60.0);
    // At the height of the eye in the picture, far above the fog in numbers of its own.
    let mut neighbour = Stage::new();
    let card = neighbour.show(&[Quad::facing_z([0.0, 100.0, -8.0], 2.0, [100, 120, 140])]);
    neighbour.model_of(card).fogged = true;
    neighbour.fog([0.0, 1.0, 0.0], 0.0, 1.0);
    let dome = neighbour.show(&[Quad::facing_z([0.0, 0.0, -8.0], 8.0, BLUE)]);
    neighbour.at(dome).flags = NodeFlags::ACTIVE.union(NodeFlags::FOLLOWS_CAMERA);
    let picture = look(&renderer, "fog-beside", &own, &[(&neighbour, Vec3::new(0.0, -100.0, 0.0))]);
    // Half of the fog's red at 8 of 16.
    assert_near(picture.middle(), [50.0 + 127.5, 60.0, 70.0], 1.5);
    assert_eq!(picture.count(BLUE), 0, "the sky of a neighbour is not drawn");
    assert_eq!(picture.at(2, 2), RED, "where nothing is, there is the camera's fog");
}

#[test]
fn statistics_count_all_places_and_what_is_out_of_sight_is_culled() {
    let Some(renderer) = renderer() else { return };
    let mut own = Stage::new();
    own.show(&[Quad::facing_z([0.0, 0.0, -8.0], 1.0, GREEN)]);
    let mut neighbour = Stage::new();
    neighbour.show(&[Quad::facing_z([3.0, 0.0, -8.0], 1.0, RED)]);
    neighbour.show(&[Quad::facing_z([-3.0, 0.0, -8.0], 1.0, RED)]);
    let count = |offset| {
        let (_, statistics) = draw(&renderer, "counted", &own, &[(&neighbour, offset)], &Settings::default());
        let Statistics { draws, triangles, occurrences_drawn, occurrences_culled, .. } = statistics;
        (draws, triangles, occurrences_drawn, occurrences_culled)
    };
    assert_eq!(count(Vec3::ZERO), (2, 6, 3, 0));
    // 3 + 7 is more than 8 and a half to the right.
    assert_eq!(count(Vec3::X * 8.0), (2, 4, 2, 1));
    assert_eq!(count(Vec3::Z * 20.0), (1, 2, 1, 2), "behind the eye");
    assert_eq!(count(Vec3::X * f32::NAN), (1, 2, 1, 0), "nowhere");
}

#[test]
fn several_samples_and_the_retro_look_show_neighbours_as_well() {
    let Some(renderer) = renderer() else { return };
    let mut neighbour = Stage::new();
    neighbour.show(&[Quad::facing_z([0.0, 0.0, -2.0], 4.0, RED)]);
    let own = window();
    for settings in [
        Settings { msaa: 4, ..Settings::default() },
        Settings { look: render::Look::Faithful, ..Settings::default() },
    ] {
        let others = [(&neighbour, Vec3::new(0.0, 0.0, -6.0))];
        let (picture, _) = draw(&renderer, "beside-looks", &own, &others, &settings);
        assert_eq!((picture.middle(), picture.at(4, 4)), (RED, GREEN), "{settings:?}");
    }
}
