//! The zone as a game would find it: everything is read back from the bytes.

use super::build;
use crate::checked::{faultless, file};
use crate::{DemoFile, Options};
use ::everquest::file_list;
use ::everquest::map::{self, Drawn};
use ::everquest::model_list;
use ::everquest::pfs::{self, Inflater};
use ::everquest::sound_bank;
use ::everquest::sounds::{self, Numbered};
use ::everquest::wld::{self, Arrival, Body, Medium, Region, VisibilityList, Wld, WorldTree, ZoneLine};
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

fn ashgate() -> Wld {
    world("ashgate.s3d", "ashgate.wld")
}

fn tree(zone: &Wld) -> &WorldTree {
    let tree = zone.fragments.iter().find_map(|fragment| match &fragment.body {
        Body::WorldTree(tree) => Some(tree),
        _ => None,
    });
    tree.expect("a tree")
}

fn region(zone: &Wld, number: u32) -> &Region {
    zone.regions().nth(number as usize).flatten().expect("a region")
}

/// Number of the region at a point, from 0, by the tree.
fn region_at(zone: &Wld, point: Vec3) -> Option<u32> {
    tree(zone).region_at(point.to_array()).map(|number| number - 1)
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
            Some("txt") if made.address.starts_with("maps/") => {
                faultless(&made.address, &made.bytes, map::read, map::write);
            }
            Some("txt") if made.address.ends_with("_chr.txt") => {
                faultless(&made.address, &made.bytes, model_list::read, model_list::write);
            }
            _ => {}
        }
    }
    for (archive, name) in [
        ("larkmere.s3d", "larkmere.wld"),
        ("larkmere.s3d", "objects.wld"),
        ("larkmere.s3d", "lights.wld"),
        ("larkmere_obj.s3d", "larkmere_obj.wld"),
        ("ashgate.s3d", "ashgate.wld"),
        ("ashgate.s3d", "objects.wld"),
        ("ashgate.s3d", "lights.wld"),
        ("ashgate_obj.s3d", "ashgate_obj.wld"),
        ("ashgate_chr.s3d", "ashgate_chr.wld"),
        ("gequip.s3d", "gequip.wld"),
    ] {
        world(archive, name);
    }
    for (zone, archive) in [("larkmere", "snd1.pfs"), ("ashgate", "snd2.pfs")] {
        let table = file(install(), &format!("{zone}_sounds.eff"));
        let table = faultless("sounds", table, sounds::read, |table| Ok(sounds::write(table)));
        let bank = file(install(), &format!("{zone}_sndbnk.eff"));
        let bank = faultless("bank", bank, sound_bank::read, sound_bank::write);
        for sound in &table.sounds {
            if sound.kind == sounds::MUSIC {
                let (name, _) = super::music::TRACKS[sound.sound_1.unsigned_abs() as usize - 1];
                assert!(!file(install(), name).is_empty());
                continue;
            }
            let Numbered::Named(name) = sounds::numbered(&bank, sound.sound_1) else {
                panic!("{} is no sound of the bank", sound.sound_1);
            };
            assert!(!member(archive, &format!("{name}.wav")).is_empty());
        }
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

/// What is seen of a face is in the region that owns it, a tenth of a unit before it.
#[test]
fn before_every_face_is_the_region_that_has_it() {
    for (name, zone) in [("larkmere", zone()), ("ashgate", ashgate())] {
        let (mut looked_at, mut wrong) = (0, Vec::new());
        for number in 0..zone.regions().count() as u32 {
            let Some(reference) = region(&zone, number).mesh else { continue };
            let Some(Body::DmSpriteDef2(mesh)) = zone.body(reference) else { panic!("no mesh") };
            for (face, _) in mesh.faces() {
                let [a, b, c] =
                    face.vertices.map(|vertex| Vec3::from(mesh.position(vertex.into()).expect("a vertex")));
                // Clockwise from where it is seen.
                let normal = (c - a).cross(b - a);
                let middle = (a + b + c) / 3.0;
                let found = region_at(&zone, middle + normal.normalize() * 0.1);
                looked_at += 1;
                if found != Some(number) {
                    wrong.push((number, found, [a, b, c]));
                }
            }
        }
        assert!(looked_at > 5000, "{name}: {looked_at}");
        assert!(
            wrong.is_empty(),
            "{name}: {} of {looked_at}: {:?}",
            wrong.len(),
            &wrong[..wrong.len().min(12)]
        );
    }
}

#[test]
fn ashgate_is_of_the_new_version_and_its_tree_is_solid() {
    let zone = ashgate();
    assert_eq!(zone.header.version & !1, 0x1000_C800);
    let nodes = &tree(&zone).nodes;
    let inner: Vec<_> = nodes.iter().filter(|node| node.region == 0).collect();
    let solid = inner.iter().filter(|node| node.back == 0).count();
    assert!(inner.iter().all(|node| node.front != 0), "nothing is solid in front");
    let oblique =
        inner.iter().filter(|node| node.normal.iter().filter(|part| **part != 0.0).count() > 1).count();
    assert!(solid > inner.len() / 3 && oblique > 100, "{solid} and {oblique} of {}", inner.len());
    assert!(nodes.iter().filter(|node| node.region != 0).count() == zone.regions().count());
    // The floor of the first passage lies on a plane: on it there is nothing, above it there is air.
    assert_eq!(region_at(&zone, Vec3::new(350.0, 1.0, 8.0)), None);
    assert!(region_at(&zone, Vec3::new(350.0, 1.0, 8.1)).is_some());
    assert_eq!(region_at(&zone, Vec3::new(350.0, 1.0, 7.0)), None);
}

#[test]
fn lists_of_ashgate_have_both_forms_and_are_symmetric() {
    let zone = ashgate();
    let count = zone.regions().count() as u32;
    let lists: Vec<Vec<u32>> =
        (0..count).map(|own| region(&zone, own).visibility().expect("a list").visible(own, count)).collect();
    let short = (0..count)
        .filter(|own| matches!(region(&zone, *own).visibility(), Some(VisibilityList::Numbers(_))))
        .count();
    assert!(short > 0 && short < count as usize, "{short} of {count}");
    for (own, list) in (0..).zip(&lists) {
        assert!(list.iter().all(|other| lists[*other as usize].contains(&own)), "region {own}");
    }
    // The middle of the passage sees neither the ravine nor the cave.
    let middle = Vec3::new(420.0, 48.0, 12.0);
    assert!(!sees(&zone, middle, Vec3::new(250.0, 20.0, 20.0)));
    assert!(!sees(&zone, middle, Vec3::new(560.0, 130.0, 10.0)));
    assert!(sees(&zone, Vec3::new(500.0, 96.0, 4.0), Vec3::new(560.0, 130.0, 10.0)));
}

#[test]
fn the_line_of_ashgate_leads_before_the_gate_of_larkmere_and_lava_is_below_its_surface() {
    let zone = ashgate();
    let kinds = zone.region_kinds();
    let kind = |point: Vec3| &kinds[region_at(&zone, point).expect("a region") as usize];
    assert_eq!(kind(Vec3::new(586.0, 84.0, -14.0)).medium, Medium::Lava);
    assert_eq!(kind(Vec3::new(586.0, 84.0, -12.0)).medium, Medium::Air);
    assert!(kind(Vec3::new(44.0, 0.0, 12.0)).zone_line.is_none());
    let arrival =
        Arrival { zone: 901, position: [Some(474.0), Some(-56.0), Some(8.0)], heading: Some(256.0) };
    assert_eq!(kind(Vec3::new(25.0, 0.0, 12.0)).zone_line, Some(ZoneLine::Absolute(arrival)));
    let text = zone.fragments.iter().find_map(|fragment| match &fragment.body {
        Body::Zone(list) if !list.user_data.is_empty() => Some(zone.zone_text(list)),
        _ => None,
    });
    assert_eq!(text.as_deref(), Some("DRNTP009010474.0-056.00008.0256___000000000000"));
}

#[test]
fn pictures_of_ashgate_are_of_both_kinds_under_names_of_both() {
    assert_eq!(&member("ashgate.s3d", "lava1.dds")[..4], b"DDS ");
    assert_eq!(&member("ashgate_obj.s3d", "hewn.bmp")[..4], b"DDS ");
    assert_eq!(&member("ashgate_obj.s3d", "twigs.dds")[84..88], b"DXT5");
    assert_eq!(&member("ashgate.s3d", "ash.bmp")[..2], b"BM");
    let objects = world("ashgate.s3d", "objects.wld");
    let tilts = objects.fragments.iter().filter(|fragment| match &fragment.body {
        Body::ActorInst(placed) => placed.location.is_some_and(|location| location.rotation[1] != 0.0),
        _ => false,
    });
    assert!(tilts.count() > 10);
}

/// The ends of the map's lines lie on corners of the ground, and do so under no
/// other way to swap and mirror its axes.
#[test]
fn the_maps_fit_the_ground_under_the_one_right_mapping_of_axes() {
    fits("maps/larkmere.txt", &zone());
    fits("maps/ashgate.txt", &ashgate());
}

fn fits(file_of_map: &str, zone: &Wld) {
    let meshes = zone.fragments.iter().filter_map(|fragment| match &fragment.body {
        Body::DmSpriteDef2(mesh) => Some(mesh),
        _ => None,
    });
    let corners: Vec<Vec3> =
        meshes.flat_map(|mesh| mesh.positions().map(Vec3::from).collect::<Vec<_>>()).collect();
    let (map, _) = map::read(file(install(), file_of_map), Mode::Strict).expect("a map");
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
