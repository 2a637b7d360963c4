//! What a world sounds like from where somebody stands.
//!
//! Files become [`Samples`], a [`Bank`] holds those of a world, and a [`Mixer`]
//! joins its voices to one stereo sound for a [`Listener`]. [`Mixer::play`] gives
//! a [`Handle`], by which a voice is moved, faded, stopped and asked for. What is
//! too long to be decoded at once is a [`Stream`]: [`Source::open`] decides.
//!
//! Mixing asks no clock and no device: the same calls give the same samples, into
//! a file or out of the [`Speakers`].
//!
//! Nothing here changes a world, and no tick depends on what is heard. Which
//! sounds belong where is said by the scene; this crate finds none by itself.
//!
//! | file | holds |
//! |---|---|
//! | `falloff.rs` | how loud a sound is with distance, and from which side it comes |
//! | `listener.rs` | who hears: ears and their direction |
//! | `mixer.rs`, `voice.rs`, `voices.rs` | voices joined to one sound; one voice; all of them, within a limit |
//! | `limiter.rs` | the sum held below what would clip |
//! | `fade.rs` | how loudness changes with time |
//! | `bank.rs`, `source.rs`, `samples.rs`, `stream.rs` | the sounds of a world; what a voice plays: decoded, or decoded while it plays |
//! | `decode.rs`, `feeder.rs` | sound files decoded packet by packet; a thread that does so ahead |
//! | `cd.rs` | tracks of an image of a compact disc |
//! | `speakers.rs`, `null_sink.rs` | the loudspeakers of the machine; time for voices without any |
//! | `codes.rs` | findings about sound files |
//!
//! ```
//! use audio::{Bank, Bus, Curve, Listener, Mixer, Samples, Source, Voice};
//! use world::{Frame, Scene};
//!
//! let scene = Scene::empty("none", "silence", Frame::identity(1.0));
//! let silence = |_: &str| -> Result<Vec<u8>, _> { unreachable!("no file is named") };
//! let (bank, findings) = Bank::read(&scene, silence);
//! assert!(findings.is_empty());
//! let mut mixer = Mixer::new(44_100);
//! mixer.enter(&scene, &bank);
//! let listener = Listener::of(&scene.camera, &scene.frame);
//! mixer.hear(&listener);
//! let mut half_a_second = vec![1.0; 44_100];
//! mixer.mix(&mut half_a_second);
//! assert!(half_a_second.iter().all(|sample| *sample == 0.0));
//!
//! // Music that fades in and out: a second of a steady sound, over and over.
//! let steady = Samples::new(44_100, 1, &[8192; 44_100]).ok_or("no sound")?;
//! let music = mixer.play(Voice { bus: Bus::Music, looping: true, ..Voice::new(steady) });
//! mixer.fade_in(music, 0.25, Curve::EqualPower);
//! mixer.hear(&listener);
//! mixer.mix(&mut half_a_second);
//! assert_eq!(half_a_second[44_098..], [0.25, 0.25]);
//! mixer.stop(music, 0.5, Curve::Linear);
//! mixer.mix(&mut half_a_second);
//! assert!(!mixer.is_playing(music));
//!
//! // A file, streamed if it is long.
//! let file = std::io::Cursor::new(b"words that are no sound");
//! assert!(Source::open("hello.wav", file).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod bank;
mod cd;
mod codes;
mod decode;
mod fade;
mod falloff;
#[cfg(any(feature = "speakers", test))]
mod feeder;
mod limiter;
mod listener;
mod mixer;
mod null_sink;
mod samples;
mod source;
mod speakers;
mod stream;
mod voice;
mod voices;

pub use bank::Bank;
pub use cd::{CdTrack, sound_as_on_a_disc};
pub use codes::CODES;
pub use decode::DecodeError;
pub use fade::Curve;
pub use falloff::Reach;
pub use listener::Listener;
pub use mixer::{Bus, CHANNELS, Mixer};
pub use null_sink::NullSink;
pub use samples::Samples;
pub use source::Source;
pub use speakers::{NoSpeakers, Speakers};
pub use stream::{Feed, Stream};
pub use voice::{Copies, Voice};
pub use voices::Handle;
