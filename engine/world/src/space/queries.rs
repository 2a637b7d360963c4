//! One type per question: which bounds it wants, what it does with a shape.
//!
//! Ties go to the lower occurrence, then the lower polygon, so that no answer
//! depends on the order in which shapes are met.

use super::collider::Triangle;
use super::index::slack;
use super::probe::{Hit, Near, Overlap, Probe, SweepHit};
use super::shape::Shape;
use super::triangle::Moving;
use crate::{Aabb, NodeFlags, NodeId, OccurrenceId};
use glam::{DVec3, Vec3};

/// A question on its way through the occurrences.
pub(super) trait Query {
    /// Flags that hold along the path of whatever can answer.
    fn flags(&self) -> NodeFlags;
    /// True when something with these bounds may answer.
    fn wants(&self, bounds: &Aabb) -> bool;
    /// Looks at one occurrence.
    fn visit(&mut self, probe: &Probe<'_>, id: OccurrenceId);
}

const ALTITUDE: NodeFlags = NodeFlags::ACTIVE.union(NodeFlags::ALTITUDE);
const INTERSECT: NodeFlags = NodeFlags::ACTIVE.union(NodeFlags::INTERSECT);

/// A vertical line; places along it are heights.
struct Vertical {
    x: f32,
    z: f32,
    slack: f32,
}

impl Vertical {
    fn new(x: f32, z: f32) -> Self {
        Vertical { x, z, slack: slack(Vec3::new(x, 0.0, z)) }
    }

    #[inline]
    fn wants(&self, bounds: &Aabb) -> bool {
        bounds.min.x - self.slack <= self.x
            && self.x <= bounds.max.x + self.slack
            && bounds.min.z - self.slack <= self.z
            && self.z <= bounds.max.z + self.slack
    }

    /// Height and triangle of every piece of ground of a shape.
    fn ground(&self, probe: &Probe<'_>, shape: &Shape<'_>, mut each: impl FnMut(f32, &Triangle)) {
        let Some(line) = shape.line(Vec3::new(self.x, 0.0, self.z), Vec3::Y) else { return };
        shape.along(probe, &line, f32::NEG_INFINITY, f32::INFINITY, |triangle| {
            if let Some(crossing) = line.cross(&triangle.corners)
                // The line runs upwards: it meets from behind what faces up.
                && (!crossing.front || triangle.double_sided)
            {
                each(crossing.at, triangle);
            }
        });
    }

    fn hit(&self, probe: &Probe<'_>, shape: &Shape<'_>, height: f32, triangle: &Triangle) -> Hit {
        let normal = shape.normal(triangle);
        let up = if normal.y < 0.0 { -normal } else { normal };
        shape.hit(probe, triangle, Vec3::new(self.x, height, self.z), up)
    }
}

/// Which of two hits comes first where both are as good.
fn order(probe: &Probe<'_>, hit: &Hit) -> (u64, Option<u32>) {
    (probe.occurrences.turn(hit.occurrence), hit.polygon)
}

/// Every ground surface of a column.
pub(super) struct Columns<'a> {
    vertical: Vertical,
    hits: &'a mut Vec<Hit>,
}

impl<'a> Columns<'a> {
    pub fn new(x: f32, z: f32, hits: &'a mut Vec<Hit>) -> Self {
        Columns { vertical: Vertical::new(x, z), hits }
    }
}

impl Query for Columns<'_> {
    fn flags(&self) -> NodeFlags {
        ALTITUDE
    }

    fn wants(&self, bounds: &Aabb) -> bool {
        self.vertical.wants(bounds)
    }

    fn visit(&mut self, probe: &Probe<'_>, id: OccurrenceId) {
        let Some(shape) = Shape::of(probe, probe.space, id) else { return };
        let mut first: Option<(f32, Triangle)> = None;
        self.vertical.ground(probe, &shape, |height, triangle| {
            let earlier = first.is_none_or(|(best, known)| {
                // Two triangles of one polygon meet on their common edge.
                (triangle.polygon, best) < (known.polygon, height)
            });
            if earlier {
                first = Some((height, *triangle));
            }
        });
        let Some((height, triangle)) = first else { return };
        let hit = self.vertical.hit(probe, &shape, height, &triangle);
        let place = self.hits.partition_point(|known| {
            known.point.y > height || (known.point.y == height && order(probe, known) < order(probe, &hit))
        });
        if place < Probe::COLUMN_HITS {
            self.hits.truncate(Probe::COLUMN_HITS - 1);
            self.hits.insert(place, hit);
        }
    }
}

/// The ground below a height, in two rounds: how high is the highest, and which
/// of those as high comes first.
pub(super) struct Ground {
    vertical: Vertical,
    floor: f32,
    limit: f32,
    height: Option<f32>,
    choosing: bool,
    best: Option<Hit>,
}

impl Ground {
    pub fn new(x: f32, z: f32, limit: f32) -> Self {
        Ground {
            vertical: Vertical::new(x, z),
            floor: f32::NEG_INFINITY,
            limit,
            height: None,
            choosing: false,
            best: None,
        }
    }

    /// The first round is over: from now on, the first of those that are as
    /// high but for `tolerance`. None when there is no ground.
    pub fn seek_first(&mut self, tolerance: f32) -> Option<()> {
        let height = self.height?;
        self.floor = height - tolerance;
        self.limit = height;
        self.choosing = true;
        Some(())
    }

    pub fn found(&self) -> Option<Hit> {
        self.best
    }
}

impl Query for Ground {
    fn flags(&self) -> NodeFlags {
        ALTITUDE
    }

    fn wants(&self, bounds: &Aabb) -> bool {
        let slack = slack(Vec3::new(0.0, bounds.max.y, 0.0));
        self.vertical.wants(bounds)
            && bounds.min.y - slack <= self.limit
            && bounds.max.y + slack >= self.height.unwrap_or(f32::NEG_INFINITY).max(self.floor) - slack
    }

    fn visit(&mut self, probe: &Probe<'_>, id: OccurrenceId) {
        let Some(shape) = Shape::of(probe, probe.space, id) else { return };
        let Ground { vertical, floor, limit, height, choosing, best } = self;
        vertical.ground(probe, &shape, |at, triangle| {
            if at > *limit || at < *floor {
                return;
            }
            if !*choosing {
                *height = Some(height.map_or(at, |highest| highest.max(at)));
                return;
            }
            let hit = vertical.hit(probe, &shape, at, triangle);
            let first = best.is_none_or(|known| {
                order(probe, &hit) < order(probe, &known)
                    || (order(probe, &hit) == order(probe, &known) && at > known.point.y)
            });
            if first {
                *best = Some(hit);
            }
        });
    }
}

/// The nearest surface along a segment.
pub(super) struct Rays {
    from: Vec3,
    way: Vec3,
    line: Option<super::triangle::Line>,
    best: Option<(f32, Hit)>,
}

impl Rays {
    pub fn new(from: Vec3, to: Vec3) -> Self {
        let way = to - from;
        Rays { from, way, line: super::triangle::Line::new(from, way), best: None }
    }

    /// Up to which fraction of the segment there may be something nearer.
    pub fn limit(&self) -> f32 {
        self.best.map_or(1.0, |(at, _)| at)
    }

    pub fn found(&self) -> Option<Hit> {
        self.best.map(|(_, hit)| hit)
    }
}

impl Query for Rays {
    fn flags(&self) -> NodeFlags {
        INTERSECT
    }

    fn wants(&self, bounds: &Aabb) -> bool {
        let padded = bounds.padded(slack(bounds.min.abs().max(bounds.max.abs())));
        self.line.is_some_and(|line| line.passes(padded.min, padded.max, 0.0, self.limit()))
    }

    fn visit(&mut self, probe: &Probe<'_>, id: OccurrenceId) {
        let Some(shape) = Shape::of(probe, probe.space, id) else { return };
        let Some(line) = shape.line(self.from, self.way) else { return };
        let (from, way) = (self.from, self.way);
        let best = &mut self.best;
        let limit = best.map_or(1.0, |(at, _)| at);
        shape.along(probe, &line, 0.0, limit, |triangle| {
            let Some(crossing) = line.cross(&triangle.corners) else { return };
            let solid = crossing.front || triangle.double_sided;
            if !solid || crossing.at < 0.0 || crossing.at > best.map_or(1.0, |(at, _)| at) {
                return;
            }
            let normal = shape.normal(triangle);
            let normal = if crossing.front { normal } else { -normal };
            let hit = shape.hit(probe, triangle, from + way * crossing.at, normal);
            if best.is_none_or(|(at, known)| (crossing.at, order(probe, &hit)) < (at, order(probe, &known))) {
                *best = Some((crossing.at, hit));
            }
        });
    }
}

/// Any question, through nodes that are left out with all below them.
pub(super) struct Except<'a, Q> {
    pub inner: Q,
    without: &'a [NodeId],
}

impl<'a, Q> Except<'a, Q> {
    pub fn new(inner: Q, without: &'a [NodeId]) -> Self {
        Except { inner, without }
    }
}

impl<Q: Query> Query for Except<'_, Q> {
    fn flags(&self) -> NodeFlags {
        self.inner.flags()
    }

    fn wants(&self, bounds: &Aabb) -> bool {
        self.inner.wants(bounds)
    }

    fn visit(&mut self, probe: &Probe<'_>, id: OccurrenceId) {
        let table = probe.occurrences;
        let left_out = |id: OccurrenceId| self.without.contains(&table.node(id));
        let mut path = std::iter::successors(Some(id), |id| table.parent(*id));
        if self.without.is_empty() || !path.any(left_out) {
            self.inner.visit(probe, id);
        }
    }
}

/// Whatever reaches into a sphere.
pub(super) struct Spheres<'a> {
    pub center: Vec3,
    pub radius: f32,
    pub wanted: NodeFlags,
    pub found: &'a mut Vec<Near>,
}

impl Spheres<'_> {
    pub fn bounds(&self) -> Aabb {
        Aabb { min: self.center, max: self.center }.padded(self.radius)
    }

    fn distance(&self, bounds: &Aabb) -> f32 {
        self.center.distance(self.center.clamp(bounds.min, bounds.max))
    }
}

impl Query for Spheres<'_> {
    fn flags(&self) -> NodeFlags {
        NodeFlags::ACTIVE
    }

    fn wants(&self, bounds: &Aabb) -> bool {
        !bounds.is_empty() && self.distance(bounds) <= self.radius
    }

    fn visit(&mut self, probe: &Probe<'_>, id: OccurrenceId) {
        if probe.occurrences.flags(id).contains(self.wanted) {
            let distance = self.distance(probe.occurrences.own_bounds(id));
            let node = probe.occurrences.node(id);
            self.found.push(Near { occurrence: id, node, distance, neighbour: None });
        }
    }
}

/// The box a moving capsule may touch.
fn reach(start: Vec3, moving: &Moving) -> Aabb {
    let [low, high] = moving.axis.map(|end| start + end.as_vec3());
    let way = moving.motion.as_vec3();
    let bounds = Aabb::around([low, high, low + way, high + way]);
    bounds.padded(moving.radius as f32 * 1.01 + slack(bounds.min.abs().max(bounds.max.abs())))
}

/// What a capsule meets of one triangle, and whether it counts more than another.
pub(super) trait Contact: Copy {
    /// How much it counts (less is more), and the touched point and the way to the
    /// capsule, relative to its start. None for a triangle that it does not meet.
    fn meet(moving: &Moving, corners: &[DVec3; 3], double_sided: bool) -> Option<(f64, DVec3, DVec3)>;
    /// The answer.
    fn new(rank: f64, normal: DVec3, hit: Hit) -> Self;
    /// The surface.
    fn hit(&self) -> &Hit;
}

/// The first touch of a capsule that moves.
impl Contact for SweepHit {
    fn meet(moving: &Moving, corners: &[DVec3; 3], double_sided: bool) -> Option<(f64, DVec3, DVec3)> {
        moving.touch(corners, double_sided).map(|touch| (touch.fraction, touch.point, touch.normal))
    }

    fn new(fraction: f64, normal: DVec3, hit: Hit) -> Self {
        SweepHit { fraction: fraction as f32, normal: normal.as_vec3(), hit }
    }

    fn hit(&self) -> &Hit {
        &self.hit
    }
}

/// The surface that a capsule which stands still is deepest in.
impl Contact for Overlap {
    fn meet(moving: &Moving, corners: &[DVec3; 3], double_sided: bool) -> Option<(f64, DVec3, DVec3)> {
        moving.overlap(corners, double_sided).map(|(depth, normal, point)| (-depth, point, normal))
    }

    fn new(rank: f64, normal: DVec3, hit: Hit) -> Self {
        Overlap { depth: -rank as f32, normal: normal.as_vec3(), hit }
    }

    fn hit(&self) -> &Hit {
        &self.hit
    }
}

/// What a capsule meets.
pub(super) struct Contacts<C> {
    start: Vec3,
    moving: Moving,
    bounds: Aabb,
    best: Option<(f64, C)>,
}

impl<C: Contact> Contacts<C> {
    pub fn new(start: Vec3, moving: Moving) -> Self {
        Contacts { start, moving, bounds: reach(start, &moving), best: None }
    }

    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    pub fn found(&self) -> Option<C> {
        self.best.map(|(_, contact)| contact)
    }
}

impl<C: Contact> Query for Contacts<C> {
    fn flags(&self) -> NodeFlags {
        INTERSECT
    }

    fn wants(&self, bounds: &Aabb) -> bool {
        self.bounds.touches(bounds)
    }

    fn visit(&mut self, probe: &Probe<'_>, id: OccurrenceId) {
        let Some(shape) = Shape::of(probe, probe.space, id) else { return };
        let Contacts { start, moving, bounds, best } = self;
        shape.around(probe, &shape.inside(bounds), |triangle| {
            let corners = shape.relative(triangle, *start);
            let Some((rank, point, normal)) = C::meet(moving, &corners, triangle.double_sided) else {
                return;
            };
            if best.is_some_and(|(known, _)| known < rank) {
                return;
            }
            let hit = surface(probe, &shape, triangle, *start, point, normal);
            let first = best
                .is_none_or(|(known, other)| (rank, order(probe, &hit)) < (known, order(probe, other.hit())));
            if first {
                *best = Some((rank, C::new(rank, normal, hit)));
            }
        });
    }
}

fn surface(
    probe: &Probe<'_>,
    shape: &Shape<'_>,
    triangle: &Triangle,
    start: Vec3,
    point: DVec3,
    towards: DVec3,
) -> Hit {
    let normal = shape.normal(triangle);
    let normal = if normal.as_dvec3().dot(towards) < 0.0 { -normal } else { normal };
    shape.hit(probe, triangle, start + point.as_vec3(), normal)
}
