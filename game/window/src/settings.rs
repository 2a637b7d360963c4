//! The settings, saved in `settings.toml`.

mod overworld;

pub use overworld::{Land, Overworld, Sky, Towns};

use crate::own_files::{self, Understood, Unusable};
use ::hud::{HudOptions, SCALE};
use base::Failure;
use render::{BRIGHTNESS, Preset, RENDER_SCALE};
use serde::{Deserialize, Serialize};
use std::path::Path;

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
    /// Overworlds.
    pub overworld: Overworld,
    /// What a driver reads.
    pub hud: HudOptions,
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
    /// Render scale, as a factor on the sides of the window.
    pub render_scale: f32,
    /// Brightness; 1 leaves the colours as they are.
    pub brightness: f32,
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
            render_scale: 1.0,
            brightness: 1.0,
            textures: Textures::Best,
            reduce_flashing: false,
        }
    }
}

impl Picture {
    /// Takes over what a preset chooses.
    pub fn choose(&mut self, preset: Preset) {
        let chosen = preset.chosen();
        self.render_scale = chosen.render_scale;
        self.view_distance = chosen.view_distance;
        self.samples = chosen.msaa;
        self.anisotropy = chosen.anisotropy;
        self.look = match chosen.look {
            render::Look::Clear => Look::Clear,
            render::Look::Faithful => Look::Faithful,
        };
    }

    /// The preset that these settings are, if they are one.
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| {
            let mut chosen = self.clone();
            chosen.choose(*preset);
            chosen == *self
        })
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
    /// A press of the key for running switches it on, the next one off.
    pub toggle_run: bool,
    /// The same for crouching and diving.
    pub toggle_crouch: bool,
    /// For those who know shooters: the legs of a 'mech follow its torso, tanks and aeroplanes the mouse.
    pub assisted: bool,
}

impl Default for Control {
    fn default() -> Self {
        Control {
            mouse_deg: 0.12,
            invert_y: false,
            turn_deg_per_s: 120.0,
            dead_zone: 0.15,
            fly_m_per_s: 20.0,
            toggle_run: false,
            toggle_crouch: false,
            assisted: false,
        }
    }
}

/// How the music of a game's CD is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CdMusic {
    /// As the game did.
    Game,
    /// Over and over, whatever the game did.
    Loop,
    /// Once in each level.
    Once,
    /// Not at all.
    Off,
}

/// Sound settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sound {
    /// Master volume, 0..=1.
    pub volume: f32,
    /// Of what sounds in a world, 0..=1.
    pub effects_volume: f32,
    /// Of what is said, 0..=1.
    pub speech_volume: f32,
    /// Of music, 0..=1.
    pub music_volume: f32,
    /// How the music of a game's CD is played.
    pub cd_music: CdMusic,
    /// A folder in which music is looked for first; empty for none.
    pub music_folder: String,
    /// Of sounds that are played from lists, 0..=1.
    pub interface_volume: f32,
    /// What is said is shown as text.
    pub captions: bool,
}

impl Default for Sound {
    fn default() -> Self {
        Sound {
            volume: 0.8,
            effects_volume: 1.0,
            speech_volume: 1.0,
            music_volume: 1.0,
            cd_music: CdMusic::Game,
            music_folder: String::new(),
            interface_volume: 1.0,
            captions: true,
        }
    }
}

impl Settings {
    /// Reads the file, or returns the defaults if there is none. A file that is no TOML is set aside;
    /// of any other, a value that is not understood is the default, and a copy is kept. The line says
    /// so.
    pub fn open(folder: &Path) -> (Self, Option<String>) {
        let (settings, line) = own_files::open_by_value(&folder.join(FILE), Self::parse);
        (settings.sound(), line)
    }

    /// Takes each value that is understood, and the default for every other.
    fn parse(text: &str) -> Result<Understood<Self>, Unusable> {
        let written: toml::Table = toml::from_str(text)?;
        let mut others = Vec::new();
        let mut taken = toml::Table::new();
        for (section, values) in written {
            // One value at a time: the reader stops at the first that it does not know.
            let singles: Vec<(String, toml::Table)> = match values {
                toml::Value::Table(values) => {
                    let alone = |(key, value): (String, toml::Value)| {
                        let name = format!("{section}.{key}");
                        let inner = toml::Table::from_iter([(key, value)]);
                        (name, toml::Table::from_iter([(section.clone(), inner.into())]))
                    };
                    values.into_iter().map(alone).collect()
                }
                value => vec![(section.clone(), toml::Table::from_iter([(section.clone(), value)]))],
            };
            for (name, single) in singles {
                match single.clone().try_into::<Settings>() {
                    Ok(_) => merge(&mut taken, single),
                    Err(error) => {
                        let why = error.message().lines().next().unwrap_or_default();
                        others.push(format!("{name} is set to its default: {why}"));
                    }
                }
            }
        }
        Ok(Understood { value: taken.try_into()?, others })
    }

    /// Writes the file.
    pub fn save(&self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(FILE);
        let text = toml::to_string(self)
            .map_err(|error| Failure::Unusable(format!("{}: cannot write: {error}", path.display())))?;
        own_files::save(&path, &text)
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
        let [least, most] = [RENDER_SCALE.start(), RENDER_SCALE.end()];
        within(&mut picture.render_scale, *least, *most, usual.picture.render_scale);
        within(&mut picture.brightness, *BRIGHTNESS.start(), *BRIGHTNESS.end(), usual.picture.brightness);
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
        let sound = &mut self.sound;
        within(&mut sound.volume, 0.0, 1.0, usual.sound.volume);
        within(&mut sound.effects_volume, 0.0, 1.0, usual.sound.effects_volume);
        within(&mut sound.speech_volume, 0.0, 1.0, usual.sound.speech_volume);
        within(&mut sound.music_volume, 0.0, 1.0, usual.sound.music_volume);
        within(&mut sound.interface_volume, 0.0, 1.0, usual.sound.interface_volume);
        self.overworld = self.overworld.sound();
        within(&mut self.hud.scale, *SCALE.start(), *SCALE.end(), usual.hud.scale);
        within(&mut self.hud.inset, 0.0, 1.0, usual.hud.inset);
        self
    }
}

/// Adds the values of a section to those that are there.
fn merge(to: &mut toml::Table, from: toml::Table) {
    for (section, value) in from {
        match (to.get_mut(&section), value) {
            (Some(toml::Value::Table(there)), toml::Value::Table(more)) => there.extend(more),
            (_, value) => drop(to.insert(section, value)),
        }
    }
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
        settings.picture.render_scale = 0.5;
        settings.picture.brightness = 1.25;
        settings.control.invert_y = true;
        settings.window.width = 800;
        settings.sound.volume = 0.25;
        settings.sound.music_volume = 0.5;
        settings.sound.cd_music = CdMusic::Once;
        settings.sound.music_folder = "/music/mech".to_owned();
        settings.sound.speech_volume = 0.5;
        settings.sound.captions = false;
        settings.hud = HudOptions { scale: 1.5, inset: 0.25, compass: false, ..settings.hud };
        settings.overworld = Overworld { vertical: 2.5, time_speed: 60, winter: true, ..settings.overworld };
        settings.overworld = Overworld { land: Land::Original, weather: Sky::Snow, ..settings.overworld };
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
            [&b"[picture"[..], b"[picture]\nsamples = 1\nsamples = 4", b"\xff\xfe"].iter().enumerate()
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
    fn a_value_that_is_not_understood_is_the_default_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let text = "sound = 3\n[picture]\nlook = \"sepia\"\nvsync = false\nsamples = \"many\"\n\
                    [control]\ninvert_y = true\n[radio]\nstation = 5\n";
        std::fs::write(&path, text).unwrap();
        let (settings, line) = Settings::open(folder.path());
        let usual = Settings::default();
        let picture = Picture { vsync: false, ..usual.picture };
        let control = Control { invert_y: true, ..usual.control };
        assert_eq!(settings, Settings { picture, control, ..usual });
        let line = line.unwrap();
        for word in [
            "settings.toml: ",
            "sound is set",
            "picture.look is set to its default: unknown variant",
            "picture.samples",
            "kept as",
        ] {
            assert!(line.contains(word), "`{word}` is missing in {line}");
        }
        assert!(line.lines().count() == 1 && !line.contains("vsync") && !line.contains("radio"), "{line}");
        assert!(path.exists(), "it is still the file that is used");
        let copy = folder.path().join(format!("{FILE}.broken-1"));
        assert_eq!(std::fs::read_to_string(&copy).unwrap(), text);
        assert!(Settings::open(folder.path()).1.unwrap().contains("broken-1"), "one copy is enough");
        assert!(!folder.path().join(format!("{FILE}.broken-2")).exists());
        settings.save(folder.path()).unwrap();
        assert_eq!(Settings::open(folder.path()), (settings, None), "and nothing more is said");
        assert!(copy.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_place_of_the_file_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let (settings, line) = Settings::open(folder.path());
        assert_eq!(settings, Settings::default());
        assert!(line.unwrap().ends_with("cannot read: not a regular file"));
    }

    #[test]
    fn a_new_install_starts_with_a_preset_and_each_is_known_again() {
        let mut picture = Picture::default();
        assert_eq!(picture.preset(), Some(Preset::Medium));
        for preset in Preset::ALL {
            picture.choose(preset);
            assert_eq!(picture.preset(), Some(preset));
        }
        picture.render_scale = 0.75;
        assert_eq!(picture.preset(), None);
        // What a preset does not choose stays.
        picture.brightness = 1.5;
        picture.choose(Preset::Low);
        assert_eq!((picture.preset(), picture.brightness), (Some(Preset::Low), 1.5));
    }

    #[test]
    fn values_out_of_range_are_brought_back() {
        let folder = tempfile::tempdir().unwrap();
        let text = "[picture]\nfield_of_view_deg = nan\nsamples = 3\nanisotropy = 99\nframe_limit = 1\n\
                    render_scale = 0.01\nbrightness = inf\n\
                    [window]\nwidth = 1\n[control]\ndead_zone = 7.0\n[sound]\nvolume = 1e9\nmusic_volume = nan\n\
                    [overworld]\nvertical = 99.0\nview_cells = 1\nmemory_mb = 1\nnature = nan\nland_step = 0.0\n[hud]\nscale = 9.0\ninset = nan\n";
        std::fs::write(folder.path().join(FILE), text).unwrap();
        let (settings, _) = Settings::open(folder.path());
        assert_eq!(settings.picture.field_of_view_deg, Picture::default().field_of_view_deg);
        assert_eq!((settings.picture.samples, settings.picture.anisotropy), (1, 16));
        assert_eq!(settings.picture.frame_limit, 10);
        assert_eq!((settings.picture.render_scale, settings.picture.brightness), (0.25, 1.0));
        assert_eq!(settings.window.width, 160);
        assert_eq!(settings.control.dead_zone, 0.9);
        assert_eq!((settings.sound.volume, settings.sound.music_volume), (1.0, 1.0));
        let usual = Overworld::default();
        let land = Overworld { vertical: 10.0, view_cells: 2, memory_mb: 64, land_step: 1.0, ..usual };
        assert_eq!(settings.overworld, land);
        assert_eq!((settings.hud.scale, settings.hud.inset), (3.0, 0.0));
    }
}
