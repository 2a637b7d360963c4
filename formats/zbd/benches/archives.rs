//! How fast archives and what is in them are read, against copying their bytes.
//!
//! `cargo bench -p zbd --bench archives` makes an archive of sounds, one of
//! motions and a library of 'mech models of about 40 MB each, then takes the
//! best of several runs of a warm copy of the file, of reading it and of
//! writing it. Reading must reach 1/25 of the copy; the sums keep the work from
//! being optimised away. It measures this machine now and keeps no record.

use binary::{Mode, NodeName, Result};
use harness::timing::{self, ALLOWED, Case, Format};
use std::process::ExitCode;
use zbd::archive::{self, Archive, Contents, Entry, TypedArchive, TypedEntry};
use zbd::gamez::models::Model;
use zbd::gamez::nodes::Object3d;
use zbd::gamez::{NewPolygon, Version};
use zbd::mechlib::{self, Material, Mechlib, ModelTree, TreeNode};
use zbd::motion::{self, Motion};

const RUNS: usize = 9;

/// A thousand sounds of 40 KB.
fn sounds() -> Result<Vec<u8>> {
    let sound = |number: usize| Entry::new(&format!("s{number}.wav"), vec![number as u8; 40_000]);
    let entries = (0..1000).filter_map(sound).collect();
    archive::write(&Archive::new(Version::MechWarrior3, Contents::Other, entries))
}

/// Two hundred motions of 18 parts and 400 frames.
fn motions() -> Result<Vec<u8>> {
    let mut motion = Motion::new(2.0, 400);
    for part in 0..18 {
        let place = |frame: usize| [frame as f32, part as f32, 0.5];
        let turn = |frame: usize| [1.0, 0.0, 0.001 * frame as f32, 0.0];
        let name = format!("part{part}");
        motion.push_part(&name, (0..400).map(place).collect(), (0..400).map(turn).collect())?;
    }
    let entries = (0..200).filter_map(|number| TypedEntry::new(&format!("mech_{number}"), motion.clone()));
    let archive = TypedArchive { entries: entries.collect(), ..TypedArchive::default() };
    motion::write_archive(&archive)
}

/// Two hundred 'mechs of 24 parts with 80 polygons each.
fn library() -> Result<Vec<u8>> {
    let version = Version::MechWarrior3;
    let mut model = Model { normals: vec![[0.0, 1.0, 0.0]], ..Model::default() };
    for index in 0..80_u32 {
        let (x, z) = ((index % 8) as f32, (index / 8) as f32);
        let first = model.vertices.len() as u32;
        model.vertices.extend([[x, 0.0, z], [x + 1.0, 0.0, z], [x + 1.0, 0.5, z], [x, 1.0, z]]);
        model.push_polygon(
            version,
            &NewPolygon {
                vertex_indices: &[first, first + 1, first + 2, first + 3],
                normal_indices: &[0; 4],
                materials: &[0],
                uvs: &[[x, z], [0.5, 0.0], [0.5, 0.5], [z, x]],
                ..NewPolygon::default()
            },
        )?;
    }
    let name = NodeName::new("part").unwrap_or_default();
    let node = || TreeNode::object(version, name, Object3d::initial());
    let part = node().with_model(version, model);
    let parts = (0..24).map(|index| (1 + index % 6, part.clone()));
    let tree = ModelTree::from_outline([(0, node())].into_iter().chain(parts))?;
    let models = (0..200).map(|number| (format!("mech_{number}.flt"), tree.clone()));
    let materials = Material::textured("armor").into_iter().collect();
    mechlib::write(&Mechlib::new(version, materials, models)?)
}

/// Measures a kind of file alone; true if it is read fast enough.
fn measured<T>(name: &str, bytes: Vec<u8>, format: Format<T>) -> Result<bool> {
    Ok(timing::measure(&mut [Case::new(name, vec![bytes], format)?], RUNS, ALLOWED))
}

fn main() -> Result<ExitCode> {
    timing::bench(|_| {
        let sounds = Format {
            read: |bytes| Ok(archive::read_of(bytes, Contents::Other, Mode::Lenient)?.0),
            write: archive::write,
            sum: |archive| archive.entries.iter().map(|entry| entry.data.len() as u64).sum(),
        };
        let motions = Format {
            read: |bytes| Ok(motion::read_archive(bytes, Mode::Lenient)?.0),
            write: motion::write_archive,
            sum: |motions| motions.entries.iter().map(|entry| entry.content.parts.len() as u64).sum(),
        };
        let models = Format {
            read: |bytes| Ok(mechlib::read(bytes, Mode::Lenient)?.0),
            write: mechlib::write,
            sum: |library| library.models().map(|(_, tree)| tree.nodes.len() as u64).sum(),
        };
        let fast = [
            measured("archive of sounds", self::sounds()?, sounds)?,
            measured("motions", self::motions()?, motions)?,
            measured("'mech models", library()?, models)?,
        ];
        Ok(!fast.contains(&false))
    })
}
