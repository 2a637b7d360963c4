//! What a world sounds like from where somebody stands.
//!
//! Files become [`Samples`], a [`Bank`] holds those of a world, and a [`Mixer`]
//! joins its voices to one stereo sound for a [`Listener`]. Mixing asks no clock
//! and no device: the same voices and listeners give the same samples, into a
//! file or out of the [`Speakers`].
//!
//! Nothing here changes a world, and no tick depends on what is heard.
//!
//! ```
//! use audio::{Bank, Listener, Mixer};
//! use world::{Frame, Scene};
//!
//! let scene = Scene::empty("none", "silence", Frame::identity(1.0));
//! let silence = |_: &str| -> Result<Vec<u8>, _> { unreachable!("no file is named") };
//! let (bank, findings) = Bank::read(&scene, silence);
//! assert!(findings.is_empty());
//! let mut mixer = Mixer::new(44_100);
//! mixer.enter(&scene, &bank);
//! mixer.hear(&Listener::of(&scene.camera, &scene.frame));
//! let mut half_a_second = vec![1.0; 44_100];
//! mixer.mix(&mut half_a_second);
//! assert!(half_a_second.iter().all(|sample| *sample == 0.0));
//! ```

#![forbid(unsafe_code)]

mod bank;
mod codes;
mod decode;
mod fade;
#[cfg(any(feature = "speakers", test))]
mod feeder;
mod listener;
mod mixer;
mod samples;
mod source;
mod speakers;
mod stream;
mod voice;
mod voices;

pub use bank::Bank;
pub use codes::CODES;
pub use decode::DecodeError;
pub use fade::Curve;
pub use listener::{Listener, Reach};
pub use mixer::{Bus, CHANNELS, Mixer};
pub use samples::Samples;
pub use source::Source;
pub use speakers::{NoSpeakers, Speakers};
pub use stream::{Feed, Stream};
pub use voice::Voice;
pub use voices::Handle;
