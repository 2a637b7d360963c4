//! Worlds that are loaded by running their scripts, and worlds that scripts build.
//!
//! docs/spec/zbd/interp-language.md, "7. Two lives of the same scripts" and "8. Command table".

use crate::zipper::install::{Install, Made, VERSIONS, package, square};
use ::script::Step;
use ::script::commands::Game;
use ::script::startup::Road;
use binary::{Mode, Severity};
use glam::Vec3;
use load::zipper::script;
use load::{Loaded, Request, ScriptSetup};
use world::{Blend, Frame, Node, NodeFlags};
use zbd::gamez::Version;

fn setup(game: Game, road: Road) -> ScriptSetup {
    let world = if game == Game::Recoil { "m1" } else { "c1" };
    ScriptSetup {
        game,
        road,
        world: world.to_owned(),
        mission: None,
        container: format!("zbd/{world}/gamez.zbd"),
    }
}

fn request(setup: ScriptSetup) -> Request {
    Request {
        world: setup.world.clone(),
        container: setup.container.clone(),
        textures: vec!["zbd/texture.zbd".to_owned()],
        scripts: Some(setup),
        ..Request::bare(load::Family::Zipper, "title", Frame::identity(1.0))
    }
}

fn load(install: &Install, setup: ScriptSetup) -> Loaded {
    load::load(&install.vfs(), &request(setup), &mut load::Quiet).unwrap()
}

/// Findings of scripts and of the loader, not those of the containers.
fn codes(loaded: &Loaded) -> Vec<&'static str> {
    let all = loaded.findings.iter().map(|finding| finding.code);
    all.filter(|code| code.starts_with("script.") || code.starts_with("load.")).collect()
}

fn node<'l>(loaded: &'l Loaded, name: &str) -> &'l Node {
    loaded.scene.nodes.iter().find(|node| &*node.name == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Two squares, one below the other, in a world of one cell.
fn squares(version: Version) -> Vec<u8> {
    let mut made = Made::new(version).texture("wall.tif", -1).texture("door.tif", -1);
    let below = made.object("below", Some(square(version, false)), [1.0, 0.0, 0.0]);
    let top = made.object("top", Some(square(version, false)), [5.0, 0.0, 0.0]);
    made.link(top, below);
    made.link(0, top);
    made.bytes()
}

fn install(version: Version, world: &str) -> Install {
    let install = Install::new();
    install.file(&format!("zbd/{world}/gamez.zbd"), &squares(version));
    install.file("zbd/texture.zbd", &package(&[("wall", 4, 90), ("door", 4, 20)]));
    install
}

/// The name of a loose script that starts the world of [`setup`].
fn start(game: Game) -> &'static str {
    match game {
        Game::Recoil => "m1_zbd.gs",
        Game::MechWarrior3 | Game::PiratesMoon => "c1.gs",
        Game::CrimsonSkies => "support/c1/load.gw",
    }
}

#[test]
fn a_script_reads_the_world_and_changes_it() {
    for version in VERSIONS {
        let game = script::game_of(version);
        let install = install(version, &setup(game, Road::Run).world);
        install.file(
            start(game),
            b"GameZReadZBDFile zbd\\%NO%\\gamez.zbd\n\
              FindNode world1\nWorldSetFogState linear\nWorldSetFogColor 0.5 0.25 1\nWorldSetFogRange 10 200\n\
              WorldSetFogAltitude 5 50\n\
              FindNode top\nObject3DTranslate 7 8 9\nSetLandmark on\n\
              FindNode below\nNodeSetActive off\nNodeSetDescription renamed\n\
              FindNode camera1\nCameraSetNearFarClip 2 300\nCameraSetFOV 60 45\nCameraSetHorizon top\n\
              FindNode nowhere\nNodeSetActive off\nNoSuchWord 1",
        );
        let loaded = load(&install, setup(game, Road::Run));
        // Of a macro that is not set nothing is left, and the container of the world is meant.
        assert_eq!(codes(&loaded), ["script.macro", "script.unknown"], "{version:?}");
        let scene = &loaded.scene;
        assert!(scene.fog.on, "{version:?}");
        assert_eq!((scene.fog.color, scene.fog.near, scene.fog.far), ([0.5, 0.25, 1.0], 10.0, 200.0));
        assert_eq!((scene.fog.low, scene.fog.high), (5.0, 50.0));
        let top = node(&loaded, "top");
        assert_eq!(Vec3::from(top.transform.translation), Vec3::new(7.0, 8.0, 9.0));
        assert!(top.flags.contains(NodeFlags::LANDMARK | NodeFlags::FOLLOWS_CAMERA));
        assert!(!node(&loaded, "renamed").flags.contains(NodeFlags::ACTIVE));
        assert_eq!((scene.camera.near, scene.camera.far), (2.0, 300.0));
        assert_eq!(scene.camera.fov_y, 45_f32.to_radians());
    }
}

#[test]
fn without_scripts_or_with_scripts_that_load_nothing_the_container_is_read() {
    let game = Game::MechWarrior3;
    let install = install(Version::MechWarrior3, "c1");
    let loaded = load(&install, setup(game, Road::Run));
    assert_eq!(codes(&loaded), [""; 0]);
    assert_eq!(node(&loaded, "top").transform.translation.x, 5.0);

    install.file("c1.gs", b"FindNode top\nObject3DTranslate 7 8 9");
    let loaded = load(&install, setup(game, Road::Run));
    assert_eq!(codes(&loaded), ["load.scripts"]);
    let said = loaded.findings.iter().find(|finding| finding.code == "load.scripts").unwrap();
    assert_eq!((said.severity, said.found.as_ref()), (Severity::Note, "1 scripts that do not"));
    assert_eq!(node(&loaded, "top").transform.translation.x, 5.0);
}

#[test]
fn a_script_of_a_mod_replaces_the_games() {
    let install = install(Version::MechWarrior3, "c1");
    install.file("c1.gs", b"GameZReadZBDFile %GAMEZ%");
    let index = zbd::interp::Interp {
        scripts: vec![zbd::interp::Script {
            name: binary::Padded::new("c1.gs").unwrap(),
            timestamp: u32::MAX,
            lines: vec![zbd::interp::Line::new(&["GameZReadZBDFile", "zbd\\c1\\gamez.zbd"]).unwrap()],
        }],
    };
    install.file("zbd/interp.zbd", &zbd::interp::write(&index).unwrap());
    let moved = |vfs: &vfs::Vfs| {
        let loaded =
            load::load(vfs, &request(setup(Game::MechWarrior3, Road::Run)), &mut load::Quiet).unwrap();
        node(&loaded, "top").transform.translation.x
    };
    assert_eq!(moved(&install.vfs()), 5.0);
    let mods = tempfile::tempdir().unwrap();
    std::fs::write(
        mods.path().join("c1.gs"),
        "GameZReadZBDFile %GAMEZ%\nFindNode top\nObject3DTranslate 3 0 0",
    )
    .unwrap();
    let vfs = vfs::Vfs::open(install.root(), &[mods.path().to_owned()], load::ARCHIVES).unwrap();
    assert_eq!(moved(&vfs), 3.0);
}

#[test]
fn what_is_removed_is_gone_and_numbers_close_up() {
    let version = Version::MechWarrior3;
    let install = install(version, "c1");
    install.file(
        "c1.gs",
        b"GameZReadZBDFile %GAMEZ%\nFindNode top\nDeleteTree below\nFindNode below\nNodeSetActive off\n\
          NewObject3D made\nFindNode top\nAddChild made\nAddChild top",
    );
    let loaded = load(&install, setup(Game::MechWarrior3, Road::Run));
    assert_eq!(codes(&loaded), ["script.failed"], "a node does not hang below itself");
    let names: Vec<&str> = loaded.scene.nodes.iter().map(|node| &*node.name).collect();
    assert_eq!(names[names.len() - 2..], ["top", "made"]);
    assert!(!names.contains(&"below"));
    let made = names.len() - 1;
    assert_eq!(node(&loaded, "top").children.iter().map(|child| child.index()).collect::<Vec<_>>(), [made]);
    assert_eq!(loaded.scene.roots.iter().map(|root| root.index()).collect::<Vec<_>>(), [made - 1]);
}

#[test]
fn textures_in_turn_scrolling_and_opacity_reach_the_scene() {
    let install = install(Version::PiratesMoon, "c1");
    install.file(
        "c1.gs",
        b"GameZReadZBDFile %GAMEZ%\nFindNode top\nCycleTextureSetOn 2\nCycleTextureSetMap wall\n\
          CycleTextureSetMap door.tif\nCycleTextureSetSpeed 4\nCycleTextureSetLooping off\n\
          Object3DSetOpacityIsSet 1\nObject3DSetOpacity 0.5\nObject3DSetScroll on 0.25 -0.5",
    );
    let loaded = load(&install, setup(Game::PiratesMoon, Road::Run));
    assert_eq!(codes(&loaded), [""; 0]);
    let top = node(&loaded, "top");
    assert_eq!(top.opacity, 0.5);
    let model = &loaded.scene.models[top.model.unwrap().index()];
    let material = &loaded.scene.materials[model.polygons[0].material.index()];
    let cycle = material.cycle.as_ref().unwrap();
    assert_eq!((cycle.textures.len(), cycle.speed, cycle.looping), (2, 4.0, false));
    assert_eq!(model.scroll, [0.25, -0.5]);
}

#[test]
fn crimson_skies_switches_what_its_cells_list() {
    let version = Version::CrimsonSkies;
    let install = install(version, "c1");
    let mut made = Made::new(version);
    let inside = made.object("inside", Some(square(version, false)), [5.0, 0.0, 5.0]);
    made.place(inside, [[4.0, 0.0, 4.0], [6.0, 1.0, 6.0]]);
    install.file("zbd/c1/gamez.zbd", &made.bytes());
    let active = |rectangle: &str| {
        let text = format!(
            "GameZReadZBDFile zbd\\c1\\gamez.zbd\nFindNode world1\nWorldPartitionSetActive off {rectangle}"
        );
        install.file("support/c1/load.gw", text.as_bytes());
        let loaded = load(&install, setup(Game::CrimsonSkies, Road::Run));
        node(&loaded, "inside").flags.contains(NodeFlags::ACTIVE)
    };
    // The corners may come in any order.
    assert!(!active("2000 2000 0 0"));
    assert!(!active("0 0 2000 2000"));
    // A rectangle of one cell does nothing: the cells of its far corner are not among them.
    assert!(active("100 100 300 300"));
}

/// A world of a white wall before a red one that is turned to the camera, with a lamp, made by words.
const BUILT: &str = "NewWorld world1\nWorldOrigin 0 0\nWorldExtents 256 -256\nWorldPartition 256 -256\n\
    WorldSetFogState linear\nWorldSetFogColor 0.25 0.5 0.75\nWorldSetFogRange 50 400\n\
    NewWindow window1\nNewCamera camera1\nCameraSetWorld world1\nCameraSetWindow window1\n\
    CameraSetNearFarClip 1 500\nNewDisplay display\nLightNew sunlight\nLightSetDirectedSource\n\
    LightSetDiffuse 0.5\nLightSetAmbient 0.5\nFindNode world1\nWorldAddLight sunlight\n\
    TextureAdd wall.tif\nMatlNew\nMatlTexture wall\n\
    ModelNew square Plain\nModelPolygonBegin\n\
    ModelPolygonVertex 0 0 0\nModelPolygonUV 0 1\nModelPolygonVertex 2 0 0\nModelPolygonUV 1 1\n\
    ModelPolygonVertex 2 2 0\nModelPolygonUV 1 0\nModelPolygonVertex 0 2 0\nModelPolygonUV 0 0\n\
    ModelPolygonEnd\nObject3DTranslate 100 0 -100\n\
    MatlNew\nMatlFaceColor 255 0 0\nModelNew card Facade\nModelPolygonBegin\nModelPolygonVertex 0 0 0\n\
    ModelPolygonVertex 1 0 0\nModelPolygonVertex 0 1 0\nModelPolygonEnd\nObject3DRotate 0 90 0\n\
    FindNode square\nAddChild card\nNewLOD far\nLODSetRange 0 300\nAddChild square\nFindNode world1\nAddChild far\n\
    FindNode square\nSetIntersectBBOX on";

/// The container that a script builds.
fn built(version: Version, text: &str) -> (zbd::gamez::GameZ, Vec<&'static str>) {
    let install = Install::new();
    let setup = setup(script::game_of(version), Road::Build);
    let made = script::run_text(&install.vfs(), &setup, "typed", text, &mut |_: &Step<'_>| {});
    let codes = made.findings.iter().map(|finding| finding.code).collect();
    (made.gamez.unwrap(), codes)
}

#[test]
fn a_script_builds_a_world_from_nothing_and_its_export_is_the_same_world() {
    for version in VERSIONS {
        // Cells of Crimson Skies are larger.
        let text = match version {
            Version::CrimsonSkies => BUILT.replace("256", "1024"),
            _ => BUILT.to_owned(),
        };
        let (gamez, codes) = built(version, &text);
        assert_eq!(codes, [""; 0], "{version:?}");
        let bytes = zbd::gamez::write(&gamez).unwrap();
        let (again, report) = zbd::gamez::read(&bytes, Mode::Lenient).unwrap();
        assert!(zbd::gamez::write(&again).unwrap() == bytes, "{version:?}");
        let odd: Vec<_> =
            report.findings().iter().filter(|finding| finding.severity > Severity::Note).collect();
        // Crimson Skies keeps fog, sun and lens elsewhere.
        if version != Version::CrimsonSkies {
            assert!(odd.is_empty(), "{version:?}: {odd:#?}");
        }

        let install = Install::new();
        let game = script::game_of(version);
        install.file(&setup(game, Road::Run).container, &bytes);
        install.file("zbd/texture.zbd", &package(&[("wall", 4, 90)]));
        let loaded = load(&install, ScriptSetup { road: Road::Run, ..setup(game, Road::Run) });
        let scene = &loaded.scene;
        let square = node(&loaded, "square");
        assert_eq!(Vec3::from(square.transform.translation), Vec3::new(100.0, 0.0, -100.0), "{version:?}");
        let model = &scene.models[square.model.unwrap().index()];
        assert_eq!((model.vertices.len(), model.indices.len()), (4, 6), "{version:?}");
        let material = &scene.materials[model.polygons[0].material.index()];
        assert_eq!((material.name.as_str(), material.blend), ("wall", Blend::Opaque), "{version:?}");
        let card = &scene.models[node(&loaded, "card").model.unwrap().index()];
        assert!(card.facade.is_some(), "{version:?}");
        assert_eq!(scene.materials[card.polygons[0].material.index()].color, [1.0, 0.0, 0.0], "{version:?}");
        assert_eq!((scene.fog.near, scene.fog.far), (50.0, 400.0), "{version:?}");
        assert_eq!(scene.roots.len(), 1, "{version:?}");
        // The card, one wide and high, is turned by a quarter: it reaches from z 0 to -1.
        let slot = gamez.nodes.nodes.iter().find(|node| node.base.name.text() == "square").unwrap();
        let [low, high] = slot.base.node_bbox.map(Vec3::from_array);
        assert!(low.abs_diff_eq(Vec3::new(0.0, 0.0, -1.0), 1e-6), "{version:?}: {low}");
        assert!(high.abs_diff_eq(Vec3::new(2.0, 2.0, 0.0), 1e-6), "{version:?}: {high}");
    }
}

#[test]
fn a_world_is_made_by_the_scripts_of_the_build_road() {
    let install = Install::new();
    install.file("zbd/texture.zbd", &package(&[("wall", 4, 90)]));
    install.file("c1.gs", format!("ifndef USEZBD\n{BUILT}\nendif").as_bytes());
    let loaded = load(&install, setup(Game::MechWarrior3, Road::Build));
    assert_eq!(codes(&loaded), [""; 0]);
    assert_eq!(loaded.scene.roots.len(), 1);
    // The other road finds no world, and there is no file of one.
    let error = load::load(&install.vfs(), &request(setup(Game::MechWarrior3, Road::Run)), &mut load::Quiet);
    assert!(error.unwrap_err().to_string().contains("zbd/c1/gamez.zbd"));
}

#[test]
fn lamps_that_scripts_make_shine_from_a_point() {
    let (install, game) = (install(Version::MechWarrior3, "c1"), Game::MechWarrior3);
    install.file(
        "c1.gs",
        b"GameZReadZBDFile %GAMEZ%\nLightNew lamp\nLightSetTranslate 1 2 3\nLightSetColor 1 0.5 0\n\
          LightSetRanges 20 5\nFindNode world1\nWorldAddLight lamp",
    );
    let loaded = load(&install, setup(game, Road::Run));
    assert_eq!(codes(&loaded), [""; 0]);
    let [sun, lamp] = &loaded.scene.lights[..] else { panic!("{:?}", loaded.scene.lights) };
    assert_eq!([sun.directional, lamp.directional], [true, false]);
    assert_eq!(
        (lamp.position, lamp.color, lamp.near, lamp.far),
        (Vec3::new(1.0, 2.0, 3.0), [1.0, 0.5, 0.0], 5.0, 20.0)
    );
}

#[test]
fn flip_books_have_their_pages_in_order_and_only_the_first_is_shown() {
    let (install, game) = (install(Version::MechWarrior3, "c1"), Game::MechWarrior3);
    // What is made and removed before them leaves a gap in the numbers, which closes.
    install.file(
        "c1.gs",
        b"GameZReadZBDFile %GAMEZ%\nNewObject3D gap\nNewObject3D one\nNewObject3D two\nNewObject3D zero\n\
          SEQAddChild one 0 1\nNewSEQ book\nSEQAddChild one 0 0.5\nSEQAddChild two 9 0.25\n\
          SEQAddChild zero 0 1\nSEQAddChild nobody 0 1\nSEQAddChild two -1 1\nSEQSetLoop 1\n\
          SEQSetRepeat 3\nFindNode world1\nAddChild book\nFreeNode gap",
    );
    let loaded = load(&install, setup(game, Road::Run));
    let scene = &loaded.scene;
    let [book] = &scene.flip_books[..] else { panic!("{:?}", scene.flip_books) };
    let name = |node: world::NodeId| &*scene.nodes[node.index()].name;
    let pages: Vec<_> = book.pages.iter().map(|(node, seconds)| (name(*node), *seconds)).collect();
    assert_eq!((name(book.node), pages), ("book", vec![("zero", 1.0), ("one", 0.5), ("two", 0.25)]));
    assert_eq!((book.is_looping, book.repeats, book.is_paused, book.is_active), (true, 3, false, true));
    let is_on = |name: &str| node(&loaded, name).flags.contains(NodeFlags::ACTIVE);
    assert_eq!(["book", "zero", "one", "two"].map(is_on), [true, true, false, false]);
    assert_eq!(node(&loaded, "book").children.len(), 3);
}

#[test]
fn a_flip_book_begins_as_its_script_says() {
    for (words, expected) in [
        ("", (false, 0, false, true)),
        ("SEQSetActive 0", (false, 0, false, false)),
        ("SEQSetActive 0\nSEQSetActive 1", (false, 0, false, true)),
        ("SEQSetPause 1", (false, 0, true, true)),
        ("SEQSetLoop 1\nSEQSetRepeat 3", (true, 3, false, true)),
        ("SEQSetRepeat -1", (false, 0, false, true)),
    ] {
        let (install, game) = (install(Version::MechWarrior3, "c1"), Game::MechWarrior3);
        let text = format!(
            "GameZReadZBDFile %GAMEZ%\nNewObject3D page\nNewSEQ book\nSEQAddChild page 0 1\n{words}\n\
             FindNode world1\nAddChild book"
        );
        install.file("c1.gs", text.as_bytes());
        let scene = load(&install, setup(game, Road::Run)).scene;
        let [book] = &scene.flip_books[..] else { panic!("{words}: {:?}", scene.flip_books) };
        let begins = (book.is_looping, book.repeats, book.is_paused, book.is_active);
        assert_eq!(begins, expected, "{words}");
    }
}

#[test]
fn what_scripts_say_of_gusts_changes_those_that_are_usual() {
    let (install, game) = (install(Version::CrimsonSkies, "c1"), Game::CrimsonSkies);
    let gusts = |text: &str| {
        install.file(start(game), format!("GameZReadZBDFile %GAMEZ%\n{text}").as_bytes());
        load(&install, setup(game, Road::Run)).scene.gusts
    };
    assert_eq!(gusts(""), None);
    let usual = world::GustLaw { most_speed: 10.0, acceleration: 5.0, turning: 5_f32.to_radians() };
    assert_eq!(
        gusts("GlobalWindRandomAngVel 90"),
        Some(world::GustLaw { turning: 90_f32.to_radians(), ..usual })
    );
    let both = "GlobalWindRandomMaxSpeed 20\nGlobalWindRandomAccel 0.5\nGlobalWindRandomAccel -1";
    assert_eq!(gusts(both), Some(world::GustLaw { most_speed: 20.0, acceleration: 0.5, ..usual }));
}

#[test]
fn a_material_may_be_given_every_texture_that_is_registered() {
    for word in ["TextureAdd", "AddEnhancerImage", "LightMapTexture"] {
        let text = BUILT.replace("256", "1024").replace("TextureAdd", word);
        let (gamez, codes) = built(Version::CrimsonSkies, &text);
        assert_eq!(codes, [""; 0], "{word}");
        let textured = gamez.materials.used().iter().filter(|slot| slot.flags & 1 != 0);
        assert_eq!((textured.count(), gamez.textures.len()), (1, 1), "{word}");
    }
}

#[test]
fn texture_coordinates_follow_the_world() {
    let laid = BUILT.replace(
        "FindNode square\nSetIntersectBBOX on",
        "FindNode square\nObject3DSetTextureWorldBaseCoordinates 100 -100\n\
         Object3DSetTextureWorldTexturesPerMeter 0.5 0.25\nObject3DRegisterTexturesToWorld on",
    );
    let (gamez, codes) = built(Version::MechWarrior3, &laid);
    assert_eq!(codes, [""; 0]);
    // The square stands at x 100, z -100 and is 2 wide and high.
    assert_eq!(gamez.models.get(0).unwrap().uvs, [[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 0.0]]);
}

#[test]
fn scripts_reach_no_file_outside_the_install_and_write_none() {
    let install = install(Version::MechWarrior3, "c1");
    let outside = install.root().parent().unwrap().join("outside.gs");
    std::fs::write(&outside, "FindNode top\nObject3DTranslate 1 1 1").unwrap();
    install.file(
        "c1.gs",
        format!(
            "GameZReadZBDFile %GAMEZ%\nsource ../outside.gs\nsource {}\nDeleteFile zbd\\c1\\gamez.zbd\nmkdir new\n\
             GameZWriteZBDFile zbd\\c1\\gamez.zbd",
            outside.display()
        )
        .as_bytes(),
    );
    let before = squares(Version::MechWarrior3);
    let loaded = load(&install, setup(Game::MechWarrior3, Road::Run));
    std::fs::remove_file(outside).unwrap();
    assert_eq!(codes(&loaded), ["script.no_script", "script.no_script"]);
    assert_eq!(node(&loaded, "top").transform.translation.x, 5.0);
    assert_eq!(std::fs::read(install.root().join("zbd/c1/gamez.zbd")).unwrap(), before);
    assert!(!install.root().join("new").exists());
}

#[test]
fn a_script_that_looks_through_all_nodes_again_and_again_comes_to_an_end() {
    let version = Version::MechWarrior3;
    let install = Install::new();
    let mut made = Made::new(version);
    let top = made.object("top", None, [0.0; 3]);
    made.link(0, top);
    for number in 0..2000 {
        let child = made.object(&format!("child{number}"), None, [0.0; 3]);
        made.link(top, child);
    }
    install.file("zbd/c1/gamez.zbd", &made.bytes());
    // Each of the 16,000 searches looks at 2,000 nodes.
    let search = "FindNode top\nFindSubNode child1999\nNodeSetActive off\n";
    install.file("more.gs", search.repeat(4000).as_bytes());
    let start = format!("GameZReadZBDFile %GAMEZ%\n{}", "source more.gs\n".repeat(4));
    install.file("c1.gs", start.as_bytes());
    let loaded = load(&install, setup(Game::MechWarrior3, Road::Run));
    assert!(codes(&loaded).contains(&"script.failed"), "{:?}", codes(&loaded));
    assert_eq!(loaded.scene.roots.len(), 1);
}

#[test]
fn a_finished_world_keeps_its_grid_and_what_is_in_its_cells() {
    let version = Version::CrimsonSkies;
    let install = Install::new();
    let mut made = Made::new(version);
    let inside = made.object("inside.flt", Some(square(version, false)), [5.0, 0.0, 5.0]);
    made.place(inside, [[4.0, 0.0, 4.0], [6.0, 1.0, 6.0]]);
    install.file("zbd/c1/gamez.zbd", &made.bytes());
    // No script reads the world: it is there before those that change it. Names may lack their ending.
    install.file("support/c1/load.gw", b"GameZReadZBDFile %MISSING%\n");
    install.file(
        "support/c1/adjust.gw",
        b"FindNode world1\nWorldOrigin 0 0\nWorldExtents 4096 4096\nWorldPartition 1024 1024\n\
          FindSubNode inside\nObject3DTranslate 7 0 7\nFindNode\nNodeSetActive off",
    );
    let loaded = load(&install, setup(Game::CrimsonSkies, Road::Run));
    let scripts: Vec<_> = codes(&loaded).into_iter().filter(|code| code.starts_with("script.")).collect();
    assert_eq!(scripts, ["script.macro", "script.argument"]);
    assert_eq!(loaded.scene.roots.len(), 1, "what only a cell lists is placed");
    assert_eq!(node(&loaded, "inside.flt").transform.translation.x, 7.0);
    assert!(node(&loaded, "inside.flt").flags.contains(NodeFlags::ACTIVE));
}

#[test]
fn opacity_and_its_switch_may_come_in_any_order() {
    for (text, expected) in [
        ("Object3DSetOpacity 0.25\nObject3DSetOpacityIsSet 1", 0.25),
        ("Object3DSetOpacityIsSet 1\nObject3DSetOpacity 0.25", 0.25),
        ("Object3DSetOpacityIsSet 1", 1.0),
        ("Object3DSetOpacityIsSet 1\nObject3DSetOpacity 0.25\nObject3DSetOpacityIsSet 0", 1.0),
    ] {
        let install = install(Version::MechWarrior3, "c1");
        install.file("c1.gs", format!("GameZReadZBDFile %GAMEZ%\nFindNode top\n{text}").as_bytes());
        let loaded = load(&install, setup(Game::MechWarrior3, Road::Run));
        assert_eq!(node(&loaded, "top").opacity, expected, "{text}");
    }
}

#[test]
fn what_scripts_make_around_a_world_that_cannot_be_read_is_no_world() {
    let install = Install::new();
    install.file("zbd/c1/gamez.zbd", b"no world");
    install.file("c1.gs", b"NewWorld world1\nGameZReadZBDFile %GAMEZ%");
    let error = load::load(&install.vfs(), &request(setup(Game::MechWarrior3, Road::Run)), &mut load::Quiet);
    assert!(error.unwrap_err().to_string().contains("zbd/c1/gamez.zbd"));
}
