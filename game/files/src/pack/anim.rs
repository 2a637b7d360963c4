//! Animation files as folders: a text for each definition and each script. Source:
//! `docs/spec/zbd/anim.md`; the language of the texts is that of the format's `text`.

use super::names::Names;
use super::side::{self, NAME, Side};
use super::{Made, Memory, Packing, Said, Trouble, Unpacking};
use base::Failure;
use binary::{Finding, Mode};
use serde::{Deserialize, Serialize};
use zbd::anim::{self, text};

/// What the side file says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Folder {
    /// The texts, in the order of the file: its head, the definitions, the scripts.
    texts: Vec<String>,
}

/// How names of the texts end.
const ENDING: &str = ".txt";
/// The text of what stands ahead of the definitions.
const HEAD: &str = "animation_file";

/// Unpacks an animation file.
pub fn unpack(of: &Unpacking<'_>, files: &mut Memory) -> Result<Vec<Finding>, Trouble> {
    let under = of.place.under;
    let (anim, report) = anim::read(of.bytes, Mode::Lenient)?;
    let mut names = Names::new();
    let mut texts = Vec::new();
    let mut put = |name: &str, text: String| {
        let file = names.take(name, ENDING, texts.len());
        files.put(format!("{under}{file}"), text.into_bytes());
        texts.push(file);
    };
    put(HEAD, text::head(&anim));
    for (index, definition) in anim.definitions.iter().enumerate() {
        let name = if index == 0 { "zero_definition".to_owned() } else { definition.head.anim_name.text() };
        put(&name, text::definition(&anim, index));
    }
    for (index, script) in anim.scripts.iter().enumerate() {
        // The name of a script is a path of the tool's machine; that of what it moves says more.
        put(&format!("script_{index}_{}", script.object_name.text()), text::script(&anim, index));
    }
    files.put(format!("{under}{NAME}"), side::write(of.form, of.known, &Folder { texts })?);
    Ok(report.into_findings())
}

/// Packs what [`unpack`] made.
pub fn pack(side: &Side, from: &Packing<'_>, _: &mut Said) -> Result<Made, Failure> {
    let under = from.place.under;
    let Folder { texts } = side.content()?;
    let mut compiler = text::Compiler::default();
    // Which text each definition is in, to name it where reading back finds something.
    let mut sources = Vec::new();
    for (index, name) in texts.iter().enumerate() {
        let bytes = side.file(from.files, under, name, &format!("texts[{index}]"))?;
        let shown = from.files.shown(&format!("{under}{name}"));
        compiler.add(&bytes).map_err(|error| Failure::Unusable(format!("{shown}: {error}")))?;
        sources.resize(compiler.definitions(), shown);
    }
    let anim = compiler.finish().map_err(|error| side.wrong("texts", error))?;
    let bytes = anim::write(&anim).map_err(|finding| side.unwritable(&finding))?;
    let places = anim.definitions.iter().enumerate().map(|(index, definition)| {
        // As reading names it.
        format!("definition {index} \"{}\"", definition.head.anim_name)
    });
    Ok(Made { members: places.zip(sources).collect(), ..bytes.into() })
}
