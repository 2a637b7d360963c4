//! A world that is being visited: its places, the view into it, and the recording of the input.

mod commands;
mod creatures;
mod shot;
mod typing;

use super::input::{self, Devices, Steering};
use super::loader::{Purpose, Ready, Wanted};
use super::neighbours::drop_elsewhere;
use super::screen_cover::ScreenCover;
use crate::bindings::{Action, Bindings};
use crate::settings::{self, Control, Settings};
use base::clock::Clock;
use glam::Vec3;
use load::{Guests, Request};
use pictures::Viewpoint;
use render::{Loaded, Neighbour};
use replay::{HASH_EVERY, Header, PlaceEvent, Recorder, Replay};
use runtime::places::{PlaceError, PlaceId, RestoreError, SavedWorld, Site, World};
use runtime::{Carried, Command, Cue, Input, Simulation};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use titles::install::Install;
use typing::Typing;
use world::{ActiveZones, Camera, CameraMode, Finding, Flight, FreeCamera, Limits, OccurrenceId, Scene};

/// Speed factor of the free camera while running.
const FAST: f32 = 5.0;

/// Flashes of the whole screen in a second that most people can bear.
const FLASHES: u32 = 3;
/// Most cues that wait for the next frame.
const MOST_CUES: usize = 1024;

/// Longest wait of a recording for the hashes of the files it was made with; without them it fits
/// every install.
const FINGERPRINT_WITHIN: Duration = Duration::from_secs(5);

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
}

/// A place that was loaded, in two parts: what runs, and what is known of it.
fn parts(ready: Ready) -> (Simulation, Known) {
    let mods = ready.install.vfs.layers().iter().skip(1).map(|layer| layer.path.clone()).collect();
    let Ready {
        wanted, request, level_name, simulation, findings, bytes_read, times_ms, install: files, ..
    } = ready;
    // What it was loaded for holds the scene or the state of before.
    let wanted = Wanted { purpose: Purpose::Enter, ..wanted };
    (simulation, Known { wanted, request, level_name, mods, files, findings, bytes_read, times_ms })
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
}

impl Visit {
    /// Enters a world; `site` says where it lies if other places can join it.
    pub fn enter(ready: Ready, site: Option<Site>, recorder: Recorder) -> Self {
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
        let fly = feet.filter(|feet| floats(start, *feet)).map(|_| FreeCamera::from(&start.state().camera));
        let first_guests = first.request.guests.clone();
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
        };
        *visit.recorder.lock() = Some(Replay::new(visit.header()));
        visit
    }

    /// A place that was loaded again goes on where it was. A recording from the
    /// start would not lead here, so it ends, unless nothing but creatures is new.
    pub fn reload(&mut self, id: PlaceId, ready: Ready) -> Option<Carried> {
        let fingerprint = Arc::clone(&ready.fingerprint);
        let (simulation, known) = parts(ready);
        let guests = self.take_invited(id).then(|| known.request.guests.clone());
        let (before, carried) = self.world.reload(id, simulation, &Limits::default())?;
        drop_elsewhere(before);
        if id == PlaceId::FIRST {
            self.first = known;
            self.fingerprint = fingerprint;
        } else {
            self.joined.insert(id, known);
        }
        match guests {
            Some(guests) => {
                let key = self.world.place(id).map(|place| place.site().key.clone());
                self.record(PlaceEvent::guests(key.unwrap_or_default(), &guests));
            }
            None => *self.recorder.lock() = None,
        }
        if id == self.world.watched()
            && let Some(mode) = self.camera_to_be.take()
        {
            self.ask(Command::SetCamera { mode, seconds: 0.0 });
        }
        Some(carried)
    }

    /// The world goes on where it was saved; gives the places that are not in the save and are gone. A
    /// recording from the start would not lead here, so it ends.
    ///
    /// # Errors
    /// The save needs a place that does not run now, or belongs to another world.
    pub fn resume(&mut self, saved: SavedWorld) -> Result<Vec<PlaceId>, RestoreError> {
        // What is on the device belongs to places by their numbers.
        for place in saved.places() {
            let now = self.world.place(place.id()).map(|now| &now.site().key);
            if now != Some(&place.site().key) {
                return Err(RestoreError::NoScene(place.site().key.clone()));
            }
        }
        let scenes: BTreeMap<String, Arc<Scene>> = self
            .world
            .places()
            .iter()
            .map(|place| (place.site().key.clone(), Arc::clone(place.simulation().scene())))
            .collect();
        let (world, _) = World::restore(saved, |site| scenes.get(&site.key).cloned(), &Limits::default())?;
        let before = std::mem::replace(&mut self.world, world);
        let ids = before.places().iter().map(runtime::places::Place::id);
        let gone = ids.filter(|id| self.world.place(*id).is_none()).collect();
        drop_elsewhere(before);
        self.joined.retain(|id, _| self.world.place(*id).is_some());
        self.steering = Steering::default();
        self.asked.clear();
        // What programs had switched on is heard again.
        let places = self.world.places().iter();
        let sounding = places.flat_map(|place| place.simulation().sounding().map(|cue| (place.id(), cue)));
        self.cues = sounding.take(MOST_CUES).collect();
        self.cover = ScreenCover::default();
        self.crossed = true;
        *self.recorder.lock() = None;
        Ok(gone)
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

    /// A place joins; recorded.
    ///
    /// # Errors
    /// As [`World::join`].
    pub fn join(&mut self, site: Site, ready: Ready) -> Result<PlaceId, PlaceError> {
        let fingerprint = ready.fingerprint.get().map_or_else(String::new, |value| format!("{value:016x}"));
        let (simulation, known) = parts(ready);
        let id = self.world.join(site.clone(), simulation)?;
        let world = known.request.world.clone();
        self.joined.insert(id, known);
        self.record(PlaceEvent::Join { world, site, fingerprint });
        Ok(id)
    }

    /// A place leaves; recorded.
    ///
    /// # Errors
    /// As [`World::leave`].
    pub fn leave(&mut self, id: PlaceId) -> Result<Simulation, PlaceError> {
        let key = self.world.place(id).map(|place| place.site().key.clone());
        let left = self.world.leave(id)?;
        self.joined.remove(&id);
        self.record(PlaceEvent::Leave(key.unwrap_or_default()));
        Ok(left)
    }

    fn record(&mut self, event: PlaceEvent) {
        let tick = self.world.tick();
        if let Some(recording) = self.recorder.lock().as_mut() {
            recording.push_places(tick, &[event]);
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
            })
        });
        drawn.collect()
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
        // Most cells of an overworld have no name, only numbers.
        if known.request.family == load::Family::Daggerfall && known.level_name == known.request.world {
            return "";
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
        let turn = input::turn(devices, bindings, control, seconds);
        match &mut self.fly {
            Some(fly) => {
                fly.turn(turn.yaw, turn.pitch);
                let between = |less, more| devices.between(bindings, control, less, more);
                let way = Flight {
                    forward: between(Action::Backward, Action::Forward),
                    right: between(Action::Left, Action::Right),
                    up: between(Action::Sink, Action::Jump),
                };
                let fast = 1.0 + (FAST - 1.0) * devices.asked(bindings, control, Action::Run);
                let metres = control.fly_m_per_s * fast * seconds;
                fly.go(way, self.world.watched_place().simulation().scene().frame.units(metres));
            }
            None => self.steering.add(turn),
        }
        if time == Time::Frozen {
            return 0;
        }
        let ticks = self.clock.advance(elapsed);
        for _ in 0..ticks {
            let input = match self.fly {
                Some(_) => Input::default(),
                None => self.steering.take(devices, bindings, control),
            };
            self.step(input);
        }
        for finding in self.world.take_findings() {
            tracing::warn!(target: "world", "{finding}");
        }
        ticks
    }

    /// Has commands carried out at once, in a recorded tick without input.
    pub fn carry_out(&mut self, commands: Vec<Command>) {
        self.asked.extend(commands);
        self.step(Input::default());
    }

    /// One tick, recorded.
    fn step(&mut self, input: Input) {
        let tick = self.world.tick();
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
        let cues = self.world.places().iter().flat_map(|place| place.simulation().cues());
        // What happens to the person is not seen from the free camera.
        let cues = cues
            .filter(|cue| self.fly.is_none() || !matches!(cue, Cue::FellOut { .. } | Cue::TooFarOut { .. }));
        if let Some(words) = last_words(cues) {
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

    /// Between the last two ticks, 0..1.
    pub fn between(&self) -> f32 {
        self.clock.between()
    }

    /// Where somebody stands through whose eyes one looks; `None` while the camera is free.
    pub fn feet_of_view(&self) -> Option<Vec3> {
        self.simulation().state().feet_of_view().filter(|_| self.fly.is_none())
    }

    /// The camera of this moment: between the last two ticks, and turned by the input of the next,
    /// so that the view responds at once.
    pub fn camera(&self) -> Camera {
        let now = self.simulation().state().camera;
        if let Some(fly) = &self.fly {
            return fly.camera(&now);
        }
        let before = self.simulation().previous().camera;
        let rig = &self.simulation().state().rig;
        if rig.mode != CameraMode::Eyes || rig.blend.is_some() {
            return now.at(before.pose().toward(&now.pose(), self.clock.between()));
        }
        let mut eye = before.eye.lerp(now.eye, self.clock.between());
        if !eye.is_finite() {
            eye = now.eye;
        }
        let mut turned = FreeCamera { eye, yaw: now.yaw, pitch: now.pitch };
        turned.turn(self.steering.turn.yaw, self.steering.turn.pitch);
        turned.camera(&now)
    }

    /// The active zones of the view: those at the free camera, if it is on.
    pub fn zones(&self) -> ActiveZones {
        self.fly.map_or(self.simulation().state().zones, |fly| self.simulation().zones_at(fly.eye))
    }

    /// Turns the free camera on or off. Off, the view is the avatar's again.
    pub fn toggle_fly(&mut self) {
        self.fly = match self.fly {
            None => Some(FreeCamera::from(&self.camera())),
            Some(_) => None,
        };
    }

    /// Moves the free camera to where an occurrence is in view.
    pub fn go_to(&mut self, id: OccurrenceId, fov_y: f32) {
        let occurrences = self.simulation().occurrences();
        let bounds = *occurrences.bounds(id);
        let bounds = if bounds.is_empty() {
            let place = occurrences.transform(id).translation;
            let near = self.simulation().scene().frame.units(2.0);
            world::Aabb::around([place.into()]).padded(near)
        } else {
            bounds
        };
        let mut fly = self.fly.unwrap_or_else(|| FreeCamera::from(&self.camera()));
        fly.see(&bounds, fov_y);
        self.fly = Some(fly);
    }

    /// Position and direction of the view, for a picture's metadata.
    pub fn place(&self) -> Viewpoint {
        let camera = self.camera();
        Viewpoint::of(self.simulation().scene(), &camera)
    }

    /// Render options.
    pub fn look_settings(&self, settings: &Settings, view: render::DebugView) -> render::Settings {
        let picture = &settings.picture;
        let scene = self.simulation().scene();
        let metres = scene.camera.far * scene.frame.metres_per_unit * picture.view_distance;
        render::Settings {
            fov_y_deg: Some(fov_y_deg(picture.field_of_view_deg)),
            view_distance: Some(metres),
            msaa: picture.samples,
            anisotropy: picture.anisotropy,
            look: match picture.look {
                settings::Look::Clear => render::Look::Clear,
                settings::Look::Faithful => render::Look::Faithful,
            },
            render_scale: picture.render_scale,
            brightness: picture.brightness,
            view,
            vsync: picture.vsync,
            flashes_per_second: if picture.reduce_flashing { 0 } else { FLASHES },
            tint: self.simulation().tint_at(self.camera().eye),
            cover: self.cover.at(self.world.tick() as f64 - 1.0 + f64::from(self.clock.between())),
        }
    }
}

/// True if there is nothing under feet here: whoever starts there looks on as a free camera.
fn floats(simulation: &Simulation, feet: Vec3) -> bool {
    let step = simulation.scene().walker.step;
    let ground = simulation.probe().ground(feet.x, feet.z, feet.y, step);
    ground.is_none_or(|hit| feet.y - hit.point.y > step)
}

/// The last message of a tick.
fn last_words<'a>(cues: impl DoubleEndedIterator<Item = &'a Cue>) -> Option<&'a str> {
    cues.rev().find_map(|cue| match cue {
        Cue::Message { text } => Some(text.as_str()),
        Cue::FellOut { .. } => Some("You fell out of the world and are back at the start"),
        Cue::TooFarOut { .. } => Some("Too far from the shore: turn back"),
        _ => None,
    })
}

/// The vertical field of view of a 4:3 picture with this horizontal one.
pub fn fov_y_deg(across_deg: f32) -> f32 {
    let half = libm::tanf(across_deg.to_radians() * 0.5) * 0.75;
    2.0 * libm::atanf(half).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loader::{End, Loading};
    use crate::small_world::{uploader, wait, wanted};
    use world::ScreenColor;

    #[test]
    fn the_last_message_is_what_was_said() {
        let cues = [
            Cue::Message { text: "a door opens".into() },
            Cue::Message { text: "a door closes".into() },
            Cue::Caption { text: "Who is there?".into(), seconds: 2.0 },
            Cue::Rumble { strength: 1.0, seconds: 0.1 },
        ];
        assert_eq!(last_words(cues.iter()), Some("a door closes"));
        assert_eq!(last_words(cues[2..].iter()), None);
        let fell = [Cue::FellOut { actor: world::ActorId(0), at: Vec3::ZERO }];
        assert!(last_words(fell.iter()).unwrap().contains("back at the start"));
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

    #[test]
    fn seventy_five_degrees_across_are_sixty_upright() {
        assert!((fov_y_deg(75.178_18) - 60.0).abs() < 1e-2);
    }
}
