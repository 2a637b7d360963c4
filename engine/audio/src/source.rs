//! What a voice plays: samples that are there, or a stream.

use crate::{DecodeError, Samples, Stream};
use std::io::{Read, Seek};

/// What a voice plays.
#[derive(Debug)]
pub enum Source {
    /// Decoded already; any number of voices share it.
    Samples(Samples),
    /// Decoded while it plays, by one voice.
    Stream(Stream),
}

impl Source {
    /// Opens a sound file, decodes its first third of a second, and streams it
    /// when it is longer; its name helps where the content says too little.
    ///
    /// # Errors
    /// Why it cannot be decoded. What is wrong further on is a finding of the
    /// mixer when that is reached; a short file that is cut off is as long as
    /// what is there.
    pub fn open(name: &str, reader: impl Read + Seek + Send + Sync + 'static) -> Result<Self, DecodeError> {
        Stream::open(name, reader)
    }

    /// Frames a second.
    pub fn rate(&self) -> u32 {
        match self {
            Source::Samples(samples) => samples.rate(),
            Source::Stream(stream) => stream.rate(),
        }
    }
}

/// What a voice reads frames from while it goes on.
pub(crate) trait Frames {
    /// Goes on to a position, in frames since the start of the pass, and starts
    /// over where a pass has ended; false when the sound is over.
    fn go_on(&mut self, position: &mut f64, looping: bool) -> bool;

    /// The frame at an index that [`Frames::go_on`] went to, and the next;
    /// silence beyond the end.
    fn pair(&self, index: usize, looping: bool) -> [[f32; 2]; 2];
}

/// Samples with what is asked of them for each frame.
pub(crate) struct Decoded<'a> {
    samples: &'a Samples,
    length: usize,
    end: f64,
}

impl<'a> From<&'a Samples> for Decoded<'a> {
    fn from(samples: &'a Samples) -> Self {
        let length = samples.frames();
        Decoded { samples, length, end: length as f64 }
    }
}

impl Frames for Decoded<'_> {
    #[inline]
    fn go_on(&mut self, position: &mut f64, looping: bool) -> bool {
        if *position >= self.end && looping {
            *position %= self.end;
        }
        *position < self.end
    }

    #[inline]
    fn pair(&self, index: usize, looping: bool) -> [[f32; 2]; 2] {
        let next = if index + 1 == self.length && looping { 0 } else { index + 1 };
        [self.samples.frame(index), self.samples.frame(next)]
    }
}

impl From<Samples> for Source {
    fn from(samples: Samples) -> Self {
        Source::Samples(samples)
    }
}
