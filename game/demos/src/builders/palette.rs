//! Palettes: colours that stand for all of a picture.

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
pub(crate) fn of(colors: &[[u8; 3]], count: usize) -> Vec<[u8; 3]> {
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
pub(crate) struct Nearest<'p> {
    palette: &'p [[u8; 3]],
    known: Vec<u16>,
}

impl<'p> Nearest<'p> {
    pub fn new(palette: &'p [[u8; 3]]) -> Self {
        Nearest { palette, known: vec![u16::MAX; 1 << 15] }
    }

    pub fn of(&mut self, [red, green, blue]: [u8; 3]) -> u8 {
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
