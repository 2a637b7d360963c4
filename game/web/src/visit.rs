//! A world that is walked in: its ticks, what is heard, and the recording of the input. What is seen of it
//! is in `view.rs`.

use crate::joining::Joining;
use crate::replaying::{Replayed, Replaying};
use crate::typing::Typing;
use audio::Bus;
use base::Failure;
use base::clock::Clock;
use hearing::Offline;
use load::{Guests, Progress, Quiet, Request};
use music::{Album, Wish};
use replay::{HASH_EVERY, Header, PlaceEvent, Replay};
use runtime::places::{PlaceId, World};
use runtime::{Command, Cue, Input, Simulation};
use std::sync::Arc;
use std::time::Duration;
use titles::install::Install;
use world::{Finding, Flight, FreeCamera, Limits};

/// How much faster the free camera is while running is asked for, as in the window.
const FAST: f32 = 5.0;

/// What the person asks for in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Held {
    /// -1..=1, backward to forward.
    pub forward: f32,
    /// -1..=1, left to right.
    pub strafe: f32,
    /// Radians turned since the last frame, positive to the left.
    pub yaw: f32,
    /// Radians looked up since the last frame.
    pub pitch: f32,
    /// Faster.
    pub run: bool,
    /// Off the ground; up with the free camera.
    pub jump: bool,
    /// Down with the free camera.
    pub sink: bool,
    /// Metres a second of the free camera.
    pub fly_m_per_s: f32,
}

/// How loud what is heard is, each 0..=1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Volumes {
    /// What sounds in a world.
    pub effects: f32,
    /// What is said.
    pub speech: f32,
    /// Music.
    pub music: f32,
}

impl Default for Volumes {
    fn default() -> Self {
        Volumes { effects: 1.0, speech: 1.0, music: 1.0 }
    }
}

/// A world that is walked in.
#[derive(Debug)]
pub struct Visit {
    pub(crate) install: Arc<Install>,
    request: Request,
    /// The world as it runs.
    pub(crate) world: World,
    joining: Joining,
    pub(crate) clock: Clock,
    /// Turned since the last tick.
    pub(crate) turn: (f32, f32),
    /// A jump since the last tick.
    jump: bool,
    /// What the next tick is asked besides its input.
    pub(crate) asked: Vec<Command>,
    /// The free camera, if it is on.
    pub(crate) fly: Option<FreeCamera>,
    /// The console.
    pub(crate) typing: Typing,
    recording: Replay,
    pub(crate) replaying: Option<Replaying>,
    replayed: Option<Replayed>,
    /// Places that were loaded again and are still on the device as they were.
    reloaded: Vec<PlaceId>,
    /// The first place runs with others in it than `request` says.
    has_other_guests: bool,
    heard: Option<Heard>,
    volumes: Volumes,
    /// What people are told, once.
    said: Vec<String>,
    findings: Vec<Finding>,
}

/// What is heard.
#[derive(Debug)]
struct Heard {
    offline: Offline,
    /// Left and right in turn, since somebody took them.
    frames: Vec<f32>,
}

impl Visit {
    /// Loads a world of an install with textures of a quality ([`titles::BEST`]); without a name the one in
    /// which it begins.
    ///
    /// # Errors
    /// No such world, or its files cannot be loaded.
    pub fn load(
        install: &Arc<Install>,
        world: Option<&str>,
        quality: &str,
        seed: u32,
        progress: &mut dyn Progress,
    ) -> Result<Self, Failure> {
        let request = install.request_with(world, quality)?;
        let loaded = load::load(&install.vfs, &request, progress)?;
        let simulation =
            Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, seed, &Limits::default());
        let fingerprint = install.fingerprint(&request)?;
        let joining = Joining::around(install, &request.world, quality, &simulation, seed)?;
        let header = Header {
            fingerprint: format!("{fingerprint:016x}"),
            site: joining.site().cloned(),
            ..Header::new(&request.title, &request.world, seed)
        };
        let typing = Typing::new(&request.title, &request.world);
        let mut visit = Visit {
            install: Arc::clone(install),
            world: start(&header, simulation),
            fly: None,
            typing,
            request,
            joining,
            clock: Clock::default(),
            turn: (0.0, 0.0),
            jump: false,
            asked: Vec::new(),
            recording: Replay::new(header),
            replaying: None,
            replayed: None,
            reloaded: Vec::new(),
            has_other_guests: false,
            heard: None,
            volumes: Volumes::default(),
            said: Vec::new(),
            findings: loaded.findings,
        };
        visit.fly_where_nothing_is_underfoot();
        Ok(visit)
    }

    /// From now on what is heard is kept until it is taken; or no longer.
    pub fn listen(&mut self, on: bool) {
        self.heard = match self.heard.take() {
            Some(heard) if on => Some(heard),
            None if on => Some(Heard { offline: self.offline(), frames: Vec::new() }),
            _ => None,
        };
        self.set_volumes(self.volumes);
    }

    /// How loud what is heard is from the next tick on; what is NaN is as loud as at the start.
    pub fn set_volumes(&mut self, volumes: Volumes) {
        self.volumes = volumes;
        let Some(Heard { offline, .. }) = &mut self.heard else { return };
        let Volumes { effects, speech, music } = volumes;
        for (bus, volume) in [(Bus::Effects, effects), (Bus::Speech, speech), (Bus::Music, music)] {
            offline.set_bus(bus, if volume.is_nan() { 1.0 } else { volume.clamp(0.0, 1.0) });
        }
    }

    /// What was said since this was asked last, if it is listened to.
    pub fn take_captions(&mut self) -> Vec<hearing::Caption> {
        self.heard.as_mut().map(|heard| heard.offline.take_captions()).unwrap_or_default()
    }

    /// Sounds of the install, and the music that the world plays of the game's CD, where its track was
    /// found.
    fn offline(&self) -> Offline {
        let Install { detection, vfs, music, .. } = &*self.install;
        let mut offline = Offline::new(&self.install);
        let world = self.install.worlds().iter().find(|world| world.id == self.request.world);
        if let Some((title, world)) = detection.title.zip(world) {
            let album = Album::find(detection, vfs, music.as_deref());
            if let Some(wish) = Wish::of(title, world, &album).filter(|wish| wish.is_there) {
                offline.music(&music::address(wish.track), wish.repeats);
            }
        }
        offline
    }

    /// What was heard since this was asked last, left and right in turn, [`hearing::RATE`] frames a
    /// second.
    pub fn take_heard(&mut self) -> Vec<f32> {
        self.heard.as_mut().map(|heard| std::mem::take(&mut heard.frames)).unwrap_or_default()
    }

    /// Advances time. Returns the number of ticks.
    pub fn pass(&mut self, elapsed: Duration, held: &Held) -> u32 {
        let still = Held::default();
        let held = if self.fly(elapsed, held) { &still } else { held };
        self.turn.0 += finite(held.yaw);
        self.turn.1 += finite(held.pitch);
        self.jump |= held.jump;
        let ticks = self.clock.advance(elapsed);
        for _ in 0..ticks {
            self.step(held);
        }
        ticks
    }

    /// Moves the free camera; false where there is none.
    fn fly(&mut self, elapsed: Duration, held: &Held) -> bool {
        let Some(fly) = &mut self.fly else { return false };
        fly.turn(finite(held.yaw), finite(held.pitch));
        let up = f32::from(u8::from(held.jump)) - f32::from(u8::from(held.sink));
        let flight = Flight { forward: finite(held.forward), right: finite(held.strafe), up };
        let fast = if held.run { FAST } else { 1.0 };
        let metres = finite(held.fly_m_per_s) * fast * elapsed.as_secs_f32().min(0.125);
        fly.go(flight, self.world.watched_place().simulation().scene().frame.units(metres));
        true
    }

    /// So many ticks, however long they take.
    pub fn run(&mut self, ticks: u64, held: &Held) {
        for _ in 0..ticks {
            self.turn = (finite(held.yaw), finite(held.pitch));
            self.step(held);
        }
    }

    fn step(&mut self, held: &Held) {
        let tick = self.world.tick();
        let (yaw, pitch) = std::mem::take(&mut self.turn);
        let own = Input {
            forward: finite(held.forward),
            strafe: finite(held.strafe),
            yaw,
            pitch,
            run: held.run,
            jump: std::mem::take(&mut self.jump) || held.jump,
            sink: false,
            fire: false,
            fire_second: false,
        };
        let mut own_asked = std::mem::take(&mut self.asked);
        let places = self.follow_places(tick);
        self.recording.push_places(tick, &places);
        let (input, asked) = match &self.replaying {
            Some(replaying) => {
                let (input, commands) = replaying.input(tick);
                (input, commands.to_vec())
            }
            None => {
                own_asked.extend(self.joining.turn_away(&self.world));
                own_asked.extend(self.typing.understand(&self.world));
                (own, own_asked)
            }
        };
        self.recording.push_input(tick, input);
        self.recording.push_commands(tick, &asked);
        let watched = self.world.watched();
        let commands: Vec<_> = asked.into_iter().map(|command| (watched, command)).collect();
        self.world.advance(&[input], &commands);
        self.follow_place(watched);
        self.follow_replay();
        self.note_what_was_said();
        if let Some(Heard { offline, frames }) = &mut self.heard {
            frames.extend_from_slice(offline.tick(&self.world, &mut self.said));
        }
        if (tick + 1).is_multiple_of(HASH_EVERY) {
            let hash = self.hash();
            self.recording.hashes.push((tick + 1, hash));
        }
    }

    /// Places join and leave before a tick; which.
    fn follow_places(&mut self, tick: u64) -> Vec<PlaceEvent> {
        let Some(replaying) = &self.replaying else {
            let (events, failures) = self.joining.follow_wishes(&self.install, &mut self.world);
            self.said.extend(failures.iter().map(ToString::to_string));
            return events;
        };
        let events = replaying.places(tick).to_vec();
        let mut reloaded = Vec::new();
        let followed = self.joining.follow_recording(&self.install, &mut self.world, &events, &mut reloaded);
        if let Err(failure) = followed {
            // What follows will differ, which is told with its tick.
            self.said.push(failure.to_string());
        }
        if let Some(Heard { offline, .. }) = &mut self.heard {
            reloaded.iter().for_each(|id| offline.reload(*id));
        }
        self.has_other_guests |= reloaded.contains(&PlaceId::FIRST);
        self.reloaded.extend(reloaded);
        events
    }

    fn follow_replay(&mut self) {
        let Some(mut replaying) = self.replaying.take() else { return };
        let ticks = self.world.tick();
        if replaying.wants_hash(ticks) {
            replaying.compare(ticks, self.hash());
        }
        match replaying.end(ticks) {
            Some(replayed) => {
                self.said.push(replayed.to_string());
                self.replayed = Some(replayed);
            }
            None => self.replaying = Some(replaying),
        }
    }

    fn note_what_was_said(&mut self) {
        let has_mission = self.simulation().scene().mission.is_some();
        let cues = self.world.places().iter().flat_map(|place| place.simulation().cues_of_person());
        // What happens to the person is not seen from the free camera.
        let cues = cues.filter(|cue| self.fly.is_none() || cue.befalls().is_none());
        self.said.extend(cues.filter_map(|cue| said(cue, has_mission)));
        let findings = self.typing.take_refusals(self.world.take_findings());
        self.said.extend(findings.iter().map(ToString::to_string));
    }

    /// The hash of all places, where others can join, or of the only one.
    pub fn hash(&mut self) -> u64 {
        let watched = self.world.watched();
        match self.world.hash_of(watched) {
            Some(hash) if self.recording.header.site.is_none() => hash,
            _ => self.world.hash(),
        }
    }

    /// Ticks done.
    pub fn tick(&self) -> u64 {
        self.world.tick()
    }

    /// Lines for people since this was asked last.
    pub fn take_said(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }

    /// Findings about its files.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What was loaded.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// All places that run.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The place that is seen.
    pub fn simulation(&self) -> &Simulation {
        self.world.watched_place().simulation()
    }

    /// The recording so far.
    ///
    /// # Errors
    /// It cannot be written as text.
    pub fn recorded(&mut self) -> Result<String, Failure> {
        let tick = self.tick();
        let mut recording = self.recording.clone();
        recording.ticks = Some(tick);
        if tick > 0 && recording.hashes.last().is_none_or(|(last, _)| *last != tick) {
            recording.hashes.push((tick, self.hash()));
        }
        recording.to_text()
    }

    /// The world begins anew and follows a recording. It is loaded again where others are in it than now:
    /// creatures that somebody placed, the body or the vehicle of the person.
    ///
    /// # Errors
    /// No recording, or one of another world or other files.
    pub fn replay(&mut self, text: &str) -> Result<(), Failure> {
        let replay =
            Replay::parse(text).map_err(|error| Failure::Unusable(format!("the recording: {error}")))?;
        replay.header.fits(&self.request, self.install.fingerprint(&self.request)?)?;
        let guests = replay.header.guests()?;
        places::check(&guests, &self.request)?;
        let simulation = self.anew(guests, replay.header.seed)?;
        self.joining.race.clone_from(&self.request.guests.race);
        self.world = start(&replay.header, simulation);
        self.clock = Clock::default();
        self.recording = Replay::new(replay.header.clone());
        self.replayed = None;
        self.replaying = Some(Replaying::new(replay));
        if self.heard.take().is_some() {
            self.listen(true);
        }
        Ok(())
    }

    /// The first place at its start, with these in it.
    fn anew(&mut self, guests: Guests, seed: u32) -> Result<Simulation, Failure> {
        let known = self.world.place(PlaceId::FIRST).map(|place| Arc::clone(place.simulation().scene()));
        if let Some(scene) = known.filter(|_| guests == self.request.guests && !self.has_other_guests) {
            return Ok(Simulation::new(scene, seed, &Limits::default()).0);
        }
        let request = Request { guests, ..self.request.clone() };
        let loaded = load::load(&self.install.vfs, &request, &mut Quiet)?;
        (self.request, self.has_other_guests) = (request, false);
        self.reloaded.push(PlaceId::FIRST);
        Ok(Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, seed, &Limits::default()))
    }

    /// Places that were loaded again since this was asked last: what the device has of them is old.
    pub fn take_reloaded(&mut self) -> Vec<PlaceId> {
        std::mem::take(&mut self.reloaded)
    }

    /// True while a recording is replayed.
    pub fn is_replaying(&self) -> bool {
        self.replaying.is_some()
    }

    /// How the last replay went, once it is over.
    pub fn replayed(&self) -> Option<&Replayed> {
        self.replayed.as_ref()
    }
}

/// A world as a recording begins.
fn start(header: &Header, first: Simulation) -> World {
    match &header.site {
        Some(site) => World::starting_at(site.clone(), first),
        None => World::new(&header.world, first),
    }
}

pub(crate) fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}

/// What a cue says to people; a mission does not go on after a crash.
fn said(cue: &Cue, has_mission: bool) -> Option<String> {
    match cue {
        Cue::Message { text } | Cue::Caption { text, .. } => Some(text.to_string()),
        Cue::FellOut { .. } => Some("You fell out of the world and are back at the start".to_owned()),
        Cue::Crashed { .. } if has_mission => Some("You crashed".to_owned()),
        Cue::Crashed { .. } => Some("You crashed; back to the start in a moment".to_owned()),
        Cue::TooFarOut { .. } => Some("Too far from the shore: turn back".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::built::demo;
    use demos::Demo;

    pub(crate) fn courtyard() -> Visit {
        let install = Arc::new(Install::handed(&demo(Demo::Courtyard), ""));
        Visit::load(&install, None, titles::BEST, 1, &mut Quiet).unwrap()
    }

    pub(crate) fn ahead() -> Held {
        Held { forward: 1.0, ..Held::default() }
    }

    #[test]
    fn a_recorded_walk_is_the_same_again_and_one_that_was_changed_is_told() {
        let mut visit = courtyard();
        visit.run(70, &ahead());
        visit.run(50, &Held { forward: 1.0, yaw: 0.01, ..Held::default() });
        let (hash, text) = (visit.hash(), visit.recorded().unwrap());
        visit.replay(&text).unwrap();
        assert!(visit.is_replaying());
        // Whoever presses keys meanwhile changes nothing.
        visit.run(120, &Held { forward: -1.0, ..Held::default() });
        assert_eq!(visit.replayed(), Some(&Replayed::Same { ticks: 120, hashes: 2 }));
        assert_eq!((visit.hash(), visit.is_replaying()), (hash, false));
        assert_eq!(visit.recorded().unwrap(), text);

        visit.replay(&text.replacen(&format!("{hash:016x}"), "00000000000000ff", 1)).unwrap();
        visit.run(120, &Held::default());
        let differs = Replayed::Differs { tick: 120, recorded: 0xff, found: hash };
        assert_eq!(visit.replayed(), Some(&differs));
        assert!(visit.take_said().iter().any(|line| line.contains("the replay differs")));
        assert!(visit.replay("{}").unwrap_err().to_string().contains("line 1"));
    }

    #[test]
    fn whoever_drove_in_a_recording_drives_in_its_replay_and_walks_in_the_next() {
        let recoil = Demo::named("recoil").unwrap();
        let install = Arc::new(Install::handed(&demo(recoil), ""));
        let mut visit = Visit::load(&install, Some("m1"), titles::BEST, 1, &mut Quiet).unwrap();
        visit.run(60, &ahead());
        let walked = visit.recorded().unwrap();
        let mut header = visit.recording.header.clone();
        header.vehicle = Some("marten".to_owned());
        let mut drive = Replay::new(header);
        drive.push_input(0, Input { forward: 1.0, ..Input::default() });
        drive.ticks = Some(120);
        visit.replay(&drive.to_text().unwrap()).unwrap();
        assert_eq!(visit.take_reloaded(), [PlaceId::FIRST]);
        visit.run(120, &Held::default());
        let driven = visit.recorded().unwrap();
        assert!(driven.contains(r#""vehicle":"marten""#), "{driven}");
        // The same again needs no files; on foot it is another world.
        for (text, reloaded, hashes) in [(&driven, 0, 2), (&walked, 1, 1)] {
            visit.replay(text).unwrap();
            assert_eq!(visit.take_reloaded().len(), reloaded);
            visit.run(120, &Held::default());
            let ticks = hashes * 60;
            assert_eq!(visit.replayed(), Some(&Replayed::Same { ticks, hashes }));
        }
        let other = driven.replace(r#""vehicle":"marten""#, r#""race":"orc""#);
        assert!(visit.replay(&other).unwrap_err().to_string().contains("recoil has none"));
    }

    #[test]
    fn what_is_heard_is_as_long_as_the_ticks() {
        let mut visit = courtyard();
        visit.run(2, &Held::default());
        assert!(visit.take_heard().is_empty());
        visit.listen(true);
        visit.run(3, &Held::default());
        assert_eq!(visit.take_heard().len(), 3 * 735 * 2);
        assert!(visit.take_heard().is_empty());
    }
}
