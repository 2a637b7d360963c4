//! The body of a warden: a bird that walks upright in a hooded cloak, and the
//! bones that bend it. It looks to -z, its feet are on the ground, its right hand
//! is to +x.

use glam::Vec3;
use std::f32::consts::TAU;
use world::{
    Aabb, Bone, Deform, Influence, MaterialId, Model, Point, Polygon, Sight, Skeleton, Vertex, ZoneSet,
};

/// Bones by number.
pub(super) mod bone {
    pub const HIPS: u32 = 0;
    pub const CHEST: u32 = 1;
    pub const HEAD: u32 = 2;
    pub const THIGH: [u32; 2] = [3, 6];
    pub const SHIN: [u32; 2] = [4, 7];
    pub const FOOT: [u32; 2] = [5, 8];
    pub const UPPER_ARM: [u32; 2] = [9, 11];
    pub const FOREARM: [u32; 2] = [10, 12];
    pub const CLOAK: u32 = 13;
    pub const HEM: u32 = 14;
}

/// Left, then right.
pub(super) const SIDES: [f32; 2] = [-1.0, 1.0];

/// Where bones start.
pub(super) const HIPS: Vec3 = Vec3::new(0.0, 0.95, 0.0);
const CHEST: Vec3 = Vec3::new(0.0, 1.05, 0.0);
const HEAD: Vec3 = Vec3::new(0.0, 1.52, 0.0);
/// Of the right side.
pub(super) const THIGH: Vec3 = Vec3::new(0.12, 0.92, 0.0);
/// Length of thigh and shin.
pub(super) const LEG: [f32; 2] = [0.42, 0.42];
pub(super) const ANKLE: f32 = THIGH.y - LEG[0] - LEG[1];
pub(super) const SHOULDER: Vec3 = Vec3::new(0.25, 1.42, 0.0);
/// Length of upper arm and forearm up to the middle of the hand.
pub(super) const ARM: [f32; 2] = [0.28, 0.28];

/// A point of the right side, or of the left.
pub(super) fn on(side: f32, place: Vec3) -> Vec3 {
    Vec3::new(place.x * side, place.y, place.z)
}

/// The right hand as it hangs down.
pub(super) fn hand() -> Vec3 {
    SHOULDER - Vec3::Y * (ARM[0] + ARM[1])
}

/// The bones, without anything they carry.
pub(super) fn bones() -> Vec<Bone> {
    let mut bones = vec![
        one("hips", None, HIPS),
        one("chest", Some(bone::HIPS), CHEST),
        one("head", Some(bone::CHEST), HEAD),
    ];
    for (side, name) in SIDES.into_iter().zip(["left", "right"]) {
        let knee = THIGH - Vec3::Y * LEG[0];
        let first = bones.len() as u32;
        bones.push(one(&format!("{name} thigh"), Some(bone::HIPS), on(side, THIGH)));
        bones.push(one(&format!("{name} shin"), Some(first), on(side, knee)));
        bones.push(one(&format!("{name} foot"), Some(first + 1), on(side, knee - Vec3::Y * LEG[1])));
    }
    for (side, name) in SIDES.into_iter().zip(["left", "right"]) {
        let first = bones.len() as u32;
        bones.push(one(&format!("{name} arm"), Some(bone::CHEST), on(side, SHOULDER)));
        bones.push(one(&format!("{name} forearm"), Some(first), on(side, SHOULDER - Vec3::Y * ARM[0])));
    }
    bones.push(one("cloak", Some(bone::CHEST), Vec3::new(0.0, 1.30, 0.16)));
    bones.push(one("hem", Some(bone::CLOAK), Vec3::new(0.0, 0.80, 0.24)));
    bones
}

fn one(name: &str, parent: Option<u32>, pivot: Vec3) -> Bone {
    Bone { name: name.into(), parent, pivot }
}

/// What a warden wears: numbers of materials.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wear {
    pub cloth: MaterialId,
    pub trim: MaterialId,
    pub skin: MaterialId,
    pub eye: MaterialId,
}

/// A ring of a body: its middle and half its size to two sides.
#[derive(Clone, Copy, Debug)]
struct Ring {
    middle: Vec3,
    across: Vec3,
    along: Vec3,
}

/// Level, `x` and `z` to the sides.
fn level(middle: Vec3, x: f32, z: f32) -> Ring {
    Ring { middle, across: Vec3::X * x, along: Vec3::Z * z }
}

/// Upright, across the way to -z.
fn upright(middle: Vec3, x: f32, y: f32) -> Ring {
    Ring { middle, across: Vec3::X * x, along: Vec3::Y * y }
}

type Weights = [(u32, f32); 2];

/// A body in the making.
#[derive(Default)]
struct Body {
    model: Model,
    deform: Deform,
    influences: Vec<Influence>,
}

impl Body {
    /// A skin over rings; `weigh` says which bones carry a place.
    fn loft(&mut self, material: MaterialId, rings: &[Ring], sides: u32, weigh: impl Fn(Vec3) -> Weights) {
        let first = self.deform.points.len() as u32;
        for (number, ring) in rings.iter().enumerate() {
            let (before, after) = (rings[number.saturating_sub(1)], rings[(number + 1).min(rings.len() - 1)]);
            for side in 0..sides {
                let (sin, cos) = libm::sincosf(side as f32 / sides as f32 * TAU);
                let on = |ring: &Ring| ring.middle + ring.across * cos + ring.along * sin;
                let place = on(ring);
                let round = ring.along * cos - ring.across * sin;
                // A ring without size has no way around: its normal is along the skin.
                let normal = (on(&after) - on(&before)).cross(round);
                let out = ring.across * cos + ring.along * sin;
                let normal = normal.normalize_or(out.normalize_or(Vec3::Y));
                let normal = if normal.dot(out) < 0.0 { -normal } else { normal };
                let point = self.deform.points.len() as u32;
                self.deform.points.push(Point { position: place, normal });
                let carry = weigh(place).into_iter().filter(|(_, weight)| *weight > 0.0);
                self.influences.extend(carry.map(|(bone, weight)| Influence { point, bone, weight }));
            }
        }
        // Rings may go up or down, and turn either way: the front is where the
        // normals point.
        for ring in 0..rings.len() as u32 - 1 {
            for side in 0..sides {
                let next = (side + 1) % sides;
                let of = |ring: u32, side: u32| first + ring * sides + side;
                let corners = [of(ring, side), of(ring + 1, side), of(ring + 1, next), of(ring, next)];
                let v = ring as f32 / (rings.len() - 1) as f32;
                let high = (ring + 1) as f32 / (rings.len() - 1) as f32;
                let (left, right) = (side as f32 / sides as f32, (side + 1) as f32 / sides as f32);
                let uvs = [[left, v], [left, high], [right, high], [right, v]];
                self.polygon(material, corners, uvs);
            }
        }
    }

    fn polygon(&mut self, material: MaterialId, mut points: [u32; 4], mut uvs: [[f32; 2]; 4]) {
        let at = |point: u32| self.deform.points[point as usize];
        let places = points.map(|point| at(point).position);
        let facing = (places[2] - places[0]).cross(places[3] - places[1]);
        let normals: Vec3 = points.iter().map(|point| at(*point).normal).sum();
        if facing.dot(normals) < 0.0 {
            points.reverse();
            uvs.reverse();
        }
        let model = &mut self.model;
        let (first_vertex, first_index) = (model.vertices.len() as u32, model.indices.len() as u32);
        for (point, uv) in points.into_iter().zip(uvs) {
            let Point { position, normal } = self.deform.points[point as usize];
            // Under the cloak and between the legs little light comes.
            let low = 0.66 + 0.34 * ((position.y - 0.1) / 0.9).clamp(0.0, 1.0);
            let color = [low, low, 0.1 + low * 0.9].map(|channel| (channel * 255.0) as u8);
            let (position, normal) = (position.to_array(), Vertex::pack_normal(normal));
            model.vertices.push(Vertex { position, normal, uv, color, day: 0 });
            self.deform.point_of.push(point);
        }
        model.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first_vertex + corner));
        model.polygons.push(Polygon {
            first_vertex,
            first_index,
            index_count: 6,
            material,
            layer: 0,
            double_sided: true,
            pass: 0,
            sight: Sight::Painted,
            solid: false,
            zones: ZoneSet::default(),
        });
    }

    fn done(self, bounds: Aabb) -> Model {
        let Body { mut model, mut deform, influences } = self;
        // The bones are a tree by construction.
        deform.skeleton = Skeleton::new(bones(), influences).unwrap_or_default();
        model.deform = Some(Box::new(deform));
        (model.lit, model.fogged, model.bounds) = (true, true, bounds);
        model
    }
}

/// All by one bone.
fn whole(bone: u32) -> Weights {
    [(bone, 1.0), (bone, 0.0)]
}

/// From one bone to another between two heights.
fn blend_down(place: Vec3, [high, low]: [f32; 2], above: u32, below: u32) -> Weights {
    let t = ((high - place.y) / (high - low)).clamp(0.0, 1.0);
    [(above, 1.0 - t), (below, t)]
}

/// The model of a warden.
pub(super) fn warden(wear: Wear) -> Model {
    let mut body = Body::default();
    cloak(&mut body, wear);
    head(&mut body, wear);
    for (index, side) in SIDES.into_iter().enumerate() {
        leg(&mut body, wear, index, side);
        arm(&mut body, wear, index, side);
    }
    // Arms and a bent knee reach no farther.
    body.done(Aabb::around([Vec3::new(-1.1, -0.2, -1.3), Vec3::new(1.1, 2.4, 1.1)]))
}

fn cloak(body: &mut Body, wear: Wear) {
    let at = |y: f32, z: f32| Vec3::new(0.0, y, z);
    let rings = [
        level(at(1.60, 0.0), 0.08, 0.08),
        level(at(1.54, 0.01), 0.17, 0.13),
        level(at(1.47, 0.02), 0.27, 0.17),
        level(at(1.36, 0.03), 0.31, 0.20),
        level(at(1.15, 0.04), 0.29, 0.22),
        level(at(0.95, 0.05), 0.30, 0.25),
        level(at(0.72, 0.06), 0.34, 0.29),
        level(at(0.48, 0.07), 0.38, 0.34),
        level(at(0.36, 0.08), 0.40, 0.36),
        level(at(0.35, 0.08), 0.34, 0.30),
    ];
    body.loft(wear.cloth, &rings, 14, |place| {
        if place.y > 1.2 {
            return blend_down(place, [1.4, 1.1], bone::CHEST, bone::HIPS);
        }
        let t = ((1.05 - place.y) / 0.7).clamp(0.0, 1.0);
        // Behind, it hangs from the shoulders; in front the legs push it.
        if place.z > 0.12 {
            return [(bone::CLOAK, 1.0 - t * 0.8), (bone::HEM, t * 0.8)];
        }
        let thigh = bone::THIGH[usize::from(place.x > 0.0)];
        let pushed = t * 0.62 * (place.x.abs() / 0.2).min(1.0);
        [(bone::HIPS, 1.0 - pushed), (thigh, pushed)]
    });
    // A clasp.
    let clasp = [
        upright(Vec3::new(0.0, 1.43, -0.145), 0.0, 0.0),
        upright(Vec3::new(0.0, 1.43, -0.185), 0.05, 0.05),
        upright(Vec3::new(0.0, 1.43, -0.205), 0.0, 0.0),
    ];
    body.loft(wear.trim, &clasp, 6, |_| whole(bone::CHEST));
}

fn head(body: &mut Body, wear: Wear) {
    // The hood, open towards -z.
    let hood = [
        level(Vec3::new(0.0, 1.50, 0.04), 0.17, 0.17),
        level(Vec3::new(0.0, 1.60, 0.03), 0.185, 0.19),
        level(Vec3::new(0.0, 1.72, 0.02), 0.18, 0.20),
        level(Vec3::new(0.0, 1.82, 0.04), 0.145, 0.18),
        level(Vec3::new(0.0, 1.90, 0.09), 0.08, 0.12),
        level(Vec3::new(0.0, 1.93, 0.16), 0.0, 0.0),
    ];
    body.loft(wear.cloth, &hood, 12, |place| blend_down(place, [1.62, 1.50], bone::HEAD, bone::CHEST));
    // Its rim stands out around the face.
    let rim = [
        upright(Vec3::new(0.0, 1.69, -0.02), 0.165, 0.175),
        upright(Vec3::new(0.0, 1.69, -0.14), 0.172, 0.182),
        upright(Vec3::new(0.0, 1.685, -0.20), 0.160, 0.168),
        upright(Vec3::new(0.0, 1.685, -0.195), 0.122, 0.126),
        upright(Vec3::new(0.0, 1.68, -0.12), 0.110, 0.115),
    ];
    body.loft(wear.cloth, &rim, 12, |_| whole(bone::HEAD));
    let face = [
        upright(Vec3::new(0.0, 1.68, -0.10), 0.125, 0.125),
        upright(Vec3::new(0.0, 1.68, -0.20), 0.115, 0.11),
        upright(Vec3::new(0.0, 1.665, -0.255), 0.06, 0.06),
        upright(Vec3::new(0.0, 1.66, -0.26), 0.0, 0.0),
    ];
    body.loft(wear.skin, &face, 10, |_| whole(bone::HEAD));
    let beak = [
        upright(Vec3::new(0.0, 1.665, -0.22), 0.055, 0.06),
        upright(Vec3::new(0.0, 1.65, -0.36), 0.036, 0.038),
        upright(Vec3::new(0.0, 1.615, -0.50), 0.018, 0.018),
        upright(Vec3::new(0.0, 1.585, -0.57), 0.0, 0.0),
    ];
    body.loft(wear.trim, &beak, 6, |_| whole(bone::HEAD));
    for side in SIDES {
        let at = |out: f32| Vec3::new(side * (0.088 + out), 1.715, -0.185 - out * 0.6);
        let eye =
            [upright(at(0.02), 0.0, 0.0), upright(at(0.012), 0.026, 0.026), upright(at(-0.02), 0.03, 0.03)];
        body.loft(wear.eye, &eye, 6, |_| whole(bone::HEAD));
    }
}

fn leg(body: &mut Body, wear: Wear, index: usize, side: f32) {
    let hip = on(side, THIGH);
    let (knee, ankle) = (hip.y - LEG[0], ANKLE);
    let at = |y: f32| Vec3::new(hip.x, y, 0.0);
    let rings = [
        level(at(hip.y), 0.09, 0.09),
        level(at(knee + 0.12), 0.065, 0.07),
        level(at(knee), 0.052, 0.055),
        level(at(knee - 0.10), 0.036, 0.036),
        level(at(ankle + 0.02), 0.032, 0.032),
    ];
    let [thigh, shin, foot] = [bone::THIGH[index], bone::SHIN[index], bone::FOOT[index]];
    body.loft(wear.skin, &rings, 7, |place| blend_down(place, [knee + 0.05, knee - 0.05], thigh, shin));
    // Three toes ahead and one behind.
    for (turn, long) in [(-0.42f32, 0.20f32), (0.0, 0.24), (0.42, 0.20), (std::f32::consts::PI, 0.12)] {
        let (sin, cos) = libm::sincosf(turn);
        let ahead = Vec3::new(sin, 0.0, -cos);
        let start = Vec3::new(hip.x, 0.045, 0.0);
        let ring = |far: f32, wide: f32, tall: f32, y: f32| Ring {
            middle: start + ahead * far + Vec3::Y * (y - start.y),
            across: Vec3::new(cos, 0.0, sin) * wide,
            along: Vec3::Y * tall,
        };
        let toe = [
            ring(-0.02, 0.034, 0.045, 0.05),
            ring(long * 0.6, 0.026, 0.026, 0.027),
            ring(long, 0.0, 0.0, 0.012),
        ];
        body.loft(wear.skin, &toe, 6, |_| whole(foot));
    }
}

fn arm(body: &mut Body, wear: Wear, index: usize, side: f32) {
    let shoulder = on(side, SHOULDER);
    let elbow = shoulder.y - ARM[0];
    let at = |y: f32| Vec3::new(shoulder.x, y, 0.0);
    let [upper, lower] = [bone::UPPER_ARM[index], bone::FOREARM[index]];
    let sleeve = [
        level(Vec3::new(shoulder.x * 0.86, shoulder.y + 0.06, 0.0), 0.05, 0.05),
        level(at(shoulder.y), 0.095, 0.10),
        level(at(elbow + 0.05), 0.080, 0.085),
        level(at(elbow - 0.08), 0.088, 0.095),
        level(at(elbow - 0.20), 0.112, 0.120),
        level(at(elbow - 0.195), 0.07, 0.075),
    ];
    body.loft(wear.cloth, &sleeve, 9, |place| blend_down(place, [elbow + 0.06, elbow - 0.06], upper, lower));
    let hand = [
        level(at(elbow - 0.15), 0.030, 0.030),
        level(at(elbow - 0.24), 0.036, 0.044),
        level(at(elbow - 0.30), 0.030, 0.042),
        level(at(elbow - 0.33), 0.0, 0.0),
    ];
    body.loft(wear.skin, &hand, 7, |_| whole(lower));
}
