//! From a texture as the game stored it to the levels that are uploaded.
//!
//! Levels the artists made are kept. Further ones are averaged in linear light,
//! weighted by alpha; hidden texels first take the colour of their neighbours,
//! and cut-outs keep the share of texels that pass the alpha test.

use std::sync::LazyLock;
use world::{Alpha, Image, Texture};

/// Texels below this do not pass the alpha test.
const PASSING: f32 = 0.5;

/// Light of each display-space byte.
static LIGHT: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let display = byte as f32 / 255.0;
        if display <= 0.04045 { display / 12.92 } else { libm::powf((display + 0.055) / 1.055, 2.4) }
    })
});

/// The least light of each display-space byte from 1 on: looking a byte up here takes a fraction of working it out, and
/// places that are loaded while others are drawn have a hundred thousand texels each.
static LEAST: LazyLock<[f32; 255]> = LazyLock::new(|| {
    // Light of 0 to 1 grows with the bits of its number.
    let (mut least, mut from) = ([1.0; 255], 0);
    for (byte, least) in (1..=255).zip(&mut least) {
        let mut to = 1.0_f32.to_bits();
        while from < to {
            let middle = from + (to - from) / 2;
            if rounded(display(f32::from_bits(middle))) >= byte { to = middle } else { from = middle + 1 }
        }
        *least = f32::from_bits(from);
    }
    least
});

/// The display-space byte of light.
fn shown(light: f32) -> u8 {
    LEAST.partition_point(|least| *least <= light) as u8
}

fn rounded(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// The complete chain down to one texel, no side longer than `max_side`; empty
/// when the texture is missing or its pixels do not fill its size.
pub(crate) fn chain(texture: &Texture, max_side: u32) -> Vec<Image> {
    let mut levels: Vec<Image> = Vec::new();
    for level in &texture.levels {
        let halves = levels.last().is_none_or(|above| half(above) == (level.width, level.height));
        if !halves || !filled(level) {
            break;
        }
        levels.push(prepared(level, texture.alpha));
    }
    let Some(smallest) = levels.last() else { return levels };
    let wanted = passing_share(smallest);
    let mut light = Light::of(smallest);
    while light.width > 1 || light.height > 1 {
        light = light.halved();
        let scale = if texture.alpha == Alpha::Keyed { light.scale_for(wanted) } else { 1.0 };
        levels.push(light.image(scale));
    }
    levels.retain(|level| level.width <= max_side && level.height <= max_side);
    levels
}

fn filled(level: &Image) -> bool {
    let texels = u64::from(level.width) * u64::from(level.height);
    texels > 0 && level.rgba.len() as u64 == texels * 4
}

fn half(level: &Image) -> (u32, u32) {
    ((level.width / 2).max(1), (level.height / 2).max(1))
}

fn prepared(level: &Image, alpha: Alpha) -> Image {
    let mut image = level.clone();
    match alpha {
        Alpha::None => image.rgba.chunks_exact_mut(4).for_each(|texel| texel[3] = 255),
        Alpha::Keyed | Alpha::Full => bleed(&mut image),
    }
    image
}

/// Share of texels that pass the alpha test.
fn passing_share(level: &Image) -> f32 {
    let texels = level.rgba.chunks_exact(4);
    let count = texels.len().max(1) as f32;
    texels.filter(|texel| f32::from(texel[3]) / 255.0 >= PASSING).count() as f32 / count
}

/// Fully transparent texels take the colour of the nearest visible ones, ring
/// by ring; edges touch as the texture repeats.
fn bleed(image: &mut Image) {
    let (width, height) = (image.width as usize, image.height as usize);
    let around = |texel: usize| {
        let (x, y) = (texel % width, texel / width);
        let columns = [(x + width - 1) % width, x, (x + 1) % width];
        let rows = [(y + height - 1) % height, y, (y + 1) % height];
        rows.into_iter().flat_map(move |row| columns.into_iter().map(move |column| row * width + column))
    };
    let mut known: Vec<bool> = image.rgba.chunks_exact(4).map(|texel| texel[3] > 0).collect();
    let mut queued = known.clone();
    let mut ring: Vec<usize> =
        (0..known.len()).filter(|&texel| !known[texel] && around(texel).any(|other| known[other])).collect();
    ring.iter().for_each(|&texel| queued[texel] = true);
    while !ring.is_empty() {
        let colors: Vec<[u8; 3]> = ring
            .iter()
            .map(|&texel| {
                let mut sum = [0_u32; 3];
                let mut count = 0;
                for other in around(texel).filter(|&other| known[other]) {
                    count += 1;
                    for (channel, total) in sum.iter_mut().enumerate() {
                        *total += u32::from(image.rgba[other * 4 + channel]);
                    }
                }
                sum.map(|total| ((total + count / 2) / count.max(1)) as u8)
            })
            .collect();
        let mut next = Vec::new();
        for (&texel, color) in ring.iter().zip(colors) {
            image.rgba[texel * 4..texel * 4 + 3].copy_from_slice(&color);
            known[texel] = true;
        }
        for &texel in &ring {
            for other in around(texel) {
                if !queued[other] {
                    queued[other] = true;
                    next.push(other);
                }
            }
        }
        ring = next;
    }
}

/// A level as light: red, green and blue times alpha, and alpha.
struct Light {
    width: u32,
    height: u32,
    texels: Vec<[f32; 4]>,
}

impl Light {
    fn of(image: &Image) -> Self {
        let texels = image
            .rgba
            .chunks_exact(4)
            .map(|texel| {
                // Hidden texels weigh next to nothing, yet keep their colour
                // where nothing else is.
                let alpha = f32::from(texel[3]) / 255.0;
                let weight = alpha.max(HIDDEN_WEIGHT);
                let [r, g, b] = [0, 1, 2].map(|channel| LIGHT[usize::from(texel[channel])] * weight);
                [r, g, b, weight]
            })
            .collect();
        Light { width: image.width, height: image.height, texels }
    }

    fn halved(&self) -> Self {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let columns: Vec<_> = (0..width).map(|x| taps(self.width, width, x)).collect();
        let mut texels = Vec::with_capacity(width as usize * height as usize);
        for y in 0..height {
            let rows = taps(self.height, height, y);
            for column in &columns {
                let mut sum = [0.0; 4];
                for (row, row_weight) in rows.iter() {
                    for (from, weight) in column.iter() {
                        let texel = self.texels[row * self.width as usize + from];
                        for (total, value) in sum.iter_mut().zip(texel) {
                            *total += value * weight * row_weight;
                        }
                    }
                }
                texels.push(sum);
            }
        }
        Light { width, height, texels }
    }

    /// Factor on alpha nearest to 1 with which about the wanted share of texels
    /// passes the test, and at least one, if any is wanted.
    fn scale_for(&self, share: f32) -> f32 {
        let mut alphas: Vec<f32> = self.texels.iter().map(|texel| texel[3]).collect();
        alphas.sort_by(|a, b| b.total_cmp(a));
        let wanted = share * alphas.len() as f32;
        // Texels of one alpha pass or fail together.
        let nearest = alphas.get(wanted.ceil() as usize - usize::from(wanted > 0.0)).map_or(0, |last| {
            let with = alphas.partition_point(|alpha| alpha >= last);
            let without = alphas.partition_point(|alpha| alpha > last);
            let without_is_nearer = wanted - (without as f32) < with as f32 - wanted;
            if without > 0 && without_is_nearer || wanted == 0.0 { without } else { with }
        });
        // One step of a byte on either side of the test.
        let least = match nearest.checked_sub(1).and_then(|last| alphas.get(last)) {
            Some(&last_in) if last_in > HIDDEN_WEIGHT * 1.5 => 128.0 / 255.0 / last_in,
            _ => 0.0,
        };
        let most = alphas.get(nearest).map_or(f32::INFINITY, |first_out| 127.0 / 255.0 / first_out);
        1.0_f32.min(most).max(least)
    }

    fn image(&self, alpha_scale: f32) -> Image {
        let rgba = self
            .texels
            .iter()
            .flat_map(|[r, g, b, weight]| {
                let alpha = if *weight > HIDDEN_WEIGHT * 1.5 { rounded(weight * alpha_scale) } else { 0 };
                let [r, g, b] = [r, g, b].map(|light| shown(light / weight));
                [r, g, b, alpha]
            })
            .collect();
        Image { width: self.width, height: self.height, rgba }
    }
}

/// Weight of a fully transparent texel's colour.
const HIDDEN_WEIGHT: f32 = 1e-5;

fn display(light: f32) -> f32 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * libm::powf(light, 1.0 / 2.4) - 0.055 }
}

/// Which of `from` texels, and how much of them, make texel `at` of `to`.
fn taps(from: u32, to: u32, at: u32) -> Vec<(usize, f32)> {
    let size = f64::from(from) / f64::from(to);
    let (start, end) = (f64::from(at) * size, f64::from(at + 1) * size);
    (start as u32..from.min(end.ceil() as u32))
        .map(|texel| {
            let covered = end.min(f64::from(texel + 1)) - start.max(f64::from(texel));
            (texel as usize, (covered / size) as f32)
        })
        .filter(|(_, weight)| *weight > 1e-6)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture(alpha: Alpha, width: u32, height: u32, texel: impl Fn(u32, u32) -> [u8; 4]) -> Texture {
        let rgba = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| texel(x, y));
        let level = Image { width, height, rgba: rgba.collect() };
        Texture { name: String::new(), alpha, levels: vec![level] }
    }

    #[test]
    fn light_is_looked_up_as_it_would_be_worked_out() {
        for step in 0..=200_000 {
            let light = step as f32 / 190_000.0;
            assert_eq!(shown(light), rounded(display(light)), "{light}");
        }
        assert_eq!((shown(f32::NAN), shown(-1.0)), (0, 0));
        assert!((0..=255).all(|byte| shown(LIGHT[byte]) == byte as u8), "there and back");
    }

    #[test]
    fn black_and_white_average_to_half_the_light_not_to_half_the_number() {
        let levels = chain(&texture(Alpha::None, 2, 2, |x, _| [x as u8 * 255, 0, 0, 7]), 64);
        assert_eq!(levels.len(), 2);
        assert_eq!(levels[1].rgba, [188, 0, 0, 255]);
    }

    #[test]
    fn odd_sizes_average_every_texel() {
        let levels = chain(&texture(Alpha::None, 3, 1, |x, _| [if x == 2 { 255 } else { 0 }, 9, 9, 255]), 64);
        // A third of the light.
        assert_eq!(levels[1].rgba, [156, 9, 9, 255]);
    }

    #[test]
    fn keyed_texels_lose_their_key_colour_and_stay_hidden() {
        let key_is_magenta =
            |x: u32, y: u32| if (x, y) == (1, 1) { [10, 200, 30, 255] } else { [255, 0, 255, 0] };
        let levels = chain(&texture(Alpha::Keyed, 8, 8, key_is_magenta), 64);
        assert!(levels.iter().flat_map(|level| level.rgba.chunks_exact(4)).all(|t| t[..3] == [10, 200, 30]));
        assert_eq!(levels[0].rgba.chunks_exact(4).filter(|texel| texel[3] == 255).count(), 1);
    }

    #[test]
    fn a_sparse_fence_keeps_its_share_of_visible_texels() {
        // One column in eight is a bar: plain averages would sink to an eighth
        // of alpha and the fence would vanish.
        let bar = |x: u32, _| if x % 8 == 1 { [90, 90, 90, 255] } else { [0; 4] };
        let levels = chain(&texture(Alpha::Keyed, 64, 64, bar), 64);
        let shares: Vec<f32> = levels.iter().map(passing_share).collect();
        // One texel column in eight, in four, in two; then all are alike.
        assert_eq!(shares, [0.125, 0.25, 0.5, 1.0, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn what_is_solid_or_hidden_stays_so() {
        for alpha in [0, 255] {
            let levels = chain(&texture(Alpha::Keyed, 8, 8, |_, _| [1, 2, 3, alpha]), 64);
            assert!(levels.iter().all(|level| level.rgba.chunks_exact(4).all(|texel| texel[3] == alpha)));
        }
    }

    #[test]
    fn noise_keeps_its_share_of_visible_texels() {
        let noise = |x: u32, y: u32| {
            let mixed = (y * 64 + x).wrapping_mul(0x85EB_CA6B);
            let mixed = (mixed ^ mixed >> 15).wrapping_mul(0xC2B2_AE35);
            (mixed ^ mixed >> 13) & 0xFF
        };
        let texel = |x: u32, y: u32| [50, 60, 70, if noise(x, y) < 80 { 255 } else { 0 }];
        let levels = chain(&texture(Alpha::Keyed, 64, 64, texel), 64);
        let wanted = passing_share(&levels[0]);
        // Texels of the larger levels have few degrees of alpha: shares are coarse.
        for (level, tolerance) in [(1, 0.15), (2, 0.1), (3, 0.05)] {
            let share = passing_share(&levels[level]);
            assert!((share - wanted).abs() <= tolerance, "level {level}: {share} wants {wanted}");
        }
    }

    #[test]
    fn levels_of_the_artists_are_kept_and_continued() {
        let mut authored = texture(Alpha::None, 4, 4, |_, _| [255, 0, 0, 255]);
        authored.levels.push(Image { width: 2, height: 2, rgba: [0, 255, 0, 255].repeat(4) });
        let levels = chain(&authored, 64);
        assert_eq!(levels.len(), 3);
        assert_eq!(levels[1].rgba[..4], [0, 255, 0, 255]);
        assert_eq!(levels[2].rgba[..4], [0, 255, 0, 255]);
    }

    #[test]
    fn what_is_too_large_starts_at_a_smaller_level_and_what_is_broken_is_missing() {
        assert_eq!(chain(&texture(Alpha::None, 16, 4, |_, _| [1; 4]), 8)[0].width, 8);
        let mut broken = texture(Alpha::None, 4, 4, |_, _| [1; 4]);
        broken.levels[0].rgba.pop();
        assert!(chain(&broken, 64).is_empty());
        assert!(chain(&Texture { name: String::new(), alpha: Alpha::None, levels: vec![] }, 64).is_empty());
    }
}
