//! Textures: the directory's names, looked up in the texture packages.
//! Source: `spec/zbd/textures.md`, "Mip levels and names".

use super::TEXTURE_MISSING;
use crate::{Error, Phase, Progress, step};
use binary::{Finding, Severity};
use hashbrown::HashMap;
use rayon::prelude::*;
use world::{Alpha, Image, Texture};
use zbd::gamez::textures::TextureEntry;
use zbd::textures::{AlphaKind, TexturePackage};

/// Textures decoded between two steps of progress.
const BATCH: usize = 32;

/// One texture per directory entry, so that its position is its number.
pub(super) fn decode(
    directory: &[TextureEntry],
    packages: &[TexturePackage],
    file: &str,
    findings: &mut Vec<Finding>,
    progress: &mut dyn Progress,
) -> Result<Vec<Texture>, Error> {
    let names = Names::new(packages);
    let mut textures = Vec::with_capacity(directory.len());
    step(progress, Phase::Textures, 0, directory.len())?;
    for batch in directory.chunks(BATCH) {
        textures.par_extend(batch.par_iter().map(|entry| match names.find(entry) {
            Some((package, image)) => decode_one(entry, &packages[package], image),
            None => missing(entry),
        }));
        step(progress, Phase::Textures, textures.len(), directory.len())?;
    }
    for (entry, texture) in directory.iter().zip(&textures) {
        if texture.levels.is_empty() {
            findings.push(Finding::new(
                &TEXTURE_MISSING,
                Severity::Warning,
                file,
                format_args!("the texture \"{}\" in one of {} packages", entry.name, packages.len()),
                "none of that name",
            ));
        }
    }
    Ok(textures)
}

/// Where each texture name is, in lower case.
struct Names {
    by_name: HashMap<String, (usize, usize)>,
    sorted: Vec<(String, (usize, usize))>,
}

impl Names {
    fn new(packages: &[TexturePackage]) -> Self {
        let mut by_name = HashMap::new();
        for (package, content) in packages.iter().enumerate() {
            for (image, entry) in content.textures.iter().enumerate() {
                by_name.entry(entry.name.text().to_ascii_lowercase()).or_insert((package, image));
            }
        }
        let mut sorted: Vec<_> = by_name.iter().map(|(name, place)| (name.clone(), *place)).collect();
        sorted.sort_unstable();
        Names { by_name, sorted }
    }

    /// By stem; when the directory's field was too short for the name, the
    /// first name that begins with what is left of it.
    fn find(&self, entry: &TextureEntry) -> Option<(usize, usize)> {
        let stem = entry.name.stem().to_ascii_lowercase();
        if let Some(place) = self.by_name.get(&stem) {
            return Some(*place);
        }
        if !entry.name.may_be_cut() || stem.is_empty() {
            return None;
        }
        let from = self.sorted.partition_point(|(name, _)| *name < stem);
        self.sorted.get(from).filter(|(name, _)| name.starts_with(&stem)).map(|(_, place)| *place)
    }
}

fn decode_one(entry: &TextureEntry, package: &TexturePackage, image: usize) -> Texture {
    let Ok(decoded) = package.decode_rgba8(image) else { return missing(entry) };
    Texture {
        name: entry.name.stem(),
        alpha: match decoded.alpha {
            AlphaKind::None => Alpha::None,
            AlphaKind::Simple => Alpha::Keyed,
            AlphaKind::Full => Alpha::Full,
        },
        levels: vec![Image { width: decoded.width, height: decoded.height, rgba: decoded.rgba }],
    }
}

fn missing(entry: &TextureEntry) -> Texture {
    Texture { name: entry.name.stem(), alpha: Alpha::None, levels: Vec::new() }
}
