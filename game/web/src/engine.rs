//! What JavaScript calls: the engine of a page, in its worker.

use crate::page_file::{Listing, bytes_read};
use crate::screen::Screen;
use crate::{Chart, Described, Held, Picture, Reporting, Status, Visit, Volumes, land};
use base::Failure;
use js_sys::{Array, Function};
use load::Phase;
use load::daggerfall::Shared;
use render::{Size, Statistics, UploadPhase};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use titles::HandedGame;
use titles::install::Install;
use vfs::Handed;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{File, OffscreenCanvas};

/// Bits of what is held down besides directions.
const RUN: u32 = 1;
const JUMP: u32 = 2;
const SINK: u32 = 4;
/// Most models of a game that are listed at once.
const MOST_MODELS: usize = 200;

/// An engine that draws into a canvas.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    screen: Screen,
    /// What a person handed over, or the files of a demo.
    listing: Option<Listing>,
    files: Option<Handed>,
    install: Option<Arc<Install>>,
    /// The world that a demo opens with, where it does not say so itself.
    first: Option<String>,
    visit: Option<Visit>,
    picture: Picture,
    volumes: Volumes,
    /// The map that was asked for last.
    chart: Option<Chart>,
    /// A check of all files that is under way.
    reporting: Option<Reporting>,
    drawn: Statistics,
}

/// Files that the page must pass on, by their places in the list of names.
#[derive(Serialize)]
struct Lacking {
    lacking: Vec<u32>,
}

impl Lacking {
    /// Nothing where none is lacking.
    fn of(lacking: Vec<u32>) -> Option<Self> {
        (!lacking.is_empty()).then_some(Lacking { lacking })
    }
}

/// The games among files that were handed over.
#[derive(Serialize)]
struct Games {
    games: Vec<Found>,
}

/// The game that was opened.
#[derive(Serialize)]
struct Opened {
    game: Described,
}

/// A game among files that were handed over.
#[derive(Serialize)]
struct Found {
    folder: String,
    name: String,
}

/// What a line of the console may go on with.
#[derive(Serialize)]
struct Completed {
    line: String,
    choices: Vec<String>,
}

/// What a world was loaded with.
#[derive(Serialize)]
struct Entered {
    world: String,
    name: String,
    triangles: usize,
    findings: Vec<String>,
}

/// Before anything else: a bug of the program is reported as what it is.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| {
        // The worker looks there when a call ends in an error of the machine.
        let _ = js_sys::Reflect::set(&js_sys::global(), &"panicked".into(), &panic.to_string().into());
    }));
}

#[wasm_bindgen]
impl Engine {
    /// Opens the canvas: with WebGPU, or with WebGL2.
    ///
    /// # Errors
    /// The browser has none of it.
    pub async fn open(
        canvas: OffscreenCanvas,
        webgpu: bool,
        width: u32,
        height: u32,
    ) -> Result<Engine, JsValue> {
        let screen = Screen::open(canvas, webgpu, Size { width, height }).await.map_err(told)?;
        Ok(Engine {
            screen,
            listing: None,
            files: None,
            install: None,
            first: None,
            visit: None,
            picture: Picture::default(),
            volumes: Volumes::default(),
            chart: None,
            reporting: None,
            drawn: Statistics::default(),
        })
    }

    /// What draws.
    pub fn adapter(&self) -> String {
        self.screen.adapter().to_owned()
    }

    /// Opens a demo that was built: the addresses of its files, the files, and the world that it opens with, where
    /// it does not say so itself. What it is, as JSON.
    ///
    /// # Errors
    /// None; for the sake of the others.
    pub fn demo(
        &mut self,
        names: Vec<String>,
        files: &Array,
        first: Option<String>,
    ) -> Result<String, JsValue> {
        let places = (0..files.length()).collect();
        self.files(names);
        self.pass_on(places, files);
        self.first = first;
        self.games()?;
        self.game("")
    }

    /// Takes the names of the files that a person handed over: those of a folder, or one zip file.
    pub fn files(&mut self, names: Vec<String>) {
        self.leave();
        // What was open goes first: a page has little memory.
        (self.files, self.install, self.first) = (None, None, None);
        self.listing = Some(Listing::new(names));
    }

    /// Takes files of which something was asked for, with their places in the list of names.
    pub fn pass_on(&self, places: Vec<u32>, files: &Array) {
        let files = files.iter().filter_map(|file| file.dyn_into::<File>().ok());
        if let Some(listing) = &self.listing {
            listing.take(places.into_iter().zip(files));
        }
    }

    /// The games among the files that were handed over, as JSON; or which files must be passed on to say so.
    ///
    /// # Errors
    /// A zip file that is none.
    pub fn games(&mut self) -> Result<String, JsValue> {
        let listing = self.listing.as_ref().ok_or_else(|| told("no files were handed over"))?;
        let handed = self.files.take().map_or_else(|| listing.handed(), Ok);
        let games = handed.as_ref().map(titles::games_among).unwrap_or_default();
        if let Some(lacking) = Lacking::of(listing.lacking()) {
            self.files = handed.ok();
            return json(&lacking);
        }
        self.files = Some(handed.map_err(|finding| told(Failure::from(finding)))?);
        let found = |game: HandedGame| Found { folder: game.folder, name: game.title.name.clone() };
        json(&Games { games: games.into_iter().map(found).collect() })
    }

    /// Opens the game in a folder of what was handed over, `""` for its top. What it is, as JSON; or which files
    /// must be passed on to say so.
    ///
    /// # Errors
    /// Nothing was handed over.
    pub fn game(&mut self, folder: &str) -> Result<String, JsValue> {
        self.leave();
        let files = self.files.as_ref().ok_or_else(|| told("no files were handed over"))?;
        let install = Arc::new(Install::handed(files, folder));
        let game = Described::of(&install, self.first.as_deref());
        if let Some(listing) = &self.listing {
            // What has worlds may read any of its files.
            let can_open = game.first.is_some() || game.is_staged || !game.worlds.is_empty();
            let (asked, all) =
                (listing.lacking(), if can_open { listing.lacking_in(folder) } else { Vec::new() });
            if let Some(lacking) = Lacking::of(if all.is_empty() { asked } else { all }) {
                return json(&lacking);
            }
        }
        self.install = Some(install);
        json(&Opened { game })
    }

    /// The models that can stand on a stage, of those whose addresses have all of these words; JSON.
    ///
    /// # Errors
    /// No game is open.
    pub fn models(&self, words: &str) -> Result<String, JsValue> {
        let install = self.install.as_ref().ok_or_else(|| told("no game is open"))?;
        let mut models = install.stage_models(words);
        models.truncate(MOST_MODELS);
        json(&models)
    }

    /// Loads a world with textures of a quality, the first one without a name, and ends a check of the files; `land`
    /// has choices about overworlds with spaces between them. `progress` is called with the phase and how much of it
    /// is done. What was loaded, as JSON.
    ///
    /// # Errors
    /// No game is open, the world cannot be loaded, or there is no such choice.
    pub fn enter(
        &mut self,
        world: Option<String>,
        quality: &str,
        land: &str,
        progress: &Function,
    ) -> Result<String, JsValue> {
        self.leave();
        self.reporting = None;
        let land = land::chosen(land).map_err(told)?;
        let install = self.install.as_mut().ok_or_else(|| told("no game is open"))?;
        // Nobody else has it once its world is left and a check of its files is over.
        if let Some(own) = Arc::get_mut(install) {
            own.land = Shared::new(land);
        }
        let install = Arc::clone(install);
        let tell = |phase: &str, done: usize, of: usize| {
            // The page closes this worker to stop it; what the call says is its own business.
            let _ = progress.call3(&JsValue::NULL, &phase.into(), &(done as f64).into(), &(of as f64).into());
            true
        };
        let mut loading = |phase: Phase, done: usize, of: usize| tell(phase.name(), done, of);
        let mut visit = Visit::load(&install, world.as_deref(), quality, 1, &mut loading).map_err(told)?;
        visit.set_volumes(self.volumes);
        let uploading = |phase: UploadPhase, done: usize, of: usize| {
            tell(if phase == UploadPhase::Textures { "upload" } else { "shapes" }, done, of)
        };
        self.screen.enter(&visit, uploading).map_err(told)?;
        let known = install.worlds().iter().find(|known| known.id == visit.request().world);
        let entered = json(&Entered {
            world: visit.request().world.clone(),
            name: known
                .map_or_else(|| visit.request().world.clone(), |known| install.detection.level_name(known)),
            triangles: visit.simulation().scene().triangles(),
            findings: visit.findings().iter().map(ToString::to_string).collect(),
        });
        self.visit = Some(visit);
        entered
    }

    /// Leaves the world; the game stays open.
    pub fn leave(&mut self) {
        (self.visit, self.chart) = (None, None);
        self.screen.clear();
    }

    /// Follows the size of the canvas.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.screen.resize(Size { width, height });
    }

    /// Takes graphics options, JSON.
    ///
    /// # Errors
    /// Text that is none.
    pub fn set_picture(&mut self, text: &str) -> Result<(), JsValue> {
        self.picture = serde_json::from_str(text).map_err(told)?;
        Ok(())
    }

    /// How loud what is heard is, each 0..=1.
    pub fn set_volumes(&mut self, effects: f32, speech: f32, music: f32) {
        self.volumes = Volumes { effects, speech, music };
        if let Some(visit) = &mut self.visit {
            visit.set_volumes(self.volumes);
        }
    }

    /// Advances time by milliseconds with what is held down, and draws. Bit 0 of `switches`: running,
    /// bit 1: jumping or up, bit 2: down; the last two only with the free camera, as its speed in metres a
    /// second. Returns the number of ticks.
    ///
    /// # Errors
    /// The device refuses, or is lost.
    pub fn frame(
        &mut self,
        elapsed_ms: f64,
        forward: f32,
        strafe: f32,
        yaw: f32,
        pitch: f32,
        switches: u32,
        fly_m_per_s: f32,
    ) -> Result<u32, JsValue> {
        let Some(visit) = &mut self.visit else { return Ok(0) };
        let elapsed = Duration::try_from_secs_f64(elapsed_ms / 1000.0).unwrap_or_default();
        let is_down = |bit: u32| switches & bit != 0;
        let (run, jump, sink) = (is_down(RUN), is_down(JUMP), is_down(SINK));
        let held = Held { forward, strafe, yaw, pitch, run, jump, sink, fly_m_per_s };
        let ticks = visit.pass(elapsed, &held);
        self.draw_with(true, false)?;
        Ok(ticks)
    }

    /// Draws what is seen now, with every place that joined.
    ///
    /// # Errors
    /// As [`Engine::frame`].
    pub fn draw(&mut self) -> Result<(), JsValue> {
        self.draw_with(true, true)
    }

    /// Draws what is seen now without what a driver reads: pictures that are kept are of the world alone.
    ///
    /// # Errors
    /// As [`Engine::frame`].
    pub fn draw_plain(&mut self) -> Result<(), JsValue> {
        self.draw_with(false, true)
    }

    /// So many ticks with what is held down, without drawing; the hash after them, hexadecimal.
    pub fn run(&mut self, ticks: u32, forward: f32, strafe: f32, yaw: f32) -> String {
        let Some(visit) = &mut self.visit else { return String::new() };
        visit.run(u64::from(ticks), &Held { forward, strafe, yaw, ..Held::default() });
        format!("{:016x}", visit.hash())
    }

    /// What the page shows about the running world, JSON.
    ///
    /// # Errors
    /// None; for the sake of the others.
    pub fn status(&mut self) -> Result<String, JsValue> {
        let Some(visit) = &mut self.visit else { return Ok("null".to_owned()) };
        json(&Status::of(visit, &self.drawn, bytes_read()))
    }

    /// Turns the free camera on or off.
    pub fn fly(&mut self) {
        if let Some(visit) = &mut self.visit {
            visit.toggle_fly();
        }
    }

    /// The person gets along in the next way: riding or walking, the next mode of a tank.
    pub fn change_mode(&mut self) {
        if let Some(visit) = &mut self.visit {
            visit.change_mode();
        }
    }

    /// A tick to come understands this line; what is said of it comes with the status.
    pub fn type_line(&mut self, line: String) {
        if let Some(visit) = &mut self.visit {
            visit.type_line(line);
        }
    }

    /// What the end of a line may go on with, JSON.
    ///
    /// # Errors
    /// No world is open.
    pub fn complete(&self, line: &str) -> Result<String, JsValue> {
        let visit = self.visit.as_ref().ok_or_else(|| told("no world is open"))?;
        let (line, choices) = visit.complete(line);
        json(&Completed { line, choices })
    }

    /// The map of the place that is seen without its lines, JSON; they are in [`Engine::chart_lines`].
    ///
    /// # Errors
    /// No world is open.
    pub fn chart(&mut self) -> Result<String, JsValue> {
        let visit = self.visit.as_ref().ok_or_else(|| told("no world is open"))?;
        let world = &visit.simulation().scene().world;
        if self.chart.as_ref().is_none_or(|chart| chart.world != *world) {
            self.chart = Some(Chart::of(visit).0);
        }
        json(&self.chart)
    }

    /// The lines of the map that was asked for last, as [`Chart::lines`].
    pub fn chart_lines(&self) -> Vec<f32> {
        self.chart.as_ref().map(|chart| chart.lines.clone()).unwrap_or_default()
    }

    /// Puts the eyes of the person somewhere: in the game's own axes and unit, degrees.
    pub fn go(&mut self, x: f32, y: f32, z: f32, yaw_deg: f32, pitch_deg: f32) {
        if let Some(visit) = &mut self.visit {
            visit.go([x, y, z], yaw_deg, pitch_deg);
        }
    }

    /// Back to where the world began.
    pub fn back_to_start(&mut self) {
        if let Some(visit) = &mut self.visit {
            visit.back_to_start();
        }
    }

    /// From now on what is heard is kept until it is taken; or no longer.
    pub fn listen(&mut self, on: bool) {
        if let Some(visit) = &mut self.visit {
            visit.listen(on);
        }
    }

    /// What was heard since this was asked last: left and right in turn, 44,100 frames a second.
    pub fn take_heard(&mut self) -> Vec<f32> {
        self.visit.as_mut().map(Visit::take_heard).unwrap_or_default()
    }

    /// Begins to check all files of the open game.
    ///
    /// # Errors
    /// No game is open.
    pub fn check_begin(&mut self) -> Result<(), JsValue> {
        let install = self.install.as_ref().ok_or_else(|| told("no game is open"))?;
        self.reporting = Some(Reporting::new(install));
        Ok(())
    }

    /// Checks the next file, or loads the next world; how far it is, JSON.
    ///
    /// # Errors
    /// [`Engine::check_begin`] was not called.
    pub fn check_step(&mut self) -> Result<String, JsValue> {
        json(&self.reporting.as_mut().ok_or_else(|| told("nothing is checked"))?.step())
    }

    /// The report, JSON: its text, and a summary.
    ///
    /// # Errors
    /// [`Engine::check_begin`] was not called.
    pub fn check_end(&mut self) -> Result<String, JsValue> {
        json(&self.reporting.take().ok_or_else(|| told("nothing is checked"))?.end())
    }

    /// The recording so far, as the text of a file.
    ///
    /// # Errors
    /// No world is open.
    pub fn recording(&mut self) -> Result<String, JsValue> {
        self.visit.as_mut().ok_or_else(|| told("no world is open"))?.recorded().map_err(told)
    }

    /// The world begins anew and follows a recording.
    ///
    /// # Errors
    /// No world is open, or the recording does not fit it.
    pub fn replay(&mut self, text: &str) -> Result<(), JsValue> {
        let visit = self.visit.as_mut().ok_or_else(|| told("no world is open"))?;
        visit.replay(text).map_err(told)?;
        self.screen.begin_anew();
        Ok(())
    }

    /// Runs a recording to its end without drawing; how it went.
    ///
    /// # Errors
    /// As [`Engine::replay`].
    pub fn replay_at_once(&mut self, text: &str) -> Result<String, JsValue> {
        self.replay(text)?;
        let Some(visit) = &mut self.visit else { return Ok(String::new()) };
        while visit.is_replaying() {
            visit.run(1, &Held::default());
        }
        Ok(visit.replayed().map(ToString::to_string).unwrap_or_default())
    }

    /// The hash of the running world, hexadecimal.
    pub fn hash(&mut self) -> String {
        self.visit.as_mut().map(|visit| format!("{:016x}", visit.hash())).unwrap_or_default()
    }
}

impl Engine {
    fn draw_with(&mut self, with_hud: bool, whole: bool) -> Result<(), JsValue> {
        let Some(visit) = &mut self.visit else { return Ok(()) };
        self.screen.forget(&visit.take_reloaded());
        self.drawn = self.screen.draw(visit, &self.picture, with_hud, whole).map_err(told)?;
        Ok(())
    }
}

/// An error as text for people.
fn told(error: impl std::fmt::Display) -> JsValue {
    JsValue::from_str(&error.to_string())
}

fn json(value: &impl Serialize) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(told)
}
