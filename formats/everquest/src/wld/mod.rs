//! Worlds (`.wld`): a container of fragments of numbered types, which hold a
//! zone, models to place, places, lights, creatures or the sky. Both versions
//! are read and written whole. Not here: the archives that worlds lie in, the
//! pictures they name, and references into other files. Source:
//! `docs/spec/everquest/wld.md`.
//!
//! The raw frame is right-handed: x north, y west, z up; a unit is about a foot;
//! front faces are clockwise. Fragments count from 1 in references, regions
//! from 1 in the tree and from 0 elsewhere.
//!
//! | file | holds |
//! |---|---|
//! | `header.rs`, `strings.rs`, `reference.rs`, `fragment.rs` | the container: header and versions, the string table, references, fragments |
//! | `types.rs` | the table of types |
//! | `textures.rs`, `materials.rs` | 01 03 04, 30 31 |
//! | `mesh.rs` | 36 |
//! | `instance.rs` | references with flags: 05 07 09 11 1C 27 2D 2F 33 |
//! | `actors.rs`, `colors.rs` | 14 15, 32 |
//! | `lights.rs` | 1B 28 2A 2B 35 |
//! | `bsp.rs`, `region.rs`, `visibility.rs`, `walls.rs`, `region_kind.rs` | 21, 22 with its lists of visible regions and its walls, 29 |
//! | `skeleton.rs`, `tracks.rs` | 10, 12 13 |
//! | `vertex_animation.rs`, `legacy_mesh.rs` | 37 2E, 2C |
//! | `particles.rs` | 26 34 |
//! | `sprites.rs`, `render_info.rs` | 06 08 0A 0C |
//! | `volumes.rs` | 16 17 18 19 |
//! | `names.rs` | fragments by their names |
//! | `read.rs`, `write.rs`, `check.rs`, `codes.rs` | reading, writing, what is between fragments, what can be odd |
//! | `author.rs` | making new worlds |

pub mod actors;
mod author;
pub mod bsp;
mod check;
pub(crate) mod codes;
pub mod colors;
mod fields;
mod fragment;
pub mod header;
pub mod instance;
pub mod legacy_mesh;
pub mod lights;
pub mod materials;
pub mod mesh;
mod names;
pub mod particles;
mod read;
mod reference;
pub mod region;
pub mod region_kind;
pub mod render_info;
pub mod skeleton;
pub mod sprites;
mod strings;
pub mod textures;
pub mod tracks;
mod types;
pub mod vertex_animation;
pub mod visibility;
pub mod volumes;
pub mod walls;
mod write;

pub use actors::{ActorDef, ActorInst, Location};
pub use author::Builder;
pub use bsp::{BspNode, WorldTree};
pub use codes::CODES;
pub use colors::DmRgbTrackDef;
pub use fragment::{Fragment, Raw};
pub use header::{Header, Version};
pub use instance::Instance;
pub use legacy_mesh::{LegacyFace, LegacyMesh};
pub use lights::{AmbientLight, DirectionalLight, GlobalAmbientLight, LightDef, PointLight};
pub use materials::{MaterialDef, MaterialHead, MaterialPalette, RenderMethod};
pub use mesh::{Face, Group, Mesh, MeshHead, MeshOp, MeshOpKind, Uvs};
pub use names::Names;
pub use particles::{BlitSpriteDef, ParticleCloudDef};
pub use read::{fields, read};
pub use reference::{Reference, Target};
pub use region::{Region, RegionHead, VisibilityNode};
pub use region_kind::{Arrival, Medium, RegionKind, TextFault, Zone, ZoneLine};
pub use skeleton::{Bone, Skeleton, Skin};
pub use sprites::{ThreeDSpriteDef, TwoDSpriteDef};
pub use strings::{Inline, Strings, code};
pub use textures::{BitmapInfo, SimpleSpriteDef};
pub use tracks::{FloatFrame, Frames, Pose, ShortFrame, Track, TrackDef};
pub use types::{Body, FragmentType, TYPES, type_of};
pub use vertex_animation::{DmTrackDef, DmTrackDef2};
pub use visibility::VisibilityList;
pub use volumes::{Polyhedron, PolyhedronDef, Sphere, SphereListDef};
pub use write::write;

use binary::Code;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What every file ends with.
pub const FOOTER_BYTES: [u8; 4] = [0xFF; 4];

/// Every finding that reading or writing a world can make.
pub fn codes() -> Vec<&'static Code> {
    CODES.to_vec()
}

/// A world. [`Builder`] makes new ones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wld {
    /// Version and counts; [`Wld::seal`] sets the counts.
    pub header: Header,
    /// Names.
    pub strings: Strings,
    /// The fragments; references count them from 1.
    pub fragments: Vec<Fragment>,
    /// What follows the last fragment: [`FOOTER_BYTES`], or whatever stands
    /// there.
    #[serde(with = "crate::packed")]
    pub footer: Vec<u8>,
}

impl Wld {
    /// How its fragments are laid out.
    pub fn version(&self) -> Version {
        self.header.layout()
    }

    /// The fragment that a number leads to; none for names.
    pub fn fragment(&self, reference: Reference) -> Option<&Fragment> {
        self.fragments.get(reference.index()?)
    }

    /// The body of the fragment that a number leads to; none for names, which
    /// [`Names`] resolves.
    pub fn body(&self, reference: Reference) -> Option<&Body> {
        self.fragment(reference).map(|fragment| &fragment.body)
    }

    /// The text of a name.
    pub fn text(&self, reference: Reference) -> Option<Cow<'_, str>> {
        self.strings.text(reference)
    }

    /// The regions in order: number 1 of the tree, 0 elsewhere, is the first.
    /// One that could not be read is none, and counts.
    pub fn regions(&self) -> impl Iterator<Item = Option<&Region>> {
        self.fragments.iter().filter_map(|fragment| match &fragment.body {
            Body::Region(region) => Some(Some(&**region)),
            Body::Raw(raw) if raw.id == 0x22 => Some(None),
            _ => None,
        })
    }

    /// The text that says what the regions of a 0x29 are: its user data, or
    /// without any its name.
    pub fn zone_text<'w>(&'w self, zone: &'w Zone) -> Cow<'w, str> {
        if zone.user_data.is_empty() {
            self.strings.text(zone.name).unwrap_or_default()
        } else {
            zone.user_data.text()
        }
    }

    /// What each region is, in order; of those in two lists both at once.
    pub fn region_kinds(&self) -> Vec<RegionKind> {
        let mut kinds = vec![RegionKind::default(); self.regions().count()];
        for fragment in &self.fragments {
            let Body::Zone(zone) = &fragment.body else { continue };
            let (kind, _) = RegionKind::parse(&self.zone_text(zone));
            for number in &zone.regions {
                if let Some(known) = kinds.get_mut(*number as usize) {
                    *known = known.and(kind);
                }
            }
        }
        kinds
    }
}
