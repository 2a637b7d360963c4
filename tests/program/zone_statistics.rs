//! The demo for EverQuest is made as real files are: what `docs/spec/everquest/statistics.md` counts in them is
//! counted here in the demo, and comes out the same. What it says of a share is asked of the share.

use crate::program::larkmere;
use binary::Mode;
use everquest::pfs::{self, Inflater};
use everquest::wld::{self, Body, Frames, Mesh, Reference, Version, VisibilityList, Wld};
use std::collections::HashSet;
use std::fs;

/// All fragments of a type.
macro_rules! bodies {
    ($member:expr, $variant:ident) => {
        $member.wld.fragments.iter().filter_map(|fragment| match &fragment.body {
            Body::$variant(body) => Some(body),
            _ => None,
        })
    };
}

/// A world with the names of the archive and of its own.
struct Member {
    archive: String,
    name: String,
    wld: Wld,
}

impl Member {
    /// True of the world with the regions of a zone.
    fn is_zone(&self) -> bool {
        self.wld.regions().next().is_some()
    }

    fn text(&self, reference: Reference) -> String {
        self.wld.text(reference).unwrap_or_default().into_owned()
    }

    fn meshes(&self) -> impl Iterator<Item = &Mesh> {
        bodies!(self, DmSpriteDef2).map(|mesh| &**mesh)
    }

    fn regions(&self) -> impl Iterator<Item = &wld::Region> {
        self.wld.regions().map(|region| region.expect("a region is read as one"))
    }
}

/// Every file of the archives of the demo: archive, name, content.
fn files() -> Vec<(String, String, Vec<u8>)> {
    let mut files = Vec::new();
    for path in fs::read_dir(larkmere()).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_some_and(|ending| ending == "s3d") {
            let (archive, _) = pfs::read(&fs::read(&path).unwrap(), Mode::Strict).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            for entry in &archive.directory.files {
                let content = archive.content(entry, &mut Inflater::new()).unwrap();
                files.push((name.clone(), entry.name.clone(), content));
            }
        }
    }
    files
}

fn members() -> Vec<Member> {
    let worlds = files().into_iter().filter(|(_, name, _)| name.ends_with(".wld"));
    let read = |(archive, name, bytes): (String, String, Vec<u8>)| {
        let (wld, report) = wld::read(&bytes, Mode::Strict).unwrap();
        assert!(report.findings().is_empty(), "{archive}/{name}");
        Member { archive, name, wld }
    };
    worlds.map(read).collect()
}

/// That a world is as it is in known files.
#[track_caller]
fn holds(member: &Member, what: &str, is_true: bool) {
    assert!(is_true, "{}/{}: {what}", member.archive, member.name);
}

#[test]
fn fragments_of_zones_come_in_the_order_of_the_compiler() {
    const ORDER: [&[u32]; 15] = [
        &[0x35],
        &[0x03, 0x04, 0x05, 0x30],
        &[0x31],
        &[0x36],
        &[0x1B],
        &[0x08],
        &[0x21],
        &[0x22],
        &[0x1C],
        &[0x2A],
        &[0x09],
        &[0x14],
        &[0x16],
        &[0x15],
        &[0x29],
    ];
    for member in members().iter().filter(|member| member.is_zone()) {
        let rank = |body: &Body| ORDER.iter().position(|types| types.contains(&body.id()));
        let ranks: Vec<usize> =
            member.wld.fragments.iter().map(|fragment| rank(&fragment.body).unwrap()).collect();
        holds(member, "the order of 2. in writing.md", ranks.is_sorted());
        let once = |types: usize| ranks.iter().filter(|rank| **rank == types).count() == 1;
        holds(member, "one palette, one tree, one ambient light", [0, 2, 6, 9].map(once) == [true; 4]);
    }
}

#[test]
fn meshes_of_zones_are_as_counted() {
    for member in members().iter().filter(|member| member.is_zone()) {
        let regions = member.regions().count();
        let mut last = 0;
        for mesh in member.meshes() {
            let name = member.text(mesh.head.name);
            holds(member, "flags 0x18003, scale exponent 5", mesh.head.flags == 0x18003 && mesh.scale == 5);
            let count = mesh.vertices.len();
            holds(
                member,
                "a colour and a normal per vertex",
                [mesh.colors.len(), mesh.normals.len()] == [count; 2],
            );
            let bounds = [mesh.head.box_min, mesh.head.box_max];
            holds(member, "a box of zeros", bounds == [[0.0; 3]; 2]);
            holds(member, "-2 for no volume", mesh.head.stored_volume.0 == -2);
            holds(member, "whole centres", mesh.head.center.iter().all(|axis| axis.fract() == 0.0));
            // Counted in the old version alone.
            let is_small = count <= 430 && mesh.faces.len() <= 246;
            holds(
                member,
                "at most 430 vertices, 246 faces",
                member.wld.version() == Version::New || is_small,
            );
            let flags = |flags: u16| flags == 0 || flags == 0x10;
            holds(member, "face flags 0 and 0x10", mesh.faces.iter().all(|face| flags(face.flags)));
            let number = name.strip_prefix('R').and_then(|name| name.strip_suffix("_DMSPRITEDEF"));
            let number: usize = number.unwrap().parse().unwrap();
            holds(member, "meshes in the order of their regions", last < number && number <= regions);
            last = number;
            let region = member.regions().nth(number - 1).unwrap();
            let own = region.mesh.and_then(|mesh| member.wld.body(mesh));
            let own = if let Some(Body::DmSpriteDef2(own)) = own { Some(own.head.name) } else { None };
            holds(member, "the mesh of its region", own == Some(mesh.head.name));
        }
    }
}

#[test]
fn faces_are_passed_through_as_often_as_counted() {
    let (mut masked, mut passed) = (0, 0);
    for member in members().iter().filter(|member| member.is_zone()) {
        let palette = bodies!(member, MaterialPalette);
        let palette = palette.into_iter().next().unwrap();
        let method = |of: u16| match member.wld.body(palette.materials[usize::from(of)]) {
            Some(Body::MaterialDef(material)) => material.head.render_method,
            _ => unreachable!("a palette holds materials"),
        };
        let faces = member.meshes().flat_map(Mesh::faces);
        for (face, of) in faces.map(|(face, of)| (face, method(of.unwrap()))) {
            let passes = face.flags == 0x10;
            // All 482 of 0x05 in real zones, and none of the invisible ones.
            holds(member, "blended faces are passed through", of != 0x8000_0005 || passes);
            holds(member, "invisible faces are walls", of != 0 || !passes);
            if of == 0x8000_0013 {
                (masked, passed) = (masked + 1, passed + usize::from(passes));
            }
        }
    }
    // 2,287 of 5,039 in real zones.
    assert!(masked == 0 || passed > 0, "none of {masked} masked faces");
}

#[test]
fn regions_and_trees_are_as_counted() {
    let (mut closed, mut solid, mut numbers, mut bytes) = (0, 0, 0, 0);
    for member in members().iter().filter(|member| member.is_zone()) {
        let regions = member.regions().count() as u32;
        for (own, region) in (0_u32..).zip(member.regions()) {
            let [node] = region.visibility_nodes[..] else { panic!("one node") };
            holds(
                member,
                "a node of zeros",
                (node.plane, node.list, node.front, node.back) == ([0.0; 4], 1, 0, 0),
            );
            holds(member, "one list", region.visibility_lists.len() == 1);
            holds(member, "no user data", region.user_data.bytes().is_empty());
            let sees = region.visibility_lists[0].visible(own, regions);
            match &region.visibility_lists[0] {
                VisibilityList::Bytes(codes) => {
                    bytes += 1;
                    holds(member, "lists of 3 to 137 bytes", (1..=137).contains(&codes.len()));
                    let flags = if region.mesh.is_some() { 0x181 } else { 0x81 };
                    holds(member, "flags of a list of bytes", region.head.flags == flags);
                }
                VisibilityList::Numbers(list) => {
                    numbers += 1;
                    holds(member, "flags of a list of numbers", region.head.flags & !0x100 == 0x01);
                    holds(
                        member,
                        "its own number is not listed",
                        list.iter().all(|other| u32::from(*other) != own),
                    );
                }
            }
            holds(member, "it sees itself", sees.contains(&own));
            let reach = region.sphere.unwrap()[3];
            holds(member, "a radius from 1.2 to 317", (1.2..=317.0).contains(&reach));
        }
        let tree = bodies!(member, WorldTree);
        let nodes = &tree.into_iter().next().unwrap().nodes;
        let (leafs, inner): (Vec<&wld::BspNode>, Vec<&wld::BspNode>) =
            nodes.iter().partition(|node| node.region != 0);
        let of: HashSet<u32> = leafs.iter().map(|leaf| leaf.region).collect();
        holds(
            member,
            "leafs are the regions",
            (leafs.len(), of.len()) == (member.regions().count(), leafs.len()),
        );
        let empty = |leaf: &&wld::BspNode| {
            (leaf.normal, leaf.distance, leaf.front, leaf.back) == ([0.0; 3], 0.0, 0, 0)
        };
        holds(member, "leafs without a plane", leafs.iter().all(empty));
        let unit = |node: &&wld::BspNode| {
            (node.normal.iter().map(|axis| axis * axis).sum::<f32>() - 1.0).abs() < 1e-4
        };
        holds(member, "normals of unit length", inner.iter().all(unit));
        holds(member, "never solid in front", inner.iter().all(|node| node.front != 0));
        if inner.iter().all(|node| node.back != 0) {
            closed += 1;
            holds(member, "inner nodes are one less than leafs", inner.len() + 1 == leafs.len());
        } else {
            solid += 1;
        }
    }
    assert_eq!((closed, solid), (1, 1), "a zone with a closed tree, and one with a solid one");
    assert!(numbers > 0 && bytes > numbers, "{numbers} lists of numbers, {bytes} of bytes");
}

#[test]
fn placements_and_lights_are_as_counted() {
    let (mut placed, mut tilted, mut lit) = (0, 0, 0);
    for member in &members() {
        let inst = bodies!(member, ActorInst);
        for inst in inst.filter(|_| member.name == "objects.wld") {
            placed += 1;
            let location = inst.location.unwrap();
            let [z, y, x] = location.rotation;
            holds(
                member,
                "no name and no user data",
                inst.name.is_none() && inst.user_data.bytes().is_empty(),
            );
            holds(member, "the radius is the scale", inst.radius == inst.scale);
            holds(member, "a scale of 0.1 to 10", (0.1..=10.0).contains(&inst.scale.unwrap()));
            holds(
                member,
                "no turn about X, whole ones about Z",
                x == 0.0 && z.fract() == 0.0 && (0.0..512.0).contains(&z),
            );
            tilted += usize::from(y != 0.0);
            lit += usize::from(inst.flags == 0x32E);
            holds(member, "flags with colours or without", [0x32E, 0x22E].contains(&inst.flags));
        }
        for colors in bodies!(member, DmRgbTrackDef) {
            let head = colors.head;
            let found = (head.flags, head.count as usize, head.frames, head.sleep_ms, head.unknown);
            holds(member, "colours (1, n, 1, 200, 0)", found == (1, colors.colors.len(), 1, 200, 0));
        }
        for light in bodies!(member, PointLight) {
            holds(member, "flags 0x100", light.head.flags == 0x100);
            holds(member, "30 to 615 far", (30.0..=615.0).contains(&light.head.radius));
        }
        if member.name == "lights.wld" {
            for light in bodies!(member, LightDef) {
                let found = (light.flags, light.frame_count, light.sleep_ms, light.levels.as_deref());
                holds(member, "one frame of level 1", found == (0x1E, 1, Some(200), Some(&[1.0][..])));
                let color = light.colors.as_ref().unwrap()[0];
                holds(member, "colours of 0 to 1", color.iter().all(|part| (0.0..=1.0).contains(part)));
            }
        }
    }
    // 1.4 % are tilted, up to 15 % in one zone; 45 % have colours.
    assert!(tilted > 0 && tilted * 100 <= placed * 15, "{tilted} of {placed} are tilted");
    assert!(lit * 2 > placed / 2, "{lit} of {placed} have colours");
}

#[test]
fn objects_and_skeletons_are_as_counted() {
    let (mut skeletons, mut moving) = (0, 0);
    for member in members().iter().filter(|member| !member.is_zone()) {
        for mesh in member.meshes() {
            holds(member, "flags of objects or creatures", [0x14003, 0x4003, 0x3].contains(&mesh.head.flags));
            holds(member, "scale exponents of 2 to 14", (2..=14).contains(&mesh.scale));
            holds(member, "no colours", mesh.colors.is_empty());
            let animated = member.wld.body(mesh.head.animation).is_some();
            moving += usize::from(animated);
        }
        for actor in bodies!(member, ActorDef) {
            holds(member, "flags of actors", [0x80, 0].contains(&actor.flags));
            let [levels] = &actor.actions[..] else { panic!("one action") };
            let [level] = levels[..] else { panic!("one level") };
            holds(member, "a level up to 1e30", (level.unknown, level.max_distance) == (0, 1e30));
            holds(member, "one sprite", actor.sprites.len() == 1);
        }
        for skeleton in bodies!(member, HierarchicalSpriteDef) {
            skeletons += 1;
            holds(member, "bones with flags of 0", skeleton.bones.iter().all(|bone| bone.flags == 0));
            let later = |(at, bone): (u32, &wld::Bone)| bone.children.iter().all(|child| *child > at);
            holds(member, "parents before children", (0..).zip(&skeleton.bones).all(later));
        }
        for track in bodies!(member, Track) {
            let Some(Body::TrackDef(definition)) = member.wld.body(track.definition) else {
                panic!("a track has one")
            };
            let Frames::Short(frames) = &definition.frames else { panic!("frames of integers") };
            let name = member.text(track.name);
            holds(
                member,
                "the name of the track with DEF",
                member.text(definition.name) == format!("{name}DEF"),
            );
            holds(
                member,
                "a time with several frames, none with one",
                track.sleep_ms.is_some() == (frames.len() > 1),
            );
            for frame in frames {
                let long: f32 =
                    frame.rotation.iter().map(|part| f32::from(*part).powi(2)).sum::<f32>().sqrt();
                // Rounded to whole numbers in each of four parts.
                holds(member, "quaternions of length 16384", (long - 16384.0).abs() <= 1.0);
                holds(member, "scales of 2 to 2575", (2..=2575).contains(&frame.scale));
            }
        }
    }
    assert!(skeletons > 0 && moving > 0, "{skeletons} skeletons, {moving} meshes whose vertices move");
}

#[test]
fn pictures_are_as_counted() {
    let files = files();
    let (mut indexed, mut compressed, mut under_bmp) = (0, 0, 0);
    for (archive, name, content) in &files {
        let place = format!("{archive}/{name}");
        if content.starts_with(b"DDS ") {
            compressed += 1;
            under_bmp += usize::from(name.ends_with(".bmp"));
            let word = |at: usize| u32::from_le_bytes(content[at..at + 4].try_into().unwrap());
            assert!(word(12).is_power_of_two() && word(16).is_power_of_two(), "{place}");
            assert_eq!(word(28), 0, "{place} has no mip levels");
            assert!([*b"DXT1", *b"DXT5"].iter().any(|kind| content[84..88] == *kind), "{place}");
        } else if content.starts_with(b"BM") {
            indexed += 1;
            let word = |at: usize| u32::from_le_bytes(content[at..at + 4].try_into().unwrap());
            let (wide, high, header, bits) = (word(18), word(22), word(14), content[28]);
            assert!(wide.is_power_of_two() && high.is_power_of_two(), "{place} {wide} {high}");
            assert_eq!((header, bits), (40, 8), "{place}");
        } else {
            assert!(name.ends_with(".wld"), "{place}");
        }
        assert_eq!(*name, name.to_ascii_lowercase());
    }
    assert!(indexed > 0 && compressed > under_bmp && under_bmp > 0, "{indexed} {compressed} {under_bmp}");
    for member in &members() {
        for picture in bodies!(member, BmInfo) {
            let [file] = &picture.files[..] else { panic!("one name each") };
            let file = file.text().to_ascii_lowercase();
            let there = files.iter().any(|(archive, name, _)| *archive == member.archive && *name == file);
            holds(member, "pictures in their own archive under the very name", there);
        }
    }
}
