//! Regions: cells of a zone with their mesh and what is seen from them. Source:
//! `docs/spec/everquest/wld.md`, "0x22 Region".

use super::codes::{VISIBLE_LIST, unwritable};
use super::fields::{count, count16, optional, put_optional, put_records, put_user_data, records, user_data};
use super::fragment::{Link, Stored};
use super::header::Version;
use super::reference::Reference;
use super::strings::Inline;
use super::visibility::VisibilityList;
use super::walls::{Obstacle, Wall};
use binary::{Cursor, Result, Segment, Writer, record};
use serde::{Deserialize, Serialize};

/// [`RegionHead::flags`].
pub mod region_flags {
    /// A sphere around it follows.
    pub const SPHERE: u32 = 0x01;
    /// The volume of its echo follows.
    pub const REVERB_VOLUME: u32 = 0x02;
    /// The offset of its echo follows.
    pub const REVERB_OFFSET: u32 = 0x04;
    /// It has its own fog.
    pub const FOG: u32 = 0x08;
    /// Gouraud 2.
    pub const GOURAUD_2: u32 = 0x10;
    /// Its lists are coded.
    pub const ENCODED_VISIBILITY: u32 = 0x20;
    /// It has a mesh of the old type.
    pub const LEGACY_MESH: u32 = 0x40;
    /// Its lists are [bytes](crate::wld::VisibilityList::Bytes), not numbers.
    pub const VISIBILITY_BYTES: u32 = 0x80;
    /// It has a mesh.
    pub const MESH: u32 = 0x100;
}

record! {
    /// Name, flags, and the light of a region.
    #[derive(Copy)]
    pub struct RegionHead in "everquest.wld.region" sizes [12] {
        /// `R000001` and so on.
        name: Reference [0],
        /// See [`region_flags`]: 0x181 with a mesh, 0x81 without, 0x101 with
        /// lists of numbers.
        flags: u32 [4],
        /// None: the 0x2A names the regions.
        ambient_light: Reference [8],
    }
}

record! {
    /// The counts of the arrays; the writer makes them but for that of cutting
    /// obstacles, of which no array is known.
    struct Counts in "everquest.wld.region.counts" sizes [32] {
        vertices: u32 [0],
        proximal_regions: u32 [4],
        render_vertices: u32 [8],
        walls: u32 [12],
        obstacles: u32 [16],
        cutting_obstacles: u32 [20],
        visibility_nodes: u32 [24],
        visibility_lists: u32 [28],
    }
}

record! {
    /// A region near another one.
    #[derive(Copy)]
    pub struct ProximalRegion in "everquest.wld.region.proximal" sizes [8] {
        region: u32 [0],
        distance: f32 [4],
    }
}

record! {
    /// A node of the tree that chooses the list of visible regions; in every
    /// known file the only one, and 0 but for its list, the first.
    #[derive(Copy)]
    pub struct VisibilityNode in "everquest.wld.region.visibility_node" sizes [28] {
        plane: [f32; 4] [0],
        /// Number of the list, from 1.
        list: u32 [16],
        front: u32 [20],
        back: u32 [24],
    }
}

/// A region (0x22). The *n*-th of a file is region *n*, counted from 1 in the
/// tree and from 0 elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Name, flags, light.
    pub head: RegionHead,
    /// Empty in every known file, as are the lists up to the cutting obstacles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vertices: Vec<[f32; 3]>,
    /// As `vertices`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proximal_regions: Vec<ProximalRegion>,
    /// As `vertices`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub render_vertices: Vec<[f32; 3]>,
    /// As `vertices`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Wall>,
    /// As `vertices`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<Obstacle>,
    /// A count without an array.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cutting_obstacles: u32,
    /// The tree that chooses a list; one node in every known file.
    pub visibility_nodes: Vec<VisibilityNode>,
    /// One in every known file; see [`Region::visibility`].
    pub visibility_lists: Vec<VisibilityList>,
    /// With flag 0x01: x, y, z and the radius. It need not have its centre in
    /// the region.
    pub sphere: Option<[f32; 4]>,
    /// With flag 0x02.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reverb_volume: Option<f32>,
    /// With flag 0x04.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reverb_offset: Option<i32>,
    /// Empty in every known file.
    pub user_data: Inline,
    /// With flag 0x100 or 0x40: a 0x36 or a 0x2C.
    pub mesh: Option<Reference>,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Region {
    /// A region as original zones have it: visible regions in a list of its own
    /// and a sphere around it. `visible` counts from 0, ascending, each once,
    /// the own region included.
    pub fn new(
        name: Reference,
        own: u32,
        visible: &[u32],
        sphere: [f32; 4],
        mesh: Option<Reference>,
    ) -> Self {
        let list = VisibilityList::of(own, visible);
        let mut flags = region_flags::SPHERE;
        if matches!(list, VisibilityList::Bytes(_)) {
            flags |= region_flags::VISIBILITY_BYTES;
        }
        if mesh.is_some() {
            flags |= region_flags::MESH;
        }
        Region {
            head: RegionHead { name, flags, ambient_light: Reference::NONE },
            visibility_nodes: vec![VisibilityNode { list: 1, ..VisibilityNode::default() }],
            visibility_lists: vec![list],
            sphere: Some(sphere),
            mesh,
            ..Region::default()
        }
    }

    /// The list of visible regions: that of the first node, in files as they
    /// are known the only one.
    pub fn visibility(&self) -> Option<&VisibilityList> {
        let number = self.visibility_nodes.first()?.list;
        self.visibility_lists.get((number as usize).checked_sub(1)?)
    }

    fn has(&self, bits: u32) -> bool {
        self.head.flags & bits != 0
    }
}

/// Reads `count` structures of at least `smallest` bytes.
fn structures<T>(
    cursor: &mut Cursor<'_>,
    label: &'static str,
    count: u32,
    smallest: usize,
    read: impl Fn(&mut Cursor<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    cursor.expect_items(count as usize, smallest, label)?;
    let mut list = Vec::with_capacity(count as usize);
    for index in 0..count as usize {
        list.push(cursor.within(Segment::at(label, index), &read)?);
    }
    Ok(list)
}

fn visibility_list(cursor: &mut Cursor<'_>, bytes: bool) -> Result<VisibilityList> {
    let count: u16 = cursor.value("count")?;
    let count = usize::from(count);
    if bytes {
        let at = cursor.offset();
        let codes = cursor.take(count, "codes")?.into();
        cursor.trace_items::<u8>("codes", at, count);
        Ok(VisibilityList::Bytes(codes))
    } else {
        Ok(VisibilityList::Numbers(cursor.list(count, "regions")?.into()))
    }
}

impl Stored for Region {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let at = cursor.offset();
        let head: RegionHead = cursor.record(0)?;
        let counts: Counts = cursor.record(0)?;
        let has = |bits: u32| head.flags & bits != 0;
        let bytes = has(region_flags::VISIBILITY_BYTES);
        let region = Region {
            head,
            vertices: cursor.list(counts.vertices as usize, "vertices")?,
            proximal_regions: records(cursor, "proximal_region", counts.proximal_regions as usize)?,
            render_vertices: cursor.list(counts.render_vertices as usize, "render_vertices")?,
            walls: structures(cursor, "wall", counts.walls, Wall::SMALLEST, Wall::read)?,
            obstacles: structures(cursor, "obstacle", counts.obstacles, Obstacle::SMALLEST, Obstacle::read)?,
            cutting_obstacles: counts.cutting_obstacles,
            visibility_nodes: records(cursor, "visibility_node", counts.visibility_nodes as usize)?,
            visibility_lists: structures(cursor, "visibility_list", counts.visibility_lists, 2, |cursor| {
                visibility_list(cursor, bytes)
            })?,
            sphere: optional(cursor, has(region_flags::SPHERE), "sphere")?,
            reverb_volume: optional(cursor, has(region_flags::REVERB_VOLUME), "reverb_volume")?,
            reverb_offset: optional(cursor, has(region_flags::REVERB_OFFSET), "reverb_offset")?,
            user_data: user_data(cursor)?,
            mesh: optional(cursor, has(region_flags::MESH | region_flags::LEGACY_MESH), "mesh")?,
        };
        let lists = region.visibility_lists.len() as u32;
        if let Some(node) = region.visibility_nodes.iter().find(|node| node.list > lists) {
            let expected = format_args!("one of {lists} lists of visible regions, from 1, or 0");
            cursor.report.habit(&VISIBLE_LIST, at, expected, node.list);
        }
        Ok(region)
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.record(&self.head, 0);
        let counts = Counts {
            vertices: count("vertices", self.vertices.len())?,
            proximal_regions: count("proximal_regions", self.proximal_regions.len())?,
            render_vertices: count("render_vertices", self.render_vertices.len())?,
            walls: count("walls", self.walls.len())?,
            obstacles: count("obstacles", self.obstacles.len())?,
            cutting_obstacles: self.cutting_obstacles,
            visibility_nodes: count("visibility_nodes", self.visibility_nodes.len())?,
            visibility_lists: count("visibility_lists", self.visibility_lists.len())?,
        };
        writer.record(&counts, 0);
        writer.list(&self.vertices);
        put_records(writer, &self.proximal_regions);
        writer.list(&self.render_vertices);
        self.walls.iter().try_for_each(|wall| wall.write(writer))?;
        self.obstacles.iter().try_for_each(|obstacle| obstacle.write(writer))?;
        put_records(writer, &self.visibility_nodes);
        for list in &self.visibility_lists {
            self.write_list(writer, list)?;
        }
        put_optional(writer, self.has(region_flags::SPHERE), self.sphere.as_ref(), "sphere")?;
        let volume = self.reverb_volume.as_ref();
        put_optional(writer, self.has(region_flags::REVERB_VOLUME), volume, "reverb_volume")?;
        let offset = self.reverb_offset.as_ref();
        put_optional(writer, self.has(region_flags::REVERB_OFFSET), offset, "reverb_offset")?;
        put_user_data(writer, &self.user_data)?;
        let has_mesh = self.has(region_flags::MESH | region_flags::LEGACY_MESH);
        put_optional(writer, has_mesh, self.mesh.as_ref(), "mesh")
    }

    fn name(&self) -> Reference {
        self.head.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "ambient light", reference: self.head.ambient_light, types: &[0x2A, 0x1C] });
        self.walls.iter().for_each(|wall| wall.links(visit));
        if let Some(reference) = self.mesh {
            visit(Link { what: "mesh", reference, types: &[0x36, 0x2C] });
        }
    }
}

impl Region {
    fn write_list(&self, writer: &mut Writer, list: &VisibilityList) -> Result<()> {
        match (list, self.has(region_flags::VISIBILITY_BYTES)) {
            (VisibilityList::Bytes(bytes), true) => {
                writer.value(&count16("visibility_lists", bytes.len())?);
                writer.raw(bytes);
            }
            (VisibilityList::Numbers(numbers), false) => {
                writer.value(&count16("visibility_lists", numbers.len())?);
                writer.list(numbers);
            }
            (VisibilityList::Numbers(_), true) => {
                return unwritable("visibility_lists", "bytes, as flag 0x80 says", "numbers");
            }
            (VisibilityList::Bytes(_), false) => {
                return unwritable("visibility_lists", "numbers, as flag 0x80 is not set", "bytes");
            }
        }
        Ok(())
    }
}
