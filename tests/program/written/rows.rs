//! Every option of the program that takes a path: those that are read, and a row for each that is written to.

use super::{has_adapter, unpacked, videos};
use crate::program::{demo, island, revisit};
use std::path::{Path, PathBuf};

/// Options and arguments that take a path to read, by verb.
pub const READ: [(&str, &[&str]); 25] = [
    ("", &["home"]),
    ("detect", &["path", "music"]),
    ("worlds", &["path", "mods"]),
    ("load", &["path", "mods"]),
    ("sim", &["path", "mods", "replay"]),
    ("inspect", &["file"]),
    ("check", &["path", "mods"]),
    ("bench load", &["path", "mods"]),
    ("bench models", &["path", "mods"]),
    ("bench frames", &["path", "mods", "replay"]),
    ("bench compare", &["before", "after"]),
    ("vfs ls", &["path", "mods"]),
    ("vfs which", &["path", "mods"]),
    ("shot", &["path", "mods", "from", "replay"]),
    ("listen", &["path", "mods"]),
    ("show", &["path", "mods"]),
    ("play", &["path", "mods", "music", "replay"]),
    ("videos", &["path", "mods"]),
    ("sounds", &["path", "mods"]),
    ("unpack", &["file"]),
    ("pack", &["dir"]),
    ("export", &["path", "mods"]),
    ("script", &["path", "mods", "source"]),
    ("anims", &["path", "mods"]),
    ("definitions", &["path", "mods"]),
];

/// What an option that takes a path writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// One file.
    File,
    /// A folder as a whole.
    Folder,
    /// Files into a folder.
    Files,
}

/// An option of a verb that takes a path to write to.
pub struct Row {
    pub verb: &'static str,
    /// As clap knows it.
    pub option: &'static str,
    pub output: Output,
    /// The name of the output.
    pub name: &'static str,
    /// The command line: `GAME` and `OUT` stand for an install and for the output.
    pub words: &'static [&'static str],
    /// True if the output says itself that this program wrote it.
    pub says_so: bool,
    /// True for what only a machine with a graphics adapter, a display or ffmpeg writes.
    pub needs: Needs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    Nothing,
    Adapter,
    Display,
    Ffmpeg,
}

pub const ROWS: [Row; 14] = [
    Row {
        verb: "sim",
        option: "record",
        output: Output::File,
        name: "walk.jsonl",
        words: &["sim", "GAME", "--ticks", "60", "--record", "OUT"],
        says_so: true,
        needs: Needs::Nothing,
    },
    Row {
        verb: "sim",
        option: "audio_out",
        output: Output::File,
        name: "heard.wav",
        words: &["sim", "GAME", "--ticks", "6", "--audio-out", "OUT"],
        says_so: true,
        needs: Needs::Nothing,
    },
    Row {
        verb: "demo",
        option: "write",
        output: Output::Folder,
        name: "demo",
        words: &["demo", "plain", "--write", "OUT"],
        says_so: true,
        needs: Needs::Nothing,
    },
    Row {
        verb: "shot",
        option: "out",
        output: Output::File,
        name: "shot.png",
        words: &["shot", "GAME", "--size", "32x32", "--out", "OUT"],
        says_so: true,
        needs: Needs::Adapter,
    },
    Row {
        verb: "listen",
        option: "out",
        output: Output::File,
        name: "place.wav",
        words: &["listen", "GAME", "--seconds", "0.1", "--out", "OUT"],
        says_so: true,
        needs: Needs::Nothing,
    },
    Row {
        verb: "show",
        option: "out",
        output: Output::File,
        name: "model.png",
        words: &["show", "WALKERS", "walker", "--size", "32x32", "--out", "OUT"],
        says_so: true,
        needs: Needs::Adapter,
    },
    Row {
        verb: "show",
        option: "sheet",
        output: Output::File,
        name: "sheet.png",
        words: &[
            "show", "WALKERS", "walker", "--clip", "walk", "--frames", "2", "--size", "32x32", "--sheet",
            "OUT",
        ],
        says_so: true,
        needs: Needs::Adapter,
    },
    Row {
        verb: "play",
        option: "record",
        output: Output::File,
        name: "walk.jsonl",
        words: &["play", "GAME", "--frames", "2", "--record", "OUT"],
        says_so: true,
        needs: Needs::Display,
    },
    Row {
        verb: "videos",
        option: "convert",
        output: Output::Files,
        name: "intro.webm",
        words: &["videos", "VIDEOS", "--convert", "OUT"],
        says_so: false,
        needs: Needs::Ffmpeg,
    },
    Row {
        verb: "sounds",
        option: "write",
        output: Output::Files,
        name: "Assets/Sounds/surf.wav",
        words: &["sounds", "ISLAND", "surf", "--write", "OUT"],
        says_so: false,
        needs: Needs::Nothing,
    },
    Row {
        verb: "unpack",
        option: "dir",
        output: Output::Folder,
        name: "unpacked",
        words: &["unpack", "GAME/zbd/interp.zbd", "OUT"],
        // What is in it may have been edited.
        says_so: false,
        needs: Needs::Nothing,
    },
    Row {
        verb: "pack",
        option: "file",
        output: Output::File,
        name: "interp.zbd",
        words: &["pack", "UNPACKED", "OUT"],
        says_so: false,
        needs: Needs::Nothing,
    },
    Row {
        verb: "script",
        option: "export",
        output: Output::File,
        name: "gamez.zbd",
        words: &["script", "GAME", "--export", "OUT"],
        says_so: false,
        needs: Needs::Nothing,
    },
    Row {
        verb: "export",
        option: "out",
        output: Output::File,
        name: "world.glb",
        words: &["export", "GAME", "--out", "OUT"],
        says_so: true,
        needs: Needs::Nothing,
    },
];

impl Row {
    /// The path that the option is given for an output in this folder.
    pub fn out(&self, folder: &Path) -> PathBuf {
        if self.output == Output::Files { folder.to_owned() } else { folder.join(self.name) }
    }

    pub fn words(&self, out: &Path, more: &[&str]) -> Vec<String> {
        let words = self.words.iter().chain(more);
        let place = |word: &&str| {
            let (first, rest) = word.split_once('/').unwrap_or((word, ""));
            let known = match first {
                "GAME" => demo(),
                "ISLAND" => island(),
                "WALKERS" => crate::walker::install(),
                "UNPACKED" => unpacked(),
                "VIDEOS" => videos().unwrap_or("none"),
                "OUT" => out.to_str().unwrap(),
                _ => return (*word).to_owned(),
            };
            Path::new(known).join(rest).display().to_string().trim_end_matches('/').to_owned()
        };
        words.map(place).collect()
    }

    pub fn run(&self, out: &Path, more: &[&str]) -> crate::program::Run {
        revisit(self.words(out, more))
    }

    /// True if this machine has what writing takes. Refusing takes nothing.
    pub fn can_be_written(&self) -> bool {
        match self.needs {
            Needs::Nothing => true,
            Needs::Adapter => has_adapter(),
            // The tests of the window write it.
            Needs::Display => false,
            Needs::Ffmpeg => videos().is_some(),
        }
    }

    /// True if this machine gets as far as looking at what is in the folder.
    pub fn can_be_asked(&self) -> bool {
        self.needs != Needs::Ffmpeg || videos().is_some()
    }
}
