//! Nodes of a running world by name, pattern and number.

use runtime::Simulation;
use std::collections::BTreeSet;
use world::{Node, NodeFlags, NodeId, Scene, State};

/// The nodes of a world as it is now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'a> {
    pub scene: &'a Scene,
    pub state: &'a State,
}

impl<'a> Names<'a> {
    pub fn of(simulation: &'a Simulation) -> Self {
        Names { scene: simulation.scene(), state: simulation.state() }
    }

    /// All that live, in their order.
    pub fn all(&self) -> impl Iterator<Item = NodeId> + use<'a> {
        let nodes = &self.state.nodes;
        (0..nodes.len()).map(NodeId::from).filter(|node| nodes.lives(*node))
    }

    /// What loading made of the node that one is an instance of.
    pub fn shape(&self, node: NodeId) -> Option<&'a Node> {
        self.scene.shape(&self.state.nodes, node)
    }

    pub fn name(&self, node: NodeId) -> &'a str {
        self.shape(node).map_or("", |shape| &shape.name)
    }

    /// `tower (node 12)`
    pub fn label(&self, node: NodeId) -> String {
        match self.name(node) {
            "" => format!("node {}", node.0),
            name => format!("{name} (node {})", node.0),
        }
    }

    /// The first node of exactly this name among some.
    pub fn exact(&self, mut among: impl Iterator<Item = NodeId>, name: &str) -> Option<NodeId> {
        among.find(|node| !name.is_empty() && self.name(*node) == name)
    }

    /// The node that somebody names: `#12`, its name, or its name in another case.
    ///
    /// # Errors
    /// Why there is none, with the nearest name.
    pub fn find(&self, word: &str) -> Result<NodeId, String> {
        if let Some(number) = word.strip_prefix('#') {
            let node = number.parse().ok().map(NodeId).filter(|node| self.state.nodes.lives(*node));
            return node.ok_or_else(|| format!("there is no node {word}"));
        }
        let alike =
            || self.all().find(|node| self.name(*node).eq_ignore_ascii_case(word) && !word.is_empty());
        self.exact(self.all(), word).or_else(alike).ok_or_else(|| self.missing(word))
    }

    /// What is said of a name that no node has.
    pub fn missing(&self, word: &str) -> String {
        match nearest(word, self.all().map(|node| self.name(node))) {
            Some(near) => format!("no node is called {word}; {near} is"),
            None => format!("no node is called {word}"),
        }
    }

    /// A node and all below it, depth first, each once.
    pub fn below(&self, top: NodeId) -> Vec<NodeId> {
        let (mut found, mut seen, mut open) = (Vec::new(), BTreeSet::new(), vec![top]);
        while let Some(node) = open.pop() {
            if seen.insert(node) {
                found.push(node);
                open.extend(self.children(node).iter().rev().copied());
            }
        }
        found
    }

    pub fn children(&self, node: NodeId) -> &'a [NodeId] {
        self.state.nodes.children.get(node.index()).map_or(&[], Vec::as_slice)
    }

    /// What a node hangs below; none of them for the roots.
    pub fn parents(&self, node: NodeId) -> Vec<Option<NodeId>> {
        let is_root = self.state.nodes.roots.contains(&node);
        let parents = self.all().filter(|parent| self.children(*parent).contains(&node));
        is_root.then_some(None).into_iter().chain(parents.map(Some)).collect()
    }

    pub fn flags(&self, node: NodeId) -> NodeFlags {
        self.state.nodes.flags.get(node.index()).copied().unwrap_or_default()
    }
}

/// The word that is nearest to one, if one is near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const MOST: usize = 64;
    let wanted: String = word.to_lowercase().chars().take(MOST).collect();
    let length = wanted.chars().count();
    let known = known.filter(|known| !known.is_empty() && known.len().abs_diff(wanted.len()) <= 3);
    let measured = known.map(|known| (strsim::osa_distance(&wanted, &known.to_lowercase()), known));
    let near = measured.min_by_key(|(distance, _)| *distance);
    near.filter(|(distance, _)| *distance <= (length / 3).clamp(1, 3)).map(|(_, known)| known)
}

/// Whether a name fits a pattern, whatever its case: `*` stands for any letters and `?` for one; without
/// either the name has it somewhere.
pub(crate) fn matches(pattern: &str, name: &str) -> bool {
    let fold = |text: &str| text.to_lowercase().chars().collect::<Vec<char>>();
    let (pattern, name) = (fold(pattern), fold(name));
    if !pattern.iter().any(|letter| matches!(letter, '*' | '?')) {
        return pattern.is_empty() || name.windows(pattern.len()).any(|part| part == pattern);
    }
    // Where to go on when what follows the last star does not fit: at the star, one letter later.
    let (mut at, mut in_name, mut star) = (0, 0, None);
    while in_name < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at + 1, in_name));
                at += 1;
            }
            Some(letter) if *letter == '?' || *letter == name[in_name] => {
                at += 1;
                in_name += 1;
            }
            _ => {
                let Some((behind, from)) = star else { return false };
                star = Some((behind, from + 1));
                (at, in_name) = (behind, from + 1);
            }
        }
    }
    pattern[at..].iter().all(|letter| *letter == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_have_stars_and_question_marks_or_are_part_of_a_name() {
        for (pattern, name, fits) in [
            ("tow", "WatchTower1", true),
            ("tow*", "WatchTower1", false),
            ("*tower?", "WatchTower1", true),
            ("*tower?", "WatchTower", false),
            ("w*t*1", "WatchTower1", true),
            ("*", "", true),
            ("", "anything", true),
            ("?", "", false),
            ("a*a*a*b", "aaaaaaaa", false),
        ] {
            assert_eq!(matches(pattern, name), fits, "{pattern} {name}");
        }
    }

    #[test]
    fn the_nearest_word_is_one_that_can_be_meant() {
        let known = ["gate", "tower", "FindNode"];
        let near = |word| nearest(word, known.into_iter());
        assert_eq!(near("gaet"), Some("gate"));
        assert_eq!(near("findnod"), Some("FindNode"));
        assert_eq!(near("x"), None);
        assert_eq!(near("harbour"), None);
    }
}
