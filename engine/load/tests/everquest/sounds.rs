//! What is heard at places of a zone.

use crate::everquest::maker::{Install, archive, codes, two_regions};
use everquest::sound_bank::{self, SoundBank};
use everquest::sounds::{self, CONSTANT, DAY_NIGHT_FALLOFF, FALLOFF, MUSIC, Sound, Sounds};
use world::Daytime;

fn sound(kind: u8, number: i32, radius: f32, volume: i32) -> Sound {
    let position = [10.0, 20.0, 3.0];
    // Those with fall-off have their radius twice.
    let fade_or_radius = if kind == FALLOFF { radius as i32 } else { 0 };
    let sound_1 = number;
    Sound { kind, position, radius, sound_1, volume_or_loops: volume, fade_or_radius, ..Sound::default() }
}

/// A zone with these sounds, names for two that have fall-off and two constant ones, and recordings of the
/// first of each.
fn install(all: Vec<Sound>) -> Install {
    let install = Install::of_zone(two_regions());
    let table = Sounds { sounds: all, ..Sounds::default() };
    let bank = SoundBank::new(&["Fire", "lost"], &["wind", "gone"]);
    install.put("arena_sounds.eff", &sounds::write(&table));
    install.put("arena_sndbnk.eff", &sound_bank::write(&bank).unwrap());
    install.put("snd2.pfs", &archive(&[("FIRE.WAV", vec![1]), ("wind.wav", vec![2])]));
    install.put("snd1.pfs", &archive(&[("wind.wav", vec![3])]));
    install
}

#[test]
fn sounds_stand_where_the_table_says_and_are_heard_as_far() {
    let loaded = install(vec![
        sound(FALLOFF, 1, 40.0, 80),
        sound(FALLOFF, 1, 50.0, 0),
        sound(CONSTANT, 162, 120.0, 0),
        // Silence, and music.
        sound(CONSTANT, 0, 120.0, 0),
        sound(MUSIC, 1, 500.0, 0),
    ])
    .arena();
    // There is no synthesiser for the music.
    assert_eq!(codes(&loaded), ["load.everquest.sequences"]);
    let all: Vec<_> = loaded.scene.sounds.iter().collect();
    let heard: Vec<_> = all.iter().map(|one| (one.file.as_str(), one.full, one.range, one.volume)).collect();
    // 80 percent; 0 percent is heard, too. A constant one is full as far as it is heard at all, and is in the
    // first of the archives.
    assert_eq!(
        heard,
        [
            ("snd2.pfs/fire.wav", 0.0, 40.0, 0.8),
            ("snd2.pfs/fire.wav", 0.0, 50.0, 1.0),
            ("snd1.pfs/wind.wav", 120.0, 120.0, 1.0),
        ]
    );
    // North, west and up are -z, -x and y.
    assert!(all.iter().all(|one| one.looping && one.place.abs_diff_eq([-20.0, 3.0, -10.0].into(), 1e-5)));
}

#[test]
fn a_loose_recording_counts_before_those_in_archives() {
    let install = install(vec![sound(CONSTANT, 162, 120.0, 0)]);
    install.put("Wind.wav", &[4]);
    assert_eq!(install.arena().scene.sounds[0].file, "Wind.wav");
}

#[test]
fn a_name_may_have_its_ending_and_lines_of_the_bank_may_be_empty() {
    let install = install(vec![sound(CONSTANT, 162, 120.0, 0)]);
    install.put("arena_sndbnk.eff", b"EMIT\r\nFire\r\n\r\nLOOP\r\nWind.wav\r\n\r\n");
    let loaded = install.arena();
    assert_eq!(loaded.scene.sounds[0].file, "snd1.pfs/wind.wav");
    assert_eq!(codes(&loaded), ["everquest.sound_bank.ending"]);
}

#[test]
fn sounds_without_a_recording_are_told_once_for_each_reason() {
    let loaded = install(vec![
        sound(FALLOFF, 2, 40.0, 100),
        sound(FALLOFF, 2, 40.0, 100),
        sound(FALLOFF, 9, 40.0, 100),
        sound(FALLOFF, 40, 40.0, 100),
        sound(CONSTANT, 163, 40.0, 0),
    ])
    .arena();
    assert!(loaded.scene.sounds.is_empty());
    let found: Vec<&str> = loaded.findings.iter().map(|finding| &*finding.found).collect();
    assert_eq!(
        found,
        [
            "a sound with `gone.wav`, which is nowhere",
            "2 sounds with `lost.wav`, which is nowhere",
            "a sound with number 40, which is built into the game's client",
            "a sound with number 9, which the bank does not have",
        ]
    );
}

#[test]
fn a_damaged_table_makes_the_zone_silent_and_no_more() {
    let install = install(vec![sound(CONSTANT, 162, 120.0, 0)]);
    let mut bytes = sounds::write(&Sounds { sounds: vec![Sound::default()], ..Sounds::default() });
    bytes[16..20].copy_from_slice(&f32::NAN.to_le_bytes());
    install.put("arena_sounds.eff", &bytes);
    let loaded = install.arena();
    assert!(loaded.scene.sounds.is_empty());
    assert_eq!(codes(&loaded).len(), 1, "{:?}", loaded.findings);
}

#[test]
fn day_and_night_have_sounds_of_their_own() {
    let both = |kind, day, night| Sound { sound_2: night, ..sound(kind, day, 40.0, 0) };
    let install = install(vec![
        both(CONSTANT, 1, 162),
        both(CONSTANT, 0, 162),
        both(CONSTANT, 162, 162),
        both(FALLOFF, 1, 0),
        both(DAY_NIGHT_FALLOFF, 1, 162),
    ]);
    let loaded = install.arena();
    let heard: Vec<_> = loaded.scene.sounds.iter().map(|one| (&*one.file, one.daytime)).collect();
    let (fire, wind) = ("snd2.pfs/fire.wav", "snd1.pfs/wind.wav");
    assert_eq!(
        heard,
        [
            (fire, Some(Daytime::Day)),
            (wind, Some(Daytime::Night)),
            (wind, Some(Daytime::Night)),
            (wind, None),
            // Flames burn at night, too, though files have no number for it.
            (fire, None),
            (fire, Some(Daytime::Day)),
            (wind, Some(Daytime::Night)),
        ]
    );
    assert!(loaded.scene.sounds[4..].iter().all(|sound| sound.full == 0.0));
    assert_eq!(loaded.scene.hours.as_ref().map(|hours| hours.start), Some(12.0));
}

#[test]
fn music_is_a_line_of_the_list_and_areas_have_it_by_day_and_by_night() {
    let area = |day, night, radius| Sound {
        sound_2: night,
        volume_or_loops: 3,
        loops_night: 0,
        fade_or_radius: 2000,
        ..sound(MUSIC, day, radius, 0)
    };
    let install = install(vec![area(-2, -1, 300.0), area(-2, 2, 50.0), area(0, -9, 10.0), area(-3, 0, 5.0)]);
    install.put("MP3Index.txt", b"Town.mp3\r\nlake.MP3\r\nlost.mp3\r\n");
    install.put("town.mp3", &[1]);
    install.put("Lake.mp3", &[2]);
    let loaded = install.arena();
    let music = loaded.scene.music.as_ref().unwrap();
    let tracks: Vec<_> = music.tracks.iter().map(|track| (&*track.file, track.times)).collect();
    assert_eq!(tracks, [("lake.mp3", 3), ("town.mp3", 0)]);
    let areas: Vec<_> = music.areas.iter().map(|area| (area.radius, area.day, area.night)).collect();
    assert_eq!(
        areas,
        [(300.0, Some(0), Some(1)), (50.0, Some(0), None), (10.0, None, None), (5.0, None, None)]
    );
    let first = &music.areas[0];
    assert_eq!(first.fade_out_s, 2.0);
    assert!(first.place.abs_diff_eq([-20.0, 3.0, -10.0].into(), 1e-5));
    let found: Vec<&str> = loaded.findings.iter().map(|finding| &*finding.found).collect();
    assert_eq!(
        found,
        [
            "a sound with `lost.mp3`, which is nowhere",
            "a sound with number -9, which no line of mp3index.txt has",
            "areas with 1 sequences of a file that is not there",
        ]
    );
    assert_eq!(codes(&loaded)[..2], ["load.everquest.music"; 2]);
}
