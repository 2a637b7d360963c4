//! Worlds: what differs from title to title.

use crate::zipper::install::{Install, Made, VERSIONS, package, square, triangle};
use load::{Loaded, Request};
use world::space::SpaceDef;
use world::{ActiveZones, Alpha, Blend, Frame, Limits, NodeKind, Occurrences, State};
use zbd::gamez::Version;
use zbd::gamez::models::model_type;

fn load(install: &Install, more: &[&str]) -> Loaded {
    let request = Request {
        family: load::Family::Zipper,
        title: "title".to_owned(),
        world: "c1".to_owned(),
        frame: Frame::identity(1.0),
        container: "zbd/c1/gamez.zbd".to_owned(),
        textures: vec!["zbd/c1/texture.zbd".to_owned()],
        more_textures: more.iter().map(|address| (*address).to_owned()).collect(),
        sky_names: vec!["horizon".to_owned()],
        start: None,
        scripts: None,
        animations: Vec::new(),
        machines: None,
        aeroplanes: None,
        wind: [0.0; 3],
        sounds: None,
        sound_setup: load::SoundSetup::default(),
        callbacks: load::Callbacks::default(),
        creatures: load::CreatureRules::default(),
        guests: load::Guests::default(),
        walker: None,
        land: load::daggerfall::Shared::default(),
    };
    load::zipper::load(&install.vfs(), &request, &mut load::Quiet).unwrap()
}

/// A square below a LOD, a mark, a facade, and a sky.
fn world(version: Version) -> Made {
    let mut made = Made::new(version).texture("wall.tif", -1);
    let square_node = made.object("square", Some(square(version, true)), [5.0, 0.0, 0.0]);
    let lod = made.lod("lod", 0.0, 100.0, square_node);
    made.link(0, lod);
    let mark = made.object("mark", Some(triangle(version)), [0.0; 3]);
    made.link(0, mark);
    let mut card = square(version, false);
    card.info.model_type = model_type::FACADE;
    match version {
        Version::Recoil => {}
        _ => card.info.facade_mode = 1,
    }
    card.seal(version);
    let card = made.object("horizon", Some(card), [0.0; 3]);
    made.link(0, card);
    made
}

#[test]
fn worlds_of_all_four_titles_load() {
    for version in VERSIONS {
        let install = Install::new();
        install.file("zbd/c1/gamez.zbd", &world(version).bytes());
        install.file("zbd/c1/texture.zbd", &package(&[("wall", 4, 90)]));
        let Loaded { scene, findings, .. } = load(&install, &[]);
        let codes: Vec<_> =
            findings.iter().map(|finding| finding.code).filter(|code| code.starts_with("load.")).collect();
        assert_eq!(codes, [""; 0], "{version:?}");

        let node = |name: &str| scene.nodes.iter().find(|node| &*node.name == name).unwrap();
        let NodeKind::Lod(range) = node("lod").kind else { panic!("{version:?}: {:?}", node("lod").kind) };
        assert_eq!((range.near_sq, range.far_sq), (0.0, 10_000.0), "{version:?}");
        let SpaceDef::Grid(grid) = &scene.space else { panic!("{version:?}") };
        let cell = if version == Version::CrimsonSkies { 1024.0 } else { 256.0 };
        assert_eq!((grid.cell, grid.columns, grid.rows), (cell, 1, 1), "{version:?}");

        let model = |name: &str| &scene.models[node(name).model.unwrap().index()];
        let square = model("square");
        let overlaid = matches!(version, Version::PiratesMoon | Version::CrimsonSkies);
        let passes: Vec<u8> = square.polygons.iter().map(|polygon| polygon.pass).collect();
        assert_eq!(passes, if overlaid { vec![0, 1] } else { vec![0] }, "{version:?}");
        assert!(square.polygons[0].double_sided, "{version:?}");
        assert_eq!(square.polygons[0].layer, 3, "{version:?}");
        // Recoil bakes no light into corners.
        let color = if version == Version::Recoil { [255; 3] } else { [100, 150, 200] };
        assert_eq!(square.vertices[0].color, color, "{version:?}");
        assert_eq!(model("mark").marker, version == Version::CrimsonSkies, "{version:?}");
        let turns = model("horizon").facade.unwrap();
        let wanted = match version {
            Version::Recoil => world::Facade::CylinderY,
            _ => world::Facade::Sphere,
        };
        assert_eq!(turns, wanted, "{version:?}");
        assert!(node("horizon").flags.contains(world::NodeFlags::FOLLOWS_CAMERA), "{version:?}");

        let [wall, red, missing] = &scene.materials[..] else { panic!("{:?}", scene.materials) };
        assert_eq!((wall.blend, red.blend, &*missing.name), (Blend::Opaque, Blend::Alpha, "missing"));
        assert_eq!((scene.textures[0].alpha, scene.textures[0].levels.len()), (Alpha::None, 1));

        // In Recoil and Crimson Skies caves and clouds are not there at first;
        // a polygon's -1 is no zone where the weather decides.
        let filtered = matches!(version, Version::Recoil | Version::CrimsonSkies);
        let zones = if filtered { ActiveZones::new(&[0, 1]) } else { ActiveZones::default() };
        assert_eq!(scene.zones, zones, "{version:?}");
        let zones: &[i8] = if version == Version::CrimsonSkies { &[] } else { &[-1] };
        assert_eq!(square.polygons[0].zones.zones(), zones, "{version:?}");
    }
}

#[test]
fn a_node_of_recoil_stands_below_each_of_its_parents() {
    let mut made = Made::new(Version::Recoil).texture("wall.tif", -1);
    let shared = made.object("shared", Some(square(Version::Recoil, false)), [0.0, 1.0, 0.0]);
    for (name, x) in [("left", -10.0), ("right", 10.0)] {
        let parent = made.object(name, None, [x, 0.0, 0.0]);
        made.link(parent, shared);
        made.link(0, parent);
    }
    let install = Install::new();
    install.file("zbd/c1/gamez.zbd", &made.bytes());
    install.file("zbd/c1/texture.zbd", &package(&[("wall", 4, 90)]));
    let scene = load(&install, &[]).scene;
    let state = State::new(&scene, 1);
    let (table, odd) = Occurrences::build(&scene, &state, Limits::default().occurrences);
    assert_eq!(odd, []);
    let node = scene.nodes.iter().position(|node| &*node.name == "shared").unwrap();
    let places: Vec<f32> = table.of(node.into()).map(|id| table.transform(id).translation.x).collect();
    assert_eq!(places, [-10.0, 10.0]);
}

#[test]
fn smaller_levels_are_those_the_artists_made() {
    let greys = |scene: &world::Scene| -> Vec<(u32, u8)> {
        scene.textures[0].levels.iter().map(|level| (level.width, level.rgba[0])).collect()
    };
    for version in VERSIONS {
        // Recoil's directory says which texture is the next smaller one; Crimson
        // Skies has them beside the large one. A third that is no half ends it.
        let made = match version {
            Version::Recoil => {
                Made::new(version).texture("wall.tif", 1).texture("small.tif", 2).texture("odd.tif", -1)
            }
            _ => Made::new(version).texture("wall.tif", -1),
        };
        let install = Install::new();
        install.file("zbd/c1/gamez.zbd", &made.bytes());
        let textures = [
            ("wall", 8, 0),
            ("small", 4, 255),
            ("odd", 4, 0),
            ("wall_1", 4, 255),
            ("wall_2", 2, 0),
            ("wall_3", 2, 0),
        ];
        install.file("zbd/c1/texture.zbd", &package(&textures));
        let scene = load(&install, &[]).scene;
        let wanted: &[(u32, u8)] = match version {
            Version::Recoil => &[(8, 0), (4, 255)],
            Version::CrimsonSkies => &[(8, 0), (4, 255), (2, 0)],
            _ => &[(8, 0)],
        };
        assert_eq!(greys(&scene), wanted, "{version:?}");
    }
}

#[test]
fn further_packages_are_opened_only_for_what_is_missing() {
    let version = Version::MechWarrior3;
    let (own, shared) = (package(&[("wall", 4, 90)]), package(&[("mech", 4, 90), ("wall", 8, 0)]));
    let bytes_read = |made: Made, more: &[&str]| {
        let install = Install::new();
        let world = made.bytes();
        install.file("zbd/c1/gamez.zbd", &world).file("zbd/c1/texture.zbd", &own);
        install.file("zbd/rmechtex.zbd", &shared);
        let loaded = load(&install, more);
        let missing = loaded.findings.iter().filter(|finding| finding.code == "load.texture_missing").count();
        let widths: Vec<_> =
            loaded.scene.textures.iter().filter_map(|texture| Some(texture.levels.first()?.width)).collect();
        (loaded.bytes_read as usize - world.len(), missing, widths)
    };
    let plain = || Made::new(version).texture("wall.tif", -1);
    let with_mech = || plain().texture("mech.tif", -1);
    let more = &["zbd/rmechtex.zbd"];
    assert_eq!(bytes_read(plain(), more), (own.len(), 0, vec![4]));
    assert_eq!(bytes_read(with_mech(), more), (own.len() + shared.len(), 0, vec![4, 4]));
    assert_eq!(bytes_read(with_mech(), &[]), (own.len(), 1, vec![4]));
}

#[test]
fn a_model_with_offsets_can_be_morphed() {
    for version in VERSIONS {
        let mut sail = square(version, false);
        // The upper corners blow away by 3.
        sail.morphs = vec![[0.0; 3], [0.0; 3], [0.0, 0.0, -3.0], [0.0, 0.0, -3.0]];
        sail.info.morph_factor = 0.25;
        sail.seal(version);
        let mut made = Made::new(version).texture("wall.tif", -1);
        let plain = made.object("plain", Some(square(version, false)), [0.0; 3]);
        let node = made.object("sail", Some(sail), [0.0; 3]);
        made.link(0, plain);
        made.link(0, node);
        let install = Install::new();
        install.file("zbd/c1/gamez.zbd", &made.bytes());
        install.file("zbd/c1/texture.zbd", &package(&[("wall", 4, 90)]));
        let scene = load(&install, &[]).scene;
        let model = |name: &str| {
            let node = scene.nodes.iter().find(|node| &*node.name == name).unwrap();
            &scene.models[node.model.unwrap().index()]
        };
        assert!(model("plain").deform.is_none() && model("plain").morph.is_none(), "{version:?}");
        let sail = model("sail");
        let deform = sail.deform.as_deref().unwrap();
        let mut points = Vec::new();
        deform.pose(world::Pose::new(0, 1, 0.5), &mut world::PoseMemory::default(), &mut points);
        for (vertex, rest) in sail.vertices.iter().enumerate() {
            let [x, y, _] = rest.position;
            let blown = if y > 1.0 { -1.5 } else { 0.0 };
            let point = points[deform.point_of[vertex] as usize].position;
            assert_eq!(point.to_array(), [x, y, blown], "{version:?}");
        }
        assert_eq!(
            (sail.morph, sail.bounds.min.z, sail.bounds.max.z),
            (Some(0.25), -3.0, 0.0),
            "{version:?}"
        );
    }
}
