//! Sounds and music at places of a zone: `Z_sounds.eff`, records without a header.
//! Source: `docs/spec/everquest/zone-install.md`, "11. Sound".

use crate::packed;
use crate::sound_bank::SoundBank;
use binary::{Code, Cursor, FormatCodes, Mode, Record, Report, Result, Segment, Site, Writer, codes, record};
use serde::{Deserialize, Serialize};

codes! {
    TRUNCATED = "everquest.sounds.truncated": "the file ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "everquest.sounds.not_finite": "a place or a radius is NaN or infinite" => "copy the file again from its source";
    TRAILING = "everquest.sounds.trailing": "bytes follow the last structure" => "cut the file at the stated offset";
    LIMIT = "everquest.sounds.limit": "there are more sounds than the limits allow" => "raise the limit if the file is trusted";
    SIZE = "everquest.sounds.size": "the file is not whole records of 84 bytes" => "copy the file again from its source";
    KIND = "everquest.sounds.kind": "a sound is of no known type" => "use 0 for a constant sound, 1 for music, 2 for a sound with fall-off, 3 for one with fall-off by day and by night";
    RESERVED = "everquest.sounds.reserved": "a field is not 0 as in all files that were checked; nothing is known of what it means" => "nothing to do";
    RADIUS = "everquest.sounds.radius": "a radius is negative" => "use the distance in units up to which it is heard";
    RADIUS_AGAIN = "everquest.sounds.radius_again": "a sound with fall-off does not repeat its radius at +68, as all known ones do" => "set it to the radius";
}

/// Every finding that reading sounds can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, Sound::CODES].concat()
}

static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

record! {
    /// A sound or a piece of music at a place.
    pub struct Sound in "everquest.sounds.record" sizes [84] {
        /// Whatever was in memory.
        pointer: u32 [0],
        /// 0 in all files that were checked, as the others of this name.
        zero04: u32 [4],
        zero08: u32 [8],
        /// Counted over the whole install.
        number: u32 [12],
        /// In the zone's own axes, in units.
        position: [f32; 3] [16],
        /// How far it is heard, in units.
        radius: f32 [28],
        /// Milliseconds between two times it is heard; 0 in all known files.
        pause_1: i32 [32],
        /// The same by night.
        pause_2: i32 [36],
        /// At most so much more, by chance.
        pause_random: i32 [40],
        zero44: i32 [44],
        /// By day: a number of the bank, of music a sequence or a line of `mp3index.txt`.
        sound_1: i32 [48],
        /// By night.
        sound_2: i32 [52],
        /// 0 constant sound, 1 music, 2 sound with fall-off; 3 see [`DAY_NIGHT_FALLOFF`].
        kind: u8 [56],
        /// Whatever was in memory.
        junk: [u8; 3] [57],
        /// With fall-off: 100, 80 or 0, probably percent. Music: how often by day.
        volume_or_loops: i32 [60],
        /// Music: how often by night.
        loops_night: i32 [64],
        /// Music: fade-out in milliseconds. With fall-off: the radius again.
        fade_or_radius: i32 [68],
        zero72: i32 [72],
        /// With fall-off: its multiplier. Music: 1000 or 0.
        falloff: i32 [76],
        zero80: i32 [80],
    }
}

/// Bytes of a record.
const SIZE_OF_SOUND: usize = Sound::SIZES[0];
/// The type of constant sounds.
pub const CONSTANT: u8 = 0;
/// The type of music.
pub const MUSIC: u8 = 1;
/// The type of sounds with fall-off.
pub const FALLOFF: u8 = 2;
/// The type of sounds with fall-off that differ by day and by night. No file that was checked has it; that there is one
/// is known from public tools.
pub const DAY_NIGHT_FALLOFF: u8 = 3;

/// The sounds of a zone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sounds {
    /// In file order. A zone may have none.
    pub sounds: Vec<Sound>,
    /// Bytes of a record that is not whole; none in known files.
    #[serde(with = "packed", default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<u8>,
}

/// What the number of a sound means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbered<'a> {
    /// Silence.
    None,
    /// A sound of the bank, by its name without ending.
    Named(&'a str),
    /// A sound that is built into the client: 32 to 161.
    BuiltIn(i32),
    /// A number that the bank does not have.
    Missing(i32),
}

/// What a number stands for in a zone with this bank. It is not for music.
pub fn numbered(bank: &SoundBank, number: i32) -> Numbered<'_> {
    let (list, first) = match number {
        ..=0 => return Numbered::None,
        1..=31 => (bank.emit(), 1),
        32..=161 => return Numbered::BuiltIn(number),
        162.. => (bank.loops(), 162),
    };
    let index = usize::try_from(number - first).ok();
    index.and_then(|index| list.get(index)).map_or(Numbered::Missing(number), |name| Numbered::Named(name))
}

/// Reads the sounds of a zone.
///
/// # Errors
/// Places and radii that are no numbers.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Sounds, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let sounds = sounds(&mut cursor)?;
    Ok((sounds, cursor.finish()?))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut cursor = Cursor::with_report(bytes, &FORMAT, Report::new(Mode::Lenient).with_trace());
    // What ends the reading is reported by `read`.
    let _ = sounds(&mut cursor);
    cursor.report.take_sites()
}

fn sounds(cursor: &mut Cursor<'_>) -> Result<Sounds> {
    let count = cursor.remaining() / SIZE_OF_SOUND;
    cursor.expect_items(count, SIZE_OF_SOUND, "sounds")?;
    let mut sounds = Vec::with_capacity(count);
    for index in 0..count {
        let at = cursor.offset();
        sounds.push(cursor.within(Segment::at("sound", index), |cursor| {
            let sound: Sound = cursor.record(0)?;
            look(&mut cursor.report, &sound, at);
            Ok(sound)
        })?);
    }
    let (at, left) = (cursor.offset(), cursor.remaining());
    let rest = cursor.take(left, "the rest")?.to_vec();
    if left > 0 {
        cursor.trace_bytes("rest", at, left);
        cursor.report.habit(&SIZE, at, "the end of the file", format_args!("{left} more bytes"));
    }
    Ok(Sounds { sounds, rest })
}

fn look(report: &mut Report, sound: &Sound, at: usize) {
    let reserved =
        [(4, i64::from(sound.zero04)), (8, i64::from(sound.zero08)), (44, i64::from(sound.zero44))];
    let reserved = reserved.into_iter().chain([(72, i64::from(sound.zero72)), (80, i64::from(sound.zero80))]);
    for (offset, value) in reserved.filter(|(_, value)| *value != 0) {
        report.note(&RESERVED, at + offset, 0, value);
    }
    if sound.kind > DAY_NIGHT_FALLOFF {
        report.habit(&KIND, at + 56, "0 to 3", sound.kind);
    }
    if sound.radius < 0.0 {
        report.habit(&RADIUS, at + 28, "0 or more", sound.radius);
    }
    if sound.kind == FALLOFF && sound.fade_or_radius as f32 != sound.radius.trunc() {
        report.note(&RADIUS_AGAIN, at + 68, sound.radius.trunc(), sound.fade_or_radius);
    }
}

/// Writes the sounds of a zone.
pub fn write(sounds: &Sounds) -> Vec<u8> {
    let mut writer = Writer::with_capacity(sounds.sounds.len() * SIZE_OF_SOUND + sounds.rest.len());
    for sound in &sounds.sounds {
        writer.record(sound, 0);
    }
    writer.raw(&sounds.rest);
    writer.into_bytes()
}
