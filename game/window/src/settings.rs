//! The settings, saved in `settings.toml`, and how all files of that kind are opened and saved.

use base::Failure;
use base::{disk, output};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

/// Name of the file in the configuration folder.
const FILE: &str = "settings.toml";

/// All settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The window.
    pub window: Window,
    /// Graphics.
    pub picture: Picture,
    /// Mouse and gamepad.
    pub control: Control,
    /// Sound.
    pub sound: Sound,
}

/// The window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Window {
    /// Logical pixels, as last left.
    pub width: u32,
    /// Logical pixels, as last left.
    pub height: u32,
    /// Fullscreen.
    pub fullscreen: bool,
    /// Scale of text and buttons, 1 for the system's own.
    pub text_scale: f32,
    /// A world is loaded again when a file of one of its mods changes.
    pub reload_changed_mods: bool,
}

impl Default for Window {
    fn default() -> Self {
        Window { width: 1280, height: 720, fullscreen: false, text_scale: 1.0, reload_changed_mods: true }
    }
}

/// Style of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// At the display's resolution.
    Clear,
    /// The retro look of the games' time.
    Faithful,
}

/// Texture quality, of those that a game comes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Textures {
    /// The best.
    Best,
    /// For mid-range cards of the time.
    Medium,
    /// For the smallest cards of the time.
    Low,
    /// For drawing without a card.
    Software,
}

impl Textures {
    /// Its word in the manifest.
    pub const fn word(self) -> &'static str {
        match self {
            Textures::Best => "best",
            Textures::Medium => "medium",
            Textures::Low => "low",
            Textures::Software => "software",
        }
    }
}

/// Graphics settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Picture {
    /// Horizontal field of view in degrees at 4:3; wider pictures show more.
    pub field_of_view_deg: f32,
    /// View distance as a multiple of the game's own.
    pub view_distance: f32,
    /// Anti-aliasing: samples per pixel, 1 or 4.
    pub samples: u32,
    /// Anisotropic filtering: samples, 1, 2, 4, 8 or 16.
    pub anisotropy: u16,
    /// V-sync.
    pub vsync: bool,
    /// Frame-rate limit; 0 for that of the display.
    pub frame_limit: u32,
    /// Style of the picture.
    pub look: Look,
    /// Texture quality.
    pub textures: Textures,
    /// Shows no flashes of the whole screen; without it there are three a second at
    /// most.
    pub reduce_flashing: bool,
}

impl Default for Picture {
    fn default() -> Self {
        Picture {
            field_of_view_deg: 75.0,
            view_distance: 1.0,
            samples: 1,
            anisotropy: 8,
            vsync: true,
            frame_limit: 0,
            look: Look::Clear,
            textures: Textures::Best,
            reduce_flashing: false,
        }
    }
}

/// Mouse and gamepad.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Control {
    /// Degrees per count of the mouse.
    pub mouse_deg: f32,
    /// Invert vertical look, for mouse and stick.
    pub invert_y: bool,
    /// Degrees per second of a stick at full travel, and of the turning keys.
    pub turn_deg_per_s: f32,
    /// Stick dead zone, 0..=0.9 of the travel.
    pub dead_zone: f32,
    /// Speed of the free camera, metres per second.
    pub fly_m_per_s: f32,
}

impl Default for Control {
    fn default() -> Self {
        Control {
            mouse_deg: 0.12,
            invert_y: false,
            turn_deg_per_s: 120.0,
            dead_zone: 0.15,
            fly_m_per_s: 20.0,
        }
    }
}

/// Sound settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sound {
    /// Master volume, 0..=1.
    pub volume: f32,
}

impl Default for Sound {
    fn default() -> Self {
        Sound { volume: 0.8 }
    }
}

impl Settings {
    /// Reads the file, or returns the defaults if there is none. An unusable file is set aside; the
    /// line says so.
    pub fn open(folder: &Path) -> (Self, Option<String>) {
        let parse = |text: &str| toml::from_str(text).map_err(Unusable::from);
        let (settings, line): (Settings, _) = open(&folder.join(FILE), parse);
        (settings.sound(), line)
    }

    /// Writes the file.
    pub fn save(&self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(FILE);
        let text = toml::to_string(self)
            .map_err(|error| Failure::Unusable(format!("{}: cannot write: {error}", path.display())))?;
        save(&path, &text)
    }

    /// The same with every value clamped to its range.
    pub fn sound(mut self) -> Self {
        let within = |value: &mut f32, low: f32, high: f32, usual: f32| {
            *value = if value.is_finite() { value.clamp(low, high) } else { usual };
        };
        let usual = Settings::default();
        self.window.width = self.window.width.clamp(160, 16384);
        self.window.height = self.window.height.clamp(120, 16384);
        within(&mut self.window.text_scale, 0.5, 3.0, usual.window.text_scale);
        let picture = &mut self.picture;
        within(&mut picture.field_of_view_deg, 30.0, 120.0, usual.picture.field_of_view_deg);
        within(&mut picture.view_distance, 0.25, 8.0, usual.picture.view_distance);
        picture.samples = if picture.samples >= 4 { 4 } else { 1 };
        picture.anisotropy = match picture.anisotropy {
            0..=1 => 1,
            2..=3 => 2,
            4..=7 => 4,
            8..=15 => 8,
            _ => 16,
        };
        if picture.frame_limit != 0 {
            picture.frame_limit = picture.frame_limit.clamp(10, 1000);
        }
        let control = &mut self.control;
        within(&mut control.mouse_deg, 0.005, 2.0, usual.control.mouse_deg);
        within(&mut control.turn_deg_per_s, 10.0, 720.0, usual.control.turn_deg_per_s);
        within(&mut control.dead_zone, 0.0, 0.9, usual.control.dead_zone);
        within(&mut control.fly_m_per_s, 0.5, 2000.0, usual.control.fly_m_per_s);
        within(&mut self.sound.volume, 0.0, 1.0, usual.sound.volume);
        self
    }
}

/// Why a settings file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// Not UTF-8.
    NoText,
    /// Not TOML, or not with these keys and kinds of values: what the reader says.
    Toml(String),
    /// No action has this name.
    Action(String),
    /// No key, button or stick has this name.
    Trigger(String),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::NoText => f.write_str("it is no text"),
            Unusable::Toml(said) => f.write_str(said),
            Unusable::Action(id) => write!(f, "there is no action \"{id}\""),
            Unusable::Trigger(name) => write!(f, "there is no key \"{name}\""),
        }
    }
}

impl std::error::Error for Unusable {}

impl From<toml::de::Error> for Unusable {
    fn from(error: toml::de::Error) -> Self {
        Unusable::Toml(error.message().to_owned())
    }
}

/// Reads a settings file; without one, the defaults. An unusable file is renamed, so that nothing
/// is lost, and a line says so.
pub fn open<T: Default>(path: &Path, parse: impl FnOnce(&str) -> Result<T, Unusable>) -> (T, Option<String>) {
    let reason = match std::fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (T::default(), None),
        Err(error) => return (T::default(), Some(format!("{}: cannot read: {error}", path.display()))),
        Ok(bytes) => {
            match String::from_utf8(bytes).map_err(|_| Unusable::NoText).and_then(|text| parse(&text)) {
                Ok(value) => return (value, None),
                Err(reason) => reason.to_string(),
            }
        }
    };
    // The first line is enough: the file itself is kept.
    let reason = reason.lines().next().unwrap_or_default().to_owned();
    let aside = unused(path);
    let line = match std::fs::rename(path, &aside) {
        Ok(()) => format!("{}: {reason}; set aside as {}", path.display(), aside.display()),
        Err(error) => format!("{}: {reason}; could not be set aside: {error}", path.display()),
    };
    (T::default(), Some(line))
}

/// Saves a settings file, creating its folder if needed.
pub fn save(path: &Path, text: &str) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io("create", folder, &error))?;
    }
    disk::write(path, text.as_bytes())
}

/// Reports a problem with a settings file and continues.
pub fn tell(line: Option<String>) {
    if let Some(line) = line {
        output::note(&format!("warning: {line}"));
    }
}

/// A free name beside an unusable file.
fn unused(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    (1..)
        .map(|number| path.with_file_name(format!("{name}.broken-{number}")))
        .find(|aside| !aside.exists())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("new").join("config");
        let mut settings = Settings::default();
        settings.picture.look = Look::Faithful;
        settings.picture.reduce_flashing = true;
        settings.picture.field_of_view_deg = 91.5;
        settings.control.invert_y = true;
        settings.window.width = 800;
        settings.sound.volume = 0.25;
        settings.save(&config).unwrap();
        assert_eq!(Settings::open(&config), (settings, None));
    }

    #[test]
    fn no_file_gives_the_usual_settings_and_a_part_of_one_the_rest() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Settings::open(folder.path()), (Settings::default(), None));
        std::fs::write(folder.path().join(FILE), "[control]\ninvert_y = true\nnew_in_a_later_version = 3\n")
            .unwrap();
        let (settings, line) = Settings::open(folder.path());
        assert_eq!(line, None);
        assert!(settings.control.invert_y);
        assert_eq!(settings.picture, Picture::default());
    }

    #[test]
    fn broken_files_are_set_aside_and_none_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        for (number, broken) in
            [&b"[picture"[..], b"[picture]\nsamples = \"many\"", b"\xff\xfe"].iter().enumerate()
        {
            std::fs::write(&path, broken).unwrap();
            let (settings, line) = Settings::open(folder.path());
            assert_eq!(settings, Settings::default());
            let aside = folder.path().join(format!("{FILE}.broken-{}", number + 1));
            let line = line.unwrap();
            assert!(line.contains(&aside.display().to_string()) && line.lines().count() == 1, "{line}");
            assert_eq!(std::fs::read(aside).unwrap(), *broken);
            assert!(!path.exists());
        }
    }

    #[test]
    fn values_out_of_range_are_brought_back() {
        let folder = tempfile::tempdir().unwrap();
        let text = "[picture]\nfield_of_view_deg = nan\nsamples = 3\nanisotropy = 99\nframe_limit = 1\n\
                    [window]\nwidth = 1\n[control]\ndead_zone = 7.0\n[sound]\nvolume = 1e9\n";
        std::fs::write(folder.path().join(FILE), text).unwrap();
        let (settings, _) = Settings::open(folder.path());
        assert_eq!(settings.picture.field_of_view_deg, Picture::default().field_of_view_deg);
        assert_eq!((settings.picture.samples, settings.picture.anisotropy), (1, 16));
        assert_eq!(settings.picture.frame_limit, 10);
        assert_eq!(settings.window.width, 160);
        assert_eq!(settings.control.dead_zone, 0.9);
        assert_eq!(settings.sound.volume, 1.0);
    }
}
