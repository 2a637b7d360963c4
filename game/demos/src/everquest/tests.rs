//! The zone as a game would find it: everything is read back from the bytes.

use super::build;
use crate::checked::{faultless, file};
use crate::{DemoFile, Options};
use ::everquest::file_list;
use ::everquest::map::{self, Drawn};
use ::everquest::pfs::{self, Inflater};
use ::everquest::sound_bank;
use ::everquest::sounds::{self, Numbered};
use ::everquest::wld::{self, Body, Medium, Wld};
use binary::Mode;
use glam::Vec3;
use std::sync::OnceLock;

const ONE: Options = Options { scale: 1, seed: 1 };

/// Built once for all tests.
fn install() -> &'static [DemoFile] {
    static FILES: OnceLock<Vec<DemoFile>> = OnceLock::new();
    FILES.get_or_init(|| build(&ONE).expect("the zone is built"))
}

/// A file of an archive.
fn member(archive: &str, name: &str) -> Vec<u8> {
    let bytes = file(install(), archive);
    let (directory, _) = pfs::read_directory(bytes, Mode::Strict).expect(archive);
    let entry = directory.find(name).unwrap_or_else(|| panic!("{name} is missing"));
    Inflater::new().read(bytes, entry).expect(name)
}

fn world(archive: &str, name: &str) -> Wld {
    faultless(name, &member(archive, name), wld::read, wld::write)
}

fn zone() -> Wld {
    world("larkmere.s3d", "larkmere.wld")
}

/// Number of the region at a point, from 0, by the tree.
fn region_at(zone: &Wld, point: Vec3) -> Option<u32> {
    let tree = zone.fragments.iter().find_map(|fragment| match &fragment.body {
        Body::WorldTree(tree) => Some(tree),
        _ => None,
    });
    tree.expect("a tree").region_at(point.to_array()).map(|number| number - 1)
}

fn sees(zone: &Wld, from: Vec3, to: Vec3) -> bool {
    let [from, to] = [from, to].map(|point| region_at(zone, point).expect("a region"));
    let count = zone.regions().count() as u32;
    let region = zone.regions().nth(from as usize).flatten().expect("a region");
    region.visibility().expect("a list").visible(from, count).contains(&to)
}

#[test]
fn every_file_obeys_every_rule_and_is_written_back() {
    for made in install() {
        match made.address.rsplit('.').next() {
            Some("s3d" | "pfs") => {
                faultless(&made.address, &made.bytes, pfs::read, pfs::write);
            }
            Some("txt") if made.address == "mp3index.txt" => {
                let list = faultless(&made.address, &made.bytes, file_list::read, file_list::write);
                assert_eq!(list.lines.len(), super::music::TRACKS.len());
            }
            Some("txt") => {
                faultless(&made.address, &made.bytes, map::read, map::write);
            }
            _ => {}
        }
    }
    for (archive, name) in [
        ("larkmere.s3d", "larkmere.wld"),
        ("larkmere.s3d", "objects.wld"),
        ("larkmere.s3d", "lights.wld"),
        ("larkmere_obj.s3d", "larkmere_obj.wld"),
    ] {
        world(archive, name);
    }
    let table = file(install(), "larkmere_sounds.eff");
    let table = faultless("sounds", table, sounds::read, |table| Ok(sounds::write(table)));
    let bank = faultless("bank", file(install(), "larkmere_sndbnk.eff"), sound_bank::read, sound_bank::write);
    for sound in &table.sounds {
        if sound.kind == sounds::MUSIC {
            let (name, _) = super::music::TRACKS[sound.sound_1.unsigned_abs() as usize - 1];
            assert!(!file(install(), name).is_empty());
            continue;
        }
        let Numbered::Named(name) = sounds::numbered(&bank, sound.sound_1) else {
            panic!("{} is no sound of the bank", sound.sound_1);
        };
        assert!(!member("snd1.pfs", &format!("{name}.wav")).is_empty());
    }
}

#[test]
fn the_same_options_give_the_same_bytes() {
    assert!(build(&ONE).expect("the zone is built") == install());
}

#[test]
fn the_lake_is_water_below_its_surface_and_the_gate_leads_on() {
    let zone = zone();
    let kinds = zone.region_kinds();
    let kind = |point: Vec3| &kinds[region_at(&zone, point).expect("a region") as usize];
    assert_eq!(kind(Vec3::new(-40.0, -140.0, -1.0)).medium, Medium::Water);
    assert_eq!(kind(Vec3::new(-40.0, -140.0, 1.0)).medium, Medium::Air);
    assert!(kind(Vec3::new(494.0, -56.0, 12.0)).zone_line.is_some());
    assert!(kind(Vec3::new(484.0, -56.0, 12.0)).zone_line.is_none());
}

#[test]
fn the_middle_of_the_tunnel_sees_its_neighbours_and_nothing_outside() {
    let zone = zone();
    let middle = Vec3::new(344.0, -10.0, 12.0);
    let (room, valley, gorge) =
        (Vec3::new(344.0, 40.0, 12.0), Vec3::new(24.0, 124.0, 14.0), Vec3::new(440.0, -56.0, 12.0));
    assert!(sees(&zone, middle, room) && sees(&zone, room, middle));
    assert!(!sees(&zone, middle, valley) && !sees(&zone, middle, gorge));
    // From the mouth one looks out over the village.
    assert!(sees(&zone, Vec3::new(276.0, 40.0, 12.0), Vec3::new(100.0, 60.0, 12.0)));
}

#[test]
fn pictures_of_objects_are_dds_under_names_of_bitmaps() {
    assert_eq!(&member("larkmere_obj.s3d", "leaves.bmp")[..4], b"DDS ");
    assert_eq!(&member("larkmere.s3d", "grass.bmp")[..2], b"BM");
}

/// The ends of the map's lines lie on corners of the ground, and do so under no
/// other way to swap and mirror its axes.
#[test]
fn the_map_fits_the_ground_under_the_one_right_mapping_of_axes() {
    let zone = zone();
    let meshes = zone.fragments.iter().filter_map(|fragment| match &fragment.body {
        Body::DmSpriteDef2(mesh) => Some(mesh),
        _ => None,
    });
    let corners: Vec<Vec3> =
        meshes.flat_map(|mesh| mesh.positions().map(Vec3::from).collect::<Vec<_>>()).collect();
    let (map, _) = map::read(file(install(), "maps/larkmere.txt"), Mode::Strict).expect("a map");
    let ends = map.drawn().filter_map(|drawn| match drawn {
        Drawn::Line { from, to, .. } => Some([*from, *to]),
        Drawn::Point { .. } => None,
    });
    let ends: Vec<[f32; 3]> = ends.flatten().map(|end| end.map(|part| part as f32)).collect();
    assert!(ends.len() > 60, "{} ends", ends.len());
    let share = |place: &dyn Fn([f32; 3]) -> Vec3| {
        let on = |end: &&[f32; 3]| {
            let at = place(**end);
            corners.iter().any(|corner| corner.abs_diff_eq(at, 1.0))
        };
        ends.iter().filter(on).count() as f32 / ends.len() as f32
    };
    let right = share(&|[x, y, z]| Vec3::new(-y, -x, z));
    assert!(right > 0.98, "{right}");
    for swapped in [false, true] {
        for (a, b) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
            if !(swapped && a < 0.0 && b < 0.0) {
                let other = share(&|[x, y, z]| {
                    let (x, y) = if swapped { (y, x) } else { (x, y) };
                    Vec3::new(x * a, y * b, z)
                });
                assert!(other < 0.5, "swapped {swapped}, {a} {b}: {other}");
            }
        }
    }
}
