//! A demo install as a game would find it, for the tests of the demos.

use super::DemoFile;
use binary::{Mode, Report};

/// A file of an install.
pub(super) fn file<'f>(files: &'f [DemoFile], address: &str) -> &'f [u8] {
    let file = files.iter().find(|file| file.address == address);
    &file.unwrap_or_else(|| panic!("{address} is missing")).bytes
}

/// Reads a file strictly, wants nothing found, and writes it back.
pub(super) fn faultless<T>(
    address: &str,
    bytes: &[u8],
    read: impl Fn(&[u8], Mode) -> binary::Result<(T, Report)>,
    write: impl Fn(&T) -> binary::Result<Vec<u8>>,
) -> T {
    let (value, report) = read(bytes, Mode::Strict).unwrap_or_else(|finding| panic!("{address}: {finding}"));
    let findings: Vec<String> = report.findings().iter().map(ToString::to_string).collect();
    assert!(findings.is_empty(), "{address}:\n{}", findings.join("\n"));
    let written = write(&value).unwrap_or_else(|finding| panic!("{address}: {finding}"));
    assert!(written == bytes, "{address} is written back differently");
    value
}
