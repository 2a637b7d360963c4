//! The credits: what Revisit is, its licence, what it is made with, and whose names it mentions.

use super::Wish;
use crate::theme;
use egui::{RichText, ScrollArea, Ui};

/// What the program uses of others: name, what for, licence.
const CRATES: &[(&str, &str, &str)] = &[
    ("egui, egui-winit, egui-wgpu", "these pages", "MIT or Apache-2.0"),
    ("winit", "windows and input", "Apache-2.0"),
    ("wgpu", "drawing", "MIT or Apache-2.0"),
    ("glam", "vectors and matrices", "MIT or Apache-2.0"),
    ("rodio, alsa", "sound devices", "MIT or Apache-2.0"),
    ("symphonia", "decoding sounds", "MPL-2.0"),
    ("gilrs", "gamepads", "Apache-2.0 or MIT"),
    ("rfd", "file dialogs", "MIT"),
    ("open", "opening videos in this system's player", "MIT"),
    ("notify", "watching the files of mods", "CC0-1.0"),
    (
        "png, image, zune-jpeg, jpeg-encoder, pcx",
        "pictures",
        "MIT or Apache-2.0; jpeg-encoder also IJG; pcx: WTFPL",
    ),
    ("zip, flate2, bzip2", "compressed files", "MIT; MIT or Apache-2.0; its libbz2-rs-sys: bzip2-1.0.6"),
    ("gltf", "exporting", "MIT or Apache-2.0"),
    ("serde, serde_json, toml", "reading and writing settings", "MIT or Apache-2.0"),
    ("clap, indicatif, ctrlc", "the command line", "MIT or Apache-2.0; MIT; MIT or Apache-2.0"),
    ("rayon, smallvec, hashbrown, bytemuck, bitflags", "data in memory", "MIT or Apache-2.0"),
    ("xxhash-rust", "hashes", "BSL-1.0"),
    ("js-sys, wasm-bindgen, wasm-bindgen-futures, web-sys", "the page in a browser", "MIT or Apache-2.0"),
    ("object", "program files", "MIT or Apache-2.0"),
    ("tracing, tracing-subscriber, log", "the log", "MIT; log: MIT or Apache-2.0"),
    ("directories, libc, libm, rustix, strsim, pollster, hound, base64", "small things", "MIT or Apache-2.0"),
    ("noto-sans-mono-bitmap", "the letters of the HUD: Noto Sans Mono", "MIT; the font: OFL"),
    ("Ubuntu Light, Hack, Noto Emoji", "the letters on the screen", "Ubuntu Font Licence, MIT, OFL"),
];

/// Shows them.
pub fn show(ui: &mut Ui, wishes: &mut Vec<Wish>) {
    ui.horizontal(|ui| {
        if ui.button("Back").on_hover_text("Esc").clicked() {
            wishes.push(Wish::Back);
        }
        ui.label(RichText::new("Credits").heading().color(theme::WARM));
    });
    ui.add_space(4.0);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        paragraph(ui, &format!(
            "Revisit {} reads the files of 3-D games of the 1990s and 2000s and lets you walk through their \
             worlds without the original programs. It needs your own copy of a game; no part of any game comes with it.",
            env!("CARGO_PKG_VERSION")
        ));
        paragraph(ui, "It is free software under the MIT licence or the Apache Licence 2.0, whichever you prefer. The valley, \
             the island, Larkmere, the courtyard and everything in them were made for it and have the same licences.");
        heading(ui, "Games");
        paragraph(ui, "MechWarrior, Recoil, Crimson Skies, EverQuest, The Elder Scrolls, Warcraft, Gamestudio and all other \
             names of games and engines belong to their owners. They say which files are meant. Revisit is not made, \
             checked or endorsed by any of these owners.");
        heading(ui, "Made with");
        for (name, what, licence) in CRATES {
            ui.horizontal_wrapped(|ui| {
                ui.label(*name);
                ui.label(RichText::new(format!("{what} ({licence})")).color(theme::QUIET));
            });
        }
        ui.add_space(6.0);
        paragraph(ui, "and the libraries that these use in turn; Cargo.lock in the source code lists all of them.");
    });
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(text).size(16.0));
}

fn paragraph(ui: &mut Ui, text: &str) {
    ui.add(egui::Label::new(text).wrap());
    ui.add_space(4.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What tests alone use.
    const FOR_TESTS: [&str; 1] = ["tempfile"];

    #[test]
    fn everything_that_the_program_uses_of_others_is_named() {
        let workspace: toml::Table = toml::from_str(include_str!("../../../../Cargo.toml")).unwrap();
        let used = workspace["workspace"]["dependencies"].as_table().unwrap();
        let named: Vec<&str> = CRATES.iter().flat_map(|(names, ..)| names.split(", ")).collect();
        let ours = |value: &toml::Value| value.get("path").is_some();
        for (name, _) in used.iter().filter(|(_, value)| !ours(value)) {
            // A family is named by its first member.
            let family = name.split(['-', '_']).next().unwrap_or(name);
            let known = named.contains(&name.as_str()) || named.contains(&family);
            assert!(known || FOR_TESTS.contains(&name.as_str()), "{name} is not in the credits");
        }
    }
}
