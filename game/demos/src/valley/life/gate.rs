//! The leaves of the south gate. They stand open along the way in the container; whoever is not near
//! when the world begins sees them shut.

use super::{free, part};
use crate::builders::graph::{Home, New, Pose};
use crate::valley::Site;
use crate::valley::base::{PLATES, STRIPES, point};
use crate::valley::layout::{BASE, STREET_X};
use crate::valley::mesh::{Mesh, Style};
use crate::valley::skins::Skin;
use zbd::gamez::nodes::flags;

/// How far the hinges are from the middle of the way.
const HINGE: f32 = 6.8;
/// How long a leaf is; both meet in the middle.
const LEAF: f32 = 6.7;
/// How far behind the gate the hinges are.
const BEHIND: f32 = -3.4;

pub(super) fn build(site: &mut Site) {
    let foot = point(STREET_X, 0.0, BASE.south - 2.0);
    let gate = site.graph.add(New::object("gate_leaves", Home::World, Pose::at(foot)).solid());
    for (name, lamp_name, side) in
        [("gate_leaf_west", "gate_lamp_west", -1.0), ("gate_leaf_east", "gate_lamp_east", 1.0)]
    {
        let mut leaf = Mesh::new();
        let steel = free(PLATES);
        leaf.cuboid(point(-0.2, 0.2, -LEAF), point(0.2, 4.6, 0.0), &steel, &steel, true);
        let stripe = free(STRIPES.layer(1));
        for x in [-0.22, 0.22] {
            // Counter-clockwise seen from outside on both faces.
            let (from, to) = if x < 0.0 { (-LEAF, 0.0) } else { (0.0, -LEAF) };
            let at = |z: f32, y: f32| point(x, y, z);
            leaf.polygon(&[at(from, 0.6), at(to, 0.6), at(to, 1.5), at(from, 1.5)], &stripe);
        }
        part(site, name, gate, point(side * HINGE, 0.0, BEHIND), leaf);
        let mut lamp = Mesh::facade(1, true).only_flagged(zbd::gamez::models::flags::FACADE_CENTROID);
        let glow = Style::fit(Skin::Glow).own().both().tint(1.0, 0.62, 0.24);
        let at = |x: f32, y: f32| point(side * 9.0 + x, 12.4 + y, 0.0);
        lamp.polygon(&[at(-1.1, -1.1), at(1.1, -1.1), at(1.1, 1.1), at(-1.1, 1.1)], &glow);
        let model = site.graph.model(lamp.free());
        site.graph.add(New::object(lamp_name, Home::Under(gate), Pose::Initial).model(model));
    }
    // What animations ask: which of the two is active says how the gate stands.
    let open = New::object("gate_is_open", Home::Under(gate), Pose::Initial);
    let shut = New::object("gate_is_shut", Home::Under(gate), Pose::Initial);
    let shut = New { flags: shut.flags & !flags::ACTIVE, ..shut };
    site.graph.add(open);
    site.graph.add(shut);
}
