//! Two walking machines of our own: their models, their motions, what the game
//! has to know about them.
//! Source: `docs/spec/zbd/mechlib.md`, `docs/spec/zbd/motion.md`, `docs/spec/zbd/mw3-runtime.md`,
//! "5. Mech definitions".

pub(super) mod body;
mod brolga;
mod gait;
mod mason;
pub(super) mod pictures;
pub(super) mod shade;
mod skeleton;
pub(super) mod skins;
#[cfg(test)]
mod tests;

use super::DemoFile;
use super::builders::graph::{NAME, TEXT, failed};
use super::builders::readers::{Reader, numbers, word};
use super::builders::textures::{self, Levels, Picture, Tier};
use super::game::Game;
use binary::{Mode, NodeName, Result};
use body::Body;
use gait::{Gait, Pose};
use glam::{Affine3A, EulerRot, Quat};
use shade::{Blob, Shade};
use skeleton::{Bone, Legs};
use skins::Skin;
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
    bones: fn() -> Vec<Bone>,
    legs: Legs,
    gaits: &'static [Gait],
    /// How much it swings its arms in a jump, 0..=1.
    swing: f32,
    /// Tons.
    mass: f32,
}

const MACHINES: [Machine; 2] = [mason::MASON, brolga::BROLGA];

/// The model around whoever sits in one.
const CAGE: &str = "cockpit_frame";
/// Tons beyond which a machine is heavy, and has more armour.
const HEAVY: f32 = 50.0;
/// Seconds of standing and of a jump.
const STAND_S: f32 = 4.0;
const JUMP_S: f32 = 2.4;
/// Keys of those.
const STAND_FRAMES: u32 = 16;
const JUMP_FRAMES: u32 = 48;

/// The files of the machines: models, motions, textures for large cards, small
/// ones and none.
pub(super) fn files(game: Game, seed: u32) -> Result<Vec<DemoFile>> {
    let version = game.version();
    let pictures = pictures::paint(seed);
    let pictures: Vec<&Picture> = pictures.iter().collect();
    let package = |tier| zbd::textures::write(&textures::package(&pictures, tier, Levels::None)?);
    let software = Tier { palettes: true, ..Tier::BEST };
    Ok(vec![
        DemoFile::new("zbd/mechlib.zbd", mechlib::write(&library(version)?)?),
        DemoFile::new("zbd/motion.zbd", motions(version)?),
        DemoFile::new("zbd/rmechtex.zbd", package(Tier::BEST)?),
        DemoFile::new("zbd/rmechtex16.zbd", package(Tier::HALF)?),
        DemoFile::new("zbd/rmechtexs.zbd", package(software)?),
    ])
}

/// What the game has to know about each machine.
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
    models.push((format!("{CAGE}.flt"), cage(version)?));
    Mechlib::new(version, pictures::materials()?, models)
}

/// What is seen around whoever sits in any of them: the posts and the beam of a windscreen, and what the instruments are
/// in. Its origin is between the eyes, its front to the north.
fn cage(version: Version) -> Result<ModelTree> {
    let mut body = Body::new(true);
    for side in [-1.0_f32, 1.0] {
        let [west, east] = if side < 0.0 { [-1.30, -1.17] } else { [1.17, 1.30] };
        body.block([west, -0.95, -1.56], [east, 0.95, -1.42], Skin::Steel);
        body.block([side * 0.62 - 0.03, -0.95, -1.62], [side * 0.62 + 0.03, -0.62, -1.5], Skin::Slate);
    }
    body.block([-1.40, 0.80, -1.58], [1.40, 0.95, -1.42], Skin::Steel);
    body.block([-1.40, -1.10, -1.75], [1.40, -0.80, -1.40], Skin::Slate);
    let blobs = [(0, body.blobs().to_vec())];
    let shade = Shade { blobs: &blobs, places: &[Affine3A::IDENTITY], part: 0 };
    let named = |text: &str| NodeName::new(text).ok_or_else(|| failed(&NAME, "at most 35 characters", text));
    let root = TreeNode::object(version, named(&format!("{CAGE}.flt"))?, Object3d::initial());
    let mut frame = TreeNode::object(version, named("frame")?, Object3d::initial());
    if let Some(model) = body.model(version, &shade)? {
        frame = frame.with_model(version, model);
    }
    ModelTree::from_outline(vec![(0, root), (1, frame)])
}

/// A machine as it stands.
fn tree(machine: &Machine, name: &str, version: Version, fine: bool) -> Result<ModelTree> {
    let pose = gait::stand(&machine.legs, 0.0);
    let named = |text: &str| NodeName::new(text).ok_or_else(|| failed(&NAME, "at most 35 characters", text));
    let mut outline = vec![(0, TreeNode::object(version, named(name)?, Object3d::initial()))];
    let bones: Vec<Bone> = (machine.bones)().into_iter().filter(|bone| fine || !bone.small).collect();
    let (bodies, places) = machine.drawn(&bones, &pose, fine);
    let blobs: Vec<(usize, Vec<Blob>)> =
        bodies.iter().map(|body| body.blobs().to_vec()).enumerate().collect();
    // The parts in the order of a walk from the hips, each with its depth.
    let mut open: Vec<(usize, usize)> =
        (0..bones.len()).filter(|part| bones[*part].parent.is_none()).map(|part| (1, part)).collect();
    while let Some((depth, part)) = open.pop() {
        let bone = &bones[part];
        let (joint, turn) = machine.part(bone, &pose);
        let (y, x, z) = turn.to_euler(EulerRot::YXZ);
        let object = Object3d::placed([x, y, z], [1.0; 3], joint);
        let mut node = TreeNode::object(version, named(bone.name)?, object);
        let shade = Shade { blobs: &blobs, places: &places, part };
        if let Some(model) = bodies[part].model(version, &shade)? {
            node = node.with_model(version, model);
        }
        outline.push((depth, node));
        let children = (0..bones.len()).filter(|child| bones[*child].parent == Some(bone.name));
        open.extend(children.rev().map(|child| (depth + 1, child)));
    }
    ModelTree::from_outline(outline)
}

impl Machine {
    /// Its parts, each around its joint, and where they are in a pose.
    fn drawn(&self, bones: &[Bone], pose: &Pose, fine: bool) -> (Vec<Body>, Vec<Affine3A>) {
        let (mut bodies, mut places): (Vec<Body>, Vec<Affine3A>) = (Vec::new(), Vec::new());
        for bone in bones {
            let mut body = Body::new(fine);
            (bone.draw)(&mut body, bone);
            bodies.push(body);
            let (joint, turn) = self.part(bone, pose);
            let above = bones.iter().position(|other| Some(other.name) == bone.parent);
            let above = above.and_then(|parent| places.get(parent)).copied().unwrap_or(Affine3A::IDENTITY);
            places.push(above * Affine3A::from_rotation_translation(turn, joint.into()));
        }
        (bodies, places)
    }

    /// Where a part is and how it is turned, in the space of the part it hangs
    /// on.
    fn part(&self, bone: &Bone, pose: &Pose) -> ([f32; 3], Quat) {
        let (hips, turn) = pose.hips;
        let leg = |side: usize| self.legs.reach(side as f32 * 2.0 - 1.0, hips, turn, pose.feet[side]);
        let side = usize::from(bone.name.starts_with('r'));
        let rotation = match bone.name {
            "hip" => return (hips.to_array(), turn),
            "torso" => pose.torso,
            "cab" => pose.head,
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
        for bone in (self.bones)().iter().filter(|bone| !bone.small) {
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
        add("jump", machine.motion(JUMP_S, JUMP_FRAMES, |phase| gait::jump(legs, machine.swing, phase))?)?;
    }
    zbd::archive::write(&Archive::new(version, Contents::Motions, entries))
}

/// What a machine carries, as text of the readers: where weapons can be, and two configurations, of which the second is
/// faster and has less to lose. SPEED, MASS and ARMOR are the machine's own.
const FITTED: &str = "(
    aim_slerp_freq 4.0
    aim_min_pitch -20.0
    aim_max_pitch 25.0
    aim_min_yaw -90.0
    aim_max_yaw 90.0
    aim_arm_pitch_factor 0.5
    omnimech 0
    clan 0
    engine_minmax (100 300)
    camera ( tether ( dist 15.0 desired_pos (0.0 10.5 15.0) dist_vary_factor 0.01 dist_vary 2.0 ) )
    firepoints ( left_arm (0.4 0.5 larm) right_arm (0.4 0.5 rarm) shoulder (0.3 0.2 torso) )
    configurations (
        primary (
            engine (200 0 SPEED)
            armor (0 MASS ARMOR)
            equipment ((heat_sink torso) (heat_sink torso) (jump_jet torso))
            weapons (
                (laser left_arm group 1)
                (autocannon right_arm group 2 ammo (60 part torso))
                (missiles shoulder group 2 3 ammo (24 part torso))
            )
            internal standard
        )
        scout (
            engine (260 0 FAST)
            armor (0 LIGHT THIN)
            equipment ((heat_sink torso) (heat_sink torso) (heat_sink torso) (jump_jet torso))
            weapons (
                (laser left_arm group 1)
                (laser right_arm group 1)
            )
            internal standard
        )
    )
)";

/// The keys of what a machine carries; speeds in metres a second.
fn fitted(fastest: f32, mass: f32) -> Result<Vec<Value>> {
    let text = FITTED.replace("SPEED", &format!("{:.1}", fastest * 3.6));
    let text = text.replace("FAST", &format!("{:.1}", fastest * 3.6 * 1.25));
    let armor = if mass > HEAVY { "14 (56 18) (34 12) 27 33" } else { "9 (24 8) (18 6) 16 20" };
    let thin = if mass > HEAVY { "8 (20 6) (15 5) 12 16" } else { "6 (12 4) (9 3) 8 10" };
    let text = text.replace("MASS", &format!("{:.1}", mass * 0.15)).replace("ARMOR", armor);
    let text = text.replace("LIGHT", &format!("{:.1}", mass * 0.08)).replace("THIN", thin);
    let (value, _) = zbd::reader::parse(text.as_bytes(), Mode::Strict)
        .map_err(|finding| failed(&TEXT, "a reader as text", finding))?;
    Ok(value.items().to_vec())
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
    items.extend([word("weight_class")?, word(if *mass > HEAVY { "heavy" } else { "light" })?]);
    let motions = Value::List(vec![word("motion")?, Value::List(motions)]);
    items.extend([word("animations")?, motions]);
    let cage = Value::List(vec![word(CAGE)?, Value::Int(0), Value::Int(1), Value::Int(1)]);
    items.extend([word("hud")?, Value::List(vec![word("cage")?, cage])]);
    items.extend(fitted(speed("run"), *mass)?);
    Ok(Reader::new(&format!("dfn_{name}.zrd"), items))
}
