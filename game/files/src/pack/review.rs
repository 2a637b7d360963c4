//! What strict reading says of a file that was packed or is being unpacked, so
//! that packing writes nothing that its format would call damaged, but for what was odd
//! about the file before.

use binary::{Finding, Mode, Report, Severity};
use filekind::document::Known;
use filekind::{ArchiveForm, Identity};

/// What strict reading says of a file.
#[derive(Debug, Default)]
pub struct Review {
    findings: Vec<Finding>,
    /// How often each code of an error occurs, also beyond the findings kept.
    errors: Known,
}

impl Review {
    /// Reads the bytes of a file of this kind; archives with their members.
    pub fn of(identity: Identity, bytes: &[u8]) -> Self {
        let mut review = Review::default();
        let archive = identity.kind.archive;
        match identity.read(bytes, Mode::Strict) {
            Ok((_, report)) => {
                review.add(report, "");
                if let Some(archive) = archive.filter(|archive| !archive.reads_members) {
                    review.members(&archive, bytes, false);
                }
            }
            // The end at the first damaged member says nothing of the others.
            Err(_) if archive.is_some_and(|archive| review.members(&archive, bytes, true)) => {}
            Err(finding) => review.fail(*finding, ""),
        }
        review
    }

    /// How many errors of each code there are.
    pub fn into_known(self) -> Known {
        self.errors
    }

    /// How many errors of this code there are.
    pub fn errors_of(&self, code: &str) -> u32 {
        self.errors.get(code).copied().unwrap_or_default()
    }

    /// An error beyond those that are known.
    pub fn fresh(&self, known: &Known) -> Option<&Finding> {
        let is_known = |code: &str| self.errors_of(code) <= known.get(code).copied().unwrap_or_default();
        self.findings.iter().find(|finding| finding.severity == Severity::Error && !is_known(finding.code))
    }

    /// The findings as lenient reading has them: what is left was there before.
    pub fn into_findings(self) -> Vec<Finding> {
        let mild = |mut finding: Finding| {
            finding.severity = finding.severity.min(Severity::Warning);
            finding
        };
        self.findings.into_iter().map(mild).collect()
    }

    /// Reads the members of an archive one by one, after its own table of contents
    /// `with_list`. False when all of them can be read.
    fn members(&mut self, archive: &ArchiveForm, bytes: &[u8], with_list: bool) -> bool {
        let Ok((members, report)) = (archive.list)(bytes, Mode::Strict) else {
            return false;
        };
        if with_list {
            self.add(report, "");
        }
        let kind_of = (archive.members)(bytes, &|_| None);
        let mut failed = false;
        for (index, member) in members.iter().enumerate() {
            let place = member_place(index, &member.name);
            let identity = kind_of(&member.name, &member.data);
            match identity.map(|identity| identity.read(&member.data, Mode::Strict)) {
                Some(Ok((_, report))) => self.add(report, &place),
                Some(Err(finding)) => {
                    failed = true;
                    self.fail(*finding, &place);
                }
                None => {}
            }
        }
        failed
    }

    fn add(&mut self, report: Report, place: &str) {
        let counts = report.counts().clone();
        let findings = report.into_findings();
        for (code, count) in counts {
            let error = |finding: &Finding| finding.code == code && finding.severity == Severity::Error;
            if findings.iter().any(error) {
                *self.errors.entry(code.to_owned()).or_default() += count;
            }
        }
        self.findings.extend(findings.into_iter().map(|finding| within(finding, place)));
    }

    fn fail(&mut self, finding: Finding, place: &str) {
        *self.errors.entry(finding.code.to_owned()).or_default() += 1;
        self.findings.push(within(finding, place));
    }
}

/// Where in an archive a member's findings are, as readers of archives say it.
pub fn member_place(index: usize, name: &str) -> String {
    format!("entry {index} \"{name}\"")
}

fn within(mut finding: Finding, place: &str) -> Finding {
    finding.path = match (place, finding.path.as_str()) {
        ("", path) => path.to_owned(),
        (place, "") => place.to_owned(),
        (place, path) => format!("{place}, {path}"),
    };
    finding
}
