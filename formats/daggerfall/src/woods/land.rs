//! Heights of the land of one pixel, in the reading that somebody wants.
//! Source: `docs/spec/daggerfall.md`, "2. WOODS.WLD".

use super::{Elevations, Woods, noise, original, unity};

/// Heights along an edge of a pixel: neighbours share the last and the first.
pub const SIDE: usize = 129;
/// Metres of a world unit.
pub const UNIT: f32 = 0.025;

/// How the numbers of the file become land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// As Daggerfall Unity shows it.
    Unity {
        /// With small bumps of up to 2.5 metres.
        noise: bool,
    },
    /// As the original program makes it.
    Original {
        /// World units of a step of height.
        step: f32,
    },
    /// As published notes have it.
    Noise {
        /// World units of a step of height.
        step: f32,
    },
}

impl Default for Reading {
    fn default() -> Self {
        Reading::Unity { noise: true }
    }
}

impl Reading {
    /// What readings are called; `plain` is the first one without its bumps.
    pub const NAMES: [&str; 4] = ["unity", "plain", "original", "noise"];

    /// The reading of one of [`Reading::NAMES`] as it is without further wishes.
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "unity" => Some(Reading::default()),
            "plain" => Some(Reading::Unity { noise: false }),
            "original" => Some(Reading::Original { step: original::STEP }),
            "noise" => Some(Reading::Noise { step: noise::STEP }),
            _ => None,
        }
    }

    /// What it is called.
    pub fn name(&self) -> &'static str {
        match self {
            Reading::Unity { noise: true } => "unity",
            Reading::Unity { noise: false } => "plain",
            Reading::Original { .. } => "original",
            Reading::Noise { .. } => "noise",
        }
    }

    /// The same with so many world units for a step of height, if it has steps.
    #[must_use]
    pub fn with_step(self, step: f32) -> Self {
        match self {
            Reading::Unity { .. } => self,
            Reading::Original { .. } => Reading::Original { step },
            Reading::Noise { .. } => Reading::Noise { step },
        }
    }

    /// The height of the sea in metres, before the vertical factor: corners of tiles that are not above are
    /// water.
    pub fn sea(&self) -> f32 {
        match self {
            Reading::Unity { .. } => unity::SEA,
            Reading::Original { .. } | Reading::Noise { .. } => 0.0,
        }
    }

    /// The heights of the pixel at x from the west and y from the north. Pixels beyond the map go on as its
    /// edge does.
    pub fn heights(&self, elevations: &Elevations, woods: &Woods, px: i32, py: i32) -> Heights {
        match *self {
            Reading::Unity { noise } => unity::heights(elevations, woods, px, py, noise),
            Reading::Original { step } => original::heights(woods, px, py, step),
            Reading::Noise { step } => noise::heights(elevations, woods, px, py, step),
        }
    }
}

/// The heights of one pixel: 129 x 129 corners of tiles, in metres before the vertical factor, columns
/// west to east, rows south to north.
#[derive(Clone, Debug, PartialEq)]
pub struct Heights(Box<[f32]>);

impl Heights {
    /// All at 0.
    pub fn new() -> Self {
        Heights(vec![0.0; SIDE * SIDE].into_boxed_slice())
    }

    /// The height of a corner: its column from the west, its row from the south, each 0 to 128.
    #[inline]
    pub fn at(&self, column: usize, row: usize) -> f32 {
        self.0[row * SIDE + column]
    }

    /// Sets the height of a corner.
    #[inline]
    pub fn set(&mut self, column: usize, row: usize, height: f32) {
        self.0[row * SIDE + column] = height;
    }

    /// All heights, row by row from the south-west.
    pub fn values(&self) -> &[f32] {
        &self.0
    }

    /// All heights, row by row from the south-west.
    pub fn values_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }
}

impl Default for Heights {
    fn default() -> Self {
        Heights::new()
    }
}
