//! What is said, for those who read it.

use crate::asked::Asked;
use audio::Source;

/// Most captions that wait for somebody to take them.
const MOST_CAPTIONS: usize = 64;

/// What is said, for those who read it.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// The words.
    pub text: String,
    /// How long they stand.
    pub seconds: f32,
}

/// Seconds of a sound that is decoded; 0 for a stream, which knows it when it is over.
pub(crate) fn length(source: &Source) -> f32 {
    match source {
        Source::Samples(samples) => samples.seconds() as f32,
        Source::Stream(_) => 0.0,
    }
}

/// Shows what a sound says, as long as it lasts, and long enough to be read.
pub(crate) fn say(captions: &mut Vec<Caption>, asked: &Asked, seconds: f32) {
    let Some(text) = asked.subtitle.as_deref().filter(|_| captions.len() < MOST_CAPTIONS) else { return };
    let reading = (1.0 + 0.06 * text.chars().count() as f32).clamp(2.0, 12.0);
    captions.push(Caption { text: text.to_owned(), seconds: seconds.max(reading) });
}
