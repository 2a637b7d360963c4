//! Flip-books: the page of the moment is switched on, the one before it off.
//!
//! Source: `docs/spec/zbd/engine-behaviour.md`, "1.2 Order inside a frame [disasm RC]".

use crate::Edit;
use crate::tick::Tick;

/// Turns the pages of all flip-books whose time has come.
pub(crate) fn tick(tick: &mut Tick<'_>) {
    // The pages of the start are as loading left them; this tick leads to the next number.
    let before = tick.world.state.tick;
    let now = before + 1;
    for book in &tick.scene.flip_books {
        let (old, new) = (book.page(before), book.page(now));
        if old == new {
            continue;
        }
        let mut edit = Edit::new(tick.world);
        for (page, shows) in [(old, false), (new, true)] {
            if let Some((node, _)) = page.and_then(|page| book.pages.get(page)) {
                edit.set_active(*node, shows);
            }
        }
    }
}
