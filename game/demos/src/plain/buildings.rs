//! Things with a silhouette: houses in two levels of detail, a mast with a
//! blinking light, a crane of nested parts, a gate.

use super::Site;
use super::mesh::{Bake, Mesh, Style, Uv};
use super::parcours::cast_shadow;
use super::skins::Skin;
use crate::builders::graph::{Home, ModelId, New, Pose};
use glam::Vec3;
use zbd::gamez::models::PointLight;
use zbd::gamez::nodes::{flags, transform};

/// Where a house's near level gives way to the far one, units.
const HOUSE_NEAR: f32 = 180.0;
const HOUSE_FAR: f32 = 3000.0;

/// Builds all of them.
pub(super) fn build(site: &mut Site) {
    houses(site);
    mast(site);
    crane(site);
    gate(site);
}

fn point(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// Two houses from the same models, one turned by a matrix.
fn houses(site: &mut Site) {
    let near = site.graph.model(house_near());
    let far = site.graph.model(house_far());
    let turned = transform([0.0, 0.55, 0.0], [1.0; 3], [-78.0, 0.0, -70.0]);
    house(site, "house_1", Pose::at(point(-38.0, 0.0, -62.0)), [near, far]);
    house(site, "house_2", Pose::Matrix(turned), [near, far]);
    let mut shade = Mesh::new();
    cast_shadow(&mut shade, point(-44.0, 0.0, -66.0), point(-32.0, 4.5, -58.0));
    site.graph.thing(shade, New::object("house_shadow", Home::Placed, Pose::Initial));
}

fn house(site: &mut Site, name: &str, pose: Pose, [near, far]: [ModelId; 2]) {
    let graph = &mut site.graph;
    let root = graph.add(New::object(name, Home::Placed, pose).solid());
    let solid = flags::ALTITUDE_SURFACE | flags::INTERSECT_SURFACE;
    for (what, range, model) in [("near", [0.0, HOUSE_NEAR], near), ("far", [HOUSE_NEAR, HOUSE_FAR], far)] {
        let level = graph.level(&format!("{name}_{what}"), root, range, solid);
        if let Some(bounds) = graph.model_bounds(near) {
            graph.give_box(level, bounds);
        }
        let home = Home::Under(level);
        graph.add(New::object(&format!("{name}_body_{what}"), home, Pose::Initial).solid().model(model));
    }
    graph.place(&format!("{name}_door"), root);
}

/// 12 by 8 units, 4 to the eaves, 7.5 to the ridge.
fn house_near() -> Mesh {
    let mut mesh = Mesh::new();
    let plaster = Style { normals: true, ..Style::tiled(Skin::Plaster, 4.0) };
    let window = Style { normals: true, ..Style::fit(Skin::Window) };
    // Each long wall is three pieces with a window in the outer two.
    for turn in [1.0, -1.0] {
        for (middle, style) in [(-4.0, &window), (0.0, &plaster), (4.0, &window)] {
            let at = |x: f32, y: f32| point((middle + x) * turn, y, 4.0 * turn);
            mesh.polygon(&[at(-2.0, 0.0), at(2.0, 0.0), at(2.0, 4.0), at(-2.0, 4.0)], style);
        }
    }
    gables(&mut mesh, &plaster);
    let roof = Style { normals: true, ..Style::tiled(Skin::Roof, 2.5) };
    roofs(&mut mesh, &roof, 0.7);
    // Door, step, chimney.
    mesh.cuboid(point(-0.9, 0.0, 4.0), point(0.9, 2.4, 4.08), false, &Style::tiled(Skin::Wood, 2.0));
    mesh.cuboid(point(-1.3, 0.0, 4.0), point(1.3, 0.2, 5.2), false, &Style::tiled(Skin::Concrete, 4.0));
    mesh.cuboid(point(2.6, 5.0, -1.8), point(3.6, 8.6, -0.8), false, &Style::tiled(Skin::Concrete, 4.0));
    mesh
}

fn house_far() -> Mesh {
    let mut mesh = Mesh::new();
    let plaster = Style { normals: true, ..Style::tiled(Skin::Plaster, 8.0) };
    mesh.polygon(
        &[point(-6.0, 0.0, 4.0), point(6.0, 0.0, 4.0), point(6.0, 4.0, 4.0), point(-6.0, 4.0, 4.0)],
        &plaster,
    );
    mesh.polygon(
        &[point(6.0, 0.0, -4.0), point(-6.0, 0.0, -4.0), point(-6.0, 4.0, -4.0), point(6.0, 4.0, -4.0)],
        &plaster,
    );
    gables(&mut mesh, &plaster);
    roofs(&mut mesh, &Style::tiled(Skin::Roof, 5.0), 0.5);
    mesh
}

/// The two end walls, five corners each.
fn gables(mesh: &mut Mesh, style: &Style) {
    for turn in [1.0, -1.0] {
        let at = |y: f32, z: f32| point(6.0 * turn, y, -z * turn);
        mesh.polygon(&[at(0.0, -4.0), at(0.0, 4.0), at(4.0, 4.0), at(7.2, 0.0), at(4.0, -4.0)], style);
    }
}

/// Both sides of the roof, which reach over the walls.
fn roofs(mesh: &mut Mesh, style: &Style, over: f32) {
    let (end, low, out) = (6.0 + over, 4.0 - over * 0.8, 4.0 + over);
    for turn in [1.0, -1.0] {
        let at = |x: f32, y: f32, z: f32| point(x * turn, y, z * turn);
        let style = Style { double_sided: true, ..*style };
        mesh.polygon(&[at(-end, low, out), at(end, low, out), at(end, 7.3, 0.0), at(-end, 7.3, 0.0)], &style);
    }
}

/// A lattice mast on three legs, 30 units high.
fn mast(site: &mut Site) {
    let home = point(46.0, 0.0, -58.0);
    let root = site.graph.add(New::object("mast", Home::Placed, Pose::at(home)).solid());
    let mut mesh = Mesh::new();
    let metal = Style::tiled(Skin::Metal, 2.0);
    for side in 0..3 {
        let turn = side as f32 / 3.0 * std::f32::consts::TAU;
        let out = point(libm::sinf(turn), 0.0, libm::cosf(turn));
        // A leg leans inward: three corners at the foot, three at the top.
        let ring = |index: u32, radius: f32, y: f32, size: f32| {
            let around = index as f32 / 3.0 * std::f32::consts::TAU + turn;
            out * radius + point(libm::sinf(around) * size, y, libm::cosf(around) * size)
        };
        for face in 0..3 {
            mesh.polygon(
                &[
                    ring(face, 4.0, 0.0, 0.4),
                    ring(face + 1, 4.0, 0.0, 0.4),
                    ring(face + 1, 0.8, 22.0, 0.2),
                    ring(face, 0.8, 22.0, 0.2),
                ],
                &metal,
            );
        }
    }
    for (y, radius) in [(7.0, 3.3), (14.0, 2.3), (21.0, 1.5)] {
        mesh.column(point(0.0, y, 0.0), 0.35, [radius, radius], 6, &Style::tiled(Skin::Stripes, 2.0));
    }
    mesh.column(point(0.0, 21.0, 0.0), 9.0, [0.18, 0.06], 4, &metal);
    site.graph.thing(mesh, New::object("mast_body", Home::Under(root), Pose::Initial).solid());

    let mut shade = Mesh::new();
    cast_shadow(&mut shade, home - point(0.9, 0.0, 0.9), home + point(0.9, 21.0, 0.9));
    site.graph.thing(shade, New::object("mast_shadow", Home::World, Pose::Initial));

    let mut blinking = PointLight::new([255.0, 60.0, 40.0], vec![[0.0, 30.2, 0.0]], 150.0, 1500.0);
    (blinking.info.unk04, blinking.info.unk08) = (1, 0.75);
    let lights = Mesh::points(vec![blinking]);
    site.graph.thing(lights, New::object("mast_light", Home::Under(root), Pose::Initial));
    // Drawn over everything, so that the mast can be found from anywhere.
    let mut beacon = Mesh::new().only_flagged(0);
    let bare = Style { bake: Bake::None, uv: Uv::None, ..Style::plain(Skin::Red.index()) };
    beacon.column(point(0.0, 30.6, 0.0), 0.7, [0.25, 0.02], 4, &bare);
    let home = New::object("mast_beacon", Home::Under(root), Pose::Initial);
    site.graph.thing(beacon, home.with(flags::OVERRIDE | flags::LANDMARK));
}

/// Base, turning cab, boom and hook, each the child of the part before it.
fn crane(site: &mut Site) {
    let base = site.graph.add(New::object("crane", Home::Placed, Pose::at(point(86.0, 0.0, -44.0))).solid());
    let mut tower = Mesh::new();
    let stripes = Style { normals: true, ..Style::tiled(Skin::Stripes, 3.0) };
    tower.cuboid(point(-2.5, 0.0, -2.5), point(2.5, 1.0, 2.5), false, &Style::tiled(Skin::Concrete, 4.0));
    tower.cuboid(point(-0.8, 1.0, -0.8), point(0.8, 16.0, 0.8), false, &stripes);
    site.graph.thing(tower, New::object("crane_tower", Home::Under(base), Pose::Initial).solid());

    let raised = Style { bake: Bake::Sun(-8.0), ..Style::tiled(Skin::Metal, 2.0) };
    let mut cab = Mesh::new();
    cab.cuboid(point(-1.6, 0.0, -1.6), point(1.6, 2.6, 3.4), true, &raised);
    let glass = Style { bake: Bake::Sun(-8.0), ..Style::plain(Skin::Glass.index()) };
    cab.polygon(
        &[point(1.2, 0.8, -1.62), point(-1.2, 0.8, -1.62), point(-1.2, 2.2, -1.62), point(1.2, 2.2, -1.62)],
        &glass.layer(1),
    );
    let turn = Pose::Turned([0.0, 0.9, 0.0], [1.0; 3], point(0.0, 16.0, 0.0));
    let cab = site.graph.thing(cab, New::object("crane_cab", Home::Under(base), turn).solid());

    let mut boom = Mesh::new();
    boom.cuboid(point(-0.5, -0.5, -20.0), point(0.5, 0.5, 0.0), true, &raised);
    let rise = Pose::Turned([0.22, 0.0, 0.0], [1.0; 3], point(0.0, 2.0, -1.6));
    let boom = site.graph.thing(boom, New::object("crane_boom", Home::Under(cab), rise));

    let mut hook = Mesh::new();
    hook.cuboid(point(-0.05, -7.0, -0.05), point(0.05, 0.0, 0.05), true, &raised);
    hook.cuboid(
        point(-0.6, -8.0, -0.6),
        point(0.6, -7.0, 0.6),
        true,
        &Style { bake: Bake::Sun(-8.0), ..stripes },
    );
    let level = Pose::Turned([-0.22, 0.0, 0.0], [1.0, 1.0, 1.0], point(0.0, -0.4, -19.0));
    site.graph.thing(hook, New::object("crane_hook", Home::Under(boom), level));
}

/// Two pylons and a beam over the way north; its leaf is not active.
fn gate(site: &mut Site) {
    let root = site.graph.add(New::object("gate", Home::Placed, Pose::at(point(0.0, 0.0, -96.0))).solid());
    let mut mesh = Mesh::new();
    let concrete = Style { normals: true, ..Style::tiled(Skin::Concrete, 4.0) };
    for x in [-7.0, 7.0] {
        mesh.column(point(x, 0.0, 0.0), 9.0, [1.8, 1.1], 4, &concrete);
    }
    mesh.cuboid(point(-7.6, 7.2, -0.6), point(7.6, 8.4, 0.6), true, &concrete);
    let stripes = Style { uv: Uv::Part([0.0, 0.0, 8.0, 1.0]), ..Style::plain(Skin::Stripes.index()) };
    mesh.polygon(
        &[point(-5.6, 7.4, 0.62), point(5.6, 7.4, 0.62), point(5.6, 8.2, 0.62), point(-5.6, 8.2, 0.62)],
        &stripes.layer(1),
    );
    site.graph.thing(mesh, New::object("gate_posts", Home::Under(root), Pose::Initial).solid());
    let mut leaf = Mesh::new();
    leaf.cuboid(point(-5.5, 0.0, -0.2), point(5.5, 5.0, 0.2), false, &Style::tiled(Skin::Metal, 2.0));
    let closed = New::object("gate_closed", Home::Under(root), Pose::Initial).solid();
    site.graph.thing(leaf, New { flags: closed.flags & !flags::ACTIVE, ..closed });
}
