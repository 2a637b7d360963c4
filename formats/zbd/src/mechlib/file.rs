//! The archive of models. Source: `docs/spec/zbd/mechlib.md`.

use super::{Content, Mechlib, materials, tree};
use crate::archive::{self, Contents, Directory, Footer, Member, assemble, directory_within, read_member};
use crate::gamez::Version;
use binary::{Cursor, Finding, FormatCodes, Mode, Report, Result, Severity, Site, codes};

codes! {
    TRUNCATED = "zbd.mechlib.truncated": "a member ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "zbd.mechlib.not_finite": "a number is NaN or infinite" => "export the file again";
    TRAILING = "zbd.mechlib.trailing": "bytes follow the last structure of a member" => "cut the member at the stated offset";
    LIMIT = "zbd.mechlib.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    FORMAT_VALUE = "zbd.mechlib.format": "the format is not 1" => "set it to 1";
    NO_FORMAT = "zbd.mechlib.no_format": "the member `format` is missing" => "add it: one word, 1";
    VERSION = "zbd.mechlib.version": "the version is that of no known game" => "use 27 for MechWarrior 3 or 41 for Pirate's Moon";
    NO_VERSION = "zbd.mechlib.no_version": "the member `version` is missing, which says how to read the rest" => "make sure that this is a mechlib.zbd and was copied whole";
    NO_MATERIALS = "zbd.mechlib.no_materials": "the member `materials` is missing, which the models refer to" => "make sure that this is a mechlib.zbd and was copied whole";
    FOOTER = "zbd.mechlib.footer": "the archive is not of the version that the game uses" => "write it with version 1 for MechWarrior 3, version 2 for Pirate's Moon";
    MEMBER = "zbd.mechlib.member": "a member is neither `format`, `version`, `materials` nor a `.flt`, or is there twice" => "remove it; the game does not use it";
    UNWRITABLE = "zbd.mechlib.unwritable": "the library does not fit the format" => "correct the named part";
}

/// What the cursor itself notices in a member of the library.
pub(super) static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// The word in the member `format` of every known file.
pub const FORMAT_WORD: u32 = 1;

/// Reads a library.
///
/// # Errors
/// Structural damage, in either mode: of the archive, an unknown version,
/// members that end early or go on, classes a tree cannot have, nesting beyond
/// the limits. In strict mode the report's verdict says whether a documented
/// habit is broken.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(Mechlib, Report)> {
    read_with(bytes, Report::new(mode))
}

/// Reads a library under a prepared report, for other limits.
///
/// # Errors
/// As [`read`].
pub fn read_with(bytes: &[u8], mut report: Report) -> Result<(Mechlib, Report)> {
    let mechlib = mechlib(bytes, &mut report)?;
    Ok((mechlib, report))
}

/// Every place the reader looks at; up to the damage if there is any.
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    let mut report = Report::new(Mode::Lenient).with_trace();
    // What ends the reading is reported by `read`.
    let _ = mechlib(bytes, &mut report);
    report.take_sites()
}

fn mechlib(bytes: &[u8], report: &mut Report) -> Result<Mechlib> {
    let directory = directory_within(bytes, Some(Contents::Other), report)?;
    // Version and materials first: everything else is read by them.
    let end = directory.toc_start;
    let (version_index, member) = find(&directory, "version")
        .ok_or_else(|| report.broken(&NO_VERSION, end, "a member `version`", "none"))?;
    let version = read_member(bytes, version_index, member, report, &FORMAT, version)?;
    let (materials_index, member) = find(&directory, "materials")
        .ok_or_else(|| report.broken(&NO_MATERIALS, end, "a member `materials`", "none"))?;
    let mut materials = Some(read_member(bytes, materials_index, member, report, &FORMAT, materials::read)?);
    let count = materials.as_ref().map_or(0, Vec::len);
    if find(&directory, "format").is_none() {
        report.habit(&NO_FORMAT, end, "a member `format`", "none");
    }
    let (wanted, found) = (footer_version(version), matches!(directory.footer, Footer::Version2 { .. }));
    if found != (wanted == 2) {
        report.habit(&FOOTER, end, wanted, if found { 2 } else { 1 });
    }

    let mut contents = Vec::with_capacity(directory.members.len());
    for (index, member) in directory.members.iter().enumerate() {
        let name = member.name.text().to_ascii_lowercase();
        contents.push(if index == version_index {
            Content::Version
        } else if index == materials_index {
            Content::Materials(materials.take().unwrap_or_default())
        } else {
            read_member(bytes, index, member, report, &FORMAT, |cursor| match name.as_str() {
                "format" => format(cursor),
                name if name.ends_with(".flt") => Ok(Content::Model(tree::read(cursor, version, count)?)),
                _ => other(cursor),
            })?
        });
    }
    Ok(Mechlib { version, archive: assemble(bytes, directory, contents) })
}

/// The first member of a name, whatever its case.
fn find<'d>(directory: &'d Directory, name: &str) -> Option<(usize, &'d Member)> {
    let mut members = directory.members.iter().enumerate();
    members.find(|(_, member)| member.name.text().eq_ignore_ascii_case(name))
}

/// Which version of archive a game uses.
fn footer_version(version: Version) -> u32 {
    if version == Version::PiratesMoon { 2 } else { 1 }
}

fn version(cursor: &mut Cursor<'_>) -> Result<Version> {
    let at = cursor.offset();
    let word: u32 = cursor.value("version")?;
    match Version::from_number(word) {
        Some(version @ (Version::MechWarrior3 | Version::PiratesMoon)) => Ok(version),
        _ => Err(cursor.report.broken(&VERSION, at, "27 or 41", word)),
    }
}

/// Reads a member that is one word: `version` or `format`.
///
/// # Errors
/// Missing or trailing bytes.
pub fn read_word(bytes: &[u8], mode: Mode) -> Result<(u32, Report)> {
    let mut cursor = Cursor::new(bytes, &FORMAT, mode);
    let word = cursor.value("word")?;
    Ok((word, cursor.finish()?))
}

fn format(cursor: &mut Cursor<'_>) -> Result<Content> {
    let at = cursor.offset();
    let word: u32 = cursor.value("format")?;
    if word != FORMAT_WORD {
        cursor.report.habit(&FORMAT_VALUE, at, FORMAT_WORD, word);
    }
    Ok(Content::Format(word))
}

fn other(cursor: &mut Cursor<'_>) -> Result<Content> {
    let at = cursor.offset();
    cursor.report.habit(&MEMBER, at, "`format`, `version` or `materials` once, or a `.flt`", "another");
    Ok(Content::Other(cursor.take(cursor.remaining(), "a member")?.to_vec()))
}

/// Writes a library; counts and offsets are derived.
///
/// # Errors
/// When reading could not give the same library back: no or several members
/// `version` or `materials`, contents that do not fit their names, models that
/// contradict themselves.
pub fn write(mechlib: &Mechlib) -> Result<Vec<u8>> {
    let version = mechlib.version;
    if !matches!(version, Version::MechWarrior3 | Version::PiratesMoon) {
        return Err(unwritable("MechWarrior 3 or Pirate's Moon", format_args!("{version:?}")));
    }
    check_names(mechlib)?;
    let archive = mechlib.archive.to_archive(|content| match content {
        Content::Format(word) => Ok(word.to_le_bytes().to_vec()),
        Content::Version => Ok(version.number().to_le_bytes().to_vec()),
        Content::Materials(materials) => super::write_materials(materials),
        Content::Model(tree) => super::write_model(tree, version),
        Content::Other(bytes) => Ok(bytes.clone()),
    })?;
    archive::write(&archive)
}

/// The name of a member decides what it is read as.
fn check_names(mechlib: &Mechlib) -> Result<()> {
    let (mut versions, mut materials) = (0, 0);
    for (index, entry) in mechlib.archive.entries.iter().enumerate() {
        let name = entry.name.text().to_ascii_lowercase();
        let fits = match &entry.content {
            Content::Format(_) => name == "format",
            Content::Version => {
                versions += 1;
                name == "version" && versions == 1
            }
            Content::Materials(_) => {
                materials += 1;
                name == "materials" && materials == 1
            }
            Content::Model(_) => name.ends_with(".flt"),
            Content::Other(_) => match name.as_str() {
                "version" => versions == 1,
                "materials" => materials == 1,
                name => name != "format" && !name.ends_with(".flt"),
            },
        };
        if !fits {
            let finding = unwritable("a name that fits what the member is", entry.name);
            return Err(Box::new(finding.inside(format_args!("entry {index}"))));
        }
    }
    if (versions, materials) != (1, 1) {
        let found = format_args!("{versions} and {materials}");
        return Err(unwritable("one member `version` and one `materials`", found));
    }
    Ok(())
}

fn unwritable(expected: &str, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found))
}
