//! The texture directory: which texture files the materials refer to.
//! Source: `docs/spec/zbd/gamez.md`, "2. Texture directory".

use super::Version;
use super::rules::{Rules, pointer, require};
use binary::{Cursor, Record, Result, Segment, Suffixed, Writer, codes, record};

codes! {
    NAME = "zbd.gamez.texture.name": "a texture's file name breaks the rules of its field"
        => "write stem, NUL, extension and NULs, all 7-bit";
    STATE = "zbd.gamez.texture.state": "a texture's state is not one that files hold"
        => "set it to 2";
    IMAGE_PTR = "zbd.gamez.texture.image_ptr": "a texture's image address does not fit its state"
        => "set it to 0, with state 2";
    MIP_INDEX = "zbd.gamez.texture.mip_index": "a texture's smaller version is not in the directory"
        => "set it to -1 or to the position of another entry";
}

/// Values of [`TextureEntry::state`].
pub mod state {
    /// PM, CS: has an image address.
    pub const ASSIGNED: u32 = 1;
    /// Has none.
    pub const USED: u32 = 2;
}

record! {
    /// One texture file by name.
    pub struct TextureEntry in "zbd.gamez.texture" sizes [36, 40, 44] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon and Crimson Skies.
        /// Stale address; not zero exactly when `state` is 1 (PM, CS).
        image_ptr: u32 [0, 0, 0],
        field04: u32 [_, _, 4] must 0,
        surface_ptr: u32 [4, 4, 8] must 0,
        /// File name; look it up by stem, it may have been cut.
        name: Suffixed<20> [8, 8, 12],
        /// 1 assigned (PM, CS), 2 used.
        state: u32 [28, 28, 32],
        category: i32 [_, 32, 36] must 0,
        /// Directory entry of the next smaller mip level, or -1.
        mip_index: i32 [32, 36, 40],
    }
}

/// Reads the directory at the cursor.
pub(crate) fn read(cursor: &mut Cursor<'_>, version: Version, count: usize) -> Result<Vec<TextureEntry>> {
    let column = version.column();
    cursor.expect_items(count, TextureEntry::SIZES[column], "textures")?;
    let mut entries = Vec::with_capacity(count);
    for index in 0..count {
        let at = cursor.offset();
        entries.push(cursor.within(Segment::at("texture", index), |cursor| {
            let entry: TextureEntry = cursor.record(column)?;
            entry.check(&mut Rules::of::<TextureEntry>(&mut cursor.report, at, version), version, count);
            Ok(entry)
        })?);
    }
    Ok(entries)
}

/// Writes the directory.
pub(crate) fn write(writer: &mut Writer, version: Version, entries: &[TextureEntry]) {
    for entry in entries {
        writer.record(entry, version.column());
    }
}

impl TextureEntry {
    fn check(&self, rules: &mut Rules<'_>, version: Version, count: usize) {
        let at = rules.offset("name");
        self.name.check(rules.report, &NAME, at);
        let may_be_assigned = !version.has_zeroed_tail();
        let assigned = may_be_assigned && self.state == state::ASSIGNED;
        let states = if may_be_assigned { "1 or 2" } else { "2" };
        require!(rules, STATE, self.state, self.state == state::USED || assigned, "{states}");
        pointer!(rules, IMAGE_PTR, self.image_ptr, assigned);
        require!(
            rules,
            MIP_INDEX,
            self.mip_index,
            self.mip_index == -1 || usize::try_from(self.mip_index).is_ok_and(|index| index < count),
            "-1 or one of the {count} entries"
        );
    }
}
