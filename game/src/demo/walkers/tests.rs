//! The machines as a game would find them: models and motions are read back
//! from their bytes, and the motions are played on the models.

use super::{MACHINES, files};
use crate::demo::checked::{faultless, file};
use crate::demo::game::Game;
use glam::{Affine3A, Quat, Vec3};
use std::collections::BTreeMap;
use zbd::mechlib::{self, Mechlib, ModelTree, TreeData};
use zbd::motion::{self, Motion};

struct Found {
    library: Mechlib,
    motions: BTreeMap<String, Motion>,
}

fn found(game: Game) -> Found {
    let files = files(game, 1).expect("the machines are built");
    let library = faultless("mechlib", file(&files, "zbd/mechlib.zbd"), mechlib::read, mechlib::write);
    let archive =
        faultless("motion", file(&files, "zbd/motion.zbd"), motion::read_archive, motion::write_archive);
    let motions = archive.entries.into_iter().map(|entry| (entry.name.text(), entry.content)).collect();
    Found { library, motions }
}

impl Found {
    fn tree(&self, name: &str) -> &ModelTree {
        let model = self.library.models().find(|(member, _)| member == name);
        model.unwrap_or_else(|| panic!("no {name}")).1
    }

    fn motion(&self, name: &str) -> &Motion {
        self.motions.get(name).unwrap_or_else(|| panic!("no {name}"))
    }
}

/// Where every part is at a key, by name.
fn placed(tree: &ModelTree, motion: &Motion, key: usize) -> BTreeMap<String, Affine3A> {
    let mut above: Vec<Affine3A> = Vec::new();
    let mut all = BTreeMap::new();
    for (depth, node) in tree.outline() {
        let name = node.base.name.text();
        let TreeData::Object3d(object) = &node.data else { panic!("{name} is no object") };
        let part = motion.parts.iter().find(|part| part.name.bytes() == name.as_bytes());
        let local = match part {
            Some(part) => {
                let [w, x, y, z] = part.rotations[key];
                let place = Vec3::from_array(part.translations[key]);
                Affine3A::from_rotation_translation(Quat::from_xyzw(x, y, z, w), place)
            }
            None => {
                let [x, y, z, place] = object.transform.map(Vec3::from_array);
                Affine3A::from_mat3_translation(glam::Mat3::from_cols(x, y, z), place)
            }
        };
        above.truncate(depth);
        let world = above.last().copied().unwrap_or(Affine3A::IDENTITY) * local;
        above.push(world);
        all.insert(name, world);
    }
    all
}

/// The lowest point of a foot's model, in the machine's space.
fn sole(tree: &ModelTree, name: &str, at: &Affine3A) -> f32 {
    let (_, node) = tree.outline().find(|(_, node)| node.base.name.text() == name).expect("a foot");
    let model = node.model.as_ref().expect("a foot with a model");
    let points = model.vertices.iter().map(|point| at.transform_point3(Vec3::from_array(*point)).y);
    points.fold(f32::MAX, f32::min)
}

#[test]
fn machines_have_ten_to_twenty_parts_and_a_far_look_of_the_same_skeleton() {
    for game in [Game::MechWarrior3, Game::PiratesMoon] {
        let found = found(game);
        for machine in &MACHINES {
            let [near, far] = ["", "_1"].map(|end| found.tree(&format!("mech_{}{end}.flt", machine.name)));
            // Without the container.
            assert!((11..=21).contains(&near.nodes.len()), "{}: {} nodes", machine.name, near.nodes.len());
            let polygons = |tree: &ModelTree| -> usize {
                tree.nodes.iter().filter_map(|node| node.model.as_ref()).map(|m| m.polygon_infos.len()).sum()
            };
            assert!(
                polygons(near) > 2 * polygons(far),
                "{}: {}, {}",
                machine.name,
                polygons(near),
                polygons(far)
            );
            let motion = found.motion(&format!("{}_walk", machine.name));
            for part in &motion.parts {
                for tree in [near, far] {
                    let named =
                        |node: &mechlib::TreeNode| node.base.name.text().as_bytes() == part.name.bytes();
                    assert!(tree.nodes.iter().any(named), "{}: no {}", machine.name, part.name);
                }
            }
        }
    }
}

#[test]
fn feet_that_carry_stay_where_they_were_put() {
    let found = found(Game::MechWarrior3);
    for machine in &MACHINES {
        let tree = found.tree(&format!("mech_{}.flt", machine.name));
        for gait in machine.gaits {
            let motion = found.motion(&format!("{}_{}", machine.name, gait.name));
            assert_eq!(motion.loop_time, gait.seconds);
            let frames = motion.frame_count as usize;
            for (foot, begins) in [("lfoot", 0.0), ("rfoot", 0.5)] {
                let mut stands: Option<Vec3> = None;
                let mut carried = 0;
                for key in 0..frames * 2 {
                    let phase = (key as f32 / frames as f32 + begins).fract();
                    if phase > gait.stance {
                        stands = None;
                        continue;
                    }
                    let at = placed(tree, motion, key % frames)[foot];
                    // Where it is on the ground, which moves and turns below.
                    let time = key as f32 / frames as f32 * gait.seconds;
                    let turned = Quat::from_rotation_y(gait.turning * time);
                    let place = turned * Vec3::from(at.translation) - Vec3::Z * gait.speed * time;
                    let stood = *stands.get_or_insert(place);
                    let slid = place.distance(stood);
                    assert!(slid < 2e-3, "{} {} {foot} slides {slid} at key {key}", machine.name, gait.name);
                    let low = sole(tree, foot, &at);
                    assert!(low.abs() < 0.02, "{} {} {foot}: sole at {low}", machine.name, gait.name);
                    carried += 1;
                }
                assert!(carried as f32 > frames as f32 * 2.0 * gait.stance - 3.0, "{carried}");
            }
        }
    }
}

#[test]
fn free_feet_stay_above_the_ground_and_joints_hold() {
    let found = found(Game::PiratesMoon);
    for machine in &MACHINES {
        let tree = found.tree(&format!("mech_{}.flt", machine.name));
        let motions = found.motions.iter().filter(|(name, _)| name.starts_with(machine.name));
        for (name, motion) in motions {
            for key in 0..=motion.frame_count as usize {
                let parts = placed(tree, motion, key);
                for foot in ["lfoot", "rfoot"] {
                    let low = sole(tree, foot, &parts[foot]);
                    assert!(low > -0.12, "{name}: {foot} at {low} at key {key}");
                }
                for bone in machine.bones {
                    let Some(parent) = bone.parent else { continue };
                    let joint = parts[parent].transform_point3(bone.joint);
                    let at = Vec3::from(parts[bone.name].translation);
                    assert!(joint.distance(at) < 1e-3, "{name}: {} is off its joint", bone.name);
                }
                // Knees bend one way only.
                for calf in ["lcalf", "rcalf"] {
                    let part = motion
                        .parts
                        .iter()
                        .find(|part| part.name.bytes() == calf.as_bytes())
                        .expect("a calf");
                    let [w, x, ..] = part.rotations[key];
                    let bend = 2.0 * libm::atan2f(x * w.signum(), w.abs());
                    let forwards = if machine.legs.chicken { bend } else { -bend };
                    assert!(forwards > 0.0, "{name}: {calf} bends {bend}");
                }
            }
        }
    }
}

#[test]
fn the_body_leans_over_the_foot_that_carries_and_nothing_is_mirrored() {
    let found = found(Game::MechWarrior3);
    for machine in &MACHINES {
        let tree = found.tree(&format!("mech_{}.flt", machine.name));
        let motion = found.motion(&format!("{}_walk", machine.name));
        let frames = motion.frame_count as usize;
        // The left foot comes down at the start, in front; in the middle of the
        // first step it carries alone, the body above it.
        let start = placed(tree, motion, 0);
        assert!(start["lfoot"].translation.z < start["rfoot"].translation.z - 1.0);
        assert!(start["lfoot"].translation.x < 0.0 && start["rfoot"].translation.x > 0.0);
        let passing = placed(tree, motion, frames / 4 + 1);
        assert!(passing["hip"].translation.x < -0.15, "{}", passing["hip"].translation);
        let opposite = placed(tree, motion, frames * 3 / 4 + 1);
        assert!(opposite["hip"].translation.x > 0.15);
        // The torso turns against the hips.
        let [hip, torso] = ["hip", "torso"].map(|part| start[part].transform_vector3(Vec3::NEG_Z));
        assert!(hip.x * torso.x < 0.0, "{hip} and {torso}");
        // The head is in front, and forwards is -z.
        assert!(start["head"].translation.z < start["torso"].translation.z - 0.3, "{}", machine.name);
    }
}
