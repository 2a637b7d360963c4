//! The numbers of a vehicle that its driver reads.

use world::{Actor, ActorKind, LawKind, Scene, State};

/// km/h in a metre per second.
const KMH: f32 = 3.6;
/// Most gauges of a vehicle.
const MOST: usize = 4;

/// What is read of a vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Readings {
    /// Forwards, backwards below 0, km/h.
    pub speed_kmh: f32,
    /// The fastest backwards and forwards, km/h, both above 0; 0 where there is no such limit.
    pub fastest_kmh: [f32; 2],
    /// How it moves, in a word or two.
    pub mode: Option<&'static str>,
    /// That is a warning.
    pub is_mode_urgent: bool,
    /// How high it is, metres.
    pub height: Option<f32>,
    /// What its wings carry, multiples of its weight.
    pub load: Option<f32>,
    /// Where one looks, radians to the left of north.
    pub look: f32,
    /// Where it goes, if it may look elsewhere, the same.
    pub heading: Option<f32>,
    gauges: [Option<Gauge>; MOST],
}

/// How much there is of something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gauge {
    /// Of what.
    pub name: &'static str,
    /// The share of all there can be; above 1 there is more than is good.
    pub share: f32,
    /// What is to be known about it now, in a word or two; also shown in the colour of a warning.
    pub warning: Option<&'static str>,
    /// The share from which on, or up to which, there is a warning; 0 where there is none.
    pub limit: f32,
}

impl Gauge {
    /// Of something of which there should be much; a share below the limit is little.
    fn left(name: &'static str, now: f32, whole: f32, limit: f32) -> Self {
        let share = if whole > 0.0 { now / whole } else { 0.0 };
        let warning = if share <= 0.0 { Some("lost") } else { (share < limit).then_some("low") };
        Gauge { name, share, warning, limit }
    }
}

impl Readings {
    /// Those of the vehicle that the person of the first seat drives.
    pub fn of(scene: &Scene, state: &State) -> Option<Self> {
        let person = state.person()?;
        let vehicle = scene.vehicle_of(person)?;
        let metres = scene.frame.metres_per_unit;
        let (look, _) = person.look();
        let mut own = Readings { speed_kmh: ahead(person) * metres * KMH, look, ..Readings::default() };
        match (&person.kind, &vehicle.law) {
            (ActorKind::Tank(tank), LawKind::Tank(law)) => {
                own.fastest_kmh = [law.rates[1] * metres * KMH; 2];
                own.mode = Some(tank.mode.name());
                own.push(Gauge::left("Health", tank.health, law.health, law.alarm));
            }
            (ActorKind::Mech(mech), LawKind::Mech(law)) => {
                let [forwards, backwards] = law.speeds;
                own.fastest_kmh = [backwards.abs(), forwards].map(|speed| speed * metres * KMH);
                own.heading = Some(mech.heading);
                let share = if law.heat.capacity > 0.0 { mech.heat / law.heat.capacity } else { 0.0 };
                let limit = law.heat.limits[0];
                let hot = (limit > 0.0 && share > limit * law.heat.hot).then_some("hot");
                let warning = if mech.is_shut_down { Some("shut down") } else { hot };
                own.push(Gauge { name: "Heat", share, warning, limit });
                if law.jets.fuel > 0.0 {
                    own.push(Gauge {
                        warning: None,
                        ..Gauge::left("Jump jets", mech.fuel, law.jets.fuel, 0.0)
                    });
                }
                own.push(Gauge::left("Left leg", mech.legs[0], law.legs, law.alarm));
                own.push(Gauge::left("Right leg", mech.legs[1], law.legs, law.alarm));
            }
            (ActorKind::Aeroplane(plane), LawKind::Aeroplane(law)) => {
                let speed = plane.avatar.velocity.length() * law.metres;
                own.height = Some(plane.avatar.position.y * law.metres);
                // As many times the weight as the wings carry in level flight is one.
                own.load = (law.gravity > 0.0).then(|| plane.load * law.load[0] / law.gravity);
                let is_slow = plane.wheels == 0 && speed < law.warning[0] * law.simple_speed;
                own.mode = Some(match (plane.is_wreck(), plane.wheels, is_slow) {
                    (true, ..) => "wrecked",
                    (_, 1.., _) => "on the ground",
                    (.., true) => "stall",
                    _ => "in the air",
                });
                own.is_mode_urgent = plane.is_wreck() || is_slow;
                own.push(Gauge::left("Health", plane.health, law.crash.health, law.crash.alarm));
                let warning = plane.nitro.then_some("nitro");
                own.push(Gauge { name: "Throttle", share: plane.lever, warning, limit: 0.0 });
            }
            // On foot there is nothing to read.
            _ => return None,
        }
        Some(own)
    }

    /// The gauges, the most important first.
    pub fn gauges(&self) -> impl Iterator<Item = &Gauge> {
        self.gauges.iter().flatten()
    }

    fn push(&mut self, gauge: Gauge) {
        if let Some(free) = self.gauges.iter_mut().find(|own| own.is_none()) {
            *free = Some(gauge);
        }
    }
}

/// Speed along where it points, units a second.
fn ahead(person: &Actor) -> f32 {
    let front = -person.rotation().z_axis;
    person.avatar().velocity.dot(front.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use world::sketch::Sketch;
    use world::{
        CollapseLaw, Frame, HeatLaw, JoltLaw, JumpJets, MechLaw, MechParts, TankLaw, VehicleLaw, Views,
        Walker,
    };

    fn driven(law: LawKind) -> Scene {
        let mut scene = Sketch::new().scene;
        scene.frame.metres_per_unit = 0.5;
        scene.vehicles.push(VehicleLaw { name: "marten".into(), node: None, views: Views::default(), law });
        scene
    }

    #[test]
    fn speed_is_along_where_it_points_in_kilometres_an_hour() {
        let mut scene = driven(LawKind::Tank(Box::new(TankLaw {
            health: 80.0,
            alarm: 0.25,
            rates: [8.0, 30.0],
            ..TankLaw::default()
        })));
        assert_eq!(Readings::of(&scene, &State::new(&scene, 1)), None);
        scene.drives = Some(0);
        // 10 units a second to the north, looking west: none of it is ahead.
        for (yaw, kmh) in [(0.0, 18.0), (std::f32::consts::FRAC_PI_2, 0.0), (std::f32::consts::PI, -18.0)] {
            scene.avatar.yaw = yaw;
            scene.avatar.velocity = Vec3::NEG_Z * 10.0;
            let own = Readings::of(&scene, &State::new(&scene, 1)).unwrap();
            assert!((own.speed_kmh - kmh).abs() < 1e-3, "{own:?}");
            assert_eq!((own.fastest_kmh, own.mode, own.heading), ([54.0; 2], Some("track"), None));
            let gauges: Vec<_> = own.gauges().copied().collect();
            assert_eq!(gauges, [Gauge { name: "Health", share: 1.0, warning: None, limit: 0.25 }]);
        }
    }

    #[test]
    fn health_is_low_below_the_share_of_the_law() {
        // What is left of 80, and whether there is an alarm below a share.
        let warning = |alarm: f32, left: f32| {
            let law = TankLaw { health: 80.0, alarm, ..TankLaw::default() };
            let mut scene = driven(LawKind::Tank(Box::new(law)));
            // What holds for parts and opponents is not asked.
            (scene.drives, scene.combat.rules.alarm) = (Some(0), 0.9);
            let mut state = State::new(&scene, 1);
            for actor in state.actors.iter_mut() {
                if let ActorKind::Tank(tank) = &mut actor.kind {
                    tank.health = left;
                }
            }
            let gauge = *Readings::of(&scene, &state).unwrap().gauges().next().unwrap();
            assert_eq!((gauge.name, gauge.limit), ("Health", alarm));
            gauge.warning
        };
        assert_eq!(
            [20.1, 20.0, 19.9, 0.0].map(|left| warning(0.25, left)),
            [None, None, Some("low"), Some("lost")]
        );
        assert_eq!([40.1, 39.9, 20.1].map(|left| warning(0.5, left)), [None, Some("low"), Some("low")]);
        // An aeroplane has its own: below 25 and below 10 of 100.
        let flies = |alarm: f32, left: f32| {
            let mut law = world::AeroplaneLaw::default();
            (law.crash.health, law.crash.alarm) = (100.0, alarm);
            let mut scene = driven(LawKind::Aeroplane(Box::new(law)));
            scene.drives = Some(0);
            let mut state = State::new(&scene, 1);
            for actor in state.actors.iter_mut() {
                if let ActorKind::Aeroplane(plane) = &mut actor.kind {
                    plane.health = left;
                }
            }
            Readings::of(&scene, &state).unwrap().gauges().next().unwrap().warning
        };
        let found =
            [(0.25, 24.0), (0.25, 26.0), (0.1, 24.0), (0.1, 9.0)].map(|(alarm, left)| flies(alarm, left));
        assert_eq!(found, [Some("low"), None, None, Some("low")]);
    }

    #[test]
    fn what_runs_short_or_hot_has_a_word() {
        let law = MechLaw {
            body: Walker::person(&Frame::identity(0.5)),
            speeds: [20.0, 10.0],
            rates: [10.0; 2],
            turn: [1.0; 2],
            lean: [0.0; 2],
            torso: [1.0; 3],
            aim: 1.0,
            arms: 0.0,
            track: 1.0,
            ankle: 1.0,
            slack: 1.0,
            catches_up: 1.0,
            sag: 0.5,
            crouch: [0.0; 2],
            jets: JumpJets::default(),
            heat: HeatLaw { capacity: 200.0, limits: [0.8, 0.5], hot: 0.75, ..HeatLaw::default() },
            fall: [10.0, 1.0],
            legs: 40.0,
            alarm: 0.25,
            limp: 0.5,
            collapse: CollapseLaw::default(),
            jolt: JoltLaw::default(),
            parts: MechParts::default(),
        };
        let mut scene = driven(LawKind::Mech(Box::new(law.clone())));
        scene.drives = Some(0);
        // Of other limits: half of a leg is little, and heat from 0.5 of 0.8 on is hot.
        let mut other = scene.clone();
        let heat = HeatLaw { hot: 0.5, ..law.heat };
        other.vehicles[0].law = LawKind::Mech(Box::new(MechLaw { alarm: 0.6, heat, ..law }));
        let read = |scene: &Scene, heat: f32, is_shut_down: bool, legs: [f32; 2]| {
            let mut state = State::new(scene, 1);
            for actor in state.actors.iter_mut() {
                if let ActorKind::Mech(mech) = &mut actor.kind {
                    (mech.heat, mech.is_shut_down, mech.legs) = (heat, is_shut_down, legs);
                }
            }
            let own = Readings::of(scene, &state).unwrap();
            own.gauges().map(|gauge| (gauge.name, gauge.share, gauge.warning)).collect::<Vec<_>>()
        };
        let cold = read(&scene, 100.0, false, [40.0, 10.0]);
        assert_eq!(cold, [("Heat", 0.5, None), ("Left leg", 1.0, None), ("Right leg", 0.25, None)]);
        let hot = read(&scene, 130.0, false, [9.0, 0.0]);
        assert_eq!(
            hot,
            [("Heat", 0.65, Some("hot")), ("Left leg", 0.225, Some("low")), ("Right leg", 0.0, Some("lost"))]
        );
        assert_eq!(read(&scene, 170.0, true, [40.0; 2])[0], ("Heat", 0.85, Some("shut down")));
        let other = read(&other, 100.0, false, [40.0, 20.0]);
        assert_eq!(
            other,
            [("Heat", 0.5, Some("hot")), ("Left leg", 1.0, None), ("Right leg", 0.5, Some("low"))]
        );
    }
}
