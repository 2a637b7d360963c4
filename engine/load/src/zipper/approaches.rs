//! Approaches of Crimson Skies: the rows of `landings.zrd`, and the triangles that stand for their volumes.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "14.5 Approach triggers, CS".

use super::definitions::schema::Topic;
use super::definitions::{Definition, Definitions, Held};
use super::vehicles::below;
use glam::Vec3;
use world::{Approach, ApproachVolume, MOST_APPROACHES, NodeId, ProgramId, Scene};
use zbd::reader::Value;

/// Metres a second in a mile an hour.
const MPH: f32 = 0.44704;
/// The node below one that says that it counts.
const ARMED: &str = "land_on";
/// Nodes of volumes.
const VOLUMES: [&str; 3] = ["cone", "half_cone", "sphere"];

/// Adds the approaches of a world. A row that names something that does not exist, or whose node has no volume, is left
/// out: nobody can come into it.
pub(super) fn add(scene: &mut Scene, own: &Definitions) {
    let rows = own.all.iter().filter(|one| one.topic == Topic::Approach);
    let found: Vec<Approach> = rows.filter_map(|row| approach(scene, row)).take(MOST_APPROACHES).collect();
    scene.approaches = found;
}

fn approach(scene: &Scene, row: &Definition) -> Option<Approach> {
    let name = row.word("anim")?;
    let program = scene.programs.iter().position(|own| own.name.eq_ignore_ascii_case(name))?;
    let name = row.word("node")?;
    let node = scene.nodes.iter().position(|own| own.name.eq_ignore_ascii_case(name))?;
    let node = NodeId::from(node);
    let child = |wanted: &str| {
        let mut found = None;
        below(scene, node, &mut |id, _| {
            let own = scene.nodes.get(id.index());
            if found.is_none() && own.is_some_and(|own| own.name.eq_ignore_ascii_case(wanted)) {
                found = Some(id);
            }
        });
        found
    };
    let (place, volume) = VOLUMES.iter().find_map(|kind| {
        let place = child(kind)?;
        Some((place, volume(scene, place, kind)?))
    })?;
    let speeds = match *numbers(row.get("speed")).as_slice() {
        [least, most, ..] => Some([least * MPH, most * MPH]),
        _ => None,
    };
    let angle = numbers(row.get("angle")).first().map(|degrees| degrees.to_radians());
    let program = ProgramId::from(program);
    Some(Approach { program, node, armed: child(ARMED), place, volume, angle, speeds })
}

/// The volume that the first triangle of a node's model stands for.
fn volume(scene: &Scene, node: NodeId, kind: &str) -> Option<ApproachVolume> {
    let model = scene.nodes.get(node.index())?.model?;
    let model = scene.models.get(model.index())?;
    let first = model.polygons.first()?.first_vertex as usize;
    let corner = |at: usize| model.vertices.get(first + at).map(|own| Vec3::from_array(own.position));
    let corners = [corner(0)?, corner(1)?, corner(2)?];
    if !corners.iter().all(|corner| corner.is_finite()) {
        return None;
    }
    Some(match kind {
        "cone" => ApproachVolume::Cone(corners),
        "half_cone" => ApproachVolume::HalfCone(corners),
        _ => ApproachVolume::Sphere([corners[0], corners[1]]),
    })
}

/// The numbers of a value, however they stand in lists; none of a word.
fn numbers(held: Option<&Held>) -> Vec<f32> {
    let Some(Held::Kept(value)) = held else { return Vec::new() };
    let mut open = vec![value];
    let mut found = Vec::new();
    while let Some(value) = open.pop() {
        match value {
            Value::List(_) => open.extend(value.items().iter().rev()),
            value => found.extend(value.number().filter(|number| number.is_finite())),
        }
    }
    found
}
