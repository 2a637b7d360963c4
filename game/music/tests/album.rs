//! Which tracks of a game are found, and from where.

use audio::{Listener, Mixer, Voice};
use glam::Vec3;
use harness::disc::{iso, whole_sectors};
use music::Album;
use std::fs;
use std::path::{Path, PathBuf};
use titles::install::Install;

/// The first words of a world of MechWarrior 3, of Recoil.
const MW: [u8; 8] = [0x22, 0x12, 0x97, 0x02, 27, 0, 0, 0];
const RC: [u8; 8] = [0x22, 0x12, 0x97, 0x02, 15, 0, 0, 0];
const SECTOR: usize = 2352;

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, content).unwrap();
    path
}

fn install(folder: &Path) -> PathBuf {
    write(folder, "Mech/zbd/c1/gamez.zbd", MW);
    folder.join("Mech")
}

fn find(install: &Path, chosen: Option<&Path>) -> Album {
    let install = Install::open(install, &[]).unwrap();
    Album::find(&install.detection, &install.vfs, chosen)
}

/// Number and file of each track, from a folder on.
fn found(folder: &Path, album: &Album) -> Vec<String> {
    let folder = format!("{}/", folder.display());
    album.tracks().map(|track| format!("{} {}", track.number, track.shown().replace(&folder, ""))).collect()
}

/// A disc with the files of a game and two tracks of music, each with its number as
/// every sample; 25 sectors of the first and 40 of the second, a gap of 3 before each.
fn disc(folder: &Path, name: &str, world: &[u8]) -> PathBuf {
    let mut image =
        whole_sectors(&iso(&[("zbd/c1/gamez.zbd", world), ("zbd/m1/gamez.zbd", world)], false), 1);
    let data = image.len() / SECTOR;
    for (track, sectors) in [(2_u8, 25), (3, 40)] {
        image.extend(vec![0x99; 3 * SECTOR]);
        image.extend([track, 0].repeat(sectors * SECTOR / 2));
    }
    let time = |sector: usize| format!("{:02}:{:02}:{:02}", sector / 4500, sector / 75 % 60, sector % 75);
    let sheet = format!(
        "FILE \"{name}.bin\" BINARY\nTRACK 01 MODE1/2352\nINDEX 01 00:00:00\n\
         TRACK 02 AUDIO\nINDEX 00 {}\nINDEX 01 {}\nTRACK 03 AUDIO\nINDEX 00 {}\nINDEX 01 {}\n",
        time(data),
        time(data + 3),
        time(data + 28),
        time(data + 31),
    );
    write(folder, &format!("{name}.bin"), image);
    write(folder, &format!("{name}.cue"), sheet)
}

/// All frames of a track, as they are heard once it is as loud as it gets.
fn heard(install: &Install, track: u8) -> Vec<f32> {
    let source = music::open(install, track).unwrap();
    let mut mixer = Mixer::new(44_100);
    mixer.play(Voice::new(source));
    mixer.hear(&Listener { ear: Vec3::ZERO, right: Vec3::X, near: 1.0 });
    let mut all = Vec::new();
    while mixer.voices() > 0 {
        let mut out = [0.0; 2];
        mixer.mix(&mut out);
        all.push(out[0] * 32_768.0);
    }
    all
}

#[test]
fn an_image_in_the_install_beside_it_or_as_the_install_gives_its_tracks() {
    let folder = tempfile::tempdir().unwrap();
    let mech = install(folder.path());
    assert_eq!(found(folder.path(), &find(&mech, None)), [""; 0]);
    // Beside it, the disc of another game, one of music alone, and a broken sheet.
    disc(folder.path(), "Another", &RC);
    write(folder.path(), "Hits.cue", "FILE Another.bin BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n");
    write(folder.path(), "Broken.cue", "no sheet");
    let nothing = find(&mech, None);
    assert_eq!((found(folder.path(), &nothing), nothing.findings), (Vec::new(), Vec::new()));
    let image = disc(folder.path(), "Zebra", &MW);
    assert_eq!(found(folder.path(), &find(&mech, None)), ["2 Zebra.bin", "3 Zebra.bin"]);
    // One with the name of the install counts more than one with an earlier name.
    disc(folder.path(), "mech", &MW);
    assert_eq!(found(folder.path(), &find(&mech, None)), ["2 mech.bin", "3 mech.bin"]);
    disc(&mech, "rip", &MW);
    assert_eq!(found(folder.path(), &find(&mech, None)), ["2 Mech/rip.bin", "3 Mech/rip.bin"]);
    let itself = find(&image, None);
    assert_eq!(found(folder.path(), &itself), ["2 Zebra.bin", "3 Zebra.bin"]);
    assert_eq!((itself.on_disc, itself.missing(), itself.findings.len()), (2, vec![], 0));
}

#[test]
fn the_tracks_of_an_image_are_exactly_their_sectors() {
    let folder = tempfile::tempdir().unwrap();
    let install = Install::open(&disc(folder.path(), "game", &MW), &[]).unwrap();
    for (track, sectors) in [(2_u8, 25), (3, 40)] {
        let heard = heard(&install, track);
        assert_eq!(heard.len(), sectors * 588, "track {track}");
        let steady = &heard[8820..sectors * 588];
        assert!(steady.iter().all(|sample| (sample - f32::from(track)).abs() < 1e-3), "track {track}");
    }
    let missing = music::open(&install, 4).unwrap_err();
    assert_eq!(missing.code, "music.no_track");
}

#[test]
fn files_of_single_tracks_stand_in_for_what_no_image_has() {
    let folder = tempfile::tempdir().unwrap();
    let mech = install(folder.path());
    write(folder.path(), "track 2.mp3", "x");
    write(folder.path(), "03 - not in a folder of music.mp3", "x");
    let names = |album: &Album| found(folder.path(), album);
    assert_eq!(names(&find(&mech, None)), ["2 track 2.mp3"]);
    write(&mech, "Track02.ogg", "x");
    assert_eq!(names(&find(&mech, None)), ["2 Track02.ogg"]);
    for name in ["music/02 - Title.mp3", "music/track02.flac", "music/track02.ogg", "music/3.wav"] {
        write(&mech, name, "x");
    }
    let album = find(&mech, None);
    assert_eq!(names(&album), ["2 music/track02.flac", "3 music/3.wav"]);
    // A sheet whose first file is gone, and which is beside the install.
    let sheet = "FILE \"02.wav\" WAVE\nTRACK 02 AUDIO\nINDEX 01 00:00:00\n\
                 FILE \"03.wav\" WAVE\nTRACK 03 AUDIO\nINDEX 01 00:00:00\n";
    write(folder.path(), "mech.cue", sheet);
    write(folder.path(), "03.WAV", "sound of some other format");
    let album = find(&mech, None);
    assert_eq!(names(&album), ["2 music/track02.flac", "3 03.WAV"]);
    let findings: Vec<_> =
        album.findings.iter().map(|finding| (finding.code, finding.path.as_str())).collect();
    assert_eq!(findings, [("music.no_file", "track 2")]);
    // What a person chose counts before all of it.
    let own = folder.path().join("own");
    write(&own, "2. my version.ogg", "x");
    assert_eq!(names(&find(&mech, Some(&own))), ["2 own/2. my version.ogg", "3 03.WAV"]);
    let image = disc(&own, "rip", &MW);
    assert_eq!(names(&find(&mech, Some(&own))), ["2 own/rip.bin", "3 own/rip.bin"]);
    assert_eq!(names(&find(&mech, Some(&image))), ["2 own/rip.bin", "3 own/rip.bin"]);
}

#[test]
fn a_mod_may_bring_music() {
    let folder = tempfile::tempdir().unwrap();
    let mech = install(folder.path());
    write(&mech, "music/track02.ogg", "x");
    let louder = folder.path().join("louder");
    write(&louder, "music/track02.flac", "x");
    let install = Install::open(&mech, &[louder]).unwrap();
    let album = Album::find(&install.detection, &install.vfs, None);
    assert_eq!(found(folder.path(), &album), ["2 music/track02.flac"]);
}

#[test]
fn a_broken_sheet_is_a_warning_and_files_stand_in() {
    let folder = tempfile::tempdir().unwrap();
    let mech = install(folder.path());
    write(&mech, "game.cue", "FILE game.bin BINARY\nTRACK 01 AUDIO\nINDEX 01 whenever\n");
    write(&mech, "music/track02.wav", "x");
    let album = find(&mech, None);
    assert_eq!(found(folder.path(), &album), ["2 music/track02.wav"]);
    assert_eq!(album.missing(), [3]);
    let line = album.findings[0].to_string();
    assert!(line.contains("game.cue: line 3: found `INDEX 01 whenever`"), "{line}");
    assert_eq!((album.findings.len(), album.findings[0].severity), (1, binary::Severity::Warning));
    let unheard = music::open(&Install::open(&mech, &[]).unwrap(), 2).unwrap_err();
    assert_eq!((unheard.code, unheard.file.as_str()), ("music.unheard", "music/track02.wav"));
}

#[test]
fn several_tracks_in_one_sound_file_are_told_apart_if_it_is_as_on_a_disc() {
    let folder = tempfile::tempdir().unwrap();
    let mech = install(folder.path());
    let sheet = |file: &str| {
        format!(
            "FILE \"{file}\" WAVE\nTRACK 02 AUDIO\nINDEX 01 00:00:00\nTRACK 03 AUDIO\nINDEX 01 00:00:30\n"
        )
    };
    let frames = [vec![(7_i16, 7_i16); 30 * 588], vec![(-9, 9); 20 * 588]].concat();
    let mut wav =
        b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0\x44\xAC\0\0\x10\xB1\x02\0\x04\0\x10\0data".to_vec();
    wav.extend((frames.len() as u32 * 4).to_le_bytes());
    wav.extend(frames.iter().flat_map(|(left, right)| [left.to_le_bytes(), right.to_le_bytes()].concat()));
    write(&mech, "all.wav", wav);
    write(&mech, "all.cue", sheet("all.wav"));
    let opened = Install::open(&mech, &[]).unwrap();
    assert_eq!(heard(&opened, 2).len(), 30 * 588);
    let second = heard(&opened, 3);
    assert_eq!(second.len(), 20 * 588);
    assert!((second[20 * 588 - 1] + 9.0).abs() < 1e-3, "{}", second[20 * 588 - 1]);

    write(&mech, "all.cue", sheet("all.mp3"));
    write(&mech, "all.mp3", "x");
    let album = find(&mech, None);
    assert_eq!(album.tracks().count(), 0);
    assert_eq!(album.findings.iter().map(|finding| finding.code).collect::<Vec<_>>(), ["music.not_apart"; 2]);
}

#[test]
fn a_title_without_music_on_its_disc_has_none() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["acknex.dll", "one.wmb", "track02.ogg", "music/track03.ogg"] {
        write(folder.path(), file, "");
    }
    let install = Install::open(folder.path(), &[]).unwrap();
    assert_eq!(install.detection.title.unwrap().family, "gamestudio");
    let album = Album::find(&install.detection, &install.vfs, None);
    assert_eq!((album.tracks().count(), album.findings.len(), album.missing().len()), (0, 0, 0));
}
