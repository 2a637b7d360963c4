//! For tests, not the walker that a person is: an install with a 'mech: two plates, one above the other, that walk.

use crate::program::copy_of_demo;
use binary::NodeName;
use std::sync::OnceLock;
use tempfile::TempDir;
use zbd::archive::{TypedArchive, TypedEntry};
use zbd::gamez::models::Model;
use zbd::gamez::nodes::Object3d;
use zbd::gamez::{NewPolygon, Version};
use zbd::mechlib::{self, Material, Mechlib, ModelTree, TreeNode};
use zbd::motion::{self, Motion};

const VERSION: Version = Version::MechWarrior3;

/// A red plate that faces the front, -z, and nothing behind it.
fn plate(half: f32) -> Model {
    let corners = [[half, -half], [-half, -half], [-half, half], [half, half]];
    let mut model = Model { vertices: corners.map(|[x, y]| [x, y, 0.0]).to_vec(), ..Model::default() };
    let polygon = NewPolygon {
        vertex_indices: &[0, 1, 2, 3],
        materials: &[0],
        colors: &[[255.0, 0.0, 0.0]; 4],
        ..NewPolygon::default()
    };
    model.push_polygon(VERSION, &polygon).unwrap();
    model.seal(VERSION);
    model
}

fn part(text: &str, place: [f32; 3]) -> TreeNode {
    let object = Object3d::placed([0.0; 3], [1.0; 3], place);
    TreeNode::object(VERSION, NodeName::new(text).unwrap(), object)
}

fn library() -> Vec<u8> {
    let tree = |name: &str, halves: &[f32]| {
        let mut outline = vec![(0, part(name, [0.0; 3]))];
        for (depth, half) in halves.iter().enumerate() {
            let part = part(["hip", "torso"][depth], [0.0, 2.0, 0.0]);
            outline.push((depth + 1, part.with_model(VERSION, plate(*half))));
        }
        (name.to_owned(), ModelTree::from_outline(outline).unwrap())
    };
    let trees = [tree("mech_walker.flt", &[1.0, 0.5]), tree("mech_walker_1.flt", &[1.0])];
    let materials = vec![Material::colored([255.0, 0.0, 0.0], 255)];
    mechlib::write(&Mechlib::new(VERSION, materials, trees).unwrap()).unwrap()
}

fn motions() -> Vec<u8> {
    let mut walk = Motion::new(2.0, 2);
    let still = vec![[1.0, 0.0, 0.0, 0.0]; 2];
    walk.push_part("hip", vec![[-2.0, 2.0, 0.0], [2.0, 2.0, 0.0]], still).unwrap();
    let entries = vec![TypedEntry::new("walker_walk", walk).unwrap()];
    motion::write_archive(&TypedArchive { entries, ..TypedArchive::default() }).unwrap()
}

/// The plain demo with a 'mech that walks from left to right.
pub fn install() -> &'static str {
    static INSTALL: OnceLock<TempDir> = OnceLock::new();
    let folder = INSTALL.get_or_init(|| {
        let folder = copy_of_demo();
        std::fs::write(folder.path().join("zbd/mechlib.zbd"), library()).unwrap();
        std::fs::write(folder.path().join("zbd/motion.zbd"), motions()).unwrap();
        folder
    });
    folder.path().to_str().unwrap()
}
