//! What to load when a model is shown alone, and what comes of it; the same for
//! every family.

use crate::Family;
use binary::Finding;
use world::{Frame, Scene};

/// A file that holds models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelSource {
    /// Short name for people, unique in an install: `mechlib`, `planes`, `c1`.
    pub id: String,
    /// Its address.
    pub address: String,
    /// Addresses of texture packages, opened one after the other only while a
    /// texture is in none of those before.
    pub textures: Vec<String>,
}

/// Where an install keeps what can be shown alone.
#[derive(Clone, Debug)]
pub struct ModelFiles {
    /// What kind of files they are.
    pub family: Family,
    /// Title's id, for example `mechwarrior3`.
    pub title: String,
    /// Axes and unit of the title.
    pub frame: Frame,
    /// Files that hold models, in the order in which names are looked up.
    pub sources: Vec<ModelSource>,
    /// Addresses of archives of motions.
    pub motions: Vec<String>,
    /// Addresses of archives of definitions, which say what moves how.
    pub definitions: Vec<String>,
}

/// One model of a source.
#[derive(Clone, Copy, Debug)]
pub struct ModelRequest<'a> {
    /// Where everything is.
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
    /// One root with everything below it, nothing else. If it can move, the
    /// first animator moves it; its clock stands without a clip. The camera
    /// stands where the file put it, and no light shines: whoever shows the model
    /// sees to both.
    pub scene: Scene,
    /// How many levels of detail there are, at least 1.
    pub levels: usize,
    /// Everything odd, in the order of the files.
    pub findings: Vec<Finding>,
    /// Bytes read from files.
    pub bytes_read: u64,
}
