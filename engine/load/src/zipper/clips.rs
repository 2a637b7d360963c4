//! Motions of 'mechs as clips. Source: `docs/spec/zbd/motion.md`, "Applying a motion
//! to a model"; `docs/spec/zbd/mw3-runtime.md`, "5.1 animations".

use super::words::{GAITS, ONLY_TURNED};
use super::{MOTION, members};
use crate::ModelFiles;
use binary::{Finding, Mode, Severity};
use glam::{Quat, Vec3};
use std::borrow::Cow;
use vfs::Vfs;
use world::{
    Animator, Clip, ClipId, CurveError, Frame, Gait, Motion as ClipMotion, NodeId, Scene, Track,
    TransformCurves,
};
use zbd::archive::TypedArchive;
use zbd::motion::{Motion, Part};
use zbd::reader::Value;

/// Gives the scene's only root every motion of a 'mech: first its gaits, under
/// their own names, then everything else under the 'mech's name. Names are
/// without the 'mech's: `walk`, `jump`. Gives its gaits, with the speeds at which they are played.
pub(super) fn add(
    scene: &mut Scene,
    vfs: &Vfs,
    files: &ModelFiles,
    mech: &str,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
) -> Vec<Gait> {
    let read = |address: &String| read(vfs, address, bytes_read, findings);
    let archives: Vec<_> = files.motions.iter().filter_map(read).collect();
    let motions: Vec<(String, &Motion)> = archives
        .iter()
        .flat_map(|archive| &archive.entries)
        .map(|entry| (entry.name.text().to_ascii_lowercase(), &entry.content))
        .collect();
    if archives.is_empty() {
        // Faults of the files are reported already; each gait would repeat them.
        return Vec::new();
    }
    let definition = definition(vfs, files, mech, findings);
    let gaits = definition.map(|(address, value)| (address, gaits(&value))).unwrap_or_default();

    let named = named(&motions, mech, (&gaits.0, &gaits.1), findings);
    let mut walks = Vec::new();
    for (name, motion, speeds) in &named {
        let speeds = speeds.map(|speeds| speeds.map(|speed| files.frame.units(speed)));
        walks.extend(speeds.map(|speeds| Gait { clip: ClipId::from(scene.clips.len()), speeds }));
        scene.clips.push(clip(name, motion, &files.frame, mech, findings));
    }
    if named.is_empty() {
        return walks;
    }
    let clips = (0..scene.clips.len()).map(|clip| scene.playable(ClipId::from(clip), NodeId(0))).collect();
    scene.animators.push(Animator { name: mech.into(), clips, ..Animator::default() });
    walks
}

/// An archive of motions with the members that mods replace; without an archive, the mods' members
/// alone.
fn read(
    vfs: &Vfs,
    address: &str,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
) -> Option<TypedArchive<Motion>> {
    if !vfs.exists(address) {
        findings.push(Finding::new(
            &MOTION,
            Severity::Warning,
            address,
            "the motions of 'mechs",
            "no such file",
        ));
        return None;
    }
    let mut archive = TypedArchive::default();
    if vfs.is_file(address) {
        let read = vfs.read(address).and_then(|bytes| {
            *bytes_read += bytes.len() as u64;
            let read = zbd::motion::read_archive(&bytes, Mode::Lenient);
            read.map_err(|finding| Box::new(finding.in_file(address)))
        });
        match read {
            Ok((own, report)) => {
                findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(address)));
                archive = own;
            }
            Err(finding) => {
                findings.push(*finding);
                return None;
            }
        }
    }
    members::lay_over(vfs, address, &mut archive, bytes_read, findings, &mut |name, bytes| {
        // Motions have no extension.
        (!name.contains('.')).then(|| zbd::motion::read(bytes, Mode::Lenient))
    });
    Some(archive)
}

/// `dfn_<mech>.zrd` of the first archive that has it, and its address.
fn definition(
    vfs: &Vfs,
    files: &ModelFiles,
    mech: &str,
    findings: &mut Vec<Finding>,
) -> Option<(String, Value)> {
    let addresses = files.definitions.iter().map(|archive| format!("{archive}/dfn_{mech}.zrd"));
    let address = addresses.into_iter().find(|address| vfs.exists(address))?;
    // Mods may have it as text.
    let read = vfs.read(&address).and_then(|bytes| {
        let read = zbd::reader::read_any(&bytes, Mode::Lenient);
        read.map_err(|finding| Box::new(finding.in_file(&address)))
    });
    match read {
        Ok((value, _)) => Some((address, value)),
        Err(finding) => {
            findings.push(*finding);
            None
        }
    }
}

/// Items of a list of gaits that are read: five gaits with their names, and some more for odd files.
const MOST_GAIT_ITEMS: usize = 32;

/// A gait of a definition: its name, that of its motion, and metres a second at which it is played, the
/// slowest and the fastest.
type Named = (Cow<'static, str>, String, [f32; 2]);

/// The gaits of a definition. Each stands behind its name, or in its place among the five.
fn gaits(definition: &Value) -> Vec<Named> {
    let motions = definition.dictionary().dictionary("animations").value("motion");
    let mut gaits = Vec::new();
    let mut name: Option<String> = None;
    for item in motions.map_or(&[][..], Value::items).iter().take(MOST_GAIT_ITEMS) {
        if let Value::Str(text) = item {
            name = Some(text.text().to_ascii_lowercase());
        } else if let Some(motion) = item.dictionary().text("anim") {
            let own = name.take().map(Cow::from);
            if let Some(gait) = own.or_else(|| GAITS.get(gaits.len()).map(|gait| Cow::from(*gait))) {
                let speeds = item.dictionary().numbers("trans").unwrap_or_default();
                gaits.push((gait, motion.to_ascii_lowercase(), sound(speeds)));
            }
        }
    }
    gaits
}

/// Speeds in order; 0 for what is below 0, NaN or infinite.
fn sound(speeds: [f32; 2]) -> [f32; 2] {
    let [slowest, fastest] = speeds.map(|speed| if speed.is_finite() { speed.max(0.0) } else { 0.0 });
    [slowest.min(fastest), fastest.max(slowest)]
}

/// Which motions a 'mech has, their names for people, and the speeds of those that are gaits. Gaits come with
/// the address of the definition that names them.
fn named<'m>(
    motions: &[(String, &'m Motion)],
    mech: &str,
    (definition, gaits): (&str, &[Named]),
    findings: &mut Vec<Finding>,
) -> Vec<(String, &'m Motion, Option<[f32; 2]>)> {
    let mut used = vec![false; motions.len()];
    let mut all: Vec<(String, &Motion, Option<[f32; 2]>)> = Vec::new();
    for (gait, motion, speeds) in gaits {
        let own = format!("{mech}_{motion}");
        let found = motions.iter().position(|(name, _)| name == motion);
        match found.or_else(|| motions.iter().position(|(name, _)| *name == own)) {
            Some(index) => {
                used[index] = true;
                all.push((gait.to_string(), motions[index].1, Some(*speeds)));
            }
            None => findings.push(Finding::new(
                &MOTION,
                Severity::Warning,
                definition,
                format_args!("a motion \"{motion}\" for the gait {gait}"),
                "none of that name",
            )),
        }
    }
    for (index, (name, motion)) in motions.iter().enumerate() {
        let Some(short) = name.strip_prefix(mech).and_then(|rest| rest.strip_prefix('_')) else { continue };
        if !used[index] {
            let taken = all.iter().any(|(other, ..)| other == short);
            all.push((if taken { name.clone() } else { short.to_owned() }, motion, None));
        }
    }
    all
}

fn clip(name: &str, motion: &Motion, frame: &Frame, mech: &str, findings: &mut Vec<Finding>) -> Clip {
    let mut tracks = Vec::with_capacity(motion.parts.len());
    for part in &motion.parts {
        match track(part, frame) {
            Ok(track) => tracks.push(track),
            Err(error) => {
                let found = format!("{}: {error}", part.name.text());
                let wanted = "places and turns of a part";
                findings.push(Finding::new(
                    &MOTION,
                    Severity::Warning,
                    format!("{mech}_{name}"),
                    wanted,
                    found,
                ));
            }
        }
    }
    Clip::new(name, motion.loop_time, ClipMotion::Parts(tracks))
}

fn track(part: &Part, frame: &Frame) -> Result<Track, CurveError> {
    let name = part.name.text();
    let turned_only = ONLY_TURNED.iter().any(|known| name.eq_ignore_ascii_case(known));
    let translations = if turned_only { &[][..] } else { &part.translations };
    let curves = TransformCurves::even(
        translations.iter().map(|place| frame.to_engine(Vec3::from_array(*place))).collect(),
        part.rotations.iter().map(|rotation| frame.rotation(quaternion(*rotation))).collect(),
    )?;
    Ok(Track { part: name.into(), curves })
}

/// Stored w first. A quaternion of length zero is the identity.
fn quaternion([w, x, y, z]: [f32; 4]) -> Quat {
    let stored = Quat::from_xyzw(x, y, z, w);
    let length = stored.length();
    if length.is_finite() && length > 0.0 { stored / length } else { Quat::IDENTITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaits_stand_behind_their_names_or_in_their_places() {
        let parse = |text: &[u8]| zbd::reader::parse(text, Mode::Strict).unwrap().0;
        let wanted = [
            ("stand", "a_stand", [0.0, 0.0]),
            ("step", "a_step", [0.0, 1.0]),
            ("walk", "b_walk", [1.0, 2.5]),
        ];
        let keyed = b"( version 2 animations ( canned ( jumpjets jumpjets ) motion (
            stand ( anim a_stand trans ( 0 0 ) ) step ( anim a_step trans ( 0 1 ) )
            walk ( anim B_WALK trans ( 1 2.5 ) ) ) ) )";
        let listed = b"( animations ( motion ( ( anim a_stand trans ( 0 0 ) )
            ( anim a_step trans ( 0 1 ) ) ( anim b_walk trans ( 2.5 1 ) ) ) ) )";
        for text in [&keyed[..], &listed[..]] {
            let found = gaits(&parse(text));
            let found: Vec<_> =
                found.iter().map(|(gait, motion, speeds)| (&**gait, motion.as_str(), *speeds)).collect();
            assert_eq!(found, wanted);
        }
        assert_eq!(gaits(&parse(b"( animations 5 )")), []);
    }

    #[test]
    fn motions_are_those_of_the_definition_and_those_of_the_name() {
        let motion = Motion::new(1.0, 1);
        let motions: Vec<_> =
            ["madcat_walk", "vulture_jump", "vultureb_jump", "vulture_step", "vulture_walk"]
                .map(|name| (name.to_owned(), &motion))
                .into();
        let gaits = [
            (Cow::from("walk"), "madcat_walk".to_owned(), [1.0, 2.0]),
            (Cow::from("step"), "step".to_owned(), [0.0, 1.0]),
            (Cow::from("run"), "madcat_run".to_owned(), [2.0, 3.0]),
        ];
        let mut findings = Vec::new();
        let definition = "zbd/reader.zbd/dfn_vulture.zrd";
        let named = named(&motions, "vulture", (definition, &gaits), &mut findings);
        let names: Vec<_> = named.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(names, ["walk", "step", "jump", "vulture_walk"]);
        assert_eq!(findings.len(), 1);
        assert_eq!((findings[0].code, findings[0].file.as_str()), ("load.motion", definition));
    }

    #[test]
    fn a_quaternion_without_length_turns_nothing() {
        assert_eq!(quaternion([0.0; 4]), Quat::IDENTITY);
        assert_eq!(quaternion([2.0, 0.0, 0.0, 0.0]), Quat::IDENTITY);
        assert_eq!(quaternion([0.0, 3.0, 0.0, 0.0]), Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    }
}
