//! `anims`: what can move in a world by itself.

use crate::cli::WorldArgs;
use crate::progress;
use base::Failure;
use base::output;
use serde::Serialize;
use titles::install::Install;
use world::Scene;
use world::program::{Activation, Definition, Gate};

#[derive(Serialize)]
struct Answer<'a> {
    title: &'a str,
    world: &'a str,
    items: Vec<Item<'a>>,
}

/// One animation definition.
#[derive(Serialize)]
struct Item<'a> {
    number: usize,
    name: &'a str,
    node: Option<&'a str>,
    starts: &'static str,
    gate: &'static str,
    health: f32,
    reset_time: f32,
    sequences: Vec<Part<'a>>,
    events: usize,
    nodes: usize,
    missing_nodes: usize,
    sounds: usize,
    puffers: usize,
}

#[derive(Serialize)]
struct Part<'a> {
    name: &'a str,
    on_call: bool,
    events: usize,
}

/// Runs the verb.
pub fn run(args: &WorldArgs) -> Result<(), Failure> {
    let install = Install::open(&args.install.path, &args.install.mods)?;
    install.warn(args.world.as_deref(), &args.textures)?;
    let request = install.request_with(args.world.as_deref(), &args.textures)?;
    let loaded = load::load(&install.vfs, &request, &mut progress::Loading::new(&request.world))?;
    let scene = &loaded.scene;
    let programs = scene.programs.iter().enumerate();
    let items: Vec<Item<'_>> = programs.map(|(number, program)| item(scene, number, program)).collect();
    if args.install.json {
        return output::json("anims", &Answer { title: &scene.title, world: &scene.world, items });
    }
    if items.is_empty() {
        output::line("no animations");
    }
    for item in items {
        output::line(&format!(
            "{:<32} {:<24} {:<23} {}, {}",
            item.name,
            item.node.unwrap_or("-"),
            item.starts,
            output::counted(item.sequences.len(), "sequence", "sequences"),
            output::counted(item.events, "event", "events"),
        ));
    }
    Ok(())
}

/// What a definition is made of.
fn item<'a>(scene: &'a Scene, number: usize, program: &'a Definition) -> Item<'a> {
    let node = program.root.and_then(|node| scene.nodes.get(node.index()));
    let sequences: Vec<Part<'_>> = program
        .sequences
        .iter()
        .map(|sequence| Part {
            name: &sequence.name,
            on_call: sequence.on_call,
            events: sequence.steps.len(),
        })
        .collect();
    Item {
        number,
        name: &program.name,
        node: node.map(|node| &*node.name),
        starts: match program.activation {
            Activation::WeaponHit => "weapon hit",
            Activation::CollideHit => "collision",
            Activation::AnyHit => "weapon hit or collision",
            Activation::OnCall => "on call",
            Activation::OnStartup => "at startup",
        },
        gate: match program.gate {
            Gate::Always => "always",
            Gate::Range { .. } => "in range",
            Gate::Zone => "in zone",
        },
        health: program.health,
        reset_time: program.reset_time,
        events: program.reset.len()
            + program.damage.len()
            + sequences.iter().map(|part| part.events).sum::<usize>(),
        sequences,
        nodes: program.nodes.len(),
        missing_nodes: program.nodes.iter().filter(|node| node.is_none()).count(),
        sounds: program.sounds.len() + program.sound_nodes.len(),
        puffers: program.puffers.len(),
    }
}
