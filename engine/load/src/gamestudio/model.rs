//! Models alone: any file that an entity can show, with its scenes of frames.
//! Source: `docs/spec/gamestudio.md`, "2.8 Entity files", "3. MDL3 / MDL4 / MDL5",
//! "4. MDL7", "5. HMP".

use super::files::{self, Parsed, Shown, Wanted};
use super::lookup;
use super::paint::{Paint, Skin, Source};
use super::scripts::Scripts;
use crate::model::MODEL_UNKNOWN;
use crate::pictures::Budget;
use crate::{Error, LoadedModel, ModelExtras, ModelRequest, ModelSource, Phase, Progress, step};
use binary::{Finding, Mode, Severity};
use gamestudio::pixels::{Format, Palette};
use gamestudio::wmb;
use order::Order;
use std::sync::Arc;
use vfs::{Kind, Names, Vfs};
use world::{Animator, Clock, Node, NodeFlags, NodeId, Scene};

/// Extensions of files that can be shown alone, best first for files of one name.
const ENDS: [&str; 3] = ["mdl", "hmp", "wmb"];
/// Suffix of a name, before its extension, of the best of several levels of detail; the others have
/// 1 to 3 in its place.
const BEST: &str = "_0";
/// Levels of detail below the best.
const LOWER: std::ops::RangeInclusive<u32> = 1..=3;
/// What the top folder is called.
const TOP: &str = ".";
/// The root node.
const ROOT: NodeId = NodeId(0);

/// The folders that hold models, in the order of their addresses, the top first.
pub fn sources(vfs: &Vfs) -> Vec<ModelSource> {
    let files = vfs.walk(false).into_iter().filter(|entry| entry.kind == Kind::File);
    let models = files.filter(|entry| is_model(&entry.name));
    let folder = |address: &str| address.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let mut folders: Vec<String> = models.map(|entry| folder(&entry.address)).collect();
    folders.order();
    folders.dedup();
    let source = |address: String| ModelSource {
        id: if address.is_empty() { TOP.to_owned() } else { address.clone() },
        address,
        textures: Vec::new(),
    };
    folders.into_iter().map(source).collect()
}

/// The files of a folder that can be shown alone, without lower levels of
/// detail, by name.
///
/// # Errors
/// A folder that cannot be listed.
pub fn names(vfs: &Vfs, source: &ModelSource) -> Result<Vec<String>, Error> {
    let all = listed(vfs, source)?;
    let best = all.iter().filter(|name| {
        let lower = LOWER.into_iter().find_map(|level| {
            let (stem, end) = split(name);
            Some(format!("{}{BEST}.{end}", stem.strip_suffix(&format!("_{level}"))?))
        });
        lower.is_none_or(|best| !all.iter().any(|name| name.eq_ignore_ascii_case(&best)))
    });
    Ok(best.cloned().collect())
}

/// Which of these names a person means: case does not matter, and the extension and `_0` may be
/// left out.
pub fn meant<'n>(names: &'n [String], wanted: &str) -> Option<&'n String> {
    let exact = names.iter().find(|name| name.eq_ignore_ascii_case(wanted));
    let ended = || {
        let ends = ENDS.iter().flat_map(|end| [format!("{wanted}.{end}"), format!("{wanted}{BEST}.{end}")]);
        ends.into_iter().find_map(|full| names.iter().find(|name| name.eq_ignore_ascii_case(&full)))
    };
    exact.or_else(ended)
}

/// Loads a model.
///
/// # Errors
/// A file that is damaged or of no known kind, `load.model_unknown`, or
/// cancellation. Everything else is a finding.
pub fn load(
    vfs: &Vfs,
    request: &ModelRequest<'_>,
    progress: &mut dyn Progress,
) -> Result<LoadedModel, Error> {
    let source = request.source;
    let mut findings = Vec::new();
    step(progress, Phase::Read, 0, 1)?;
    let all = listed(vfs, source)?;
    let levels = levels(&all, request.name);
    let name = levels.get(request.level.min(levels.len().saturating_sub(1))).ok_or_else(|| {
        let ModelRequest { source, name, .. } = request;
        let expected = format_args!("a model \"{name}\"");
        Box::new(Finding::new(&MODEL_UNKNOWN, Severity::Error, &source.id, expected, "none of that name"))
    })?;
    let address = match source.address.as_str() {
        "" => (*name).clone(),
        folder => format!("{folder}/{name}"),
    };
    let bytes = vfs.read(&address)?;
    let mut bytes_read = bytes.len() as u64;
    step(progress, Phase::Read, 1, 1)?;

    step(progress, Phase::Parse, 0, 1)?;
    let file = Wanted { name: (*name).clone(), count: 1, bytes: Some((address.clone(), bytes)) };
    let (parsed, report) = files::read_one(&file, &request.files.frame, None).ok_or_else(|| {
        let expected = format_args!("a name that ends in one of {}", ENDS.join(", "));
        Box::new(Finding::new(&MODEL_UNKNOWN, Severity::Error, &address, expected, &file.name))
    })??;
    findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(&address)));
    let mut parsed = Some(parsed);
    color(&mut parsed, vfs, source);
    // Most models have their pictures inside or beside them.
    let skins = skins(&mut parsed);
    let outside = skins.iter().filter_map(|skin| match &skin.source {
        Some(Source::File(file)) => Some(file.as_str()),
        _ => None,
    });
    let names = Names::in_folder(vfs, &source.address, outside)
        .unwrap_or_else(|| lookup::lookup(vfs, &address, &Scripts::read(vfs, &address)));
    step(progress, Phase::Parse, 1, 1)?;

    step(progress, Phase::Build, 0, 1)?;
    let id = format!("{}/{}", source.id, request.name);
    let mut scene = Scene::empty(&request.files.title, &id, request.files.frame);
    let (mut paint, mut pending) = (Paint::new(&names), Vec::new());
    let files = [file];
    let shown = files::build(&files, vec![parsed], &mut scene, &mut paint, &mut pending, &address)
        .into_values()
        .next();
    place(&mut scene, name, shown);
    step(progress, Phase::Build, 1, 1)?;

    let mut budget = Budget::default();
    let (textures, read) = paint.decode(vfs, &mut budget, &mut findings, progress)?;
    bytes_read += read;
    scene.textures = textures;
    scene.materials = paint.materials;
    Ok(LoadedModel {
        scene,
        gaits: Vec::new(),
        levels: levels.len(),
        extras: ModelExtras::default(),
        findings,
        bytes_read,
    })
}

fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or((name, ""))
}

fn is_model(name: &str) -> bool {
    let (_, extension) = split(name);
    ENDS.iter().any(|end| extension.eq_ignore_ascii_case(end))
}

fn listed(vfs: &Vfs, source: &ModelSource) -> Result<Vec<String>, Error> {
    let entries = vfs.list(&source.address)?.into_iter().filter(|entry| entry.kind == Kind::File);
    Ok(entries.map(|entry| entry.name).filter(|name| is_model(name)).collect())
}

/// The files of a model's levels of detail, the best first; empty if no file has that name.
fn levels<'n>(all: &'n [String], name: &str) -> Vec<&'n String> {
    let find = |name: &str| all.iter().find(|known| known.eq_ignore_ascii_case(name));
    let (stem, end) = split(name);
    let lower = stem.strip_suffix(BEST).map(|stem| {
        let below = LOWER.map_while(move |level| find(&format!("{stem}_{level}.{end}")));
        below.collect::<Vec<_>>()
    });
    find(name)
        .map_or_else(Vec::new, |best| std::iter::once(best).chain(lower.into_iter().flatten()).collect())
}

/// Everything below one root, with the first animator if it can move.
fn place(scene: &mut Scene, name: &str, shown: Option<Shown>) {
    let flags = NodeFlags::ACTIVE;
    let node = |name: &str| Node { name: name.into(), flags, opacity: 1.0, ..Node::default() };
    let mut root = node(name);
    let mut parts = Vec::new();
    if let Some(Shown::Models { models, animator, .. }) = shown {
        root.animator = animator;
        match models[..] {
            [model] => root.model = Some(model),
            _ => {
                let part = |(number, model)| Node { model: Some(model), ..node(&format!("{name} {number}")) };
                parts = models.into_iter().enumerate().map(part).collect();
            }
        }
    }
    root.children = (1..=parts.len()).map(NodeId::from).collect();
    scene.nodes.push(root);
    scene.nodes.append(&mut parts);
    scene.roots.push(ROOT);
    for Animator { start, .. } in &mut scene.animators {
        *start = Clock::default();
    }
}

/// The materials of a model's parts; a level brings all of its own.
fn skins(parsed: &mut Option<Parsed>) -> Vec<&mut Skin> {
    match parsed {
        Some(Parsed::Shape(shape)) => shape.skins.iter_mut().collect(),
        Some(Parsed::Tiles(_, skin)) => vec![skin],
        Some(Parsed::Level(_) | Parsed::Picture) | None => Vec::new(),
    }
}

/// Pictures of palette indices use the palette of the level that shows them: the first level in
/// their folder, or else any.
fn color(parsed: &mut Option<Parsed>, vfs: &Vfs, source: &ModelSource) {
    let mut skins = skins(parsed);
    let indices = |skin: &&mut Skin| matches!(&skin.source, Some(Source::Pixels { shape, .. }) if shape.format == Format::Pal8);
    if !skins.iter().any(indices) {
        return;
    }
    let levels = vfs.walk(false).into_iter().filter(|entry| entry.kind == Kind::File);
    let mut levels: Vec<String> = levels
        .filter(|entry| split(&entry.name).1.eq_ignore_ascii_case("wmb"))
        .map(|entry| entry.address)
        .collect();
    let own = |address: &String| address.rsplit_once('/').map_or("", |(folder, _)| folder) == source.address;
    levels.order_by_key(|address| !own(address));
    let palette = levels.iter().find_map(|address| level_palette(vfs, address));
    for skin in &mut skins {
        if let Some(Source::Pixels { palette: own, .. }) = &mut skin.source {
            own.clone_from(&palette);
        }
    }
}

fn level_palette(vfs: &Vfs, address: &str) -> Option<Arc<Palette>> {
    let (level, _) = wmb::read(&vfs.read(address).ok()?, Mode::Lenient).ok()?;
    files::palette(&level)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_name_may_leave_out_what_a_file_must_have() {
        let all = names(&["House_0.mdl", "hill.hmp", "hill.MDL", "hill.wmb", "a.b.mdl"]);
        let meant = |wanted: &str| meant(&all, wanted).map(String::as_str);
        assert_eq!(meant("HILL.WMB"), Some("hill.wmb"));
        assert_eq!(meant("hill"), Some("hill.MDL"));
        assert_eq!(meant("a.b"), Some("a.b.mdl"));
        assert_eq!(meant("house"), Some("House_0.mdl"));
        assert_eq!(meant("a"), None);
    }

    #[test]
    fn levels_of_detail_go_on_while_their_files_do() {
        let all = names(&["h_0.mdl", "H_1.mdl", "h_3.mdl", "h_2.hmp", "lone_1.mdl", "x_0.hmp"]);
        let levels = |name: &str| levels(&all, name).into_iter().map(String::as_str).collect::<Vec<_>>();
        assert_eq!(levels("H_0.MDL"), ["h_0.mdl", "H_1.mdl"]);
        assert_eq!(levels("lone_1.mdl"), ["lone_1.mdl"]);
        assert_eq!(levels("x_0.hmp"), ["x_0.hmp"]);
        assert!(levels("h.mdl").is_empty());
    }
}
