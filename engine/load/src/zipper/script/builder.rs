//! What scripts have made so far: the parts of a GameZ container, in which names are found.
//!
//! Numbers of nodes are those of the container that a script read, and what a script makes comes behind
//! them; a node that a script removes keeps its number until the end.

use super::flip_books::FlipBook;
use binary::NodeName;
use glam::{Affine3A, Mat3A, Vec3A};
use script::Handle;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use world::GustLaw;
use zbd::gamez::materials::{self, Cycle, MaterialSlot, Materials};
use zbd::gamez::models::{Model, ModelSlot, Models};
use zbd::gamez::nodes::{Node, NodeData, Nodes, class};
use zbd::gamez::textures::TextureEntry;
use zbd::gamez::{GameZ, Version};

/// What scripts say that a GameZ container has no place for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// Nodes that follow the camera, by number; true for one that keeps its height.
    pub horizons: BTreeMap<usize, bool>,
    /// Lights that shine from a point; those of finished worlds are suns, whatever they say.
    pub lamps: BTreeSet<usize>,
    /// Files of animations, in the order they were named.
    pub animations: Vec<String>,
    /// Folders and archives of textures, in order of priority.
    pub textures: Vec<String>,
    /// Kinds of ground behind the six that are built in; none if no script names them.
    pub soils: Option<Vec<String>>,
    /// Containers besides that of the world.
    pub libraries: Vec<String>,
    /// Textures of the lens flare, by stage.
    pub lens_flare: [Option<String>; 4],
    /// Where reader files are looked for.
    pub readers: Vec<String>,
    /// Flip-books, by the number of their node: containers have none.
    pub flip_books: BTreeMap<usize, FlipBook>,
    /// Wind that never ceases, in units per second.
    pub wind: Option<[f32; 3]>,
    /// Gusts over it, once a script speaks of them.
    pub gusts: Option<GustLaw>,
}

/// What scripts have made so far.
#[derive(Clone, Debug)]
pub(super) struct Builder {
    /// The parts. Materials that are made stand behind the used ones.
    pub gamez: GameZ,
    /// What it has no place for.
    pub extras: Extras,
    /// True once a container was read.
    pub has_read: bool,
    /// A script asked for one that could not be read.
    pub has_failed: bool,
    /// What nodes are to be that are opaque for now.
    pub opacities: BTreeMap<usize, f32>,
    /// Nodes that a script made.
    pub made: BTreeSet<usize>,
    /// Models that a script made or gave other polygons.
    pub made_models: BTreeSet<usize>,
    /// Links or materials were made or removed, so that counts and addresses have to be made anew.
    pub is_changed: bool,
    /// Corner and extents of a world that is being made, x and z of each.
    pub area: [Option<[f32; 2]>; 2],
    /// Where textures that lie over the world begin, and how many there are to a unit.
    pub laid: BTreeMap<usize, ([f32; 2], [f32; 2])>,
    removed: BTreeSet<usize>,
    by_name: BTreeMap<String, BTreeSet<usize>>,
    /// Nodes that were looked through below others.
    looked_at: Cell<u64>,
}

/// Most nodes that scripts may look through below others: a thousand times what those of any known game
/// do, and a few seconds.
const MOST_LOOKS: u64 = 20_000_000;

impl Builder {
    /// Nothing yet.
    pub fn new(version: Version) -> Self {
        let gamez =
            GameZ::new(version, Vec::new(), Materials::default(), Models::default(), Nodes::default());
        Builder {
            gamez,
            extras: Extras::default(),
            has_read: false,
            has_failed: false,
            opacities: BTreeMap::new(),
            made: BTreeSet::new(),
            made_models: BTreeSet::new(),
            is_changed: false,
            area: [None; 2],
            laid: BTreeMap::new(),
            removed: BTreeSet::new(),
            by_name: BTreeMap::new(),
            looked_at: Cell::new(0),
        }
    }

    /// True once scripts have asked for more than any script of a game does.
    pub fn is_exhausted(&self) -> bool {
        self.looked_at.get() > MOST_LOOKS
    }

    /// Takes over a container, which has a world, a camera and a window of its own: what was made before
    /// is dropped.
    pub fn take(&mut self, gamez: GameZ) {
        let (mut extras, looked_at) = (std::mem::take(&mut self.extras), self.looked_at.take());
        // Numbers of nodes that are dropped.
        extras.horizons.clear();
        extras.flip_books.clear();
        let looked_at = Cell::new(looked_at);
        *self = Builder { gamez, extras, looked_at, has_read: true, ..Builder::new(self.version()) };
        for (slot, node) in self.gamez.nodes.nodes.iter().enumerate() {
            self.by_name.entry(node.base.name.text()).or_default().insert(slot);
        }
    }

    /// Whose container it is.
    pub fn version(&self) -> Version {
        self.gamez.version
    }

    /// The nodes by number.
    pub fn all(&self) -> &[Node] {
        &self.gamez.nodes.nodes
    }

    /// A node by number, to be changed.
    pub fn at(&mut self, slot: usize) -> Option<&mut Node> {
        self.gamez.nodes.nodes.get_mut(slot)
    }

    /// The first node of that name that was not removed. In Crimson Skies scripts leave out the ending
    /// `.flt` of names, or add it.
    ///
    /// Source: `docs/spec/zbd/interp-language.md`, "6. Interpreter state".
    pub fn find(&self, name: &str) -> Option<usize> {
        self.spellings(name).iter().find_map(|name| self.by_name.get(name)?.first().copied())
    }

    /// The first node of that name below another, depth first.
    pub fn find_below(&self, name: &str, top: usize) -> Option<usize> {
        let below = self.below(top);
        let named = |name: &String| {
            let wanted = self.by_name.get(name)?;
            below.iter().skip(1).copied().find(|node| wanted.contains(node))
        };
        self.spellings(name).iter().find_map(named)
    }

    /// A name as it is, and how else its node may be called; nothing for no name.
    fn spellings(&self, name: &str) -> Vec<String> {
        let mut all = vec![name.to_owned()];
        if self.version() == Version::CrimsonSkies {
            all.push(name.strip_suffix(".flt").map_or_else(|| format!("{name}.flt"), str::to_owned));
        }
        if name.is_empty() { Vec::new() } else { all }
    }

    /// Counts work that grows with what a world holds.
    pub fn charge(&self, steps: usize) {
        self.looked_at.set(self.looked_at.get().saturating_add(steps as u64));
    }

    /// A node and all below it, depth first, each once.
    pub fn below(&self, top: usize) -> Vec<usize> {
        let (mut found, mut seen, mut open) = (Vec::new(), BTreeSet::new(), vec![top]);
        while let Some(slot) = open.pop() {
            let Some(node) = self.all().get(slot) else { continue };
            if seen.insert(slot) {
                found.push(slot);
                // Much of a world of Crimson Skies hangs in its cells alone.
                if let NodeData::World(world) = &node.data {
                    let listed = world.partitions.iter().rev().flat_map(|cell| cell.nodes.iter().rev());
                    open.extend(listed.filter_map(|node| usize::try_from(node.node_index).ok()));
                }
                open.extend(node.children.iter().rev().filter_map(|child| usize::try_from(*child).ok()));
            }
        }
        self.charge(found.len());
        found
    }

    /// Adds a node, under a name that was checked.
    pub fn add(&mut self, node: Node) -> Handle {
        let slot = self.all().len();
        self.by_name.entry(node.base.name.text()).or_default().insert(slot);
        self.gamez.nodes.nodes.push(node);
        self.made.insert(slot);
        self.is_changed = true;
        handle(slot)
    }

    /// Gives a node another name.
    pub fn rename(&mut self, slot: usize, name: NodeName) {
        let Some(node) = self.at(slot) else { return };
        let (old, new) = (node.base.name.text(), name.text());
        node.base.name = name;
        if let Some(nodes) = self.by_name.get_mut(&old) {
            nodes.remove(&slot);
        }
        self.by_name.entry(new).or_default().insert(slot);
    }

    /// Hangs a node below another, in both of their lists; false where it would hang below itself.
    pub fn link(&mut self, parent: usize, child: usize) -> bool {
        if self.below(child).contains(&parent) {
            return false;
        }
        let (Some(of), Some(slot)) = (self.at(parent), file_slot(child)) else { return false };
        if !of.children.contains(&slot) {
            of.children.push(slot);
        }
        if let (Some(node), Some(parent)) = (self.at(child), file_slot(parent)) {
            match &mut node.data {
                NodeData::Empty { parent: of } => *of = parent,
                _ if !node.parents.contains(&parent) => node.parents.push(parent),
                _ => {}
            }
        }
        self.is_changed = true;
        true
    }

    /// Takes a node off all nodes of a list that it hangs below; false if it hangs below none.
    pub fn unlink(&mut self, parents: &[usize], child: usize) -> bool {
        let Some(slot) = file_slot(child) else { return false };
        let mut any = false;
        for parent in parents {
            let Some(of) = self.at(*parent) else { continue };
            if !of.children.contains(&slot) {
                continue;
            }
            any = true;
            of.children.retain(|other| *other != slot);
            if let (Some(node), Some(parent)) = (self.at(child), file_slot(*parent)) {
                node.parents.retain(|other| *other != parent);
            }
        }
        self.is_changed |= any;
        any
    }

    /// Removes nodes: nothing finds them, and nothing hangs below them any more.
    pub fn remove(&mut self, slots: &BTreeSet<usize>) {
        let gone = |slot: i32| usize::try_from(slot).is_ok_and(|slot| slots.contains(&slot));
        self.charge(self.all().len());
        for (slot, node) in self.gamez.nodes.nodes.iter_mut().enumerate() {
            if slots.contains(&slot) {
                if let Some(nodes) = self.by_name.get_mut(&node.base.name.text()) {
                    nodes.remove(&slot);
                }
                node.parents.clear();
                node.children.clear();
            }
            node.parents.retain(|parent| !gone(*parent));
            node.children.retain(|child| !gone(*child));
            match &mut node.data {
                NodeData::World(world) => {
                    world.lights.retain(|light| !gone(*light));
                    world.sounds.retain(|sound| !gone(*sound));
                    for cell in &mut world.partitions {
                        cell.nodes.retain(|listed| !gone(listed.node_index));
                    }
                }
                NodeData::Light(light) => light.parents.retain(|parent| !gone(*parent)),
                NodeData::Empty { parent } if gone(*parent) => *parent = -1,
                _ => {}
            }
        }
        self.extras.horizons.retain(|slot, _| !slots.contains(slot));
        self.extras.flip_books.retain(|slot, _| !slots.contains(slot));
        for book in self.extras.flip_books.values_mut() {
            book.pages.retain(|(page, _)| !slots.contains(page));
        }
        self.removed.extend(slots);
        self.is_changed = true;
    }

    /// The node of a register.
    pub fn node(&self, handle: Option<Handle>) -> Option<usize> {
        handle.map(|handle| handle.0 as usize).filter(|slot| *slot < self.all().len())
    }

    /// The slot of the World node, if there is one.
    pub fn world(&self) -> Option<usize> {
        (0..self.all().len())
            .find(|slot| self.all()[*slot].base.class == class::WORLD && !self.removed.contains(slot))
    }

    /// The model of a node.
    pub fn model(&mut self, slot: usize) -> Option<&mut Model> {
        let model = self.model_of(slot)?;
        match self.gamez.models.slots.get_mut(model)? {
            ModelSlot::Used(model) => Some(model),
            ModelSlot::Free { .. } => None,
        }
    }

    /// The number of a node's model.
    pub fn model_of(&self, slot: usize) -> Option<usize> {
        usize::try_from(self.all().get(slot)?.base.model_index).ok()
    }

    /// Adds a model in the first free slot, and returns its number.
    pub fn add_model(&mut self, model: Model) -> usize {
        let models = &mut self.gamez.models;
        let at = (models.count as usize).min(models.slots.len());
        let used = ModelSlot::Used(Box::new(model));
        match models.slots.get_mut(at) {
            Some(free @ ModelSlot::Free { .. }) => *free = used,
            _ => models.slots.insert(at, used),
        }
        models.count += 1;
        // The last slot is never used.
        if models.slots.len() == models.count as usize {
            models.slots.push(ModelSlot::Free { next: -1, words: Vec::new() });
        }
        models.index_free = i32::try_from(models.count).unwrap_or(i32::MAX);
        self.made_models.insert(at);
        at
    }

    /// Adds a material behind the used ones, and returns its number.
    pub fn add_material(&mut self, material: MaterialSlot) -> usize {
        let materials = &mut self.gamez.materials;
        let at = (materials.count as usize).min(materials.slots.len());
        materials.slots.insert(at, material);
        materials.count += 1;
        self.is_changed = true;
        at
    }

    /// A material that is used.
    pub fn material(&mut self, handle: Option<Handle>) -> Option<&mut MaterialSlot> {
        let at = handle?.0 as usize;
        let materials = &mut self.gamez.materials;
        (at < materials.count as usize).then(|| materials.slots.get_mut(at)).flatten()
    }

    /// The textures that a material shows in turn, if it does.
    pub fn cycle(&mut self, handle: Option<Handle>) -> Option<&mut Cycle> {
        let (before, is_cycled) = self.cycles_before(handle?.0 as usize)?;
        self.gamez.materials.cycles.get_mut(before).filter(|_| is_cycled)
    }

    /// Gives a material textures to be shown in turn, in place of those that it had.
    pub fn set_cycle(&mut self, at: usize, cycle: Cycle) -> Option<()> {
        let (before, is_cycled) = self.cycles_before(at)?;
        let materials = &mut self.gamez.materials;
        if is_cycled {
            *materials.cycles.get_mut(before)? = cycle;
        } else {
            materials.cycles.insert(before.min(materials.cycles.len()), cycle);
            materials.slots.get_mut(at)?.flags |= materials::flags::CYCLED;
        }
        self.is_changed = true;
        Some(())
    }

    /// How many cycles belong to materials before one, and whether it has one itself.
    fn cycles_before(&self, at: usize) -> Option<(usize, bool)> {
        let used = self.gamez.materials.used();
        self.charge(at.min(used.len()));
        let own = used.get(at)?.is_cycled();
        Some((used[..at].iter().filter(|material| material.is_cycled()).count(), own))
    }

    /// The number of a texture in the directory, which a name enters if it is not there yet; none for a
    /// name that is not 7-bit text.
    pub fn texture(&mut self, name: &str) -> Option<i32> {
        if let Some(known) = self.known_texture(name) {
            return Some(known);
        }
        let at = i32::try_from(self.gamez.textures.len()).ok()?;
        self.gamez.textures.push(TextureEntry::named(name)?);
        Some(at)
    }

    /// The number of a texture in the directory, with or without the ending of its file.
    pub fn known_texture(&self, name: &str) -> Option<i32> {
        let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_ascii_lowercase();
        let wanted = stem(name);
        self.charge(self.gamez.textures.len());
        let at = self.gamez.textures.iter().position(|entry| entry.name.stem().eq_ignore_ascii_case(&wanted));
        at.and_then(|at| i32::try_from(at).ok())
    }

    /// Where a node stands in the world, by its first parents.
    pub fn stands(&self, slot: usize) -> Affine3A {
        let mut place = Affine3A::IDENTITY;
        let (mut next, mut steps) = (Some(slot), 0);
        while let Some(node) = next.and_then(|slot| self.all().get(slot))
            && steps < self.all().len()
        {
            if let NodeData::Object3d(object) = &node.data {
                place = affine(&object.transform) * place;
            }
            next = node.parents.first().and_then(|parent| usize::try_from(*parent).ok());
            steps += 1;
        }
        place
    }

    /// Numbers without those that were removed: the new number of each node.
    pub fn renumbered(&self) -> Option<Vec<Option<usize>>> {
        if self.removed.is_empty() {
            return None;
        }
        let mut next = 0;
        let number = |slot: usize| {
            (!self.removed.contains(&slot)).then(|| {
                next += 1;
                next - 1
            })
        };
        Some((0..self.all().len()).map(number).collect())
    }
}

/// A number as scripts hand it on; scenes have fewer nodes than that.
pub(super) fn handle(slot: usize) -> Handle {
    Handle(u32::try_from(slot).unwrap_or(u32::MAX))
}

/// A number as containers store it.
pub(super) fn file_slot(slot: usize) -> Option<i32> {
    i32::try_from(slot).ok()
}

/// The matrix acts on row vectors, so its rows are the columns of the engine's matrix.
fn affine(rows: &[[f32; 3]; 4]) -> Affine3A {
    let [x, y, z, translation] = rows.map(Vec3A::from_array);
    Affine3A { matrix3: Mat3A::from_cols(x, y, z), translation }
}
