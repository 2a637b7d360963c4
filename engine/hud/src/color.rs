//! The colours of a HUD. Source: Okabe and Ito, "Color Universal Design" (2008): people with any kind of colour
//! vision tell these apart.

use world::HudColor;

/// Letters and lines.
pub const PLAIN: HudColor = [0xF2, 0xF2, 0xEA, 0xFF];
/// What is not looked at first.
pub const QUIET: HudColor = [0xD8, 0xDC, 0xDC, 0xFF];
/// What is there, but behind something.
pub const FAINT: HudColor = [0xD8, 0xDC, 0xDC, 0x58];
/// All is well: sky blue.
pub const GOOD: HudColor = [0x56, 0xB4, 0xE9, 0xFF];
/// What wants attention: orange.
pub const WARNING: HudColor = [0xE6, 0x9F, 0x00, 0xFF];
/// Behind letters and bars: so dark that each of the colours above but the faint one has a contrast of 5 with it even
/// over a white sky. (4.5 is what "Web Content Accessibility Guidelines" 2.2, 1.4.3, asks for.)
pub const DARK: HudColor = [0x00, 0x00, 0x00, 0xC8];

/// The dark rim of a line: as strong as that is.
pub fn rim([.., alpha]: HudColor) -> HudColor {
    let [red, green, blue, dark] = DARK;
    [red, green, blue, (u16::from(dark) * u16::from(alpha) / 0xFF) as u8]
}
