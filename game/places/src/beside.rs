//! What `--beside` says: a world, and where its origin lies.

use runtime::places::Site;
use std::fmt;
use std::str::FromStr;
use world::Frame;

/// Farthest that a world may lie from the first along any axis, units.
const FARTHEST: i64 = 1 << 40;

/// A world of the same install that lies beside the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// Its id, as `worlds` lists it.
    pub world: String,
    /// Where its origin lies, seen from the origin of the first: whole units, the
    /// game's own axes.
    pub at: [i64; 3],
}

/// Why a text does not say what lies beside a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BesideError {
    /// There is no `@`, or no world before it.
    NoWorld,
    /// Behind the `@` are not three whole numbers.
    NoPlace,
    /// A number is beyond 2^40.
    TooFar,
}

impl fmt::Display for BesideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BesideError::NoWorld => "must be a world, @ and three whole numbers, for example c2@2048,0,-512",
            BesideError::NoPlace => {
                "must have three whole numbers with commas between behind the @, for example c2@2048,0,-512"
            }
            BesideError::TooFar => "must have numbers from -2^40 to 2^40",
        })
    }
}

impl std::error::Error for BesideError {}

impl FromStr for Beside {
    type Err = BesideError;

    fn from_str(text: &str) -> Result<Self, BesideError> {
        // Files may have an @ in their names, numbers have none.
        let (world, at) = text.rsplit_once('@').ok_or(BesideError::NoWorld)?;
        if world.trim().is_empty() {
            return Err(BesideError::NoWorld);
        }
        let numbers: Result<Vec<i64>, _> = at.split(',').map(|number| number.trim().parse()).collect();
        let numbers = numbers.map_err(|_| BesideError::NoPlace)?;
        let at = <[i64; 3]>::try_from(numbers).map_err(|_| BesideError::NoPlace)?;
        if at.iter().any(|axis| axis.unsigned_abs() > FARTHEST as u64) {
            return Err(BesideError::TooFar);
        }
        Ok(Beside { world: world.trim().to_owned(), at })
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.at;
        write!(f, "{}@{x},{y},{z}", self.world)
    }
}

impl Beside {
    /// Where it lies in the engine's axes. How far it reaches is known once it is
    /// loaded.
    pub fn site(&self, frame: &Frame) -> Site {
        let mut origin = [0; 3];
        for (game, units) in self.at.into_iter().enumerate() {
            let axis = frame.engine_axis(game);
            let mut along = glam::Vec3::ZERO;
            along[game] = 1.0;
            origin[axis] = if frame.to_engine(along)[axis] < 0.0 { -units } else { units };
        }
        Site { key: self.to_string(), origin, extent: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_world_and_where_it_lies() {
        let beside: Beside = "c1/m2 @ 10, -20,30".parse().unwrap();
        assert_eq!(beside, Beside { world: "c1/m2".to_owned(), at: [10, -20, 30] });
        assert_eq!(beside.to_string(), "c1/m2@10,-20,30");
        assert_eq!("a@b@1,2,3".parse::<Beside>().unwrap().world, "a@b");
        for (text, error) in [
            ("", BesideError::NoWorld),
            ("c1", BesideError::NoWorld),
            ("@1,2,3", BesideError::NoWorld),
            ("c1@", BesideError::NoPlace),
            ("c1@1,2", BesideError::NoPlace),
            ("c1@1,2,3,4", BesideError::NoPlace),
            ("c1@1.5,2,3", BesideError::NoPlace),
            ("c1@99999999999999999999,2,3", BesideError::NoPlace),
            ("c1@1,2,-2000000000000", BesideError::TooFar),
        ] {
            assert_eq!(text.parse::<Beside>(), Err(error), "{text}");
        }
    }

    #[test]
    fn places_are_told_in_the_axes_of_the_game() {
        let beside: Beside = "hall@1,20,300".parse().unwrap();
        // Forward is +x there, left +y, up +z.
        let gamestudio = Frame::parse("-y +z -x", 0.025).unwrap();
        assert_eq!(beside.site(&gamestudio).origin, [-20, 300, -1]);
        let left_handed = Frame::parse("+x +y -z", 1.0).unwrap();
        assert_eq!(beside.site(&left_handed).origin, [1, 20, -300]);
        assert_eq!(beside.site(&Frame::identity(1.0)).origin, beside.at);
    }
}
