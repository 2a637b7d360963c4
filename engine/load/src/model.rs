//! What to load when a model is shown alone, and the result; the same for every family.

use crate::{CreatureRules, Error, Family, ModelCamera, Progress, everquest, gamestudio, warcraft, zipper};
use binary::{Finding, Severity, codes};
use vfs::Vfs;
use world::{Frame, Gait, Scene};

codes! {
    MODEL_UNKNOWN = "load.model_unknown": "there is no model of that name"
        => "list the models without a name";
}

/// A file that holds models, or a folder of such files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelSource {
    /// Short name for people, unique in an install: `mechlib`, `planes`, `c1`.
    pub id: String,
    /// Its address; that of a folder where each model is a file.
    pub address: String,
    /// Addresses of texture packages, opened one after the other only while a texture is in none of
    /// the packages before.
    pub textures: Vec<String>,
}

/// Where an install keeps what can be shown alone.
#[derive(Clone, Debug)]
pub struct ModelFiles {
    /// What kind of files they are.
    pub family: Family,
    /// Id of the title, for example `mechwarrior3`.
    pub title: String,
    /// Axes and unit of the title.
    pub frame: Frame,
    /// Files that hold models, in the order in which names are looked up.
    pub sources: Vec<ModelSource>,
    /// Addresses of archives of motions.
    pub motions: Vec<String>,
    /// Addresses of archives of definitions, which assign motions to models.
    pub definitions: Vec<String>,
    /// What the title's table says of its creatures.
    pub creatures: CreatureRules,
}

/// One model of a source.
#[derive(Clone, Copy, Debug)]
pub struct ModelRequest<'a> {
    /// The install's model files.
    pub files: &'a ModelFiles,
    /// The file that holds it.
    pub source: &'a ModelSource,
    /// Its name there, as listed.
    pub name: &'a str,
    /// Level of detail, 0 for the best; beyond the last it is the last.
    pub level: usize,
}

/// A model as a scene of its own: one root, which may move.
#[derive(Debug)]
pub struct LoadedModel {
    /// One root with everything below it, nothing else. If it can move, the first animator moves
    /// it; its clock has no clip yet. The camera is where the file put it; what shines on the model
    /// the caller provides. Lights that the model brings stand at nodes of its own.
    pub scene: Scene,
    /// How it walks at which speed; empty for what does not walk.
    pub gaits: Vec<Gait>,
    /// How many levels of detail there are, at least 1.
    pub levels: usize,
    /// What some families know of a model besides.
    pub extras: ModelExtras,
    /// All findings, in the order of the files.
    pub findings: Vec<Finding>,
    /// Bytes read from files.
    pub bytes_read: u64,
}

/// What some families know of a model besides how it looks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelExtras {
    /// The clip, among those of the first animator, that it shows when nobody chose one.
    pub idle: Option<usize>,
    /// Names of the same model with something else that it can wear.
    pub choices: Vec<String>,
    /// Cameras of its own.
    pub cameras: Vec<ModelCamera>,
    /// What can be chosen of it one by one.
    pub switches: Vec<Switch>,
    /// Places at which it can hold other models: `+PLACE=MODEL` behind its name.
    pub places: Vec<String>,
}

/// A choice among ways to show a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switch {
    /// What is chosen: `Skin`, `Boots`.
    pub name: String,
    /// The ways.
    pub options: Vec<SwitchOption>,
    /// The one that is shown, by its index.
    pub chosen: usize,
}

/// One of these ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwitchOption {
    /// Short name for people.
    pub label: String,
    /// Name of the model that is shown so.
    pub model: String,
}

/// The names of everything in a source that can be shown alone.
///
/// # Errors
/// A source that is missing or damaged.
pub fn names(vfs: &Vfs, family: Family, source: &ModelSource) -> Result<Vec<String>, Error> {
    match family {
        Family::Zipper => zipper::model::names(vfs, source),
        Family::Gamestudio => gamestudio::model::names(vfs, source),
        Family::Everquest => everquest::actors::names(vfs, source),
        Family::Warcraft => warcraft::model::names(vfs, source),
        // A scene in code, and an overworld, show their models only where they stand.
        Family::Daggerfall | Family::Code(_) => Ok(Vec::new()),
    }
}

/// Which of a source's names a person means, who may leave out the part that all names of the
/// family share. A model with things that it wears may have a name that no list has.
pub fn meant(family: Family, names: &[String], wanted: &str) -> Option<String> {
    match family {
        Family::Zipper => zipper::model::meant(names, wanted).cloned(),
        Family::Gamestudio => gamestudio::model::meant(names, wanted).cloned(),
        Family::Everquest => everquest::actors::meant(names, wanted),
        Family::Warcraft => warcraft::model::meant(names, wanted),
        Family::Daggerfall | Family::Code(_) => None,
    }
}

/// Loads a model with the loader of its family.
///
/// # Errors
/// A source that is missing or damaged, `load.model_unknown`, or cancellation.
/// Everything else is a finding.
pub fn load(
    vfs: &Vfs,
    request: &ModelRequest<'_>,
    progress: &mut dyn Progress,
) -> Result<LoadedModel, Error> {
    match request.files.family {
        Family::Zipper => zipper::model::load(vfs, request, progress),
        Family::Gamestudio => gamestudio::model::load(vfs, request, progress),
        Family::Everquest => everquest::actors::load(vfs, request, progress),
        Family::Warcraft => warcraft::model::load(vfs, request, progress),
        Family::Daggerfall => {
            let found = "a game whose models are shown only where they stand";
            Err(unknown(&request.source.address, request.name, found))
        }
        Family::Code(code) => {
            let found = "a scene in code, which shows its models only where they stand";
            Err(unknown(code.id, request.name, found))
        }
    }
}

fn unknown(file: &str, name: &str, found: &str) -> Error {
    let expected = format_args!("a model \"{name}\"");
    Box::new(Finding::new(&MODEL_UNKNOWN, Severity::Error, file, expected, found)).into()
}
