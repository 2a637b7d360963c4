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

    /// Goes on to a position, in frames since the start of the pass, and starts
    /// over where a pass has ended; false when the sound is over.
    #[inline]
    pub(crate) fn go_on(&mut self, position: &mut f64, looping: bool) -> bool {
        match self {
            Source::Samples(samples) => {
                let end = samples.frames() as f64;
                if *position >= end && looping {
                    *position %= end;
                }
                *position < end
            }
            Source::Stream(stream) => stream.go_on(position, looping),
        }
    }

    /// The frame at an index that [`Source::go_on`] went to, and the next.
    #[inline]
    pub(crate) fn pair(&self, index: usize, looping: bool) -> [[f32; 2]; 2] {
        match self {
            Source::Samples(samples) => {
                let next = if index + 1 == samples.frames() && looping { 0 } else { index + 1 };
                [samples.frame(index), samples.frame(next)]
            }
            Source::Stream(stream) => stream.pair(index),
        }
    }
}

impl From<Samples> for Source {
    fn from(samples: Samples) -> Self {
        Source::Samples(samples)
    }
}
