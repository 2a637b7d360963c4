//! Long sounds, decoded while they play.
//!
//! A stream keeps a third of a second of frames ahead of what is heard. Whoever
//! mixes takes them from there and decodes by itself what is missing, so that the
//! samples are the same however early a [`Feed`] has been filled; filling it
//! elsewhere only keeps slow disks away from the thread that mixes.

use crate::codes::STREAM;
use crate::decode::{Decoder, Ending, ending};
use crate::source::Frames;
use crate::{DecodeError, Samples, Source};
use binary::{Finding, Severity};
use std::collections::VecDeque;
use std::fmt;
use std::io::{Read, Seek};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Frames that are decoded ahead. What is no longer than that is not streamed.
pub(crate) const AHEAD: usize = 1 << 14;
/// Frames that the mixing side takes at a time.
const TAKEN: usize = 1024;
/// Most frames a second: more would only be work.
const MOST_RATE: u32 = 384_000;

/// A frame as it is kept: left, right.
type Frame = [i16; 2];

/// A long sound that is decoded while it plays.
///
/// It costs a few hundred kilobytes, however long it is: what its decoder needs,
/// and the frames that are decoded ahead. [`Source::open`] makes one.
pub struct Stream {
    rate: u32,
    shared: Arc<Shared>,
    /// Frames taken from the shared ones, and not passed yet.
    window: Vec<Frame>,
    /// Which frame of the current pass the window begins with; negative while it
    /// still begins with the end of the pass before.
    start: i64,
    /// Frames of a pass, once its end has been decoded.
    length: Option<u64>,
    /// Nothing comes after the window.
    ended: bool,
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("rate", &self.rate)
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

/// What the thread that mixes and one that decodes ahead have in common. Where
/// both locks are needed, `decoding` is the first.
struct Shared {
    decoding: Mutex<Decoding>,
    ahead: Mutex<Ahead>,
}

/// The decoding side.
struct Decoding {
    name: String,
    decoder: Option<Decoder>,
    looping: bool,
    /// How the file ends, if it is OGG.
    ending: Ending,
    /// Frames decoded since the pass began.
    frames: u64,
}

/// Frames that are decoded and not taken yet.
#[derive(Default)]
struct Ahead {
    frames: VecDeque<Frame>,
    length: Option<u64>,
    ended: bool,
    finding: Option<Box<Finding>>,
}

/// The decoding side of a stream that plays.
pub struct Feed(Arc<Shared>);

impl fmt::Debug for Feed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Feed").finish_non_exhaustive()
    }
}

impl Feed {
    /// Decodes until enough is there for the next third of a second.
    pub fn fill(&self) {
        while !self.0.ahead().is_full() {
            self.0.decode();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stereo(frame: &[i16]) -> Frame {
    [frame.first(), frame.last()].map(|sample| sample.copied().unwrap_or(0))
}

impl Ahead {
    fn is_full(&self) -> bool {
        self.ended || self.frames.len() >= AHEAD
    }
}

impl Decoding {
    /// Frames that the file says it has.
    fn promised(&self) -> Option<u64> {
        let decoder = self.decoder.as_ref()?;
        decoder.promised.or(match self.ending {
            Ending::At(position) => Some(position.saturating_sub(decoder.first)),
            Ending::NotOgg | Ending::CutOff => None,
        })
    }
}

impl Shared {
    fn ahead(&self) -> MutexGuard<'_, Ahead> {
        lock(&self.ahead)
    }

    /// Decodes the next packet.
    fn decode(&self) {
        let mut decoding = lock(&self.decoding);
        let Decoding { decoder: Some(decoder), frames, .. } = &mut *decoding else {
            self.ahead().ended = true;
            return;
        };
        match decoder.next() {
            Ok(Some(packet)) => {
                *frames += packet.len() as u64;
                self.ahead().frames.extend(packet.frames().map(stereo));
            }
            Ok(None) => self.end_pass(&mut decoding),
            Err(error) => self.end(&mut decoding, Some(&error.to_string())),
        }
    }

    /// The file has come to its end: it starts over, or that was all.
    fn end_pass(&self, decoding: &mut Decoding) {
        let found = decoding.frames;
        let is_short =
            decoding.ending == Ending::CutOff || decoding.promised().is_some_and(|promised| found < promised);
        // A file that changes while it plays is as good as a damaged one.
        let is_other = self.ahead().length.is_some_and(|length| length != found);
        if is_short || is_other {
            return self.end(decoding, Some(&format!("{found} frames")));
        }
        if !decoding.looping || found == 0 {
            return self.end(decoding, None);
        }
        let Some(decoder) = decoding.decoder.take() else { return };
        match decoder.restart(&decoding.name) {
            Ok(decoder) => {
                self.ahead().length = Some(found);
                (decoding.decoder, decoding.frames) = (Some(decoder), 0);
            }
            Err(error) => self.end(decoding, Some(&error.to_string())),
        }
    }

    /// Nothing more is decoded.
    fn end(&self, decoding: &mut Decoding, damage: Option<&str>) {
        let promised = decoding.promised();
        decoding.decoder = None;
        let finding = damage.map(|found| {
            let expected = match promised {
                Some(frames) if frames > decoding.frames => format!("{frames} frames"),
                _ => "a sound with an end".to_owned(),
            };
            Box::new(Finding::new(&STREAM, Severity::Warning, decoding.name.as_str(), expected, found))
        });
        let mut ahead = self.ahead();
        ahead.length.get_or_insert(decoding.frames);
        ahead.ended = true;
        ahead.finding = finding;
    }
}

impl Stream {
    /// Opens a file and decodes its beginning; what has come to its end by then is
    /// given as samples.
    pub(crate) fn open(
        name: &str,
        mut reader: impl Read + Seek + Send + Sync + 'static,
    ) -> Result<Source, DecodeError> {
        let ending = ending(&mut reader).map_err(|error| DecodeError::Damaged(error.to_string()))?;
        let mut decoder = Decoder::open(name, reader)?;
        let mut frames = VecDeque::with_capacity(AHEAD + AHEAD / 2);
        while frames.len() <= AHEAD {
            let Some(packet) = decoder.next()? else { return whole(&decoder, &frames) };
            frames.extend(packet.frames().map(stereo));
        }
        let (rate, _) = decoder.spec().ok_or(DecodeError::Empty)?;
        if rate > MOST_RATE {
            return Err(DecodeError::Rate(rate));
        }
        let (name, decoded) = (name.to_owned(), frames.len() as u64);
        let decoding = Decoding { name, decoder: Some(decoder), looping: false, ending, frames: decoded };
        let ahead = Ahead { frames, ..Ahead::default() };
        let shared = Shared { decoding: Mutex::new(decoding), ahead: Mutex::new(ahead) };
        let window = Vec::with_capacity(2 * TAKEN);
        let shared = Arc::new(shared);
        Ok(Source::Stream(Stream { rate, shared, window, start: 0, length: None, ended: false }))
    }

    /// Frames a second.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    /// Whether it starts over at its end. Asked before anything is played of it.
    pub(crate) fn set_looping(&mut self, looping: bool) {
        lock(&self.shared.decoding).looping = looping;
    }

    /// Its decoding side.
    pub(crate) fn feed(&self) -> Feed {
        Feed(Arc::clone(&self.shared))
    }

    /// What was wrong with the file, once.
    pub(crate) fn take_finding(&mut self) -> Option<Box<Finding>> {
        self.shared.ahead().finding.take()
    }

    fn has(&self, index: i64) -> bool {
        index < self.start + self.window.len() as i64
    }

    /// Takes frames until the one at an index and the next are there, or all that
    /// are left before the end.
    fn reach(&mut self, index: i64) {
        let is_in_pass = |length: Option<u64>| length.is_none_or(|length| index < length as i64);
        while !self.has(index + 1) && !self.ended && is_in_pass(self.length) {
            let passed = (index - self.start).clamp(0, self.window.len() as i64);
            self.window.drain(..passed as usize);
            self.start += passed;
            self.take();
        }
    }

    fn take(&mut self) {
        let mut ahead = self.shared.ahead();
        while ahead.frames.is_empty() && !ahead.ended {
            drop(ahead);
            self.shared.decode();
            ahead = self.shared.ahead();
        }
        let count = ahead.frames.len().min(TAKEN);
        self.window.extend(ahead.frames.drain(..count));
        self.length = ahead.length;
        self.ended = ahead.ended && ahead.frames.is_empty();
    }
}

impl Frames for Stream {
    fn go_on(&mut self, position: &mut f64, looping: bool) -> bool {
        self.reach(*position as i64);
        let Some(length) = self.length.filter(|length| *position >= *length as f64) else {
            return self.has(*position as i64);
        };
        if !looping || length == 0 {
            return false;
        }
        let passes = *position as i64 / length as i64;
        self.start -= passes * length as i64;
        *position %= length as f64;
        self.reach(*position as i64);
        self.has(*position as i64)
    }

    fn pair(&self, index: usize, _: bool) -> [[f32; 2]; 2] {
        let first = (index as i64 - self.start) as usize;
        [first, first.wrapping_add(1)].map(|at| {
            let frame = self.window.get(at).copied().unwrap_or_default();
            frame.map(|sample| f32::from(sample) / 32_768.0)
        })
    }
}

/// A sound that has come to its end before it needed streaming.
fn whole(decoder: &Decoder, frames: &VecDeque<Frame>) -> Result<Source, DecodeError> {
    let (rate, channels) = decoder.spec().ok_or(DecodeError::Empty)?;
    let data: Vec<i16> = frames.iter().flat_map(|frame| &frame[..channels]).copied().collect();
    let samples = Samples::new(rate, channels, &data).filter(|samples| samples.frames() > 0);
    samples.map(Source::Samples).ok_or(DecodeError::Empty)
}
