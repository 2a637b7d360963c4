//! Models alone: a file with what it wears, holds and can do.

use super::actions;
use super::animations::{self, STAND};
use super::bones::Movement;
use super::emitters::{self, Emitter};
use super::files::{Files, folder, is_model, stem};
use super::materials::Paint;
use super::mesh::{self, Lost};
use super::points::{self, Lamp};
use super::ribbons::{self, Ribbon};
use super::skins::{self, Choice, Skin, Skins};
use super::spec::Outfit;
use super::switches;
use super::textures::{Paper, Papers};
use super::tracks::Room;
use super::undocumented;
use super::{GUESSED, ITEM, LEFT_OUT, LIMIT, MESH, NO_SKIN, NOT_SHOWN, SIMPLIFIED};
use crate::model::MODEL_UNKNOWN;
use crate::{Error, LoadedModel, ModelExtras, ModelRequest, ModelSource, Phase, Progress, Switch, step};
use binary::{Code, Finding, Mode, Severity};
use glam::Affine3A;
use order::Order;
use std::f32::consts::FRAC_PI_2;
use vfs::{Kind, Vfs};
use warcraft::m2::{self, Sequence, sequence_flags};
use world::{
    Animator, AnimatorId, Attachment, BoneMotion, Clip, ClipId, Clock, EmitterLawId, Gait, LampLighting,
    LightId, MaterialId, ModelId, Motion, Node, NodeFlags, NodeId, Playable, RibbonLawId, Scene,
};

/// What the top folder is called.
const TOP: &str = ".";
/// Most clips of a model: more sequences than any known model has.
const MOST_CLIPS: usize = 1024;
/// Longest time in which a sequence takes over, milliseconds.
const MOST_BLEND_MS: u32 = 10_000;

/// The folders that hold models, in the order of their addresses, the top first.
pub fn sources(vfs: &Vfs) -> Vec<ModelSource> {
    let files = vfs.walk(false).into_iter().filter(|entry| entry.kind == Kind::File);
    let models = files.filter(|entry| is_model(&entry.name));
    let mut folders: Vec<String> = models.map(|entry| folder(&entry.address).to_owned()).collect();
    folders.order();
    folders.dedup();
    let source = |address: String| ModelSource {
        id: if address.is_empty() { TOP.to_owned() } else { address.clone() },
        address,
        textures: Vec::new(),
    };
    folders.into_iter().map(source).collect()
}

/// The models of a folder by name.
///
/// # Errors
/// A folder that cannot be listed.
pub fn names(vfs: &Vfs, source: &ModelSource) -> Result<Vec<String>, Error> {
    let entries = vfs.list(&source.address)?.into_iter().filter(|entry| entry.kind == Kind::File);
    Ok(entries.map(|entry| entry.name).filter(|name| is_model(name)).collect())
}

/// Which of these names a person means: case does not matter, the ending may be another or left out, and what is
/// worn may be anything: `wolf+skin02+right=sword.m2`.
pub fn meant(names: &[String], wanted: &str) -> Option<String> {
    let (file, worn) = wanted.split_once('+').map_or((wanted, None), |(file, worn)| (file, Some(worn)));
    let name = names.iter().find(|name| stem(name).eq_ignore_ascii_case(stem(file.trim())))?;
    Some(worn.map_or_else(|| name.clone(), |worn| format!("{name}+{worn}")))
}

/// Loads a model.
///
/// # Errors
/// A file that is no model of these clients, `load.model_unknown`, or cancellation. Everything else is a finding.
pub fn load(
    vfs: &Vfs,
    request: &ModelRequest<'_>,
    progress: &mut dyn Progress,
) -> Result<LoadedModel, Error> {
    let ModelRequest { files, source, name, .. } = *request;
    step(progress, Phase::Read, 0, 1)?;
    let unknown = |found: &dyn std::fmt::Display| {
        let expected = format_args!("a model \"{name}\"");
        Error::from(Box::new(Finding::new(&MODEL_UNKNOWN, Severity::Error, &source.id, expected, found)))
    };
    let outfit = Outfit::parse(name).map_err(|wrong| unknown(&wrong))?;
    let address = match source.address.as_str() {
        "" => outfit.file.clone(),
        folder => format!("{folder}/{}", outfit.file),
    };
    if !vfs.is_file(&address) {
        return Err(unknown(&"none of that name"));
    }
    let mut findings = Vec::new();
    let (model, mut bytes_read) = read(vfs, &address, &mut findings)?;
    step(progress, Phase::Read, 1, 1)?;

    step(progress, Phase::Build, 0, 1)?;
    let mut scene = Scene::empty(&files.title, &format!("{}/{name}", source.id), files.frame);
    scene.lamp_lighting = LampLighting::Vertex;
    let mut maker = Maker {
        files: Files::new(vfs),
        scene: &mut scene,
        papers: Papers::default(),
        particle_models: Vec::new(),
        findings: &mut findings,
        bytes_read: &mut bytes_read,
    };
    // Models look along x, those on a stage along -z.
    let turn = Affine3A::from_rotation_y(FRAC_PI_2);
    let made = maker.add(&model, &outfit, &address, turn, None);
    maker.hold(&model, &outfit, &address, &made, turn);
    let Maker { papers, .. } = maker;
    scene.roots = vec![NodeId(0)];
    scene.attachments.order_by_key(|attachment| attachment.node);
    if let Some(first) = scene.animators.first_mut() {
        (first.start, first.idle) = (Clock::default(), None);
    }
    let extras = ModelExtras {
        idle: made.idle,
        choices: made.choices,
        cameras: made.cameras,
        switches: made.switches,
        places: switches::places(&model),
    };
    let mut gaits = made.gaits;
    gaits.order_by(|a, b| a.speeds[1].total_cmp(&b.speeds[1]));
    step(progress, Phase::Build, 1, 1)?;
    let (textures, read) = papers.decode(vfs, &address, &mut findings, progress)?;
    scene.textures = textures;
    Ok(LoadedModel { scene, gaits, levels: 1, extras, findings, bytes_read: bytes_read + read })
}

/// Reads a model file.
pub(super) fn read(vfs: &Vfs, address: &str, findings: &mut Vec<Finding>) -> Result<(m2::Model, u64), Error> {
    let bytes = vfs.read(address)?;
    let (model, report) =
        m2::read(&bytes, Mode::Lenient).map_err(|finding| Error::from(Box::new(finding.in_file(address))))?;
    findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(address)));
    Ok((model, bytes.len() as u64))
}

/// What a model in a scene can do and wear.
pub(super) struct Made {
    pub node: NodeId,
    /// True when its bones carry things.
    pub moves: bool,
    pub animator: Option<AnimatorId>,
    idle: Option<usize>,
    choices: Vec<String>,
    switches: Vec<Switch>,
    cameras: Vec<crate::ModelCamera>,
    gaits: Vec<Gait>,
}

/// What effects of a model stand at.
struct Stand {
    /// Its node.
    node: NodeId,
    /// Whose clock they go by.
    animator: Option<AnimatorId>,
    /// True when its bones carry things.
    moves: bool,
}

/// Puts models into a scene.
pub(super) struct Maker<'a, 'v> {
    pub files: Files<'v>,
    pub scene: &'a mut Scene,
    pub papers: Papers,
    /// Models that particles are, by address; none for one that cannot be shown.
    pub particle_models: Vec<(String, Option<ModelId>)>,
    pub findings: &'a mut Vec<Finding>,
    pub bytes_read: &'a mut u64,
}

impl Maker<'_, '_> {
    /// Adds a model at a place of the world, below a node or as the first one.
    pub fn add(
        &mut self,
        model: &m2::Model,
        outfit: &Outfit,
        address: &str,
        place: Affine3A,
        below: Option<(NodeId, Affine3A)>,
    ) -> Made {
        let frame = self.scene.frame;
        let skins = skins::of(&self.files, model, address, self.bytes_read);
        self.tell_skins(&skins, outfit, address);
        let chosen = outfit.skin.unwrap_or(1) - 1;
        let skin = skins.skins.get(chosen).or_else(|| skins.skins.first());
        let files = &self.files;
        let paper = |texture: &m2::Texture| sheet(files, texture, skin, address);
        let empty = m2::View::default();
        let view = model.views.first().unwrap_or(&empty);
        let shown = mesh::shown(view, outfit, address);
        let switches = switches::of(view, &shown, outfit, skins.skins.len(), skins.guessed);
        let others = (1..=skins.skins.len()).filter(|skin| *skin != chosen + 1);
        let mut choices: Vec<String> = others.map(|skin| outfit.with_skin(skin).to_string()).collect();
        let others = mesh::choices(view, &shown).into_iter();
        choices.extend(others.map(|geoset| outfit.with_geoset(geoset).to_string()));

        let sheets: Vec<Paper> = model.textures.iter().map(paper).collect();
        let mut paint = Paint::new(model, self.scene.materials.len());
        let mut lost = Lost::default();
        let mut built = mesh::build(model, &shown, &frame, &mut paint, &mut self.papers, paper, &mut lost);
        let lamps = points::lamps(model, &frame);
        let emitters = emitters::emitters(model, &frame);
        let ribbons = ribbons::ribbons(model, &frame);
        let effects_move = emitters.iter().any(Emitter::moves) || ribbons.iter().any(Ribbon::moves);
        let movement = Movement::new(model, &frame);
        let mut room = Room::default();
        let still = [Sequence::default()];
        // A model without sequences may still move by the clocks of its own.
        let sequences = match model.sequences.as_slice() {
            [] if built.deform.is_some() || paint.moves() || effects_move => &still[..],
            sequences => sequences.get(..MOST_CLIPS).unwrap_or(sequences),
        };
        let names = animations::names(sequences.iter().map(|sequence| sequence.id));
        let prefix = if below.is_some() { format!("{} ", stem(&outfit.file)) } else { String::new() };
        let node = NodeId::from(self.scene.nodes.len());
        let first_light = self.scene.lights.len();
        let (first_emitter, first_ribbon) = (self.scene.emitters.len(), self.scene.ribbons.len());
        let mut playables = Vec::new();
        let mut clips = Vec::new();
        let mut gaits = Vec::new();
        for ((index, sequence), name) in sequences.iter().enumerate().zip(&names) {
            let id = ClipId::from(self.scene.clips.len() + index);
            let seconds = sequence.end.saturating_sub(sequence.start) as f32 / 1000.0;
            let motion = Motion::Bones(BoneMotion::new(movement.tracks(index, sequence, &mut room)));
            let mut clip = Clip::new(&format!("{prefix}{name}"), seconds, motion);
            let (tracks, materials): (Vec<_>, Vec<_>) =
                paint.tracks(index, sequence, &mut room).into_iter().unzip();
            clip.materials = tracks;
            clip.events = actions::events(model, sequence, &frame, &mut room);
            clip.blend_seconds = sequence.blend_time.min(MOST_BLEND_MS) as f32 / 1000.0;
            let mut playable = Playable { clip: id, ..Playable::default() };
            playable.materials = materials.into_iter().map(Some).collect();
            for (number, lamp) in lamps.iter().enumerate() {
                if let Some(track) = lamp.track(index, sequence, &mut room) {
                    clip.lights.push(track);
                    playable.lights.push(Some(LightId((first_light + number) as u32)));
                }
            }
            for (number, emitter) in emitters.iter().enumerate() {
                if let Some(track) = emitter.track(index, sequence, &mut room) {
                    clip.emitters.push(track);
                    playable.emitters.push(Some(EmitterLawId::from(first_emitter + number)));
                }
            }
            for (number, ribbon) in ribbons.iter().enumerate() {
                if let Some(track) = ribbon.track(index, sequence, &mut room) {
                    clip.ribbons.push(track);
                    playable.ribbons.push(Some(RibbonLawId::from(first_ribbon + number)));
                }
            }
            if sequence.speed.is_finite() && sequence.speed > 0.0 {
                gaits.push(Gait { clip: id, speeds: [sequence.speed; 2] });
            }
            playables.push(playable);
            clips.push(clip);
        }
        built.bounds = mesh::bounds(
            &built,
            clips.iter().map(|clip| (&clip.motion, clip.seconds)).collect::<Vec<_>>().into_iter(),
        );
        let cameras = points::cameras(model, sequences, &frame, &place, &mut room);
        self.tell(model, address, &lost, paint.simplified, room.refused);

        let idle =
            sequences.iter().position(|sequence| sequence.id == STAND).or((!clips.is_empty()).then_some(0));
        let start = idle.and_then(|at| Some((playables.get(at)?.clip, sequences.get(at)?)));
        let start = start.map_or_else(Clock::default, |(clip, sequence)| Clock {
            looping: sequence.flags & sequence_flags::NOT_LOOPING == 0,
            ..Clock::looping(clip)
        });
        let moves = built.deform.is_some();
        let animator = (!clips.is_empty()).then(|| AnimatorId::from(self.scene.animators.len()));
        if animator.is_some() {
            let name = stem(&outfit.file).into();
            let first = ClipId::from(self.scene.clips.len());
            let actions = actions::actions(model, clips.len(), first);
            let idle = actions.first().map(|action| action.id).filter(|id| *id == STAND);
            let own = Animator { name, clips: playables, start, actions, idle, ..Animator::default() };
            self.scene.animators.push(own);
        }
        self.scene.clips.extend(clips);
        self.scene.materials.append(&mut paint.materials);
        self.scene.models.push(built);
        self.scene.nodes.push(Node {
            name: outfit.file.as_str().into(),
            model: Some(ModelId::from(self.scene.models.len() - 1)),
            animator,
            flags: NodeFlags::ACTIVE,
            opacity: 1.0,
            transform: below.map_or(place, |(_, own)| own),
            ..Node::default()
        });
        if let Some(above) = below.and_then(|(above, _)| self.scene.nodes.get_mut(above.index())) {
            above.children.push(node);
        }
        self.light(&lamps, node, &place, moves);
        let at = Stand { node, animator, moves };
        self.send_out(&emitters, &sheets, address, &at);
        self.trail(model, &ribbons, &sheets, &at);
        Made { node, moves, animator, idle, choices, switches, cameras, gaits }
    }

    /// Adds the lights of a model.
    fn light(&mut self, lamps: &[Lamp<'_>], node: NodeId, place: &Affine3A, moves: bool) {
        for lamp in lamps {
            let at = Affine3A::from_translation(lamp.place);
            let stands = self.stand(&lamp.name, node, lamp.bone.filter(|_| moves), at);
            let light = lamp.light(place);
            self.scene.lights.push(world::Light { node: Some(stands), ..light });
        }
    }

    /// Adds the emitters of a model.
    fn send_out(&mut self, emitters: &[Emitter<'_>], sheets: &[Paper], address: &str, at: &Stand) {
        for emitter in emitters {
            let material = MaterialId::from(self.scene.materials.len());
            self.scene.materials.push(emitter.material(sheets, &mut self.papers));
            let model = emitter.model().and_then(|name| self.particle_model(&name, address));
            let (law, finding) = emitter.law(&self.scene.frame, material, model).bounded();
            self.findings.extend(finding.map(|finding| finding.in_file(address)));
            let id = EmitterLawId::from(self.scene.emitters.len());
            self.scene.emitters.push(law);
            let bone = emitter.bone.filter(|_| at.moves);
            let stands = self.stand(&emitter.name, at.node, bone, emitter.offset());
            self.go_by(stands, at.animator);
            self.scene.emitting.push((stands, id));
        }
    }

    /// The model that particles are, at rest; pictures are shown instead of one that cannot be read.
    fn particle_model(&mut self, name: &str, address: &str) -> Option<ModelId> {
        let Some(file) = self.files.model(name, address) else {
            let expected = format_args!("a model `{name}` for particles");
            self.note(&ITEM, Severity::Warning, address, expected, "none of that name");
            return None;
        };
        if let Some((_, known)) = self.particle_models.iter().find(|(known, _)| *known == file) {
            return *known;
        }
        let made = self.read_particle_model(&file);
        self.particle_models.push((file, made));
        made
    }

    fn read_particle_model(&mut self, file: &str) -> Option<ModelId> {
        let model = match read(self.files.vfs, file, self.findings) {
            Ok((model, bytes)) => {
                *self.bytes_read += bytes;
                model
            }
            Err(Error::File(finding)) => {
                self.findings.push(*finding);
                return None;
            }
            Err(Error::Cancelled) => return None,
        };
        let empty = m2::View::default();
        let shown = mesh::shown(model.views.first().unwrap_or(&empty), &Outfit::default(), file);
        let files = &self.files;
        let paper = |texture: &m2::Texture| sheet(files, texture, None, file);
        let mut paint = Paint::new(&model, self.scene.materials.len());
        let mut lost = Lost::default();
        let frame = self.scene.frame;
        let mut built = mesh::build(&model, &shown, &frame, &mut paint, &mut self.papers, paper, &mut lost);
        built.bounds = mesh::bounds(&built, [].into_iter());
        let (mut materials, simplified) = (std::mem::take(&mut paint.materials), paint.simplified);
        self.tell(&model, file, &lost, simplified, 0);
        self.scene.materials.append(&mut materials);
        self.scene.models.push(built);
        Some(ModelId::from(self.scene.models.len() - 1))
    }

    /// Adds the ribbons of a model.
    fn trail(&mut self, model: &m2::Model, ribbons: &[Ribbon<'_>], sheets: &[Paper], at: &Stand) {
        for ribbon in ribbons {
            let material = MaterialId::from(self.scene.materials.len());
            self.scene.materials.push(ribbon.material(model, sheets, &mut self.papers));
            let id = RibbonLawId::from(self.scene.ribbons.len());
            self.scene.ribbons.push(ribbon.law(material));
            let bone = ribbon.bone.filter(|_| at.moves);
            let stands = self.stand(&ribbon.name, at.node, bone, ribbon.offset());
            self.go_by(stands, at.animator);
            self.scene.trailing.push((stands, id));
        }
    }

    /// Lets what stands at a node go by the clock of a model.
    fn go_by(&mut self, node: NodeId, animator: Option<AnimatorId>) {
        if let Some(own) = self.scene.nodes.get_mut(node.index()) {
            own.animator = animator;
        }
    }

    /// Adds a node below a model, carried by a bone if there is one that moves.
    fn stand(&mut self, name: &str, carrier: NodeId, bone: Option<u32>, offset: Affine3A) -> NodeId {
        let node = NodeId::from(self.scene.nodes.len());
        let flags = NodeFlags::ACTIVE;
        self.scene.nodes.push(Node {
            name: name.into(),
            flags,
            opacity: 1.0,
            transform: offset,
            ..Node::default()
        });
        if let Some(carrier) = self.scene.nodes.get_mut(carrier.index()) {
            carrier.children.push(node);
        }
        self.scene.attachments.extend(bone.map(|bone| Attachment { node, carrier, bone, offset }));
        node
    }

    fn tell_skins(&mut self, skins: &Skins, outfit: &Outfit, address: &str) {
        let count = skins.skins.len();
        if let Some(wanted) = outfit.skin.filter(|wanted| *wanted > count) {
            let expected = format_args!("a skin {wanted}");
            self.note(&ITEM, Severity::Warning, address, expected, format_args!("{count} skins"));
        }
        let expected = "a row of a table that says its skin";
        match count {
            _ if !skins.guessed => {}
            0 => self.note(
                &NO_SKIN,
                Severity::Warning,
                address,
                expected,
                "none, and no texture in its folder",
            ),
            1 => {
                let found = "none; the only texture of its folder that no model names is shown";
                self.note(&GUESSED, Severity::Note, address, expected, found);
            }
            _ => {
                let found = format_args!("none; {count} textures of its folder are offered");
                self.note(&GUESSED, Severity::Note, address, expected, found);
            }
        }
    }

    /// Says what is not shown, or not as it was meant.
    fn tell(&mut self, model: &m2::Model, address: &str, lost: &Lost, simplified: usize, refused: usize) {
        let Lost { triangles, batches, bare } = *lost;
        if triangles + batches > 0 {
            let found = format_args!("{triangles} triangles and {batches} batches left out");
            self.note(&MESH, Severity::Warning, address, "triangles and batches that lead somewhere", found);
        }
        if bare > 0 {
            let found = format_args!("{bare} submeshes without one");
            self.note(&LEFT_OUT, Severity::Note, address, "a batch for each submesh", found);
        }
        if simplified > 0 {
            let found = format_args!("{simplified} batches with more");
            let expected = "at most two textures, and opacities by one clock";
            self.note(&SIMPLIFIED, Severity::Note, address, expected, found);
        }
        let asked = undocumented::asked(model);
        if !asked.is_empty() {
            let expected = "what documents say how to show";
            self.note(&NOT_SHOWN, Severity::Note, address, expected, asked.join(", "));
        }
        let clips = model.sequences.len().saturating_sub(MOST_CLIPS);
        if refused + clips > 0 {
            let found = format_args!("{refused} tracks and {clips} sequences beyond that");
            let expected =
                format_args!("at most {MOST_CLIPS} sequences, and as many keys as there is room for");
            self.note(&LIMIT, Severity::Warning, address, expected, found);
        }
    }

    pub(super) fn note(
        &mut self,
        code: &'static Code,
        severity: Severity,
        address: &str,
        expected: impl std::fmt::Display,
        found: impl std::fmt::Display,
    ) {
        self.findings.push(Finding::new(code, severity, address, expected, found));
    }
}

/// What a texture of a model shows that wears a skin.
fn sheet(files: &Files<'_>, texture: &m2::Texture, skin: Option<&Skin>, address: &str) -> Paper {
    match texture.file() {
        Some(name) => files.texture(&name, address).map_or(Paper::Missing(name), Paper::File),
        None => match skin.and_then(|skin| skin.of(texture.kind)) {
            Some(Choice::File(address)) => Paper::File(address.clone()),
            Some(Choice::Missing(name)) => Paper::Missing(name.clone()),
            Some(Choice::White) => Paper::White,
            None => Paper::Unchosen(texture.kind),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_have_another_ending_or_none_and_things_that_are_worn() {
        let all = ["Wolf.m2", "wolf pup.M2"].map(str::to_owned);
        let meant = |wanted: &str| meant(&all, wanted);
        assert_eq!(meant("WOLF.mdx").as_deref(), Some("Wolf.m2"));
        assert_eq!(meant("wolf pup").as_deref(), Some("wolf pup.M2"));
        assert_eq!(meant("wolf+skin02+right=x.m2").as_deref(), Some("Wolf.m2+skin02+right=x.m2"));
        assert_eq!(meant("wolve"), None);
    }
}
