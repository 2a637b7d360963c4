//! Captures the mouse for looking around, and releases it.

use winit::event_loop::ActiveEventLoop;
use winit::window::{CursorGrabMode, Window};

/// Who has the mouse.
#[derive(Debug, Default)]
pub struct Capture {
    taken: Option<CursorGrabMode>,
}

impl Capture {
    /// Hides and captures the mouse. If the system supports neither, motion still turns the view
    /// until the mouse leaves the window.
    pub fn take(&mut self, window: &Window) {
        if self.taken.is_some() {
            return;
        }
        let modes = [CursorGrabMode::Locked, CursorGrabMode::Confined];
        let held = modes.into_iter().find(|mode| window.set_cursor_grab(*mode).is_ok());
        window.set_cursor_visible(false);
        self.taken = Some(held.unwrap_or(CursorGrabMode::None));
    }

    /// Releases the mouse.
    pub fn release(&mut self, window: &Window) {
        if self.taken.take().is_some() {
            // A closed window holds nothing.
            let _ = window.set_cursor_grab(CursorGrabMode::None);
            window.set_cursor_visible(true);
        }
    }

    /// True when the mouse is captured.
    pub fn is_taken(&self) -> bool {
        self.taken.is_some()
    }

    /// Every motion arrives twice: X11, while the mouse is confined.
    pub fn doubles(&self, events: &ActiveEventLoop) -> bool {
        self.taken == Some(CursorGrabMode::Confined) && is_x11(events)
    }
}

#[cfg(any(target_os = "linux", target_os = "freebsd", target_os = "openbsd", target_os = "netbsd"))]
fn is_x11(events: &ActiveEventLoop) -> bool {
    use winit::platform::x11::ActiveEventLoopExtX11 as _;
    events.is_x11()
}

#[cfg(not(any(target_os = "linux", target_os = "freebsd", target_os = "openbsd", target_os = "netbsd")))]
fn is_x11(_: &ActiveEventLoop) -> bool {
    false
}
