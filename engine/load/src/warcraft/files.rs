//! Where files of an install are that models and tables name. Source: `docs/spec/m2.md`, "8. Textures" and
//! "14. What a real install needs".

use std::cell::OnceCell;
use vfs::{Names, Vfs};

/// Endings of models: files are `.m2`, whatever tables and people say.
const MODELS: [&str; 3] = [".m2", ".mdx", ".mdl"];
/// How textures end, and what textures may be called that are none.
const TEXTURES: [&str; 2] = [".blp", ".tga"];

/// Looks for files.
pub(super) struct Files<'v> {
    pub vfs: &'v Vfs,
    /// Listed when the first file is not where its name says.
    names: OnceCell<Names>,
}

impl<'v> Files<'v> {
    pub fn new(vfs: &'v Vfs) -> Self {
        Files { vfs, names: OnceCell::new() }
    }

    /// A texture that a model names, beside which it may lie: where its name says, beside the model, or anywhere.
    pub fn texture(&self, name: &str, model: &str) -> Option<String> {
        let low = name.to_ascii_lowercase();
        let stem = TEXTURES.iter().find_map(|ending| low.strip_suffix(ending)).unwrap_or(&low);
        // Names end in .tga where files end in .blp.
        let named = [format!("{stem}.blp"), low.clone()];
        named.iter().find_map(|name| self.find(name, model))
    }

    /// A model that a person names.
    pub fn model(&self, name: &str, beside: &str) -> Option<String> {
        self.find(&format!("{}.m2", stem(name)), beside)
    }

    /// A file by its name with folders: there, in the folder of another file, or anywhere.
    pub fn find(&self, name: &str, beside: &str) -> Option<String> {
        let name = name.replace('\\', "/");
        let name = name.trim_start_matches('/').trim();
        let bare = name.rsplit('/').next().unwrap_or(name);
        if bare.is_empty() {
            return None;
        }
        let near = match folder(beside) {
            "" => bare.to_owned(),
            folder => format!("{folder}/{bare}"),
        };
        let there = [name.to_owned(), near].into_iter().find(|address| self.vfs.is_file(address));
        there.or_else(|| {
            let names = self.names.get_or_init(|| Names::new(self.vfs, |_| 0));
            names.find_beside(bare, beside).map(str::to_owned)
        })
    }
}

/// The folder of an address.
pub(super) fn folder(address: &str) -> &str {
    address.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A model's name without its ending.
pub(super) fn stem(name: &str) -> &str {
    let ends = |ending: &&str| {
        let at = name.len().checked_sub(ending.len())?;
        let (stem, end) = name.split_at_checked(at)?;
        end.eq_ignore_ascii_case(ending).then_some(stem)
    };
    MODELS.iter().find_map(ends).unwrap_or(name)
}

/// True for the name of a file that is a model.
pub(super) fn is_model(name: &str) -> bool {
    name.len() > 3 && name.to_ascii_lowercase().ends_with(".m2")
}
