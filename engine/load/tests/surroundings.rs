//! What surrounds a visitor of a level beyond what stands in it: sky, water,
//! sound, light, and what hangs on what moves. Levels are made with the format's
//! own writers.

use crate::level;
use gamestudio::mdl7::{self, Group, Triangle, Vertex, VertexForm};
use gamestudio::pixels::{Format, Shape};
use gamestudio::text::Text;
use gamestudio::wmb::blocks::{Block, Skin, surface};
use gamestudio::wmb::objects::{Entity, Info, Light, Object, Path, Sound, entity_flags};
use gamestudio::wmb::{self, Level, Texture};
use glam::Vec3;
use load::Loaded;
use std::fs;
use std::path::Path as Folder;
use world::space::{Colliders, Probe, Space};
use world::{Node, NodeFlags, NodeId, Occurrences, Scene, Sight, State};

fn put(root: &Folder, address: &str, bytes: &[u8]) {
    let path = root.join(address);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn load(root: &Folder, level: Level) -> Loaded {
    level::load(root, "levels/one.wmb", level)
}

/// A block with the first texture of its level.
fn block(mins: [f32; 3], maxs: [f32; 3], flags: u32) -> Block {
    Block::cuboid(mins, maxs, Skin { flags, ..Skin::flat(0) }, 16, 16)
}

fn blue() -> Texture {
    let shape = Shape { format: Format::Bgr888, width: 8, height: 8, mips: false };
    Texture::from_rgba8("blue", shape, &[20, 60, 200, 255].repeat(64), None).unwrap()
}

fn entity(name: &str, file: &str, origin: [f32; 3], flags: u32) -> Entity {
    Entity { flags, scale: [1.0; 3], ..Entity::new(name, file, origin).unwrap() }
}

/// A picture of faces side by side, each of one colour with a white texel in its
/// upper left corner.
fn strip(colors: &[[u8; 3]], side: u32) -> Vec<u8> {
    let mut picture = image::RgbaImage::new(side * colors.len() as u32, side);
    for (x, y, texel) in picture.enumerate_pixels_mut() {
        let [red, green, blue] = colors[(x / side) as usize];
        let is_mark = x % side == 0 && y == 0;
        *texel = image::Rgba(if is_mark { [255; 4] } else { [red, green, blue, 9] });
    }
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

const COLORS: [[u8; 3]; 6] = [[10, 0, 0], [20, 0, 0], [30, 0, 0], [40, 0, 0], [50, 0, 0], [60, 0, 0]];
const WEST: Vec3 = Vec3::NEG_X;
const NORTH: Vec3 = Vec3::Y;
const EAST: Vec3 = Vec3::X;
const SOUTH: Vec3 = Vec3::NEG_Y;
const UP: Vec3 = Vec3::Z;
const DOWN: Vec3 = Vec3::NEG_Z;

fn sky(scene: &Scene) -> Option<&Node> {
    scene.nodes.iter().find(|node| &*node.name == "sky")
}

#[test]
fn six_faces_of_a_sky_surround_the_camera_each_on_its_side() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "art/Day+6.PNG", &strip(&COLORS, 8));
    put(folder.path(), "main.c", b"void main() { ent_createlayer(\"day+6.png\", SKY | CUBE | SHOW, 1); }");
    let loaded = load(folder.path(), Level::new());
    let scene = &loaded.scene;
    let node = sky(scene).expect("a sky");
    let flags = [NodeFlags::FOLLOWS_CAMERA, NodeFlags::UNLIT, NodeFlags::UNFOGGED];
    assert!(
        flags.into_iter().all(|flag| node.flags.contains(flag)) && !node.flags.contains(NodeFlags::INTERSECT)
    );
    let model = &scene.models[node.model.unwrap().index()];
    // Where the faces are, by their colours, and where the white mark is in each:
    // the sides turn to the right as one does, and tops are up.
    let wanted = [
        (WEST, SOUTH + UP),
        (NORTH, WEST + UP),
        (EAST, NORTH + UP),
        (SOUTH, EAST + UP),
        (DOWN, WEST + NORTH),
        (UP, WEST + SOUTH),
    ];
    assert_eq!(model.polygons.len(), 6);
    for (polygon, ((side, mark), color)) in model.polygons.iter().zip(wanted.into_iter().zip(COLORS)) {
        let texture = scene.materials[polygon.material.index()].texture.unwrap();
        let picture = &scene.textures[texture.index()].levels[0];
        assert_eq!((picture.width, picture.height), (8, 8));
        assert_eq!(picture.rgba[4..8], [color[0], 0, 0, 255], "opaque, whatever the file says");
        let first = polygon.first_vertex as usize;
        let corners = &model.vertices[first..first + 4];
        let place = |corner: &world::Vertex| scene.frame.to_game(Vec3::from(corner.position)) / 4000.0;
        let middle = corners.iter().map(place).sum::<Vec3>() / 4.0;
        assert!(middle.abs_diff_eq(side, 1e-5), "{color:?}: {middle}");
        let upper_left = corners.iter().find(|corner| corner.uv[0] < 0.5 && corner.uv[1] < 0.5).unwrap();
        assert!((place(upper_left) - middle).abs_diff_eq(mark, 1e-5), "{color:?}: {upper_left:?}");
        // Half a texel of the eight stays out.
        assert_eq!(upper_left.uv, [0.0625; 2]);
        // Seen from inside.
        let [a, b, c] = [0, 1, 2].map(|at| {
            Vec3::from(model.vertices[model.indices[polygon.first_index as usize + at] as usize].position)
        });
        assert!((b - a).cross(c - a).dot(a + b + c) < 0.0, "{color:?}");
    }
}

/// The material of a sky without a picture.
const NEUTRAL: &str = "sky";

/// The name of the first material of the sky, and the colours of its lowest and highest corner.
fn sky_of(scene: &Scene) -> Option<(String, [[u8; 3]; 2])> {
    let model = &scene.models[sky(scene)?.model.unwrap().index()];
    let by_height = |a: &&world::Vertex, b: &&world::Vertex| a.position[1].total_cmp(&b.position[1]);
    let ends = [model.vertices.iter().min_by(by_height), model.vertices.iter().max_by(by_height)];
    let name = scene.materials[model.polygons[0].material.index()].name.clone();
    Some((name, ends.map(|corner| corner.unwrap().color)))
}

#[test]
fn only_a_script_of_the_same_project_makes_a_strip_a_sky() {
    let name = |root: &Folder, address: &str| {
        sky_of(&level::load(root, address, Level::new()).scene).map(|(name, _)| name)
    };
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    put(root, "old/a+6.png", &strip(&COLORS, 4));
    put(root, "old/main.c", b"void main() { ent_createlayer(\"a+6.png\", SKY | CUBE | SHOW, 1); }");
    put(root, "race/sky/night+6.png", &strip(&COLORS, 4));
    put(root, "race/sky/mirror+6.png", &strip(&COLORS, 4));
    put(root, "race/src/race.c", b"BMAP* x = \"mirror+6.png\"; void main() { wait(1); }");
    // A strip that nobody names, one that is a mirror, one of another game.
    assert_eq!(name(root, "race/levels/one.wmb").unwrap(), NEUTRAL);
    assert_eq!(name(root, "old/one.wmb").unwrap(), "a+6.png 0");
    put(root, "race/src/sky.h", b"ENTITY* sky = { type = \"Night+6.png\"; flags2 = SKY | CUBE; }\n");
    assert_eq!(name(root, "race/levels/one.wmb").unwrap(), "night+6.png 0");
    // One that is not there is no other.
    put(root, "race/src/sky.h", b"ENTITY* sky = { type = \"a+6.png\"; flags2 = SKY | CUBE; }\n");
    assert_eq!(name(root, "race/levels/one.wmb").unwrap(), NEUTRAL);

    // One moves as a sprite, one is no row of squares, one cannot be read.
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "fire+6.png", &strip(&COLORS, 4));
    put(folder.path(), "wide+6.png", &strip(&COLORS[..3], 4));
    put(folder.path(), "torn+6.png", b"no picture");
    let named = ["fire", "wide", "torn"].map(|name| format!("f(\"{name}+6.png\", SKY, CUBE);")).concat();
    put(folder.path(), "main.c", format!("void main() {{ {named} }}").as_bytes());
    let mut level = Level::new();
    level.add_entity(entity("fire", "FIRE+6.png", [0.0; 3], 0));
    let loaded = load(folder.path(), level);
    assert_eq!(sky_of(&loaded.scene).unwrap().0, NEUTRAL);
    let found: Vec<_> = loaded.findings.iter().map(|finding| (finding.code, finding.file.as_str())).collect();
    let nowhere = ("load.no_ground", "levels/one.wmb");
    assert_eq!(found, [nowhere, ("load.picture", "torn+6.png")]);
}

#[test]
fn a_sky_without_a_picture_has_a_colour_and_is_black_only_where_it_is_so() {
    let with = |info: Info, script: &str, model: &str| {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "main.c", script.as_bytes());
        put(folder.path(), "sky_dome.mdl", &plate());
        let mut level = Level::new();
        level.objects = vec![Object::Info(Box::new(info))];
        level.add_entity(entity("thing", model, [0.0; 3], 0));
        sky_of(&load(folder.path(), level).scene).map(|(_, colors)| colors)
    };
    let info = |sun_color: u32, fog: u32| Info { sun_color, fog_colors: [fog, 0, 0, 0], ..Info::default() };
    let white = 0xFF_FFFF;
    // The colour of the fog, darker above.
    assert_eq!(with(info(0x93_9393, 0x7F_0000), "", ""), Some([[0, 0, 127], [0, 0, 76]]));
    // A dull day, bluer above, and darker under a weak sun that scripts set a sky for.
    let [low, high] = with(info(0x93_9393, white), "", "").expect("a sky");
    assert!(low[2] > high[2] && high[2] > high[0] + 30 && low[0] > 130, "{low:?} {high:?}");
    let dim = with(info(0x10_1010, white), "function f() { sky.visible = on; }", "").expect("a sky");
    assert!(dim[0][0] < low[0] / 2 + 10 && dim[1][2] > 40, "{dim:?}");
    // As scripts say: in blue, green and red; and black.
    let script = |color: &str| format!("void main() {{ vec_set(sky_color, vector({color})); }}");
    assert_eq!(with(info(0x93_9393, 0x7F_0000), &script("30, 20, 10"), ""), Some([[10, 20, 30]; 2]));
    assert_eq!(with(info(0x93_9393, 0x7F_0000), &script("0, 0, 0"), ""), None);
    // Night, and a model that is a sky.
    assert_eq!(with(info(0x30_3030, white), "", ""), None);
    assert_eq!(with(info(0x93_9393, white), "", "sky_dome.mdl"), None);
}

#[test]
fn actions_hide_change_and_remove_what_they_always_do() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "plate.mdl", &plate());
    put(folder.path(), "other.mdl", &plate());
    put(
        folder.path(),
        "src/actions.c",
        b"action Camera() { set(my, INVISIBLE | PASSABLE); while (1) { wait(1); } }\n\
          action Coin() { set(my, INVISIBLE); while (1) { if (near) reset(my, INVISIBLE); wait(1); } }\n\
          action Marker() { ptr_remove(me); }\n\
          action Guard() { ent_morph(me, \"Other.mdl\"); my.ambient = 40; my.scale_x = 3; }\n\
          void Glass() { set(my, TRANSLUCENT); my.alpha = 30; }\n\
          action Later() { wait(1); set(my, INVISIBLE); }\n",
    );
    let mut level = Level::new();
    let actions = ["camera", "COIN", "marker", "guard", "glass", "later", "unknown", ""];
    for (name, action) in
        ["camera", "coin", "marker", "guard", "glass", "later", "unknown", "plain"].iter().zip(actions)
    {
        level.add_entity(entity(name, "plate.mdl", [0.0; 3], 0).with_action(action).unwrap());
    }
    // A marker whose file is nowhere is no loss.
    level.add_entity(entity("mark", "gone.mdl", [0.0; 3], 0).with_action("marker").unwrap());
    let Loaded { scene, findings, .. } = load(folder.path(), level);
    let missing: Vec<_> = findings.iter().filter(|finding| finding.code == "load.file_missing").collect();
    assert!(missing.iter().all(|finding| finding.expected.contains("paint.png")), "{missing:?}");
    let node = |name: &str| scene.nodes.iter().find(|node| &*node.name == name).unwrap();
    let seen = |name: &str| {
        let model = node(name).model.map(|model| &scene.models[model.index()]);
        model.is_some_and(|model| model.polygons.iter().all(|polygon| polygon.sight == Sight::Painted))
    };
    let names = ["camera", "coin", "marker", "guard", "glass", "later", "unknown", "plain"];
    assert_eq!(names.map(seen), [false, true, false, true, true, true, true, true]);
    assert!(node("marker").model.is_none() && node("mark").model.is_none());
    assert!(
        !node("camera").flags.contains(NodeFlags::INTERSECT)
            && node("coin").flags.contains(NodeFlags::INTERSECT)
    );
    assert!(node("guard").model != node("plain").model && node("coin").model == node("plain").model);
    assert_eq!((node("guard").glow, node("glass").opacity, node("plain").opacity), (0.4, 0.3, 1.0));
    // East is the engine's -z.
    let stretched = node("guard").transform.transform_vector3(Vec3::NEG_Z);
    assert!((stretched.length() - 3.0).abs() < 1e-5, "{stretched}");
    // What the level says is kept for whoever asks.
    let guard = scene.nodes.iter().position(|node| &*node.name == "guard").unwrap();
    assert_eq!(scene.entity(NodeId::from(guard)).unwrap().file, "plate.mdl");
}

#[test]
fn a_skin_beside_its_model_comes_before_any_other_of_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |side: u32| {
        let mut bytes = std::io::Cursor::new(Vec::new());
        image::RgbaImage::new(side, side).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    put(folder.path(), "levels/paint.png", &picture(8));
    put(folder.path(), "house/Paint.png", &picture(16));
    put(folder.path(), "house/house.mdl", &plate());
    put(folder.path(), "tree/tree.mdl", &plate());
    let mut level = Level::new();
    level.add_entity(entity("house", "house.mdl", [0.0; 3], 0));
    level.add_entity(entity("tree", "tree.mdl", [0.0; 3], 0));
    let scene = load(folder.path(), level).scene;
    let width = |name: &str| {
        let node = scene.nodes.iter().find(|node| &*node.name == name).unwrap();
        let model = &scene.models[node.model.unwrap().index()];
        let texture = scene.materials[model.polygons[0].material.index()].texture.unwrap();
        scene.textures[texture.index()].levels[0].width
    };
    assert_eq!((width("house"), width("tree")), (16, 8));
}

#[test]
fn surfaces_of_water_sway_drift_and_are_swum_in() {
    let folder = tempfile::tempdir().unwrap();
    let mut pond = Level::new();
    pond.add_texture(blue());
    pond.blocks = vec![block([-10.0, -20.0, -60.0], [10.0, 20.0, 0.0], surface::TURBULENCE)];
    pond.seal();
    put(folder.path(), "pond.wmb", &wmb::write(&pond).unwrap());
    let mut level = Level::new();
    level.add_texture(blue());
    let wet = surface::TURBULENCE | surface::PASSABLE;
    level.blocks = vec![
        block([0.0, 0.0, -200.0], [400.0, 400.0, 16.0], wet),
        block([0.0, 0.0, -300.0], [400.0, 400.0, -200.0], surface::SHADED),
    ];
    level.add_entity(Entity { scale: [2.0, 1.0, 1.0], ..entity("pond", "pond.wmb", [1000.0, 0.0, 50.0], 0) });
    let scene = load(folder.path(), level).scene;
    let shown = |name: &str| {
        let node = scene.nodes.iter().find(|node| &*node.name == name).unwrap();
        let model = &scene.models[node.model.unwrap().index()];
        (model, &model.polygons[0], &scene.materials[model.polygons[0].material.index()])
    };
    let (water, surface, paint) = shown("block 0");
    assert!(paint.sways && water.scroll != [0.0; 2] && !surface.solid && surface.double_sided);
    assert_eq!(surface.sight, Sight::Painted);
    let (ground, _, paint) = shown("block 1");
    assert!(!paint.sways && ground.scroll == [0.0; 2]);

    let (occurrences, _) = Occurrences::build(&scene, &State::new(&scene, 0), 1000);
    let space = Space::new(&scene, &occurrences, std::sync::Arc::new(Colliders::new(&scene)));
    let probe = Probe::new(&scene, &occurrences, &space, scene.zones);
    let surface = |x: f32, y: f32, z: f32| probe.water(scene.frame.to_engine(Vec3::new(x, y, z)));
    assert_eq!(surface(200.0, 200.0, -100.0), Some(16.0));
    assert_eq!(surface(200.0, 200.0, 17.0), None);
    assert_eq!(surface(200.0, 200.0, -201.0), None);
    assert_eq!(surface(-1.0, 200.0, -100.0), None);
    // A pond of another level stands where its entity does, as large as it.
    assert_eq!(surface(1019.0, 19.0, 0.0), Some(50.0));
    assert_eq!(surface(1021.0, 19.0, 0.0), None);
    assert_eq!(surface(1000.0, 0.0, -11.0), None);
}

#[test]
fn sounds_have_the_place_the_range_and_the_file_that_the_level_says() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "Sounds/Wind.wav", b"");
    let sound = |file: &str, volume: f32| {
        let file = Text::new(file).unwrap();
        Object::Sound(Box::new(Sound {
            origin: [1.0, 2.0, 3.0],
            volume,
            range: 700,
            file,
            ..Sound::default()
        }))
    };
    let mut level = Level::new();
    level.objects = vec![
        sound("wind.WAV", 40.0),
        sound("Gone.wav", 100.0),
        sound("wind.wav", -5.0),
        sound("gone.wav", 100.0),
        sound("wind.wav", 250.0),
    ];
    let loaded = load(folder.path(), level);
    let sounds = &loaded.scene.sounds;
    assert_eq!(sounds.iter().map(|sound| sound.volume).collect::<Vec<_>>(), [0.4, 0.0, 1.0]);
    for sound in sounds {
        assert_eq!((sound.file.as_str(), sound.range, sound.looping), ("Sounds/Wind.wav", 700.0, true));
        assert_eq!(loaded.scene.frame.to_game(sound.place), Vec3::new(1.0, 2.0, 3.0));
    }
    let missing: Vec<_> =
        loaded.findings.iter().filter(|finding| finding.code == "load.file_missing").collect();
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(missing[0].expected.contains("`Gone.wav`") && missing[0].found.contains("2 sounds"));
}

/// A plate that is seen from above: its corners run with the clock, so its
/// normals, stored as those of the triangle, point down.
fn plate() -> Vec<u8> {
    let mut model = mdl7::Model::default();
    let mut group = Group::new("plate").unwrap();
    group.skins.push(mdl7::Skin::external("paint", "paint.png").unwrap());
    for position in [[0.0; 3], [0.0, 40.0, 0.0], [40.0, 0.0, 0.0]] {
        group.vertices.push(Vertex::new(position, [0.0, 0.0, -1.0]));
        group.uvs.push([0.0; 2]);
    }
    group.triangles.push(Triangle::new([0, 1, 2], [0, 1, 2], 0));
    let rest: Vec<_> = group.vertices.iter().map(|vertex| vertex.position).collect();
    group.push_frame("stand1", &rest, None, VertexForm::Normal).unwrap();
    model.groups.push(group);
    mdl7::write(&model).unwrap()
}

#[test]
fn stored_normals_point_into_a_model_and_light_falls_on_its_outside() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "plate.mdl", &plate());
    let mut level = Level::new();
    level.add_entity(entity("plate", "plate.mdl", [0.0; 3], 0));
    let scene = load(folder.path(), level).scene;
    let model = &scene.models[0];
    let [a, b, c] = [0, 1, 2].map(|at| Vec3::from(model.vertices[model.indices[at] as usize].position));
    assert!((b - a).cross(c - a).y > 0.0, "seen from above");
    assert!(model.vertices.iter().all(|vertex| vertex.normal().y > 0.99), "{:?}", model.vertices);
}

#[test]
fn lights_are_as_bright_as_the_engine_makes_what_the_level_says() {
    let folder = tempfile::tempdir().unwrap();
    let lights = |sun_color: u32, ambient_color: u32| {
        let mut level = Level::new();
        let info = Info { sun_elevation: 90.0, sun_color, ambient_color, ..Info::default() };
        level.objects = vec![Object::Info(Box::new(info))];
        let scene = load(folder.path(), level).scene;
        scene.lights.iter().map(|light| (light.color[0], light.diffuse, light.ambient)).collect::<Vec<_>>()
    };
    let part = |byte: u8| f32::from(byte) / 255.0 * 1.57;
    assert_eq!(lights(0x93_9393, 0x16_1616), [(part(0x93), 1.0, 0.0), (part(0x16), 0.0, 1.0)]);
    // Black is a colour as any other.
    assert_eq!(lights(0, 0), [(0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]);

    let mut level = Level::new();
    level.objects =
        vec![Object::Light(Light { color: [50.0, 130.0, -1.0], range: 80.0, ..Light::default() })];
    let lamps = load(folder.path(), level).scene.lights;
    let [lamp] = &lamps[..] else { panic!("{lamps:?}") };
    assert_eq!((lamp.color, lamp.diffuse, lamp.far), ([0.5, 1.0, 0.0], 2.0, 80.0));
}

#[test]
fn fog_has_red_in_its_low_byte() {
    let folder = tempfile::tempdir().unwrap();
    let mut level = Level::new();
    level.objects =
        vec![Object::Info(Box::new(Info { fog_colors: [0x7F_3300, 0, 0, 0], ..Info::default() }))];
    let fog = load(folder.path(), level).scene.fog;
    assert_eq!(fog.color.map(|channel| (channel * 255.0).round() as u8), [0, 0x33, 0x7F]);
    assert!(!fog.on, "scripts switch it on");
}

#[test]
fn flat_surfaces_are_darkened_by_their_ambient() {
    let folder = tempfile::tempdir().unwrap();
    let mut level = Level::new();
    let rows = [
        (surface::FLAT, 0.0, 255),
        (surface::FLAT, -100.0, 0),
        (surface::FLAT, -60.0, 102),
        (surface::FLAT, 100.0, 255),
        // On the others falls the level's light.
        (surface::SHADED, -100.0, 255),
    ];
    level.blocks = rows
        .iter()
        .zip(0..)
        .map(|((flags, ambient, _), place)| {
            let skin = Skin { flags: *flags, ambient: *ambient, ..Skin::flat(-1) };
            Block::cuboid(
                [place as f32 * 100.0, 0.0, 0.0],
                [place as f32 * 100.0 + 50.0, 50.0, 50.0],
                skin,
                16,
                16,
            )
        })
        .collect();
    let scene = load(folder.path(), level).scene;
    for (number, (.., shade)) in rows.iter().enumerate() {
        let node = scene.nodes.iter().find(|node| *node.name == *format!("block {number}")).unwrap();
        let model = &scene.models[node.model.unwrap().index()];
        assert!(model.vertices.iter().all(|vertex| vertex.color == [*shade; 3]), "block {number}");
    }
}

#[test]
fn entities_shine_by_their_ambient_and_flares_only_add() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "plate.mdl", &plate());
    let mut level = Level::new();
    for (name, ambient) in [("plain", 0.0), ("bright", 100.0), ("dim", -250.0)] {
        level.add_entity(Entity { ambient, ..entity(name, "plate.mdl", [0.0; 3], 0) });
    }
    level.add_entity(entity("flare", "plate.mdl", [0.0; 3], entity_flags::FLARE));
    let scene = load(folder.path(), level).scene;
    let node = |name: &str| scene.nodes.iter().find(|node| &*node.name == name).unwrap();
    let glows = ["plain", "bright", "dim"].map(|name| node(name).glow);
    assert_eq!(glows, [0.0, 1.0, -1.0]);
    assert!(
        node("flare").flags.contains(NodeFlags::ADDITIVE)
            && !node("plain").flags.contains(NodeFlags::ADDITIVE)
    );
}

#[test]
fn attached_entities_go_where_their_carrier_goes() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "plate.mdl", &plate());
    let mut level = Level::new();
    let path = level.add_path(Path::new("way", vec![[0.0; 3], [240.0, 0.0, 0.0]], true).unwrap());
    // The carrier is passable and shines: what hangs on it is neither.
    let cart = entity("cart", "plate.mdl", [0.0; 3], entity_flags::PASSABLE | entity_flags::UNLIT);
    level.add_entity(Entity { path, attached: 2, ..cart });
    level.add_entity(Entity { attached: 3, ..entity("lamp", "plate.mdl", [0.0, 0.0, 50.0], 0) });
    level.add_entity(entity("moth", "plate.mdl", [10.0, 0.0, 60.0], 0));
    // These hang on each other, on themselves, and on nobody.
    level.add_entity(Entity { attached: 5, ..entity("ring a", "plate.mdl", [1.0, 0.0, 0.0], 0) });
    level.add_entity(Entity { attached: 4, ..entity("ring b", "plate.mdl", [2.0, 0.0, 0.0], 0) });
    level.add_entity(Entity { attached: 6, ..entity("own", "plate.mdl", [3.0, 0.0, 0.0], 0) });
    level.add_entity(Entity { attached: 99, ..entity("lost", "plate.mdl", [4.0, 0.0, 0.0], 0) });
    let scene = load(folder.path(), level).scene;
    let id = |name: &str| NodeId::from(scene.nodes.iter().position(|node| &*node.name == name).unwrap());
    assert_eq!(scene.entity(id("lamp")).unwrap().file, "plate.mdl");
    let (mut simulation, odd) = runtime::Simulation::new(scene.clone().into(), 1, &binary::Limits::default());
    assert!(odd.is_empty(), "{odd:?}");
    let place = |simulation: &runtime::Simulation, name: &str| {
        let table = simulation.occurrences();
        let all: Vec<_> = table.of(id(name)).collect();
        assert_eq!(all.len(), 1, "{name} stands once");
        let solid = table.flags(all[0]).contains(NodeFlags::INTERSECT);
        let lit = !table.flags(all[0]).contains(NodeFlags::UNLIT);
        (scene.frame.to_game(table.transform(all[0]).translation.into()).round().to_array(), solid, lit)
    };
    assert_eq!(place(&simulation, "cart"), ([0.0, 0.0, 0.0], false, false));
    assert_eq!(place(&simulation, "lamp"), ([0.0, 0.0, 50.0], true, true));
    assert_eq!(place(&simulation, "moth"), ([10.0, 0.0, 60.0], true, true));
    // 3 m, 120 quants, in a second.
    for _ in 0..60 {
        simulation.tick(&runtime::Input::default());
    }
    assert_eq!(place(&simulation, "cart"), ([120.0, 0.0, 0.0], false, false));
    assert_eq!(place(&simulation, "lamp"), ([120.0, 0.0, 50.0], true, true));
    assert_eq!(place(&simulation, "moth"), ([130.0, 0.0, 60.0], true, true));
    for (name, x) in [("ring a", 1.0), ("ring b", 2.0), ("own", 3.0), ("lost", 4.0)] {
        assert_eq!(place(&simulation, name), ([x, 0.0, 0.0], true, true), "{name}");
    }
}
