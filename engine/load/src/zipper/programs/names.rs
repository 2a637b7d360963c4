//! Names of a world: its nodes, its lights, its animations.

use std::collections::{HashMap, HashSet};
use world::{LightId, NodeId, ProgramId, Scene};
use zbd::anim::Anim;

use super::program_id;

/// Most nodes above one that are asked whether they are its root, and most nodes of one name: far more
/// than worlds have, and few enough for a file that was made to take long.
const MOST_ANCESTORS: usize = 256;
const MOST_NAMESAKES: usize = 4096;

/// Where names lead. Names are compared as they are first, then whatever their case.
#[derive(Debug)]
pub(super) struct Names {
    nodes: HashMap<String, Vec<NodeId>>,
    parents: Vec<Vec<NodeId>>,
    lights: HashMap<NodeId, LightId>,
    programs: HashMap<String, ProgramId>,
    count: usize,
}

impl Names {
    /// Those of a scene, and of all definitions.
    pub fn new(scene: &Scene, files: &[Anim]) -> Self {
        let mut nodes: HashMap<String, Vec<NodeId>> = HashMap::new();
        let mut parents = vec![Vec::new(); scene.nodes.len()];
        for (slot, node) in scene.nodes.iter().enumerate() {
            let id = NodeId::from(slot);
            for key in keys(&node.name) {
                let same = nodes.entry(key).or_default();
                if same.last() != Some(&id) {
                    same.push(id);
                }
            }
            for child in &node.children {
                if let Some(parents) = parents.get_mut(child.index()) {
                    parents.push(id);
                }
            }
        }
        let lights = scene.lights.iter().enumerate();
        let lights = lights.filter_map(|(at, light)| Some((light.node?, LightId(u32::try_from(at).ok()?))));
        let mut programs = HashMap::new();
        let definitions = files.iter().flat_map(|anim| anim.definitions.iter().skip(1));
        let mut count = 0;
        for definition in definitions {
            // Calls take the first of several with one name.
            for key in keys(&definition.head.anim_name.text()) {
                programs.entry(key).or_insert_with(|| program_id(count));
            }
            count += 1;
        }
        Names { nodes, parents, lights: lights.collect(), programs, count }
    }

    /// How many definitions there are.
    pub fn programs(&self) -> usize {
        self.count
    }

    /// A node by its name: below a root first, and elsewhere if that is allowed.
    pub fn node(&self, name: &str, root: Option<NodeId>, elsewhere: bool) -> Option<NodeId> {
        let [exact, folded] = keys(name);
        [exact, folded].iter().filter_map(|key| self.nodes.get(key)).find_map(|same| {
            let below = root.and_then(|root| {
                same.iter().copied().take(MOST_NAMESAKES).find(|node| self.is_below(*node, root))
            });
            below.or_else(|| same.first().copied().filter(|_| elsewhere))
        })
    }

    /// The light of a name, if the scene has it.
    pub fn light(&self, name: &str) -> Option<LightId> {
        let same = keys(name).into_iter().filter_map(|key| self.nodes.get(&key)).flatten();
        same.into_iter().find_map(|node| self.lights.get(node).copied())
    }

    /// The first definition of a name.
    pub fn program(&self, name: &str) -> Option<ProgramId> {
        keys(name).iter().find_map(|key| self.programs.get(key).copied())
    }

    /// Whether a node is another, or hangs below it.
    fn is_below(&self, node: NodeId, root: NodeId) -> bool {
        let (mut open, mut seen) = (vec![node], HashSet::new());
        while let Some(node) = open.pop() {
            if node == root {
                return true;
            }
            if seen.len() < MOST_ANCESTORS && seen.insert(node) {
                open.extend(self.parents.get(node.index()).into_iter().flatten());
            }
        }
        false
    }
}

/// A name as it is, and in the form in which case does not matter, which no name can be taken for.
fn keys(name: &str) -> [String; 2] {
    [name.to_owned(), format!("\0{}", name.to_ascii_lowercase())]
}
