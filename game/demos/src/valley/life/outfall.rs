//! Water that comes out of the bank and falls into the river.

use super::{free, part};
use crate::builders::graph::{Home, New, Pose};
use crate::valley::Site;
use crate::valley::base::{CONCRETE, point};
use crate::valley::layout::WATER;
use crate::valley::mesh::{Mesh, Style};
use crate::valley::skins::Skin;
use zbd::gamez::models::flags as model_flags;

/// Where it is along x.
const X: f32 = 58.0;
/// How high the water comes out above the river.
const DROP: f32 = 5.6;
/// How far its walls reach into the bank.
const DEEP: f32 = 26.0;
/// Half as wide as the water.
const HALF: f32 = 3.0;

pub(super) fn build(site: &mut Site) {
    // Where the bank has come down nearly to the water.
    let z = (120..175).map(|z| z as f32).find(|z| site.terrain.height(X, *z) < WATER + 0.5).unwrap_or(150.0);
    let root = site.graph.add(New::object("outfall", Home::Placed, Pose::at(point(X, WATER, z))).solid());
    let concrete = free(CONCRETE);
    let mut wall = Mesh::new();
    // The wall around the mouth, its wings, and the lip that the water runs over.
    wall.cuboid(point(-6.0, -2.0, -DEEP), point(-HALF, DROP + 2.4, 0.0), &concrete, &concrete, false);
    wall.cuboid(point(HALF, -2.0, -DEEP), point(6.0, DROP + 2.4, 0.0), &concrete, &concrete, false);
    wall.cuboid(point(-HALF, DROP + 1.8, -DEEP), point(HALF, DROP + 2.4, 0.0), &concrete, &concrete, true);
    wall.cuboid(point(-HALF, -2.0, -DEEP), point(HALF, DROP - 0.3, 0.3), &concrete, &concrete, false);
    let dark = free(Style::plain(Skin::Dark)).tint(0.25, 0.27, 0.3);
    let at = |x: f32, y: f32| point(x, y, -5.0);
    wall.polygon(&[at(-HALF, 0.0), at(HALF, 0.0), at(HALF, DROP + 1.8), at(-HALF, DROP + 1.8)], &dark);
    part(site, "outfall_wall", root, point(0.0, 0.0, 0.0), wall);
    let mut sheet = Mesh::new().only_flagged(model_flags::FOG | model_flags::TEXTURE_SCROLL);
    sheet.model.info.tex_scroll_v = -0.9;
    let water = free(Style::fit(Skin::Falls).both().layer(1)).tint(1.0, 0.97, 0.94);
    // Over the lip, then down in a curve.
    let path: [(f32, f32); 6] =
        [(-5.0, DROP), (0.3, DROP - 0.05), (1.1, DROP - 0.8), (1.8, DROP - 2.6), (2.3, 2.0), (2.6, -0.2)];
    let mut gone = 0.0;
    for pair in path.windows(2) {
        let [(z0, y0), (z1, y1)] = [pair[0], pair[1]];
        let length = libm::hypotf(z1 - z0, y1 - y0) / 4.0;
        let corners =
            vec![point(-HALF, y1, z1), point(HALF, y1, z1), point(HALF, y0, z0), point(-HALF, y0, z0)];
        let uvs = vec![[0.0, gone + length], [1.5, gone + length], [1.5, gone], [0.0, gone]];
        sheet.exact(corners, uvs, None, &water);
        gone += length;
    }
    let model = site.graph.model(sheet.free());
    site.graph.add(New::object("outfall_water", Home::Under(root), Pose::Initial).model(model));
    site.graph.add(New::object("outfall_foot", Home::Under(root), Pose::at(point(0.0, 0.4, 3.0))));
}
