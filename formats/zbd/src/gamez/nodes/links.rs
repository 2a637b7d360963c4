//! The graph between the nodes: every link in range, stored in both
//! directions, and nothing below itself.
//!
//! A loader drops the links reported here, so none of this is fatal.

use super::codes::{CHILD_INDEX, CYCLE, LINKS, PARENT_INDEX};
use super::read::is_slot;
use super::{Node, NodeData};
use binary::{Name, Report, Segment};

/// Checks all links; `lists` holds the offset of each node's list of parents,
/// which its children follow.
pub(super) fn check(report: &mut Report, nodes: &[Node], lists: &[usize]) {
    let graph = Graph { nodes, lists };
    graph.check_range(report);
    graph.check_symmetry(report);
    graph.check_cycles(report);
}

struct Graph<'n> {
    nodes: &'n [Node],
    lists: &'n [usize],
}

/// A link from a parent to a child, and where it is stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Link {
    parent: u32,
    child: u32,
    offset: u32,
}

impl Link {
    fn ends(self) -> (u32, u32) {
        (self.parent, self.child)
    }
}

impl<'n> Graph<'n> {
    fn within(&self, report: &mut Report, node: usize, tell: impl FnOnce(&mut Report)) {
        report.enter(Segment::at("node", node).named(Name::new(self.nodes[node].base.name.bytes())));
        tell(report);
        report.leave();
    }

    fn parent_offset(&self, node: usize, position: usize) -> usize {
        self.lists[node] + 4 * position
    }

    fn child_offset(&self, node: usize, position: usize) -> usize {
        self.parent_offset(node, self.nodes[node].parents.len() + position)
    }

    fn check_range(&self, report: &mut Report) {
        let count = self.nodes.len();
        let expected = format_args!("a slot below {count}");
        for (index, node) in self.nodes.iter().enumerate() {
            for (position, parent) in node.parents.iter().enumerate() {
                if !is_slot(*parent, count) {
                    let at = self.parent_offset(index, position);
                    self.within(report, index, |report| report.habit(&PARENT_INDEX, at, expected, parent));
                }
            }
            for (position, child) in node.children.iter().enumerate() {
                if !is_slot(*child, count) {
                    let at = self.child_offset(index, position);
                    self.within(report, index, |report| report.habit(&CHILD_INDEX, at, expected, child));
                }
            }
        }
    }

    /// The links that lead to nodes, sorted; from the lists of children when
    /// `down`, else from the lists of parents.
    fn links(&self, down: bool) -> Vec<Link> {
        let lists = || self.nodes.iter().map(|node| if down { &node.children } else { &node.parents });
        let mut links = Vec::with_capacity(lists().map(Vec::len).sum());
        for (index, list) in lists().enumerate() {
            for (position, other) in list.iter().enumerate() {
                if is_slot(*other, self.nodes.len()) {
                    let (this, other) = (index as u32, *other as u32);
                    links.push(if down {
                        Link { parent: this, child: other, offset: self.child_offset(index, position) as u32 }
                    } else {
                        Link {
                            parent: other,
                            child: this,
                            offset: self.parent_offset(index, position) as u32,
                        }
                    });
                }
            }
        }
        links.sort_unstable();
        links
    }

    fn check_symmetry(&self, report: &mut Report) {
        let (down, up) = (self.links(true), self.links(false));
        let (mut down, mut up) = (down.into_iter().peekable(), up.into_iter().peekable());
        loop {
            match (down.peek().copied(), up.peek().copied()) {
                (None, None) => break,
                (Some(child), Some(parent)) if child.ends() == parent.ends() => {
                    down.next();
                    up.next();
                }
                (Some(link), other) if other.is_none_or(|other| link.ends() < other.ends()) => {
                    down.next();
                    // An Empty node keeps its parent elsewhere.
                    let empty = NodeData::Empty { parent: link.parent as i32 };
                    if self.nodes[link.child as usize].data != empty {
                        self.within(report, link.parent as usize, |report| {
                            let expected = format_args!("node {} to list its parent", link.child);
                            report.habit(&LINKS, link.offset as usize, expected, "a link down only");
                        });
                    }
                }
                (_, Some(link)) => {
                    up.next();
                    self.within(report, link.child as usize, |report| {
                        let expected = format_args!("node {} to list its child", link.parent);
                        report.habit(&LINKS, link.offset as usize, expected, "a link up only");
                    });
                }
                // The guard above takes every link down without a link up.
                (Some(_), None) => break,
            }
        }
    }

    /// Walks down from every node and reports each link that leads back to a
    /// node on the way.
    fn check_cycles(&self, report: &mut Report) {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let count = self.nodes.len();
        let mut states = vec![State::New; count];
        let mut way: Vec<(usize, usize)> = Vec::new();
        for start in 0..count {
            if states[start] != State::New {
                continue;
            }
            states[start] = State::Open;
            way.push((start, 0));
            while let Some((node, position)) = way.last_mut() {
                let Some(child) = self.nodes[*node].children.get(*position) else {
                    states[*node] = State::Done;
                    way.pop();
                    continue;
                };
                let at = self.child_offset(*node, *position);
                *position += 1;
                let Some(child) = usize::try_from(*child).ok().filter(|child| *child < count) else {
                    continue;
                };
                match states[child] {
                    State::Done => {}
                    State::Open => self.within(report, *node, |report| {
                        report.habit(&CYCLE, at, "a node that is not above this one", child);
                    }),
                    State::New => {
                        states[child] = State::Open;
                        way.push((child, 0));
                    }
                }
            }
        }
    }
}
