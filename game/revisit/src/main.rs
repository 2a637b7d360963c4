//! The program people start.

use std::process::ExitCode;

fn main() -> ExitCode {
    if !desktop() {
        // SAFETY: this is the first thing that the program does. There is no other thread yet that
        // could read the environment meanwhile.
        unsafe { std::env::set_var(NO_QUESTION, "1") };
    }
    heap::prefer_giving_back();
    revisit::run(std::env::args_os())
}

/// Tells Mesa not to ask the desktop which graphics card it prefers. Where there is no desktop, the
/// question ends as an error on the terminal that looks like one of this program.
const NO_QUESTION: &str = "NODEVICE_SELECT";

/// Is there a desktop that could be asked?
fn desktop() -> bool {
    ["XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some())
}
