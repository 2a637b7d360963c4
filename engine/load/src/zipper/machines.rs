//! 'Mechs in a world. No file that is understood says which stand where; animations do that begin with
//! the world and have one of the library as their root. Such a machine is loaded and hung into the world,
//! where animations find it and its parts by their names.
//!
//! Source: `docs/spec/zbd/mw3-runtime.md`, "5.3 From definition to model".

use super::definitions::Constants;
use super::model;
use crate::{Error, ModelFiles, ModelRequest, Phase, Progress};
use binary::Finding;
use glam::{Affine3A, Quat};
use std::collections::BTreeSet;
use vfs::Vfs;
use world::program::{Activation, Definition, Event, Operand};
use world::{AnimatorId, ClipId, Machine, MaterialId, ModelId, NodeFlags, NodeId, Pace, Scene, TextureId};
use zbd::anim::{Anim, activation};

/// Most machines of a world.
const MOST: usize = 32;

/// Adds the machines that animations move from the start, and gives their roots.
///
/// # Errors
/// Cancellation only: what is wrong with a machine is a finding, and the world loads without it.
pub(super) fn add(
    scene: &mut Scene,
    vfs: &Vfs,
    files: Option<&ModelFiles>,
    anims: &[Anim],
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
    progress: &mut dyn Progress,
) -> Result<Vec<NodeId>, Error> {
    let mut roots = Vec::new();
    let Some(files) = files else { return Ok(roots) };
    let wanted = wanted(scene, anims);
    let Some(source) = files.sources.first().filter(|_| !wanted.is_empty()) else { return Ok(roots) };
    // A library that cannot be read is no reason for a world not to load.
    let names = match model::names(vfs, source) {
        Ok(names) => names,
        Err(Error::File(finding)) => {
            findings.push(*finding);
            return Ok(roots);
        }
        Err(Error::Cancelled) => return Err(Error::Cancelled),
    };
    for name in names.iter().filter(|name| wanted.contains(&name.to_ascii_lowercase())).take(MOST) {
        let (root, _) = stand(scene, vfs, files, name, bytes_read, findings, progress)?;
        roots.extend(root);
    }
    Ok(roots)
}

/// Adds one machine by the name of its definition, and gives its root and what plays its motions; neither for one that
/// the library does not have.
///
/// # Errors
/// Cancellation only, as with [`add`].
pub(super) fn add_one(
    scene: &mut Scene,
    vfs: &Vfs,
    files: &ModelFiles,
    name: &str,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
    progress: &mut dyn Progress,
) -> Result<(Option<NodeId>, Option<AnimatorId>), Error> {
    let Some(source) = files.sources.first() else { return Ok((None, None)) };
    let names = match model::names(vfs, source) {
        Ok(names) => names,
        Err(Error::File(finding)) => {
            findings.push(*finding);
            return Ok((None, None));
        }
        Err(Error::Cancelled) => return Err(Error::Cancelled),
    };
    let Some(name) = model::meant(&names, name) else { return Ok((None, None)) };
    stand(scene, vfs, files, name, bytes_read, findings, progress)
}

/// Shots have to hit it: where nothing of it stops them as its file has it, all of it does. Aeroplanes are drawn below
/// nodes with distances, which in files of Crimson Skies may or may not be there for rays.
fn can_be_hit(scene: &mut Scene, root: NodeId) {
    let own = subtree(scene, root);
    let stops = |(node, flags): &(NodeId, NodeFlags)| {
        let has_model = scene.nodes.get(node.index()).is_some_and(|node| node.model.is_some());
        has_model && flags.contains(NodeFlags::INTERSECT)
    };
    if own.iter().any(stops) {
        return;
    }
    for (node, _) in own {
        if let Some(node) = scene.nodes.get_mut(node.index()) {
            node.flags = node.flags.union(NodeFlags::INTERSECT);
        }
    }
}

/// A node and everything below it, each with the flags that hold there.
fn subtree(scene: &Scene, root: NodeId) -> Vec<(NodeId, NodeFlags)> {
    let (mut all, mut next) = (Vec::new(), 0);
    all.push((root, scene.nodes.get(root.index()).map_or(NodeFlags::default(), |node| node.flags)));
    while let Some((id, flags)) = all.get(next).copied() {
        next += 1;
        let children = scene.nodes.get(id.index()).map_or(&[][..], |node| &node.children);
        let below = children.iter().filter_map(|child| Some((*child, scene.nodes.get(child.index())?)));
        // Of what is drawn at several places each counts, but a ring ends.
        let room = scene.nodes.len().saturating_sub(all.len());
        all.extend(below.take(room).map(|(child, node)| (child, flags.inherit(node.flags))));
    }
    all
}

/// Loads a machine of a library and hangs it into the world.
fn stand(
    scene: &mut Scene,
    vfs: &Vfs,
    files: &ModelFiles,
    name: &str,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
    progress: &mut dyn Progress,
) -> Result<(Option<NodeId>, Option<AnimatorId>), Error> {
    let Some(source) = files.sources.first() else { return Ok((None, None)) };
    // Its own steps are none of the world's; only the wish to stop counts.
    let mut goes_on = |_: Phase, _: usize, _: usize| progress.at(Phase::Build, 0, 0);
    let request = ModelRequest { files, source, name, level: 0 };
    let loaded = match model::load(vfs, &request, &mut goes_on) {
        Ok(loaded) => loaded,
        Err(Error::File(finding)) => {
            findings.push(*finding);
            return Ok((None, None));
        }
        Err(Error::Cancelled) => return Err(Error::Cancelled),
    };
    *bytes_read += loaded.bytes_read;
    findings.extend(loaded.findings);
    let (root, animator) = append(scene, loaded.scene);
    if let Some(node) = scene.nodes.get_mut(root.index()) {
        node.name = name.into();
        node.flags = node.flags.union(NodeFlags::ACTIVE);
    }
    can_be_hit(scene, root);
    let Some(animator) = animator else { return Ok((Some(root), None)) };
    let first = scene.animators.get(animator.index()).and_then(|own| own.clips.first());
    let first = first.map_or(0, |playable| playable.clip.index());
    let gaits = loaded.gaits.into_iter();
    let gaits: Vec<_> =
        gaits.map(|gait| world::Gait { clip: ClipId::from(first + gait.clip.index()), ..gait }).collect();
    if !gaits.is_empty() {
        scene.machines.push(Machine { root, animator, gaits, pace: Pace::default() });
    }
    Ok((Some(root), Some(animator)))
}

/// Roots of animations that begin with the world, in lower case, without those that are in it.
fn wanted(scene: &Scene, anims: &[Anim]) -> BTreeSet<String> {
    let definitions = anims.iter().flat_map(|anim| anim.definitions.iter().skip(1));
    let starting = definitions.filter(|own| own.head.activation == activation::ON_STARTUP);
    let mut wanted: BTreeSet<String> =
        starting.map(|own| own.head.anim_root_name.text().to_ascii_lowercase()).collect();
    for node in &scene.nodes {
        wanted.remove(&node.name.to_ascii_lowercase());
    }
    wanted
}

/// Adds everything of a scene with one root behind that of another; gives the root and its animator.
fn append(scene: &mut Scene, part: Scene) -> (NodeId, Option<AnimatorId>) {
    let (nodes, models, materials, textures, clips) = (
        scene.nodes.len(),
        scene.models.len(),
        scene.materials.len(),
        scene.textures.len(),
        scene.clips.len(),
    );
    let node = |id: NodeId| NodeId::from(nodes + id.index());
    let texture = |id: &mut TextureId| *id = TextureId::from(textures + id.index());
    scene.textures.extend(part.textures);
    scene.materials.extend(part.materials.into_iter().map(|mut material| {
        material.texture.iter_mut().for_each(texture);
        material.cycle.iter_mut().flat_map(|cycle| &mut cycle.textures).for_each(texture);
        material
    }));
    scene.models.extend(part.models.into_iter().map(|mut model| {
        for polygon in &mut model.polygons {
            polygon.material = MaterialId::from(materials + polygon.material.index());
        }
        model
    }));
    scene.nodes.extend(part.nodes.into_iter().map(|mut own| {
        own.children.iter_mut().for_each(|child| *child = node(*child));
        own.model = own.model.map(|model| ModelId::from(models + model.index()));
        own
    }));
    scene.clips.extend(part.clips);
    let animator = AnimatorId::from(scene.animators.len());
    let mut added = 0;
    scene.animators.extend(part.animators.into_iter().map(|mut animator| {
        added += 1;
        for playable in &mut animator.clips {
            playable.clip = ClipId::from(clips + playable.clip.index());
            playable.nodes.iter_mut().for_each(|own| *own = own.map(node));
        }
        animator
    }));
    let root = NodeId::from(nodes);
    scene.roots.push(root);
    (root, (added > 0).then_some(animator))
}

/// Puts the roots of machines where the animation that moves it first has it, so that it is not seen elsewhere
/// before that begins.
pub(super) fn settle(scene: &mut Scene, roots: &[NodeId]) {
    for root in roots.iter().copied() {
        let places = scene.programs.iter().filter(|own| own.root == Some(root)).find_map(first_place);
        if let (Some(place), Some(node)) = (places, scene.nodes.get_mut(root.index())) {
            node.transform = place;
        }
    }
}

/// Has all machines change their gaits as the table of their title says.
pub(super) fn set_pace(scene: &mut Scene, constants: &Constants) {
    let one = |name: &str, usual: f32| constants.number(name).unwrap_or(usual);
    for machine in &mut scene.machines {
        let usual = machine.pace;
        machine.pace = Pace {
            blend_s: one("mech.blend_s", usual.blend_s),
            stands: one("mech.stands", usual.stands),
            fresh: one("mech.gait_fresh", usual.fresh),
            keeps: one("mech.gait_keeps", usual.keeps),
            turns: one("mech.gait_turns", usual.turns),
            jump: one("mech.gait_jump", usual.jump),
            rates: constants.numbers("mech.gait_rates").try_into().unwrap_or(usual.rates),
        };
    }
}

/// Where a program that begins with the world first puts its root.
fn first_place(program: &Definition) -> Option<Affine3A> {
    let is_root = |operand: Operand| match operand {
        Operand::Node(slot) => program.nodes.get(usize::from(slot)).copied().flatten() == program.root,
        _ => false,
    };
    let steps = program.sequences.iter().filter(|own| !own.on_call).flat_map(|own| &own.steps);
    let mut steps = steps.filter(|_| program.activation == Activation::OnStartup);
    steps.find_map(|step| match &step.event {
        Event::Translate { node, from: Operand::None, by, relative: false } if is_root(*node) => {
            Some(Affine3A::from_translation(*by))
        }
        Event::MoveTo(way) if is_root(way.node) => Some(Affine3A::from_translation(way.translation?.from)),
        Event::Script(own) if is_root(own.node) => {
            let first = own.script.frames.first()?;
            let place = first.translation.as_ref()?.base;
            let turn = first.rotation.as_ref().map_or(Quat::IDENTITY, |turn| turn.base);
            Some(Affine3A::from_rotation_translation(turn, place))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::sketch::{ModelSketch, Sketch};

    /// A machine of two parts below a node with distances, and whether each of the three stops shots in its file.
    fn hit(stops: [bool; 3]) -> [bool; 3] {
        let mut sketch = Sketch::new();
        let model = sketch.model(ModelSketch::new().floor([0.0; 2], [1.0; 2], 0.0));
        let parts = ["hull", "wing"].map(|name| sketch.node(name, Some(model), &[]));
        let root = sketch.node("far", None, &parts);
        for (node, stops) in [root, parts[0], parts[1]].into_iter().zip(stops) {
            let node = sketch.at(node);
            node.flags = if stops { node.flags } else { node.flags.difference(NodeFlags::INTERSECT) };
        }
        can_be_hit(&mut sketch.scene, root);
        [root, parts[0], parts[1]].map(|node| sketch.at(node).flags.contains(NodeFlags::INTERSECT))
    }

    #[test]
    fn a_machine_that_shots_would_pass_through_stops_them_with_all_of_it() {
        assert_eq!(hit([false, true, true]), [true; 3], "what is above its parts lets shots through");
        assert_eq!(hit([true, false, false]), [true; 3]);
        // Where a part stops them, the file means what it says of the other.
        assert_eq!(hit([true, true, false]), [true, true, false]);
    }

    #[test]
    fn machines_change_their_gaits_as_the_table_of_their_title_says() {
        let mut scene = Sketch::new().scene;
        scene.machines.push(Machine {
            root: NodeId(0),
            animator: AnimatorId(0),
            gaits: Vec::new(),
            pace: Pace::default(),
        });
        let paces = |scene: &Scene| [scene.machines[0].pace.blend_s, scene.machines[0].pace.stands];
        let usual = paces(&scene);
        let table = |text: &str| toml::from_str::<Constants>(text).unwrap();
        let number = |name: &str, value: f32| {
            format!("[[constant]]\nname = \"{name}\"\nvalue = {value}\nevidence = \"proposal\"\n")
        };
        // What no table says stays as it is.
        set_pace(&mut scene, &table(""));
        assert_eq!(paces(&scene), usual);
        set_pace(&mut scene, &table(&number("mech.stands", 0.25)));
        assert_eq!(paces(&scene), [usual[0], 0.25]);
        set_pace(&mut scene, &table(&number("mech.blend_s", 0.5)));
        assert_eq!(paces(&scene), [0.5, 0.25]);
        // docs/spec/zbd/mw3-runtime.md, "10. Proposed MW movement model".
        for title in ["mechwarrior3", "pirates-moon"] {
            set_pace(&mut scene, Constants::of(title));
            let by_hand = Pace {
                blend_s: 0.2,
                stands: 0.05,
                fresh: 0.15,
                keeps: 1.1,
                turns: 0.1,
                jump: 20.0,
                rates: [0.3, 2.0],
            };
            assert_eq!(scene.machines[0].pace, by_hand, "{title}");
        }
    }

    #[test]
    fn a_ring_of_nodes_ends() {
        let mut sketch = Sketch::new();
        let node = sketch.node("ring", None, &[]);
        sketch.at(node).children.push(node);
        can_be_hit(&mut sketch.scene, node);
        assert_eq!(subtree(&sketch.scene, node).len(), 1);
    }
}
