//! The zones as a game would find them: everything is read back from the bytes.

use super::build;
use crate::checked::{faultless, file};
use crate::{DemoFile, Options};
use ::everquest::pfs::{self, Inflater};
use ::everquest::wld::{self, Wld};
use binary::Mode;
use std::sync::OnceLock;

const ONE: Options = Options { scale: 1, seed: 1 };

/// Built once for all tests.
fn install() -> &'static [DemoFile] {
    static FILES: OnceLock<Vec<DemoFile>> = OnceLock::new();
    FILES.get_or_init(|| build(&ONE).expect("the zones are built"))
}

/// A file of an archive.
fn member(archive: &str, name: &str) -> Vec<u8> {
    let bytes = file(install(), archive);
    let (directory, _) = pfs::read_directory(bytes, Mode::Strict).expect(archive);
    let entry = directory.find(name).unwrap_or_else(|| panic!("{name} is missing"));
    Inflater::new().read(bytes, entry).expect(name)
}

fn world(archive: &str, name: &str) -> Wld {
    faultless(name, &member(archive, name), wld::read, wld::write)
}

#[test]
fn every_file_obeys_every_rule() {
    for made in install() {
        if made.address.ends_with(".s3d") {
            faultless(&made.address, &made.bytes, pfs::read, pfs::write);
        }
    }
    let wld = world("larkmere.s3d", "larkmere.wld");
    let mut counts = std::collections::BTreeMap::new();
    for fragment in &wld.fragments {
        *counts.entry(fragment.body.id()).or_insert(0) += 1;
    }
    eprintln!("{counts:x?}");
}
