//! The host of scripts' commands in a world that runs: what a command says is asked for as plain commands
//! of the next tick.
//!
//! A loaded world keeps its models, materials, levels of detail, grid and sounds as they are, so that
//! commands that build those are not carried out here; [`acts`] says which are. Source:
//! `docs/spec/zbd/interp-language.md`, "8. Command table".

mod lights;
mod nodes;
mod objects;
mod views;
mod world_commands;

use crate::answer::Answer;
use crate::names::Names;
use runtime::{Command as Asked, Simulation};
use script::commands::{Command, Diagnostics, Entry, Game, Group};
use script::{Call, Handle, Host, Outcome, Registers};
use std::collections::BTreeMap;
use world::{Light, LightId, NodeId, NodeKind};

/// Commands that do something in a world that runs, beside those of the language itself. A test holds
/// that these are all.
const ACTING: &[&str] = &[
    "FindNode",
    "FindSubNode",
    "FindSubNodeNode",
    "AddChild",
    "Object3DAddChild",
    "DeleteChild",
    "DeleteChildFromDB",
    "DeleteTree",
    "FreeNode",
    "NodeSetActive",
    "NodeSetLighting",
    "NodeSetOverwrite",
    "SetAltitudeSurface",
    "SetIntersectSurface",
    "SetIntersectBBOX",
    "SetProximity",
    "SetLandmark",
    "Object3DTranslate",
    "Object3DRotate",
    "Object3DScale",
    "Object3DSetOpacityIsSet",
    "Object3DSetOpacity",
    "Object3DGetTranslate",
    "LightSetAmbient",
    "LightSetDiffuse",
    "LightSetColor",
    "LightSetDirectedSource",
    "LightSetPointSource",
    "LightSetTranslate",
    "LightSetOrientation",
    "LightSetRanges",
    "CameraTranslate",
    "CameraRotate",
    "CameraSetFOV",
    "CameraSetNearFarClip",
    "CameraSetNearClip",
    "CameraSetFarClip",
    "CameraSetLODMultiplier",
    "CameraSetHorizonXZ",
    "CameraSetHorizon",
    "CameraGetTranslate",
    "WorldPartitionSetActive",
    "WorldSetFogState",
    "WorldSetFogColor",
    "WorldSetFogRange",
    "WorldSetFogRangeNear",
    "WorldSetFogRangeFar",
    "WorldSetFogAltitude",
    "WorldSetFog",
    "WorldGetFogRange",
    "Echo",
    "PrintNodeCount",
    "PrintTree",
    "PrintUsedNodes",
    "CountUsedNodes",
    "CountCameraNodes",
];

/// Most rows of a tree that are counted. A node that hangs in several places has a row in each, so that a
/// small world may have a tree of more rows than anybody can wait for.
const MOST_ROWS: usize = 1 << 16;

/// Whether a command does something in a world that runs.
pub(crate) fn acts(entry: &Entry) -> bool {
    match entry.group {
        // A line is run alone: there is no block to skip and no script to leave.
        Group::Flow => entry.word.text == "set",
        _ => ACTING.contains(&entry.word.text),
    }
}

/// Carries the commands of one line out.
pub(crate) struct Live<'a> {
    game: Game,
    names: &'a Names<'a>,
    simulation: &'a Simulation,
    opacities: &'a mut BTreeMap<NodeId, (bool, f32)>,
    answer: Answer,
    why: Option<String>,
}

impl<'a> Live<'a> {
    pub fn new(
        game: Game,
        names: &'a Names<'a>,
        simulation: &'a Simulation,
        opacities: &'a mut BTreeMap<NodeId, (bool, f32)>,
    ) -> Self {
        Live { game, names, simulation, opacities, answer: Answer::default(), why: None }
    }

    /// What is said and asked for.
    pub fn into_answer(self) -> Answer {
        self.answer
    }

    /// Why a command could not be carried out, taken out.
    pub fn take_why(&mut self) -> Option<String> {
        self.why.take()
    }

    fn ask(&mut self, command: Asked) -> Outcome {
        self.answer.ask(command);
        Outcome::Done
    }

    fn say(&mut self, text: impl Into<String>) -> Outcome {
        self.answer.say(text);
        Outcome::Done
    }

    fn failed(&mut self, why: impl Into<String>) -> Outcome {
        let why = why.into();
        self.why = Some(why.clone());
        Outcome::Failed(why)
    }

    /// Nothing has the name that a command gives.
    fn missing(&mut self, name: &str) -> Outcome {
        self.why = Some(self.names.missing(name));
        Outcome::Missing
    }

    /// The first node of this name. In Crimson Skies scripts leave out the ending `.flt` of names, or add
    /// it.
    fn find(&self, name: &str) -> Option<NodeId> {
        self.among(name, || self.names.all())
    }

    /// The first node of this name below another, depth first.
    fn find_below(&self, name: &str, top: NodeId) -> Option<NodeId> {
        let below = self.names.below(top);
        self.among(name, || below.iter().copied().skip(1))
    }

    fn among<I: Iterator<Item = NodeId>>(&self, name: &str, among: impl Fn() -> I) -> Option<NodeId> {
        let found = self.names.exact(among(), name);
        if found.is_some() || self.game != Game::CrimsonSkies {
            return found;
        }
        let other = name.strip_suffix(".flt").map_or_else(|| format!("{name}.flt"), str::to_owned);
        self.names.exact(among(), &other)
    }

    /// The node of a register, if it is still there.
    fn node(&self, handle: Option<Handle>) -> Option<NodeId> {
        handle.map(|handle| NodeId(handle.0)).filter(|node| self.simulation.state().nodes.lives(*node))
    }

    fn kind(&self, node: NodeId) -> Option<NodeKind> {
        self.names.shape(node).map(|shape| shape.kind)
    }

    /// The light that stands at a node.
    fn light(&self, node: NodeId) -> Option<(LightId, Light)> {
        let lights = &self.simulation.state().lights;
        let mut all = lights.ids().iter().zip(lights.iter());
        all.find(|(_, light)| light.node == Some(node)).map(|(id, light)| (LightId(*id), *light))
    }

    fn diagnostics(&mut self, command: &Diagnostics, current: Option<NodeId>) -> Outcome {
        let count = self.names.all().count();
        match command {
            Diagnostics::Echo { text } => self.say(text.join(" ")),
            Diagnostics::PrintNodeCount { text } if text.is_empty() => self.say(format!("{count} nodes")),
            Diagnostics::PrintNodeCount { text } => self.say(format!("{text} {count} nodes")),
            Diagnostics::CountUsedNodes {} => self.say(format!("{count} nodes")),
            Diagnostics::CountCameraNodes {} => {
                let is_camera = |node: &NodeId| {
                    self.kind(*node) == Some(NodeKind::Fixed)
                        && self.names.name(*node).to_ascii_lowercase().starts_with(nodes::CAMERA)
                };
                let cameras = self.names.all().filter(is_camera).count();
                self.say(format!("{cameras} cameras"))
            }
            Diagnostics::PrintUsedNodes {} => {
                let names = self.names;
                crate::answer::many(&mut self.answer, names.all(), "node", |node| names.label(node));
                Outcome::Done
            }
            Diagnostics::PrintTree {} => {
                let Some(top) = current else {
                    return self.failed("no current node: FindNode NAME comes first");
                };
                self.print_tree(top)
            }
            Diagnostics::Verbose { .. }
            | Diagnostics::PrintUsedTextures { .. }
            | Diagnostics::GetBFETolerance {} => Outcome::Unused,
        }
    }

    fn print_tree(&mut self, top: NodeId) -> Outcome {
        let names = self.names;
        let mut open = vec![(top, 0_usize)];
        let mut rows = 0;
        // A node may hang in several places; links are never a ring.
        while rows < MOST_ROWS
            && let Some((node, depth)) = open.pop()
        {
            if rows < crate::MOST_LINES {
                self.answer.say(format!("{}{}", "  ".repeat(depth.min(30)), names.label(node)));
            }
            rows += 1;
            open.extend(names.children(node).iter().rev().map(|child| (*child, depth + 1)));
        }
        let more = if open.is_empty() { "" } else { "more than " };
        self.answer.note(match rows {
            1 => "1 node".to_owned(),
            _ if rows <= crate::MOST_LINES => format!("{rows} nodes"),
            _ => format!(
                "{more}{rows} nodes, of which {} are listed; a node further down shows fewer",
                crate::MOST_LINES
            ),
        });
        Outcome::Done
    }
}

impl Host for Live<'_> {
    fn call(&mut self, call: &Call<'_>, registers: &mut Registers) -> Outcome {
        let current = self.node(registers.node);
        let needs_node = call.command.entry().traits.needs == Some(script::commands::Register::Node);
        if needs_node && current.is_none() {
            registers.node = None;
            return self.failed("the current node is gone: FindNode NAME makes another one current");
        }
        match (&call.command, current) {
            (Command::Nodes(command), _) => self.nodes(command, current),
            (Command::Flags(command), Some(node)) => self.flags(command, node),
            (Command::Objects(command), Some(node)) => self.objects(command, node),
            (Command::Lights(command), Some(node)) => self.lights(command, node),
            (Command::Views(command), Some(node)) => self.views(command, node),
            (Command::World(command), Some(node)) => self.world_commands(command, node),
            (Command::Diagnostics(command), _) => self.diagnostics(command, current),
            _ => Outcome::Unused,
        }
    }
}
