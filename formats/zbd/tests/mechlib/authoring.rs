//! Libraries made from scratch.

use crate::mechlib::read;
use binary::{Mode, NodeName};
use zbd::gamez::models::Model;
use zbd::gamez::nodes::{Lod, Object3d};
use zbd::gamez::{NewPolygon, Version};
use zbd::mechlib::{self, Material, Mechlib, ModelTree, TreeNode};

fn name(text: &str) -> NodeName {
    NodeName::new(text).unwrap()
}

/// Three triangles, two of the first material.
fn plate(version: Version) -> Model {
    let vertices = vec![[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.5]];
    let mut model = Model { vertices, ..Model::default() };
    for material in [1, 0, 1] {
        let polygon = NewPolygon {
            vertex_indices: &[0, 1, 2],
            materials: &[material],
            uvs: &[[0.0, 0.0], [1.0, 0.0], [0.5, 1.0]],
            ..NewPolygon::default()
        };
        model.push_polygon(version, &polygon).unwrap();
    }
    model
}

fn object(version: Version, text: &str) -> TreeNode {
    TreeNode::object(version, name(text), Object3d::placed([0.0; 3], [1.0; 3], [0.0, 4.0, 0.0]))
}

fn outline(version: Version) -> Vec<(usize, TreeNode)> {
    let mut list = vec![
        (0, TreeNode::object(version, name("mech_a.flt"), Object3d::initial())),
        (1, object(version, "hip").with_model(version, plate(version))),
        (2, object(version, "torso")),
        (3, object(version, "head").with_model(version, plate(version))),
        (2, object(version, "rleg")),
    ];
    if version == Version::PiratesMoon {
        let bounds = [[-1.0; 3], [1.0; 3]];
        list.push((2, TreeNode::lod(version, name("far"), Lod::new(version, 0.0, 100.0), bounds)));
        list.push((3, object(version, "lleg")));
    }
    list
}

#[test]
fn a_library_made_from_scratch_is_clean() {
    for version in [Version::MechWarrior3, Version::PiratesMoon] {
        let tree = ModelTree::from_outline(outline(version)).unwrap();
        let materials =
            vec![Material::textured("armor01").unwrap(), Material::colored([10.0, 20.0, 30.0], 255)];
        let library = Mechlib::new(version, materials, [("mech_a.flt".to_owned(), tree)]).unwrap();
        let read = read(&mechlib::write(&library).unwrap());
        assert_eq!(read.materials(), library.materials());
        let (member, mech) = read.models().next().unwrap();
        assert_eq!(member, "mech_a.flt");
        let listed: Vec<_> = mech.outline().map(|(depth, node)| (depth, node.base.name.text())).collect();
        let expected: Vec<_> =
            outline(version).into_iter().map(|(depth, node)| (depth, node.base.name.text())).collect();
        assert_eq!(listed, expected);
        let hip = &mech.nodes[1];
        assert_eq!(hip.base.model_bbox, [[-1.0, 0.0, 0.0], [1.0, 2.0, 0.5]]);
        let uses: Vec<_> = hip.model.as_ref().unwrap().material_refs.iter().collect();
        match version {
            Version::PiratesMoon => {
                let uses: Vec<_> = uses.iter().map(|used| (used.material_index, used.usage_count)).collect();
                assert_eq!(uses, [(1, 2), (0, 1)]);
            }
            _ => assert!(uses.is_empty()),
        }
    }
}

#[test]
fn an_outline_must_be_that_of_one_tree() {
    let version = Version::MechWarrior3;
    for depths in [&[1][..], &[0, 0], &[0, 2], &[0, 1, 3], &[0, 1, 0]] {
        let nodes = depths.iter().map(|depth| (*depth, object(version, "x")));
        assert_eq!(
            ModelTree::from_outline(nodes).unwrap_err().code,
            "zbd.mechlib.write.outline",
            "{depths:?}"
        );
    }
}

#[test]
fn names_of_models_must_fit() {
    let version = Version::MechWarrior3;
    let tree = || ModelTree::from_outline([(0, object(version, "x"))]).unwrap();
    for member in ["mech", &("x".repeat(60) + ".flt"), "caf\u{e9}.flt"] {
        let finding = Mechlib::new(version, Vec::new(), [(member.to_owned(), tree())]).unwrap_err();
        assert_eq!(finding.code, "zbd.mechlib.write.member_name", "{member}");
    }
    assert!(Material::textured("caf\u{e9}").is_none());
    let library = Mechlib::new(version, Vec::new(), [("A.FLT".to_owned(), tree())]).unwrap();
    let bytes = mechlib::write(&library).unwrap();
    assert_eq!(mechlib::read(&bytes, Mode::Strict).unwrap().1.findings(), []);
}
