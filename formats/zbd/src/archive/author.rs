//! Making new archives: the footer that each game and each kind of member asks
//! for. Source: `docs/spec/zbd/archive.md`, "Writing a valid file".

use super::{Archive, Contents, Entry, Footer};
use crate::gamez::Version;
use binary::Padded;

impl Entry {
    /// A member without comment and time, if the name is at most 63 ASCII
    /// characters. The data must not be empty.
    pub fn new(name: &str, data: Vec<u8>) -> Option<Self> {
        Some(Entry { name: Padded::new(name)?, data, ..Entry::default() })
    }
}

impl Archive {
    /// An archive of these members as a game stores it.
    ///
    /// ```
    /// use zbd::archive::{Archive, Contents, Entry, Footer, crc32};
    /// use zbd::gamez::Version;
    ///
    /// let soils = Entry::new("soils.zrd", b"\x01\0\0\0\x07\0\0\0".to_vec()).unwrap();
    /// let checksum = crc32(&soils.data);
    /// let archive = Archive::new(Version::PiratesMoon, Contents::Readers, vec![soils]);
    /// assert_eq!(archive.footer, Footer::Version2 { checksum, unit_lengths: false });
    /// ```
    pub fn new(version: Version, contents: Contents, entries: Vec<Entry>) -> Self {
        let footer = match version {
            Version::PiratesMoon => Footer::Version2 { checksum: 0, unit_lengths: false },
            Version::Recoil | Version::MechWarrior3 | Version::CrimsonSkies => Footer::Version1,
        };
        let mut archive = Archive { footer, entries, tail: Vec::new() };
        archive.seal(contents);
        archive
    }

    /// Makes the footer right again after the members were changed; to be left
    /// out where an odd footer is meant. Version 1 has nothing to be made right.
    pub fn seal(&mut self, contents: Contents) {
        // Lengths that are 1 by themselves say nothing else.
        let stored_as_one = self.entries.iter().any(|entry| entry.data.len() != 1);
        let sum = if contents == Contents::Readers { self.data_checksum() } else { 0 };
        if let Footer::Version2 { checksum, unit_lengths } = &mut self.footer {
            *checksum = sum;
            *unit_lengths = contents == Contents::Motions && stored_as_one;
        }
    }
}
