//! Which file a sound of a Zipper game comes from.

use crate::zipper::install::Install;
use binary::{Finding, Severity};
use load::SoundFiles;
use load::zipper::sounds::Sounds;
use std::path::PathBuf;
use vfs::Vfs;
use zbd::archive::{Archive, Contents, Entry};
use zbd::gamez::Version;
use zbd::sounds::Wave;

/// A sound that says where it was put by how many samples it has.
fn wave(samples: u8) -> Vec<u8> {
    zbd::sounds::write(&Wave::pcm(1, 11_025, 8, vec![samples; usize::from(samples)])).unwrap()
}

/// An archive of such sounds, or of anything.
fn archive_of(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let entries = members.iter().map(|(name, bytes)| Entry::new(name, bytes.clone()).unwrap()).collect();
    zbd::archive::write(&Archive::new(Version::MechWarrior3, Contents::Other, entries)).unwrap()
}

fn archive(members: &[(&str, u8)]) -> Vec<u8> {
    archive_of(&members.iter().map(|(name, samples)| (*name, wave(*samples))).collect::<Vec<_>>())
}

const HIGH: &str = "zbd/soundsH.zbd";
const MEDIUM: &str = "zbd/soundsM.zbd";
const LOW: &str = "zbd/soundsL.zbd";

/// The best quality of a game in which loose files win, or only add.
fn rules(loose_wins: bool) -> SoundFiles {
    let archives = [HIGH, MEDIUM, LOW].map(str::to_owned).to_vec();
    SoundFiles { archives, folder: "zbd".to_owned(), loose_wins }
}

/// How many samples every sound has, by its name as stored; its bytes bear it out.
fn heard(vfs: &Vfs, sounds: &Sounds) -> Vec<(String, usize)> {
    let samples = |sound: &load::zipper::sounds::Sound| {
        let bytes = vfs.read(&sound.place.address).unwrap();
        let range = sound.info.as_ref().unwrap().data.clone();
        assert!(bytes[range.clone()].iter().all(|sample| usize::from(*sample) == range.len()));
        (sound.name.clone(), range.len())
    };
    sounds.iter().map(samples).collect()
}

fn list(vfs: &Vfs, rules: &SoundFiles) -> (Vec<(String, usize)>, Sounds, Vec<Finding>) {
    let (sounds, findings) = Sounds::new(vfs, rules);
    (heard(vfs, &sounds), sounds, findings)
}

/// `(name, samples)` as they are listed.
fn named(all: &[(&str, usize)]) -> Vec<(String, usize)> {
    all.iter().map(|(name, samples)| ((*name).to_owned(), *samples)).collect()
}

/// Address and layer of what a sound hides.
fn hides(sounds: &Sounds, name: &str) -> Vec<(String, usize)> {
    let hidden = &sounds.find(name).unwrap().hides;
    hidden.iter().map(|place| (place.address.clone(), place.layer)).collect()
}

#[test]
fn a_loose_file_wins_or_only_adds_as_the_game_has_it() {
    let install = Install::new();
    install.file(HIGH, &archive(&[("Boom.wav", 1), ("hum.wav", 2)]));
    install.file("zbd/BOOM.WAV", &wave(11)).file("zbd/extra.Wav", &wave(12)).file("zbd/notes.txt", b"words");
    // Folders below are those of worlds.
    install.file("zbd/c1/hum.wav", &wave(13));
    let vfs = install.vfs();

    let (all, sounds, findings) = list(&vfs, &rules(true));
    assert_eq!(all, named(&[("BOOM.WAV", 11), ("extra.Wav", 12), ("hum.wav", 2)]));
    assert_eq!((findings.as_slice(), sounds.archive()), (&[][..], Some(HIGH)));
    assert_eq!(hides(&sounds, "boom"), [("zbd/soundsH.zbd/Boom.wav".to_owned(), 0)]);
    for name in ["boom", "Boom", "BOOM.wav", "boom.WAV"] {
        assert_eq!(sounds.find(name).unwrap().place.address, "zbd/BOOM.WAV", "{name}");
    }
    assert!(
        ["boo", "boom.wave", "boom.wav.wav", "", "zbd/boom", "notes"]
            .iter()
            .all(|name| sounds.find(name).is_none())
    );
    assert!(hides(&sounds, "hum").is_empty() && hides(&sounds, "extra").is_empty());

    let (all, sounds, _) = list(&vfs, &rules(false));
    assert_eq!(all, named(&[("Boom.wav", 1), ("extra.Wav", 12), ("hum.wav", 2)]));
    assert_eq!(hides(&sounds, "boom"), [("zbd/BOOM.WAV".to_owned(), 0)]);
}

#[test]
fn a_mod_wins_over_loose_files_over_archives_whatever_the_game() {
    let install = Install::new();
    install.file(HIGH, &archive(&[("a.wav", 1), ("b.wav", 2), ("c.wav", 3), ("d.wav", 4)]));
    install.file("zbd/a.wav", &wave(11)).file("zbd/b.wav", &wave(12)).file("zbd/c.wav", &wave(13));
    let first = Install::new();
    // Beside the archive, and as a member of it; one of each in one mod.
    first.file("zbd/A.wav", &wave(21)).file("zbd/soundsH.zbd/b.wav", &wave(22));
    first.file("zbd/d.wav", &wave(24)).file("zbd/soundsh.zbd/d.wav", &wave(25));
    let second = Install::new();
    second.file("zbd/soundsH.zbd/A.WAV", &wave(31)).file("zbd/soundsH.zbd/e.wav", &wave(35));
    let mods = [&first, &second].map(|layer| PathBuf::from(layer.folder.path()));
    let open = |mods: &[PathBuf]| Vfs::open(install.folder.path(), mods, load::ARCHIVES).unwrap();

    for loose_wins in [true, false] {
        let rules = rules(loose_wins);
        let third = if loose_wins { 13 } else { 3 };
        let vfs = open(&mods[..1]);
        let (all, sounds, findings) = list(&vfs, &rules);
        assert_eq!(all, named(&[("A.wav", 21), ("b.wav", 22), ("c.wav", third), ("d.wav", 24)]));
        assert_eq!(findings, []);
        let (member, loose) = (("zbd/soundsH.zbd/a.wav".to_owned(), 0), ("zbd/A.wav".to_owned(), 0));
        assert_eq!(hides(&sounds, "a"), [loose, member]);
        // Both of one mod: the loose one, over its member and the install's.
        let layers: Vec<usize> = hides(&sounds, "d").iter().map(|(_, layer)| *layer).collect();
        assert_eq!((sounds.find("d").unwrap().place.address.as_str(), layers), ("zbd/d.wav", vec![1, 0]));

        // The later of two mods wins, wherever it has the sound.
        let vfs = open(&mods);
        let (all, sounds, _) = list(&vfs, &rules);
        let expected = [("A.WAV", 31), ("b.wav", 22), ("c.wav", third), ("d.wav", 24), ("e.wav", 35)];
        assert_eq!(all, named(&expected));
        assert_eq!(sounds.find("a").unwrap().place.layer, 2);
        assert_eq!(hides(&sounds, "a").len(), 3);
    }
}

#[test]
fn the_first_archive_that_can_be_opened_is_used_and_no_other() {
    let install = Install::new();
    install.file(MEDIUM, &archive(&[("a.wav", 1)])).file(LOW, &archive(&[("a.wav", 2), ("only.wav", 3)]));
    let (all, sounds, findings) = list(&install.vfs(), &rules(true));
    assert_eq!((all, findings), (named(&[("a.wav", 1)]), vec![]));
    assert_eq!(sounds.archive(), Some(MEDIUM));

    // A damaged one is said to be, and passed over.
    install.file(HIGH, b"no archive at all");
    let (all, sounds, findings) = list(&install.vfs(), &rules(true));
    assert_eq!((all, sounds.archive()), (named(&[("a.wav", 1)]), Some(MEDIUM)));
    let said: Vec<_> =
        findings.iter().map(|found| (found.file.as_str(), found.code, found.severity)).collect();
    assert_eq!(said, [(HIGH, "vfs.not_an_archive", Severity::Warning)]);

    // A mod's folder called as an archive that is not there adds to the one that is.
    let over = Install::new();
    over.file("zbd/soundsH.zbd/a.wav", &wave(21)).file("zbd/soundsH.zbd/b.wav", &wave(22));
    std::fs::remove_file(install.folder.path().join(HIGH)).unwrap();
    let vfs = Vfs::open(install.folder.path(), &[over.folder.path().into()], load::ARCHIVES).unwrap();
    let (all, sounds, findings) = list(&vfs, &rules(false));
    assert_eq!((all, findings), (named(&[("a.wav", 21), ("b.wav", 22)]), vec![]));
    assert_eq!(sounds.archive(), Some(MEDIUM));
}

#[test]
fn without_an_archive_loose_files_are_all_there_is() {
    let install = Install::new();
    install.file("zbd/a.wav", &wave(1));
    for loose_wins in [true, false] {
        let (all, sounds, findings) = list(&install.vfs(), &rules(loose_wins));
        assert_eq!((all, sounds.archive()), (named(&[("a.wav", 1)]), None));
        let codes: Vec<_> = findings.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, ["load.sounds_missing"]);
        assert!(findings[0].to_string().contains(HIGH), "{}", findings[0]);
    }
    let nothing = Install::new();
    let (all, sounds, findings) = list(&nothing.vfs(), &rules(true));
    assert!(all.is_empty() && sounds.find("a").is_none() && findings.len() == 1);
}

#[test]
fn a_file_that_is_no_sound_silences_nothing() {
    let install = Install::new();
    let members = [("a.wav", wave(1)), ("b.wav", b"no sound".to_vec()), ("c.wav", b"RIFF".to_vec())];
    install.file(HIGH, &archive_of(&members));
    install.file("zbd/a.wav", b"words").file("zbd/b.wav", &wave(12)).file("zbd/empty.wav", b"");
    let vfs = install.vfs();
    for loose_wins in [true, false] {
        let (sounds, findings) = Sounds::new(&vfs, &rules(loose_wins));
        // What is well is heard, whichever it is.
        let length = |name: &str| sounds.find(name).unwrap().info.as_ref().map(|info| info.data.len());
        assert_eq!(["a", "b", "c", "empty"].map(length), [Some(1), Some(12), None, None]);
        assert_eq!(sounds.find("a").unwrap().place.address, "zbd/soundsH.zbd/a.wav");
        let about = |address: &str| findings.iter().filter(|found| found.file == address).collect::<Vec<_>>();
        assert_eq!(findings.len(), 3, "{findings:#?}");
        if loose_wins {
            let [loose] = about("zbd/a.wav")[..] else { panic!("{findings:#?}") };
            assert_eq!((loose.code, loose.severity), ("zbd.sound.riff", Severity::Warning));
            assert!(loose.advice.contains("zbd/soundsH.zbd/a.wav is heard in its place"), "{loose}");
            assert!(hides(&sounds, "a").is_empty(), "what cannot be used is not hidden");
        } else {
            assert_eq!(about("zbd/soundsH.zbd/b.wav").len(), 1);
            assert_eq!(hides(&sounds, "b").len(), 0);
        }
        for address in ["zbd/soundsH.zbd/c.wav", "zbd/empty.wav"] {
            assert!(!about(address)[0].advice.contains("in its place"));
        }
    }
}

#[test]
fn a_repeated_member_is_the_first_one() {
    let install = Install::new();
    install.file(HIGH, &archive(&[("a.wav", 1), ("A.wav", 2), ("a.wav", 3)]));
    let (all, _, findings) = list(&install.vfs(), &rules(true));
    assert_eq!((all, findings), (named(&[("a.wav", 1)]), vec![]));
}
