//! Every type of fragment, declared once: its number, its names, what it holds,
//! where it occurs and which test has its bytes. Source:
//! `docs/spec/everquest/wld.md`, "2. Type index".

use super::actors::{ActorDef, ActorInst};
use super::bsp::WorldTree;
use super::colors::DmRgbTrackDef;
use super::fragment::{Link, Raw, Stored};
use super::header::Version;
use super::instance::Instance;
use super::legacy_mesh::LegacyMesh;
use super::lights::{AmbientLight, DirectionalLight, GlobalAmbientLight, LightDef, PointLight};
use super::materials::{MaterialDef, MaterialPalette};
use super::mesh::Mesh;
use super::particles::{BlitSpriteDef, ParticleCloudDef};
use super::reference::Reference;
use super::region::Region;
use super::region_kind::Zone;
use super::skeleton::Skeleton;
use super::sprites::{FourDSpriteDef, ParticleSpriteDef, ThreeDSpriteDef, TwoDSpriteDef};
use super::textures::{BitmapInfo, DefaultPaletteFile, SimpleSpriteDef};
use super::tracks::{Track, TrackDef};
use super::vertex_animation::{DmTrackDef, DmTrackDef2};
use super::volumes::{Polyhedron, PolyhedronDef, Sphere, SphereListDef};
use binary::{Cursor, Result, Writer};
use serde::{Deserialize, Serialize};

/// A type of fragment, for lists of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FragmentType {
    /// The number in the fragment's header.
    pub id: u32,
    /// The keyword of the original compiler.
    pub keyword: &'static str,
    /// What extractors call it; none where they do not know it.
    pub extractor: Option<&'static str>,
    /// Where it occurs.
    pub occurs: &'static str,
    /// What it is in a world.
    pub holds: &'static str,
    /// True if it is read and written as a typed value; others are kept as they
    /// are.
    pub typed: bool,
    /// The test with its bytes, in `tests/wld/types`.
    pub test: &'static str,
}

/// The type of a number.
pub fn type_of(id: u32) -> Option<&'static FragmentType> {
    TYPES.iter().find(|row| row.id == id)
}

macro_rules! fragment_types {
    ($(
        $id:literal [$($variant:ident($ty:ty) $(=> $definition:expr)?)?]
        $keyword:literal, $extractor:expr, $occurs:literal, $holds:literal, $test:literal;
    )*) => {
        /// Every type from 0x01 to 0x37 in order.
        pub static TYPES: &[FragmentType] = &[$(FragmentType {
            id: $id,
            keyword: $keyword,
            extractor: $extractor,
            occurs: $occurs,
            holds: $holds,
            typed: !concat!($(stringify!($variant))?).is_empty(),
            test: $test,
        }),*];

        /// What a fragment is. Variants have the keywords of the original
        /// compiler.
        // A tag of 32 bits moves bodies in whole words. With one of 8 bits fields may lie at odd places, and moving
        // a body waits for bytes that were just stored: a fifth of the time in files of small fragments.
        #[repr(u32)]
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Body {
            $($(#[doc = $holds] $variant($ty),)?)*
            /// A fragment of a type without known layout, one that does not fit
            /// its layout, or one that an editor deleted.
            Raw(Raw),
        }

        impl Body {
            /// The type's number.
            pub const fn id(&self) -> u32 {
                match self {
                    $($(Body::$variant(_) => $id,)?)*
                    Body::Raw(raw) => raw.id,
                }
            }

            /// The name, if its type has one; none of raw fragments.
            pub fn name(&self) -> Reference {
                match self {
                    $($(Body::$variant(body) => <$ty as Stored>::name(body),)?)*
                    Body::Raw(_) => Reference::NONE,
                }
            }

            /// Reads a body up to its padding; none of types without known layout.
            pub(super) fn read(id: u32, cursor: &mut Cursor<'_>, version: Version) -> Option<Result<Body>> {
                match id {
                    $($($id => Some(<$ty as Stored>::read(cursor, version).map(Body::$variant)),)?)*
                    _ => None,
                }
            }

            /// Writes a body without its padding.
            pub(super) fn write(&self, writer: &mut Writer, version: Version) -> Result<()> {
                match self {
                    $($(Body::$variant(body) => body.write(writer, version),)?)*
                    Body::Raw(raw) => {
                        writer.raw(&raw.data);
                        Ok(())
                    }
                }
            }

            /// Every reference but the name.
            pub(super) fn links(&self, visit: &mut impl FnMut(Link)) {
                match self {
                    $($(Body::$variant(body) => {
                        $(visit(Link {
                            what: "definition",
                            reference: body.definition,
                            types: &$definition,
                        });)?
                        body.links(visit);
                    })?)*
                    Body::Raw(_) => {}
                }
            }
        }
    };
}

fragment_types! {
    // Number, typed value with the definitions an instance leads to; keyword, extractor's name, where, what, test.
    0x01 [DefaultPaletteFile(DefaultPaletteFile)] "DefaultPaletteFile", None, "pre-release", "the name of a palette's file", "default_palette_file";
    0x02 [] "UserData", None, "never", "unknown", "types_without_known_layout";
    0x03 [BmInfo(BitmapInfo)] "BmInfo / Frame", Some("BitmapName"), "everywhere", "names of picture files", "bitmap_info";
    0x04 [SimpleSpriteDef(SimpleSpriteDef)] "SimpleSpriteDef", Some("BitmapInfo"), "everywhere", "a picture, or several in turn", "simple_sprite_def";
    0x05 [SimpleSprite(Instance) => [0x04]] "SimpleSprite inst", Some("BitmapInfoReference"), "everywhere", "a picture, for materials", "instances";
    0x06 [TwoDSpriteDef(Box<TwoDSpriteDef>)] "2DSpriteDef", Some("Fragment06"), "equipment (coins, blood)", "a flat picture that turns to the viewer", "two_d_sprite_def";
    0x07 [TwoDSprite(Instance) => [0x06]] "2DSprite inst", Some("Fragment07"), "equipment", "a flat picture, for actors", "instances";
    0x08 [ThreeDSpriteDef(Box<ThreeDSpriteDef>)] "3DSpriteDef", Some("Camera"), "zone", "the dummy of the camera", "three_d_sprite_def";
    0x09 [ThreeDSprite(Instance) => [0x08]] "3DSprite inst", Some("CameraReference"), "zone", "the dummy of the camera, for its actor", "instances";
    0x0A [FourDSpriteDef(Box<FourDSpriteDef>)] "4DSpriteDef", None, "other games of the engine", "sprites in turn", "four_d_sprite_def";
    0x0B [FourDSprite(Instance) => [0x0A]] "4DSprite inst", None, "other games of the engine", "sprites in turn, for actors", "instances";
    0x0C [ParticleSpriteDef(Box<ParticleSpriteDef>)] "ParticleSpriteDef", None, "pre-release", "points with colours", "particle_sprite_def";
    0x0D [ParticleSprite(Instance) => [0x0C]] "ParticleSprite inst", None, "pre-release", "points with colours, for actors", "instances";
    0x0E [] "CompositeSpriteDef", None, "never", "unknown", "types_without_known_layout";
    0x0F [CompositeSprite(Instance) => [0x0E]] "CompositeSprite inst", None, "never", "unknown", "instances";
    0x10 [HierarchicalSpriteDef(Box<Skeleton>)] "HierarchicalSpriteDef", Some("SkeletonHierarchy"), "characters, equipment, objects", "a skeleton", "skeleton";
    0x11 [HierarchicalSprite(Instance) => [0x10]] "HierarchicalSprite inst", Some("SkeletonHierarchyReference"), "characters, equipment, objects", "a skeleton, for actors", "instances";
    0x12 [TrackDef(TrackDef)] "TrackDef", Some("TrackDefFragment"), "characters, equipment, objects", "frames of a bone", "track_def";
    0x13 [Track(Track)] "Track inst", Some("TrackFragment"), "characters, equipment, objects", "frames of a bone with their time", "track";
    0x14 [ActorDef(Box<ActorDef>)] "ActorDef", Some("Actor"), "characters, equipment, objects, and one per zone", "what can be placed", "actor_def";
    0x15 [ActorInst(Box<ActorInst>)] "ActorInst", Some("ObjectInstance"), "objects.wld, one per zone", "a placed actor", "actor_inst";
    0x16 [Sphere(Sphere)] "Sphere", Some("Fragment16"), "one per zone", "the bounds of the camera", "sphere";
    0x17 [PolyhedronDef(Box<PolyhedronDef>)] "PolyhedronDef", Some("Polyhedron"), "ladders, cell doors, ships", "a volume that collides or is climbed", "polyhedron_def";
    0x18 [Polyhedron(Polyhedron)] "Polyhedron inst", Some("PolyhedronReference"), "ladders, cell doors, ships", "a volume, for meshes and skeletons", "polyhedron";
    0x19 [SphereListDef(SphereListDef)] "SphereListDef", None, "rare", "several spheres", "sphere_list_def";
    0x1A [SphereList(Instance) => [0x19]] "SphereList inst", None, "rare", "several spheres, for actors", "instances";
    0x1B [LightDef(Box<LightDef>)] "LightDef", Some("LightSource"), "lights.wld, zone", "what a light shines like", "light_def";
    0x1C [Light(Instance) => [0x1B]] "Light inst", Some("LightSourceReference"), "lights.wld, zone", "a light, for places", "instances";
    0x1D [] "PointLight (old)", None, "never", "unknown", "types_without_known_layout";
    0x1E [] "WavInfo", None, "never", "unknown", "types_without_known_layout";
    0x1F [] "SoundDef", None, "never", "unknown", "types_without_known_layout";
    0x20 [] "SoundInst", None, "never", "unknown", "types_without_known_layout";
    0x21 [WorldTree(WorldTree)] "WorldTree", Some("BspTree"), "one per zone", "the tree of regions", "world_tree";
    0x22 [Region(Box<Region>)] "Region", Some("BspRegion"), "zone", "a region: its mesh, and what is seen from it", "region";
    0x23 [] "ActiveGeometryRegion", None, "never", "unknown", "types_without_known_layout";
    0x24 [] "SkyRegion", None, "never", "unknown", "types_without_known_layout";
    0x25 [] "DirectionalLight (old)", None, "never", "unknown", "types_without_known_layout";
    0x26 [BlitSpriteDef(BlitSpriteDef)] "BlitSpriteDef", Some("ParticleSprite"), "equipment (particle images)", "the picture of particles", "blit_sprite_def";
    0x27 [BlitSprite(Instance) => [0x26]] "BlitSprite inst", Some("ParticleSpriteReference"), "equipment", "the picture of particles, for actors", "instances";
    0x28 [PointLight(Box<PointLight>)] "PointLight", Some("LightInstance"), "lights.wld", "a light at a place", "point_light";
    0x29 [Zone(Box<Zone>)] "Zone", Some("BspRegionType"), "zone", "the kind of regions: water, zone lines", "zone";
    0x2A [AmbientLight(AmbientLight)] "AmbientLight", Some("AmbientLight"), "zone", "light of regions", "ambient_light";
    0x2B [DirectionalLight(Box<DirectionalLight>)] "DirectionalLight", None, "rare", "light from one direction", "directional_light";
    0x2C [DmSpriteDef(Box<LegacyMesh>)] "DmSpriteDef", Some("LegacyMesh"), "a few equipment and object models", "a mesh of the old type", "legacy_mesh";
    0x2D [DmSprite(Instance) => [0x36, 0x2C]] "DmSprite inst", Some("MeshReference"), "everywhere", "a mesh, for actors and skeletons", "instances";
    0x2E [DmTrackDef(Box<DmTrackDef>)] "DmTrackDef", Some("LegacyMeshAnimatedVertices"), "rare", "vertices that move, as floats", "dm_track_def";
    0x2F [DmTrack(Instance) => [0x37, 0x2E]] "DmTrack inst", Some("MeshAnimatedVerticesReference"), "flags, trees", "vertices that move, for meshes", "instances";
    0x30 [MaterialDef(MaterialDef)] "MaterialDef", Some("Material"), "everywhere", "a material", "material_def";
    0x31 [MaterialPalette(MaterialPalette)] "MaterialPalette", Some("MaterialList"), "everywhere", "the materials of meshes", "material_palette";
    0x32 [DmRgbTrackDef(DmRgbTrackDef)] "DmRgbTrackDef", Some("VertexColors"), "objects.wld", "colours of the vertices of a placed object", "dm_rgb_track_def";
    0x33 [DmRgbTrack(Instance) => [0x32]] "DmRgbTrack inst", Some("VertexColorsReference"), "objects.wld", "colours, for a placed object", "instances";
    0x34 [ParticleCloudDef(Box<ParticleCloudDef>)] "ParticleCloudDef", Some("ParticleCloud"), "equipment, a few creatures and objects", "a cloud of particles", "particle_cloud_def";
    0x35 [GlobalAmbientLightDef(GlobalAmbientLight)] "GlobalAmbientLightDef", Some("GlobalAmbientLight"), "zone", "the light of a zone where no other is", "global_ambient_light_def";
    0x36 [DmSpriteDef2(Box<Mesh>)] "DmSpriteDef2", Some("Mesh"), "everywhere", "a mesh", "mesh";
    0x37 [DmTrackDef2(Box<DmTrackDef2>)] "DmTrackDef2", Some("MeshAnimatedVertices"), "flags, trees", "vertices that move", "dm_track_def_2";
}
