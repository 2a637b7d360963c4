//! Files made from scratch: strict reading accepts them, for every game; a
//! value that contradicts itself is an error that says where.

use crate::gamez::{strict, world};
use binary::{Mode, Result, Severity};
use zbd::gamez::materials::{Cycle, MaterialSlot, Materials};
use zbd::gamez::models::{Model, ModelSlot, Models, PointLight, model_type};
use zbd::gamez::nodes::Nodes;
use zbd::gamez::textures::TextureEntry;
use zbd::gamez::{self, GameZ, NewPolygon, Version, ZoneSet};

const VERSIONS: [Version; 4] =
    [Version::Recoil, Version::MechWarrior3, Version::PiratesMoon, Version::CrimsonSkies];

/// Something done to a world before it is written.
type Change = fn(&mut GameZ);

fn materials(version: Version) -> Materials {
    let used = [
        (MaterialSlot::textured(1).with_soil(3), None),
        (MaterialSlot::colored([10.0, 20.5, 255.0], 200), None),
        (MaterialSlot::textured(0), Some(Cycle::new(vec![0, 1], 4.0, true))),
    ];
    Materials::from_used(version, used, 10)
}

fn ground(version: Version) -> Result<Model> {
    let mut model = Model {
        vertices: vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 6.0, 12.0], [0.0, 6.0, 12.0]],
        normals: vec![[0.0, 1.0, 0.0]],
        morphs: vec![[1.0, 2.0, 3.0]],
        lights: vec![PointLight::new([255.0, 0.0, 0.0], vec![[2.0, 3.0, 6.0]], 50.0, 150.0)],
        ..Model::default()
    };
    let uvs = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let plain =
        NewPolygon { vertex_indices: &[0, 1, 2], uvs: &uvs[..3], materials: &[0], ..NewPolygon::default() };
    model.push_polygon(version, &plain)?;
    let cycled = NewPolygon {
        vertex_indices: &[0, 1, 2, 3],
        normal_indices: &[0, 0, 0, 0],
        uvs: &uvs,
        materials: &[2],
        priority: -3,
        zones: &[1, -1],
        show_backface: true,
        tri_strip: version != Version::Recoil,
        ..NewPolygon::default()
    };
    model.push_polygon(version, &cycled)?;
    model.push_polygon(version, &plain)?;
    if !version.has_zeroed_tail() {
        let both: Vec<_> = uvs.iter().chain(&uvs).copied().collect();
        let overlaid = NewPolygon { uvs: &both, materials: &[2, 1], ..cycled };
        model.push_polygon(version, &overlaid)?;
        model.list_materials(version, &materials(version));
    }
    model.seal(version);
    Ok(model)
}

fn lamps(version: Version) -> Model {
    let light = PointLight::new([255.0; 3], vec![[0.0, 9.0, 0.0]], 0.0, 0.0);
    let mut model = Model { lights: vec![light], ..Model::default() };
    model.seal(version);
    model
}

/// A world of one model with everything and one of lights; its nodes are
/// those of the typed world, or none.
fn made(version: Version) -> Result<GameZ> {
    let textures = vec![TextureEntry::named("a.tif").unwrap(), TextureEntry::named("b.tif").unwrap()];
    let mut facade = ground(version)?;
    facade.info.model_type = model_type::FACADE;
    facade.seal(version);
    let models = Models::from_used(vec![ground(version)?, lamps(version), facade], 8);
    let nodes = if version == Version::MechWarrior3 { strict(&world()).nodes } else { Nodes::default() };
    Ok(GameZ::new(version, textures, materials(version), models, nodes))
}

#[test]
fn what_the_constructors_make_passes_strict_reading() {
    let made = made(Version::MechWarrior3).unwrap();
    let bytes = gamez::write(&made).unwrap();
    assert_eq!(made.node_last_free, 10);
    assert_eq!(strict(&bytes).models, made.models);
    assert_eq!(strict(&bytes).materials, made.materials);
    assert_eq!(gamez::write(&strict(&bytes)).unwrap(), bytes);

    let info = &made.models.get(0).unwrap().info;
    assert_eq!(info.bbox_mid, [2.0, 3.0, 6.0]);
    // Half the diagonal of 4 x 6 x 12.
    assert_eq!(info.bbox_diag, 7.0);
}

#[test]
fn every_game_gets_its_own_layout() {
    for version in VERSIONS {
        let made = made(version).unwrap();
        let bytes = gamez::write(&made).unwrap();
        let (read, report) = gamez::read(&bytes, Mode::Strict).unwrap();
        // Without nodes the node block has something to say.
        let about_blocks = |code: &&str| code.starts_with("zbd.gamez");
        let codes: Vec<_> =
            report.findings().iter().map(|finding| finding.code).filter(about_blocks).collect();
        assert_eq!(codes, [""; 0], "{version:?}");
        assert_eq!((&read.models, &read.materials), (&made.models, &made.materials), "{version:?}");
        assert!(gamez::write(&read).unwrap() == bytes, "{version:?}");
    }
}

#[test]
fn overlaid_polygons_keep_one_set_of_coordinates_per_material() {
    let version = Version::PiratesMoon;
    let model = ground(version).unwrap();
    let polygons: Vec<_> = model.polygons(version).collect();
    assert_eq!(polygons[3].materials, [2, 1]);
    assert_eq!(polygons[3].uvs.unwrap().len(), 8);
    assert_eq!(polygons[1].uvs.unwrap().len(), 4);
    // The cycled material twice for itself, then the plain one, used twice.
    let references: Vec<_> =
        model.material_refs.iter().map(|entry| (entry.material_index, entry.usage_count)).collect();
    assert_eq!(references, [(2, 1), (2, 1), (0, 2)]);
    assert_eq!(model.material_refs[1].polygon_ptr - model.material_refs[0].polygon_ptr, 2 * 40);
}

#[test]
fn crimson_skies_alternates_used_and_free_slots() {
    let mut made = made(Version::CrimsonSkies).unwrap();
    made.models.slots.insert(1, ModelSlot::Free { next: 2, words: Vec::new() });
    made.models.index_free = 1;
    let bytes = gamez::write(&made).unwrap();
    let (read, report) = gamez::read(&bytes, Mode::Strict).unwrap();
    assert_eq!(report.findings(), []);
    assert!(read.models.get(1).is_none());
    assert_eq!(read.models, made.models);
}

#[test]
fn habits_of_the_later_games_are_watched() {
    let breaks: [(Change, &str); 6] = [
        (|gamez| gamez.textures[0].field04 = 1, "zbd.gamez.texture.field04"),
        (|gamez| gamez.textures[0].state = 1, "zbd.gamez.texture.image_ptr"),
        (|gamez| first(gamez).info.flags &= 0x7F, "zbd.gamez.model.hardware_render"),
        (|gamez| first(gamez).info.material_refs_ptr = 0, "zbd.gamez.model.material_refs_ptr"),
        (|gamez| first(gamez).material_refs[0].material_index = 3, "zbd.gamez.material_ref.material_index"),
        (|gamez| first(gamez).polygon_infos[0].materials_ptr = 0, "zbd.gamez.polygon.materials_ptr"),
    ];
    for version in [Version::PiratesMoon, Version::CrimsonSkies] {
        for (change, code) in breaks {
            let mut made = made(version).unwrap();
            change(&mut made);
            let bytes = gamez::write(&made).unwrap();
            let (read, report) = gamez::read(&bytes, Mode::Strict).unwrap();
            let codes: Vec<_> = report.findings().iter().map(|finding| finding.code).collect();
            assert_eq!(codes, [code], "{version:?}");
            assert!(gamez::write(&read).unwrap() == bytes, "{version:?} {code}");
        }
    }
}

fn first(gamez: &mut GameZ) -> &mut Model {
    match &mut gamez.models.slots[0] {
        ModelSlot::Used(model) => model,
        ModelSlot::Free { .. } => panic!("model 0 is free"),
    }
}

#[test]
fn a_value_that_contradicts_itself_is_not_written() {
    let breaks: [(Change, &str, &str); 12] = [
        (|gamez| first(gamez).vertex_indices.truncate(3), "zbd.gamez.write.corners", "model 0"),
        (|gamez| first(gamez).normal_indices.clear(), "zbd.gamez.write.corners", "model 0"),
        (|gamez| first(gamez).uvs.push([0.0; 2]), "zbd.gamez.write.corners", "model 0"),
        (|gamez| first(gamez).colors.clear(), "zbd.gamez.write.corners", "model 0"),
        (|gamez| first(gamez).vertex_indices[0] = 4, "zbd.gamez.write.indices", "model 0"),
        (|gamez| first(gamez).normals.clear(), "zbd.gamez.write.indices", "model 0"),
        (|gamez| gamez.materials.cycles.clear(), "zbd.gamez.write.materials", "materials"),
        (|gamez| gamez.materials.count = 11, "zbd.gamez.write.materials", "materials"),
        (
            |gamez| gamez.materials.slots.resize(32_768, MaterialSlot::default()),
            "zbd.gamez.write.count",
            "materials",
        ),
        (|gamez| gamez.models.count = 2, "zbd.gamez.write.models", "model 2"),
        (|gamez| gamez.models.slots.swap(0, 7), "zbd.gamez.write.models", "model 0"),
        (
            |gamez| gamez.models.slots[5] = ModelSlot::Free { next: 6, words: vec![0; 3] },
            "zbd.gamez.write.free_slot",
            "model 5",
        ),
    ];
    for (change, code, path) in breaks {
        let mut made = made(Version::MechWarrior3).unwrap();
        change(&mut made);
        let error = gamez::write(&made).unwrap_err();
        assert_eq!((error.code, error.path.as_str()), (code, path), "{error}");
        assert_eq!(error.severity, Severity::Error);
    }
}

#[test]
fn new_polygons_that_no_game_can_hold_are_refused() {
    let good = NewPolygon { vertex_indices: &[0, 1, 2], materials: &[0], ..NewPolygon::default() };
    let many: Vec<u32> = vec![0; 256];
    let refused = [
        (Version::MechWarrior3, NewPolygon { vertex_indices: &[0, 1], ..good }),
        (Version::MechWarrior3, NewPolygon { vertex_indices: &many, ..good }),
        (Version::MechWarrior3, NewPolygon { uvs: &[[0.0; 2]; 4], ..good }),
        (Version::MechWarrior3, NewPolygon { normal_indices: &[0], ..good }),
        (Version::MechWarrior3, NewPolygon { colors: &[[0.0; 3]; 2], ..good }),
        (Version::MechWarrior3, NewPolygon { materials: &[0, 1], ..good }),
        (Version::MechWarrior3, NewPolygon { materials: &[], ..good }),
        (Version::MechWarrior3, NewPolygon { zones: &[1, 2, 3, 4], ..good }),
        (Version::Recoil, NewPolygon { tri_strip: true, ..good }),
        (Version::Recoil, NewPolygon { colors: &[[0.0; 3]; 3], ..good }),
    ];
    for (version, polygon) in refused {
        let mut model = Model::default();
        let error = model.push_polygon(version, &polygon).unwrap_err();
        assert_eq!(error.code, "zbd.gamez.write.polygon");
        assert_eq!(model, Model::default(), "{error}");
    }
    let mut model = Model::default();
    model.push_polygon(Version::PiratesMoon, &NewPolygon { vertex_indices: &many, ..good }).unwrap();
    assert_eq!(model.polygon_infos[0].corner_count(Version::PiratesMoon), 256);
}

#[test]
fn zone_sets_are_the_words_of_the_specification() {
    for (zones, word) in [
        (&[][..], 0xFFFF_FF00),
        (&[-1], 0xFFFF_FF01),
        (&[1], 0xFFFF_0101),
        (&[0, 2], 0xFF02_0002),
        (&[1, 2, 3], 0x0302_0103),
    ] {
        let set = ZoneSet::new(zones).unwrap();
        assert_eq!(set, ZoneSet(word));
        assert_eq!(set.zones().collect::<Vec<_>>(), zones);
        assert!(set.is_regular());
    }
    assert_eq!(ZoneSet::new(&[1, 2, 3, 4]), None);
    assert_eq!(ZoneSet(0x0403_02FF).zones().collect::<Vec<_>>(), [2, 3, 4]);
}
