//! Pictures that lie over each other: the several names of one 0x03 in zones of the new version, of which nothing is
//! known from real files. Source: `docs/spec/everquest/wld.md`, "0x03 BmInfo".
//!
//! How names say what they are for is known from tools that read such zones. Chosen here is how they are mixed:
//!
//! * `x_LAYER`: laid over the base by its alpha.
//! * `x_DETAIL_4`: starts over four times where the base does once, and is mixed in by a quarter.
//! * `xpal.bmp`, `1, 4, 0, y.bmp`: a palette of places, and what is repeated at the places of index 1. The base is a
//!   picture of the same from afar, and is shown alone.

/// Ending of what is laid over the base.
const LAYER: &str = "_LAYER";
/// Between the name of a detail and how often it starts over.
const DETAIL: &str = "_DETAIL_";
/// Ending of the name of a palette of places.
const PALETTE: &str = "PAL.BMP";
/// How often a detail may start over on its base.
const TIMES: std::ops::RangeInclusive<f32> = 0.01..=1000.0;

/// What the names of a 0x03 show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pictures<'n> {
    /// The file below.
    pub base: &'n str,
    /// The file over it, how often it starts over, and whether it covers the base where its alpha says so; else it is
    /// mixed in.
    pub over: Option<(&'n str, f32, bool)>,
}

/// What a name says of itself.
enum Name<'n> {
    Base(&'n str),
    Over(&'n str, f32, bool),
    /// A palette of places, or what is repeated at one of them.
    Tiles(&'n str),
}

/// What the names of a 0x03 show, in their order; none without a file.
pub(super) fn pictures<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Option<Pictures<'n>> {
    let named = || names.clone().map(str::trim).filter(|name| !name.is_empty()).map(named);
    let base = named().find_map(|name| if let Name::Base(file) = name { Some(file) } else { None });
    // Where all names are parts of something, the first is shown.
    let base = base.or_else(|| {
        named().next().map(|name| match name {
            Name::Base(file) | Name::Over(file, ..) | Name::Tiles(file) => file,
        })
    })?;
    let over = named().find_map(|name| match name {
        Name::Over(file, times, whole) if file != base => Some((file, times, whole)),
        _ => None,
    });
    Some(Pictures { base, over })
}

fn named(name: &str) -> Name<'_> {
    if let Some((_, file)) = name.rsplit_once(',') {
        return Name::Tiles(file.trim());
    }
    let ends = |ending: &str| {
        let at = name.len().checked_sub(ending.len())?;
        let (file, end) = name.split_at_checked(at)?;
        end.eq_ignore_ascii_case(ending).then_some(file)
    };
    if let Some(file) = ends(LAYER) {
        return Name::Over(file, 1.0, true);
    }
    if let Some(at) = name.to_ascii_uppercase().find(DETAIL)
        && let Some(file) = name.get(..at)
    {
        let times = name.get(at + DETAIL.len()..).and_then(|times| times.trim().parse().ok());
        return Name::Over(file, times.filter(|times| TIMES.contains(times)).unwrap_or(1.0), false);
    }
    if ends(PALETTE).is_some() { Name::Tiles(name) } else { Name::Base(name) }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Shown<'n> = (&'n str, Option<(&'n str, f32, bool)>);

    fn of<'n>(names: &[&'n str]) -> Option<Shown<'n>> {
        pictures(names.iter().copied()).map(|own| (own.base, own.over))
    }

    #[test]
    fn names_say_what_lies_over_what() {
        assert_eq!(of(&["Grass.BMP"]), Some(("Grass.BMP", None)));
        assert_eq!(of(&["rock.dds", "moss.dds_LAYER"]), Some(("rock.dds", Some(("moss.dds", 1.0, true)))));
        let detail = of(&["rock.bmp", "grain.bmp_Detail_4.5"]);
        assert_eq!(detail, Some(("rock.bmp", Some(("grain.bmp", 4.5, false)))));
        // What is repeated at places of a palette is in the base already.
        let tiles = ["land.bmp", "landPAL.BMP", "1, 4, 0, x.bmp", "2, 8, 0, y.bmp"];
        assert_eq!(of(&tiles), Some(("land.bmp", None)));
        // The base need not come first, and what is no number of times is once.
        assert_eq!(of(&["moss.dds_LAYER", "rock.dds"]), Some(("rock.dds", Some(("moss.dds", 1.0, true)))));
        assert_eq!(of(&["a.bmp", "b.bmp_DETAIL_x"]), Some(("a.bmp", Some(("b.bmp", 1.0, false)))));
    }

    #[test]
    fn where_all_names_are_parts_the_first_is_shown() {
        assert_eq!(of(&["1, 4, 0, x.bmp", "2, 4, 0, y.bmp"]), Some(("x.bmp", None)));
        assert_eq!(of(&["moss.dds_LAYER"]), Some(("moss.dds", None)));
        assert_eq!(of(&["", " "]), None);
        assert_eq!(of(&[]), None);
    }
}
