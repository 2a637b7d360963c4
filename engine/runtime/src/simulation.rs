//! A running world, and the call that takes it a tick further. What happens in a tick, in order, is in
//! `tick.rs`.

use crate::actors::Footsteps;
use crate::clips::Clips;
use crate::cue::Cues;
use crate::edit::{self, Copier};
use crate::links::Links;
use crate::programs::Trace;
use crate::tick::Tick;
use crate::{Command, Cue, Edit, Input, camera, combat, effects, lights, opponents, zones};
use glam::Vec3;
use std::fmt;
use std::sync::{Arc, OnceLock};
use world::{
    ActiveZones, Actor, ActorId, Camera, CameraMode, CameraRig, Derived, Dirty, Finding, HashCache, Hit,
    Limits, Neighbour, Occurrences, Probe, RegionKind, Scene, ScreenColor, SeatId, Space, State,
};

pub use world::TICKS_PER_SECOND;

/// Seconds in a tick.
pub const DT: f32 = 1.0 / TICKS_PER_SECOND as f32;

/// A state that belongs to another scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misfit;

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the state belongs to another world")
    }
}

impl std::error::Error for Misfit {}

/// Most findings kept until somebody takes them; later ones are lost.
const MOST_FINDINGS: usize = 1000;

/// What interpolation needs of the tick before; where nodes stood is
/// [`Occurrences::previous`].
#[derive(Clone, Copy, Debug)]
pub struct Previous {
    /// The camera.
    pub camera: Camera,
    /// Along which line the person's shots went.
    pub(crate) line: Option<combat::Line>,
}

/// A running world: its state and what is derived from it.
#[derive(Debug)]
pub struct Simulation {
    pub(crate) scene: Arc<Scene>,
    pub(crate) state: State,
    previous: Previous,
    pub(crate) occurrences: Occurrences,
    pub(crate) space: Space,
    pub(crate) dirty: Dirty,
    pub(crate) clips: Clips,
    pub(crate) cues: Cues,
    pub(crate) footsteps: Footsteps,
    pub(crate) combat: combat::Memory,
    pub(crate) opponents: opponents::Memory,
    pub(crate) links: Links,
    pub(crate) copier: Copier,
    /// Memory of questions about the ground.
    pub(crate) grounds: Vec<Hit>,
    /// Most nodes, removed ones included.
    pub(crate) most_nodes: usize,
    hashes: HashCache,
    findings: Vec<Finding>,
    /// The stamp of the occurrences that lights stand at; none after lights
    /// changed.
    pub(crate) lit: Option<u64>,
    /// The camera's next place is not seen on the way.
    pub(crate) cut: bool,
    /// Lights and emitters came with new nodes: they do not know yet where those
    /// are.
    pub(crate) is_furnished: bool,
    /// The height below which a fall leads nowhere; worked out when somebody falls.
    pub(crate) limit: OnceLock<Option<f32>>,
    /// Findings that are made once in a run, by their codes.
    pub(crate) said: Vec<&'static str>,
    /// What happens in programs, while somebody wants to know.
    pub(crate) trace: Option<Box<Trace>>,
    /// Something besides time changed it.
    touched: bool,
}

/// What is seen with, on its way from one place to another.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    camera: Camera,
    previous: Camera,
    rig: CameraRig,
}

impl Sight {
    /// The same in coordinates whose origin lies elsewhere.
    pub fn moved(mut self, shift: Vec3) -> Self {
        self.camera.eye += shift;
        self.previous.eye += shift;
        if let Some(blend) = &mut self.rig.blend {
            blend.from.eye += shift;
        }
        self
    }
}

impl Simulation {
    /// A world at its start, and what is wrong with its links.
    pub fn new(scene: Arc<Scene>, seed: u32, limits: &Limits) -> (Self, Vec<Finding>) {
        let (derived, findings) = Derived::build(&scene, &State::new(&scene, seed), limits.occurrences);
        (Self::of_loaded(scene, derived, seed, limits), findings)
    }

    /// A world at its start, with what loading derived from it already: `derived`
    /// must be of this scene as it starts.
    pub fn of_loaded(scene: Arc<Scene>, derived: Derived, seed: u32, limits: &Limits) -> Self {
        let mut state = State::new(&scene, seed);
        if let Some(eyes) = camera::eyes(&state, &scene.walker) {
            state.camera = state.camera.at(eyes);
        }
        let mut simulation = Self::with(scene, state, derived, limits);
        lights::follow_nodes(&mut simulation);
        if simulation.state.rig.mode != CameraMode::Eyes {
            camera::follow(&mut simulation, &[]);
            simulation.previous.camera = simulation.state.camera;
        }
        simulation
    }

    /// A world as a save left it.
    ///
    /// # Errors
    ///
    /// When the state belongs to another scene.
    pub fn resume(scene: Arc<Scene>, state: State, limits: &Limits) -> Result<(Self, Vec<Finding>), Misfit> {
        if state.fits(&scene) { Ok(Self::around(scene, state, limits)) } else { Err(Misfit) }
    }

    fn around(scene: Arc<Scene>, state: State, limits: &Limits) -> (Self, Vec<Finding>) {
        let (derived, findings) = Derived::build(&scene, &state, limits.occurrences);
        (Self::with(scene, state, derived, limits), findings)
    }

    fn with(scene: Arc<Scene>, mut state: State, derived: Derived, limits: &Limits) -> Self {
        effects::note(&scene, &mut state, (&derived.occurrences, &derived.space), 0);
        let clips = Clips::new(&scene);
        Simulation {
            previous: Previous { camera: state.camera, line: None },
            scene,
            state,
            occurrences: derived.occurrences,
            space: derived.space,
            dirty: Dirty::default(),
            clips,
            cues: Cues::default(),
            footsteps: Footsteps::default(),
            combat: combat::Memory::default(),
            opponents: opponents::Memory::default(),
            links: Links::default(),
            copier: Copier::default(),
            grounds: Vec::new(),
            most_nodes: limits.nodes,
            hashes: HashCache::default(),
            findings: Vec::new(),
            lit: None,
            cut: false,
            is_furnished: false,
            limit: OnceLock::new(),
            said: Vec::new(),
            trace: None,
            touched: false,
        }
    }

    /// Everything loading made.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// Everything a tick may change.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The hash of the state: equal to [`State::hash`], but walks only the nodes
    /// that changed since it was last asked for.
    pub fn hash(&mut self) -> u64 {
        // What an edit under way has changed is in the state already.
        self.hashes.mark(&self.dirty);
        self.hashes.hash(&self.state)
    }

    /// The tick before, for interpolation.
    pub fn previous(&self) -> &Previous {
        &self.previous
    }

    /// What is where.
    pub fn occurrences(&self) -> &Occurrences {
        &self.occurrences
    }

    /// Asks about the world as it is now, in the zones that exist now.
    pub fn probe(&self) -> Probe<'_> {
        Probe::new(&self.scene, &self.occurrences, &self.space, self.state.zones)
    }

    /// The same for somebody: in the zones that exist for them, and they are not in their own way.
    pub(crate) fn probe_of(&self, actor: &Actor) -> Probe<'_> {
        let own = self.probe();
        Probe { without: actor.node, zones: zones::of_actor(&own, actor), ..own }
    }

    /// The zones that would exist if the camera were here: for a view that is no
    /// part of the state.
    pub fn zones_at(&self, eye: Vec3) -> ActiveZones {
        zones::around(&self.probe(), eye, 0.0, eye)
    }

    /// The colour of what an eye at this place is in: water, or nothing.
    pub fn tint_at(&self, eye: Vec3) -> ScreenColor {
        let surface = self.probe().water(eye);
        let depth = surface.map_or(0.0, |surface| (surface - eye.y) * self.scene.frame.metres_per_unit);
        let kind = self.probe().liquid(eye).unwrap_or(RegionKind::Water);
        ScreenColor::in_liquid(kind, depth)
    }

    /// The cues of the last tick but for what befell others than the person in the first seat.
    pub fn cues_of_person(&self) -> impl DoubleEndedIterator<Item = &Cue> {
        let person = self.state.actors.piloted_by(SeatId::FIRST).map(|(id, _)| id);
        self.cues().iter().filter(move |cue| cue.befalls().is_none_or(|id| Some(id) == person))
    }

    /// What was found wrong with links and commands since the start; taken out.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.findings)
    }

    pub(crate) fn report(&mut self, finding: Finding) {
        if self.findings.len() < MOST_FINDINGS {
            self.findings.push(finding);
        }
    }

    /// What the last tick wants heard, shown or said.
    pub fn cues(&self) -> &[Cue] {
        self.cues.all()
    }

    /// Makes [`Cue::Footstep`] from the next tick on, or no more: at most one for
    /// each actor and tick. Nothing that happens depends on it.
    pub fn want_footsteps(&mut self, wanted: bool) {
        self.footsteps.want(wanted);
    }

    /// Changes the world; see [`Edit`]. Recordings do not see it: they hold what
    /// ticks were given.
    pub fn edit(&mut self) -> Edit<'_> {
        self.touched = true;
        Edit::new(self)
    }

    /// One tick with the input of the person in the first seat.
    pub fn tick(&mut self, input: &Input) {
        self.advance(std::slice::from_ref(input), &[]);
    }

    /// One tick: inputs by seat, where seats without one ask for nothing, and
    /// commands, which are carried out first. A command that cannot be carried
    /// out is a finding.
    pub fn advance(&mut self, inputs: &[Input], commands: &[Command]) {
        self.advance_beside(inputs, commands, &[]);
    }

    /// As [`Simulation::advance`], next to other places that go on where this one
    /// ends.
    pub(crate) fn advance_beside(
        &mut self,
        inputs: &[Input],
        commands: &[Command],
        beyond: &[Neighbour<'_>],
    ) {
        self.refresh();
        self.occurrences.settle();
        self.previous = Previous { camera: self.state.camera, line: self.line_of_fire() };
        self.cues.clear();
        if let Some(trace) = &mut self.trace {
            trace.clear();
        }
        let scene = Arc::clone(&self.scene);
        Tick { scene, world: self, inputs, commands, beyond }.run();
        self.state.tick += 1;
    }

    /// Camera and zones of somebody who was put somewhere without a way there.
    pub(crate) fn look_around_anew(&mut self) {
        self.refresh();
        // Ground in a zone that did not exist where the person came from.
        self.state.zones = self.scene.zones;
        self.state.rig.blend = None;
        camera::follow(self, &[]);
        zones::follow(self);
        self.show_no_way();
    }

    /// Drawing shows nothing between the camera's last place and this one.
    pub(crate) fn show_no_way(&mut self) {
        self.previous = Previous { camera: self.state.camera, line: None };
    }

    /// True once an edit or a command changed it: time alone, and people who walk
    /// through, leave a world as it was.
    pub fn is_touched(&self) -> bool {
        self.touched
    }

    /// Says that something besides time changed it, as is the case with a world
    /// that goes on from what was kept of it.
    pub fn touch(&mut self) {
        self.touched = true;
    }

    /// The state is another one: nothing that followed from the old one holds.
    pub(crate) fn forget_derived(&mut self) {
        self.dirty.clear();
        self.links = Links::default();
        self.hashes = HashCache::default();
        self.lit = None;
        self.cut = false;
        self.previous = Previous { camera: self.state.camera, line: None };
    }

    /// Takes an actor out, to put it into another world.
    pub(crate) fn take_actor(&mut self, actor: ActorId) -> Option<Actor> {
        self.state.actors.remove(actor.0)
    }

    /// Puts in an actor that was taken out of another world.
    pub(crate) fn put_actor(&mut self, actor: Actor) {
        // As many ids as there are numbers: somebody who cannot come in any more
        // is the last of four billion.
        let _ = self.state.actors.add(actor);
    }

    /// This world as the place numbered so sees it whose coordinates have this
    /// world's origin at `offset`.
    pub(crate) fn neighbour(&self, number: u32, offset: Vec3) -> Neighbour<'_> {
        Neighbour {
            number,
            offset,
            scene: &self.scene,
            occurrences: &self.occurrences,
            space: &self.space,
            zones: self.state.zones,
        }
    }

    /// What is seen with now.
    pub(crate) fn sight(&self) -> Sight {
        Sight { camera: self.state.camera, previous: self.previous.camera, rig: self.state.rig.clone() }
    }

    /// Goes on seeing from where another world left off; what the camera can do
    /// (its field of view, how far it sees) stays this world's own.
    pub(crate) fn take_sight(&mut self, sight: Sight) {
        self.state.camera = self.state.camera.at(sight.camera.pose());
        self.previous.camera = self.state.camera.at(sight.previous.pose());
        self.state.rig = sight.rig;
        self.state.zones = self.scene.zones;
        zones::follow(self);
    }

    /// Brings occurrences and space up to date with the state.
    pub(crate) fn refresh(&mut self) {
        if self.dirty.is_empty() {
            return;
        }
        if !self.dirty.removed.is_empty() {
            edit::end_belongings(&mut self.state);
        }
        let found = self.occurrences.update(&self.scene, &self.state, &self.dirty);
        found.into_iter().for_each(|finding| self.report(finding));
        self.space.update(&self.scene, &self.occurrences);
        self.hashes.mark(&self.dirty);
        self.dirty.clear();
        if std::mem::take(&mut self.is_furnished) {
            lights::follow_nodes(self);
            effects::note(&self.scene, &mut self.state, (&self.occurrences, &self.space), 0);
        }
    }
}
