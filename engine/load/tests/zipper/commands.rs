//! What each command of a script makes of a world.
//!
//! docs/spec/zbd/interp-language.md, "8. Command table".

use crate::zipper::install::Install;
use ::script::Step;
use ::script::commands::Game;
use ::script::startup::Road;
use load::ScriptSetup;
use load::zipper::script::{self, Made};
use std::fmt::Debug;
use zbd::gamez::models::{Model, ModelSlot};
use zbd::gamez::nodes::{Camera, LightInfo, Node, NodeData, Object3d, WorldInfo, flags, object3d_flags};
use zbd::gamez::{GameZ, Version};

/// One of everything; the current node is an object with a triangle. Its world is not the first node.
const BEFORE: &str = "NewDisplay display\nNewObject3D below\nNewWindow window1\nNewWorld world1\n\
    WorldOrigin 0 0\nWorldExtents CELL -CELL\nWorldPartition CELL -CELL\nNewCamera camera1\nLightNew sunlight\n\
    NewLOD lod\nTextureAdd wall.tif\nMatlNew\nMatlTexture wall\nModelNew top Plain\nModelPolygonBegin\n\
    ModelPolygonVertex 0 0 0\nModelPolygonUV 0 0\nModelPolygonVertex 1 0 0\nModelPolygonUV 0.5 0\n\
    ModelPolygonVertex 1 1 0\nModelPolygonUV 0.5 0.25\nModelPolygonEnd\n";

/// What a script makes of a world of a game.
fn made_in(game: Game, install: &Install, text: &str) -> Made {
    let cell = if game == Game::CrimsonSkies { "1024" } else { "256" };
    let setup = ScriptSetup {
        game,
        road: Road::Build,
        world: "c1".to_owned(),
        mission: None,
        container: "zbd/c1/gamez.zbd".to_owned(),
    };
    let text = format!("{BEFORE}{text}").replace("CELL", cell);
    script::run_text(&install.vfs(), &setup, "typed", &text, &mut |_: &Step<'_>| {})
}

/// A text, what is looked at afterwards, and how that looks.
type Row = (&'static str, fn(&Made) -> String, &'static str);

/// Runs each text in a world of its own, and compares all of them.
fn compare(game: Game, rows: &[Row]) {
    let install = Install::new();
    let found: Vec<_> =
        rows.iter().map(|(text, look, _)| (*text, look(&made_in(game, &install, text)))).collect();
    let expected: Vec<_> = rows.iter().map(|(text, _, expected)| (*text, (*expected).to_owned())).collect();
    assert_eq!(found, expected);
}

fn show(value: impl Debug) -> String {
    format!("{value:?}")
}

fn gamez(made: &Made) -> &GameZ {
    made.gamez.as_ref().expect("a world")
}

fn slot(made: &Made, name: &str) -> Option<usize> {
    gamez(made).nodes.nodes.iter().position(|node| node.base.name.text() == name)
}

fn node<'m>(made: &'m Made, name: &str) -> &'m Node {
    let slot = slot(made, name).unwrap_or_else(|| panic!("no {name}"));
    &gamez(made).nodes.nodes[slot]
}

/// The nodes of these names by class.
fn classes(made: &Made, name: &str) -> String {
    slot(made, name).map_or("none".to_owned(), |slot| match gamez(made).nodes.nodes[slot].data {
        NodeData::Empty { .. } => "empty".to_owned(),
        NodeData::Camera(_) => "camera".to_owned(),
        NodeData::World(_) => "world".to_owned(),
        NodeData::Window(_) => "window".to_owned(),
        NodeData::Display(_) => "display".to_owned(),
        NodeData::Object3d(_) => "object".to_owned(),
        NodeData::Lod(_) => "lod".to_owned(),
        NodeData::Light(_) => "light".to_owned(),
    })
}

/// The names of what hangs below a node.
fn children(made: &Made, name: &str) -> String {
    let names = |slot: &i32| gamez(made).nodes.nodes[*slot as usize].base.name.text();
    node(made, name).children.iter().map(names).collect::<Vec<_>>().join(" ")
}

/// Whether a node has a flag.
fn has(made: &Made, name: &str, flag: u32) -> String {
    show(node(made, name).base.flags & flag != 0)
}

fn object(made: &Made) -> &Object3d {
    match &node(made, "top").data {
        NodeData::Object3d(object) => object,
        other => panic!("{other:?}"),
    }
}

fn model<'m>(made: &'m Made, name: &str) -> &'m Model {
    let index = node(made, name).base.model_index;
    match &gamez(made).models.slots[usize::try_from(index).expect("a model")] {
        ModelSlot::Used(model) => model,
        ModelSlot::Free { .. } => panic!("{name} has no model"),
    }
}

fn light(made: &Made) -> &LightInfo {
    match &node(made, "sunlight").data {
        NodeData::Light(light) => &light.info,
        other => panic!("{other:?}"),
    }
}

fn camera(made: &Made) -> &Camera {
    match &node(made, "camera1").data {
        NodeData::Camera(camera) => camera,
        other => panic!("{other:?}"),
    }
}

fn world(made: &Made) -> &WorldInfo {
    match &node(made, "world1").data {
        NodeData::World(world) => &world.info,
        other => panic!("{other:?}"),
    }
}

#[test]
fn commands_that_make_nodes() {
    compare(
        Game::PiratesMoon,
        &[
            ("NewNode new", |made| classes(made, "new"), "object"),
            ("NewObject3D new", |made| classes(made, "new"), "object"),
            ("NewSEQ new", |made| classes(made, "new"), "object"),
            ("NewCamera new", |made| classes(made, "new"), "camera"),
            ("NewDisplay new", |made| classes(made, "new"), "display"),
            ("NewWindow new", |made| classes(made, "new"), "window"),
            ("NewLOD new", |made| classes(made, "new"), "lod"),
            ("NewWorld new", |made| classes(made, "new"), "world"),
            ("LightNew new", |made| classes(made, "new"), "light"),
            // What is made becomes current.
            ("NewObject3D new\nAddChild below", |made| children(made, "new"), "below"),
        ],
    );
}

#[test]
fn commands_that_find_link_and_remove_nodes() {
    compare(
        Game::PiratesMoon,
        &[
            ("FindNode below\nNodeSetActive off", |made| has(made, "below", flags::ACTIVE), "false"),
            (
                "AddChild below\nFindSubNode below\nNodeSetActive off",
                |made| has(made, "below", flags::ACTIVE) + &has(made, "top", flags::ACTIVE),
                "falsetrue",
            ),
            ("AddChild below", |made| children(made, "top"), "below"),
            ("Object3DAddChild below", |made| children(made, "top"), "below"),
            ("FindNode lod\nLODAddChild below", |made| children(made, "lod"), "below"),
            (
                "NewObject3D a\nNewObject3D b\nFindNode top\nAddChild a\nAddChild b\nDeleteChild a",
                |made| children(made, "top"),
                "b",
            ),
            (
                "AddChild below\nDeleteTree top",
                |made| classes(made, "top") + &classes(made, "below"),
                "nonenone",
            ),
            (
                "AddChild below\nFreeNode top",
                |made| classes(made, "top") + &classes(made, "below"),
                "noneobject",
            ),
            (
                "FindNode lod\nLODSetRange 20 300",
                |made| match &node(made, "lod").data {
                    NodeData::Lod(lod) => show((lod.range_near_sq, lod.range_far)),
                    other => show(other),
                },
                "(400.0, 300.0)",
            ),
        ],
    );
    compare(
        Game::CrimsonSkies,
        &[
            (
                "AddChild below\nFindSubNodeNode top below\nNodeSetActive off",
                |made| has(made, "below", flags::ACTIVE) + &has(made, "top", flags::ACTIVE),
                "falsetrue",
            ),
            (
                "NewObject3D a\nFindNode top\nAddChild a\nDeleteChildFromDB a",
                |made| children(made, "top"),
                "",
            ),
        ],
    );
}

#[test]
fn commands_that_switch_nodes() {
    compare(
        Game::PiratesMoon,
        &[
            ("NodeSetActive off", |made| has(made, "top", flags::ACTIVE), "false"),
            ("NodeSetDescription other", |made| classes(made, "top") + &classes(made, "other"), "noneobject"),
            ("NodeSetCanModify on", |made| has(made, "top", flags::CAN_MODIFY), "true"),
            ("NodeSetOverwrite on", |made| has(made, "top", flags::OVERRIDE), "true"),
            ("SetAltitudeSurface off", |made| has(made, "top", flags::ALTITUDE_SURFACE), "false"),
            ("SetIntersectSurface off", |made| has(made, "top", flags::INTERSECT_SURFACE), "false"),
            ("SetIntersectBBOX on", |made| has(made, "top", flags::INTERSECT_BBOX), "true"),
            ("SetProximity on", |made| has(made, "top", flags::PROXIMITY), "true"),
            ("SetLandmark on", |made| has(made, "top", flags::LANDMARK), "true"),
            ("SetZone 7", |made| show(node(made, "top").base.zone_id), "7"),
            (
                "NodeSetLighting off",
                |made| show(model(made, "top").info.flags & zbd::gamez::models::flags::LIGHTING != 0),
                "false",
            ),
        ],
    );
}

#[test]
fn commands_of_objects() {
    compare(
        Game::PiratesMoon,
        &[
            ("Object3DTranslate 1 2 3", |made| show(object(made).transform[3]), "[1.0, 2.0, 3.0]"),
            ("Object3DRotate 0 90 0", |made| show(object(made).rotate), "[0.0, 1.5707964, 0.0]"),
            ("Object3DScale 2 3 4", |made| show(object(made).scale), "[2.0, 3.0, 4.0]"),
            ("Object3DSetFacade", |made| show(model(made, "top").info.model_type), "1"),
            ("Object3DSetPoints", |made| show(model(made, "top").info.model_type), "2"),
            (
                "Object3DSetOpacityIsSet 1\nObject3DSetOpacity 0.5",
                |made| show((object(made).flags & object3d_flags::OPACITY != 0, object(made).opacity)),
                "(true, 0.5)",
            ),
            ("Object3DSetPriority 7", |made| show(model(made, "top").polygon_infos[0].priority), "7"),
            (
                "Object3DSetShowBackFace on",
                |made| {
                    let bit = Version::PiratesMoon.polygon_bits().show_backface;
                    show(model(made, "top").polygon_infos[0].bits & bit != 0)
                },
                "true",
            ),
            ("Object3DSetScroll on 0.25 -0.5", scroll, "(0.25, -0.5)"),
            ("Object3DSetScrollAlways on 0.5 0.75", scroll, "(0.5, 0.75)"),
            // Corners at x 0, 1 and 1, all at z 0.
            (
                "Object3DSetTextureWorldBaseCoordinates 1 2\nObject3DSetTextureWorldTexturesPerMeter 0.5 0.25\n\
                 Object3DRegisterTexturesToWorld on",
                |made| show(&model(made, "top").uvs),
                "[[-0.5, -0.5], [0.0, -0.5], [0.0, -0.5]]",
            ),
            (
                "Object3DSetMorphVertex 2",
                |made| show((&model(made, "top").morphs, model(made, "top").info.morph_factor)),
                "([[0.0, 2.0, 0.0], [0.0, 2.0, 0.0], [0.0, 2.0, 0.0]], 1.0)",
            ),
        ],
    );
}

fn scroll(made: &Made) -> String {
    let info = &model(made, "top").info;
    show((info.tex_scroll_u, info.tex_scroll_v))
}

#[test]
fn commands_that_build_models_and_materials() {
    compare(
        Game::PiratesMoon,
        &[
            ("ModelNew new Facade", |made| show(model(made, "new").info.model_type), "1"),
            // Between its beginning and its end a polygon collects corners and texture coordinates.
            (
                "ModelPolygonVertex 8 8 8\nModelPolygonBegin\nModelPolygonVertex 2 0 0\nModelPolygonUV 1 0.5\n\
                 ModelPolygonVertex 3 0 0\nModelPolygonUV 1 0.5\nModelPolygonVertex 3 1 0\nModelPolygonUV 1 0.5\n\
                 ModelPolygonEnd",
                |made| show((&model(made, "top").vertices[3..], &model(made, "top").uvs[3..])),
                "([[2.0, 0.0, 0.0], [3.0, 0.0, 0.0], [3.0, 1.0, 0.0]], [[1.0, 0.5], [1.0, 0.5], [1.0, 0.5]])",
            ),
            ("MatlNew", |made| show(gamez(made).materials.used().len()), "2"),
            (
                "MatlNew\nMatlFaceColor 255 128 0",
                |made| show(gamez(made).materials.used()[1].color),
                "[255.0, 128.0, 0.0]",
            ),
            (
                "TextureAdd door\nMatlNew\nMatlTexture door",
                |made| {
                    show((
                        gamez(made).materials.used()[1].is_textured(),
                        gamez(made).materials.used()[1].texture_index,
                    ))
                },
                "(true, 1)",
            ),
        ],
    );
}

#[test]
fn commands_of_textures() {
    compare(
        Game::PiratesMoon,
        &[
            (
                "CycleTextureSetOn 2\nCycleTextureSetMap wall\nCycleTextureSetMap door.tif\n\
                 CycleTextureSetSpeed 4\nCycleTextureSetLooping off",
                |made| {
                    let cycles = &gamez(made).materials.cycles;
                    show(
                        cycles
                            .iter()
                            .map(|cycle| (&cycle.textures, cycle.info.speed, cycle.info.looping))
                            .collect::<Vec<_>>(),
                    )
                },
                "[([0, 1], 4.0, 0)]",
            ),
            (
                "TextureAdd door.tif",
                |made| {
                    show(gamez(made).textures.iter().map(|texture| texture.name.stem()).collect::<Vec<_>>())
                },
                "[\"wall\", \"door\"]",
            ),
            ("SetTextureDirectory a;b", |made| show(&made.extras.textures), "[\"a\", \"b\"]"),
            (
                "LensFlareTexture 2 ring",
                |made| show(&made.extras.lens_flare),
                "[None, None, Some(\"ring\"), None]",
            ),
        ],
    );
}

#[test]
fn commands_of_lights() {
    compare(
        Game::PiratesMoon,
        &[
            ("FindNode sunlight\nLightSetAmbient 0.25", |made| show(light(made).ambient), "0.25"),
            ("FindNode sunlight\nLightSetDiffuse 0.25", |made| show(light(made).diffuse), "0.25"),
            ("FindNode sunlight\nLightSetColor 1 0.5 0", |made| show(light(made).color), "[1.0, 0.5, 0.0]"),
            // Bit 3 is a light from a direction, bit 4 one from a point.
            ("FindNode sunlight\nLightSetDirectedSource", |made| show(light(made).flags & 0x18), "8"),
            (
                "FindNode sunlight\nLightSetDirectedSource\nLightSetPointSource",
                |made| show(light(made).flags & 0x18),
                "16",
            ),
            ("FindNode sunlight\nLightSetDirectional on", |made| show(light(made).flags & 0x4), "4"),
            ("FindNode sunlight\nLightSetSaturated on", |made| show(light(made).flags & 0x20), "32"),
            (
                "FindNode sunlight\nLightSetTranslate 1 2 3",
                |made| show(light(made).translate),
                "[1.0, 2.0, 3.0]",
            ),
            (
                "FindNode sunlight\nLightSetOrientation 90 0 0",
                |made| show(light(made).orientation),
                "[1.5707964, 0.0, 0.0]",
            ),
            (
                "FindNode sunlight\nLightSetRanges 20 5",
                |made| show((light(made).range_near, light(made).range_far)),
                "(5.0, 20.0)",
            ),
        ],
    );
}

#[test]
fn commands_of_cameras_and_screens() {
    compare(
        Game::PiratesMoon,
        &[
            (
                "FindNode camera1\nCameraTranslate 1 2 3",
                |made| show(camera(made).translate),
                "[1.0, 2.0, 3.0]",
            ),
            ("FindNode camera1\nCameraRotate 0 1.5 0", |made| show(camera(made).rotate), "[0.0, 1.5, 0.0]"),
            (
                "FindNode camera1\nCameraSetFOV 90 90",
                |made| show((camera(made).fov_h_base, camera(made).fov_v_base)),
                "(1.5707964, 1.5707964)",
            ),
            (
                "FindNode camera1\nCameraSetNearFarClip 2 300",
                |made| show((camera(made).clip_near, camera(made).clip_far)),
                "(2.0, 300.0)",
            ),
            ("FindNode camera1\nCameraSetNearClip 3", |made| show(camera(made).clip_near), "3.0"),
            ("FindNode camera1\nCameraSetFarClip 333", |made| show(camera(made).clip_far), "333.0"),
            ("FindNode camera1\nCameraSetLODMultiplier 2", |made| show(camera(made).lod_multiplier), "2.0"),
            ("FindNode camera1\nCameraSetHorizon below", |made| show(&made.extras.horizons), "{1: false}"),
            ("FindNode camera1\nCameraSetHorizonXZ below", |made| show(&made.extras.horizons), "{1: true}"),
            ("FindNode camera1\nCameraSetWorld world1", |made| show(camera(made).world_index), "3"),
            ("FindNode camera1\nCameraSetWindow window1", |made| show(camera(made).window_index), "2"),
            (
                "FindNode display\nDisplaySetClearColor 1 0.5 0.25",
                |made| match &node(made, "display").data {
                    NodeData::Display(display) => show(display.clear_color),
                    other => show(other),
                },
                "[1.0, 0.5, 0.25]",
            ),
        ],
    );
}

#[test]
fn commands_of_the_world() {
    compare(
        Game::PiratesMoon,
        &[
            // Two cells side by side.
            (
                "FindNode world1\nWorldOrigin 256 -256\nWorldExtents 512 -256\nWorldPartition 256 -256",
                |made| {
                    show((
                        world(made).area_left,
                        world(made).area_right,
                        world(made).area_bottom,
                        world(made).area_top,
                    ))
                },
                "(256.0, 768.0, -256.0, -512.0)",
            ),
            (
                "FindNode world1\nWorldPartitionMaxDECFeatureCount 9",
                |made| show(world(made).max_dec_feature_count),
                "9",
            ),
            (
                "FindNode world1\nWorldSetVirtualPartition off",
                |made| show(world(made).virtual_partition),
                "0",
            ),
            // A world that is told of no light gets them all.
            (
                "LightNew moon\nFindNode world1\nWorldAddLight sunlight",
                |made| match &node(made, "world1").data {
                    NodeData::World(world) => show(&world.lights),
                    other => show(other),
                },
                "[5]",
            ),
            ("FindNode world1\nWorldSetFogState exponential", |made| show(world(made).fog_type), "2"),
            (
                "FindNode world1\nWorldSetFogColor 1 0.5 0.25",
                |made| show(world(made).fog_color),
                "[1.0, 0.5, 0.25]",
            ),
            ("FindNode world1\nWorldSetFogRange 11 222", |made| show(world(made).fog_range), "[11.0, 222.0]"),
            ("FindNode world1\nWorldSetFogRangeNear 12", |made| show(world(made).fog_range[0]), "12.0"),
            ("FindNode world1\nWorldSetFogRangeFar 223", |made| show(world(made).fog_range[1]), "223.0"),
            (
                "FindNode world1\nWorldSetFogAltitude 5 50",
                |made| show(world(made).fog_altitude),
                "[50.0, 5.0]",
            ),
            ("FindNode world1\nWorldSetFogDensity 0.75", |made| show(world(made).fog_density), "0.75"),
            (
                "FindNode world1\nWorldSetFog exponential 11 222 1 0.5 0.25",
                |made| show((world(made).fog_type, world(made).fog_range, world(made).fog_color)),
                "(2, [11.0, 222.0], [1.0, 0.5, 0.25])",
            ),
        ],
    );
    compare(
        Game::CrimsonSkies,
        &[(
            "FindNode world1\nWorldSetVirtualPartitionMapSize 3 4",
            |made| show((world(made).vp_x_min, world(made).vp_z_min)),
            "(3, 4)",
        )],
    );
}

#[test]
fn commands_that_name_files() {
    compare(
        Game::PiratesMoon,
        &[
            ("AnimSetZBDFile zbd\\a.zbd", |made| show(&made.extras.animations), r#"["zbd\\a.zbd"]"#),
            ("RdrSetPath a\nRdrAddPath b", |made| show(&made.extras.readers), r#"["a", "b"]"#),
        ],
    );
    compare(
        Game::CrimsonSkies,
        &[
            ("AnimSetZBDFile a\nAnimAddZBDFile b", |made| show(&made.extras.animations), r#"["a", "b"]"#),
            ("GlobalWindStaticVelocity 1 2 3", |made| show(made.extras.wind), "Some([1.0, 2.0, 3.0])"),
        ],
    );
    let install = Install::new();
    let soils = ["mud", "ice"].map(|name| zbd::reader::Value::string(name).unwrap());
    let soils = zbd::reader::write(&zbd::reader::Value::List(soils.to_vec())).unwrap();
    install.file("zbd/zrdr.zbd/soils.zrd", &soils);
    let made = made_in(Game::PiratesMoon, &install, "LoadSoils data\\soils.zrd");
    assert_eq!(made.extras.soils, Some(vec!["mud".to_owned(), "ice".to_owned()]));
}
