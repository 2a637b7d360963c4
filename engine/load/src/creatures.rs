//! Creatures that somebody wants in a world, and what a title's table says of creatures.

use crate::Difficulty;
use glam::Vec3;
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;
use world::Walker;

/// Most creatures that one world is asked for.
pub const MOST_SPAWNS: usize = 1024;

/// What files do not say of a game's creatures.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CreatureRules {
    /// Codes of models, lower case, that are not put on the ground by their lowest point: fliers and fish.
    pub floats: Vec<String>,
    /// Models that lend others their animations.
    pub lends: Vec<Lends>,
    /// How tall the person is in the bodies of these models.
    pub sizes: Vec<Size>,
}

/// How tall somebody is.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Codes of models, lower case.
    pub of: Vec<String>,
    /// From the feet to the top, units of the game, above 0.
    pub height: f32,
}

/// A model that lends its animations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lends {
    /// Codes of the models that lack animations, lower case.
    pub to: Vec<String>,
    /// Codes of the models that have them, in the order in which they are asked.
    pub from: Vec<String>,
}

impl CreatureRules {
    /// Who lends a model the animations that it lacks.
    pub fn lenders(&self, code: &str) -> &[String] {
        let found = self.lends.iter().find(|lends| lends.to.iter().any(|to| to == code));
        found.map_or(&[], |lends| &lends.from)
    }

    /// Somebody with the sizes and speeds of `walker` in the body of a model: the eye is as far up as the height is,
    /// and one swims where the water is as deep in proportion.
    pub fn sized(&self, code: &str, walker: Walker) -> Walker {
        let height =
            self.sizes.iter().find(|size| size.of.iter().any(|of| of == code)).map(|size| size.height);
        height.map_or(walker, |height| Self::of_height(height, walker))
    }

    /// As [`CreatureRules::sized`], of a known height; the same walker for one that is none.
    pub fn of_height(height: f32, walker: Walker) -> Walker {
        if !(height.is_finite() && height > 0.0) {
            return walker;
        }
        let part = height / walker.height;
        // A capsule is no lower than it is wide.
        let radius = walker.radius.min(height * 0.4);
        Walker { height, eye: walker.eye * part, float: walker.float * part, radius, ..walker }
    }

    /// True for a model that is not put on the ground by its lowest point.
    pub fn floats(&self, code: &str) -> bool {
        self.floats.iter().any(|own| own == code)
    }
}

/// A creature in a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Spawn {
    /// The model with what it wears, as the family names it.
    pub name: String,
    /// Its feet, in the game's own axes and unit; it is put on the ground at or below them.
    pub feet: Vec3,
    /// Its height was said; without it, it is on the highest ground there.
    pub has_height: bool,
    /// Where it looks, in the game's own measure: 512 to a turn, 0 along the game's forward, growing to the left.
    pub heading: f32,
    /// What it does from the start on; it stands without.
    pub activity: Option<Activity>,
}

/// What a creature does from the start on.
#[derive(Clone, Debug, PartialEq)]
pub enum Activity {
    /// It goes from place to place, in the game's own axes and unit; a height that was not said is NaN.
    Go {
        /// The places, at least one.
        points: Vec<Vec3>,
        /// In a hurry.
        run: bool,
        /// After the last comes the first again.
        looping: bool,
    },
    /// It fights the person.
    Fight,
    /// It falls dead.
    Die,
    /// It plays an animation, by the name that `show` lists, or sits.
    Play(String),
}

impl Activity {
    /// Reads `walk X,Y[,Z] ...`, `run ...`, `patrol ...`, `fight`, `die`, or the name of an animation.
    fn parse(text: &str) -> Result<Self, NotASpawn> {
        let mut words = text.split_whitespace();
        let word = words.next().ok_or(NotASpawn)?;
        let [run, looping] = ["run", "patrol"].map(|own| word.eq_ignore_ascii_case(own));
        if run || looping || word.eq_ignore_ascii_case("walk") {
            let points = words.map(place).collect::<Result<Vec<Vec3>, NotASpawn>>()?;
            return if points.is_empty() {
                Err(NotASpawn)
            } else {
                Ok(Activity::Go { points, run, looping })
            };
        }
        if words.next().is_some() {
            return Err(NotASpawn);
        }
        Ok(match word.to_ascii_lowercase().as_str() {
            "fight" => Activity::Fight,
            "die" => Activity::Die,
            _ => Activity::Play(word.to_owned()),
        })
    }
}

impl fmt::Display for Activity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Activity::Go { points, run, looping } => {
                f.write_str(if *looping {
                    "patrol"
                } else if *run {
                    "run"
                } else {
                    "walk"
                })?;
                for point in points {
                    write!(f, " {},{}", point.x, point.y)?;
                    if !point.z.is_nan() {
                        write!(f, ",{}", point.z)?;
                    }
                }
                Ok(())
            }
            Activity::Fight => f.write_str("fight"),
            Activity::Die => f.write_str("die"),
            Activity::Play(name) => f.write_str(name),
        }
    }
}

/// `X,Y` or `X,Y,Z`; without Z it is NaN.
fn place(text: &str) -> Result<Vec3, NotASpawn> {
    let mut parts = text.split(',');
    let mut next = || parts.next().map(number).transpose();
    let (x, y, z) = (next()?.ok_or(NotASpawn)?, next()?.ok_or(NotASpawn)?, next()?);
    if parts.next().is_some() { Err(NotASpawn) } else { Ok(Vec3::new(x, y, z.unwrap_or(f32::NAN))) }
}

fn number(text: &str) -> Result<f32, NotASpawn> {
    text.trim().parse::<f32>().ok().filter(|number| number.is_finite()).ok_or(NotASpawn)
}

/// Why a text names no creature in a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotASpawn;

impl fmt::Display for NotASpawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected NAME@X,Y, NAME@X,Y,Z or NAME@X,Y,Z,HEADING; Z may be empty; then, behind a colon, perhaps \
             `walk X,Y X,Y`, `run` or `patrol` with places, `fight`, `die`, `sit` or an animation",
        )
    }
}

impl std::error::Error for NotASpawn {}

impl FromStr for Spawn {
    type Err = NotASpawn;

    fn from_str(text: &str) -> Result<Self, NotASpawn> {
        let (name, place) = text.rsplit_once('@').ok_or(NotASpawn)?;
        let (place, activity) = match place.split_once(':') {
            Some((place, activity)) => (place, Some(Activity::parse(activity)?)),
            None => (place, None),
        };
        let parts: Vec<&str> = place.split(',').map(str::trim).collect();
        let (x, y, z, heading) = match parts[..] {
            [x, y] => (x, y, "", "0"),
            [x, y, z] => (x, y, z, "0"),
            [x, y, z, heading] => (x, y, z, heading),
            _ => return Err(NotASpawn),
        };
        let has_height = !z.is_empty();
        let z = if has_height { number(z)? } else { 0.0 };
        let (feet, heading) = (Vec3::new(number(x)?, number(y)?, z), number(heading)?);
        let name = name.trim();
        if name.is_empty() {
            Err(NotASpawn)
        } else {
            Ok(Spawn { name: name.to_owned(), feet, has_height, heading, activity })
        }
    }
}

impl fmt::Display for Spawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.feet.to_array();
        let z = if self.has_height { z.to_string() } else { String::new() };
        write!(f, "{}@{x},{y},{z},{}", self.name, self.heading)?;
        self.activity.as_ref().map_or(Ok(()), |activity| write!(f, ":{activity}"))
    }
}

/// Creatures that somebody wants in a world besides those that its files place, and what somebody is there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guests {
    /// Placed ones.
    pub spawns: Vec<Spawn>,
    /// The body of the person.
    pub race: Option<String>,
    /// The vehicle that the person drives, as the game's definitions name it.
    pub vehicle: Option<String>,
    /// How hard it is made for whoever drives.
    pub difficulty: Difficulty,
}

impl Guests {
    /// True when nobody is wanted, and nothing but what is usual.
    pub fn is_empty(&self) -> bool {
        *self == Guests::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_of_a_creature_is_read_with_and_without_heading() {
        let spawn: Spawn = "orc+right=it10@-12.5,30,4,128".parse().unwrap();
        let feet = Vec3::new(-12.5, 30.0, 4.0);
        let name = "orc+right=it10".to_owned();
        let wanted = Spawn { name, feet, has_height: true, heading: 128.0, activity: None };
        assert_eq!(spawn, wanted);
        for (text, heading) in [("bat@1,2", 0.0), ("bat@1, 2, ", 0.0), ("bat@1,2,,64", 64.0)] {
            let feet = Vec3::new(1.0, 2.0, 0.0);
            let high = Spawn { name: "bat".to_owned(), feet, has_height: false, heading, activity: None };
            assert_eq!(text.parse(), Ok(high.clone()));
            assert_eq!(high.to_string().parse(), Ok(high));
        }
        assert_eq!(spawn.to_string().parse(), Ok(wanted));
        assert_eq!("bat@1,2,3".parse::<Spawn>().unwrap().heading, 0.0);
        for wrong in ["bat", "bat@1", "@1,2,3", "bat@1,2,3,4,5", "bat@1,2,nan", "bat@1,,3"] {
            assert_eq!(wrong.parse::<Spawn>(), Err(NotASpawn), "{wrong}");
        }
    }

    #[test]
    fn a_creature_may_do_something_from_the_start_on() {
        let activity = |text: &str| {
            let spawn: Spawn = format!("orc@1,2,3,4:{text}").parse().unwrap();
            assert_eq!(spawn.heading, 4.0);
            // NaN, a height that was not said, is unlike itself.
            let again: Spawn = spawn.to_string().parse().unwrap();
            assert_eq!(format!("{again:?}"), format!("{spawn:?}"));
            spawn.activity.unwrap()
        };
        let (point, last) = (Vec3::new(10.0, -20.5, 3.0), Vec3::new(0.0, 5.0, 0.0));
        let points = vec![point, last];
        let way = Activity::Go { points: points.clone(), run: true, looping: false };
        assert_eq!(activity("run 10,-20.5,3 0,5,0"), way);
        assert_eq!(activity(" Patrol 10,-20.5,3 0,5,0"), Activity::Go { points, run: false, looping: true });
        let Activity::Go { points, .. } = activity("walk 1,2") else { panic!() };
        assert!(points.len() == 1 && points[0].z.is_nan());
        assert_eq!([activity("fight"), activity("DIE")], [Activity::Fight, Activity::Die]);
        assert_eq!(activity("C05"), Activity::Play("C05".to_owned()));
        for wrong in ["", "walk", "walk 1", "walk 1,2,3,4", "run x,y", "fight me", "patrol 1,nan"] {
            assert_eq!(format!("orc@1,2,3,4:{wrong}").parse::<Spawn>(), Err(NotASpawn), "{wrong}");
        }
    }

    #[test]
    fn eyes_are_as_high_as_the_race_is_tall() {
        let human = Walker {
            radius: 1.0,
            height: 6.0,
            eye: 5.4,
            float: 4.8,
            run_speed: 16.2,
            ..Walker::person(&world::Frame::identity(0.3048))
        };
        let size = |of: &str, height| Size { of: vec![of.to_owned()], height };
        let sizes = vec![size("ogm", 9.0), size("gnf", 3.0), size("bat", 0.0), size("elf", 2.0)];
        let rules = CreatureRules { sizes, ..CreatureRules::default() };
        let sizes = |code| {
            let walker = rules.sized(code, human);
            [walker.height, walker.eye, walker.float, walker.radius, walker.run_speed]
                .map(|size| (size * 100.0).round() / 100.0)
        };
        assert_eq!(sizes("ogm"), [9.0, 8.1, 7.2, 1.0, 16.2]);
        assert_eq!(sizes("gnf"), [3.0, 2.7, 2.4, 1.0, 16.2]);
        assert_eq!(sizes("elf"), [2.0, 1.8, 1.6, 0.8, 16.2]);
        assert_eq!((sizes("hum"), sizes("bat")), ([6.0, 5.4, 4.8, 1.0, 16.2], [6.0, 5.4, 4.8, 1.0, 16.2]));
    }

    #[test]
    fn who_lacks_animations_asks_those_of_its_row() {
        let lends =
            vec![Lends { to: vec!["huf".to_owned()], from: vec!["elf".to_owned(), "hum".to_owned()] }];
        let rules = CreatureRules { floats: vec!["bat".to_owned()], lends, ..CreatureRules::default() };
        assert_eq!(rules.lenders("huf"), ["elf", "hum"]);
        assert!(rules.lenders("elf").is_empty());
        assert!(rules.floats("bat") && !rules.floats("huf"));
    }
}
