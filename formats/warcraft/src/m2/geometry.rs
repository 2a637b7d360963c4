//! Vertices, and the views that make triangles of them. Source: `docs/spec/m2.md`, "6. Vertex" and
//! "7. View".

use super::sink::Sink;
use super::source::{Entry, Source, Span};
use crate::numbers;
use binary::record;
use serde::{Deserialize, Serialize};

record! {
    /// A vertex of all views.
    #[derive(Copy)]
    pub struct Vertex in "warcraft.m2.vertex" sizes [48] {
        /// In yards: x forward, y left, z up.
        #[serde(with = "numbers")]
        position: [f32; 3] [0],
        /// How much it follows each of [`Vertex::bones`]; 255 together.
        weights: [u8; 4] [12],
        /// Numbers of bones; those without weight mean nothing.
        bones: [u8; 4] [16],
        /// Of unit length, but 0 and other lengths occur.
        #[serde(with = "numbers")]
        normal: [f32; 3] [20],
        /// 0 at the left and top.
        #[serde(with = "numbers")]
        uv: [f32; 2] [32],
        /// For units that use the second coordinates.
        #[serde(with = "numbers")]
        uv2: [f32; 2] [40],
    }
}

/// Triangles of a model, grouped by what they are painted with and by how many bones the
/// graphics cards of the time could take.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Numbers of vertices.
    pub indices: Vec<u16>,
    /// Three for each triangle: numbers of [`View::indices`], counter-clockwise from outside.
    pub triangles: Vec<u16>,
    /// For each index the bones of its vertex, counted in its submesh's part of the bone look-up.
    pub properties: Vec<[u8; 4]>,
    /// Parts of the triangles.
    pub submeshes: Vec<Submesh>,
    /// What submeshes are painted with; several of one submesh are layers.
    pub batches: Vec<Batch>,
    /// Most bones of a submesh, 256, 75, 53 or 21; 0 and other numbers occur.
    pub bone_limit: u32,
}

record! {
    pub(crate) struct ViewRecord in "warcraft.m2.view" sizes [44] {
        indices: Span [0],
        triangles: Span [8],
        properties: Span [16],
        submeshes: Span [24],
        batches: Span [32],
        bone_limit: u32 [40],
    }
}

record! {
    /// A part of the triangles of a view.
    pub struct Submesh in "warcraft.m2.submesh" sizes [32, 48] {
        // Columns: client 1.x; 2.x.
        /// 0 for what is always shown; else a hundred for each group, such as boots, and a number
        /// for the choice.
        id: u16 [0, 0],
        /// 0 in 1.x; in 2.x the upper bits of [`Submesh::first_triangle_index`].
        level: u16 [2, 2],
        /// Number of its first index.
        first_vertex: u16 [4, 4],
        /// How many indices it has.
        vertex_count: u16 [6, 6],
        /// The low 16 bits of its first corner.
        first_index: u16 [8, 8],
        /// How many corners its triangles have.
        index_count: u16 [10, 10],
        /// How many entries of the bone look-up it has.
        bone_count: u16 [12, 12],
        /// Number of the first of them.
        first_bone: u16 [14, 14],
        /// Most bones that one of its vertices follows.
        influences: u16 [16, 16],
        /// Number of a bone.
        root_bone: u16 [18, 18],
        /// Mean of the positions of its vertices.
        #[serde(with = "numbers")]
        centre: [f32; 3] [20, 20],
        /// What it is sorted by.
        #[serde(with = "numbers", default)]
        sort_centre: [f32; 3] [_, 32],
        /// Radius about that.
        #[serde(with = "numbers", default)]
        sort_radius: f32 [_, 44],
    }
}

record! {
    /// What a submesh is painted with.
    pub struct Batch in "warcraft.m2.batch" sizes [24] {
        /// 16 where nothing moves.
        flags: u8 [0],
        /// Lower is drawn first among what is transparent.
        priority: i8 [1],
        /// 0, or a number of later clients.
        shader: u16 [2],
        /// Number of the submesh.
        submesh: u16 [4],
        /// Often another number; not used.
        second_submesh: u16 [6],
        /// Number of a colour, or -1.
        color: i16 [8],
        /// Number of render flags.
        render_flags: u16 [10],
        /// Order among the batches of a submesh.
        layer: u16 [12],
        /// How many textures it has: 1 or 2.
        texture_count: u16 [14],
        /// First entry of the texture look-up.
        texture: u16 [16],
        /// First entry of the unit look-up.
        unit: u16 [18],
        /// Entry of the transparency look-up, the same for all textures.
        transparency: u16 [20],
        /// First entry of the transform look-up.
        transform: u16 [22],
    }
}

impl Entry for View {
    type Record = ViewRecord;

    fn open(record: ViewRecord, source: &mut Source<'_>) -> Self {
        View {
            indices: source.list(record.indices, "index"),
            triangles: source.list(record.triangles, "corner"),
            properties: source.list(record.properties, "property"),
            submeshes: source.records(record.submeshes),
            batches: source.records(record.batches),
            bone_limit: record.bone_limit,
        }
    }
}

impl View {
    pub(crate) fn lay(&self, sink: &mut impl Sink, column: usize) -> ViewRecord {
        ViewRecord {
            indices: sink.list(&self.indices),
            triangles: sink.list(&self.triangles),
            properties: sink.list(&self.properties),
            submeshes: sink.records(&self.submeshes, column),
            batches: sink.records(&self.batches, column),
            bone_limit: self.bone_limit,
        }
    }

    /// The triangles of a submesh, or of the whole view, as numbers of vertices: those whose
    /// corners are all there, of a model with `vertices` vertices.
    pub fn drawable(&self, submesh: Option<&Submesh>, vertices: usize) -> impl Iterator<Item = [u16; 3]> {
        let corners = match submesh {
            None => self.triangles.as_slice(),
            Some(submesh) => {
                let first = submesh.first_triangle_index() as usize;
                let last = first.saturating_add(submesh.index_count.into()).min(self.triangles.len());
                self.triangles.get(first..last).unwrap_or_default()
            }
        };
        let (triangles, _) = corners.as_chunks::<3>();
        triangles.iter().filter_map(move |corners| {
            let vertex = |corner: u16| self.indices.get(usize::from(corner)).copied();
            let [a, b, c] =
                corners.map(|corner| vertex(corner).filter(|vertex| usize::from(*vertex) < vertices));
            Some([a?, b?, c?])
        })
    }
}

impl Submesh {
    /// Number of its first corner in [`View::triangles`].
    pub fn first_triangle_index(&self) -> u32 {
        u32::from(self.level) << 16 | u32::from(self.first_index)
    }

    /// The group that it is a choice of, and which one; group 0 is always shown.
    pub fn group(&self) -> (u16, u16) {
        (self.id / 100, self.id % 100)
    }
}
