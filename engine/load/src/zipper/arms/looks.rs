//! What flies of weapons that name no model: a streak of light, or a beam. Its colour and size are proposals.

use super::Sources;
use glam::{Affine3A, Vec3};
use world::sketch::ModelSketch;
use world::{Material, MaterialId, ModelId, Node, NodeFlags, NodeId, Scene, WeaponManner};

/// Shines by itself, in fog, too.
const SHINES: NodeFlags = NodeFlags::ACTIVE.union(NodeFlags::UNLIT).union(NodeFlags::UNFOGGED);

/// Gives each weapon without a model one of the two, if the title says how they look.
pub(super) fn add(scene: &mut Scene, sources: &Sources<'_>) {
    let [red, green, blue, half, length] = sources.several("weapon.look");
    let has_none = |weapon: &world::WeaponLaw| weapon.model.is_none();
    if half <= 0.0 || !scene.combat.weapons.iter().any(has_none) {
        return;
    }
    scene.materials.push(Material { color: [red, green, blue], ..Material::default() });
    let material = MaterialId::from(scene.materials.len() - 1);
    let (half, length) = (scene.frame.units(half), scene.frame.units(length));
    // What flies has its front to -z; a beam is stretched along +z.
    let sizes = [
        (Vec3::new(-half, -half, -length), Vec3::new(half, half, length)),
        (Vec3::new(-half, -half, 0.0), Vec3::new(half, half, 1.0)),
    ];
    let [streak, beam] = sizes.map(|(min, max)| {
        scene.models.push(ModelSketch::new().material(material).cuboid(min, max).done());
        let model = Some(ModelId::from(scene.models.len() - 1));
        let node = Node {
            name: "weapon".into(),
            model,
            flags: SHINES,
            transform: Affine3A::IDENTITY,
            opacity: 1.0,
            ..Node::default()
        };
        scene.nodes.push(node);
        NodeId::from(scene.nodes.len() - 1)
    });
    for weapon in scene.combat.weapons.iter_mut().filter(|weapon| has_none(weapon)) {
        let is_beam = weapon.manner.contains(WeaponManner::BEAM);
        weapon.model = Some(if is_beam { beam } else { streak });
    }
}
