//! Reads single files of a game without the level that shows them. Source:
//! `docs/spec/gamestudio.md`, "2.8 Entity files".

use super::{paint, tokens};
use crate::pictures as images;
use binary::{Finding, Result, Severity};
use vfs::Names;
use world::Image;

/// A picture file as it would be decoded for a level.
///
/// # Errors
/// `load.picture`, a warning: levels load without it.
pub fn picture(address: &str, bytes: &[u8]) -> Result<Image> {
    images::decode(address, bytes).map_err(|problem| Box::new(paint::undecoded(address, problem)))
}

/// `load.file_missing` for a file that a model or a level names and that is nowhere in the game.
pub fn missing(names: &Names, wanted: &str, wanted_by: &str) -> Option<Finding> {
    names.find(wanted).is_none().then(|| super::file_missing(wanted, wanted_by, 1))
}

/// True if the extension is that of a picture.
pub fn is_picture(name: &str) -> bool {
    super::files::is_picture(name)
}

/// How a picture file is stored, in capitals: `TGA`.
pub fn picture_format(name: &str, bytes: &[u8]) -> &'static str {
    images::format(name, bytes)
}

/// True if the extension is that of a script.
pub fn is_script(name: &str) -> bool {
    super::scripts::is_script(name)
}

/// Looks whether a script is text that ends where a script can end.
///
/// # Errors
/// `load.script`, a warning: levels load with what is there.
pub fn script(address: &str, bytes: &[u8]) -> Result<()> {
    let wrong = |expected: &str, found: String| {
        Err(Box::new(Finding::new(&super::SCRIPT, Severity::Warning, address, expected, found)))
    };
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return wrong("text", format!("a NUL at byte {at}"));
    }
    let text = String::from_utf8_lossy(bytes);
    match tokens::open_at_end(&text) {
        0 => Ok(()),
        open => wrong("a script that ends behind its last brace", format!("its end inside {open} of them")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_that_was_cut_or_overwritten_says_so() {
        let whole = "// It's.\nfunction main()\n{\n\tif (1) { level_load(\"a}.wmb\"); }\n}\n";
        assert_eq!(script("main.c", whole.as_bytes()), Ok(()));
        assert!(
            script("main.c", &whole.as_bytes()[..whole.len() / 2]).unwrap_err().found.contains("inside 1")
        );
        assert!(script("main.c", &[0; 9]).unwrap_err().found.contains("NUL"));
        // Either branch opens the brace that both close.
        let twice = "#ifdef A\nvoid f() {\n#else\nvoid f(int x) {\n#endif\n}\n";
        assert_eq!(script("main.c", twice.as_bytes()), Ok(()));
    }
}
