//! Motions of 'mechs as clips. Source: `spec/zbd/motion.md`, "Applying a motion
//! to a model"; `spec/zbd/mw3-runtime.md`, "5.1 animations".

use super::MOTION;
use crate::ModelFiles;
use binary::{Finding, Mode, Severity};
use glam::{Quat, Vec3};
use std::borrow::Cow;
use vfs::Vfs;
use world::{Animator, Clip, ClipId, Clock, Motion as ClipMotion, NodeId, Scene, Track};
use zbd::archive::TypedArchive;
use zbd::motion::{Motion, Part};
use zbd::reader::Value;

/// The gaits of a definition, in its order.
const GAITS: [&str; 5] = ["stand", "step", "walk", "trot", "run"];

/// Parts whose stored place displaces the limb: they keep the place the model
/// has for them and are only turned.
const ONLY_TURNED: [&str; 13] = [
    "rarm", "larm", "rhand", "lhand", "torso", "rcalf", "lcalf", "rtoe01", "rtoe02", "rtoe03", "ltoe01",
    "ltoe02", "ltoe03",
];

/// Gives the scene's only root every motion of a 'mech: first its gaits, under
/// their own names, then everything else under the 'mech's name. Names are
/// without the 'mech's: `walk`, `jump`.
pub(super) fn add(
    scene: &mut Scene,
    vfs: &Vfs,
    files: &ModelFiles,
    mech: &str,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
) {
    let archives = files.motions.iter().filter(|address| vfs.exists(address));
    let archives: Vec<_> = archives.filter_map(|address| read(vfs, address, bytes_read, findings)).collect();
    let motions: Vec<(String, &Motion)> = archives
        .iter()
        .flat_map(|archive| &archive.entries)
        .map(|entry| (entry.name.text().to_ascii_lowercase(), &entry.content))
        .collect();
    let gaits = definition(vfs, files, mech, findings).map_or_else(Vec::new, |value| gaits(&value));

    let named = named(&motions, mech, &gaits, findings);
    for (name, motion) in &named {
        scene.clips.push(clip(name, motion));
    }
    if named.is_empty() {
        return;
    }
    let clips = (0..scene.clips.len()).map(|clip| scene.playable(ClipId::from(clip), NodeId(0))).collect();
    scene.animators.push(Animator { name: mech.into(), clips, start: Clock::default() });
}

fn read(
    vfs: &Vfs,
    address: &str,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
) -> Option<TypedArchive<Motion>> {
    let read = vfs.read(address).and_then(|bytes| {
        *bytes_read += bytes.len() as u64;
        zbd::motion::read_archive(&bytes, Mode::Lenient).map_err(|finding| Box::new(finding.in_file(address)))
    });
    match read {
        Ok((archive, report)) => {
            findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(address)));
            Some(archive)
        }
        Err(finding) => {
            findings.push(*finding);
            None
        }
    }
}

/// `dfn_<mech>.zrd` of the first archive that has it.
fn definition(vfs: &Vfs, files: &ModelFiles, mech: &str, findings: &mut Vec<Finding>) -> Option<Value> {
    let addresses = files.definitions.iter().map(|archive| format!("{archive}/dfn_{mech}.zrd"));
    let address = addresses.into_iter().find(|address| vfs.exists(address))?;
    let read = vfs.read(&address).and_then(|bytes| {
        zbd::reader::read(&bytes, Mode::Lenient).map_err(|finding| Box::new(finding.in_file(&address)))
    });
    read.map(|(value, _)| value).map_err(|finding| findings.push(*finding)).ok()
}

/// The gaits of a definition with the names of their motions. Each stands behind
/// its name, or in its place among the five.
fn gaits(definition: &Value) -> Vec<(Cow<'static, str>, String)> {
    let motions = definition.dictionary().dictionary("animations").value("motion");
    let mut gaits = Vec::new();
    let mut name: Option<String> = None;
    for item in motions.map_or(&[][..], Value::items) {
        if let Value::Str(text) = item {
            name = Some(text.text().to_ascii_lowercase());
        } else if let Some(motion) = item.dictionary().text("anim") {
            let own = name.take().map(Cow::from);
            if let Some(gait) = own.or_else(|| GAITS.get(gaits.len()).map(|gait| Cow::from(*gait))) {
                gaits.push((gait, motion.to_ascii_lowercase()));
            }
        }
    }
    gaits
}

/// Which motions a 'mech has, and their names for people.
fn named<'m>(
    motions: &[(String, &'m Motion)],
    mech: &str,
    gaits: &[(Cow<'static, str>, String)],
    findings: &mut Vec<Finding>,
) -> Vec<(String, &'m Motion)> {
    let mut used = vec![false; motions.len()];
    let mut all: Vec<(String, &Motion)> = Vec::new();
    for (gait, motion) in gaits {
        let own = format!("{mech}_{motion}");
        let found = motions.iter().position(|(name, _)| name == motion);
        match found.or_else(|| motions.iter().position(|(name, _)| *name == own)) {
            Some(index) => {
                used[index] = true;
                all.push((gait.to_string(), motions[index].1));
            }
            None => findings.push(Finding::new(
                &MOTION,
                Severity::Warning,
                format!("dfn_{mech}.zrd"),
                format_args!("a motion \"{motion}\" for the gait {gait}"),
                "none of that name",
            )),
        }
    }
    for (index, (name, motion)) in motions.iter().enumerate() {
        let Some(short) = name.strip_prefix(mech).and_then(|rest| rest.strip_prefix('_')) else { continue };
        if !used[index] {
            let taken = all.iter().any(|(other, _)| other == short);
            all.push((if taken { name.clone() } else { short.to_owned() }, motion));
        }
    }
    all
}

fn clip(name: &str, motion: &Motion) -> Clip {
    Clip {
        name: name.into(),
        seconds: motion.loop_time,
        motion: ClipMotion::Parts(motion.parts.iter().map(track).collect()),
    }
}

fn track(part: &Part) -> Track {
    let name = part.name.text();
    let turned_only = ONLY_TURNED.iter().any(|known| name.eq_ignore_ascii_case(known));
    let translations = if turned_only { &[][..] } else { &part.translations };
    Track {
        part: name.into(),
        translations: translations.iter().copied().map(Vec3::from_array).collect(),
        rotations: part.rotations.iter().map(|rotation| quaternion(*rotation)).collect(),
    }
}

/// Stored w first. What has no length turns nothing.
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
        let wanted = [("stand", "a_stand"), ("step", "a_step"), ("walk", "b_walk")];
        let keyed = b"( version 2 animations ( canned ( jumpjets jumpjets ) motion (
            stand ( anim a_stand trans ( 0 0 ) ) step ( anim a_step trans ( 0 1 ) )
            walk ( anim B_WALK trans ( 1 2.5 ) ) ) ) )";
        let listed = b"( animations ( motion ( ( anim a_stand trans ( 0 0 ) )
            ( anim a_step trans ( 0 1 ) ) ( anim b_walk trans ( 1 2 ) ) ) ) )";
        for text in [&keyed[..], &listed[..]] {
            let found = gaits(&parse(text));
            let found: Vec<_> = found.iter().map(|(gait, motion)| (&**gait, motion.as_str())).collect();
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
            (Cow::from("walk"), "madcat_walk".to_owned()),
            (Cow::from("step"), "step".to_owned()),
            (Cow::from("run"), "madcat_run".to_owned()),
        ];
        let mut findings = Vec::new();
        let named = named(&motions, "vulture", &gaits, &mut findings);
        let names: Vec<_> = named.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["walk", "step", "jump", "vulture_walk"]);
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].code, "load.motion");
    }

    #[test]
    fn a_quaternion_without_length_turns_nothing() {
        assert_eq!(quaternion([0.0; 4]), Quat::IDENTITY);
        assert_eq!(quaternion([2.0, 0.0, 0.0, 0.0]), Quat::IDENTITY);
        assert_eq!(quaternion([0.0, 3.0, 0.0, 0.0]), Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    }
}
