//! A canvas for textures: noise, panels, lines, letters; brought down to 16
//! bits with a dither at the end.

use super::numbers::{layered_noise, mix};

/// Red, green, blue, each 0..=1.
pub(crate) type Rgb = [f32; 3];

/// A picture in the making.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue, alpha, each 0..=1, rows from top to bottom.
    pixels: Vec<[f32; 4]>,
}

/// What water looks like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waves {
    /// Seed of its noise.
    pub seed: u32,
    /// How far the noise moves in a cycle, spots.
    pub spread: f32,
    /// Spots across and down.
    pub across: [f32; 2],
    /// Layers of noise.
    pub octaves: u32,
    /// Spots after which the noise repeats.
    pub period: i32,
    /// How narrow the crests are.
    pub sharp: f32,
    /// Colour of the troughs and how much of it.
    pub deep: (Rgb, f32),
    /// Colour of the crests and how much of it.
    pub crest: (Rgb, f32),
}

impl Canvas {
    /// A picture of one colour, opaque.
    pub fn new(width: u32, height: u32, [r, g, b]: Rgb) -> Self {
        Canvas { width, height, pixels: vec![[r, g, b, 1.0]; (width * height) as usize] }
    }

    /// Changes every pixel; coordinates run from 0 to 1.
    pub fn each(&mut self, mut change: impl FnMut(f32, f32, &mut [f32; 4])) -> &mut Self {
        let (width, height) = (self.width as f32, self.height as f32);
        for (index, pixel) in self.pixels.iter_mut().enumerate() {
            let (x, y) = (index as u32 % self.width, index as u32 / self.width);
            change((x as f32 + 0.5) / width, (y as f32 + 0.5) / height, pixel);
        }
        self
    }

    /// Lightens and darkens by tileable noise with `cells` spots across;
    /// 0.1 is gentle.
    pub fn grain(&mut self, seed: u32, cells: i32, octaves: u32, amount: f32) -> &mut Self {
        let across = cells as f32;
        self.each(|u, v, pixel| {
            let light =
                1.0 + (layered_noise(seed, u * across, v * across, octaves, cells) - 0.5) * 2.0 * amount;
            for channel in &mut pixel[..3] {
                *channel *= light;
            }
        })
    }

    /// Draws towards `color` where noise is above `threshold`, with soft borders.
    pub fn stain(&mut self, seed: u32, cells: i32, threshold: f32, color: Rgb, amount: f32) -> &mut Self {
        let across = cells as f32;
        self.each(|u, v, pixel| {
            let spot = layered_noise(seed, u * across, v * across, 4, cells);
            let t = ((spot - threshold) * 6.0).clamp(0.0, 1.0) * amount;
            blend(pixel, color, t);
        })
    }

    /// Paints water at a moment of its cycle, 0..1: where two noises cross each
    /// other are crests. The last moment meets the first.
    pub fn waves(&mut self, moment: f32, waves: &Waves) -> &mut Self {
        let Waves { seed, spread, across: [x, y], octaves, period, sharp, .. } = *waves;
        // The noise moves around a circle.
        let turn = moment * std::f32::consts::TAU;
        let (dx, dy) = (libm::cosf(turn) * spread, libm::sinf(turn) * spread);
        self.each(|u, v, pixel| {
            let one = layered_noise(seed ^ 141, u * x + dx, v * y + dy, octaves, period);
            let two = layered_noise(seed ^ 142, u * x - dy, v * y + dx, octaves, period);
            let crest = 1.0 - ((one - two) * sharp).abs().min(1.0);
            blend(pixel, waves.deep.0, one * waves.deep.1);
            blend(pixel, waves.crest.0, crest * crest * crest * waves.crest.1);
        })
    }

    /// Fills a rectangle given in pixels; what lies outside is left out.
    pub fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, color: Rgb, amount: f32) -> &mut Self {
        for row in y.max(0)..(y + height).min(self.height as i32) {
            for column in x.max(0)..(x + width).min(self.width as i32) {
                let index = row as usize * self.width as usize + column as usize;
                blend(&mut self.pixels[index], color, amount);
            }
        }
        self
    }

    /// A rectangle with a lit upper left and a dark lower right edge.
    pub fn panel(&mut self, x: i32, y: i32, width: i32, height: i32, depth: f32) -> &mut Self {
        let (light, dark) = ([1.0; 3], [0.0; 3]);
        self.rect(x, y, width, 1, light, depth * 0.6).rect(x, y, 1, height, light, depth * 0.5);
        self.rect(x, y + height - 1, width, 1, dark, depth).rect(x + width - 1, y, 1, height, dark, depth)
    }

    /// Writes letters, each dot `dot` pixels wide, from this upper left corner.
    pub fn text(&mut self, x: i32, y: i32, dot: i32, color: Rgb, text: &str) -> &mut Self {
        let mut left = x;
        for letter in text.chars() {
            for (row, bits) in font::rows(letter).into_iter().enumerate() {
                for column in (0..5).filter(|column| bits >> (4 - column) & 1 == 1) {
                    self.rect(left + column * dot, y + row as i32 * dot, dot, dot, color, 1.0);
                }
            }
            left += font::ADVANCE as i32 * dot;
        }
        self
    }

    /// Writes letters into the middle of a rectangle given in pixels.
    pub fn centered(&mut self, area: [i32; 4], dot: i32, color: Rgb, text: &str) -> &mut Self {
        let [x, y, width, height] = area;
        let wide = (text.chars().count() as i32 * font::ADVANCE as i32 - 1) * dot;
        let tall = font::HEIGHT as i32 * dot;
        self.text(x + (width - wide) / 2, y + (height - tall) / 2, dot, color, text)
    }

    /// Gives transparent pixels the mean colour of the opaque ones, so that
    /// nothing foreign bleeds in when the picture is filtered.
    pub fn bleed(&mut self) -> &mut Self {
        let mut sum = [0.0; 4];
        for [r, g, b, a] in &self.pixels {
            for (sum, value) in sum.iter_mut().zip([r * a, g * a, b * a, *a]) {
                *sum += value;
            }
        }
        let [r, g, b, weight] = sum;
        for pixel in self.pixels.iter_mut().filter(|pixel| pixel[3] == 0.0 && weight > 0.0) {
            *pixel = [r / weight, g / weight, b / weight, 0.0];
        }
        self
    }

    /// The picture at half the size.
    pub fn halved(&self) -> Canvas {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let at = |x: u32, y: u32| {
            let (x, y) = (x.min(self.width - 1), y.min(self.height - 1));
            self.pixels[(y * self.width + x) as usize]
        };
        let mut pixels = Vec::with_capacity((width * height) as usize);
        for y in 0..height {
            for x in 0..width {
                let four =
                    [at(2 * x, 2 * y), at(2 * x + 1, 2 * y), at(2 * x, 2 * y + 1), at(2 * x + 1, 2 * y + 1)];
                pixels
                    .push(std::array::from_fn(|channel| four.iter().map(|p| p[channel]).sum::<f32>() * 0.25));
            }
        }
        Canvas { width, height, pixels }
    }

    /// 8-bit RGBA, dithered so that cutting it down to RGB565 shows no bands.
    pub fn to_rgba8(&self) -> Vec<u8> {
        const BAYER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
        let mut bytes = Vec::with_capacity(self.pixels.len() * 4);
        for (index, [r, g, b, a]) in self.pixels.iter().enumerate() {
            let (x, y) = (index as u32 % self.width, index as u32 / self.width);
            let threshold = f32::from(BAYER[(y & 3) as usize][(x & 3) as usize]) / 16.0 - 0.469;
            // One step of five and of six bits.
            for (channel, step) in [(r, 8.2), (g, 4.05), (b, 8.2)] {
                bytes.push(level(channel * 255.0 + threshold * step));
            }
            bytes.push(level(a * 255.0));
        }
        bytes
    }
}

/// The nearest of 256 levels; `f32::round` is no instruction of processors that round to even.
fn level(value: f32) -> u8 {
    let value = value.clamp(0.0, 255.0);
    let below = value as u8;
    below + u8::from(value - f32::from(below) >= 0.5)
}

/// Moves a pixel towards a colour, alpha aside.
pub(crate) fn blend(pixel: &mut [f32; 4], color: Rgb, t: f32) {
    for (channel, wanted) in pixel.iter_mut().zip(color) {
        *channel = mix(*channel, wanted, t);
    }
}
