//! The land of WOODS.WLD in less memory, for whoever keeps it as long as a world runs.
//!
//! It is no file any more: records share bytes, so that only their heights can be asked for.
//! Source: `docs/spec/daggerfall.md`, "2. WOODS.WLD".

use daggerfall::woods::Woods;
use daggerfall::woods::land::Reading;

/// Bytes of the header.
const HEADER: usize = 144;
/// Bytes of the table of height bands: 256 rows of four.
const BANDS: usize = 1024;
/// Bytes of a record before its heights, and its heights.
const HEAD: usize = 22;
const HEIGHTS: usize = 25;

/// A map with what a reading asks of it: 26 MB of file become 15 and less. The reading of the original needs all.
pub fn slim(woods: Woods, reading: Reading) -> Woods {
    if matches!(reading, Reading::Original { .. }) {
        return woods;
    }
    let start = HEADER + 4 * woods.offsets.len();
    let mut elevations = woods.elevations().values;
    // The head of the first record lies over what is before it.
    elevations.resize(elevations.len().max(HEAD), 0);
    let mut body: Vec<u8> = (0..=u8::MAX).flat_map(|row| woods.band(row)).collect();
    let elevation = start + BANDS;
    body.append(&mut elevations);
    let mut last: Option<([u8; HEIGHTS], u32)> = None;
    let offsets = woods.offsets.iter().map(|offset| {
        let at = (*offset as usize).checked_sub(start).map(|at| at + HEAD);
        let heights = at.and_then(|at| woods.body.get(at..)?.first_chunk::<HEIGHTS>().copied());
        // A record outside the file stays there.
        let Some(heights) = heights else { return u32::MAX };
        // The sea is nearly all of a map, and the same everywhere.
        if let Some((_, offset)) = last.filter(|(known, _)| *known == heights) {
            return offset;
        }
        let offset = (start + body.len() - HEAD) as u32;
        body.extend(heights);
        last = Some((heights, offset));
        offset
    });
    let offsets: Vec<u32> = offsets.collect();
    body.shrink_to_fit();
    let header =
        daggerfall::woods::Header { bands: start as u32, elevation: elevation as u32, ..woods.header };
    Woods { header, offsets, body }
}

#[cfg(test)]
mod tests {
    use super::*;
    use daggerfall::woods::Pixel;

    #[test]
    fn land_is_the_same_in_less_memory_and_records_outside_the_file_stay_outside() {
        let pixel = |x: u32, y: u32| {
            let land = x > 20;
            let heights = std::array::from_fn(|at| if land { (at as u32 + x * 3 + y) as u8 % 90 } else { 0 });
            (if land { 40 } else { 2 }, Pixel { seed: x * y, heights, ..Pixel::default() })
        };
        let mut woods = Woods::new(40, 30, pixel).unwrap();
        woods.offsets[35] = u32::MAX;
        woods.offsets[36] = 3;
        let less = slim(woods.clone(), Reading::default());
        assert!(less.body.len() * 3 < woods.body.len(), "{} {}", less.body.len(), woods.body.len());
        let elevations = woods.elevations();
        assert_eq!(less.elevations(), elevations);
        assert_eq!([0, 1, 2, 9].map(|row| less.band(row)), [0, 1, 2, 9].map(|row| woods.band(row)));
        for (x, y) in (0..40).flat_map(|x| (0..30).map(move |y| (x, y))) {
            assert_eq!(less.controls(x, y), woods.controls(x, y), "{x},{y}");
            assert_eq!(less.pixel(x, y).is_none(), woods.pixel(x, y).is_none(), "{x},{y}");
        }
        for name in ["unity", "noise"] {
            let reading = Reading::by_name(name).unwrap();
            let less = slim(woods.clone(), reading);
            for at in [[21, 7], [20, 3], [36, 1], [0, 0]] {
                let [here, there] =
                    [&less, &woods].map(|woods| reading.heights(&elevations, woods, at[0], at[1]));
                assert_eq!(here, there, "{name} {at:?}");
            }
        }
        let original = Reading::by_name("original").unwrap();
        assert_eq!(slim(woods.clone(), original), woods);
    }
}
