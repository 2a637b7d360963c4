//! Textures: names, looked up in the texture packages.
//! Source: `docs/spec/zbd/textures.md`, "Mip levels and names".

use super::{PACKAGE_MISSING, TEXTURE_MISSING};
use crate::{Error, Phase, Progress, step};
use binary::{Finding, Mode, Severity};
use hashbrown::HashMap;
use order::Order;
use rayon::prelude::*;
use vfs::Vfs;
use world::{Alpha, Image, Texture};
use zbd::gamez::Version;
use zbd::gamez::textures::TextureEntry;
use zbd::textures::{AlphaKind, TexturePackage};

/// Textures decoded between two progress reports.
const BATCH: usize = 32;
/// Most mipmaps below the largest level: the thirteenth halving of the largest possible texture is
/// one pixel.
const LEVELS: usize = 13;

/// A texture that is looked up by name.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// Name without extension, as the file has it.
    pub stem: String,
    /// The name may be truncated: the beginning of a longer one.
    pub may_be_cut: bool,
    /// Where its mipmaps are.
    pub smaller: Smaller,
}

/// Where the game's own mipmaps of a texture are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Smaller {
    /// It has none.
    None,
    /// In the texture at this index of the same list, which may in turn have smaller ones. Recoil
    /// does this.
    Listed(usize),
    /// Separate textures with `_1` and `_2` added to the name. Crimson Skies does this.
    Named,
}

/// The textures of a container's directory; a texture's index there is its number.
pub(super) fn wanted(directory: &[TextureEntry], version: Version) -> Vec<Wanted> {
    let smaller = |entry: &TextureEntry| match usize::try_from(entry.mip_index) {
        Ok(index) => Smaller::Listed(index),
        Err(_) if version == Version::CrimsonSkies => Smaller::Named,
        Err(_) => Smaller::None,
    };
    let wanted = |entry: &TextureEntry| Wanted {
        stem: entry.name.stem(),
        may_be_cut: entry.name.may_be_cut(),
        smaller: smaller(entry),
    };
    directory.iter().map(wanted).collect()
}

/// Reads a package; a fault that prevents it is a finding.
pub(super) fn open(
    vfs: &Vfs,
    address: &str,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
) -> Option<TexturePackage> {
    if !vfs.exists(address) {
        findings.push(Finding::new(
            &PACKAGE_MISSING,
            Severity::Warning,
            address,
            "a texture package",
            "no such file",
        ));
        return None;
    }
    let read = vfs.read(address).and_then(|bytes| {
        *bytes_read += bytes.len() as u64;
        zbd::textures::read(&bytes, Mode::Lenient).map_err(|finding| Box::new(finding.in_file(address)))
    });
    match read {
        Ok((package, report)) => {
            findings.extend(report.into_findings().into_iter().map(|finding| finding.in_file(address)));
            Some(package)
        }
        Err(finding) => {
            findings.push(*finding);
            None
        }
    }
}

/// Opens further packages, one after the other, as long as a wanted texture is in none.
pub(super) fn open_until_found<'w>(
    vfs: &Vfs,
    further: &[String],
    wanted: impl Iterator<Item = &'w Wanted> + Clone,
    packages: &mut Vec<TexturePackage>,
    bytes_read: &mut u64,
    findings: &mut Vec<Finding>,
) {
    for address in further {
        let names = Names::new(packages);
        if wanted.clone().all(|wanted| names.find(wanted).is_some()) {
            return;
        }
        packages.extend(open(vfs, address, bytes_read, findings));
    }
}

/// Decodes the textures at these indices of a list, in order.
pub(super) fn decode(
    wanted: &[Wanted],
    which: &[usize],
    packages: &[TexturePackage],
    file: &str,
    findings: &mut Vec<Finding>,
    progress: &mut dyn Progress,
) -> Result<Vec<Texture>, Error> {
    let names = Names::new(packages);
    let mut textures = Vec::with_capacity(which.len());
    step(progress, Phase::Textures, 0, which.len())?;
    for batch in which.chunks(BATCH) {
        textures.par_extend(batch.par_iter().filter_map(|index| {
            let first = wanted.get(*index)?;
            Some(texture(first, wanted, &names, packages))
        }));
        step(progress, Phase::Textures, textures.len(), which.len())?;
    }
    for texture in &textures {
        if texture.levels.is_empty() {
            findings.push(Finding::new(
                &TEXTURE_MISSING,
                Severity::Warning,
                file,
                format_args!("the texture \"{}\" in one of {} packages", texture.name, packages.len()),
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
        sorted.order();
        Names { by_name, sorted }
    }

    /// By stem; when the directory's field was too short for the name, the first name that starts
    /// with the part that is left.
    fn find(&self, wanted: &Wanted) -> Option<(usize, usize)> {
        let stem = wanted.stem.to_ascii_lowercase();
        if let Some(place) = self.by_name.get(&stem) {
            return Some(*place);
        }
        if !wanted.may_be_cut || stem.is_empty() {
            return None;
        }
        let from = self.sorted.partition_point(|(name, _)| *name < stem);
        self.sorted.get(from).filter(|(name, _)| name.starts_with(&stem)).map(|(_, place)| *place)
    }
}

/// A texture with the artists' own mipmaps, as long as each is half the size of the one before.
fn texture(first: &Wanted, all: &[Wanted], names: &Names, packages: &[TexturePackage]) -> Texture {
    let mut texture = Texture { name: first.stem.clone(), alpha: Alpha::None, levels: Vec::new() };
    let Some(place) = names.find(first) else { return texture };
    let Some((alpha, image)) = image(packages, place) else { return texture };
    let [mut width, mut height] = [image.width, image.height];
    texture.alpha = alpha;
    texture.levels.push(image);

    let base = name_of(packages, place);
    let mut smaller = first.smaller;
    for level in 1..=LEVELS {
        let next = match smaller {
            Smaller::None => None,
            Smaller::Listed(index) => all.get(index).and_then(|wanted| {
                smaller = wanted.smaller;
                names.find(wanted)
            }),
            Smaller::Named => names.by_name.get(&format!("{base}_{level}")).copied(),
        };
        let Some((_, image)) = next.and_then(|place| self::image(packages, place)) else { break };
        if [image.width, image.height] != [(width / 2).max(1), (height / 2).max(1)] {
            break;
        }
        [width, height] = [image.width, image.height];
        texture.levels.push(image);
    }
    texture
}

fn name_of(packages: &[TexturePackage], (package, image): (usize, usize)) -> String {
    let entry = packages.get(package).and_then(|package| package.textures.get(image));
    entry.map_or_else(String::new, |entry| entry.name.text().to_ascii_lowercase())
}

fn image(packages: &[TexturePackage], (package, image): (usize, usize)) -> Option<(Alpha, Image)> {
    let decoded = packages.get(package)?.decode_rgba8(image).ok()?;
    let alpha = match decoded.alpha {
        AlphaKind::None => Alpha::None,
        AlphaKind::Simple => Alpha::Keyed,
        AlphaKind::Full => Alpha::Full,
    };
    Some((alpha, Image { width: decoded.width, height: decoded.height, rgba: decoded.rgba }))
}
