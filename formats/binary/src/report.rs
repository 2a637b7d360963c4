//! Findings gathered while one file is read, with the place they belong to.

use crate::{Code, Finding, Kind, Limits, Name, Severity, Site};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};

/// What to do when a file breaks a documented habit without losing structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// A habit broken is an error: for writers, tests and `check`.
    Strict,
    /// A habit broken is a warning: for play.
    #[default]
    Lenient,
}

/// One step of the path to a structure: `node 17 "house_03"`.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// What the structure is called in the specification.
    pub label: &'static str,
    /// Its position in the list it stands in.
    pub index: Option<u32>,
    /// Its name in the file, empty if it has none.
    pub name: Name,
}

impl Segment {
    /// A structure that stands alone.
    #[inline]
    pub fn one(label: &'static str) -> Self {
        Segment { label, index: None, name: Name::default() }
    }

    /// The structure at `index` of a list.
    #[inline]
    pub fn at(label: &'static str, index: usize) -> Self {
        Segment { label, index: Some(index as u32), name: Name::default() }
    }

    /// The same step with the structure's own name.
    #[inline]
    pub fn named(mut self, name: Name) -> Self {
        self.name = name;
        self
    }
}

/// Repeats of one code beyond this are counted but not kept.
pub(crate) const REPEATS: u32 = 20;

/// The findings of one file and the path to the structure being read.
#[derive(Debug)]
pub struct Report {
    mode: Mode,
    limits: Limits,
    scope: Vec<Segment>,
    findings: Vec<Finding>,
    counts: BTreeMap<&'static str, u32>,
    trace: Option<Vec<Site>>,
}

impl Report {
    /// An empty report.
    pub fn new(mode: Mode) -> Self {
        Report {
            mode,
            limits: Limits::default(),
            scope: Vec::new(),
            findings: Vec::new(),
            counts: BTreeMap::new(),
            trace: None,
        }
    }

    /// The same report under other limits.
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Also remember where every value was read, see [`Report::take_sites`].
    pub fn with_trace(mut self) -> Self {
        self.trace = Some(Vec::new());
        self
    }

    /// Strict or lenient.
    #[inline]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The limits in force.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The findings so far, in the order they were made.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// How often each code occurred, also beyond the repeats that are kept.
    pub fn counts(&self) -> &BTreeMap<&'static str, u32> {
        &self.counts
    }

    /// Takes the findings out.
    pub fn into_findings(self) -> Vec<Finding> {
        self.findings
    }

    /// The first finding of severity *error*, as an error.
    ///
    /// In strict mode that is the first broken habit; in lenient mode there is
    /// none, since structural damage ends reading at once.
    pub fn verdict(&self) -> crate::Result<()> {
        match self.findings.iter().find(|finding| finding.severity == Severity::Error) {
            Some(finding) => Err(Box::new(finding.clone())),
            None => Ok(()),
        }
    }

    /// Steps into a structure. Every `enter` has its [`Report::leave`].
    #[inline]
    pub fn enter(&mut self, segment: Segment) {
        self.scope.push(segment);
    }

    /// Moves on to another element of the list whose element was entered last:
    /// for long lists, whose elements would be entered and left one by one.
    #[inline]
    pub fn step(&mut self, index: usize) {
        if let Some(segment) = self.scope.last_mut() {
            segment.index = Some(index as u32);
        }
    }

    /// Names the structure entered last.
    #[inline]
    pub fn name(&mut self, name: Name) {
        if let Some(segment) = self.scope.last_mut() {
            segment.name = name;
        }
    }

    /// Steps out of the structure entered last.
    #[inline]
    pub fn leave(&mut self) {
        self.scope.pop();
    }

    /// A documented habit is broken: an error in strict mode, a warning in
    /// lenient mode. Reading goes on either way.
    #[cold]
    pub fn habit(&mut self, code: &'static Code, offset: usize, expected: impl Display, found: impl Display) {
        let severity = match self.mode {
            Mode::Strict => Severity::Error,
            Mode::Lenient => Severity::Warning,
        };
        self.push(code, severity, offset, expected, found);
    }

    /// Something worth knowing that breaks no rule.
    #[cold]
    pub fn note(&mut self, code: &'static Code, offset: usize, expected: impl Display, found: impl Display) {
        self.push(code, Severity::Note, offset, expected, found);
    }

    /// Structure is damaged: the error that ends reading, in both modes.
    #[cold]
    pub fn broken(
        &self,
        code: &'static Code,
        offset: usize,
        expected: impl Display,
        found: impl Display,
    ) -> Box<Finding> {
        Box::new(self.finding(code, Severity::Error, offset, expected, found))
    }

    fn push(
        &mut self,
        code: &'static Code,
        severity: Severity,
        offset: usize,
        expected: impl Display,
        found: impl Display,
    ) {
        let count = self.counts.entry(code.id).or_insert(0);
        *count += 1;
        if *count <= REPEATS {
            let finding = self.finding(code, severity, offset, expected, found);
            self.findings.push(finding);
        }
    }

    fn finding(
        &self,
        code: &'static Code,
        severity: Severity,
        offset: usize,
        expected: impl Display,
        found: impl Display,
    ) -> Finding {
        Finding {
            code: code.id,
            severity,
            file: String::new(),
            path: self.path(),
            offset: Some(offset as u64),
            expected: expected.to_string(),
            found: found.to_string(),
            advice: Cow::Borrowed(code.advice),
        }
    }

    /// The path to the structure being read: `model 3, polygon 7`.
    pub fn path(&self) -> String {
        let mut path = String::new();
        for segment in &self.scope {
            if !path.is_empty() {
                path.push_str(", ");
            }
            path.push_str(segment.label);
            // Writing into a String cannot fail.
            if let Some(index) = segment.index {
                let _ = write!(path, " {index}");
            }
            if !segment.name.is_empty() {
                let _ = write!(path, " \"{}\"", segment.name);
            }
        }
        path
    }

    /// True when sites are being remembered.
    #[inline]
    pub fn tracing(&self) -> bool {
        self.trace.is_some()
    }

    /// Remembers one field or list element.
    pub(crate) fn site(&mut self, label: &str, element: Option<usize>, offset: usize, kind: Kind) {
        let mut path = String::new();
        for segment in &self.scope {
            path.push_str(segment.label);
            if let Some(index) = segment.index {
                let _ = write!(path, "[{index}]");
            }
            path.push('.');
        }
        path.push_str(label);
        if let Some(element) = element {
            let _ = write!(path, "[{element}]");
        }
        if let Some(trace) = &mut self.trace {
            trace.push(Site { path, offset, kind });
        }
    }

    /// Takes the remembered sites out: one row per value the reader looked at.
    pub fn take_sites(&mut self) -> Vec<Site> {
        self.trace.take().unwrap_or_default()
    }
}
