//! Paths: corners that entities walk along. Source: `docs/spec/gamestudio.md`, "2.7 Objects".

use crate::text::Text;
use crate::wmb::codes::{self, PATH_EDGE, PATH_NODES, PATH_SIZE, unwritable};
use crate::wmb::read::records;
use binary::{Cursor, Field, Record, Result, Writer, record};
use serde::{Deserialize, Serialize};

record! {
    struct PathRecord in "gamestudio.wmb.path" sizes [40] {
        name: Text<20> [0],
        node_count: f32 [20],
        zero28: [i32; 3] [24] must [0; 3],
        payload: i32 [36],
    }
}

record! {
    /// An edge between two nodes.
    #[derive(Copy)]
    pub struct Edge in "gamestudio.wmb.path_edge" sizes [24] {
        /// Numbers of nodes from 1, as whole floats.
        nodes: [f32; 2] [0],
        /// Quants.
        length: f32 [8],
        bezier: f32 [12],
        weight: f32 [16],
        skill: f32 [20],
    }
}

/// Codes of the fields with a required value.
pub(super) const CODES: &[&binary::Code] = PathRecord::CODES;

/// Type 6: a path.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// Its name.
    pub name: Text<20>,
    /// 0.
    pub zero28: [i32; 3],
    /// Positions of the nodes in quants.
    pub nodes: Vec<[f32; 3]>,
    /// Skills of each node; as many as nodes.
    pub skills: Vec<[f32; 6]>,
    /// Edges between nodes.
    pub edges: Vec<Edge>,
}

/// Largest count that a float holds exactly along with all below.
const MOST_NODES: usize = 1 << 24;
/// Bytes of a unit, in which the payload is counted.
const UNIT: usize = 12;
/// Units of a node: its position and six skills.
const NODE_UNITS: usize = 3;
/// Units of an edge.
const EDGE_UNITS: usize = 2;

pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Path> {
    let at = cursor.offset();
    let PathRecord { name, node_count, zero28, payload } = cursor.record(0)?;
    let payload = usize::try_from(payload)
        .map_err(|_| cursor.report.broken(&PATH_SIZE, at + 36, "0 or more", payload))?;
    cursor.expect_items(payload, UNIT, "units of the path")?;
    // Floats convert by saturation; anything but an exact count, -0.0 too, then
    // differs from what would be written.
    let nodes = node_count as usize;
    if nodes > MOST_NODES
        || (nodes as f32).to_bits() != node_count.to_bits()
        || nodes.saturating_mul(NODE_UNITS) > payload
    {
        return Err(cursor.report.broken(
            &PATH_NODES,
            at + 20,
            format_args!("0 to {} nodes", payload / NODE_UNITS),
            node_count,
        ));
    }
    let left = payload - NODE_UNITS * nodes;
    if !left.is_multiple_of(EDGE_UNITS) {
        return Err(cursor.report.broken(
            &PATH_SIZE,
            at + 36,
            format_args!("3 for each of {nodes} nodes and an even number for edges"),
            payload,
        ));
    }
    let positions = cursor.list(nodes, "node")?;
    let skills = cursor.list(nodes, "skill")?;
    let edges_at = cursor.offset();
    let edges: Vec<Edge> = records(cursor, "edge", left / EDGE_UNITS)?;
    for (index, edge) in edges.iter().enumerate() {
        if edge.nodes.iter().any(|node| !(1.0..=nodes as f32).contains(node)) {
            let at = edges_at + index * Edge::SIZES[0];
            let expected = format_args!("nodes from 1 to {nodes}");
            cursor.report.habit(&PATH_EDGE, at, expected, format_args!("{:?}", edge.nodes));
        }
    }
    Ok(Path { name, zero28, nodes: positions, skills, edges })
}

pub(super) fn write(writer: &mut Writer, what: &str, path: &Path) -> Result<()> {
    let Path { name, zero28, nodes, skills, edges } = path;
    if nodes.len() != skills.len() || nodes.len() > MOST_NODES {
        return unwritable(
            what,
            format_args!("skills for each of at most {MOST_NODES} nodes"),
            format_args!("{} nodes and {} skills", nodes.len(), skills.len()),
        );
    }
    let units = nodes.len() * NODE_UNITS + edges.len().saturating_mul(EDGE_UNITS);
    let record = PathRecord {
        name: *name,
        node_count: nodes.len() as f32,
        zero28: *zero28,
        payload: codes::count(what, units)?,
    };
    writer.record(&record, 0);
    writer.list(nodes);
    writer.list(skills);
    edges.iter().for_each(|edge| writer.record(edge, 0));
    Ok(())
}

/// Bytes of a node's place and its skills: three units.
const _: () = assert!(<[f32; 3]>::SIZE + <[f32; 6]>::SIZE == NODE_UNITS * UNIT);
