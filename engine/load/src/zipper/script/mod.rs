//! Worlds that are loaded by running their scripts.
//!
//! A `Run` is the host of an interpreter: it carries out what scripts say of nodes, models, materials,
//! cameras, lights, fog and files on the parts of a GameZ container (`Builder`), which the rest of the
//! loader then turns into a scene. Both roads end there: a script that reads a finished world, and one
//! that builds a world from nothing. The language itself is in the crate `script`; commands on a world
//! that already runs are not carried out here.
//!
//! Source: `docs/spec/zbd/interp-language.md`, "7. Two lives of the same scripts".

mod builder;
mod files;
mod finish;
mod flip_books;
mod lights;
mod loading;
mod models;
mod nodes;
mod objects;
mod views;
mod world;

use crate::ScriptSetup;
pub use ::script::INDEX;
use ::world::GustLaw;
use binary::{Finding, NodeName};
use builder::Builder;
pub use builder::Extras;
use files::InstallFiles;
pub use flip_books::FlipBook;
pub(super) use flip_books::place as place_flip_book;
use script::commands::{Command, Game, Own};
use script::startup::{self, Road};
use script::{Around, Call, Host, Interpreter, Library, Options, Outcome, Ran, Registers, Sink, Unknown};
use std::collections::BTreeMap;
use vfs::Vfs;
use zbd::gamez::{GameZ, Version};

/// What scripts made.
#[derive(Debug)]
pub struct Made {
    /// The world; none if no script read or built one.
    pub gamez: Option<GameZ>,
    /// What a container has no place for.
    pub extras: Extras,
    /// What is odd about the scripts and the files they read.
    pub findings: Vec<Finding>,
    /// Words that are no commands of the game, and those that were taken for shorter ones.
    pub unknown: BTreeMap<String, Unknown>,
    /// What ran.
    pub ran: Ran,
    /// Bytes of the files that were read.
    pub bytes_read: u64,
}

/// The game of a container.
pub fn game_of(version: Version) -> Game {
    match version {
        Version::Recoil => Game::Recoil,
        Version::MechWarrior3 => Game::MechWarrior3,
        Version::PiratesMoon => Game::PiratesMoon,
        Version::CrimsonSkies => Game::CrimsonSkies,
    }
}

/// The game of a title of the table of games.
pub fn game_of_title(title: &str) -> Option<Game> {
    match title {
        "recoil" => Some(Game::Recoil),
        "mechwarrior3" => Some(Game::MechWarrior3),
        "pirates-moon" => Some(Game::PiratesMoon),
        "crimson-skies" => Some(Game::CrimsonSkies),
        _ => None,
    }
}

/// The address of a file that a script names, if it is there.
pub(super) fn address(vfs: &Vfs, path: &str) -> Option<String> {
    InstallFiles::new(vfs).address(path)
}

/// Runs the scripts that start a world, and tells of each line.
pub fn run(vfs: &Vfs, setup: &ScriptSetup, sink: &mut dyn Sink) -> Made {
    with_interpreter(vfs, setup, |interpreter, run, files| {
        let mut ran = Ran::default();
        for name in startup::scripts(setup.game, setup.road, &setup.world, setup.mission.as_deref()) {
            let known = interpreter.library().alike(&name).map(str::to_owned);
            let Some(name) = known.or_else(|| files.address(&name).map(|_| name)) else { continue };
            if !interpreter.has_run(&name) {
                // Those that change a world come behind those that read it. Where these do not, what the
                // others say is not lost.
                if setup.road == Road::Run && startup::changes_the_world(setup.game, &name) {
                    run.read_own();
                }
                let one = interpreter.run(&name, &mut Around { files, host: run, sink });
                ran.lines += one.lines;
                ran.calls += one.calls;
                ran.scripts += one.scripts;
                ran.stopped |= one.stopped;
            }
        }
        ran
    })
}

/// Runs one text in place of the scripts that start a world.
pub fn run_text(vfs: &Vfs, setup: &ScriptSetup, name: &str, text: &str, sink: &mut dyn Sink) -> Made {
    with_interpreter(vfs, setup, |interpreter, run, files| {
        interpreter.run_text(name, text, &mut Around { files, host: run, sink })
    })
}

/// Sets an interpreter up as the game does, lets it run, and takes what was made.
fn with_interpreter(
    vfs: &Vfs,
    setup: &ScriptSetup,
    act: impl FnOnce(&mut Interpreter, &mut Run<'_>, &mut InstallFiles<'_>) -> Ran,
) -> Made {
    let mut files = InstallFiles::new(vfs);
    let (library, odd) = Library::open(&mut files);
    let mut run = Run::new(vfs, setup);
    run.findings.extend(odd);
    let mut interpreter = Interpreter::new(setup.game, library, Options::default());
    interpreter.take(setup.road);
    for (name, value) in startup::variables(setup.game, &setup.world) {
        // The names are short, and the interpreter has no variables yet.
        let _ = interpreter.set(name, &value);
    }
    let ran = act(&mut interpreter, &mut run, &mut files);
    run.done(interpreter, ran, files.bytes_read)
}

/// Carries out the commands of scripts.
struct Run<'v> {
    vfs: &'v Vfs,
    container: &'v str,
    world: &'v str,
    builder: Builder,
    findings: Vec<Finding>,
    bytes_read: u64,
}

impl<'v> Run<'v> {
    fn new(vfs: &'v Vfs, setup: &'v ScriptSetup) -> Self {
        let version = match setup.game {
            Game::Recoil => Version::Recoil,
            Game::MechWarrior3 => Version::MechWarrior3,
            Game::PiratesMoon => Version::PiratesMoon,
            Game::CrimsonSkies => Version::CrimsonSkies,
        };
        Run {
            vfs,
            container: &setup.container,
            world: &setup.world,
            builder: Builder::new(version),
            findings: Vec::new(),
            bytes_read: 0,
        }
    }

    fn done(mut self, mut interpreter: Interpreter, ran: Ran, bytes_read: u64) -> Made {
        self.findings.extend(interpreter.take_findings());
        let (gamez, extras) = self.builder.finish();
        Made {
            gamez,
            extras,
            findings: self.findings,
            unknown: interpreter.unknown_words().clone(),
            ran,
            bytes_read: bytes_read + self.bytes_read,
        }
    }
}

/// Most that a script may say of gusts, in units or degrees a second.
const MOST_GUST: f32 = 1000.0;

impl Run<'_> {
    /// Changes how gusts turn and swell, from what is usual in the game on.
    fn gusts(&mut self, value: f32, change: impl FnOnce(&mut GustLaw, f32)) -> Outcome {
        if !(0.0..=MOST_GUST).contains(&value) {
            return Outcome::Failed(format!("a number from 0 to {MOST_GUST} is expected"));
        }
        change(self.builder.extras.gusts.get_or_insert_default(), value);
        Outcome::Done
    }
}

impl Host for Run<'_> {
    fn call(&mut self, call: &Call<'_>, registers: &mut Registers) -> Outcome {
        if self.builder.is_exhausted() {
            return Outcome::Failed("the scripts have looked through too many nodes".to_owned());
        }
        match &call.command {
            Command::Nodes(command) => self.builder.nodes(command, registers),
            Command::Flags(command) => self.builder.flags(command, registers),
            Command::Objects(command) => self.builder.objects(command, registers, call.angles),
            Command::Models(command) => self.builder.models(command, registers),
            Command::Cycles(command) => self.builder.cycles(command, registers),
            Command::Textures(command) => self.builder.textures(command),
            Command::Lights(command) => self.builder.lights(command, registers),
            Command::Views(command) => self.builder.views(command, registers),
            Command::World(command) => self.builder.world_commands(command, registers),
            Command::Loading(command) => self.loading(command, registers),
            Command::Own(Own::GlobalWindStaticVelocity { x, y, z }) => {
                self.builder.extras.wind = Some([*x, *y, *z]);
                Outcome::Done
            }
            Command::Own(Own::GlobalWindRandomMaxSpeed { speed }) => {
                self.gusts(*speed, |law, speed| law.most_speed = speed)
            }
            Command::Own(Own::GlobalWindRandomAccel { acceleration }) => {
                self.gusts(*acceleration, |law, acceleration| law.acceleration = acceleration)
            }
            Command::Own(Own::GlobalWindRandomAngVel { rate }) => {
                self.gusts(*rate, |law, rate| law.turning = rate.to_radians())
            }
            Command::Own(_) | Command::Renderer(_) | Command::Authoring(_) | Command::Diagnostics(_) => {
                Outcome::Unused
            }
        }
    }
}

/// A name that a node can have.
fn fitting(name: &str) -> Option<NodeName> {
    NodeName::new(name).filter(|_| !name.is_empty())
}
