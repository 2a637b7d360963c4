//! Who carries commands out, and where files come from.

use crate::codes::Place;
use crate::commands::Command;
use crate::registers::{Handle, Registers};
use crate::script::Angles;

/// Files of an install. Scripts reach no others.
pub trait Files {
    /// The bytes of a file by a path as a script writes it: with `\` or `/`, in any case, perhaps
    /// beginning with `..\`. Nothing if it is not there, or outside the install.
    fn read(&mut self, path: &str) -> Option<Vec<u8>>;

    /// Whether the file is there and newer than a compiled script of that Unix time, so that it
    /// replaces it. Never so in an install as it was sold; a mod may say so.
    fn is_newer(&mut self, _path: &str, _than: u32) -> bool {
        false
    }
}

/// No files at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, _: &str) -> Option<Vec<u8>> {
        None
    }
}

/// Carries commands out.
pub trait Host {
    /// Carries out a command. What it needs is in `registers`: a command that works on the current
    /// node is not handed over where there is none. A host that removes something takes it out of
    /// them ([`Registers::forget`]).
    fn call(&mut self, call: &Call<'_>, registers: &mut Registers) -> Outcome;

    /// Looks at a line whose first word is no command, with its macros replaced; true if it was
    /// understood after all. This is the hook behind the table.
    fn unknown(&mut self, _place: Place<'_>, _words: &[String], _registers: &mut Registers) -> bool {
        false
    }
}

/// A command to be carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Call<'a> {
    /// Which, and its arguments.
    pub command: Command,
    /// The word that the script has for it.
    pub word: &'a str,
    /// Where.
    pub place: Place<'a>,
    /// The unit of `Object3DRotate` here.
    pub angles: Angles,
}

/// What became of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was carried out. If it sets registers, they are empty from now on.
    Done,
    /// It was carried out, and the registers that it sets hold this from now on.
    Now(Handle),
    /// What it names is not there, which is ordinary: scripts name nodes that some versions of a
    /// game lack.
    Missing,
    /// This host does not carry it out.
    Unused,
    /// It could not be carried out, and why.
    Failed(String),
}
