//! A tree as lines: what fits stands on one, branches of conditions are indented.

use super::tree::{Key, Node};
use std::fmt::Write as _;

/// Longest line of what is not one word.
const WIDTH: usize = 100;
/// Blanks before each level.
const INDENT: usize = 2;
/// Branches in one another that are still indented.
const BRANCHES: usize = 16;

/// Adds items of the upmost level to a text, each on lines of its own.
pub(super) fn print(text: &mut String, nodes: &[Node<'_>]) {
    items(text, nodes, 0);
}

/// Writing into a String cannot fail, so the results of `write!` are dropped.
fn items(text: &mut String, nodes: &[Node<'_>], level: usize) {
    let mut branches: usize = 0;
    // Words that are no events are filled into lines.
    let mut fills = false;
    for node in nodes {
        let (word, _) = node.as_key();
        let is = |words: &[&str]| words.iter().any(|one| word.is(one));
        let (begins, ends) = (is(&["IF", "ELSE", "ELSEIF"]), is(&["ELSE", "ELSEIF", "ENDIF"]));
        if ends {
            branches = branches.saturating_sub(1);
        }
        let indent = INDENT * (level + branches.min(BRANCHES));
        let is_word = matches!(node, Node::Word(_)) && !begins && !ends;
        if !(fills && is_word && append(text, node)) {
            new_line(text, indent);
            one(text, node, level + branches.min(BRANCHES), indent);
        }
        fills = is_word;
        if begins {
            branches += 1;
        }
    }
}

/// Puts a word behind the last one, if the line has room.
fn append(text: &mut String, node: &Node<'_>) -> bool {
    let (before, line) = (text.len(), line_start(text));
    text.push(' ');
    let fits = flat(text, node, line + WIDTH);
    if !fits {
        text.truncate(before);
    }
    fits
}

fn line_start(text: &str) -> usize {
    text.rfind('\n').map_or(0, |newline| newline + 1)
}

fn new_line(text: &mut String, indent: usize) {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.extend(std::iter::repeat_n(' ', indent));
}

fn one(text: &mut String, node: &Node<'_>, level: usize, indent: usize) {
    let before = text.len();
    if flat(text, node, line_start(text) + WIDTH) {
        return;
    }
    text.truncate(before);
    match node {
        Node::Word(word) => {
            let _ = write!(text, "{word}");
        }
        Node::Key(Key { word, items: inner }) => {
            let _ = write!(text, "{word}(");
            text.push('\n');
            items(text, inner, level + 1);
            new_line(text, indent);
            text.push(')');
        }
    }
}

/// Adds a node on one line; false where that would end behind `most`.
fn flat(text: &mut String, node: &Node<'_>, most: usize) -> bool {
    match node {
        Node::Word(word) => {
            let _ = write!(text, "{word}");
        }
        Node::Key(Key { word, items }) => {
            let _ = write!(text, "{word}(");
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(' ');
                }
                if !flat(text, item, most) {
                    return false;
                }
            }
            text.push(')');
        }
    }
    text.len() <= most
}
