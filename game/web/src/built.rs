//! Demos as files in memory, for tests: in the page their files are those of the browser.

use demos::Demo;
use vfs::{Bytes, Handed, HandedFile};

/// Files with their addresses, as if a person had handed them over.
pub(crate) fn built(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Handed {
    let files = files.into_iter().map(|(address, bytes)| (address, HandedFile::Memory(Bytes::from(bytes))));
    Handed::files(files.collect())
}

/// A demo, as the page has it.
pub(crate) fn demo(demo: Demo) -> Handed {
    built(demo.files().unwrap().into_iter().map(|file| (file.address, file.bytes)))
}
