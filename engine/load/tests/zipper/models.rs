//! Models alone.

use crate::zipper::install::{Install, Made, member, name, package, square, triangle};
use glam::{Quat, Vec3};
use load::{Error, LoadedModel, ModelFiles, ModelRequest, ModelSource};
use world::{Clock, Frame, Motion as ClipMotion, NodeId, Scene};
use zbd::archive::{Archive, Contents, Entry, Footer, TypedArchive};
use zbd::gamez::Version;
use zbd::gamez::nodes::{Lod, Object3d};
use zbd::mechlib::{self, Material, Mechlib, ModelTree, TreeNode};
use zbd::motion::{self, Motion};

fn part(version: Version, text: &str, place: [f32; 3]) -> TreeNode {
    TreeNode::object(version, name(text), Object3d::placed([0.0; 3], [1.0; 3], place))
}

/// Hip, torso, head and a leg; the far model is the hip alone. Pirate's Moon has
/// two levels of detail of the leg inside the model.
pub(crate) fn library(version: Version) -> Vec<u8> {
    let mut best = vec![
        (0, TreeNode::object(version, name("mech_a.flt"), Object3d::initial())),
        (1, part(version, "Hip", [0.0, 4.0, 0.0]).with_model(version, square(version, false))),
        (2, part(version, "torso", [0.0, 2.0, 0.0]).with_model(version, square(version, false))),
        (3, part(version, "head", [0.0, 1.0, 0.0]).with_model(version, triangle(version))),
        (2, part(version, "lleg", [1.0, 0.0, 0.0])),
    ];
    if version == Version::PiratesMoon {
        let bounds = [[0.0; 3], [2.0; 3]];
        best.push((3, TreeNode::lod(version, name("far"), Lod::new(version, 50.0, 900.0), bounds)));
        best.push((4, part(version, "coarse", [0.0; 3]).with_model(version, triangle(version))));
        best.push((3, TreeNode::lod(version, name("near"), Lod::new(version, 0.0, 50.0), bounds)));
        best.push((4, part(version, "fine", [0.0; 3]).with_model(version, square(version, false))));
    }
    let far = vec![
        (0, TreeNode::object(version, name("mech_a_1.flt"), Object3d::initial())),
        (1, part(version, "hip", [0.0, 4.0, 0.0]).with_model(version, triangle(version))),
    ];
    let materials = vec![
        Material::textured("armour.tif").unwrap(),
        Material::colored([200.0, 0.0, 0.0], 255),
        Material::textured("unused").unwrap(),
    ];
    let trees = [("mech_a_1.flt", far), ("mech_a.flt", best)];
    let trees = trees.map(|(name, tree)| (name.to_owned(), ModelTree::from_outline(tree).unwrap()));
    mechlib::write(&Mechlib::new(version, materials, trees).unwrap()).unwrap()
}

/// Two frames: at rest, and moved by `place` and turned a quarter about y.
fn moving(seconds: f32, parts: &[&str], place: [f32; 3]) -> Motion {
    let mut motion = Motion::new(seconds, 2);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    for part in parts {
        let turns = vec![[1.0, 0.0, 0.0, 0.0], [half, 0.0, half, 0.0]];
        motion.push_part(part, vec![[0.0; 3], place], turns).unwrap();
    }
    motion
}

pub(crate) fn motions(version: Version) -> Vec<u8> {
    let entries = vec![
        member("b_walk", moving(4.0, &["hip", "TORSO", "tail"], [0.0, 6.0, 1.0])),
        member("A_jump", moving(1.0, &["hip"], [0.0, 9.0, 0.0])),
        member("ab_jump", moving(1.0, &["hip"], [0.0; 3])),
    ];
    let footer = match version {
        Version::PiratesMoon => Footer::Version2 { checksum: 0, unit_lengths: true },
        _ => Footer::Version1,
    };
    motion::write_archive(&TypedArchive { footer, entries, tail: Vec::new() }).unwrap()
}

pub(crate) fn definitions(version: Version) -> Vec<u8> {
    let text = b"( version 2 animations ( canned ( jumpjets jumpjets ) motion (
        stand ( anim a_stand trans ( 0 0 ) ) walk ( anim b_walk trans ( 1.0 2.0 ) ) ) ) )";
    let (value, _) = zbd::reader::parse(text, binary::Mode::Strict).unwrap();
    let entry = Entry::new("dfn_a.zrd", zbd::reader::write(&value).unwrap()).unwrap();
    zbd::archive::write(&Archive::new(version, Contents::Readers, vec![entry])).unwrap()
}

fn mechs(version: Version) -> (Install, ModelFiles) {
    let install = Install::new();
    install.file("zbd/mechlib.zbd", &library(version)).file("zbd/motion.zbd", &motions(version));
    install.file("zbd/reader.zbd", &definitions(version));
    install.file("zbd/rmechtex.zbd", &package(&[("armour", 4, 90), ("unused", 8, 0)]));
    (install, files("mechlib", "zbd/mechlib.zbd", "zbd/rmechtex.zbd"))
}

pub(crate) fn files(id: &str, address: &str, textures: &str) -> ModelFiles {
    ModelFiles {
        family: load::Family::Zipper,
        title: "title".to_owned(),
        frame: Frame::identity(1.0),
        sources: vec![ModelSource {
            id: id.to_owned(),
            address: address.to_owned(),
            textures: vec![textures.to_owned()],
        }],
        motions: vec!["zbd/motion.zbd".to_owned()],
        definitions: vec!["zbd/reader.zbd".to_owned()],
        creatures: load::CreatureRules::default(),
    }
}

fn load((install, files): &(Install, ModelFiles), name: &str, level: usize) -> Result<LoadedModel, Error> {
    let request = ModelRequest { files, source: &files.sources[0], name, level };
    load::zipper::model::load(&install.vfs(), &request, &mut load::Quiet)
}

fn node<'s>(scene: &'s Scene, name: &str) -> Option<(NodeId, &'s world::Node)> {
    let at = scene.nodes.iter().position(|node| node.name.eq_ignore_ascii_case(name))?;
    Some((NodeId::from(at), &scene.nodes[at]))
}

#[test]
fn a_mech_comes_with_its_textures_and_every_motion_of_its_own() {
    for version in [Version::MechWarrior3, Version::PiratesMoon] {
        let install = mechs(version);
        let names = load::zipper::model::names(&install.0.vfs(), &install.1.sources[0]).unwrap();
        assert_eq!(names, ["mech_a"], "{version:?}");
        for wanted in ["A", "mech_a", "MECH_A.FLT"] {
            assert_eq!(load::zipper::model::meant(&names, wanted), Some(&names[0]), "{wanted}");
        }
        assert_eq!(load::zipper::model::meant(&names, "mech"), None);

        let LoadedModel { scene, levels, findings, .. } = load(&install, "a", 0).unwrap();
        assert_eq!(levels, 2);
        // The definition names a motion that is not there.
        let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, ["load.motion"], "{version:?}: {findings:#?}");
        let textures: Vec<_> =
            scene.textures.iter().map(|texture| (&*texture.name, texture.levels[0].width)).collect();
        assert_eq!(textures, [("armour", 4)], "{version:?}");
        let clips: Vec<_> = scene.clips.iter().map(|clip| (&*clip.name, clip.seconds)).collect();
        assert_eq!(clips, [("walk", 4.0), ("jump", 1.0)], "{version:?}");
        assert_eq!(scene.roots, [NodeId(0)]);
        assert!(node(&scene, "head").unwrap().1.model.is_none(), "the cockpit is seen from inside");
        assert!(scene.materials.iter().all(|material| material.texture.is_none_or(|id| id.index() == 0)));
    }
}

#[test]
fn the_hip_moves_and_the_torso_only_turns() {
    let install = mechs(Version::MechWarrior3);
    let scene = load(&install, "a", 0).unwrap().scene;
    let ClipMotion::Parts(tracks) = &scene.clips[0].motion else { panic!() };
    assert_eq!(tracks.len(), 3);
    let walk = scene.animators[0].clips[0].clip;
    // Two frames and the closing key: the second stands in the middle.
    let clock = Clock { time: 2.0, ..Clock::looping(walk) };
    let parts: Vec<_> = scene.parts_at(world::AnimatorId(0), &clock, 0.0).collect();
    assert_eq!(parts.len(), 2, "the tail is no part of this 'mech");
    let quarter = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
    for (name, place) in [("hip", Vec3::new(0.0, 6.0, 1.0)), ("torso", Vec3::new(0.0, 2.0, 0.0))] {
        let (id, _) = node(&scene, name).unwrap();
        let (_, transform) = parts.iter().find(|(part, _)| *part == id).unwrap();
        let (_, turn, found) = transform.to_scale_rotation_translation();
        assert!(found.abs_diff_eq(place, 1e-5), "{name} at {found}");
        assert!(turn.abs_diff_eq(quarter, 1e-5) || turn.abs_diff_eq(-quarter, 1e-5), "{name} turned {turn}");
    }
}

#[test]
fn levels_of_detail_are_files_and_nodes() {
    let install = mechs(Version::PiratesMoon);
    let best = load(&install, "a", 0).unwrap().scene;
    assert!(node(&best, "fine").is_some() && node(&best, "coarse").is_none());
    assert!(best.nodes.iter().all(|node| !matches!(node.kind, world::NodeKind::Lod(_))));
    for level in [1, 7] {
        let far = load(&install, "a", level).unwrap();
        assert_eq!((far.scene.nodes.len(), far.scene.triangles(), far.levels), (2, 1, 2));
        assert_eq!(far.scene.animators[0].clips.len(), 2, "the far model shares the motions");
    }
}

#[test]
fn a_thing_of_a_container_stands_alone_with_what_it_is_made_of() {
    let version = Version::CrimsonSkies;
    let mut made = Made::new(version).texture("other.tif", -1).texture("skin.tif", -1);
    made.object("first", Some(triangle(version)), [0.0; 3]);
    let plane = made.object("Devastator", None, [100.0, 0.0, 0.0]);
    let near = made.object("hull", Some(square(version, false)), [1.0, 2.0, 3.0]);
    let far = made.object("block", Some(triangle(version)), [0.0; 3]);
    let (near, far) = (made.lod("near", 0.0, 50.0, near), made.lod("far", 50.0, 500.0, far));
    made.link(plane, near);
    made.link(plane, far);
    made.object("nothing", None, [0.0; 3]);
    let install = Install::new();
    install.file("zbd/planes.zbd", &made.bytes());
    install.file("zbd/c1/texture.zbd", &package(&[("other", 4, 90)]));
    let install = (install, files("planes", "zbd/planes.zbd", "zbd/c1/texture.zbd"));

    let names = load::zipper::model::names(&install.0.vfs(), &install.1.sources[0]).unwrap();
    assert_eq!(names, ["first", "Devastator"]);
    let LoadedModel { scene, levels, .. } = load(&install, "devastator", 0).unwrap();
    let kept: Vec<_> = scene.nodes.iter().map(|node| &*node.name).collect();
    assert_eq!(kept, ["Devastator", "near", "hull"]);
    assert_eq!((scene.models.len(), scene.triangles(), levels), (1, 2, 2));
    assert_eq!(scene.textures.len(), 1, "the texture of its material alone");
    assert!(scene.clips.is_empty() && scene.animators.is_empty());
    let far = load(&install, "devastator", 1).unwrap().scene;
    assert_eq!(far.triangles(), 1);

    let Error::File(finding) = load(&install, "camel", 0).unwrap_err() else { panic!() };
    assert_eq!((finding.code, &*finding.file), ("load.model_unknown", "zbd/planes.zbd"));
}

#[test]
fn a_damaged_archive_of_motions_costs_the_motions_alone() {
    let install = mechs(Version::MechWarrior3);
    install.0.file("zbd/motion.zbd", b"no archive");
    let loaded = load(&install, "a", 0).unwrap();
    assert!(loaded.scene.clips.is_empty());
    assert!(
        loaded.findings.iter().any(|finding| finding.file.contains("motion.zbd")),
        "{:?}",
        loaded.findings
    );
    install.0.file("zbd/mechlib.zbd", b"no library");
    assert!(matches!(load(&install, "a", 0), Err(Error::File(_))));
}

/// Loads the 'mech with a mod's files over the install.
fn load_modded((install, files): &(Install, ModelFiles), changes: &[(&str, &[u8])]) -> LoadedModel {
    let over = Install::new();
    for (address, bytes) in changes {
        over.file(address, bytes);
    }
    let vfs =
        vfs::Vfs::open(install.folder.path(), &[over.folder.path().to_owned()], load::ARCHIVES).unwrap();
    let request = ModelRequest { files, source: &files.sources[0], name: "a", level: 0 };
    load::zipper::model::load(&vfs, &request, &mut load::Quiet).unwrap()
}

fn clips(loaded: &LoadedModel) -> Vec<(&str, f32)> {
    loaded.scene.clips.iter().map(|clip| (&*clip.name, clip.seconds)).collect()
}

#[test]
fn a_definition_laid_over_the_archive_as_text_names_the_gaits() {
    let install = mechs(Version::MechWarrior3);
    let text = b"( animations ( motion ( walk ( anim a_jump ) ) ) )\n";
    let loaded = load_modded(&install, &[("zbd/reader.zbd/dfn_a.zrd", text)]);
    assert_eq!(loaded.findings, []);
    assert_eq!(clips(&loaded), [("walk", 1.0)], "no longer the motion of the archive's definition");
}

#[test]
fn members_laid_over_the_archives_are_what_is_shown() {
    for version in [Version::MechWarrior3, Version::PiratesMoon] {
        let install = mechs(version);
        let before = load(&install, "a", 0).unwrap();
        let tree = ModelTree::from_outline(vec![
            (0, TreeNode::object(version, name("mech_a.flt"), Object3d::initial())),
            (1, part(version, "hip", [0.0; 3]).with_model(version, triangle(version))),
        ]);
        let tree = mechlib::write_model(&tree.unwrap(), version).unwrap();
        let motion = |seconds| motion::write(&moving(seconds, &["hip"], [0.0; 3])).unwrap();
        let loaded = load_modded(
            &install,
            &[
                ("ZBD/mechlib.zbd/MECH_A.flt", &tree),
                ("zbd/motion.zbd/b_walk", &motion(7.0)),
                ("zbd/motion.zbd/A_stand", &motion(3.0)),
            ],
        );
        assert!(before.scene.triangles() > 1, "{version:?}");
        assert_eq!(loaded.scene.triangles(), 1, "{version:?}");
        assert_eq!(loaded.levels, 2, "the far model is still that of the library");
        assert_eq!(clips(&loaded), [("stand", 3.0), ("walk", 7.0), ("jump", 1.0)], "{version:?}");
        assert_eq!(loaded.findings, [], "{version:?}");

        // A damaged one costs itself alone; what is no member is said once.
        let loaded = load_modded(
            &install,
            &[
                ("zbd/mechlib.zbd/mech_a.flt", &tree[..40]),
                ("zbd/motion.zbd/b_walk.json", b"{}"),
                ("zbd/motion.zbd/revisit.json", b"{}"),
            ],
        );
        assert_eq!(loaded.scene.triangles(), before.scene.triangles(), "{version:?}");
        let found: Vec<_> =
            loaded.findings.iter().map(|finding| (finding.code, finding.file.as_str())).collect();
        let wanted = [
            ("zbd.mechlib.truncated", "zbd/mechlib.zbd/mech_a.flt"),
            ("load.member", "zbd/motion.zbd"),
            ("load.motion", "zbd/reader.zbd/dfn_a.zrd"),
        ];
        assert_eq!(found, wanted, "{version:?}");
    }
}

#[test]
fn motions_that_are_missing_are_said_once_and_by_their_name() {
    let install = mechs(Version::MechWarrior3);
    std::fs::remove_file(install.0.folder.path().join("zbd/motion.zbd")).unwrap();
    let findings = load(&install, "a", 0).unwrap().findings;
    let found: Vec<_> = findings.iter().map(|finding| (finding.code, finding.file.as_str())).collect();
    assert_eq!(found, [("load.motion", "zbd/motion.zbd")]);
}
