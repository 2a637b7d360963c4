//! A convoy of two trucks that leaves the valley by the road to the south, guns beside it and a fortified tower above it:
//! the mission of the layout of MechWarrior 3. A truck waits in front of each of them until its flag is down. Nothing of
//! them is shown in the other layouts, nor before the mission begins.

use super::{flag, free, part};
use crate::builders::graph::{Home, ModelId, New, Pose};
use crate::game::Game;
use crate::valley::Site;
use crate::valley::base::{CONCRETE, PLATES, STRIPES, point, truck_body};
use crate::valley::layout::{BASE, BRIDGE, DECK, Line, STREET_X};
use crate::valley::mesh::{Mesh, Style};
use crate::valley::skins::Skin;
use glam::{Quat, Vec2, Vec3};
use std::fmt::Write;

/// Guns beside the road, along x and z; all of one row guard one flag. Those of the last lie in ambush until the tower
/// falls.
const GUNS: [&[[f32; 2]]; 4] = [
    &[[-14.0, 408.0], [-78.0, 384.0]],
    &[[-72.0, 524.0], [-150.0, 488.0], [-104.0, 556.0]],
    &[[-168.0, 700.0]],
    &[[-196.0, 800.0], [-286.0, 772.0]],
];
const AMBUSH: usize = 3;
/// The flags of the first two rows; that of the third flies on the tower.
const FLAGS: [[f32; 2]; 2] = [[-64.0, 396.0], [-152.0, 536.0]];
/// Where the tower stands, and how high its walls are.
const KEEP: [f32; 2] = [-236.0, 690.0];
const WALLS: f32 = 9.0;
/// Where the machine stands that guards it.
const MACHINE: (&str, [f32; 2]) = ("brolga_1", [-206.0, 676.0]);
/// What each takes until it falls.
const GUN_HEALTH: f32 = 75.0;
const KEEP_HEALTH: f32 = 200.0;
const TRUCK_HEALTH: f32 = 90.0;
/// Share of that which a truck has taken when it calls for help.
const HURT: f32 = 0.3;

/// Where the first truck begins, and how far the other is behind it.
const START_Z: f32 = 122.0;
const APART: f32 = 15.0;
const TRUCKS: usize = 2;
/// Where it waits, along z; the last is the mouth of the valley.
const STOPS: [f32; 4] = [286.0, 418.0, 546.0, 792.0];
/// Units a second.
const SPEED: f32 = 3.6;
/// Length of a piece of its way.
const PIECE: f32 = 6.0;

/// What the second gun of the first row is called: `block_1_gun_2`.
fn gun(row: usize, number: usize) -> String {
    format!("block_{}_gun_{}", row + 1, number + 1)
}

fn guns() -> impl Iterator<Item = (String, [f32; 2])> {
    let row = |(row, guns): (usize, &'static &[[f32; 2]])| {
        guns.iter().enumerate().map(move |(number, at)| (gun(row, number), *at))
    };
    GUNS.iter().enumerate().flat_map(row)
}

fn truck(number: usize) -> String {
    format!("haul_{}", number + 1)
}

pub(super) fn build(site: &mut Site) {
    let way = Way::new();
    let [x, y, z] = way.at(way.along(STOPS[3])).place.to_array();
    site.graph.add(New::object("valley_mouth", Home::World, Pose::at(Vec3::new(x, y, z))));
    let [whole, burnt] = [false, true].map(|is_burnt| {
        let mut mesh = Mesh::new();
        emplacement(&mut mesh, is_burnt);
        site.graph.model(mesh.free())
    });
    for (name, [x, z]) in guns() {
        let at = site.standing(x, z);
        let root = site.graph.add(New::object(&name, Home::World, Pose::at(at)).solid().hidden());
        site.graph
            .add(New::object(&format!("{name}_base"), Home::Under(root), Pose::Initial).solid().model(whole));
        let mut turret = Mesh::new();
        head(&mut turret);
        let head = part(site, &format!("{name}_head"), root, point(0.0, 2.4, 0.0), turret);
        let muzzle = Pose::at(Vec3::new(0.0, 0.5, -3.4));
        site.graph.add(New::object("gun_muzzle", Home::Under(head), muzzle));
        let wreck = format!("{name}_wreck");
        site.graph.add(New::object(&wreck, Home::World, Pose::at(at)).solid().hidden().model(burnt));
    }
    for (number, at) in (1..).zip(FLAGS) {
        flag::stand(site, &format!("block_{number}"), at);
    }
    keep(site);
    // Whoever reads the definitions puts a machine there.
    let (name, [x, z]) = MACHINE;
    let at = site.standing(x, z);
    site.graph.add(New::object(name, Home::World, Pose::at(at)).hidden());
    let mut mesh = Mesh::new();
    truck_body(&mut mesh);
    let body = site.graph.model(mesh.free());
    for number in 0..TRUCKS {
        haul(site, &truck(number), &way.at(way.start(number)), body);
    }
}

/// Ring, floor and, if it is whole, what its gun turns on; its front is to the north.
fn emplacement(mesh: &mut Mesh, is_burnt: bool) {
    let shade = if is_burnt { 0.35 } else { 1.0 };
    let concrete = free(CONCRETE.tint(shade, shade, shade));
    let steel = free(PLATES.tint(0.5 * shade, 0.5 * shade, 0.52 * shade));
    mesh.frustum([point(-3.4, -2.5, -3.4), point(3.4, 0.9, 3.4)], [0.5, 0.5], &concrete, &concrete, false);
    let top = if is_burnt { 1.5 } else { 2.4 };
    mesh.column(point(0.0, 0.9, 0.0), top - 0.9, [1.3, 1.0], 8, &steel);
    if is_burnt {
        mesh.beam(point(-0.4, 1.5, 0.2), point(1.8, 0.9, -2.6), 0.34, &steel);
        mesh.beam(point(0.3, 1.6, 0.1), point(-1.4, 2.3, 0.9), 0.5, &steel);
    }
}

/// What turns: a hood with two barrels to the north, around its pivot.
fn head(mesh: &mut Mesh) {
    let paint = free(Style::tiled(Skin::Vehicle, 3.0).tint(0.62, 0.32, 0.26));
    let steel = free(PLATES.tint(0.5, 0.5, 0.52));
    mesh.frustum([point(-1.3, 0.0, -1.2), point(1.3, 1.2, 1.5)], [0.3, 0.4], &paint, &paint, true);
    for x in [-0.45_f32, 0.45] {
        mesh.beam(point(x, 0.5, -0.9), point(x, 0.5, -3.4), 0.24, &steel);
        mesh.beam(point(x, 0.5, -3.0), point(x, 0.5, -3.4), 0.36, &steel);
    }
}

/// A tower with thick walls; its upper part, on which a gun stands, falls in the end.
fn keep(site: &mut Site) {
    let [x, z] = KEEP;
    let at = site.standing(x, z);
    let root = site.graph.add(New::object("keep", Home::World, Pose::at(at)).solid().hidden());
    let (concrete, dark) = (free(CONCRETE), free(Style::plain(Skin::Dark)));
    let mut walls = Mesh::new();
    walls.frustum([point(-7.0, -4.0, -7.0), point(7.0, 2.0, 7.0)], [0.8, 0.8], &concrete, &concrete, false);
    walls.frustum([point(-5.0, 2.0, -5.0), point(5.0, WALLS, 5.0)], [0.6, 0.6], &concrete, &concrete, false);
    for side in [-1.0_f32, 1.0] {
        walls.cuboid(
            point(-1.6, 4.6, side * 4.62 - 0.2),
            point(1.6, 5.2, side * 4.62 + 0.2),
            &dark,
            &dark,
            true,
        );
        walls.cuboid(
            point(side * 4.62 - 0.2, 4.6, -1.6),
            point(side * 4.62 + 0.2, 5.2, 1.6),
            &dark,
            &dark,
            true,
        );
    }
    part(site, "keep_walls", root, Vec3::ZERO, walls);
    let mut top = Mesh::new();
    let stripes = free(STRIPES);
    top.frustum([point(-5.6, 0.0, -5.6), point(5.6, 1.0, 5.6)], [0.0, 0.0], &stripes, &concrete, true);
    top.frustum([point(-3.4, 1.0, -3.4), point(3.4, 4.2, 3.4)], [0.5, 0.5], &concrete, &concrete, false);
    let top = part(site, "keep_top", root, point(0.0, WALLS, 0.0), top);
    let mut turret = Mesh::new();
    head(&mut turret);
    let head = part(site, "keep_head", top, point(0.0, 4.2, 0.0), turret);
    site.graph.add(New::object("gun_keep", Home::Under(head), Pose::at(Vec3::new(0.0, 0.5, -3.4))));
    let mut pole = Mesh::new();
    pole.column(point(2.4, 4.0, 2.4), 7.4, [0.12, 0.08], 6, &free(PLATES.tint(0.7, 0.7, 0.72)));
    part(site, "keep_pole", top, Vec3::ZERO, pole);
    flag::cloth(site, "keep_flag", top, point(2.4, 9.0, 2.4));
}

/// A truck of the convoy. Of the nodes that say how far it has come, the first is on.
fn haul(site: &mut Site, name: &str, start: &Moment, body: ModelId) {
    let pose = Pose::Turned([start.pitch, start.heading, 0.0], [1.0; 3], start.place);
    let root = site.graph.add(New::object(name, Home::World, pose).in_the_way().hidden());
    site.graph
        .add(New::object(&format!("{name}_body"), Home::Under(root), Pose::Initial).in_the_way().model(body));
    let mut burnt = Mesh::new();
    let black = free(Style::tiled(Skin::Vehicle, 3.0).tint(0.14, 0.13, 0.13));
    burnt.cuboid(point(-1.2, 0.4, -4.0), point(1.2, 0.9, 3.8), &black, &black, true);
    burnt.frustum([point(-1.25, 0.9, 1.2), point(1.25, 1.9, 3.9)], [0.2, 0.4], &black, &black, false);
    for z in [-3.6, -1.6, 0.4] {
        burnt.beam(point(-1.2, 0.9, z), point(-1.0, 2.5, z), 0.14, &black);
        burnt.beam(point(1.2, 0.9, z), point(0.9, 2.2, z), 0.14, &black);
    }
    let (wreck, burnt) = (format!("{name}_wreck"), site.graph.model(burnt.free()));
    site.graph.add(New::object(&wreck, Home::Under(root), Pose::Initial).in_the_way().hidden().model(burnt));
    // Where one aims at.
    site.graph.add(New::object("gun_middle", Home::Under(root), Pose::at(Vec3::new(0.0, 1.6, 0.0))));
    for stop in 0..=STOPS.len() {
        let own = format!("{name}_at_{stop}");
        let node = New::object(&own, Home::Under(root), Pose::Initial);
        site.graph.add(if stop == 0 { node } else { node.hidden() });
    }
}

/// What the readers say of them: guns, the tower, and the trucks, which are on the person's side and have no sight.
pub(in crate::valley) fn opponents() -> String {
    let mut text = String::new();
    let head = |name: &str, health: f32| format!("  {name} (\n    HEALTH {health:.1}\n");
    for (name, _) in guns() {
        text += &head(&name, GUN_HEALTH);
        text += &format!(
            "    DETECTION_RANGE 145.0\n    PARTS ({name}_head)\n    PITCH (-20.0 35.0)\n    FIRE_DWELL 1.6\n  )\n"
        );
    }
    text += &head("keep", KEEP_HEALTH);
    text +=
        "    DETECTION_RANGE 160.0\n    PARTS (keep_head)\n    PITCH (-30.0 35.0)\n    FIRE_DWELL 3.6\n  )\n";
    for number in 0..TRUCKS {
        text += &head(&truck(number), TRUCK_HEALTH);
        text += "    TEAM 1\n    DETECTION_RANGE 0.0\n  )\n";
    }
    text
}

/// Somewhere on the way of the convoy.
#[derive(Clone, Copy, Debug)]
struct Moment {
    place: Vec3,
    /// Which way one goes, 0 to the south, growing to the east; and down.
    heading: f32,
    pitch: f32,
}

/// From the gate over the bridge and along the road to the south.
struct Way {
    points: Vec<Vec3>,
}

impl Way {
    fn new() -> Self {
        let gate = [
            Vec3::new(STREET_X, 0.0, BASE.south),
            Vec3::new(STREET_X, DECK, BRIDGE[0]),
            Vec3::new(STREET_X, DECK, BRIDGE[1] - 4.0),
        ];
        let road = Line::road();
        let road = road.points().iter().rev().filter(|at| at.z >= BRIDGE[1]);
        Way { points: gate.into_iter().chain(road.copied()).collect() }
    }

    fn pieces(&self) -> impl Iterator<Item = (Vec3, Vec3, f32)> {
        self.points.windows(2).map(|pair| (pair[0], pair[1], flat(pair[1] - pair[0]).length()))
    }

    /// How far along it is as far south as that.
    fn along(&self, z: f32) -> f32 {
        let mut before = 0.0;
        for (from, to, length) in self.pieces() {
            if (from.z..to.z).contains(&z) {
                return before + length * (z - from.z) / (to.z - from.z);
            }
            before += length;
        }
        before
    }

    /// Where a truck begins.
    fn start(&self, number: usize) -> f32 {
        self.along(START_Z) - APART * number as f32
    }

    fn place(&self, along: f32) -> Vec3 {
        let mut left = along;
        for (from, to, length) in self.pieces() {
            if left <= length {
                return from.lerp(to, left.max(0.0) / length.max(1e-3));
            }
            left -= length;
        }
        self.points.last().copied().unwrap_or_default()
    }

    /// As a truck stands there, on its front and its rear wheels.
    fn at(&self, along: f32) -> Moment {
        let [rear, front] = [-3.0, 3.0].map(|more| self.place(along + more));
        let way = front - rear;
        Moment {
            place: (rear + front) * 0.5,
            heading: libm::atan2f(way.x, way.z),
            pitch: -libm::atan2f(way.y, flat(way).length()),
        }
    }

    /// Keyframes from one place along it to another.
    fn frames(&self, from: f32, to: f32) -> String {
        let pieces = ((to - from) / PIECE).ceil().max(1.0) as u32;
        let step = (to - from) / pieces as f32;
        let seconds = step / SPEED;
        let mut text = String::new();
        for piece in 0..pieces {
            let [now, next] = [piece, piece + 1].map(|piece| self.at(from + step * piece as f32));
            let rate = (next.place - now.place) / seconds;
            let [turn, then] = [now, next].map(Moment::rotation);
            let spin = (then * turn.inverse()).to_scaled_axis() * 0.5 / seconds;
            let (start, end) = (seconds * piece as f32, seconds * (piece + 1) as f32);
            let Vec3 { x, y, z } = now.place;
            let _ = writeln!(
                text,
                "      FRAME({start:.4} {end:.4} TRANSLATE({x:.4} {y:.4} {z:.4} {:.5} {:.5} {:.5}) \
                 ROTATE({:.6} {:.6} {:.6} {:.6} {:.6} {:.6} {:.6}))",
                rate.x, rate.y, rate.z, turn.w, turn.x, turn.y, turn.z, spin.x, spin.y, spin.z,
            );
        }
        text
    }
}

impl Moment {
    fn rotation(self) -> Quat {
        Quat::from_rotation_y(self.heading) * Quat::from_rotation_x(self.pitch)
    }
}

fn flat(way: Vec3) -> Vec2 {
    Vec2::new(way.x, way.z)
}

/// What becomes of them.
pub(super) fn define(game: Game, text: &mut String) {
    if game != Game::MechWarrior3 {
        return;
    }
    for (name, _) in guns() {
        *text +=
            &include_str!("gun.txt").replace("%gun%", &name).replace("%health%", &format!("{GUN_HEALTH:.1}"));
    }
    let whole = |share: f32| format!("{:.1}", KEEP_HEALTH * share);
    let keep = include_str!("keep.txt").replace("%half%", &whole(0.5)).replace("%whole%", &whole(1.0));
    let ambush: Vec<String> = (0..GUNS[AMBUSH].len()).map(|number| gun(AMBUSH, number)).collect();
    *text += &keep.replace("%ambush%", &ambush.join(" ")).replace("%shows%", &shows(&ambush));
    let way = Way::new();
    for number in 0..TRUCKS {
        drives(text, &way, number);
    }
    for row in 0..FLAGS.len() {
        block(text, row);
    }
    begins(text);
}

/// Events that show nodes.
fn shows(names: &[String]) -> String {
    names.iter().map(|name| format!("    OBJECT_ACTIVE_STATE(NAME({name}) STATE(ACTIVE))\n")).collect()
}

/// A flag that falls with the last gun of its row.
fn block(text: &mut String, row: usize) {
    let name = format!("block_{}", row + 1);
    let guns: Vec<String> = (0..GUNS[row].len()).map(|number| gun(row, number)).collect();
    flag::falls(text, &name, &guns);
    let _ = write!(
        text,
        "ANIMATION_DEFINITION(
  ANIM_NAME({name}_stands) NAME({name}) ANIM_ROOT_NAME({name}) ACTIVATION(ON_CALL)
  NODES({name})
  SEQUENCE_DEFINITION(NAME(looks)
    CALL_ANIMATION(NAME({name}_falls))
    LOOP(START_TIME(EVENT 0.5) COUNT(-1))
  )
)\n"
    );
}

/// The legs of a truck's way, each of which begins once what stands before it is gone; and its end.
fn drives(text: &mut String, way: &Way, number: usize) {
    let name = truck(number);
    let mut from = way.start(number);
    for (leg, stop) in STOPS.into_iter().enumerate() {
        let to = way.along(stop) - APART * number as f32;
        let flag = match leg {
            0 => String::new(),
            3 => "REQUIRED(OBJECT(NAME(keep_flag) STATE(INACTIVE))) ".to_owned(),
            leg => format!("REQUIRED(OBJECT(NAME(block_{leg}_flag) STATE(INACTIVE))) "),
        };
        let _ = write!(
            text,
            "ANIMATION_DEFINITION(
  ANIM_NAME({name}_leg_{leg}) NAME({name}) ANIM_ROOT_NAME({name}) ACTIVATION(ON_CALL)
  ACTIVATION_PREREQUISITES({flag}REQUIRED(OBJECT(NAME({name}_body) STATE(ACTIVE))) \
             REQUIRED(OBJECT(NAME({name}_at_{leg}) STATE(ACTIVE))))
  NODES({name} {name}_at_{leg} {name}_at_{next}) DYNAMIC_SOUNDS(hum)
  SEQUENCE_DEFINITION(NAME(drives)
    OBJECT_ACTIVE_STATE(NAME({name}_at_{leg}) STATE(INACTIVE))
    SOUND_NODE(NAME(hum) ACTIVE_STATE(ON) AT_NODE({name} 0.0 1.0 0.0))
    OBJECT_MOTION_SI_SCRIPT(NAME({name})
{frames}    )
    SOUND_NODE(NAME(hum) ACTIVE_STATE(OFF))
    OBJECT_ACTIVE_STATE(NAME({name}_at_{next}) STATE(ACTIVE))
  )
)\n",
            next = leg + 1,
            frames = way.frames(from, to),
        );
        from = to;
    }
    let legs = || 0..STOPS.len();
    let calls: String = legs().map(|leg| format!("    CALL_ANIMATION(NAME({name}_leg_{leg}))\n")).collect();
    let stops: String = legs().map(|leg| format!("    STOP_ANIMATION(NAME({name}_leg_{leg}))\n")).collect();
    let _ = write!(
        text,
        "ANIMATION_DEFINITION(
  ANIM_NAME({name}_drives) NAME({name}) ANIM_ROOT_NAME({name}) ACTIVATION(ON_CALL)
  NODES({name})
  SEQUENCE_DEFINITION(NAME(goes)
{calls}    LOOP(START_TIME(EVENT 0.5) COUNT(-1))
  )
)
ANIMATION_DEFINITION(
  ANIM_NAME({name}_hurts) NAME({name}) ANIM_ROOT_NAME({name}) ACTIVATION(WEAPON_HIT) HEALTH({hurt:.1})
  NODES({name}) STATIC_SOUNDS(say_hurt_{at})
  SEQUENCE_DEFINITION(NAME(calls)
    INVALIDATE_ANIMATION(NAME({name}_hurts))
    SOUND(NAME(say_hurt_{at}) AT_NODE({name} 0.0 1.0 0.0))
  )
)
ANIMATION_DEFINITION(
  ANIM_NAME({name}_ends) NAME({name}) ANIM_ROOT_NAME({name}) ACTIVATION(WEAPON_HIT) HEALTH({TRUCK_HEALTH:.1})
  NODES({name} {name}_body {name}_wreck) STATIC_SOUNDS(boom say_gone_{at})
  PUFFERS({name}_smoke)
  SEQUENCE_DEFINITION(NAME(ends)
    INVALIDATE_ANIMATION(NAME({name}_hurts))
    INVALIDATE_ANIMATION(NAME({name}_ends))
{stops}    STOP_ANIMATION(NAME({name}_drives))
    SOUND(NAME(boom) AT_NODE({name} 0.0 1.0 0.0))
    SOUND(NAME(say_gone_{at}) AT_NODE({name} 0.0 1.0 0.0))
    OBJECT_ACTIVE_STATE(NAME({name}_body) STATE(INACTIVE))
    OBJECT_ACTIVE_STATE(NAME({name}_wreck) STATE(ACTIVE))
    PUFFER_STATE(NAME({name}_smoke) ACTIVE_STATE(1) AT_NODE({name}_wreck) TRANSLATE(0.0 2.0 0.0)
      WORLD_VELOCITY(0.3 2.8 -0.1) MIN_RANDOM_VELOCITY(-0.5 -0.4 -0.5) MAX_RANDOM_VELOCITY(0.5 0.6 0.5)
      INTERVAL_TYPE(TIME) INTERVAL_VALUE(0.12) SIZE_RANGE(0.9 1.6) LIFETIME_RANGE(4.0 6.0) DEVIATION_DISTANCE(1.4)
      FRICTION(0.2) TEXTURES(TEXTURE(puff))
      COLORS(STOP(0.0 0.20 0.18 0.17 0.0) STOP(0.08 0.20 0.18 0.17 0.75) STOP(0.5 0.30 0.29 0.28 0.45) \
         STOP(1.0 0.45 0.44 0.43 0.0))
      GROWTH(STOP(0.0 1.0) STOP(1.0 4.0)))
    PUFFER_STATE(START_TIME(EVENT 40.0) NAME({name}_smoke))
  )
)\n",
        at = number + 1,
        hurt = TRUCK_HEALTH * HURT,
    );
}

/// The start of the mission: what it needs is there, and what goes by itself begins.
fn begins(text: &mut String) {
    let stands = |row: usize| (0..GUNS[row].len()).map(move |number| gun(row, number));
    let shown: Vec<String> = (0..AMBUSH)
        .flat_map(stands)
        .chain((1..=FLAGS.len()).map(|number| format!("block_{number}")))
        .chain(std::iter::once("keep".to_owned()))
        .chain((0..TRUCKS).map(truck))
        .collect();
    let called = (1..=FLAGS.len()).map(|number| format!("block_{number}_stands"));
    let called = called.chain((0..TRUCKS).map(|number| format!("{}_drives", truck(number))));
    let calls: String = called.map(|name| format!("    CALL_ANIMATION(NAME({name}))\n")).collect();
    let _ = write!(
        text,
        "ANIMATION_DEFINITION(
  ANIM_NAME(escort_begins) NAME(valley_mouth) ANIM_ROOT_NAME(valley_mouth) ACTIVATION(ON_CALL)
  NODES({nodes})
  SEQUENCE_DEFINITION(NAME(begins)
{shows}{calls}  )
)\n",
        nodes = shown.join(" "),
        shows = shows(&shown),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_convoy_goes_from_the_gate_along_the_road_to_where_it_waits() {
        let way = Way::new();
        // 12 beyond the gate, on the way up to the bridge's deck, which begins 28 beyond it.
        let first = way.at(way.along(STREET_GATE_Z));
        assert!((first.place - Vec3::new(STREET_X, DECK * 12.0 / 28.0, BASE.south + 12.0)).length() < 0.01);
        assert!(first.heading.abs() < 1e-3 && first.pitch < 0.0, "south, and up: {first:?}");
        let mut before = way.start(0);
        for stop in STOPS {
            let along = way.along(stop);
            assert!(along > before + 100.0, "{stop}");
            let (far, height) = Line::road().nearest(way.place(along).x, stop);
            assert!(far < 0.1 && (way.place(along).y - height).abs() < 0.1, "{stop}: {far}");
            before = along;
        }
        // Piece after piece, without a jump.
        let frames = way.frames(way.along(STOPS[0]), way.along(STOPS[1]));
        assert_eq!(
            frames.lines().count(),
            ((way.along(STOPS[1]) - way.along(STOPS[0])) / PIECE).ceil() as usize
        );
    }

    /// 12 beyond the gate.
    const STREET_GATE_Z: f32 = 108.0;
}
