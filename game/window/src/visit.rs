//! A world that is being visited: how its time passes, what it is asked, and the recording of the input; its places
//! and the view into it are in rooms of their own.

mod commands;
mod creatures;
mod driving;
mod mission;
mod overworld;
mod places;
mod shot;
mod typing;
mod view;
pub mod weapons;

pub use overworld::Whereabouts;
pub use view::fov_y_deg;

use super::input::{self, Devices, Steering};
use super::loader::{Purpose, Ready, Wanted};
use super::screen_cover::ScreenCover;
use crate::bindings::{Action, Bindings};
use crate::settings::Control;
use base::clock::Clock;
use load::{Guests, Request};
use render::{Loaded, Neighbour};
use replay::{HASH_EVERY, Header, Recorder, Replay};
use runtime::places::{PlaceId, SavedWorld, Site, World};
use runtime::{Command, Cue, Input, Simulation};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use titles::install::Install;
use typing::Typing;
use world::{CameraMode, Finding, Flight, FreeCamera};

/// Speed factor of the free camera while running.
const FAST: f32 = 5.0;

/// Most cues that wait for the next frame.
const MOST_CUES: usize = 1024;

/// Longest wait of a recording for the hashes of the files it was made with; without them it fits
/// every install.
const FINGERPRINT_WITHIN: Duration = Duration::from_secs(5);
/// Ticks in which the trees of a place grow that somebody sees join: three seconds.
const GROWING_TICKS: f32 = 180.0;

/// How time passes in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// As outside.
    Runs,
    /// Not at all, and only the free camera moves.
    Frozen,
    /// Not at all.
    Paused,
}

/// What is known of a place besides what runs.
#[derive(Debug)]
pub struct Known {
    /// The request to load it again.
    pub wanted: Wanted,
    /// What was loaded.
    pub request: Request,
    /// What the level is called.
    pub level_name: String,
    /// The mods over its install, the last one wins.
    pub mods: Vec<PathBuf>,
    /// Its files.
    pub files: Arc<Install>,
    /// Findings about its files.
    pub findings: Vec<Finding>,
    /// Bytes read from files.
    pub bytes_read: u64,
    /// Milliseconds per phase of loading.
    pub times_ms: Vec<(&'static str, f64)>,
    /// The tick before which it joined.
    joined_at: u64,
}

/// A place that was loaded, in two parts: what runs, and what is known of it.
fn parts(ready: Ready) -> (Simulation, Known) {
    let mods = ready.install.vfs.layers().iter().skip(1).map(|layer| layer.path.clone()).collect();
    let Ready {
        wanted, request, level_name, simulation, findings, bytes_read, times_ms, install: files, ..
    } = ready;
    // What it was loaded for holds the scene or the state of before.
    let wanted = Wanted { purpose: Purpose::Enter, ..wanted };
    let joined_at = 0;
    (
        simulation,
        Known { wanted, request, level_name, mods, files, findings, bytes_read, times_ms, joined_at },
    )
}

/// A world that is being visited.
#[derive(Debug)]
pub struct Visit {
    /// Name of the game.
    pub title_name: String,
    /// Root of the install that was entered first.
    pub root: PathBuf,
    /// The places that run.
    pub world: World,
    /// What is known of the place that was entered first.
    first: Known,
    /// What is known of those that joined.
    joined: BTreeMap<PlaceId, Known>,
    /// Where the first place lies, if others can join it.
    site: Option<Site>,
    /// The free camera, if it is on.
    pub fly: Option<FreeCamera>,
    /// The input of the next tick.
    pub steering: Steering,
    /// Whether the recording contains hashes of the state.
    pub with_hashes: bool,
    clock: Clock,
    fingerprint: Arc<OnceLock<u64>>,
    /// What the next tick is asked besides its input.
    asked: Vec<Command>,
    /// Lines for the console.
    typing: Typing,
    /// What the world said since somebody read it.
    said: Option<String>,
    recorder: Recorder,
    /// The view went to another place since somebody asked.
    crossed: bool,
    /// What the world wanted heard and felt since somebody asked.
    cues: Vec<(PlaceId, Cue)>,
    /// The colour that cues laid over the picture.
    cover: ScreenCover,
    /// Creatures of the place that was entered first when it was entered.
    first_guests: Guests,
    /// Places that are loaded again for other creatures alone.
    invited: Vec<PlaceId>,
    /// Where the camera goes once the place that is seen was loaded again.
    camera_to_be: Option<CameraMode>,
    /// The recording that is watched, until its end.
    watched: Option<Arc<Replay>>,
    /// How much of what it says of places before the next tick was followed.
    followed: usize,
    /// Where somebody wants to travel to since this was asked last, as they wrote it.
    travel: Option<String>,
    /// How the world was before its first tick, where its mission can begin anew.
    beginning: Option<SavedWorld>,
    /// Where the mouse points for an aeroplane with help.
    aim: Option<driving::Aim>,
    /// The tick in which somebody asked to eject, who has yet to ask again.
    ejects: Option<u64>,
}

impl Visit {
    /// Enters a world; `site` says where it lies if other places can join it.
    pub fn enter(mut ready: Ready, site: Option<Site>, recorder: Recorder) -> Self {
        let watched = ready.wanted.watch.take();
        let (title_name, root) = (ready.title_name.clone(), ready.install.detection.root.clone());
        let fingerprint = Arc::clone(&ready.fingerprint);
        let (simulation, first) = parts(ready);
        let world = match &site {
            Some(site) => World::starting_at(site.clone(), simulation),
            None => World::new(&first.request.world, simulation),
        };
        // A level may begin at a camera high above its ground.
        let start = world.watched_place().simulation();
        let feet = start.state().avatar().map(|avatar| avatar.position);
        let fly = feet.filter(|feet| watched.is_none() && start.only_looks_on(*feet));
        let fly = fly.map(|_| FreeCamera::from(&start.state().camera));
        let first_guests = first.request.guests.clone();
        let beginning = start.scene().mission.is_some().then(|| world.save());
        let typing = Typing::new(&first.request.title, &first.request.world);
        let visit = Visit {
            title_name,
            root,
            world,
            first,
            joined: BTreeMap::new(),
            site,
            fly,
            steering: Steering::default(),
            with_hashes: false,
            clock: Clock::default(),
            fingerprint,
            asked: Vec::new(),
            typing,
            said: None,
            recorder,
            crossed: false,
            cues: Vec::new(),
            cover: ScreenCover::default(),
            first_guests,
            invited: Vec::new(),
            camera_to_be: None,
            watched,
            followed: 0,
            travel: None,
            beginning,
            aim: None,
            ejects: None,
        };
        *visit.recorder.lock() = Some(Replay::new(visit.header()));
        visit
    }

    /// The fingerprint of the files, which a thread works out; none if it takes too long.
    pub fn fingerprint_within(&self) -> Option<u64> {
        let until = Instant::now() + FINGERPRINT_WITHIN;
        loop {
            match self.fingerprint.get() {
                Some(value) => return Some(*value),
                None if Instant::now() >= until => return None,
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    /// The place that is seen, running.
    pub fn simulation(&self) -> &Simulation {
        self.world.watched_place().simulation()
    }

    /// The places beside the one that is seen, to be drawn with what is on the device
    /// of each; `between` as that of the picture.
    pub fn beside<'a>(&'a self, loaded: &'a BTreeMap<PlaceId, Loaded>, between: f32) -> Vec<Neighbour<'a>> {
        let watched = self.world.watched();
        let others = self.world.places().iter().filter(|place| place.id() != watched);
        let drawn = others.filter_map(|place| {
            let simulation = place.simulation();
            Some(Neighbour {
                loaded: loaded.get(&place.id())?,
                scene: simulation.scene(),
                state: simulation.state(),
                zones: simulation.state().zones,
                table: simulation.occurrences(),
                between,
                offset: self.world.offset(place.id(), watched)?,
                grown: self.grown(place.id(), between),
            })
        });
        drawn.collect()
    }

    /// How much of the trees of a place is there: those of one that joined a moment ago grow.
    fn grown(&self, id: PlaceId, between: f32) -> f32 {
        let Some(known) = self.joined.get(&id) else { return 1.0 };
        let ticks = self.world.tick().saturating_sub(known.joined_at) as f32 + between;
        let share = (ticks / GROWING_TICKS).clamp(0.0, 1.0);
        share * share * (3.0 - 2.0 * share)
    }

    /// What is known of the place that is seen.
    pub fn known(&self) -> &Known {
        self.known_of(self.world.watched())
    }

    fn known_mut(&mut self) -> &mut Known {
        let watched = self.world.watched();
        self.joined.get_mut(&watched).unwrap_or(&mut self.first)
    }

    /// What is known of the place that was entered first.
    pub fn first(&self) -> &Known {
        &self.first
    }

    /// What is known of a place.
    pub fn known_of(&self, id: PlaceId) -> &Known {
        self.joined.get(&id).unwrap_or(&self.first)
    }

    /// What the place that is seen is called, without its id.
    pub fn place_name(&self) -> &str {
        let known = self.known();
        // Most cells of an overworld have no name, only numbers and a region.
        if self.is_overworld() && known.level_name == known.request.world {
            return self.region().unwrap_or_default();
        }
        let behind = known.level_name.strip_prefix(known.request.world.as_str());
        behind.and_then(|rest| rest.strip_prefix(": ")).unwrap_or(&known.level_name)
    }

    /// What the window is called.
    pub fn title(&self) -> String {
        format!("Revisit: {}, {}", self.title_name, self.known().level_name)
    }

    /// The place that is seen, and how many there are.
    pub fn where_it_is(&self) -> String {
        let key = &self.world.watched_place().site().key;
        match self.world.places().len() {
            0 | 1 => key.clone(),
            places => format!("{key}, one of {places}"),
        }
    }

    /// True once after the view went to another place.
    pub fn take_crossed(&mut self) -> bool {
        std::mem::take(&mut self.crossed)
    }

    fn header(&self) -> Header {
        Header {
            fingerprint: self.fingerprint.get().map_or_else(String::new, |value| format!("{value:016x}")),
            site: self.site.clone(),
            ..Header::new(&self.first.request.title, &self.first.request.world, self.first.wanted.seed)
                .with_guests(&self.first_guests)
        }
    }

    /// Advances time. Returns the number of ticks.
    pub fn pass(
        &mut self,
        elapsed: Duration,
        time: Time,
        devices: &mut Devices,
        bindings: &Bindings,
        control: &Control,
    ) -> u32 {
        if time == Time::Paused {
            devices.take_motion();
            return 0;
        }
        let seconds = elapsed.as_secs_f32().min(0.125);
        let scheme = bindings.scheme(self.driven());
        let turn = input::turn(devices, scheme, control, seconds);
        match &mut self.fly {
            Some(fly) => {
                fly.turn(turn.yaw, turn.pitch);
                let between = |less, more| devices.between(scheme, control, less, more);
                let way = Flight {
                    forward: between(Action::Backward, Action::Forward),
                    right: between(Action::Left, Action::Right),
                    up: between(Action::Sink, Action::Jump),
                };
                let fast = 1.0 + (FAST - 1.0) * devices.asked(scheme, control, Action::Run);
                let metres = control.fly_m_per_s * fast * seconds;
                fly.go(way, self.world.watched_place().simulation().scene().frame.units(metres));
            }
            None if self.watched.is_none() => self.steering.add(turn),
            None => {}
        }
        if time == Time::Frozen {
            return 0;
        }
        let ticks = self.clock.advance(elapsed);
        for _ in 0..ticks {
            if !self.due().is_empty() {
                break;
            }
            let input = match (self.watch(), self.fly) {
                (Some(recorded), _) => recorded,
                (None, Some(_)) => Input::default(),
                (None, None) => {
                    let input = self.steering.take(devices, scheme, control);
                    let input = self.with_lever(input, devices.throttle(scheme));
                    if control.assisted {
                        self.assisted(input)
                    } else {
                        self.aim = None;
                        input
                    }
                }
            };
            self.step(input);
        }
        for finding in self.world.take_findings() {
            tracing::warn!(target: "world", "{finding}");
        }
        ticks
    }

    /// The input that the recording has of the next tick, which is asked what it was asked then. `None` without a
    /// recording, and from its end on.
    fn watch(&mut self) -> Option<Input> {
        let (watched, tick) = (self.watched.clone()?, self.world.tick());
        if watched.ticks.is_none_or(|end| tick < end) {
            self.asked.extend_from_slice(watched.commands_at(tick));
            return Some(watched.input_at(tick));
        }
        self.watched = None;
        self.steering = Steering::default();
        self.said = Some("The recording is over: go on from here".to_owned());
        None
    }

    /// Has commands carried out at once, in a recorded tick without input.
    pub fn carry_out(&mut self, commands: Vec<Command>) {
        self.asked.extend(commands);
        self.step(Input::default());
    }

    /// One tick, recorded.
    fn step(&mut self, input: Input) {
        let tick = self.world.tick();
        self.followed = 0;
        let mut asked = std::mem::take(&mut self.asked);
        let typed = self.understand();
        let is_typed = !typed.is_empty();
        asked.extend(typed);
        if let Some(recording) = self.recorder.lock().as_mut() {
            recording.push_input(tick, input);
            recording.push_commands(tick, &asked);
            recording.ticks = Some(tick + 1);
            if recording.header.fingerprint.is_empty() && self.fingerprint.get().is_some() {
                recording.header = self.header();
            }
        }
        let before = self.world.watched();
        let commands: Vec<_> = asked.into_iter().map(|command| (before, command)).collect();
        self.world.advance(&[input], &commands);
        if is_typed {
            self.say_what_was_refused();
        }
        let now = self.world.watched();
        if now != before {
            self.crossed = true;
            if let (Some(fly), Some(shift)) = (&mut self.fly, self.world.offset(before, now)) {
                fly.eye += shift;
            }
        }
        let has_mission = self.has_mission();
        let cues = self.world.places().iter().flat_map(|place| place.simulation().cues_of_person());
        // What happens to the person is not seen from the free camera.
        let cues = cues.filter(|cue| self.fly.is_none() || cue.befalls().is_none());
        if let Some(words) = last_words(cues, has_mission) {
            self.said = Some(words.to_owned());
        }
        self.keep_cues();
        if self.with_hashes && (tick + 1).is_multiple_of(HASH_EVERY) {
            let hash = self.hash();
            if let Some(recording) = self.recorder.lock().as_mut() {
                recording.hashes.push((tick + 1, hash));
            }
        }
    }

    /// Keeps what the last tick wanted heard, felt and shown for the next frame.
    fn keep_cues(&mut self) {
        let tick = self.world.tick().saturating_sub(1);
        for place in self.world.places() {
            let of_place = place.simulation().cues().iter();
            for cue in of_place.clone() {
                self.cover.follow(cue, tick);
            }
            let heard = of_place.filter(|cue| {
                use Cue::{Caption, MoveSound, Music, Rumble, Sound, StopSound};
                matches!(
                    cue,
                    Sound { .. }
                        | MoveSound { .. }
                        | StopSound { .. }
                        | Music { .. }
                        | Rumble { .. }
                        | Caption { .. }
                )
            });
            let room = MOST_CUES.saturating_sub(self.cues.len());
            self.cues.extend(heard.take(room).map(|cue| (place.id(), cue.clone())));
        }
    }

    /// What the world wanted heard and felt since this was asked last.
    pub fn take_cues(&mut self) -> Vec<(PlaceId, Cue)> {
        std::mem::take(&mut self.cues)
    }

    /// The hash of all places, where others can join, or of the only one.
    fn hash(&mut self) -> u64 {
        let watched = self.world.watched();
        match self.world.hash_of(watched) {
            Some(hash) if self.site.is_none() => hash,
            _ => self.world.hash(),
        }
    }

    /// The recording so far, with a hash of its end.
    pub fn recorded(&mut self) -> Option<Replay> {
        // Without it the recording fits every install.
        let _ = self.fingerprint_within();
        let tick = self.world.tick();
        let mut recording = self.recorder.lock().clone()?;
        recording.header = self.header();
        recording.ticks = Some(tick);
        // What joins after the last tick happens in none.
        recording.places.retain(|(before, _)| *before < tick);
        if recording.hashes.last().is_none_or(|(last, _)| *last != tick) && tick > 0 {
            recording.hashes.push((tick, self.hash()));
        }
        Some(recording)
    }

    /// The last message or caption of the world, once.
    pub fn take_said(&mut self) -> Option<String> {
        self.said.take()
    }
}

/// The last message of a tick; a mission does not go on after a crash.
fn last_words<'a>(cues: impl DoubleEndedIterator<Item = &'a Cue>, has_mission: bool) -> Option<&'a str> {
    cues.rev().find_map(|cue| match cue {
        Cue::Message { text } => Some(text.as_str()),
        Cue::FellOut { .. } => Some("You fell out of the world and are back at the start"),
        Cue::Crashed { .. } if has_mission => Some("You crashed"),
        Cue::Crashed { .. } => Some("You crashed; back to the start in a moment"),
        Cue::TooFarOut { .. } => Some("Too far from the shore: turn back"),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::{End, Loading};
    use crate::settings::Settings;
    use crate::small_world::{uploader, wait, wanted};
    use glam::Vec3;
    use world::ScreenColor;

    #[test]
    fn the_last_message_is_what_was_said() {
        let cues = [
            Cue::Message { text: "a door opens".into() },
            Cue::Message { text: "a door closes".into() },
            Cue::Caption { text: "Who is there?".into(), seconds: 2.0 },
            Cue::Rumble { strength: 1.0, seconds: 0.1 },
        ];
        assert_eq!(last_words(cues.iter(), false), Some("a door closes"));
        assert_eq!(last_words(cues[2..].iter(), false), None);
        let fell = [Cue::FellOut { actor: world::ActorId(0), at: Vec3::ZERO }];
        assert!(last_words(fell.iter(), false).unwrap().contains("back at the start"));
        let crashed = [Cue::Crashed { actor: world::ActorId(0), at: Vec3::ZERO, speed: 9.0 }];
        assert!(last_words(crashed.iter(), false).unwrap().contains("back to the start"));
        assert_eq!(last_words(crashed.iter(), true), Some("You crashed"));
    }

    #[test]
    fn a_colour_that_a_world_asks_for_is_in_the_picture_of_the_next_ticks() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        let End::Ready(ready, _) = wait(&mut Loading::start(wanted(folder.path()), uploader, || ())) else {
            panic!("not ready")
        };
        let mut visit = Visit::enter(*ready, None, Recorder::default());
        visit.step(Input::default());
        let cover = |visit: &Visit| visit.look_settings(&Settings::default(), render::DebugView::None).cover;
        assert_eq!(cover(&visit), ScreenColor::NONE);
        // Black in a tenth of a second, six ticks; asked for in the second tick.
        let black = Cue::ScreenColor { color: [0.0, 0.0, 0.0, 1.0], seconds: 0.1 };
        visit.world.advance(&[Input::default()], &[(PlaceId::FIRST, Command::Cue(black))]);
        visit.keep_cues();
        for _ in 0..3 {
            visit.step(Input::default());
        }
        assert!((cover(&visit).on([1.0; 3])[0] - 0.5).abs() < 1e-5, "{:?}", cover(&visit));
        for _ in 0..30 {
            visit.step(Input::default());
        }
        assert_eq!(cover(&visit).on([1.0; 3]), [0.0; 3]);
    }

    #[test]
    fn ticks_that_pass_while_a_world_is_loaded_again_are_not_lost() {
        let folder = tempfile::tempdir().unwrap();
        let Some(uploader) = uploader() else { return };
        let wanted = wanted(folder.path());
        let load = || {
            let end = wait(&mut Loading::start(wanted.clone(), uploader.clone(), || ()));
            let End::Ready(ready, _) = end else { panic!("not ready") };
            *ready
        };
        let mut visit = Visit::enter(load(), None, Recorder::default());
        let again = load();
        for _ in 0..60 {
            visit.step(Input { forward: 1.0, ..Input::default() });
        }
        let before = visit.simulation().state().clone();
        let carried = visit.reload(PlaceId::FIRST, again).unwrap();
        assert_eq!((carried.anew, visit.world.tick()), (0, 60));
        let after = visit.simulation().state();
        assert_eq!((after.tick, after.hash()), (60, before.hash()));
    }
}
