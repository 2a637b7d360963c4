//! `show`: a model on a turntable.

#[cfg(feature = "gpu")]
use crate::cli::ModelView;
use crate::cli::ShowArgs;
use base::Failure;
use base::output;
use base::platform::Folders;
use binary::{Finding, Severity, codes};
use filekind::FileKind;
use gamestudio::kinds::{LEVEL, MODEL, TERRAIN};
use load::Family;
use load::gamestudio::alone;
use serde::Serialize;
use std::path::Path;
use titles::install::Install;
use turntable::{ClipInfo, Item, Shelf, Stage};
use world::{Scene, Sight};

codes! {
    NOTHING = "show.nothing": "a model has nothing to show"
        => "look at what it holds with `inspect`; a level alone shows its blocks, and `shot` what stands in it";
}

#[derive(Serialize)]
struct Listed<'a> {
    title: &'a str,
    items: &'a [Item],
}

#[derive(Serialize)]
struct Shown<'a> {
    title: &'a str,
    source: &'a str,
    model: &'a str,
    /// The picture written.
    file: Option<String>,
    width: Option<u32>,
    height: Option<u32>,
    triangles: usize,
    nodes: usize,
    textures: usize,
    levels: usize,
    clips: &'a [ClipInfo],
    choices: &'a [String],
    cameras: Vec<&'a str>,
    findings: output::Findings,
}

/// Runs the verb.
pub fn run(args: &ShowArgs, folders: impl Fn() -> Result<Folders, Failure>) -> Result<(), Failure> {
    let install = Install::open_models(&args.install.path, &args.install.mods)?;
    let gate = install.gate(args.force);
    let wanted = args.out.as_ref().or(args.sheet.as_ref());
    let out = wanted.map(|path| gate.file(path, pictures::MARK)).transpose()?;
    install.warn(None, &args.textures)?;
    // The path of a model is also its name.
    let file = install.address_of(&args.install.path);
    let family = install.detection.title.and_then(|title| Family::named(&title.family));
    if let (None, Some(address), Some(Family::Gamestudio)) = (&args.model, &file, family) {
        can_be_shown(address, &args.install.path)?;
    }
    let mut shelf = Shelf::new(install, &args.textures)?;
    // An archive of many models.
    if let (Some(Family::Everquest), Some(address)) = (family, &file) {
        shelf.keep(address);
    }
    let item = match (&args.model, file) {
        (Some(wanted), _) => Some(shelf.find(wanted)?),
        (None, file) => file.and_then(|address| shelf.at(&address)),
    };
    let Some(item) = item else {
        if args.out.is_some() || args.sheet.is_some() {
            let advice = "a picture shows one model: name it; `show` without --out and --sheet lists them";
            return Err(Failure::Unusable(advice.to_owned()));
        }
        return list(&mut shelf, args.install.json);
    };
    let loaded = shelf.load_level(&item, args.lod)?;
    let mut findings = loaded.findings.clone();
    findings.extend(nothing_to_see(&item, &loaded.scene));
    let mut stage = Stage::new(loaded);
    if args.sheet.is_some() && args.clip.is_none() {
        return Err(no_clip_named(&item, &stage));
    }
    let clip = args.clip.as_deref().map(|name| stage.clip(name)).transpose()?;
    if let Some(clip) = clip.and_then(|clip| stage.clips.get(clip)).filter(|clip| args.at > clip.seconds) {
        return Err(Failure::Unusable(format!(
            "--at {}: the clip {} of {} lasts {} seconds",
            args.at, clip.name, item.name, clip.seconds
        )));
    }
    let own = args.camera.as_deref().map(|name| stage.own_camera(name)).transpose()?;
    let clip = clip.or(stage.extras.idle);
    stage.make_room_for(clip);
    stage.settle(clip, args.at);
    stage.light(args.yaw);
    stage.show_set(args.view.is_none());

    let written = match &out {
        Some(file) if args.sheet.is_some() => {
            Some((file, picture::sheet(args, &mut stage, (clip, own), file)?))
        }
        Some(file) => Some((file, picture::one(args, &stage, own, file)?)),
        None => None,
    };
    let written = written.map(|(file, size)| (file.path().display().to_string(), size));
    if args.install.json {
        return output::json("show", &shown(&shelf, &item, &stage, written, findings));
    }
    match written {
        Some((file, _)) => output::line(&format!("{file}: {} of {}", item.name, shelf.title())),
        None => {
            // The window would hide what this prints.
            output::Findings::new(findings).print();
            return window(args, shelf, item, stage, (clip, own), folders);
        }
    }
    output::Findings::new(findings).print();
    Ok(())
}

/// What the turntable can show, which is the affair of this verb and of no format.
static SHOWN: [&FileKind; 3] = [&MODEL, &TERRAIN, &LEVEL];

/// Describes a file that is not a Gamestudio model by its name.
fn can_be_shown(address: &str, path: &Path) -> Result<(), Failure> {
    let found = match kinds::all().promised(address, &[]) {
        Some(identity) if !SHOWN.contains(&identity.kind) => identity.kind.name,
        None if alone::is_picture(address) => "picture",
        _ => return Ok(()),
    };
    Err(Failure::Unusable(format!(
        "{}: a {found}, not a model, a terrain or a level; `revisit inspect` says what it holds",
        path.display()
    )))
}

/// A model without triangles, or with invisible ones only: the walls of many levels are only
/// collided with.
fn nothing_to_see(item: &Item, scene: &Scene) -> Option<Finding> {
    let polygons =
        || scene.models.iter().flat_map(|model| &model.polygons).filter(|one| one.index_count >= 3);
    if polygons().any(|polygon| polygon.sight == Sight::Painted) {
        return None;
    }
    let found = match polygons().next() {
        Some(_) => "none that is seen",
        None => "none",
    };
    let name = match item.source.as_str() {
        "." => item.name.clone(),
        source => format!("{source}/{}", item.name),
    };
    Some(Finding::new(&NOTHING, Severity::Warning, name, "triangles to show", found))
}

/// A sheet without `--clip` lists the available clips.
fn no_clip_named(item: &Item, stage: &Stage) -> Failure {
    let names: Vec<&str> = stage.clips.iter().map(|clip| clip.name.as_str()).collect();
    let there = match names.is_empty() {
        true => format!("{} has none, take a picture with --out", item.name),
        false => format!("{} has {}", item.name, names.join(", ")),
    };
    Failure::Unusable(format!(
        "a contact sheet shows one clip from start to end: name it with --clip; {there}"
    ))
}

fn list(shelf: &mut Shelf, json: bool) -> Result<(), Failure> {
    let items = shelf.items();
    output::Findings::new(shelf.findings().to_vec()).print();
    if json {
        return output::json("show.list", &Listed { title: shelf.title(), items: &items });
    }
    if items.is_empty() {
        output::line("no models");
    }
    for item in &items {
        output::line(&format!("{:<10} {}", item.source, item.name));
    }
    Ok(())
}

fn shown<'a>(
    shelf: &'a Shelf,
    item: &'a Item,
    stage: &'a Stage,
    written: Option<(String, (u32, u32))>,
    findings: Vec<Finding>,
) -> Shown<'a> {
    let counts = stage.counts;
    let (file, size) = written.unzip();
    Shown {
        title: shelf.title(),
        source: &item.source,
        model: &item.name,
        file,
        width: size.map(|size| size.0),
        height: size.map(|size| size.1),
        triangles: counts.triangles,
        nodes: counts.nodes,
        textures: counts.textures,
        levels: stage.levels,
        clips: &stage.clips,
        choices: &stage.extras.choices,
        cameras: stage.extras.cameras.iter().map(|camera| camera.name.as_str()).collect(),
        findings: output::Findings::new(findings),
    }
}

/// Render options; lines between joints are drawn afterwards.
#[cfg(feature = "gpu")]
fn debug_view(view: Option<ModelView>) -> render::DebugView {
    use render::DebugView;
    match view {
        Some(ModelView::Wireframe) => DebugView::Wireframe,
        Some(ModelView::Bounds) => DebugView::Bounds,
        Some(ModelView::Joints) | None => DebugView::None,
    }
}

#[cfg(feature = "window")]
fn window(
    args: &ShowArgs,
    shelf: Shelf,
    item: Item,
    stage: Stage,
    (clip, camera): (Option<usize>, Option<usize>),
    folders: impl Fn() -> Result<Folders, Failure>,
) -> Result<(), Failure> {
    use window::{Outcome, model_viewer};
    let launch = model_viewer::Launch {
        folders: folders()?,
        shelf,
        item,
        stage,
        clip: clip.map(|clip| (clip, args.at)),
        camera,
        level: args.lod,
        view: debug_view(args.view),
        joints: args.view == Some(ModelView::Joints),
        yaw_deg: args.yaw,
        pitch_deg: args.pitch,
        size: args.size,
        frames: args.quit_after,
    };
    match model_viewer::run(launch)? {
        Outcome::Closed => Ok(()),
        Outcome::NoDisplay(why) => Err(Failure::Machine(format!(
            "no display ({why}): `revisit show FOLDER MODEL --out FILE.png` takes a picture without one"
        ))),
    }
}

#[cfg(not(feature = "window"))]
fn window(
    _: &ShowArgs,
    _: Shelf,
    item: Item,
    _: Stage,
    _: (Option<usize>, Option<usize>),
    _: impl Fn() -> Result<Folders, Failure>,
) -> Result<(), Failure> {
    Err(Failure::Machine(format!(
        "{}: this build of Revisit has no window; take a picture with --out FILE.png",
        item.name
    )))
}

#[cfg(feature = "gpu")]
mod picture {
    use super::debug_view;
    use crate::cli::{ModelView, ShowArgs};
    use base::Failure;
    use base::gate::OutputFile;
    use pictures::{Canvas, Sheet, encode};
    use render::{RenderError, Renderer, Settings, Shot, Size};
    use turntable::{Projection, Stage, View};
    use world::Image;

    /// Pixels of a picture.
    const PICTURE: (u32, u32) = (960, 720);
    /// Pixels of a picture on a sheet.
    const SMALL: (u32, u32) = (240, 240);
    /// Colour of lines from joint to joint.
    const BONE: [u8; 3] = [255, 214, 64];
    /// Colour of joints.
    const JOINT: [u8; 3] = [255, 96, 64];

    /// One picture of the model at rest.
    pub fn one(
        args: &ShowArgs,
        stage: &Stage,
        own: Option<usize>,
        file: &OutputFile,
    ) -> Result<(u32, u32), Failure> {
        let size = args.size.unwrap_or(PICTURE);
        let image = Camera::open(stage, size)?.take(args, stage, own)?;
        file.write(&encode(&image, None)?)?;
        Ok(size)
    }

    /// Pictures of a clip at equal intervals.
    pub fn sheet(
        args: &ShowArgs,
        stage: &mut Stage,
        (clip, own): (Option<usize>, Option<usize>),
        file: &OutputFile,
    ) -> Result<(u32, u32), Failure> {
        let size = args.size.unwrap_or(SMALL);
        let mut sheet = Sheet::new(args.frames, args.columns, size)?;
        let camera = Camera::open(stage, size)?;
        let seconds = clip.and_then(|clip| stage.clips.get(clip)).map_or(0.0, |clip| clip.seconds);
        for frame in 0..args.frames {
            let time = seconds * frame as f32 / args.frames as f32;
            stage.settle(clip, time);
            sheet.add(&camera.take(args, stage, own)?, &label(frame, time, seconds));
        }
        let image = sheet.done();
        file.write(&encode(&image, None)?)?;
        Ok((image.width, image.height))
    }

    /// The line below a picture of a sheet; a clip without length has no times.
    pub fn label(frame: u32, time: f32, seconds: f32) -> String {
        let number = frame + 1;
        if seconds > 0.0 { format!("{number}  {time:.2} s") } else { number.to_string() }
    }

    /// A device with the model on it.
    struct Camera {
        renderer: Renderer,
        loaded: render::Loaded,
        target: render::Offscreen,
        size: (u32, u32),
    }

    fn machine(error: RenderError) -> Failure {
        Failure::Machine(error.to_string())
    }

    impl Camera {
        fn open(stage: &Stage, size: (u32, u32)) -> Result<Self, Failure> {
            let renderer = Renderer::new(&render::Options::from_env()).map_err(machine)?;
            let loaded = renderer.load(stage.scene()).map_err(machine)?;
            let target = renderer.offscreen(Size { width: size.0, height: size.1 }).map_err(machine)?;
            Ok(Camera { renderer, loaded, target, size })
        }

        fn take(&self, args: &ShowArgs, stage: &Stage, own: Option<usize>) -> Result<Image, Failure> {
            let view = debug_view(args.view);
            let from = View { yaw_deg: args.yaw, pitch_deg: args.pitch, distance: 1.0 };
            let own = own.and_then(|own| stage.through(own, self.size));
            let camera = own.unwrap_or_else(|| stage.camera(&from, self.size));
            let shot = Shot {
                loaded: &self.loaded,
                scene: stage.scene(),
                state: stage.simulation.state(),
                zones: stage.simulation.state().zones,
                table: stage.simulation.occurrences(),
                camera,
                feet: None,
                between: 1.0,
                settings: &Settings { view, anisotropy: 8, msaa: 4, ..Settings::default() },
                beside: &[],
                hud: None,
            };
            self.renderer.draw_offscreen(&shot, &self.target).map_err(machine)?;
            let mut image = self.renderer.read(&self.target).map_err(machine)?;
            if args.view == Some(ModelView::Joints) {
                let projection = Projection::new(&camera, (self.size.0 as f32, self.size.1 as f32));
                let mut canvas = Canvas::new(&mut image);
                let lines = stage.joints();
                let lines =
                    lines.iter().filter_map(|[from, to]| Some([projection.at(*from)?, projection.at(*to)?]));
                let lines: Vec<_> = lines.collect();
                lines.iter().for_each(|[from, to]| canvas.line(*from, *to, BONE));
                lines.iter().for_each(|[_, to]| canvas.square(*to, 2, JOINT));
            }
            Ok(image)
        }
    }
}

/// This build has no renderer.
#[cfg(not(feature = "gpu"))]
mod picture {
    use crate::cli::ShowArgs;
    use base::Failure;
    use base::gate::OutputFile;
    use turntable::Stage;

    pub fn one(_: &ShowArgs, _: &Stage, _: Option<usize>, file: &OutputFile) -> Result<(u32, u32), Failure> {
        Err(none(file))
    }

    pub fn sheet(
        _: &ShowArgs,
        _: &mut Stage,
        _: (Option<usize>, Option<usize>),
        file: &OutputFile,
    ) -> Result<(u32, u32), Failure> {
        Err(none(file))
    }

    fn none(file: &OutputFile) -> Failure {
        Failure::Machine(format!(
            "{}: this build of Revisit cannot draw; build it with the feature `gpu`",
            file.path().display()
        ))
    }
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use super::picture::label;

    #[test]
    fn pictures_of_a_clip_without_length_have_numbers_alone() {
        assert_eq!((label(0, 0.0, 2.0), label(3, 0.0, 0.0)), ("1  0.00 s".to_owned(), "4".to_owned()));
    }
}
