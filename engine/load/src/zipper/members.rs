//! Members that mods lay over archives which are read whole: libraries of
//! 'mechs, motions. What the archive says of a member that is replaced no longer
//! counts.

use super::MEMBER;
use binary::{Finding, Report, Result, Severity};
use vfs::{Bytes, Vfs};
use zbd::archive::{TypedArchive, TypedEntry};

/// The kind of a member by its lower-case name; `None` for names that the archive cannot hold and
/// for what mods cannot change.
pub(super) type Reader<'r, C> = &'r mut dyn FnMut(&str, &Bytes) -> Option<Result<(C, Report)>>;

/// Puts the mods' members into an archive: in place of the first member of that name, or after all
/// others. An unreadable member is a finding, and the archive's own member stays.
pub(super) fn lay_over<C>(
    vfs: &Vfs,
    address: &str,
    archive: &mut TypedArchive<C>,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
    read: Reader<'_, C>,
) {
    let mut unused = Vec::new();
    for entry in vfs.laid_over(address) {
        let bytes = match vfs.read(&entry.address) {
            Ok(bytes) => bytes,
            Err(finding) => {
                findings.push(*finding);
                continue;
            }
        };
        *bytes_read += bytes.len() as u64;
        let known = archive.entries.iter().position(|own| own.name.text().eq_ignore_ascii_case(&entry.name));
        let in_file = |finding: Finding| finding.in_file(&entry.address);
        match read(&entry.name.to_ascii_lowercase(), &bytes) {
            None => unused.push(entry.name),
            Some(Err(finding)) => findings.push(in_file(*finding)),
            Some(Ok((content, report))) => {
                findings.extend(report.into_findings().into_iter().map(in_file));
                match (known, TypedEntry::new(&entry.name, content)) {
                    (Some(at), Some(member)) => archive.entries[at].content = member.content,
                    (None, Some(member)) => archive.entries.push(member),
                    (_, None) => unused.push(entry.name),
                }
            }
        }
    }
    if let Some(first) = unused.first() {
        let more = unused.len() - 1;
        let found = if more > 0 { format!("`{first}` and {more} more") } else { format!("`{first}`") };
        let expected = "members as the archive has them";
        findings.push(Finding::new(&MEMBER, Severity::Warning, address, expected, found));
    }
}
