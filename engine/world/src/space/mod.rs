//! How a world is divided, and the questions one can ask of it: what can I see
//! from here, where is the ground, what does this ray or moving capsule hit.

/// How a world is divided, as loading found it.
#[derive(Clone, Debug, PartialEq)]
pub enum SpaceDef {
    /// Not at all.
    Open,
    /// A grid of square cells over x and z, of which every node has one home.
    Grid(GridDef),
}

/// A grid of cells. Source: `spec/zbd/nodes.md`, "7. World partitions".
#[derive(Clone, Debug, PartialEq)]
pub struct GridDef {
    /// West edge.
    pub min_x: f32,
    /// North edge: rows run from maximum z downwards in files, but are numbered
    /// from minimum z upwards here.
    pub min_z: f32,
    /// Edge of a cell, units.
    pub cell: f32,
    /// Columns along x.
    pub columns: u32,
    /// Rows along z.
    pub rows: u32,
    /// How many border cells are drawn again beyond each edge; 0 for none.
    pub border: u32,
}
