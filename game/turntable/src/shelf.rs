//! The models of an install.

use base::Failure;
use binary::Finding;
use load::{Error, LoadedModel, ModelFiles, ModelRequest, ModelSource, Quiet, model};
use serde::Serialize;
use std::collections::BTreeMap;
use titles::install::Install;
use vfs::Vfs;

/// Most suggestions for a misspelt name.
const LIKELY: usize = 3;
/// One letter in so many may be wrong: with more, short names match anything.
const LETTERS_PER_SLIP: usize = 3;

/// One model of an install.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// The file it is in: `mechlib`, `planes`, `c1`.
    pub source: String,
    /// Its name there.
    pub name: String,
}

/// The models of an install.
#[derive(Debug)]
pub struct Shelf {
    vfs: Vfs,
    files: ModelFiles,
    names: BTreeMap<usize, Vec<String>>,
    findings: Vec<Finding>,
}

impl Shelf {
    /// The models of an install, with textures of a quality.
    ///
    /// # Errors
    /// A title whose models this version does not show.
    pub fn new(install: Install, quality: &str) -> Result<Self, Failure> {
        let files = install.model_files(quality)?;
        Ok(Shelf { vfs: install.vfs, files, names: BTreeMap::new(), findings: Vec::new() })
    }

    /// Keeps the models of the file at this address alone; of a file without any, all stay.
    pub fn keep(&mut self, address: &str) {
        let is = |source: &ModelSource| source.address.eq_ignore_ascii_case(address);
        if self.files.sources.iter().any(is) {
            self.files.sources.retain(is);
            self.names.clear();
        }
    }

    /// Title's id.
    pub fn title(&self) -> &str {
        &self.files.title
    }

    /// Why a file could not be listed.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Every model, file by file.
    pub fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        for index in 0..self.files.sources.len() {
            let names = self.names_of(index).to_vec();
            let source = self.files.sources[index].id.clone();
            items.extend(names.into_iter().map(|name| Item { source: source.clone(), name }));
        }
        items
    }

    fn names_of(&mut self, index: usize) -> &[String] {
        if !self.names.contains_key(&index) {
            let names = match model::names(&self.vfs, self.files.family, &self.files.sources[index]) {
                Ok(names) => names,
                Err(Error::File(finding)) => {
                    self.findings.push(*finding);
                    Vec::new()
                }
                Err(Error::Cancelled) => Vec::new(),
            };
            self.names.insert(index, names);
        }
        self.names.get(&index).map_or(&[], Vec::as_slice)
    }

    /// The model a person names, `source/name` or the name alone; then the first
    /// file that has it counts.
    ///
    /// # Errors
    /// None of that name.
    pub fn find(&mut self, wanted: &str) -> Result<Item, Failure> {
        let sources: Vec<String> = self.files.sources.iter().map(|source| source.id.clone()).collect();
        // Names of sources may have slashes, too.
        let in_source = |source: &String| {
            let (start, name) = wanted.split_at_checked(source.len())?;
            start.eq_ignore_ascii_case(source).then(|| name.strip_prefix('/'))?
        };
        let only = (0..sources.len()).filter_map(|index| Some((index, in_source(&sources[index])?)));
        let only = only.max_by_key(|(index, _)| sources[*index].len());
        let name = only.map_or(wanted, |(_, name)| name);
        for (index, source) in sources.iter().enumerate() {
            if only.is_some_and(|(only, _)| only != index) {
                continue;
            }
            let family = self.files.family;
            if let Some(name) = model::meant(family, self.names_of(index), name) {
                return Ok(Item { source: source.clone(), name });
            }
        }
        Err(self.unknown(wanted, name))
    }

    /// The model that a file is, by its address.
    pub fn at(&mut self, address: &str) -> Option<Item> {
        let (folder, name) = address.rsplit_once('/').unwrap_or(("", address));
        let index = self.files.sources.iter().position(|source| source.address == folder)?;
        let name = self.names_of(index).iter().find(|known| *known == name)?.clone();
        Some(Item { source: self.files.sources[index].id.clone(), name })
    }

    /// The error for a name that no model has; `name` is `asked` without the source.
    fn unknown(&mut self, asked: &str, name: &str) -> Failure {
        if let Some(finding) = self.findings.first() {
            return Failure::Unusable(finding.to_string());
        }
        let shown: String = asked.chars().take(60).collect();
        let items = self.items();
        let wanted = name.to_ascii_lowercase();
        let letters = wanted.chars().count();
        let most = (letters / LETTERS_PER_SLIP).clamp(1, LIKELY);
        // If only the source is wrong, the right one is suggested.
        let in_source = asked.len() > name.len();
        let mut likely: Vec<(usize, &Item)> = items
            .iter()
            .map(|item| {
                let known = item.name.to_ascii_lowercase();
                // People leave out the prefix, as in `mech_bushwhacker`, and the extension.
                let short = known.split_once('_').map_or(known.as_str(), |(_, short)| short);
                let stem = known.rsplit_once('.').map_or(known.as_str(), |(stem, _)| stem);
                let names = [&known, short, stem];
                let nearest = names.map(|name| strsim::osa_distance(&wanted, name)).into_iter().min();
                let part = letters >= LETTERS_PER_SLIP && known.contains(&wanted) && known != wanted;
                let distance = if part { 1 } else { nearest.unwrap_or(usize::MAX) };
                (distance, item)
            })
            .filter(|(distance, _)| *distance <= most)
            .collect();
        likely.sort_by_key(|(distance, _)| *distance);
        likely.dedup_by(|a, b| a.1.name == b.1.name && !in_source);
        let name = |item: &Item| match in_source {
            true => format!("`{}/{}`", item.source, item.name),
            false => format!("`{}`", item.name),
        };
        let likely: Vec<String> = likely.iter().take(LIKELY).map(|(_, item)| name(item)).collect();
        let advice = match likely.is_empty() {
            true if items.is_empty() => "this install has no models".to_owned(),
            true => format!("there are {}, `revisit show FOLDER` lists them", items.len()),
            false => format!("did you mean {}?", likely.join(" or ")),
        };
        Failure::Unusable(format!("no model `{shown}`: {advice}"))
    }

    /// Loads a model at a level of detail.
    ///
    /// # Errors
    /// A damaged file.
    pub fn load(&self, item: &Item, level: usize) -> Result<LoadedModel, Failure> {
        let source = self.source(item)?;
        let request = ModelRequest { files: &self.files, source, name: &item.name, level };
        Ok(model::load(&self.vfs, &request, &mut Quiet)?)
    }

    /// The same for a level that a person asked for.
    ///
    /// # Errors
    /// A damaged file, or a level that the model does not have.
    pub fn load_level(&self, item: &Item, level: usize) -> Result<LoadedModel, Failure> {
        let loaded = self.load(item, level)?;
        if level < loaded.levels {
            return Ok(loaded);
        }
        let Item { name, .. } = item;
        Err(Failure::Unusable(match loaded.levels {
            1 => format!("--lod {level}: {name} has no other level of detail than 0"),
            levels => format!("--lod {level}: {name} has levels of detail from 0 to {}", levels - 1),
        }))
    }

    fn source(&self, item: &Item) -> Result<&ModelSource, Failure> {
        let found = self.files.sources.iter().find(|source| source.id == item.source);
        found.ok_or_else(|| Failure::Unusable(format!("no file of models `{}`", item.source)))
    }
}
