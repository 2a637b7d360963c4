//! Presets: graphics options that go together, by names that players know.

use crate::{Look, Settings};

/// A named choice of graphics options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// For machines without a graphics card: 20 frames a second in the valley at 1280x720, drawn by
    /// the processor alone.
    Low,
    /// As a new install starts.
    Medium,
    /// For graphics cards with power to spare.
    High,
    /// As in the games' own time.
    Retro,
}

/// The options that a preset chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    /// As [`Settings::render_scale`].
    pub render_scale: f32,
    /// View distance as a multiple of the game's own.
    pub view_distance: f32,
    /// As [`Settings::msaa`].
    pub msaa: u32,
    /// As [`Settings::anisotropy`].
    pub anisotropy: u16,
    /// As [`Settings::look`].
    pub look: Look,
}

impl Preset {
    /// All, from the fastest to the finest, the retro look last.
    pub const ALL: [Preset; 4] = [Preset::Low, Preset::Medium, Preset::High, Preset::Retro];

    /// Its name in menus.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Low => "Low",
            Preset::Medium => "Medium",
            Preset::High => "High",
            Preset::Retro => "Retro",
        }
    }

    /// What it chooses.
    pub const fn chosen(self) -> Chosen {
        let medium =
            Chosen { render_scale: 1.0, view_distance: 1.0, msaa: 1, anisotropy: 8, look: Look::Clear };
        match self {
            Preset::Low => Chosen { render_scale: 0.5, view_distance: 0.75, anisotropy: 1, ..medium },
            Preset::Medium => medium,
            Preset::High => Chosen { view_distance: 2.0, msaa: 4, anisotropy: 16, ..medium },
            Preset::Retro => Chosen { anisotropy: 1, look: Look::Faithful, ..medium },
        }
    }

    /// Options with what it chooses; `view_distance` is the game's own, metres.
    pub fn applied(self, settings: Settings, view_distance: f32) -> Settings {
        let chosen = self.chosen();
        Settings {
            render_scale: chosen.render_scale,
            view_distance: Some(view_distance * chosen.view_distance),
            msaa: chosen.msaa,
            anisotropy: chosen.anisotropy,
            look: chosen.look,
            ..settings
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_differ_and_change_nothing_else() {
        for (number, preset) in Preset::ALL.into_iter().enumerate() {
            for other in &Preset::ALL[number + 1..] {
                assert_ne!(preset.chosen(), other.chosen(), "{preset:?} {other:?}");
            }
            let before = Settings { fov_y_deg: Some(50.0), flashes_per_second: 0, ..Settings::default() };
            let after = preset.applied(before, 600.0);
            assert_eq!((after.fov_y_deg, after.flashes_per_second), (Some(50.0), 0));
            assert_eq!(after.view_distance, Some(600.0 * preset.chosen().view_distance));
        }
    }
}
