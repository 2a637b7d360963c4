//! Pictures in files: bitmaps with 256 colours, and DDS of the kinds DXT1 and
//! DXT5. Source: `docs/spec/everquest/zone-install.md`, "5. Textures".

use crate::builders::paint::Canvas;

/// Size of the two headers of a bitmap, and of them with 256 colours.
const HEADERS: u32 = 54;
const TO_PIXELS: u32 = HEADERS + 256 * 4;

/// Colours that are to become one.
struct Heap {
    colors: Vec<[u8; 3]>,
    /// The channel in which they differ most.
    channel: usize,
    /// How much dividing them helps.
    weight: u64,
}

impl Heap {
    fn new(colors: Vec<[u8; 3]>) -> Self {
        let range = |channel: usize| {
            let values = colors.iter().map(|color| color[channel]);
            let (low, high) =
                values.fold((255, 0), |(low, high): (u8, u8), value| (low.min(value), high.max(value)));
            (channel, high.saturating_sub(low))
        };
        let (channel, range) =
            [range(0), range(1), range(2)].into_iter().max_by_key(|(_, range)| *range).unwrap_or((0, 0));
        let weight = u64::from(range) * (colors.len() as u64 - 1).min(64);
        Heap { colors, channel, weight }
    }

    fn mean(&self) -> [u8; 3] {
        let count = self.colors.len().max(1) as u32;
        let sum = |channel: usize| self.colors.iter().map(|color| u32::from(color[channel])).sum::<u32>();
        [0, 1, 2].map(|channel| ((sum(channel) + count / 2) / count) as u8)
    }
}

/// Up to `count` colours that stand for these, by halving what differs most.
fn palette(colors: &[[u8; 3]], count: usize) -> Vec<[u8; 3]> {
    let mut distinct = colors.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let mut heaps = if distinct.is_empty() { Vec::new() } else { vec![Heap::new(distinct)] };
    while heaps.len() < count {
        let widest = (0..heaps.len()).max_by_key(|index| heaps[*index].weight);
        let Some(index) = widest.filter(|index| heaps[*index].weight > 0) else { break };
        let Heap { mut colors, channel, .. } = heaps.swap_remove(index);
        colors.sort_unstable_by_key(|color| color[channel]);
        let upper = colors.split_off(colors.len() / 2);
        heaps.extend([Heap::new(colors), Heap::new(upper)]);
    }
    heaps.iter().map(Heap::mean).collect()
}

/// The place of the colour that is nearest; remembers what it was asked.
struct Nearest<'p> {
    palette: &'p [[u8; 3]],
    known: Vec<u16>,
}

impl Nearest<'_> {
    fn of(&mut self, [red, green, blue]: [u8; 3]) -> u8 {
        let slot = usize::from(red >> 3) << 10 | usize::from(green >> 3) << 5 | usize::from(blue >> 3);
        if self.known[slot] == u16::MAX {
            let away = |own: &[u8; 3]| -> u32 {
                let part = |own: u8, wanted: u8| u32::from(own.abs_diff(wanted)).pow(2);
                part(own[0], red) * 3 + part(own[1], green) * 4 + part(own[2], blue) * 2
            };
            let best = (0..self.palette.len()).min_by_key(|index| away(&self.palette[*index]));
            self.known[slot] = best.unwrap_or(0) as u16;
        }
        self.known[slot] as u8
    }
}

/// A bitmap with 8 bits a pixel, rows from the bottom. What is transparent has
/// index 0, which is then used for nothing else.
pub(super) fn bmp(canvas: &Canvas) -> Vec<u8> {
    /// The colour of index 0 where it means nothing.
    const KEY: [u8; 3] = [255, 0, 255];
    let pixels = canvas.to_rgba8();
    let is_clear = |pixel: &[u8]| pixel[3] < 128;
    let keyed = pixels.chunks_exact(4).any(is_clear);
    let opaque = pixels.chunks_exact(4).filter(|pixel| !is_clear(pixel));
    let colors: Vec<[u8; 3]> = opaque.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let own = palette(&colors, 256 - usize::from(keyed));
    let first = u8::from(keyed);
    let mut nearest = Nearest { palette: &own, known: vec![u16::MAX; 1 << 15] };

    let row = canvas.width.next_multiple_of(4);
    let size = row * canvas.height;
    let mut bytes = Vec::with_capacity((TO_PIXELS + size) as usize);
    bytes.extend(b"BM");
    for word in [TO_PIXELS + size, 0, TO_PIXELS, 40, canvas.width, canvas.height] {
        bytes.extend(word.to_le_bytes());
    }
    bytes.extend([1, 0, 8, 0]);
    for word in [0, size, 0, 0, 0, 0] {
        bytes.extend(u32::to_le_bytes(word));
    }
    let key = keyed.then_some(KEY);
    let padding = std::iter::repeat([0; 3]);
    for [red, green, blue] in key.into_iter().chain(own.iter().copied()).chain(padding).take(256) {
        bytes.extend([blue, green, red, 0]);
    }
    let width = canvas.width as usize * 4;
    for line in pixels.chunks_exact(width).rev() {
        let start = bytes.len();
        bytes.extend(line.chunks_exact(4).map(|pixel| {
            if keyed && is_clear(pixel) { 0 } else { first + nearest.of([pixel[0], pixel[1], pixel[2]]) }
        }));
        bytes.resize(start + row as usize, 0);
    }
    bytes
}

/// A DDS file without mip levels: DXT5 with alpha, DXT1 without. Its first row is
/// the lowest, as in the game's own.
pub(super) fn dds(canvas: &Canvas, alpha: bool) -> Vec<u8> {
    let pixels = canvas.to_rgba8();
    let (width, height) = (canvas.width, canvas.height);
    let blocks = width.div_ceil(4) * height.div_ceil(4);
    let size = blocks * if alpha { 16 } else { 8 };
    let mut bytes = Vec::with_capacity(128 + size as usize);
    bytes.extend(b"DDS ");
    // Caps, height, width, pixel format, linear size.
    for word in [124, 0x0008_1007, height, width, size, 0, 0] {
        bytes.extend(u32::to_le_bytes(word));
    }
    bytes.extend([0; 44]);
    bytes.extend(32u32.to_le_bytes());
    bytes.extend(4u32.to_le_bytes());
    bytes.extend(if alpha { b"DXT5" } else { b"DXT1" });
    bytes.extend([0; 20]);
    bytes.extend(0x1000u32.to_le_bytes());
    bytes.extend([0; 16]);
    for top in (0..height).step_by(4) {
        for left in (0..width).step_by(4) {
            let texel = |index: u32| {
                let (x, y) = ((left + index % 4).min(width - 1), (top + index / 4).min(height - 1));
                let at = (((height - 1 - y) * width + x) * 4) as usize;
                [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
            };
            let block: [[u8; 4]; 16] = std::array::from_fn(|index| texel(index as u32));
            if alpha {
                bytes.extend(alpha_block(&block));
            }
            bytes.extend(color_block(&block));
        }
    }
    bytes
}

/// Eight bytes of alpha: 255 and 0 at the ends, six steps between.
fn alpha_block(block: &[[u8; 4]; 16]) -> [u8; 8] {
    let mut bits = 0u64;
    for (index, texel) in block.iter().enumerate() {
        // Steps from 0 (none) to 7 (all); codes are 1, 7, 6 ... 2, 0.
        let step = (u32::from(texel[3]) * 7 + 127) / 255;
        let code: u64 = match step {
            0 => 1,
            7 => 0,
            step => 8 - u64::from(step),
        };
        bits |= code << (index * 3);
    }
    let [a, b, c, d, e, f, ..] = bits.to_le_bytes();
    [255, 0, a, b, c, d, e, f]
}

fn to_565([red, green, blue]: [u8; 3]) -> u16 {
    u16::from(red >> 3) << 11 | u16::from(green >> 2) << 5 | u16::from(blue >> 3)
}

fn from_565(word: u16) -> [i32; 3] {
    let (red, green, blue) = (i32::from(word >> 11), i32::from(word >> 5 & 63), i32::from(word & 31));
    [(red * 527 + 23) >> 6, (green * 259 + 33) >> 6, (blue * 527 + 23) >> 6]
}

/// Eight bytes of colour: two ends, and for each texel which of four steps
/// between them is nearest.
fn color_block(block: &[[u8; 4]; 16]) -> [u8; 8] {
    let weight = |texel: &[u8; 4]| u32::from(texel[0]) * 3 + u32::from(texel[1]) * 6 + u32::from(texel[2]);
    let mut seen: Vec<&[u8; 4]> = block.iter().filter(|texel| texel[3] >= 8).collect();
    seen.sort_by_key(|texel| weight(texel));
    let end = |texel: Option<&&[u8; 4]>| texel.map_or([0; 3], |texel| [texel[0], texel[1], texel[2]]);
    let (mut high, mut low) = (to_565(end(seen.last())), to_565(end(seen.first())));
    if high < low {
        (high, low) = (low, high);
    }
    let mut bits = 0u32;
    if high != low {
        let (a, b) = (from_565(high), from_565(low));
        let mixed = |x: i32, y: i32| [0, 1, 2].map(|part| (a[part] * x + b[part] * y) / 3);
        let steps = [a, b, mixed(2, 1), mixed(1, 2)];
        for (index, texel) in block.iter().enumerate() {
            let away = |step: &[i32; 3]| -> i32 {
                (0..3).map(|part| (step[part] - i32::from(texel[part])).pow(2)).sum()
            };
            let best = (0..4).min_by_key(|step| away(&steps[*step])).unwrap_or(0);
            bits |= (best as u32) << (index * 2);
        }
    }
    let ([a, b], [c, d]) = (high.to_le_bytes(), low.to_le_bytes());
    let [e, f, g, h] = bits.to_le_bytes();
    [a, b, c, d, e, f, g, h]
}
