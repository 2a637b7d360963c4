//! Mutations of a fixture: a reader survives all, and writes back every one it
//! accepts.

use crate::alloc::{self, Counting};
use crate::{Reason, Subject, same};
use binary::{Kind, Mode, Severity, Site};
use std::collections::BTreeMap;
use std::fmt;

/// How much to try.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Start of the random numbers; the same seed gives the same inputs.
    pub seed: u64,
    /// Number of random mutations, beside every prefix and every field.
    pub count: u64,
}

impl Options {
    /// These numbers, unless a long run asks for others with the environment
    /// variables `REVISIT_MUTATIONS` and `REVISIT_SEED`.
    pub fn new(seed: u64, count: u64) -> Self {
        let asked = |name: &str| {
            let text = std::env::var(name).ok()?;
            Some(text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
        };
        Options {
            seed: asked("REVISIT_SEED").unwrap_or(seed),
            count: asked("REVISIT_MUTATIONS").unwrap_or(count),
        }
    }
}

/// Results for one family of inputs.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// Inputs that loaded in lenient mode.
    pub accepted: u64,
    /// Inputs that did not, by code and path without indices and names.
    pub rejected: BTreeMap<String, u64>,
}

impl Part {
    /// Number of inputs that did not load.
    pub fn rejections(&self) -> u64 {
        self.rejected.values().sum()
    }
}

/// Results for all inputs.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The subject's name.
    pub name: &'static str,
    /// Every prefix of the fixture.
    pub prefixes: Part,
    /// Every number of the fixture set to each interesting value.
    pub fields: Part,
    /// Seeded mutations.
    pub mutations: Part,
    /// The input that took the most memory beyond the allowance.
    pub over_budget: Option<OverBudget>,
}

/// An input whose reading took more memory than its size allows.
#[derive(Clone, Debug)]
pub struct OverBudget {
    /// Which input.
    pub input: String,
    /// Its size in bytes.
    pub bytes: usize,
    /// The most bytes that were live while it was read and written back.
    pub peak: usize,
}

/// Reads every prefix of the fixture, the fixture with every single number set
/// to each interesting value, and `count` seeded mutations, two thirds of which
/// know the fields and one third of which do not.
///
/// # Panics
/// When the fixture itself is not clean, when the reader or the writer panics,
/// when an accepted input is not written back byte for byte, or when strict
/// reading accepts what lenient reading rejects; with the seed and the index.
pub fn run(subject: &Subject, options: &Options) -> Tally {
    subject.assert_clean();
    let fixture = &subject.fixture;
    let sites = (subject.sites)(fixture);
    assert!(!sites.is_empty(), "{}: the reader traces no field", subject.name);
    let mut tally = Tally {
        name: subject.name,
        prefixes: Part::default(),
        fields: Part::default(),
        mutations: Part::default(),
        over_budget: None,
    };

    for length in 0..fixture.len() {
        let mut part = std::mem::take(&mut tally.prefixes);
        tally.feed(subject, &mut part, &fixture[..length], true, || format!("the first {length} bytes"));
        tally.prefixes = part;
    }
    let mut input = fixture.clone();
    for site in &sites {
        let place = site.offset..site.offset + site.kind.size();
        for value in interesting(site.kind, &fixture[place.clone()]) {
            input[place.clone()].copy_from_slice(&value);
            let mut part = std::mem::take(&mut tally.fields);
            tally.feed(subject, &mut part, &input, true, || format!("{} set to {value:02x?}", site.path));
            tally.fields = part;
        }
        input[place.clone()].copy_from_slice(&fixture[place]);
    }
    for index in 0..options.count {
        mutate(&mut input, fixture, &sites, options.seed, index);
        let mut part = std::mem::take(&mut tally.mutations);
        tally.feed(subject, &mut part, &input, index % 8 == 0, || {
            format!("seed {}, mutation {index}", options.seed)
        });
        tally.mutations = part;
    }
    tally
}

/// The input that [`run`] feeds as mutation `index`.
pub fn nth(subject: &Subject, seed: u64, index: u64) -> Vec<u8> {
    let mut input = Vec::new();
    mutate(&mut input, &subject.fixture, &(subject.sites)(&subject.fixture), seed, index);
    input
}

impl Tally {
    fn feed(
        &mut self,
        subject: &Subject,
        part: &mut Part,
        input: &[u8],
        strict_too: bool,
        which: impl Fn() -> String,
    ) {
        let fail = |reason: Reason| -> ! { panic!("{}: {}: {reason}", subject.name, which()) };
        let (outcome, peak) = alloc::peak_of(|| subject.attempt(input, Mode::Lenient));
        if peak > alloc::allowance(input.len())
            && self.over_budget.as_ref().is_none_or(|worst| peak > worst.peak)
        {
            self.over_budget = Some(OverBudget { input: which(), bytes: input.len(), peak });
        }
        let accepted = match outcome.unwrap_or_else(|reason| fail(reason)) {
            Ok(outcome) => {
                same("the input", input, &outcome.rewritten).unwrap_or_else(|reason| fail(reason));
                let errors = outcome.codes(Severity::Error);
                if !errors.is_empty() {
                    fail(format!("lenient reading succeeds with errors: {errors:?}").into());
                }
                part.accepted += 1;
                true
            }
            Err(finding) => {
                let key = format!("{} in {}", finding.code, strip(&finding.path));
                *part.rejected.entry(key).or_insert(0) += 1;
                false
            }
        };
        if strict_too {
            let strict = subject.attempt(input, Mode::Strict).unwrap_or_else(|reason| fail(reason));
            if strict.is_ok() && !accepted {
                fail("strict reading accepts what lenient reading rejects".into());
            }
        }
    }

    /// Fails when the mutations no longer reach beyond the first check of the reader, or when
    /// reading took more memory than 64 KiB and 16 times the input.
    ///
    /// # Panics
    /// When under a tenth of the mutations load, when nine tenths of the
    /// rejected ones fail for the same reason at the same kind of place, when
    /// an input took too much memory, and when [`Counting`] is not installed.
    pub fn assert_healthy(&self, _counting: &Counting) {
        assert!(
            alloc::installed(),
            "the test needs `#[global_allocator] static COUNTING: Counting = Counting;`"
        );
        if let Some(OverBudget { input, bytes, peak }) = &self.over_budget {
            panic!("{}: {input}: {peak} bytes of memory for {bytes} bytes of input", self.name);
        }
        let rejections = self.mutations.rejections();
        let total = self.mutations.accepted + rejections;
        assert!(
            self.mutations.accepted * 10 >= total,
            "{}: only {} of {total} mutations load\n{self}",
            self.name,
            self.mutations.accepted
        );
        for (reason, count) in &self.mutations.rejected {
            assert!(
                count * 10 < rejections * 9 || rejections < 10,
                "{}: {count} of {rejections} rejections are {reason}: the mutations stop at one check\n{self}",
                self.name
            );
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [("prefixes", &self.prefixes), ("fields", &self.fields), ("mutations", &self.mutations)];
        for (what, part) in parts {
            writeln!(f, "{}, {what}: {} accepted, {} rejected", self.name, part.accepted, part.rejections())?;
            let mut reasons: Vec<_> = part.rejected.iter().collect();
            reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            for (reason, count) in reasons.iter().take(20) {
                writeln!(f, "  {count:>8}  {reason}")?;
            }
            if reasons.len() > 20 {
                writeln!(f, "  and {} more reasons", reasons.len() - 20)?;
            }
        }
        Ok(())
    }
}

/// A path without indices and names: `script 3 "a.gw", line 7` is `script, line`.
fn strip(path: &str) -> String {
    let mut stripped = String::new();
    for (index, piece) in path.split('"').enumerate() {
        // Every second piece stands inside quotation marks.
        if index % 2 == 0 {
            stripped.extend(piece.chars().filter(|c| !c.is_ascii_digit() && *c != ' '));
        }
    }
    stripped
}

/// Values worth trying in a number; none for text and raw bytes.
fn interesting(kind: Kind, original: &[u8]) -> Vec<Vec<u8>> {
    match kind {
        Kind::Integer(size) => {
            let size = usize::from(size);
            let now = integer(original);
            let signed_max = u64::MAX >> (65 - 8 * size);
            [0, 1, u64::MAX, signed_max, now.wrapping_add(1), now.wrapping_sub(1)]
                .iter()
                .map(|value| value.to_le_bytes()[..size].to_vec())
                .collect()
        }
        Kind::Float => {
            let now = f32::from_bits(integer(original) as u32);
            let values = [
                0.0,
                -0.0,
                1.0,
                -1.0,
                f32::MAX,
                f32::NAN,
                f32::INFINITY,
                f32::NEG_INFINITY,
                now + 1.0,
                now - 1.0,
            ];
            values.iter().map(|value| value.to_le_bytes().to_vec()).collect()
        }
        Kind::Bytes(_) => Vec::new(),
    }
}

fn integer(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

fn mutate(input: &mut Vec<u8>, fixture: &[u8], sites: &[Site], seed: u64, index: u64) {
    input.clear();
    input.extend_from_slice(fixture);
    let mut random = Random::new(seed, index);
    let times = 1 + random.below(3);
    let aware = index % 3 != 2;
    for _ in 0..times {
        if aware {
            set_site(input, sites, &mut random);
        } else {
            roughen(input, &mut random);
        }
    }
}

/// Sets one field to a value that its kind suggests.
fn set_site(input: &mut [u8], sites: &[Site], random: &mut Random) {
    let site = &sites[random.below(sites.len())];
    let place = site.offset..site.offset + site.kind.size();
    if place.is_empty() {
        return;
    }
    let choices = interesting(site.kind, &input[place.clone()]);
    if choices.is_empty() {
        let bytes = &mut input[place];
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes.fill(0),
            1 => bytes.fill(0xFF),
            2 => bytes[at] = 0,
            3 => bytes[at] = b' ' + random.below(95) as u8,
            _ => bytes[at] = random.next() as u8,
        }
        return;
    }
    let value = match random.below(4) {
        // The value of another field is more plausible than a random one.
        0 => {
            let other = &sites[random.below(sites.len())];
            let from = &input[other.offset..];
            let length = place.len().min(other.kind.size());
            let mut value = vec![0; place.len()];
            value[..length].copy_from_slice(&from[..length]);
            value
        }
        1 if site.kind == Kind::Float => (random.below(2000) as f32 - 1000.0).to_le_bytes().to_vec(),
        1 => (random.below(300) as u64).to_le_bytes()[..place.len()].to_vec(),
        2 => random.next().to_le_bytes()[..place.len()].to_vec(),
        _ => choices[random.below(choices.len())].clone(),
    };
    input[place].copy_from_slice(&value);
}

/// Changes bytes without knowing what they are.
fn roughen(input: &mut Vec<u8>, random: &mut Random) {
    if input.is_empty() {
        return;
    }
    let at = random.below(input.len());
    let length = (1 + random.below(16)).min(input.len() - at);
    match random.below(6) {
        0 | 1 => input[at] ^= 1 << random.below(8),
        2 => input[at] = random.next() as u8,
        3 => {
            let value = random.next() as u8;
            input.splice(at..at, std::iter::repeat_n(value, length));
        }
        4 => drop(input.drain(at..at + length)),
        _ => {
            let copy = input[at..at + length].to_vec();
            input.splice(at..at, copy);
        }
    }
}

/// A small generator of random numbers (splitmix64), one stream per mutation.
struct Random(u64);

impl Random {
    fn new(seed: u64, index: u64) -> Self {
        let mut random = Random(seed);
        let start = random.next() ^ index.wrapping_mul(0xA24B_AED4_963E_E407);
        Random(start)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}
