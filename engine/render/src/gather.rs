//! Visibility: walks the nodes and culls by flags, zones, level of detail, distance, frustum and
//! rooms.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "2. Nodes: flags and what they
//! switch", "5. Zones", "6. Level of detail", "10. Camera, horizon, flare, screen
//! effects"; `docs/spec/zbd/rendering.md`, "LOD nodes", "Zones".

use crate::{facade, view::View};
use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use world::{
    Aabb, ActiveZones, Effects, GridDef, LodRange, Model, ModelId, Node, NodeFlags, NodeId, NodeKind,
    OccurrenceId, Occurrences, Scene, SpaceDef,
};

/// Border cells are repeated at most this often towards each side.
const MOST_REPEATS: i32 = 16;

/// The pass in which something is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Group {
    /// Behind everything, moving with the camera.
    Sky,
    /// Polygons of the world that show the sky: they hide what is behind them
    /// and leave the picture as it is.
    Skylight,
    #[default]
    World,
    /// Over everything, without a depth test.
    Overwrite,
}

/// A model to draw and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    pub row: OccurrenceId,
    pub node: NodeId,
    /// The scene node that it is an instance of.
    pub shape: NodeId,
    pub model: ModelId,
    /// Model space to world axes around the eye.
    pub place: Affine3A,
    /// Its vertices are in world space already.
    pub in_place: bool,
    /// Opacity of the node times that of its ancestors.
    pub opacity: f32,
    pub group: Group,
    /// Flags of the node, with those inherited.
    pub flags: NodeFlags,
    /// Bounding sphere of the model, relative to the eye.
    pub center: Vec3A,
    pub radius: f32,
    /// The eye in world space; for a repeated copy moved the other way instead of the model.
    pub from: Vec3,
    /// Added to the numbers of its materials.
    pub paint: u32,
    /// Near distance, squared, of its level of detail.
    pub lod: Option<f32>,
}

/// What is drawn, and how.
pub(crate) struct Gather<'a> {
    pub scene: &'a Scene,
    pub zones: ActiveZones,
    pub table: &'a Occurrences,
    pub effects: &'a Effects,
    pub between: f32,
    /// It lies beside the place in which the camera stands: its sky and its repeated border cells
    /// are not drawn.
    pub beside: bool,
}

impl Gather<'_> {
    /// Gathers everything the camera can see, in drawing order; returns how many occurrences were
    /// culled.
    pub fn gather(&self, view: &View, drawn: &mut Vec<Drawn>) -> u32 {
        drawn.clear();
        self.walk(view, None, drawn);
        let seen = drawn.len();
        if let SpaceDef::Grid(grid) = &self.scene.space
            && grid.border > 0
            && !self.beside
            && grid.is_sound()
        {
            self.repeat(grid, view, drawn);
        }
        self.table.len().saturating_sub(seen) as u32
    }

    fn walk(&self, view: &View, within: Option<&Aabb>, drawn: &mut Vec<Drawn>) {
        let Gather { scene, zones, table, effects, between, beside } = *self;
        // The subtree that follows the camera, and how far it has to go.
        let mut sky = Within::new(Vec3A::ZERO);
        let mut lod = Within::new(None);
        let seen = scene.space.seen_by(view.eye, view.feet);
        let mut next = table.first();
        while let Some(id) = next {
            let flags = table.flags(id);
            let follows = flags.contains(NodeFlags::FOLLOWS_CAMERA);
            sky.leave_at(id);
            if follows && !sky.inside {
                let mut way = Vec3A::from(view.eye) - table.transform(id).translation;
                if flags.contains(NodeFlags::KEEPS_HEIGHT) {
                    way.y = 0.0;
                }
                sky.enter(table.end(id), way);
            }
            lod.leave_at(id);
            let hidden = !flags.contains(NodeFlags::ACTIVE)
                || flags.contains(NodeFlags::UNSEEN)
                || table.opacity(id) <= 0.0
                || beside && follows;
            let bounds = table.bounds(id);
            let unseen =
                !may_see(view, bounds) || seen.is_some_and(|seen| !seen.shows(table.node(id), bounds));
            let elsewhere =
                !follows && unseen || within.is_some_and(|area| follows || !touches(area, bounds));
            if hidden || elsewhere {
                next = table.end(id);
                continue;
            }
            next = table.next(id);
            let Some(node) = table.shape(scene, id) else { continue };
            let mut world = *table.transform(id);
            if between < 1.0 {
                world = on_the_way(table.previous(id), &world, between);
            }
            if follows {
                world.translation += sky.value;
            }
            if let NodeKind::Lod(range) = node.kind {
                if !in_range(node, &range, &world, view.eye, view.lod_multiplier) {
                    next = table.end(id);
                    continue;
                }
                lod.enter(table.end(id), Some(range.near_sq));
            }
            if zones.shows(node.zone)
                && within.is_none_or(|area| {
                    let bounds = table.own_bounds(id);
                    let center = bounds.center();
                    !bounds.is_empty() && area.covers_column(center.x, center.z)
                })
            {
                let (number, shape) = (table.node(id), table.shape_id(id));
                let visit = Visit { row: id, node: number, shape, world, flags, opacity: table.opacity(id) };
                let lod = if lod.inside { lod.value } else { None };
                let paint = effects.paint(number).unwrap_or(node.paint);
                let placed = place(scene, node, &visit, view);
                drawn.extend(placed.map(|drawn| Drawn { lod, paint, ..drawn }));
            }
        }
    }

    /// The border cells again, beyond the edges of the grid.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "3.5 Outside the map".
    fn repeat(&self, grid: &GridDef, view: &View, drawn: &mut Vec<Drawn>) {
        let all = self.table.roots().fold(Aabb::EMPTY, |all, root| {
            let follows = self.table.flags(root).contains(NodeFlags::FOLLOWS_CAMERA);
            if follows { all } else { all.union(*self.table.bounds(root)) }
        });
        if all.is_empty() {
            return;
        }
        let x = Band::new(grid.min_x, grid.cell, grid.columns, grid.border);
        let z = Band::new(grid.min_z, grid.cell, grid.rows, grid.border);
        for i in x.repeats(view.eye.x, view.far) {
            for j in z.repeats(view.eye.z, view.far) {
                if (i, j) == (0, 0) {
                    continue;
                }
                let ((min_x, max_x), (min_z, max_z)) = (x.source(i), z.source(j));
                let area =
                    Aabb { min: Vec3::new(min_x, all.min.y, min_z), max: Vec3::new(max_x, all.max.y, max_z) };
                // Instead of the cells the eye is moved, in the opposite direction.
                let offset = Vec3::new(i as f32 * x.width, 0.0, j as f32 * z.width);
                let feet = view.feet.map(|feet| feet - offset);
                let view = View { eye: view.eye - offset, feet, ..*view };
                let middle = Vec3A::from(area.center() - view.eye);
                let reach = (area.half() + grid.cell).length();
                if middle.length() - reach <= view.far && view.sees(middle, reach) {
                    self.walk(&view, Some(&area), drawn);
                }
            }
        }
    }
}

/// What holds within a subtree on a walk through the table.
struct Within<T> {
    inside: bool,
    end: Option<OccurrenceId>,
    value: T,
}

impl<T> Within<T> {
    fn new(value: T) -> Self {
        Within { inside: false, end: None, value }
    }

    fn enter(&mut self, end: Option<OccurrenceId>, value: T) {
        *self = Within { inside: true, end, value };
    }

    /// The walk never goes past the end of a subtree that it is in.
    fn leave_at(&mut self, id: OccurrenceId) {
        if self.end == Some(id) {
            self.inside = false;
        }
    }
}

/// One axis of a grid whose border repeats.
struct Band {
    min: f32,
    max: f32,
    width: f32,
}

impl Band {
    fn new(min: f32, cell: f32, count: u32, border: u32) -> Self {
        Band { min, max: min + cell * count as f32, width: cell * border.min(count) as f32 }
    }

    /// Copies that may be in range.
    fn repeats(&self, eye: f32, far: f32) -> std::ops::RangeInclusive<i32> {
        let below = ((eye - far - self.min) / self.width).floor().clamp(-MOST_REPEATS as f32, 0.0);
        let above = ((eye + far - self.max) / self.width).ceil().clamp(0.0, MOST_REPEATS as f32);
        below as i32..=above as i32
    }

    /// The part of the grid that is copied.
    fn source(&self, repeat: i32) -> (f32, f32) {
        match repeat.signum() {
            -1 => (self.min, self.min + self.width),
            1 => (self.max - self.width, self.max),
            _ => (self.min, self.max),
        }
    }
}

/// An occurrence that is switched on.
struct Visit {
    row: OccurrenceId,
    node: NodeId,
    shape: NodeId,
    /// To world space.
    world: Affine3A,
    flags: NodeFlags,
    opacity: f32,
}

/// False when a world-space box is certainly not in the picture.
fn may_see(view: &View, bounds: &Aabb) -> bool {
    !bounds.is_empty() && view.sees((bounds.center() - view.eye).into(), bounds.reach())
}

fn touches(area: &Aabb, bounds: &Aabb) -> bool {
    area.min.x <= bounds.max.x
        && bounds.min.x <= area.max.x
        && area.min.z <= bounds.max.z
        && bounds.min.z <= area.max.z
}

/// The interpolated transform of something that moved between two ticks.
fn on_the_way(before: &Affine3A, now: &Affine3A, between: f32) -> Affine3A {
    if before == now {
        return *now;
    }
    let mix = |from: Vec3A, to: Vec3A| from + (to - from) * between.max(0.0);
    Affine3A {
        matrix3: Mat3A::from_cols(
            mix(before.matrix3.x_axis, now.matrix3.x_axis),
            mix(before.matrix3.y_axis, now.matrix3.y_axis),
            mix(before.matrix3.z_axis, now.matrix3.z_axis),
        ),
        translation: mix(before.translation, now.translation),
    }
}

fn in_range(node: &Node, range: &LodRange, world: &Affine3A, eye: Vec3, multiplier: f32) -> bool {
    let center = if node.bounds.is_empty() { Vec3::ZERO } else { node.bounds.center() };
    let mut distance_sq = world.transform_point3(center).distance_squared(eye);
    if multiplier > 0.0 {
        distance_sq /= multiplier * multiplier;
    }
    range.near_sq <= distance_sq && distance_sq < range.far_sq
}

/// The node's model with its transform, unless it has none or is culled.
fn place(scene: &Scene, node: &Node, visit: &Visit, view: &View) -> Option<Drawn> {
    let model_id = node.model?;
    let model =
        scene.models.get(model_id.index()).filter(|model| !model.marker && !model.bounds.is_empty())?;
    let mut around_eye = visit.world;
    around_eye.translation -= Vec3A::from(view.eye);
    let in_place = visit.world == Affine3A::IDENTITY && model.facade.is_none();
    if model.facade.is_some() {
        around_eye = facade::turned(model, &around_eye);
    }
    let (center, radius) = sphere(model, &around_eye);
    let group = if visit.flags.contains(NodeFlags::OVERWRITE) {
        Group::Overwrite
    } else if visit.flags.contains(NodeFlags::FOLLOWS_CAMERA) {
        Group::Sky
    } else {
        Group::World
    };
    let endless = group == Group::Sky || visit.flags.contains(NodeFlags::LANDMARK);
    let too_far = !endless && center.length() - radius > view.far;
    (!too_far && view.sees(center, radius)).then_some(Drawn {
        row: visit.row,
        node: visit.node,
        shape: visit.shape,
        model: model_id,
        place: around_eye,
        in_place,
        from: view.eye,
        paint: 0,
        lod: None,
        opacity: visit.opacity,
        group,
        flags: visit.flags,
        center,
        radius,
    })
}

fn sphere(model: &Model, place: &Affine3A) -> (Vec3A, f32) {
    let axes = place.matrix3;
    let scale = axes.x_axis.length().max(axes.y_axis.length()).max(axes.z_axis.length());
    // Shear can stretch beyond the longest axis, by no more than this.
    let stretch = if axes.x_axis.dot(axes.y_axis).abs() > 1e-3 * scale * scale { 1.75 } else { 1.0 };
    (place.transform_point3a(model.bounds.center().into()), model.bounds.reach() * scale * stretch)
}
