//! What is in archives whose readers do not read their members.

use crate::fail;
use crate::file::difference;
use binary::{Finding, Mode};
use filekind::{Catalog, FileKind, Identity, Writing};
use load::gamestudio::alone;

/// How many archives may be inside each other.
const DEPTH: usize = 4;

/// About how many bytes of members one file may have: archives inside archives could be
/// packed without end.
const MOST: usize = 1 << 30;

/// What strict reading finds in the members of an archive of this kind: as the archive
/// says what they are, else as their own bytes and names do. Those of no known kind are
/// not judged, but for pictures.
pub fn members(
    catalog: &Catalog,
    kind: &FileKind,
    file: &str,
    bytes: &[u8],
    roundtrip: bool,
) -> Vec<Finding> {
    let mut look = Look { catalog, roundtrip, left: MOST, findings: Vec::new() };
    look.inside(kind, file, bytes, DEPTH);
    look.findings
}

struct Look<'a> {
    catalog: &'a Catalog,
    roundtrip: bool,
    /// Bytes of members that are still looked at.
    left: usize,
    findings: Vec<Finding>,
}

impl Look<'_> {
    fn inside(&mut self, kind: &FileKind, file: &str, bytes: &[u8], depth: usize) {
        let form = kind.archive.filter(|form| !form.reads_members && depth > 0 && self.left > 0);
        let Some(form) = form else { return };
        // What is wrong with the archive itself was found when it was read.
        let Ok((members, _)) = (form.list)(bytes, Mode::Lenient) else { return };
        let kind_of = (form.members)(bytes, &|_| None);
        for member in members.iter().filter(|member| !member.data.is_empty()) {
            self.left = self.left.saturating_sub(member.data.len());
            let address = format!("{file}/{}", member.name);
            let own = || self.catalog.identify_file(&member.name, &member.data);
            match kind_of(&member.name, &member.data).or_else(own) {
                Some(identity) => {
                    self.member(identity, &address, &member.data);
                    self.inside(identity.kind, &address, &member.data, depth - 1);
                }
                None if alone::is_picture(&member.name) => {
                    let mut finding = alone::picture(&address, &member.data).err();
                    finding.iter_mut().for_each(|finding| fail(finding));
                    self.findings.extend(finding.map(|finding| *finding));
                }
                None => {}
            }
        }
    }

    fn member(&mut self, identity: Identity, address: &str, bytes: &[u8]) {
        let (content, report) = match identity.read(bytes, Mode::Strict) {
            Ok(read) => read,
            Err(finding) => {
                self.findings.push(finding.in_file(address));
                return;
            }
        };
        let named = |finding: Finding| finding.in_file(address);
        self.findings.extend(report.into_findings().into_iter().map(named));
        if self.roundtrip {
            match content.to_bytes() {
                Ok(Some(written)) if written != bytes && identity.kind.writing == Writing::Exact => {
                    self.findings.push(difference(address, bytes, &written));
                }
                Ok(_) => {}
                Err(finding) => self.findings.push(finding.in_file(address)),
            }
        }
    }
}
