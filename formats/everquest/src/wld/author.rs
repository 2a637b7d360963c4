//! Making new worlds. Source: `docs/spec/everquest/writing.md`, "1. WLD writer".

use super::codes::unwritable;
use super::header::{Header, Version};
use super::materials::{MaterialDef, MaterialHead, material_flags};
use super::mesh::{self, Mesh, MeshHead, Uvs, mesh_flags};
use super::reference::Reference;
use super::strings::{Strings, from_text};
use super::types::Body;
use super::{FOOTER_BYTES, Fragment, Wld, write};
use binary::Result;
use std::collections::HashMap;

/// A world in the making: names and fragments are added in the order in which
/// they refer to each other, and [`Builder::finish`] makes the world.
///
/// ```
/// use everquest::wld::{self, BitmapInfo, Body, Builder, Inline, SimpleSpriteDef, Version};
///
/// let mut builder = Builder::new(Version::Old);
/// let name = builder.name("GROUND")?;
/// let files = Inline::new("ground.bmp").into_iter().collect();
/// let bitmap = builder.add(Body::BmInfo(BitmapInfo { name, files }));
/// let name = builder.name("GROUND_SPRITE")?;
/// builder.add(Body::SimpleSpriteDef(SimpleSpriteDef::still(name, bitmap)));
/// let bytes = wld::write(&builder.finish()?)?;
///
/// let (wld, report) = wld::read(&bytes, binary::Mode::Strict)?;
/// assert_eq!(report.findings(), []);
/// assert_eq!(wld.fragments.len(), 2);
/// # Ok::<(), Box<binary::Finding>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    version: Version,
    strings: Vec<u8>,
    names: HashMap<Vec<u8>, Reference>,
    fragments: Vec<Fragment>,
}

impl Builder {
    /// An empty world.
    pub fn new(version: Version) -> Self {
        Builder { version, strings: vec![0], names: HashMap::new(), fragments: Vec::new() }
    }

    /// The name of a text, which is added to the string table if it is new;
    /// nothing for the empty text. Names are upper-case in original files.
    ///
    /// # Errors
    /// A text with a NUL, or with a character that Windows-1252 lacks.
    pub fn name(&mut self, text: &str) -> Result<Reference> {
        let Some(bytes) = from_text(text).filter(|bytes| !bytes.contains(&0)) else {
            return unwritable("strings", "text of Windows-1252 without NUL", format_args!("\"{text}\""));
        };
        if bytes.is_empty() {
            return Ok(Reference::NONE);
        }
        if let Some(name) = self.names.get(&bytes) {
            return Ok(*name);
        }
        let name = Reference::name(self.strings.len());
        self.strings.extend(&bytes);
        self.strings.push(0);
        self.names.insert(bytes, name);
        Ok(name)
    }

    /// Adds a fragment and returns its number.
    pub fn add(&mut self, body: Body) -> Reference {
        self.fragments.push(body.into());
        Reference::fragment(self.fragments.len())
    }

    /// Number of the fragment that is added next, for what must be known ahead.
    pub fn next(&self) -> Reference {
        Reference::fragment(self.fragments.len() + 1)
    }

    /// The world.
    ///
    /// # Errors
    /// As [`write()`].
    pub fn finish(self) -> Result<Wld> {
        let mut wld = Wld {
            header: Header { version: self.version.word(), ..Header::default() },
            strings: Strings::padded(self.strings),
            fragments: self.fragments,
            footer: FOOTER_BYTES.to_vec(),
        };
        wld.seal()?;
        Ok(wld)
    }
}

impl Wld {
    /// Sets what the header says about the rest: number of regions and strings,
    /// and the size of the largest fragment. Needed after adding or removing
    /// anything.
    ///
    /// # Errors
    /// As [`write()`].
    pub fn seal(&mut self) -> Result<()> {
        self.header.region_count = u32::try_from(self.regions().count()).unwrap_or(u32::MAX);
        self.header.string_count = u32::try_from(self.strings.count()).unwrap_or(u32::MAX);
        self.header.largest_body = write::largest_body(self)?;
        Ok(())
    }
}

impl MaterialDef {
    /// A material as original zones have it. `method` is a render method, see
    /// [`method`](super::materials::method).
    pub fn zone(name: Reference, method: u32, sprite: Reference) -> Self {
        let scaled_ambient = if sprite.is_none() { 0.0 } else { 0.75 };
        let head = MaterialHead {
            name,
            flags: material_flags::PAIR,
            render_method: method,
            pen: [0x4E, 0x4E, 0x4E, 0],
            brightness: 0.0,
            scaled_ambient,
            sprite,
        };
        MaterialDef { head, pair: Some((0, 0.0)) }
    }

    /// A material as original files of objects, creatures and equipment have it.
    pub fn object(name: Reference, method: u32, sprite: Reference) -> Self {
        let mut material = MaterialDef::zone(name, method, sprite);
        material.head.pen = [0xB2, 0xB2, 0xB2, 0];
        material
    }
}

impl Uvs {
    /// Texture coordinates (in textures, V upwards) as a version stores them; in
    /// the old one in steps of 1/256, up to 127 textures from 0.
    pub fn of(version: Version, uvs: &[[f32; 2]]) -> Self {
        match version {
            Version::Old => {
                Uvs::Short(uvs.iter().map(|uv| uv.map(|part| (part * 256.0).round() as i16)).collect())
            }
            Version::New => Uvs::Float(uvs.to_vec()),
        }
    }
}

impl Mesh {
    /// An empty mesh of a zone; its flags are those of original files.
    pub fn zone(name: Reference, palette: Reference, center: [f32; 3]) -> Self {
        let head = MeshHead { name, flags: mesh_flags::ZONE, palette, center, ..MeshHead::default() };
        Mesh { head, ..Mesh::default() }
    }

    /// An empty mesh of an object.
    pub fn object(name: Reference, palette: Reference, center: [f32; 3]) -> Self {
        let mut mesh = Mesh::zone(name, palette, center);
        mesh.head.flags = mesh_flags::OBJECT;
        mesh
    }

    /// Puts vertices at these places: chooses the largest scale exponent up to
    /// `largest`, and sets the radius. The centre must be set; meshes that share
    /// a border need centres in whole steps and the same exponent, 5 in zones,
    /// or there are cracks.
    pub fn place(&mut self, positions: &[[f32; 3]], largest: u16) {
        let center = self.head.center;
        let offsets = positions.iter().map(|at| std::array::from_fn(|axis| at[axis] - center[axis]));
        let offsets: Vec<[f32; 3]> = offsets.collect();
        let extent = offsets.iter().flatten().fold(0.0_f32, |extent, part| extent.max(part.abs()));
        self.scale = mesh::largest_scale(extent).min(largest);
        let step = mesh::step(self.scale);
        self.vertices = offsets.iter().map(|at| at.map(|part| (part / step).round() as i16)).collect();
        let square = |at: &[f32; 3]| at.iter().map(|part| part * part).sum::<f32>();
        self.head.radius = offsets.iter().map(square).fold(0.0, f32::max).sqrt();
    }
}
