//! The scene graph while it is built: names, parents, models; slots, boxes,
//! cells and counts follow when it is finished.

use super::fixed::{self, Air};
use super::grid::{CELL, Grid};
use binary::{Finding, NodeName, Result, Severity, codes};
use glam::Vec3;
use zbd::gamez::Version;
use zbd::gamez::models::{Model, Models};
use zbd::gamez::nodes::{
    self, IDENTITY, Lod, Node, NodeBase, NodeData, Nodes, Object3d, ZONE_ALWAYS, class, flags, object3d_flags,
};

codes! {
    NAME = "demo.name": "a name of the demo world does not fit its field"
        => "use a shorter name";
    TEXT = "demo.text": "a text of the demo world cannot be compiled"
        => "correct the text at that line";
    COUNT = "demo.count": "the demo world has grown beyond what its format can count"
        => "build it at a smaller scale";
}

/// Stands for an address.
pub(crate) const ADDRESS: u32 = 0x0001_0000;
/// Tolerance by which a node may overhang its cell, units.
const OVERHANG: f32 = 3.0;

/// Flags of everything that is only seen.
pub(crate) const SEEN: u32 = flags::ACTIVE | flags::TREE_VALID | flags::ID_ZONE_CHECK | flags::UNK25;
/// Flags of everything that can be stood on and bumped into.
pub(crate) const SOLID: u32 = SEEN | flags::ALTITUDE_SURFACE | flags::INTERSECT_SURFACE;

/// Where a node hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// In the cell it stands in or, if it is larger, under the world.
    Placed,
    /// Under the world, whatever its size.
    World,
    /// Under the world, and listed in its cell as well.
    Both,
    /// In this cell: column, row.
    Cell([i32; 2]),
    /// Nowhere: a template.
    Template,
    /// Under another node.
    Under(Id),
}

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id(usize);

/// A model of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ModelId(usize);

/// What becomes a model.
pub(crate) trait Shape {
    /// The finished model, or what was wrong with it.
    fn finish(self) -> Result<Model>;
}

/// How an object stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pose {
    /// Not moved at all.
    Initial,
    /// Euler angles in radians, scale, translation.
    Turned([f32; 3], [f32; 3], Vec3),
    /// Any matrix.
    Matrix([[f32; 3]; 4]),
}

impl Pose {
    /// Moved only.
    pub fn at(place: Vec3) -> Self {
        Pose::Turned([0.0; 3], [1.0; 3], place)
    }

    fn rows(&self) -> [[f32; 3]; 4] {
        match *self {
            Pose::Initial => IDENTITY,
            Pose::Turned(rotate, scale, place) => nodes::transform(rotate, scale, place.to_array()),
            Pose::Matrix(rows) => rows,
        }
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A named place.
    Empty,
    /// Children between these distances.
    Lod([f32; 2]),
    /// A thing.
    Object(Pose),
}

/// A node to be added.
#[derive(Clone, Debug)]
pub(crate) struct New<'n> {
    /// At most 35 characters.
    pub name: &'n str,
    /// Where it hangs.
    pub home: Home,
    /// Node flags without those for boxes.
    pub flags: u32,
    /// -1 for every zone.
    pub zone: i8,
    /// What it is.
    pub kind: Kind,
    /// Its model.
    pub model: Option<ModelId>,
    /// Opacity 0..=1, if it is stored.
    pub opacity: Option<f32>,
    /// Colour, each channel 0..=1, if it is stored.
    pub color: Option<[f32; 3]>,
}

impl<'n> New<'n> {
    /// An object that is only seen.
    pub fn object(name: &'n str, home: Home, pose: Pose) -> Self {
        New {
            name,
            home,
            flags: SEEN,
            zone: -1,
            kind: Kind::Object(pose),
            model: None,
            opacity: None,
            color: None,
        }
    }

    /// The same, with a model.
    pub fn model(self, model: ModelId) -> Self {
        New { model: Some(model), ..self }
    }

    /// The same, solid.
    pub fn solid(self) -> Self {
        New { flags: self.flags | SOLID, ..self }
    }

    /// The same, in the way of shots and of what drives. It moves itself, and nothing stands on it.
    pub fn in_the_way(self) -> Self {
        New { flags: self.flags | SEEN | flags::INTERSECT_SURFACE, ..self }
    }

    /// The same, not shown until something shows it.
    pub fn hidden(self) -> Self {
        New { flags: self.flags & !flags::ACTIVE, ..self }
    }

    /// The same with more flags.
    pub fn with(self, more: u32) -> Self {
        New { flags: self.flags | more, ..self }
    }
}

struct Draft {
    name: String,
    home: Home,
    flags: u32,
    zone: i8,
    kind: Kind,
    model: Option<ModelId>,
    opacity: Option<f32>,
    color: Option<[f32; 3]>,
    children: Vec<usize>,
    /// Box given by hand instead of the children's.
    given: Option<[Vec3; 2]>,
}

/// Where a node ended up.
pub(crate) struct Root {
    /// Its slot.
    pub slot: usize,
    /// A child of the world.
    pub in_world: bool,
    /// Listed in this cell: column, row.
    pub cell: Option<[i32; 2]>,
    /// Its box in the world.
    pub bounds: Option<[Vec3; 2]>,
}

/// The graph in the making. Errors are kept until [`Graph::finish`].
#[derive(Default)]
pub(crate) struct Graph {
    drafts: Vec<Draft>,
    models: Vec<Model>,
    bounds: Vec<Option<[Vec3; 2]>>,
    failed: Option<Box<Finding>>,
}

impl Graph {
    /// Adds a model.
    pub fn model(&mut self, shape: impl Shape) -> ModelId {
        let model = shape.finish().unwrap_or_else(|finding| {
            self.failed.get_or_insert(finding);
            Model::default()
        });
        self.bounds.push(extent(&model));
        self.models.push(model);
        ModelId(self.models.len() - 1)
    }

    /// Adds a node.
    pub fn add(&mut self, new: New<'_>) -> Id {
        let id = self.drafts.len();
        if let Home::Under(parent) = new.home {
            // A place keeps its parent by itself.
            if new.kind != Kind::Empty {
                self.drafts[parent.0].children.push(id);
            }
        }
        self.drafts.push(Draft {
            name: new.name.to_owned(),
            home: new.home,
            flags: new.flags,
            zone: new.zone,
            kind: new.kind,
            model: new.model,
            opacity: new.opacity,
            color: new.color,
            children: Vec::new(),
            given: None,
        });
        Id(id)
    }

    /// Adds an object that carries a mesh.
    pub fn thing(&mut self, shape: impl Shape, new: New<'_>) -> Id {
        let model = self.model(shape);
        self.add(new.model(model))
    }

    /// Adds a level of detail, drawn between two distances, of which the second
    /// may be out of sight. It must get children.
    pub fn level(&mut self, name: &str, parent: Id, range: [f32; 2], more_flags: u32) -> Id {
        let flags = flags::ACTIVE | flags::TREE_VALID | flags::ID_ZONE_CHECK | more_flags;
        let home = Home::Under(parent);
        let object = New::object(name, home, Pose::Initial);
        self.add(New { flags, kind: Kind::Lod(range), ..object })
    }

    /// Adds a named place under a node.
    pub fn place(&mut self, name: &str, parent: Id) {
        let flags = flags::ACTIVE | flags::TREE_VALID | flags::ID_ZONE_CHECK | flags::UNK25 | flags::UNK28;
        let object = New::object(name, Home::Under(parent), Pose::Initial);
        self.add(New { flags, kind: Kind::Empty, ..object });
    }

    /// Gives a node a box instead of that of its children.
    pub fn give_box(&mut self, id: Id, bounds: [Vec3; 2]) {
        self.drafts[id.0].given = Some(bounds);
    }

    /// Box of a model.
    pub fn model_bounds(&self, model: ModelId) -> Option<[Vec3; 2]> {
        self.bounds.get(model.0).copied().flatten()
    }

    /// Boxes of model, children and all, in the node's own space; drafts stand
    /// behind their parents.
    fn boxes(&self) -> Vec<[Option<[Vec3; 2]>; 3]> {
        let mut boxes: Vec<[Option<[Vec3; 2]>; 3]> = vec![[None; 3]; self.drafts.len()];
        for (index, draft) in self.drafts.iter().enumerate().rev() {
            let model = draft.model.and_then(|model| self.model_bounds(model));
            let children = draft.children.iter().filter_map(|child| {
                let all = boxes[*child][2]?;
                Some(self.drafts[*child].moved(all))
            });
            let children = draft.given.or(children.reduce(join));
            boxes[index] = [model, children, [model, children].into_iter().flatten().reduce(join)];
        }
        boxes
    }

    /// The finished nodes and models.
    pub fn finish(self, grid: Grid, air: &Air) -> Result<(Nodes, Models)> {
        if let Some(finding) = self.failed {
            return Err(finding);
        }
        let boxes = self.boxes();
        let slots = self.slots();
        let roots: Vec<Root> = self
            .drafts
            .iter()
            .enumerate()
            .map(|(index, draft)| {
                let bounds = boxes[index][2].map(|all| draft.moved(all));
                let (in_world, cell) = settle(draft, bounds, grid);
                Root { slot: slots[index], in_world, cell, bounds }
            })
            .collect();

        let mut order: Vec<usize> = (0..slots.len()).collect();
        order.sort_unstable_by_key(|index| slots[*index]);
        let mut listed: Vec<&Root> = order.iter().map(|index| &roots[*index]).collect();
        listed.retain(|root| root.in_world || root.cell.is_some());
        let mut nodes = fixed::nodes(grid, air, &listed)?;
        let mut models = self.models;
        for index in order {
            let draft = &self.drafts[index];
            let parent = match draft.home {
                Home::Under(parent) => Some(slots[parent.0]),
                _ if roots[index].in_world => Some(fixed::WORLD),
                _ => None,
            };
            nodes.push(draft.node(boxes[index], roots[index].cell, parent, &slots)?);
            if let Some(model) = draft.model {
                models[model.0].info.parent_count += 1;
            }
        }
        let most = grid.most_nodes as usize;
        if nodes.len() > most {
            return Err(failed(&COUNT, format_args!("at most {most} nodes"), nodes.len()));
        }

        // `seal` counted a parent where there was none yet.
        for model in &mut models {
            model.info.parent_count -= 1;
        }
        let model_slots = (models.len() * 9 / 8 + 1).min(i16::MAX as usize);
        let zero_slots = (nodes.len() as u32 / 16).max(16);
        let nodes = Nodes { nodes, zero_slots, odd_zero_slots: Vec::new() };
        Ok((nodes, Models::from_used(models, model_slots)))
    }

    /// Slots depth first, behind the fixed nodes.
    fn slots(&self) -> Vec<usize> {
        let mut slots = vec![0; self.drafts.len()];
        let mut next = fixed::COUNT;
        let mut empties = Vec::new();
        for (root, draft) in self.drafts.iter().enumerate() {
            if matches!(draft.home, Home::Under(_)) {
                if draft.kind == Kind::Empty {
                    empties.push(root);
                }
                continue;
            }
            let mut open = vec![root];
            while let Some(index) = open.pop() {
                slots[index] = next;
                next += 1;
                open.extend(self.drafts[index].children.iter().rev());
            }
        }
        for empty in empties {
            slots[empty] = next;
            next += 1;
        }
        slots
    }
}

/// A model's box; none while it is empty.
pub(crate) fn extent(model: &Model) -> Option<[Vec3; 2]> {
    let lights = model.lights.iter().flat_map(|light| &light.vertices);
    let mut points = model.vertices.iter().chain(lights).map(|point| Vec3::from_array(*point));
    let first = points.next()?;
    Some(points.fold([first; 2], |[min, max], point| [min.min(point), max.max(point)]))
}

/// Whether a root hangs under the world, and its cell.
fn settle(draft: &Draft, bounds: Option<[Vec3; 2]>, grid: Grid) -> (bool, Option<[i32; 2]>) {
    match draft.home {
        Home::Under(_) | Home::Template => (false, None),
        Home::World => (true, None),
        Home::Cell(cell) => (false, Some(cell)),
        Home::Both | Home::Placed => {
            let cell = bounds.and_then(|bounds| cell_of(bounds, grid));
            (cell.is_none() || draft.home == Home::Both, cell)
        }
    }
}

/// The cell a box stands in, if it stands in one.
fn cell_of([min, max]: [Vec3; 2], grid: Grid) -> Option<[i32; 2]> {
    let (size, half) = (CELL as f32, grid.half() as f32);
    let middle = (min + max) * 0.5;
    let column = ((middle.x + half) / size).floor();
    let row = ((half - middle.z) / size).floor();
    let (west, south) = (column * size - half, half - row * size);
    let fits = min.x >= west - OVERHANG
        && max.x <= west + size + OVERHANG
        && max.z <= south + OVERHANG
        && min.z >= south - size - OVERHANG;
    let inside = |cell: f32| cell >= 0.0 && cell < grid.side as f32;
    (fits && inside(column) && inside(row)).then_some([column as i32, row as i32])
}

impl Draft {
    /// A box of the node's own space in that of its parent.
    fn moved(&self, bounds: [Vec3; 2]) -> [Vec3; 2] {
        match &self.kind {
            Kind::Object(pose) => moved(bounds, &pose.rows()),
            _ => bounds,
        }
    }

    fn node(
        &self,
        [model, children, all]: [Option<[Vec3; 2]>; 3],
        cell: Option<[i32; 2]>,
        parent: Option<usize>,
        slots: &[usize],
    ) -> Result<Node> {
        let mut base = named(&self.name)?;
        let to_box = |bounds: Option<[Vec3; 2]>| bounds.unwrap_or_default().map(|corner| corner.to_array());
        base.flags = self.flags;
        base.update_flags = 1;
        base.zone_id = u32::from(self.zone as u8);
        base.field196 = 160;
        base.data_ptr = ADDRESS;
        base.area_partition = cell.unwrap_or([-1; 2]);
        let links = |listed: bool| if listed { ADDRESS } else { 0 };
        base.parent_array_ptr = links(parent.is_some());
        base.child_array_ptr = links(!self.children.is_empty());
        let mut set_box = |flag: u32, bounds: Option<[Vec3; 2]>| {
            if bounds.is_some() {
                base.flags |= flag;
            }
            to_box(bounds)
        };
        let parents = parent.map(|parent| parent as i32);
        let data = match self.kind {
            Kind::Empty => {
                base.class = class::EMPTY;
                base.data_ptr = 0;
                base.parent_array_ptr = 0;
                let parent = parents.unwrap_or(-1);
                return Ok(Node {
                    base,
                    tag: 0,
                    data: NodeData::Empty { parent },
                    parents: Vec::new(),
                    children: Vec::new(),
                });
            }
            Kind::Lod([near, far]) => {
                let bounds = set_box(flags::BBOX_NODE | flags::BBOX_CHILD, children);
                (base.class, base.node_bbox, base.child_bbox) = (class::LOD, bounds, bounds);
                NodeData::Lod(Box::new(Lod {
                    level: i32::from(near > 0.0),
                    range_near_sq: near * near,
                    range_far: far,
                    range_far_sq: far * far,
                    field68_word: 1,
                    ..Lod::default()
                }))
            }
            Kind::Object(pose) => {
                let boxes = [
                    set_box(flags::BBOX_NODE, all),
                    set_box(flags::BBOX_MODEL, model),
                    set_box(flags::BBOX_CHILD, children),
                ];
                base.class = class::OBJECT3D;
                [base.node_bbox, base.model_bbox, base.child_bbox] = boxes;
                base.model_index = self.model.map_or(-1, |model| model.0 as i32);
                NodeData::Object3d(Box::new(self.object(&pose)))
            }
        };
        Ok(Node {
            base,
            tag: 0,
            data,
            parents: parents.into_iter().collect(),
            children: self.children.iter().map(|child| slots[*child] as i32).collect(),
        })
    }

    fn object(&self, pose: &Pose) -> Object3d {
        let mut object = Object3d {
            flags: object3d_flags::ALWAYS,
            scale: [1.0; 3],
            transform: pose.rows(),
            ..Object3d::default()
        };
        match *pose {
            Pose::Initial => object.flags |= object3d_flags::TRANSFORM_INITIAL,
            Pose::Turned(rotate, scale, _) => (object.rotate, object.scale) = (rotate, scale),
            Pose::Matrix(_) => object.flags |= object3d_flags::USE_MATRIX,
        }
        if let Some(opacity) = self.opacity {
            object.flags |= object3d_flags::OPACITY;
            object.opacity = opacity;
        }
        if let Some(color) = self.color {
            object.flags |= object3d_flags::COLOR;
            object.color = color;
        }
        object
    }
}

/// A base with a name and the words that every node has.
pub(crate) fn named(name: &str) -> Result<NodeBase> {
    let field = NodeName::new(name)
        .ok_or_else(|| failed(&NAME, "at most 35 characters of 7-bit text", format_args!("\"{name}\"")))?;
    Ok(NodeBase {
        name: field,
        zone_id: ZONE_ALWAYS,
        model_index: -1,
        action_priority: 1,
        area_partition: [-1; 2],
        data_ptr: ADDRESS,
        ..NodeBase::default()
    })
}

/// An error of the demo itself.
pub(crate) fn failed(
    code: &'static binary::Code,
    expected: impl std::fmt::Display,
    found: impl std::fmt::Display,
) -> Box<Finding> {
    Box::new(Finding::new(code, Severity::Error, "", expected, found))
}

fn join([min, max]: [Vec3; 2], [low, high]: [Vec3; 2]) -> [Vec3; 2] {
    [min.min(low), max.max(high)]
}

/// The box around a box that was moved by rows that act on row vectors.
fn moved([min, max]: [Vec3; 2], rows: &[[f32; 3]; 4]) -> [Vec3; 2] {
    let [x, y, z, place] = rows.map(Vec3::from_array);
    let mut bounds = [place; 2];
    for (row, low, high) in [(x, min.x, max.x), (y, min.y, max.y), (z, min.z, max.z)] {
        bounds[0] += (row * low).min(row * high);
        bounds[1] += (row * low).max(row * high);
    }
    bounds
}

/// The version everything here is made for.
pub(crate) const VERSION: Version = Version::MechWarrior3;
