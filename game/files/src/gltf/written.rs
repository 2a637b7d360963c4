//! How a glTF file that this program wrote is told from any other: by the generator that it names.

use base::gate::Mark;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

/// A binary glTF file that [`super::write`] made.
pub const MARK: Mark = Mark { ending: "glb", is_ours };

/// The beginning of the generator's name.
const NAME: &str = "Revisit ";

/// The generator's name in files that are written.
pub(super) fn generator() -> String {
    format!("{NAME}{}", env!("CARGO_PKG_VERSION"))
}

#[derive(Deserialize)]
struct Document {
    asset: Asset,
}

#[derive(Deserialize)]
struct Asset {
    generator: String,
}

fn is_ours(path: &Path) -> bool {
    let named = File::open(path).ok().and_then(|file| named(BufReader::new(file)));
    named.is_some_and(|generator| generator.starts_with(NAME))
}

/// The generator that a binary glTF file names.
fn named(mut file: impl Read) -> Option<String> {
    // Magic, version, size of all; size of the first chunk, which is JSON, and its kind.
    let mut head = [0; 20];
    file.read_exact(&mut head).ok()?;
    let [b'g', b'l', b'T', b'F', .., a, b, c, d, b'J', b'S', b'O', b'N'] = head else { return None };
    let json = file.take(u64::from(u32::from_le_bytes([a, b, c, d])));
    let document: Document = serde_json::from_reader(json).ok()?;
    Some(document.asset.generator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_that_names_us_is_ours() {
        let file = |generator: &str| {
            let json = format!(r#"{{"asset":{{"generator":"{generator}","version":"2.0"}},"nodes":[]}}"#);
            let size = (json.len() as u32).to_le_bytes();
            [&b"glTF\x02\0\0\0????"[..], &size, b"JSON", json.as_bytes(), b"rest"].concat()
        };
        let named = |bytes: &[u8]| named(bytes);
        assert_eq!(named(&file("Revisit 9")).as_deref(), Some("Revisit 9"));
        assert_eq!(named(&file("Blender")).as_deref(), Some("Blender"));
        assert_eq!(named(b"glTF"), None);
        assert_eq!(named(b"no model, but a long enough text of somebody"), None);
        assert!(generator().starts_with(NAME));
    }
}
