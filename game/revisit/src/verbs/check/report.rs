//! What `check` prints for people: errors first, every kind of finding once with its count, and the
//! files themselves only where they are asked for.

use crate::findings;
use base::output::{self, Findings, counted};
use binary::{Code, Finding, Severity};
use checking::FileResult;
use std::collections::BTreeMap;

/// Most findings of one kind that are listed without `--verbose`.
const fn listed(severity: Severity) -> usize {
    match severity {
        Severity::Error => 20,
        Severity::Warning => 5,
        Severity::Note => 0,
    }
}

/// Prints findings, files and a summary to stdout.
pub fn print(files: &[FileResult], findings: &Findings, roundtrip: bool, verbose: bool) {
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        group(&findings.items, severity, verbose).iter().for_each(|line| output::line(line));
    }
    // The summary tells of a single file that is not known.
    if verbose || matches!(files, [FileResult { kind: Some(_), .. }]) {
        files.iter().for_each(|file| output::line(&line_of(file)));
    }
    output::line(&summary(files, findings, roundtrip));
}

/// All findings of a severity, by kind, the most frequent first.
fn group(all: &[Finding], severity: Severity, verbose: bool) -> Vec<String> {
    let mut kinds: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for finding in all.iter().filter(|finding| finding.severity == severity) {
        kinds.entry(finding.code).or_default().push(finding);
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, findings)| std::cmp::Reverse(findings.len()));
    let total = kinds.iter().map(|(_, findings)| findings.len()).sum();
    if total == 0 {
        return Vec::new();
    }
    let codes = findings::all_codes();
    let mut lines = vec![count(total, severity)];
    for (id, findings) in kinds {
        let code = codes.iter().find(|code| code.id == id).copied();
        let means = code.map(|code| format!(": {}; {}", code.means, code.advice)).unwrap_or_default();
        lines.push(format!("  {} x {id}{means}", findings.len()));
        let most = if verbose { usize::MAX } else { listed(severity) };
        lines.extend(
            findings.iter().take(most).map(|finding| format!("    {}", place_and_fact(finding, code))),
        );
        let more = findings.len().saturating_sub(most);
        if more > 0 {
            let what = if most == 0 { "them" } else { "all" };
            lines.push(format!("    {more} not listed; --verbose lists {what}"));
        }
    }
    lines
}

/// A finding without what its kind says already.
fn place_and_fact(finding: &Finding, code: Option<&Code>) -> String {
    let whole = finding.to_string();
    let id = format!(" [{}]", finding.code);
    let line = whole.strip_suffix(&id).unwrap_or(&whole);
    let advice = code.map_or("", |code| code.advice);
    let short = line.strip_suffix(advice).and_then(|rest| rest.strip_suffix("; "));
    short.unwrap_or(line).to_owned()
}

fn count(count: usize, severity: Severity) -> String {
    match severity {
        Severity::Error => counted(count, "error", "errors"),
        Severity::Warning => counted(count, "warning", "warnings"),
        Severity::Note => counted(count, "note", "notes"),
    }
}

fn line_of(file: &FileResult) -> String {
    let kind = file.kind.unwrap_or("not known");
    let verdict = match file.identical {
        Some(true) => ", written back byte for byte",
        Some(false) => ", WRITTEN BACK WITH DIFFERENCES",
        None => "",
    };
    let video = file.video.as_ref().map_or_else(String::new, |video| format!("  {}", video.line()));
    format!("{:<32} {kind:<14} {:>12}{verdict}{video}", file.file, output::bytes(file.size_bytes))
}

fn summary(files: &[FileResult], findings: &Findings, roundtrip: bool) -> String {
    if let [FileResult { file, kind: None, .. }] = files
        && findings.items.is_empty()
    {
        return format!("{file}: not of a kind that Revisit reads");
    }
    let known: Vec<&FileResult> = files.iter().filter(|file| file.kind.is_some()).collect();
    let bytes = known.iter().map(|file| file.size_bytes).sum();
    let mut line = format!("{} read ({})", output::files(known.len()), output::bytes(bytes));
    if roundtrip {
        let identical = files.iter().filter(|file| file.identical == Some(true)).count();
        line += &format!(", {identical} written back byte for byte");
    }
    let others = files.len() - known.len();
    if others > 0 {
        line += &format!(", {others} of other kinds left alone");
    }
    let of = |severity| findings.items.iter().filter(|finding| finding.severity == severity).count();
    let counts =
        [Severity::Error, Severity::Warning, Severity::Note].map(|severity| (of(severity), severity));
    let said: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(all, severity)| count(*all, *severity)).collect();
    line += &match said.as_slice() {
        [] => ": nothing odd".to_owned(),
        said => format!(": {}", said.join(", ")),
    };
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(code: &'static str, severity: Severity, file: &str) -> Finding {
        Finding {
            code,
            severity,
            file: file.to_owned(),
            path: String::new(),
            offset: None,
            expected: "1".to_owned(),
            found: "9".to_owned(),
            advice: "advice of its own".into(),
        }
    }

    #[test]
    fn a_kind_of_finding_is_said_once_with_its_count() {
        let roundtrip = checking::CODES.iter().find(|code| code.id == "check.roundtrip").unwrap();
        let same = Finding::new(roundtrip, Severity::Error, "b", "1", "2");
        let all =
            [same.clone(), finding("x.y", Severity::Error, "a"), same, finding("n", Severity::Note, "c")];
        let lines = group(&all, Severity::Error, false);
        assert_eq!(
            lines,
            [
                "3 errors".to_owned(),
                format!("  2 x check.roundtrip: {}; {}", roundtrip.means, roundtrip.advice),
                "    b: found 2, expected 1".to_owned(),
                "    b: found 2, expected 1".to_owned(),
                "  1 x x.y".to_owned(),
                "    a: found 9, expected 1; advice of its own".to_owned(),
            ]
        );
        assert_eq!(group(&all, Severity::Warning, false), [""; 0]);
        let notes = group(&all, Severity::Note, false);
        assert_eq!(notes, ["1 note", "  1 x n", "    1 not listed; --verbose lists them"]);
        assert_eq!(group(&all, Severity::Note, true)[2], "    c: found 9, expected 1; advice of its own");
    }

    #[test]
    fn long_lists_are_cut_and_say_so() {
        let all: Vec<Finding> = (0..27).map(|_| finding("x.y", Severity::Error, "a")).collect();
        let lines = group(&all, Severity::Error, false);
        assert_eq!(lines.len(), 2 + 20 + 1);
        assert_eq!(lines.last().unwrap(), "    7 not listed; --verbose lists all");
        assert_eq!(group(&all, Severity::Error, true).len(), 2 + 27);
    }
}
