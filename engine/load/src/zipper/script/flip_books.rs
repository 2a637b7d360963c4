//! Flip-books: nodes of which one child is shown after the other.
//!
//! Source: `docs/spec/zbd/interp-language.md`, "8.7 World". What a flip-book does of which a script says
//! nothing more is not known: here it is on, and shows its pages once.

use super::builder::Builder;
use script::Outcome;
use script::commands::Nodes;
use world::{FlipBook as Book, NodeFlags, NodeId, Scene};

/// Most pages of a flip-book: children that a container's node may have.
const MOST_PAGES: usize = 128;

/// What scripts said of one.
#[derive(Clone, Debug, PartialEq)]
pub struct FlipBook {
    /// Numbers of its children in the order in which they are shown, and for how many seconds.
    pub pages: Vec<(usize, f32)>,
    /// Begins again without end.
    pub is_looping: bool,
    /// How often it begins again otherwise.
    pub repeats: u32,
    /// Stays at its first page.
    pub is_paused: bool,
    /// Off shows nothing.
    pub is_active: bool,
}

impl Default for FlipBook {
    fn default() -> Self {
        FlipBook { pages: Vec::new(), is_looping: false, repeats: 0, is_paused: false, is_active: true }
    }
}

impl Builder {
    /// Carries out what changes the current flip-book.
    pub(super) fn flip_book(&mut self, command: &Nodes, current: Option<usize>) -> Outcome {
        let is_book = |slot: &usize| self.extras.flip_books.contains_key(slot);
        let Some(slot) = current.filter(is_book) else {
            return Outcome::Failed("the current node is no flip-book".to_owned());
        };
        let page = match command {
            Nodes::SEQAddChild { child, index, duration } => {
                let Some(child) = self.find(child) else { return Outcome::Missing };
                let Some(index) = usize::try_from(*index).ok().filter(|_| *duration >= 0.0) else {
                    return Outcome::Failed("a place and a duration are 0 or more".to_owned());
                };
                if !duration.is_finite() {
                    return Outcome::Failed("a duration is finite".to_owned());
                }
                if !self.link(slot, child) {
                    return Outcome::Failed("it would hang below itself".to_owned());
                }
                Some((child, index, *duration))
            }
            _ => None,
        };
        let book = self.extras.flip_books.entry(slot).or_default();
        match *command {
            Nodes::SEQSetActive { state } => book.is_active = state != 0,
            Nodes::SEQSetLoop { state } => book.is_looping = state != 0,
            Nodes::SEQSetPause { state } => book.is_paused = state != 0,
            Nodes::SEQSetRepeat { count } => book.repeats = u32::try_from(count).unwrap_or(0),
            _ => {}
        }
        if let Some((child, index, duration)) = page {
            if book.pages.len() >= MOST_PAGES {
                return Outcome::Failed(format!("more than {MOST_PAGES} pages"));
            }
            book.pages.insert(index.min(book.pages.len()), (child, duration));
        }
        Outcome::Done
    }
}

/// Gives a scene a flip-book, and switches its pages as they are at the start.
pub(in crate::zipper) fn place(scene: &mut Scene, slot: usize, book: &FlipBook) {
    let known = |slot: usize| (slot < scene.nodes.len()).then(|| NodeId::from(slot));
    let Some(node) = known(slot) else { return };
    let pages = book.pages.iter().filter_map(|(page, seconds)| Some((known(*page)?, *seconds))).collect();
    let FlipBook { is_looping, repeats, is_paused, is_active, .. } = *book;
    let book = Book { node, pages, is_looping, repeats, is_paused, is_active };
    let shown = book.page(0).and_then(|page| book.pages.get(page)).map(|(node, _)| *node);
    for (page, _) in &book.pages {
        if let Some(page_node) = scene.nodes.get_mut(page.index()) {
            page_node.flags = page_node.flags.switched(NodeFlags::ACTIVE, shown == Some(*page));
        }
    }
    scene.flip_books.push(book);
}
