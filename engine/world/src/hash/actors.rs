//! Canonical bytes of actors, cameras and lights.

use super::{Canonical, Sink};
use crate::{
    Actor, ActorKind, Aeroplane, Avatar, Bot, Camera, CameraAim, CameraBlend, CameraKey, CameraMode,
    CameraPose, CameraRig, CameraTarget, Creature, Crossing, Foe, Footfall, Jolt, Journey, Light, Mech,
    Mount, Opponents, Order, Orders, PathPilot, Pilot, Plan, Platform, Registry, Side, Tank, TankMode,
    TrailView, Turret,
};

fields! {
    Light { node, active, directional, position, direction, color, diffuse, ambient, near, far }
    Mount { node, position, direction, on }
    Actor { kind, pilot, node }
    Creature { avatar, order, since, blows, turns }
    PathPilot { points, next, looping, run }
    Crossing { region, since }
    CameraRig { mode, since, blend }
    CameraBlend { from, ticks }
    CameraKey { seconds, pose }
    Tank {
        law, avatar, pitch, roll, yaw_rate, pitch_rate, roll_rate, contacts, pivot, skids, sunk, health, mode, upgrades,
        pause, dive, bob, floats, platform, shown, lean
    }
    Platform { node, place }
    Mech {
        law, avatar, heading, speed, turning, twist, nod, lean, crouch, fuel, heat, is_shut_down, burns, fallen, jolt,
        legs, feet
    }
    Jolt { strength, way, since }
    Footfall { stands, place, offset, rise }
    Aeroplane {
        law, avatar, is_placed, attitude, momentum, stick, lever, throttle, nitro, fuel, load, stall, wheels, airscrew,
        health, wreck_s
    }
    Turret { law, avatar, stands, health }
    Bot { mind, plan, since, target, sees, looked, wait, home, next, last, misses, hit, hides, orders }
    Orders { side, net, attack }
    TrailView { distance, factor, range, lift, catch_up }
}

impl Canonical for [Footfall; 2] {
    fn put(&self, sink: &mut Sink) {
        self.iter().for_each(|foot| foot.put(sink));
    }
}

impl Canonical for Camera {
    fn put(&self, sink: &mut Sink) {
        let Camera { eye, yaw, pitch, roll, fov_y, near, far, lod_multiplier } = self;
        eye.put(sink);
        [*yaw, *pitch, *fov_y, *near, *far, *lod_multiplier].iter().for_each(|number| number.put(sink));
        put_roll(*roll, sink);
    }
}

impl Canonical for CameraPose {
    fn put(&self, sink: &mut Sink) {
        let CameraPose { eye, yaw, pitch, roll } = self;
        eye.put(sink);
        yaw.put(sink);
        pitch.put(sink);
        put_roll(*roll, sink);
    }
}

/// Hashes of worlds whose cameras do not roll are as they were before any could.
fn put_roll(roll: f32, sink: &mut Sink) {
    if roll != 0.0 {
        b'r'.put(sink);
        roll.put(sink);
    }
}

impl Canonical for Avatar {
    fn put(&self, sink: &mut Sink) {
        let Avatar { position, velocity, yaw, pitch, grounded, soil, journey } = self;
        position.put(sink);
        velocity.put(sink);
        yaw.put(sink);
        pitch.put(sink);
        grounded.put(sink);
        soil.put(sink);
        // Hashes of worlds that know no journeys are as they were before there were any.
        if !journey.is_unused() {
            b'j'.put(sink);
            journey.put(sink);
        }
    }
}

impl Canonical for Journey {
    fn put(&self, sink: &mut Sink) {
        let Journey {
            is_armed,
            crossing,
            safe,
            in_lava,
            injury,
            let_go,
            under_water,
            levitates,
            flies,
            rides,
        } = self;
        is_armed.put(sink);
        crossing.put(sink);
        safe.put(sink);
        in_lava.put(sink);
        injury.put(sink);
        levitates.put(sink);
        // As with journeys: hashes of worlds without ladders and deep water are as before.
        if *let_go || *under_water > 0 {
            b'l'.put(sink);
            let_go.put(sink);
            under_water.put(sink);
        }
        if *flies > 0.0 {
            b'f'.put(sink);
            flies.put(sink);
        }
        if *rides {
            b'm'.put(sink);
        }
    }
}

/// Variants with a number each; they never change theirs.
macro_rules! variants {
    ($($type:ident { $($number:literal => $variant:ident $(($value:ident))? $({$($field:ident),*})?),* $(,)? })*) => {$(
        impl Canonical for $type {
            fn put(&self, sink: &mut Sink) {
                match self {
                    $($type::$variant $(($value))? $({$($field),*})? => {
                        $number.put(sink);
                        $($value.put(sink);)?
                        $($($field.put(sink);)*)?
                    })*
                }
            }
        }
    )*};
}

variants! {
    ActorKind { 0_u8 => Walker(avatar), 1_u8 => Creature(creature), 2_u8 => Tank(tank), 3_u8 => Mech(mech), 4_u8 => Aeroplane(plane), 5_u8 => Turret(turret) }
    Order { 0_u8 => Stand, 1_u8 => Go(path), 2_u8 => Fight(foe), 3_u8 => Play(clip), 4_u8 => Die }
    TankMode { 2_u8 => Submarine, 3_u8 => Track, 4_u8 => Hover, 5_u8 => Amphibious }
    Foe { 0_u8 => Person(seat), 1_u8 => Node(node) }
    Pilot { 0_u8 => Nobody, 1_u8 => Person(seat), 2_u8 => Path(path), 3_u8 => Bot(bot) }
    Plan { 0_u8 => Asleep, 1_u8 => Watch, 2_u8 => Attack, 3_u8 => Wait, 4_u8 => Return, 5_u8 => BreakOff, 6_u8 => Hide }
    Side { 0_u8 => Foe, 1_u8 => Friend }
    CameraMode {
        0_u8 => Eyes,
        1_u8 => Chase { distance, lift },
        2_u8 => Orbit { target, distance, yaw, pitch, turn },
        3_u8 => Fixed { eye, aim },
        4_u8 => Path { keys, looping },
        5_u8 => Node(node),
        6_u8 => Follow { distance, lift, aim },
        7_u8 => Cockpit { eye },
        8_u8 => Trail(view),
    }
    CameraTarget { 0_u8 => Actor, 1_u8 => Node(node), 2_u8 => Point(place) }
    CameraAim { 0_u8 => Angles { yaw, pitch }, 1_u8 => At(target) }
}

impl Canonical for Opponents {
    /// Nothing in a world without opponents.
    fn put(&self, sink: &mut Sink) {
        if !self.is_unused() {
            let Opponents { looked, fired } = self;
            looked.put(sink);
            fired.put(sink);
        }
    }
}

impl<T: Canonical> Canonical for Registry<T> {
    fn put(&self, sink: &mut Sink) {
        self.next_id().put(sink);
        (self.len() as u64).put(sink);
        for (id, item) in self.ids().iter().zip(self.iter()) {
            id.put(sink);
            item.put(sink);
        }
    }
}
