//! Which places will be needed if the person goes on as now.

use crate::Surroundings;
use load::daggerfall::CELL_UNITS;
use runtime::places::World;

/// Ticks of the person's way for which places are asked for in advance: a second and a half.
const TICKS: i64 = 90;
/// Along that way places are looked for every so many units, a quarter of a cell.
const STEP: i64 = 8_000;
/// Whoever goes so many units in a tick travels, and is not on a way.
const JUMP: u64 = CELL_UNITS as u64;
/// Most steps along it.
const MOST_STEPS: i64 = 24;

/// The way of the person, from one time that this is asked to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Foresight {
    /// The tick in which it was asked last, and where the person was.
    was: Option<(u64, [i64; 3])>,
    /// Where the person comes to if they go on, from where they are.
    way: [i64; 3],
}

impl Foresight {
    /// Worlds that are wished for now, and then those that will be if the person goes on as since this was asked last:
    /// what is needed first comes first. To be asked once a tick or once a frame.
    pub fn worlds(&mut self, surroundings: &Surroundings, world: &World, wished: &[usize]) -> Vec<String> {
        let numbers = self.numbers(surroundings, world, wished).into_iter();
        numbers.filter_map(|number| surroundings.get(number).map(|(_, world)| world)).collect()
    }

    /// The same as the numbers of places.
    pub fn numbers(&mut self, surroundings: &Surroundings, world: &World, wished: &[usize]) -> Vec<usize> {
        let Some(at) = world.whereabouts() else { return Vec::new() };
        self.look(world.tick(), at);
        let way = self.way;
        let longest = way[0].saturating_abs().max(way[2].saturating_abs());
        let steps = longest.div_euclid(STEP).saturating_add(1).min(MOST_STEPS);
        let along =
            |step: i64| way.map(|whole| (i128::from(whole) * i128::from(step) / i128::from(steps)) as i64);
        // What is near only between two steps is within half of one of either.
        let about = longest / steps / 2 + 1;
        let foreseen = (0..=steps).flat_map(|step| surroundings.foreseen(world, along(step), about));
        let mut numbers: Vec<usize> = Vec::new();
        for number in wished.iter().copied().chain(foreseen) {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
    }

    /// Notes where the person is in a tick. A frame in which no time passed changes nothing.
    fn look(&mut self, tick: u64, at: [i64; 3]) {
        let is_near = |was: [i64; 3]| (0..3).all(|axis| at[axis].abs_diff(was[axis]) < JUMP);
        self.way = match self.was.replace((tick, at)) {
            Some((then, _)) if then == tick => self.way,
            Some((then, was)) if then < tick && is_near(was) => {
                let ticks = i64::try_from(tick - then).unwrap_or(i64::MAX);
                std::array::from_fn(|axis| at[axis].saturating_sub(was[axis]).saturating_mul(TICKS) / ticks)
            }
            _ => [0; 3],
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::orders::{Found, Orders};
    use super::*;
    use crate::Cells;
    use glam::Vec3;
    use load::daggerfall::Layout;
    use runtime::{Command, Input, Simulation};
    use world::sketch::{ModelSketch, Sketch};
    use world::{ActorId, Frame, Limits, Scene, Walker};

    const MAP: Layout = Layout { width: 1000, height: 500 };
    /// Ticks in which a worker loads a place: more than an eighth of a second, ten times as long as it takes.
    const SLOW: u64 = 8;
    const WORKERS: usize = 2;
    const CELL: f32 = CELL_UNITS as f32;

    #[test]
    fn a_frame_of_several_ticks_or_of_none_sees_as_far_ahead_as_one_tick() {
        let mut foresight = Foresight::default();
        let mut way = |tick: u64, x: i64| {
            foresight.look(tick, [x, 5, -x]);
            foresight.way
        };
        assert_eq!(way(7, 1000), [0; 3]);
        // Ten units a tick.
        assert_eq!(way(8, 1010), [900, 0, -900]);
        assert_eq!(way(8, 1010), [900, 0, -900]);
        assert_eq!(way(12, 1050), [900, 0, -900]);
        assert_eq!(way(13, 1050), [0; 3]);
        // A journey is no way, and time that goes back is none.
        assert_eq!(way(14, 9_000_000), [0; 3]);
        assert_eq!(way(3, 9_000_010), [0; 3]);
    }

    /// A cell with a floor, or a sector.
    fn place(is_cell: bool) -> Simulation {
        if !is_cell {
            let scene = Scene::empty("daggerfall", "far", Frame::identity(0.025));
            return Simulation::new(scene.into(), 1, &Limits::default()).0;
        }
        let mut sketch = Sketch::new();
        sketch.scene.frame = Frame::identity(0.025);
        sketch.scene.walker = Walker::person(&sketch.scene.frame);
        sketch.place(ModelSketch::new().floor([0.0, -CELL], [CELL, 0.0], 0.0));
        sketch.scene.avatar.position = Vec3::new(CELL / 2.0, 4000.0, -CELL / 2.0);
        sketch.scene.avatar.yaw = -std::f32::consts::FRAC_PI_2;
        Simulation::new(sketch.scene.into(), 1, &Limits::default()).0
    }

    /// How a flight went, whose places are loaded in the time of its ticks and not in that of a clock.
    #[derive(Debug, Default)]
    struct Flight {
        joined: usize,
        /// Places that were not ready when they were needed.
        waits: usize,
        least: u64,
        most_asked: usize,
        ends_in: String,
    }

    /// Flies at so many units a second for so many ticks; `turn` is how it turns in each of them.
    fn fly(speed: f32, ticks: u64, turn: impl Fn(u64) -> f32) -> Flight {
        let cells = Cells::new(MAP, 1, 7.2 * CELL_UNITS as f64);
        let around = Surroundings::overworld("290,240", cells, usize::MAX).unwrap();
        let mut world = World::starting_at(around.first().clone(), place(true));
        let (mut foresight, mut orders) = (Foresight::default(), Orders::<()>::default());
        let mut working: Vec<(u64, String)> = Vec::new();
        let mut flight = Flight { least: u64::MAX, ..Flight::default() };
        for tick in 0..ticks {
            let (done, rest) = working.into_iter().partition(|(until, _)| *until <= tick);
            working = rest;
            let done: Vec<(u64, String)> = done;
            done.iter().for_each(|(_, name)| {
                orders.done(name, ());
            });
            let wishes = around.wishes(&world);
            orders.want(&foresight.worlds(&around, &world, &wishes.join), tick);
            flight.most_asked = flight.most_asked.max(orders.len());
            while working.len() < WORKERS
                && let Some(name) = orders.begin()
            {
                working.push((tick + SLOW, name));
            }
            for number in wishes.leave {
                let key = around.get(number).unwrap().0.key.clone();
                let id = world.find(&key).unwrap().id();
                world.leave(id).unwrap();
            }
            for number in wishes.join {
                let (site, name) = around.get(number).map(|(site, name)| (site.into_owned(), name)).unwrap();
                let since = orders.since(&name, tick);
                let found = orders.take(&name);
                if tick > 0 {
                    flight.joined += 1;
                    flight.waits += usize::from(!matches!(found, Found::Ready(())));
                    flight.least = flight.least.min(since.unwrap_or_default());
                }
                let is_cell = site.extent.is_some();
                world.join(site, place(is_cell)).unwrap();
            }
            let (actor, watched) = (ActorId(0), world.watched());
            let begin = [(watched, Command::Fly { actor, speed })];
            let commands = if tick == 0 { &begin[..] } else { &[] };
            // The first second one stands, as after loading.
            let input =
                Input { forward: f32::from(u8::from(tick >= 60)), yaw: turn(tick), ..Input::default() };
            world.advance(&[input], commands);
        }
        flight.ends_in = world.watched_place().site().key.clone();
        flight
    }

    #[test]
    fn two_slow_workers_are_never_waited_for_at_two_kilometres_a_second() {
        let flight = fly(80_000.0, 7200, |_| 0.0);
        assert!(flight.ends_in.starts_with("58"), "{flight:?}");
        assert!(flight.joined > 600, "{flight:?}");
        assert_eq!(flight.waits, 0, "{flight:?}");
        // From a standstill the next cells are nearer than a second and a half.
        assert!(flight.least >= 20, "{flight:?}");
        assert!(flight.most_asked <= super::super::orders::MOST, "{flight:?}");
    }

    #[test]
    fn on_a_way_across_the_grid_no_place_is_needed_before_it_was_asked_for() {
        // To the north-east and a little more east, and others: cells are near for moments only.
        for turn in [0.463, 0.2, 0.61, 0.785] {
            let flight = fly(80_000.0, 1500, |tick| if tick == 30 { turn } else { 0.0 });
            assert!(flight.joined > 150, "{turn}: {flight:?}");
            assert!(flight.least >= 15 && flight.waits == 0, "{turn}: {flight:?}");
        }
    }

    #[test]
    fn whoever_turns_round_in_flight_is_not_waited_for_either() {
        // A turn of half a circle in two seconds, every ten seconds, at 500 metres a second.
        let turn = |tick: u64| if tick % 600 >= 480 { std::f32::consts::PI / 120.0 } else { 0.0 };
        let flight = fly(20_000.0, 3600, turn);
        assert!(flight.joined > 40, "{flight:?}");
        assert_eq!(flight.waits, 0, "{flight:?}");
    }
}
