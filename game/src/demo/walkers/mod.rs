//! Two walking machines of our own: their models, their motions, what the game
//! is told about them.
//! Source: `spec/zbd/mechlib.md`, `spec/zbd/motion.md`, `spec/zbd/mw3-runtime.md`,
//! "Mech definitions".

pub(super) mod body;
mod brolga;
mod gait;
mod mason;
pub(super) mod pictures;
mod skeleton;
#[cfg(test)]
mod tests;

use super::DemoFile;
use super::craft::graph::{NAME, failed};
use super::craft::readers::{Reader, numbers, word};
use super::craft::textures::{self, Levels, Picture};
use super::game::Game;
use binary::{NodeName, Result};
use body::Body;
use gait::{Gait, Pose};
use glam::{EulerRot, Quat};
use skeleton::{Bone, Legs};
use zbd::archive::{Archive, Contents, Entry};
use zbd::gamez::Version;
use zbd::gamez::nodes::Object3d;
use zbd::mechlib::{self, Mechlib, ModelTree, TreeNode};
use zbd::motion::{self, Motion};
use zbd::reader::Value;

/// A machine.
#[derive(Clone, Copy, Debug)]
struct Machine {
    /// Names its files.
    name: &'static str,
    /// Its parts, parents first.
    bones: &'static [Bone],
    legs: Legs,
    gaits: &'static [Gait],
    /// Tons.
    mass: f32,
}

const MACHINES: [Machine; 2] = [mason::MASON, brolga::BROLGA];

/// Seconds of standing and of a jump.
const STAND_S: f32 = 4.0;
const JUMP_S: f32 = 2.4;
/// Keys of those.
const STAND_FRAMES: u32 = 16;
const JUMP_FRAMES: u32 = 48;

/// The files of the machines: models, motions, textures for large cards and
/// small ones.
pub(super) fn files(game: Game, seed: u32) -> Result<Vec<DemoFile>> {
    let version = game.version();
    let pictures = pictures::paint(seed);
    let pictures: Vec<&Picture> = pictures.iter().collect();
    let package = |halved| zbd::textures::write(&textures::package(&pictures, halved, Levels::None)?);
    Ok(vec![
        DemoFile::new("zbd/mechlib.zbd", mechlib::write(&library(version)?)?),
        DemoFile::new("zbd/motion.zbd", motions(version)?),
        DemoFile::new("zbd/rmechtex.zbd", package(false)?),
        DemoFile::new("zbd/rmechtex16.zbd", package(true)?),
    ])
}

/// What the game is told about each machine.
pub(super) fn readers() -> Result<Vec<Reader>> {
    MACHINES.iter().map(definition).collect()
}

fn library(version: Version) -> Result<Mechlib> {
    let mut models = Vec::new();
    for machine in &MACHINES {
        for (end, fine) in [("", true), ("_1", false)] {
            let name = format!("mech_{}{end}.flt", machine.name);
            let tree = tree(machine, &name, version, fine)?;
            models.push((name, tree));
        }
    }
    Mechlib::new(version, pictures::materials()?, models)
}

/// A machine as it stands.
fn tree(machine: &Machine, name: &str, version: Version, fine: bool) -> Result<ModelTree> {
    let pose = gait::stand(&machine.legs, 0.0);
    let named = |text: &str| NodeName::new(text).ok_or_else(|| failed(&NAME, "at most 35 characters", text));
    let mut outline = vec![(0, TreeNode::object(version, named(name)?, Object3d::initial()))];
    // The parts in the order of a walk from the hips, each with its depth.
    let mut open: Vec<(usize, &Bone)> =
        machine.bones.iter().filter(|bone| bone.parent.is_none()).map(|bone| (1, bone)).collect();
    while let Some((depth, bone)) = open.pop() {
        if bone.small && !fine {
            continue;
        }
        let (y, x, z) = machine.part(bone, &pose).1.to_euler(EulerRot::YXZ);
        let object = Object3d::placed([x, y, z], [1.0; 3], machine.part(bone, &pose).0);
        let mut node = TreeNode::object(version, named(bone.name)?, object);
        let mut body = Body::new(version, fine);
        (bone.draw)(&mut body, bone);
        if let Some(model) = body.finish()? {
            node = node.with_model(version, model);
        }
        outline.push((depth, node));
        let children = machine.bones.iter().filter(|child| child.parent == Some(bone.name));
        open.extend(children.rev().map(|child| (depth + 1, child)));
    }
    ModelTree::from_outline(outline)
}

impl Machine {
    /// Where a part is and how it is turned, in the space of the part it hangs
    /// on.
    fn part(&self, bone: &Bone, pose: &Pose) -> ([f32; 3], Quat) {
        let (hips, turn) = pose.hips;
        let leg = |side: usize| self.legs.reach(side as f32 * 2.0 - 1.0, hips, turn, pose.feet[side]);
        let side = usize::from(bone.name.starts_with('r'));
        let rotation = match bone.name {
            "hip" => return (hips.to_array(), turn),
            "torso" => pose.torso,
            "head" => pose.head,
            "larm" | "rarm" => pose.arms[side],
            // Pods have no hands to hang.
            "lhand" | "rhand" => pose.hands[side],
            "lthigh" | "rthigh" => leg(side).thigh,
            "lcalf" | "rcalf" => leg(side).calf,
            "lfoot" | "rfoot" => leg(side).foot,
            "ltoe03" | "rtoe03" => Quat::from_rotation_x(pose.toes[side]),
            name if name.contains("toe") => Quat::from_rotation_x(-pose.toes[side]),
            _ => Quat::IDENTITY,
        };
        (bone.joint.to_array(), rotation)
    }

    /// A motion by the poses at its frames.
    fn motion(&self, seconds: f32, frames: u32, pose: impl Fn(f32) -> Pose) -> Result<Motion> {
        let mut motion = Motion::new(seconds, frames);
        let poses: Vec<Pose> = (0..frames).map(|frame| pose(frame as f32 / frames as f32)).collect();
        for bone in self.bones.iter().filter(|bone| !bone.small) {
            let (places, turns): (Vec<_>, Vec<_>) = poses.iter().map(|pose| self.part(bone, pose)).unzip();
            // Neighbouring keys lie on the same side, so that even a plain
            // mixture of them takes the short way.
            let mut last = Quat::IDENTITY;
            let turns = turns.into_iter().map(|turn: Quat| {
                last = if last.dot(turn) < 0.0 { -turn } else { turn };
                [last.w, last.x, last.y, last.z]
            });
            motion.push_part(bone.name, places, turns.collect())?;
        }
        Ok(motion)
    }
}

/// All motions of all machines.
fn motions(version: Version) -> Result<Vec<u8>> {
    let mut entries = Vec::new();
    for machine in &MACHINES {
        let legs = &machine.legs;
        let mut add = |name: &str, motion: Motion| -> Result<()> {
            let name = format!("{}_{name}", machine.name);
            let entry = Entry::new(&name, motion::write(&motion)?);
            entries.push(entry.ok_or_else(|| failed(&NAME, "at most 63 characters", name))?);
            Ok(())
        };
        add("stand", machine.motion(STAND_S, STAND_FRAMES, |phase| gait::stand(legs, phase))?)?;
        for gait in machine.gaits {
            let motion = machine.motion(gait.seconds, gait.frames(), |phase| gait.pose(legs, phase));
            add(gait.name, motion?)?;
        }
        add("jump", machine.motion(JUMP_S, JUMP_FRAMES, |phase| gait::jump(legs, phase))?)?;
    }
    zbd::archive::write(&Archive::new(version, Contents::Motions, entries))
}

/// `dfn_NAME.zrd`.
fn definition(machine: &Machine) -> Result<Reader> {
    let Machine { name, legs, gaits, mass, .. } = machine;
    let speed = |gait: &str| gaits.iter().find(|other| other.name == gait).map_or(0.0, |gait| gait.speed);
    let turning = gaits.iter().map(|gait| gait.turning).fold(0.0, f32::max).to_degrees();
    let mut motions = Vec::new();
    // Each gait is for the speeds from the one before up to its own.
    let mut slowest = 0.0;
    for gait in ["stand", "step", "walk", "trot", "run"] {
        let fastest = speed(gait);
        motions.push(word(gait)?);
        motions.push(Value::List(vec![
            word("anim")?,
            word(&format!("{name}_{gait}"))?,
            word("trans")?,
            numbers(&[slowest, fastest]),
        ]));
        slowest = fastest;
    }
    let mut items = vec![word("version")?, Value::Int(2)];
    items.extend([word("torso_limits")?, numbers(&[90.0, -20.0, 25.0])]);
    for (key, value) in [
        ("lean_angle", 4.0),
        ("lean_factor", 0.5),
        ("max_turn_rate", turning),
        ("accel_rate", speed("walk")),
        ("decel_rate", speed("trot")),
        ("crouch_height", 1.0),
        ("internal_mass", mass * 0.1),
        ("max_mass", *mass),
    ] {
        items.extend([word(key)?, Value::Float(value)]);
    }
    items.extend([word("chicken")?, Value::Int(i32::from(legs.chicken))]);
    items.extend([word("weight_class")?, word(if *mass > 50.0 { "heavy" } else { "light" })?]);
    let motions = Value::List(vec![word("motion")?, Value::List(motions)]);
    items.extend([word("animations")?, motions]);
    Ok(Reader::new(&format!("dfn_{name}.zrd"), items))
}
