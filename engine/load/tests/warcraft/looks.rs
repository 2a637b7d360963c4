//! What models are painted with: batches, textures, colours, geosets, skins.

use crate::warcraft::maker::{
    Install, TEXTURE, bytes, card, chosen, codes, file, load, material, part, playing, ranged, texel,
};
use std::f32::consts::FRAC_1_SQRT_2;
use warcraft::blp::{self, Blp, Common, Head};
use warcraft::dbc::{self, CreatureDisplayInfo, CreatureModelData, Dbc};
use warcraft::m2::{Batch, Color, Model, RenderFlags, Texture, Track, Transform};
use world::{AnimatorId, Blend, Combine, Cull, MaterialState, Scene, UvSource};

#[test]
fn batches_mix_and_are_drawn_as_their_flags_say() {
    let modes = [
        (0, Blend::Opaque),
        (1, Blend::Cutout),
        (2, Blend::Alpha),
        (3, Blend::Additive),
        (4, Blend::AdditiveAlpha),
        (5, Blend::Modulate),
        (6, Blend::Modulate2x),
        (7, Blend::Opaque),
    ];
    for (blend, wanted) in modes {
        let mut model = card();
        model.render_flags = vec![RenderFlags { flags: 0, blend }];
        let scene = load(&model).scene;
        let made = material(&scene, 0);
        assert_eq!((made.blend, made.unlit, made.unfogged), (wanted, false, false));
        assert_eq!((made.depth_test, made.depth_write, made.cull), (true, Some(true), Some(Cull::Back)));
        model.render_flags = vec![RenderFlags { flags: 0x1F, blend }];
        let scene = load(&model).scene;
        let made = material(&scene, 0);
        assert_eq!((made.blend, made.unlit, made.unfogged), (wanted, true, true));
        assert_eq!((made.depth_test, made.depth_write, made.cull), (false, Some(false), Some(Cull::None)));
        assert!(scene.models[0].polygons[0].double_sided);
    }
}

#[test]
fn layers_of_a_submesh_are_drawn_in_their_order() {
    let mut model = card();
    model.render_flags.push(RenderFlags { flags: 0x10, blend: 4 });
    model.texture_lookup = vec![0, 0];
    model.unit_lookup = vec![0, -1];
    let layer = |layer, texture| Batch {
        layer,
        texture,
        unit: texture,
        render_flags: 1,
        color: -1,
        texture_count: 1,
        ..Batch::default()
    };
    model.views[0].batches.extend([layer(3, 1), layer(1, 0), layer(2, 1)]);
    let scene = load(&model).scene;
    let passes: Vec<u8> = scene.models[0].polygons.iter().map(|polygon| polygon.pass).collect();
    assert_eq!(passes, [0, 1, 2, 3]);
    // Nobody bumps into what is seen, but into the mesh that is made for it.
    assert!(scene.models[0].polygons.iter().all(|polygon| !polygon.solid));
    let priorities: Vec<i8> = (0..4).map(|polygon| material(&scene, polygon).priority).collect();
    assert_eq!(priorities, [0, 1, 2, 3]);
    let sources: Vec<UvSource> = (0..4).map(|polygon| material(&scene, polygon).uv).collect();
    assert_eq!(sources, [UvSource::First, UvSource::First, UvSource::Sphere, UvSource::Sphere]);
}

#[test]
fn a_second_texture_lies_over_the_first() {
    let mut model = card();
    model.textures.push(file("Art\\Shine.blp"));
    model.texture_lookup = vec![0, 1];
    model.unit_lookup = vec![0, 1];
    model.views[0].batches[0].texture_count = 2;
    model.vertices[1].uv2 = [0.25, 0.75];
    let files = |model: &Model| {
        let shine = ("Art/Shine.blp", texel([0, 255, 0], 255));
        Install::new(&[("card.m2", bytes(model)), ("Art/Card.blp", texel([255, 0, 0], 255)), shine])
    };
    let scene = files(&model).load("card.m2").scene;
    let layer = material(&scene, 0).layer.unwrap();
    assert_eq!((layer.uv, layer.combine, layer.moved_by), (UvSource::Second, Combine::Modulate, None));
    assert_eq!(scene.textures[layer.texture.unwrap().index()].levels[0].rgba, [0, 255, 0, 255]);
    assert_eq!(scene.models[0].second_uvs, [[0.0, 0.0], [0.25, 0.75], [0.0, 0.0]]);
    // One that is a reflection doubles, and moves by the second entry of its look-up.
    model.unit_lookup = vec![0, -1];
    let offset = ranged(Track::linear([(1000, [0.0; 3]), (3000, [1.0, -2.0, 0.0])]));
    model.transforms = vec![Transform { translation: offset, ..Transform::default() }];
    model.transform_lookup = vec![-1, 0];
    let scene = files(&model).load("card.m2").scene;
    let layer = material(&scene, 0).layer.unwrap();
    assert_eq!((layer.uv, layer.combine), (UvSource::Sphere, Combine::Modulate2x));
    let states = states(&scene, 0.5);
    assert_eq!(states[layer.moved_by.unwrap().index()].offset, [0.25, -0.5]);
    let own = scene.models[0].polygons[0].material.index();
    assert_eq!(states[own], MaterialState::default(), "the first stands still");
}

/// The states of all materials while the model stands.
fn states(scene: &Scene, seconds: f32) -> Vec<MaterialState> {
    let mut state = playing(scene, "Stand", seconds, 0);
    state.paint(scene, AnimatorId(0), 0.0);
    state.materials.clone()
}

#[test]
fn colours_and_opacities_change_with_time_or_stand_still() {
    let mut model = card();
    let rgb = ranged(Track::linear([(1000, [1.0, 0.0, 0.5]), (3000, [0.0, 1.0, 0.5])]));
    let alpha = ranged(Track::linear([(1000, 32767), (3000, 0)]));
    model.colors = vec![Color { rgb, alpha }];
    model.views[0].batches[0].color = 0;
    // Half of it in all, which never changes.
    model.transparency = vec![Track::constant(16384)];
    let scene = load(&model).scene;
    let made = material(&scene, 0);
    assert!((made.opacity - 0.5).abs() < 1e-4);
    let state = states(&scene, 0.5)[0];
    assert_eq!(state.color, [0.75, 0.25, 0.5]);
    assert!((state.opacity - 0.75).abs() < 1e-4);
    // Both change: 3/4 of 1/4.
    model.transparency = vec![ranged(Track::linear([(1000, 0), (3000, 32767)]))];
    let scene = load(&model).scene;
    assert_eq!(material(&scene, 0).opacity, 1.0);
    let opacity = states(&scene, 0.5)[0].opacity;
    assert!((opacity - 0.1875).abs() < 1e-4, "{opacity}");
}

#[test]
fn textures_move_turn_and_grow() {
    let mut model = card();
    // A quarter about z.
    let turn = [0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2];
    model.transforms = vec![Transform {
        translation: ranged(Track::linear([(1000, [0.0; 3]), (3000, [0.0, 4.0, 0.0])])),
        rotation: ranged(Track::linear([(1000, [0.0, 0.0, 0.0, 1.0]), (3000, turn)])),
        scale: ranged(Track::linear([(1000, [1.0; 3]), (3000, [3.0, 1.0, 1.0])])),
    }];
    model.transform_lookup = vec![0];
    let state = states(&load(&model).scene, 1.0)[0];
    assert_eq!((state.offset, state.scale), ([0.0, 2.0], [2.0, 1.0]));
    assert!((state.rotation - std::f32::consts::FRAC_PI_4).abs() < 1e-5, "{}", state.rotation);
}

#[test]
fn textures_are_found_by_name_beside_the_model_or_anywhere_and_are_checkered_otherwise() {
    let red = || texel([255, 0, 0], 255);
    let model = || bytes(&card());
    let color = |install: &Install, name: &str| install.load(name).scene.textures[0].levels[0].rgba.clone();
    for place in ["art/CARD.BLP", "Props/Card.blp", "other/card.blp"] {
        let install = Install::new(&[("Props/card.m2", model()), (place, red())]);
        assert_eq!(color(&install, "Props/card.m2"), [255, 0, 0, 255], "{place}");
    }
    // A name that ends in .tga is a file that ends in .blp.
    let mut painted = card();
    painted.textures = vec![file("Art\\Card.tga")];
    let install = Install::new(&[("card.m2", bytes(&painted)), ("Art/Card.blp", red())]);
    assert_eq!(color(&install, "card.m2"), [255, 0, 0, 255]);
    let install = Install::new(&[("card.m2", model())]);
    let loaded = install.load("card.m2");
    assert_eq!(codes(&loaded), ["load.warcraft.texture_missing"]);
    assert!(loaded.findings[0].to_string().contains(TEXTURE));
    // What has no level is checkered by the renderer.
    assert!(loaded.scene.textures[0].levels.is_empty());
    let install = Install::new(&[("card.m2", model()), ("Art/Card.blp", b"BLP2 and no more".to_vec())]);
    let loaded = install.load("card.m2");
    assert_eq!(codes(&loaded), ["load.warcraft.picture"]);
    assert!(loaded.scene.textures[0].levels.is_empty());
    // A texture that the game chooses, without a table and without any that could be guessed.
    let mut skinned = card();
    skinned.textures = vec![chosen(11)];
    let loaded = Install::new(&[("card.m2", bytes(&skinned))]).load("card.m2");
    assert_eq!(codes(&loaded), ["load.warcraft.no_skin"]);
    assert!(loaded.scene.textures[0].levels.is_empty());
}

/// A card with a part of each of these geosets.
fn with_geosets(ids: &[u16]) -> Model {
    let mut model = card();
    for (number, id) in ids.iter().enumerate() {
        let x = 1.0 + number as f32;
        part(&mut model, *id, [[x, 0.0, 0.0], [x, 1.0, 0.0], [x, 0.0, 2.0]]);
    }
    model
}

/// How far ahead each part is that is shown: 0 for the card itself.
fn parts(install: &Install, name: &str) -> Vec<f32> {
    let scene = install.load(name).scene;
    let model = &scene.models[0];
    model.polygons.iter().map(|polygon| model.vertices[polygon.first_vertex as usize].position[0]).collect()
}

#[test]
fn of_each_group_the_lowest_is_shown_unless_somebody_chooses() {
    let model = with_geosets(&[102, 101, 402, 702]);
    let install = Install::of(&model);
    assert_eq!(parts(&install, "card.m2"), [0.0, 2.0, 3.0, 4.0]);
    assert_eq!(install.load("card.m2").extras.choices, ["card.m2+geoset102"]);
    assert_eq!(parts(&install, "card.m2+geoset102"), [0.0, 1.0, 3.0, 4.0]);
    // One that is not there hides its group.
    assert_eq!(parts(&install, "card.m2+geoset400+geoset102"), [0.0, 1.0, 4.0]);
    // Characters have ears.
    let model = bytes(&with_geosets(&[701, 702]));
    let texture = || ("Art/Card.blp", texel([255, 0, 0], 255));
    let install = Install::new(&[("Character/Elf/elf.m2", model.clone()), ("elf.m2", model), texture()]);
    assert_eq!(parts(&install, "Character/Elf/elf.m2"), [0.0, 2.0]);
    assert_eq!(parts(&install, "elf.m2"), [0.0, 1.0]);
}

/// A card whose texture the game chooses.
fn creature(kinds: &[u32]) -> Vec<u8> {
    let mut model = card();
    model.textures = kinds.iter().map(|kind| chosen(*kind)).collect::<Vec<Texture>>();
    model.texture_lookup = (0..kinds.len() as u16).collect();
    bytes(&model)
}

#[test]
fn tables_say_which_skins_a_creature_has() {
    let mut models = Dbc::new::<CreatureModelData>();
    let path = models.add_string("Creature\\Wolf\\Wolf.mdx").unwrap();
    models.push(&CreatureModelData { id: 7, path, ..CreatureModelData::default() });
    let mut displays = Dbc::new::<CreatureDisplayInfo>();
    let mut display = |id: u32, model: u32, name: &str| {
        let name = displays.add_string(name).unwrap();
        displays.push(&CreatureDisplayInfo {
            id,
            model,
            textures: [name, 0, 0],
            ..CreatureDisplayInfo::default()
        });
    };
    display(1, 7, "WolfGrey");
    display(2, 8, "Bear");
    display(3, 7, "WolfBlack");
    display(4, 7, "WolfGrey");
    display(5, 7, "");
    let install = Install::new(&[
        ("Creature/Wolf/Wolf.m2", creature(&[11])),
        ("Creature/Wolf/WolfGrey.blp", texel([90, 90, 90], 255)),
        ("Creature/Wolf/WolfBlack.blp", texel([10, 10, 10], 255)),
        ("Creature/Wolf/WolfOther.blp", texel([1, 2, 3], 255)),
        ("DBFilesClient/CreatureModelData.dbc", dbc::write(&models).unwrap()),
        ("DBFilesClient/CreatureDisplayInfo.dbc", dbc::write(&displays).unwrap()),
    ]);
    let color = |name: &str| install.load(name).scene.textures[0].levels[0].rgba[0];
    let loaded = install.load("Creature/Wolf/Wolf.m2");
    assert_eq!(codes(&loaded), [""; 0]);
    assert_eq!(loaded.extras.choices, ["Wolf.m2+skin02", "Wolf.m2+skin03"]);
    assert_eq!(color("Creature/Wolf/Wolf.m2"), 90);
    assert_eq!(color("Creature/Wolf/wolf+skin02"), 10);
    assert_eq!(color("Creature/Wolf/wolf+skin03"), 255, "a row that leaves it empty is white");
    assert_eq!(codes(&install.load("Creature/Wolf/wolf+skin04")), ["load.warcraft.item"]);
}

#[test]
fn without_tables_skins_are_guessed_and_said_to_be() {
    // One texture belongs to another model of the folder.
    let mut other = card();
    other.textures = vec![file("Creature\\Wolf\\Eyes.blp")];
    let install = Install::new(&[
        ("Wolf/Wolf.m2", creature(&[11, 12])),
        ("Wolf/Pup.m2", bytes(&other)),
        ("Wolf/Ash.blp", texel([1, 0, 0], 255)),
        ("Wolf/Eyes.blp", texel([2, 0, 0], 255)),
        ("Wolf/WolfB.blp", texel([4, 0, 0], 255)),
        ("Wolf/WolfA.blp", texel([3, 0, 0], 255)),
    ]);
    let color = |name: &str| install.load(name).scene.textures[0].levels[0].rgba[0];
    let loaded = install.load("Wolf/Wolf.m2");
    assert_eq!(codes(&loaded), ["load.warcraft.skin_guessed"]);
    // Its own name first, then by name.
    assert_eq!(loaded.extras.choices, ["Wolf.m2+skin02", "Wolf.m2+skin03"]);
    let colors = ["Wolf/Wolf.m2", "Wolf/Wolf.m2+skin02", "Wolf/Wolf.m2+skin03"].map(color);
    assert_eq!(colors, [3, 4, 1]);
}

/// A JPEG file of 8 by 8 pixels with four components of one value each, and no word about what they are.
fn four_components() -> Vec<u8> {
    let mut bytes = vec![0xFF, 0xD8];
    // All steps are 8, so that a first coefficient of n is 128 + n.
    bytes.extend([0xFF, 0xDB, 0, 67, 0]);
    bytes.extend([8; 64]);
    bytes.extend([0xFF, 0xC0, 0, 20, 8, 0, 8, 0, 8, 4]);
    bytes.extend((1..=4).flat_map(|component| [component, 0x11, 0]));
    // Codes of first coefficients: 00 for four bits, 01 for seven; 0 ends a block.
    let table = |kind: u8, lengths: [u8; 2], symbols: &[u8]| {
        let mut table = vec![0xFF, 0xC4, 0, 19 + symbols.len() as u8, kind];
        table.extend(lengths);
        table.extend([0; 14]);
        table.extend(symbols);
        table
    };
    bytes.extend(table(0x00, [0, 2], &[4, 7]));
    bytes.extend(table(0x10, [1, 0], &[0]));
    bytes.extend([0xFF, 0xDA, 0, 14, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0]);
    // 10, -100, 72 and 127: blue, green, red, alpha.
    let bits =
        ["00", "1010", "0", "01", "0011011", "0", "01", "1001000", "0", "01", "1111111", "0", "111"].concat();
    bytes.extend(u64::from_str_radix(&bits, 2).unwrap().to_be_bytes()[3..].iter());
    bytes.extend([0xFF, 0xD9]);
    bytes
}

#[test]
fn components_of_jpeg_files_are_taken_as_they_are() {
    let whole = four_components();
    let (start, rest) = whole.split_at(100);
    let texture = Blp {
        head: Head::Blp1 { compression: 0, alpha_bits: 8, kind: 4, mips: 0 },
        width: 8,
        height: 8,
        common: Common::Jpeg(start.to_vec()),
        levels: vec![rest.to_vec()],
        placement: None,
    };
    let texture = blp::write(&texture).unwrap();
    let install = Install::new(&[("card.m2", bytes(&card())), ("Art/Card.blp", texture)]);
    let loaded = install.load("card.m2");
    assert_eq!(loaded.findings, []);
    let level = &loaded.scene.textures[0].levels[0];
    assert_eq!((level.width, level.height), (8, 8));
    for texel in level.rgba.as_chunks::<4>().0 {
        let near =
            texel.iter().zip([200_u8, 28, 138, 255]).all(|(found, wanted)| found.abs_diff(wanted) <= 1);
        assert!(near, "{texel:?}");
    }
}
