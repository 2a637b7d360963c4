//! A demo, built elsewhere (`web-demos`), as files in memory.

use vfs::{Bytes, Handed, HandedFile};

/// Files with their addresses, as if a person had handed them over.
pub fn built(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Handed {
    let files = files.into_iter().map(|(address, bytes)| (address, HandedFile::Memory(Bytes::from(bytes))));
    Handed::files(files.collect())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use demos::Demo;

    /// A demo, as the page has it.
    pub(crate) fn demo(demo: Demo) -> Handed {
        built(demo.files().unwrap().into_iter().map(|file| (file.address, file.bytes)))
    }

    #[test]
    fn its_files_are_there_by_their_addresses() {
        let files = built([("a/b.txt".to_owned(), vec![1, 2, 3])]);
        assert_eq!(files.vfs("a", &[]).read("b.txt").unwrap()[..], [1, 2, 3]);
    }
}
