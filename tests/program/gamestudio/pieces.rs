//! A level of plates that each show one thing a level, its scripts and its files say of how it
//! looks. Colours are worked out by hand from `docs/spec/gamestudio.md`, "2.10 Sky, fog, light" and
//! "2.13 What scripts decide about the picture"; the picture as a whole is a golden one.

use super::made::{oldest, put, skinned};
use crate::drawing::{Stage, renderer};
use crate::golden::compare_one;
use gamestudio::pixels::{Format, Shape};
use gamestudio::text::Text;
use gamestudio::wmb::blocks::{Block, Skin, surface};
use gamestudio::wmb::objects::{Entity, Info, Object, Position};
use gamestudio::wmb::{self, Level, Texture};
use glam::Vec3;
use render::Size;
use std::path::Path;
use titles::install::Install;
use world::{Camera, Image, Scene};

const SIZE: Size = Size { width: 640, height: 400 };
/// Where the camera of the level is, looking west: quants.
const CAMERA: [f32; 3] = [300.0, 0.0, 65.0];
/// Sun and ambient light of the level, bytes.
const SUN: u8 = 0x93;
const AMBIENT: u8 = 0x30;
/// What the sky is set to: red, green, blue.
const SKY: [u8; 3] = [90, 130, 170];
/// Colour 1 of fog, with red in the low byte: a dark blue.
const FOG: u32 = 0x7F_0000;
/// The colour of skins in files, and of blocks.
const OCHRE: [u8; 3] = [120, 80, 30];
const GREEN: [u8; 3] = [40, 120, 40];
const RED: [u8; 3] = [220, 20, 20];
/// The middle of a model without its skin, where four squares of 148 and 132 meet.
const GREY: [u8; 3] = [140, 140, 140];

const SCRIPT: &str = r#"
// set(my, INVISIBLE) in a comment hides nothing
action camera_point() { set(my, INVISIBLE | PASSABLE); while (1) { wait(1); } }
action coin() { set(my, INVISIBLE); while (1) { if (near) { reset(my, INVISIBLE); } wait(1); } }
action marker() { ptr_remove(me); }
action guard() { ent_morph(me, "green.mdl"); }
action glass() { set(my, TRANSLUCENT); my.alpha = 50; }
action lamp() { my.ambient = -50; }
void main()
{
    level_load("pieces.wmb");
    vec_set(sky_color, vector(170, 130, 90));
    fog_color = 1;
    camera.fog_start = 1000;
    camera.fog_end = 3000;
}
"#;

/// Where a plate stands, from left to right, and in which of two rows, quants.
fn place(column: usize, row: usize) -> [f32; 3] {
    [0.0, -150.0 + 60.0 * column as f32, 60.0 * row as f32]
}

/// A picture of one colour in a file as old games have them: BMP, TGA, or DDS without compression.
fn bmp([red, green, blue]: [u8; 3]) -> Vec<u8> {
    let head = [b"BM".as_slice(), &[58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0]].concat();
    let info = [40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0];
    [head.as_slice(), &info, &[0; 24], &[blue, green, red, 0]].concat()
}

fn tga([red, green, blue]: [u8; 3]) -> Vec<u8> {
    let head = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0];
    [head.as_slice(), &[blue, green, red]].concat()
}

fn dds([red, green, blue]: [u8; 3]) -> Vec<u8> {
    let mut head = [0_u32; 32];
    head[0] = u32::from_le_bytes(*b"DDS ");
    (head[1], head[2], head[3], head[4]) = (124, 0x100F, 1, 1);
    // Bits of a pixel, and which of them are which channel.
    (head[19], head[20], head[22]) = (32, 0x40, 24);
    (head[23], head[24], head[25]) = (0xFF_0000, 0xFF00, 0xFF);
    let head: Vec<u8> = head.iter().flat_map(|word| word.to_le_bytes()).collect();
    [head.as_slice(), &[blue, green, red]].concat()
}

fn level() -> Vec<u8> {
    let mut level = Level::new();
    let info = Info {
        sun_elevation: 0.0,
        sun_color: u32::from_be_bytes([0, SUN, SUN, SUN]),
        ambient_color: u32::from_be_bytes([0, AMBIENT, AMBIENT, AMBIENT]),
        fog_colors: [FOG, 0, 0, 0],
        ..Info::default()
    };
    level.objects = vec![Object::Info(Box::new(info))];
    let camera = Position {
        origin: CAMERA,
        angles: [180.0, 0.0, 0.0],
        name: Text::new("pos_000").unwrap(),
        ..Position::default()
    };
    level.objects.push(Object::Position(Box::new(camera)));
    let [red, green, blue] = OCHRE;
    let shape = Shape { format: Format::Bgr888, width: 8, height: 8, mips: false };
    let ochre = [red, green, blue, 255].repeat(64);
    level.textures = vec![Some(Box::new(Texture::from_rgba8("ochre", shape, &ochre, None).unwrap()))];
    let block = |mins: [f32; 3], maxs: [f32; 3], ambient: f32| {
        let skin = Skin { flags: surface::FLAT, ambient, ..Skin::flat(0) };
        Block::cuboid(mins, maxs, skin, 8, 8)
    };
    // A flat surface, one that is darkened, and a wall far behind in the fog.
    for (column, ambient) in [(5, 0.0), (6, -60.0)] {
        let [x, y, z] = place(column, usize::from(column == 6));
        level.blocks.push(block([x - 8.0, y - 20.0, z], [x, y + 20.0, z + 40.0], ambient));
    }
    level.blocks.push(block([-1716.0, -700.0, 300.0], [-1700.0, 700.0, 800.0], 0.0));

    let mut add = |(column, row), file: &str, action: &str| {
        let name = format!("{file} {column} {row}");
        let mut place = place(column, row);
        if file == "oldest.mdl" {
            // Its first frame stands 40 quants north of its origin.
            place[1] -= 40.0;
        }
        let entity = Entity { scale: [1.0; 3], ..Entity::new(&name, file, place).unwrap() };
        level.add_entity(entity.with_action(action).unwrap());
    };
    for (column, action) in ["", "camera_point", "coin", "marker", "guard"].into_iter().enumerate() {
        add((column, 0), "ochre.mdl", action);
    }
    add((6, 0), "ochre.mdl", "glass");
    add((0, 1), "skinless.mdl", "");
    add((1, 1), "plain_dds.mdl", "");
    add((2, 1), "pathed.mdl", "");
    add((3, 1), "oldest.mdl", "");
    add((4, 1), "ochre.mdl", "lamp");
    level.seal();
    wmb::write(&level).unwrap()
}

fn install(root: &Path) -> Scene {
    put(root, "source/main.c", SCRIPT.as_bytes());
    put(root, "levels/pieces.wmb", &level());
    put(root, "models/ochre.mdl", &skinned(&["ochre.bmp"]));
    put(root, "models/ochre.bmp", &bmp(OCHRE));
    put(root, "models/green.mdl", &skinned(&["green.tga"]));
    put(root, "models/green.tga", &tga(GREEN));
    put(root, "models/skinless.mdl", &skinned(&["nowhere.tga"]));
    put(root, "models/plain_dds.mdl", &skinned(&["green.dds"]));
    put(root, "models/green.dds", &dds(GREEN));
    // A path of the artist's own disk; the file of that name beside the model, not any other.
    put(root, "models/pathed.mdl", &skinned(&[r"D:\art\paint.tga"]));
    put(root, "models/paint.tga", &tga(GREEN));
    put(root, "art/paint.tga", &tga(RED));
    put(root, "models/oldest.mdl", &oldest());
    let install = Install::open(root, &[]).unwrap();
    let request = install.request(Some("pieces")).unwrap();
    load::load(&install.vfs, &request, &mut load::Quiet).unwrap().scene
}

/// The pixel at which a place of the level is seen, quants.
fn pixel(camera: &Camera, picture: &Image, place: [f32; 3]) -> [u8; 3] {
    let [ahead, right, up] = [CAMERA[0] - place[0], place[1] - CAMERA[1], place[2] - CAMERA[2]];
    let half = picture.height as f32 / 2.0;
    let scale = half / libm::tanf(camera.fov_y / 2.0) / ahead;
    let x = (picture.width as f32 / 2.0 + right * scale) as usize;
    let y = (half - up * scale) as usize;
    let at = 4 * (y * picture.width as usize + x);
    [picture.rgba[at], picture.rgba[at + 1], picture.rgba[at + 2]]
}

fn is_near(found: [u8; 3], expected: [u8; 3]) -> bool {
    found.iter().zip(expected).all(|(found, expected)| found.abs_diff(expected) <= 2)
}

#[test]
fn each_thing_that_decides_how_a_level_looks_is_seen() {
    let Some(renderer) = renderer() else { return };
    let folder = tempfile::tempdir().unwrap();
    let scene = install(folder.path());
    // The level's camera, exactly.
    let eye = scene.frame.to_game(scene.camera.eye);
    assert!(eye.abs_diff_eq(Vec3::from(CAMERA), 0.01), "{eye}");
    let picture = Stage::new(&renderer, &scene).look(&renderer, scene.camera, SIZE);

    // Plates face the sun: 1.57 times the sum of sun and ambient light.
    let lit = |skin: [u8; 3], glow: f32| {
        let light = 1.57 * (f32::from(SUN) + f32::from(AMBIENT)) / 255.0 + glow;
        skin.map(|channel| (f32::from(channel) * light).min(255.0).round() as u8)
    };
    let mixed = |near: [u8; 3], far: [u8; 3], share: f32| -> [u8; 3] {
        std::array::from_fn(|at| (f32::from(near[at]) * (1.0 - share) + f32::from(far[at]) * share) as u8)
    };
    // 220, 20, 20 in 565 bits is 27, 5, 2 of 31, 63, 31.
    let packed = [222, 20, 16];
    let plates = [
        ("as it is", (0, 0), lit(OCHRE, 0.0)),
        ("hidden by its action", (1, 0), SKY),
        ("hidden and shown again by its action", (2, 0), lit(OCHRE, 0.0)),
        ("removed by its action", (3, 0), SKY),
        ("of another model by its action", (4, 0), lit(GREEN, 0.0)),
        ("a flat surface", (5, 0), OCHRE),
        ("half translucent by its action", (6, 0), mixed(lit(OCHRE, 0.0), SKY, 0.5)),
        ("without its skin", (0, 1), lit(GREY, 0.0)),
        ("with a DDS skin without compression", (1, 1), lit(GREEN, 0.0)),
        ("with a skin by a path", (2, 1), lit(GREEN, 0.0)),
        ("of the oldest kind with 565 words", (3, 1), lit(packed, 0.0)),
        ("with ambient -50 by its action", (4, 1), lit(OCHRE, -0.5)),
        ("a flat surface of ambient -60", (6, 1), OCHRE.map(|channel| (f32::from(channel) * 0.4) as u8)),
    ];
    let mut wrong = Vec::new();
    for (what, (column, row), expected) in plates {
        let [x, y, z] = place(column, row);
        let found = pixel(&scene.camera, &picture, [x, y, z + 20.0]);
        if !is_near(found, expected) {
            wrong.push(format!("{what}: {found:?}, not {expected:?}"));
        }
    }
    // The wall is 2000 quants away: half way into the fog.
    let found = pixel(&scene.camera, &picture, [-1700.0, 0.0, 500.0]);
    let expected = mixed(OCHRE, [0, 0, 127], 0.5);
    if !is_near(found, expected) {
        wrong.push(format!("the wall in the fog: {found:?}, not {expected:?}"));
    }
    wrong.extend(compare_one("gamestudio_pieces", &picture));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
