//! Models alone: a 'mech of a library with its motions, an aircraft or any
//! other thing of a container by the name of its node.
//! Source: `docs/spec/zbd/mechlib.md`, `docs/spec/zbd/mw3-runtime.md`, "5.3 From
//! definition to model", `docs/spec/zbd/rendering.md`, "LOD nodes".

use super::library::{Parts, parts};
use super::words::{HEAD, MECH};
use super::{clips, materials, members, models, nodes, prune, textures};
use crate::model::MODEL_UNKNOWN;
use crate::{Error, LoadedModel, ModelExtras, ModelRequest, ModelSource, Phase, Progress, step};
use binary::{Finding, Mode, Severity};
use order::Order;
use vfs::{Bytes, Vfs};
use world::{Frame, Node, NodeFlags, NodeId, NodeKind, Scene};
use zbd::gamez::nodes::NodeData;
use zbd::gamez::{self, GameZ};
use zbd::mechlib::{self, Content, Mechlib};

/// Suffix of the names of all models in a library.
const MODEL: &str = ".flt";

/// A parsed file of models.
enum Held {
    Library(Box<Mechlib>),
    Container(Box<GameZ>),
}

/// The names of everything in a source that can be shown alone, in file order: models of a library,
/// without their lower levels of detail; in a container the nodes placed in the world and those
/// without a parent.
///
/// # Errors
/// A source that is missing or damaged.
pub fn names(vfs: &Vfs, source: &ModelSource) -> Result<Vec<String>, Error> {
    let bytes = vfs.read(&source.address)?;
    Ok(match read(vfs, &bytes, source, &mut 0, &mut Vec::new())? {
        Held::Library(library) => {
            let names: Vec<String> = library.models().map(|(name, _)| stem(&name).to_owned()).collect();
            let best = names.iter().filter(|name| !is_lower_level(name, &names));
            best.cloned().collect()
        }
        Held::Container(container) => {
            let nodes = nodes::graph(
                &container.nodes.nodes,
                &Frame::identity(1.0),
                &[],
                &source.address,
                &mut Vec::new(),
            );
            let mut names: Vec<String> = Vec::new();
            for root in roots(&container, &nodes) {
                let name = &nodes[root.index()].name;
                if shows_something(&container, &nodes, root) && !names.iter().any(|known| known == &**name) {
                    names.push(name.to_string());
                }
            }
            names
        }
    })
}

/// Which of these names a person means: case does not matter, and a 'mech may be named without
/// `mech_` or with its file's extension.
pub fn meant<'n>(names: &'n [String], wanted: &str) -> Option<&'n String> {
    let wanted = stem(wanted);
    let exact = names.iter().find(|name| name.eq_ignore_ascii_case(wanted));
    exact.or_else(|| names.iter().find(|name| bare(name).eq_ignore_ascii_case(wanted)))
}

/// Loads a model. Case does not matter, and a 'mech may be named without `mech_`.
///
/// # Errors
/// A source that is missing or damaged, `load.model_unknown`, or cancellation.
/// Everything else is a finding.
pub fn load(
    vfs: &Vfs,
    request: &ModelRequest<'_>,
    progress: &mut dyn Progress,
) -> Result<LoadedModel, Error> {
    let source = request.source;
    let mut findings = Vec::new();
    step(progress, Phase::Read, 0, 1)?;
    let bytes = vfs.read(&source.address)?;
    let mut bytes_read = bytes.len() as u64;
    step(progress, Phase::Read, 1, 1)?;
    step(progress, Phase::Parse, 0, 1)?;
    let held = read(vfs, &bytes, source, &mut bytes_read, &mut findings)?;
    step(progress, Phase::Parse, 1, 1)?;

    step(progress, Phase::Build, 0, 2)?;
    let mut scene =
        Scene::empty(&request.files.title, &format!("{}/{}", source.id, request.name), request.files.frame);
    let (parts, root, mech, files) = match held {
        Held::Library(library) => {
            let levels = files_of(&library, request.name).ok_or_else(|| unknown(request))?;
            let at = request.level.min(levels.len() - 1);
            let (_, tree) = library.models().nth(levels[at]).ok_or_else(|| unknown(request))?;
            let name = library.models().nth(levels[0]).map(|(name, _)| name).unwrap_or_default();
            let mech = bare(stem(&name)).to_ascii_lowercase();
            (parts(&library, tree), None, Some(mech), levels.len())
        }
        Held::Container(container) => {
            let GameZ { version, textures, materials, models, nodes, .. } = *container;
            let wanted = textures::wanted(&textures, version);
            (Parts { version, wanted, materials, models, nodes: nodes.nodes }, Some(request.name), None, 1)
        }
    };
    let Parts { version, wanted, materials, models, nodes: source_nodes } = parts;
    scene.nodes = nodes::graph(&source_nodes, &request.files.frame, &[], &source.address, &mut findings);
    drop(source_nodes);
    let root = match root {
        None => Some(NodeId(0)),
        Some(name) => named(&scene.nodes, name),
    };
    let root = root.filter(|root| root.index() < scene.nodes.len()).ok_or_else(|| unknown(request))?;
    let levels = choose_level(&mut scene.nodes, request.level).max(files);
    scene.materials = materials::build(&materials, wanted.len());
    scene.models =
        models::build(models, version, &request.files.frame, &materials, &source.address, &mut findings);
    step(progress, Phase::Build, 1, 2)?;
    nodes::drop_unknown_models(&mut scene, &source.address, &mut findings);
    if mech.is_some() {
        hide_cockpit(&mut scene.nodes);
    }
    let needed = prune::keep_only(&mut scene, root);
    show_whole(&mut scene.nodes);
    let gaits = match &mech {
        Some(mech) => clips::add(&mut scene, vfs, request.files, mech, &mut bytes_read, &mut findings),
        None => Vec::new(),
    };
    step(progress, Phase::Build, 2, 2)?;

    let mut packages = Vec::new();
    let needs = needed.iter().filter_map(|index| wanted.get(*index));
    textures::open_until_found(vfs, &source.textures, needs, &mut packages, &mut bytes_read, &mut findings);
    scene.textures = textures::decode(&wanted, &needed, &packages, &source.address, &mut findings, progress)?;
    materials::settle_blending(&mut scene.materials, &scene.textures);
    Ok(LoadedModel { scene, gaits, levels, extras: ModelExtras::default(), findings, bytes_read })
}

fn read(
    vfs: &Vfs,
    bytes: &Bytes,
    source: &ModelSource,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
) -> Result<Held, Error> {
    let in_file = |finding: Box<Finding>| Box::new(finding.in_file(&source.address));
    let is_container = bytes.get(..4).is_some_and(|word| word == gamez::SIGNATURE.to_le_bytes());
    let (held, report) = if is_container {
        let (container, report) = gamez::read(bytes, Mode::Lenient).map_err(in_file)?;
        (Held::Container(Box::new(container)), report)
    } else {
        let (library, report) = mechlib::read(bytes, Mode::Lenient).map_err(in_file)?;
        (Held::Library(Box::new(library)), report)
    };
    findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(&source.address)));
    Ok(match held {
        Held::Library(mut library) => {
            lay_over(vfs, &mut library, &source.address, bytes_read, findings);
            Held::Library(library)
        }
        container @ Held::Container(_) => container,
    })
}

/// Puts models and materials of mods into a library.
fn lay_over(
    vfs: &Vfs,
    library: &mut Mechlib,
    address: &str,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
) {
    const MATERIALS: &str = "materials";
    let version = library.version;
    // Models refer to materials by number, so it counts how many there will be.
    let own = vfs.read(&format!("{address}/{MATERIALS}"));
    let own = own.and_then(|bytes| mechlib::read_materials(&bytes, Mode::Lenient));
    let materials = own.map_or(library.materials().len(), |(materials, _)| materials.len());
    members::lay_over(
        vfs,
        address,
        &mut library.archive,
        bytes_read,
        findings,
        &mut |name, bytes| match name {
            MATERIALS => Some(
                mechlib::read_materials(bytes, Mode::Lenient)
                    .map(|(materials, report)| (Content::Materials(materials), report)),
            ),
            name if name.ends_with(MODEL) => Some(
                mechlib::read_model(bytes, version, materials, Mode::Lenient)
                    .map(|(tree, report)| (Content::Model(tree), report)),
            ),
            _ => None,
        },
    );
}

fn unknown(request: &ModelRequest<'_>) -> Box<Finding> {
    let ModelRequest { source, name, .. } = request;
    Box::new(Finding::new(
        &MODEL_UNKNOWN,
        Severity::Error,
        &source.address,
        format_args!("a model \"{name}\""),
        "none of that name",
    ))
}

/// A member's name without its extension.
fn stem(name: &str) -> &str {
    let at = name.len().saturating_sub(MODEL.len());
    match (name.get(..at), name.get(at..)) {
        (Some(stem), Some(end)) if end.eq_ignore_ascii_case(MODEL) => stem,
        _ => name,
    }
}

/// A 'mech's name as definitions and motions write it.
fn bare(stem: &str) -> &str {
    match (stem.get(..MECH.len()), stem.get(MECH.len()..)) {
        (Some(start), Some(name)) if start.eq_ignore_ascii_case(MECH) && !name.is_empty() => name,
        _ => stem,
    }
}

/// `mech_x_1` if there is a `mech_x`.
fn is_lower_level(stem: &str, all: &[String]) -> bool {
    let Some((base, level)) = stem.rsplit_once('_') else { return false };
    let numbered = !level.is_empty() && level.bytes().all(|byte| byte.is_ascii_digit()) && level != "0";
    numbered && all.iter().any(|name| name.eq_ignore_ascii_case(base))
}

/// Indices of a model's levels of detail among the models of a library, the best first.
fn files_of(library: &Mechlib, name: &str) -> Option<Vec<usize>> {
    let members: Vec<String> = library.models().map(|(name, _)| stem(&name).to_ascii_lowercase()).collect();
    let wanted = stem(name).to_ascii_lowercase();
    let own = members.iter().position(|member| *member == wanted);
    let first = own.or_else(|| members.iter().position(|member| bare(member) == wanted))?;
    let lower = |level: usize| {
        let name = format!("{}_{level}", members[first]);
        members.iter().position(|member| *member == name)
    };
    Some([first].into_iter().chain((1..).map_while(lower)).collect())
}

/// The first node of that name in slot order.
fn named(nodes: &[Node], name: &str) -> Option<NodeId> {
    nodes.iter().position(|node| node.name.eq_ignore_ascii_case(name)).map(NodeId::from)
}

/// What can be shown alone: placed nodes and nodes without a parent. Of a world its children are
/// listed, since the world itself is no object.
fn roots(container: &GameZ, nodes: &[Node]) -> Vec<NodeId> {
    let worlds = container.nodes.nodes.iter().enumerate();
    let worlds = worlds.filter(|(_, node)| matches!(node.data, NodeData::World(_)));
    let mut roots: Vec<NodeId> = nodes::unparented(nodes);
    roots.extend(worlds.flat_map(|(slot, _)| nodes[slot].children.iter().copied()));
    roots.retain(|root| !matches!(nodes[root.index()].kind, NodeKind::Fixed | NodeKind::Light));
    roots.order();
    roots.dedup();
    roots
}

fn shows_something(container: &GameZ, nodes: &[Node], root: NodeId) -> bool {
    let mut seen = hashbrown::HashSet::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let Some(node) = nodes.get(node.index()).filter(|_| seen.insert(node)) else { continue };
        if node.model.is_some_and(|model| container.models.get(model.index()).is_some()) {
            return true;
        }
        open.extend(&node.children);
    }
    false
}

/// Of the levels of detail below one node, keeps the one of this rank and shows it at any distance.
/// Returns the highest number of ranks.
fn choose_level(nodes: &mut [Node], rank: usize) -> usize {
    let near = |node: &Node| match node.kind {
        NodeKind::Lod(range) => Some(range.near_sq),
        _ => None,
    };
    let mut most = 1;
    for slot in 0..nodes.len() {
        let of = |child: &NodeId| nodes.get(child.index()).and_then(near);
        let mut ranges: Vec<f32> = nodes[slot].children.iter().filter_map(of).collect();
        ranges.order_by(f32::total_cmp);
        ranges.dedup();
        let Some(chosen) = ranges.get(rank.min(ranges.len().saturating_sub(1))).copied() else { continue };
        most = most.max(ranges.len());
        let kept = nodes[slot].children.iter().copied();
        let kept: Vec<NodeId> = kept.filter(|child| of(child).is_none_or(|range| range == chosen)).collect();
        nodes[slot].children = kept;
    }
    for node in nodes {
        if near(node).is_some() {
            node.kind = NodeKind::Object;
        }
    }
    most
}

/// The inside of a 'mech's head is its cockpit, which is only seen from there.
fn hide_cockpit(nodes: &mut [Node]) {
    let heads = nodes.iter_mut().filter(|node| node.name.eq_ignore_ascii_case(HEAD));
    heads.for_each(|head| head.model = None);
}

/// Removes everything by which a world would switch, place or fade the model.
fn show_whole(nodes: &mut [Node]) {
    nodes.iter_mut().for_each(|node| node.zone = None);
    if let Some(root) = nodes.first_mut() {
        root.flags = root.flags.union(NodeFlags::ACTIVE);
    }
}
