//! The machines as a game would find them: models and motions are read back
//! from their bytes, and the motions are played on the models.

use super::{MACHINES, files};
use crate::checked::{faultless, file};
use crate::game::Game;
use glam::{Affine3A, Quat, Vec3};
use std::collections::BTreeMap;
use zbd::gamez::Version;
use zbd::gamez::models::Model;
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

/// Where every part is, by name; `key` counts keys and may lie between two.
fn placed(tree: &ModelTree, motion: &Motion, key: f32) -> BTreeMap<String, Affine3A> {
    let mut above: Vec<Affine3A> = Vec::new();
    let mut all = BTreeMap::new();
    let key = key.rem_euclid(motion.frame_count as f32);
    let (first, share) = (key as usize, key.fract());
    for (depth, node) in tree.outline() {
        let name = node.base.name.text();
        let TreeData::Object3d(object) = &node.data else { panic!("{name} is no object") };
        let part = motion.parts.iter().find(|part| part.name.bytes() == name.as_bytes());
        let local = match part {
            Some(part) => {
                let turn = |key: usize| {
                    let [w, x, y, z] = part.rotations[key];
                    Quat::from_xyzw(x, y, z, w)
                };
                let [from, to] = [first, first + 1].map(|key| Vec3::from_array(part.translations[key]));
                let turn = world::slerp(turn(first), turn(first + 1), share);
                Affine3A::from_rotation_translation(turn, from.lerp(to, share))
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

/// The model of a part.
fn model<'t>(tree: &'t ModelTree, name: &str) -> &'t Model {
    let (_, node) = tree.outline().find(|(_, node)| node.base.name.text() == name).expect("a part");
    node.model.as_ref().expect("a part with a model")
}

/// The lowest point of a foot and what hangs on it, in the machine's space.
fn sole(tree: &ModelTree, foot: &str, parts: &BTreeMap<String, Affine3A>) -> f32 {
    let toes = format!("{}toe", &foot[..1]);
    let names = parts.keys().filter(|name| *name == foot || name.starts_with(&toes));
    let low = |name: &String| {
        let points = model(tree, name).vertices.iter().map(|point| Vec3::from_array(*point));
        points.map(|point| parts[name].transform_point3(point).y).fold(f32::MAX, f32::min)
    };
    names.map(low).fold(f32::MAX, f32::min)
}

/// True when a place is in one of the closed shapes of a model: seen from there,
/// their faces go once around it. Source: the winding number as a sum of solid
/// angles, A. Van Oosterom and J. Strackee, 1983.
fn is_inside(model: &Model, place: Vec3) -> bool {
    let mut around = 0.0;
    for polygon in model.polygons(Version::MechWarrior3) {
        let corner =
            |at: usize| Vec3::from_array(model.vertices[polygon.vertex_indices[at] as usize]) - place;
        for at in 1..polygon.vertex_indices.len() - 1 {
            let [a, b, c] = [corner(0), corner(at), corner(at + 1)];
            let [la, lb, lc] = [a.length(), b.length(), c.length()];
            let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
            around += 2.0 * libm::atan2f(a.dot(b.cross(c)), below);
        }
    }
    around > 0.5 * 4.0 * std::f32::consts::PI
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

/// Moments looked at from one key to the next.
const BETWEEN: usize = 4;

#[test]
fn feet_that_carry_stay_where_they_were_put() {
    let found = found(Game::MechWarrior3);
    for machine in &MACHINES {
        let tree = found.tree(&format!("mech_{}.flt", machine.name));
        for gait in machine.gaits {
            let motion = found.motion(&format!("{}_{}", machine.name, gait.name));
            assert_eq!(motion.loop_time, gait.seconds);
            let moments = motion.frame_count as usize * BETWEEN;
            let (mut furthest, mut aside, mut fastest) = (0.0_f32, 0.0_f32, 0.0_f32);
            for (foot, begins) in [("lfoot", 0.0), ("rfoot", 0.5)] {
                // Where it stands, and where and when it was put down.
                let mut stands: Option<(Vec3, Vec3, f32)> = None;
                let mut carried = 0;
                for moment in 0..moments * 2 {
                    let run = moment as f32 / moments as f32;
                    if (run + begins).fract() > gait.stance {
                        stands = None;
                        continue;
                    }
                    let parts = placed(tree, motion, run * motion.frame_count as f32);
                    // Where it is on the ground, which moves and turns below.
                    let time = run * gait.seconds;
                    let turned = Quat::from_rotation_y(gait.turning * time);
                    let place = Vec3::from(parts[foot].translation);
                    let on_ground = turned * place - Vec3::Z * gait.speed * time;
                    let (stood, first, since) = *stands.get_or_insert((on_ground, place, time));
                    furthest = furthest.max(on_ground.distance(stood));
                    aside = aside.max((on_ground.x - stood.x).abs());
                    if gait.turning == 0.0 && time > since + 0.1 {
                        let speed = (place.z - first.z) / (time - since);
                        fastest = fastest.max((speed - gait.speed).abs());
                    }
                    let low = sole(tree, foot, &parts);
                    assert!(low.abs() < 0.02, "{} {} {foot}: sole at {low}", machine.name, gait.name);
                    carried += 1;
                }
                assert!(carried as f32 > moments as f32 * 2.0 * gait.stance - 3.0, "{carried}");
            }
            println!(
                "{} {}: slides {:.1} mm, {:.1} mm aside, {:.3} of {:.1} units a second off",
                machine.name,
                gait.name,
                furthest * 1e3,
                aside * 1e3,
                fastest,
                gait.speed
            );
            assert!(furthest < 0.01, "{} {} slides {furthest}", machine.name, gait.name);
            assert!(aside < 0.005, "{} {} slides {aside} aside", machine.name, gait.name);
            assert!(fastest < 0.02 * gait.speed.max(1.0), "{} {}: {fastest}", machine.name, gait.name);
        }
    }
}

#[test]
fn free_feet_stay_above_the_ground_and_knees_bend_one_way() {
    let found = found(Game::PiratesMoon);
    for machine in &MACHINES {
        let tree = found.tree(&format!("mech_{}.flt", machine.name));
        let motions = found.motions.iter().filter(|(name, _)| name.starts_with(machine.name));
        for (name, motion) in motions {
            for key in 0..=motion.frame_count as usize {
                let parts = placed(tree, motion, key as f32);
                for foot in ["lfoot", "rfoot"] {
                    let low = sole(tree, foot, &parts);
                    assert!(low > -0.03, "{name}: {foot} at {low} at key {key}");
                }
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
fn every_part_reaches_into_the_one_it_hangs_on_at_any_time() {
    let found = found(Game::MechWarrior3);
    for machine in &MACHINES {
        let tree = found.tree(&format!("mech_{}.flt", machine.name));
        let motions = found.motions.iter().filter(|(name, _)| name.starts_with(machine.name));
        for (name, motion) in motions {
            for key in (0..motion.frame_count as usize).step_by(5) {
                let parts = placed(tree, motion, key as f32 + 0.5);
                for bone in (machine.bones)() {
                    let Some(parent) = bone.parent else { continue };
                    let joint = parts[parent].transform_point3(bone.joint);
                    let at = Vec3::from(parts[bone.name].translation);
                    assert!(joint.distance(at) < 1e-3, "{name}: {} is off its joint", bone.name);
                    // Some place near the joint is in both.
                    let is_in = |part: &str, place: Vec3| {
                        is_inside(model(tree, part), parts[part].inverse().transform_point3(place))
                    };
                    const STEPS: [f32; 5] = [0.0, -0.12, 0.12, -0.24, 0.24];
                    let near = (0..125).map(|at| [at / 25, at / 5 % 5, at % 5].map(|step| STEPS[step]));
                    let mut near = near.map(|off| parts[bone.name].transform_point3(Vec3::from_array(off)));
                    let holds = near.any(|place| is_in(bone.name, place) && is_in(parent, place));
                    assert!(holds, "{name}: a gap between {parent} and {} at key {key}", bone.name);
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
        let start = placed(tree, motion, 0.0);
        assert!(start["lfoot"].translation.z < start["rfoot"].translation.z - 1.0);
        assert!(start["lfoot"].translation.x < 0.0 && start["rfoot"].translation.x > 0.0);
        let passing = placed(tree, motion, frames as f32 / 4.0 + 1.0);
        assert!(passing["hip"].translation.x < -0.15, "{}", passing["hip"].translation);
        let opposite = placed(tree, motion, frames as f32 * 0.75 + 1.0);
        assert!(opposite["hip"].translation.x > 0.15);
        // The torso turns against the hips.
        let [hip, torso] = ["hip", "torso"].map(|part| start[part].transform_vector3(Vec3::NEG_Z));
        assert!(hip.x * torso.x < 0.0, "{hip} and {torso}");
        // The cab is in front, and forwards is -z.
        assert!(start["cab"].translation.z < start["torso"].translation.z - 0.2, "{}", machine.name);
    }
}
