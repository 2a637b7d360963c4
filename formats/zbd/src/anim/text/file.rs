//! Files as texts: what stands ahead of the definitions, the definitions, and the table of scripts.
//! Source: `docs/spec/zbd/anim.md`, "2. Overall layout" to "5. Info block" and "10. PM script table".

use super::context::Context;
use super::definition::{DEFINITION, ZERO, compile_definition, spell_definition};
use super::event::{Spelled, field, one_word};
use super::form::Form;
use super::form::{SWITCH, Worded, changed, compile as compile_record, plain, shown, spell, words};
use super::items::Items;
use super::lists::{compile_named, spell_named};
use super::print::print;
use super::tree::{Error, Key, Node, Place, Reader, Result, Word};
use crate::anim::{Anim, Frames, Info, Script, ScriptInfo, Terminated, file_version, number_of};

/// Key word of what stands ahead of the definitions.
const FILE: &str = "ANIMATION_FILE";
/// Key word of a row of the table of scripts.
const SCRIPT: &str = "SCRIPT";

words! { Info { changed("GRAVITY", &[plain("gravity")]) }
    fn base(context: &Context) -> Self {
        Info::new(context.version)
    }
}

words! { ScriptInfo { changed("SPLINE_INTERPOLATION", &[shown("spline_interpolation", SWITCH)]) }
    fn base(_: &Context) -> Self {
        let ptr = u32::MAX;
        ScriptInfo { script_name_ptr: ptr, object_name_ptr: ptr, script_data_ptr: ptr, ..Default::default() }
    }
}

/// The whole file as one text.
pub fn listing(anim: &Anim) -> String {
    let mut text = head(anim);
    for (index, _) in anim.definitions.iter().enumerate() {
        text += &definition(anim, index);
    }
    for (index, _) in anim.scripts.iter().enumerate() {
        text += &script(anim, index);
    }
    text
}

/// What stands ahead of the definitions, as a text.
pub fn head(anim: &Anim) -> String {
    let number = |number: u32| vec![Node::bare(number.to_string())];
    let mut nodes = vec![Node::key("VERSION", number(number_of(anim.version)))];
    if anim.timestamp != 0 {
        nodes.push(Node::key("TIMESTAMP", number(anim.timestamp)));
    }
    nodes.extend(spell_named("BASE_FILES", &anim.base_files, anim.version));
    nodes.extend(spell_named("FILES", &anim.files, anim.version));
    nodes.extend(spell(&anim.info, &Context::of_file(anim.version)));
    printed(Node::key(FILE, nodes))
}

/// A definition as a text; empty where there is none of this number.
pub fn definition(anim: &Anim, index: usize) -> String {
    let definition = anim.definitions.get(index);
    definition
        .map_or_else(String::new, |definition| printed(spell_definition(definition, anim.version, index)))
}

/// A row of the table of scripts as a text; empty where there is none of this number.
pub fn script(anim: &Anim, index: usize) -> String {
    let script = anim.scripts.get(index);
    script.map_or_else(String::new, |script| {
        let context = &Context::of_file(anim.version);
        let mut nodes = vec![text_key("NAME", "script_name", &script.script_name)];
        nodes.push(text_key("OBJECT", "object_name", &script.object_name));
        nodes.extend(script.frames.spell(context));
        nodes.extend(spell(&script.info, context));
        printed(Node::key(SCRIPT, nodes))
    })
}

fn printed(node: Node<'static>) -> String {
    let mut text = String::new();
    print(&mut text, &[node]);
    text.push('\n');
    text
}

/// A text under its key word, or its bytes under its label where it has no end.
fn text_key(word: &'static str, label: &'static str, text: &Terminated) -> Node<'static> {
    match text.bytes().split_last() {
        Some((0, name)) if !name.contains(&0) => Node::key(word, vec![Node::name(name)]),
        _ => Node::key(label, vec![Node::quoted(text.bytes())]),
    }
}

fn compile_text(items: &mut Items<'_, '_>, word: &'static str, label: &'static str) -> Result<Terminated> {
    if let Some((key, values)) = items.take(label, "")? {
        return Ok(Terminated::from_bytes(&one_word(key, values)?.text));
    }
    let Some((key, values)) = items.take(word, "")? else {
        return Err(Error::new(items.at(), format!("the key word {word}"), "none"));
    };
    let name = one_word(key, values)?;
    Ok(Terminated::from_bytes(&[&name.text, [0].as_slice()].concat()))
}

/// Compiles the text of a whole file.
///
/// # Errors
/// The first thing that is wrong, with its place.
pub fn compile(text: &[u8]) -> Result<Anim> {
    let mut compiler = Compiler::default();
    compiler.add(text)?;
    compiler.finish()
}

/// Compiles a file from several texts, in the order of the file: [`head`] first, then definitions and
/// scripts.
#[derive(Debug, Default)]
pub struct Compiler {
    anim: Option<Anim>,
}

impl Compiler {
    /// Adds a text.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place in this text.
    pub fn add(&mut self, text: &[u8]) -> Result<()> {
        let mut reader = Reader::new(text);
        while let Some(Key { word, items }) = reader.key()? {
            self.key(&word, &items)?;
        }
        Ok(())
    }

    fn key(&mut self, word: &Word<'_>, values: &[Node<'_>]) -> Result<()> {
        let found = format!("`{word}`");
        let Some(anim) = &mut self.anim else {
            if !word.is(FILE) {
                return Err(Error::new(word.at, format!("{FILE} first"), found));
            }
            self.anim = Some(compile_head(word, values)?);
            return Ok(());
        };
        let index = anim.definitions.len();
        if word.is(if index == 0 { ZERO } else { DEFINITION }) {
            anim.definitions.push(compile_definition(word, values, anim.version, index)?);
        } else if word.is(SCRIPT) {
            anim.scripts.push(compile_script(word, values, anim)?);
        } else {
            let expected = match index {
                0 => format!("{ZERO}, which every file begins with"),
                _ => format!("{DEFINITION} or {SCRIPT}"),
            };
            return Err(Error::new(word.at, expected, found));
        }
        Ok(())
    }

    /// How many definitions there are so far.
    pub fn definitions(&self) -> usize {
        self.anim.as_ref().map_or(0, |anim| anim.definitions.len())
    }

    /// The file.
    ///
    /// # Errors
    /// No text had the head of a file.
    pub fn finish(self) -> Result<Anim> {
        let start = Place { line: 1, column: 1 };
        self.anim.ok_or_else(|| Error::new(start, format!("{FILE} first"), "the end of the text"))
    }
}

fn compile_head(word: &Word<'_>, values: &[Node<'_>]) -> Result<Anim> {
    let items = &mut Items::new(values, word.at);
    let number = field(items, "VERSION", 0..=u32::MAX.into())?;
    let version = number.and_then(|number| file_version(number as u32)).ok_or_else(|| {
        let found = number.map_or_else(|| "none".to_owned(), |number| number.to_string());
        Error::new(word.at, "VERSION with 28, 39, 50 or 53", found)
    })?;
    let timestamp = field(items, "TIMESTAMP", 0..=u32::MAX.into())?.unwrap_or_default() as u32;
    let base_files = compile_named(items, "BASE_FILES", version)?;
    let files = compile_named(items, "FILES", version)?;
    let info = compile_record(items, &Context::of_file(version))?;
    std::mem::take(items).finish()?;
    Ok(Anim { version, timestamp, base_files, files, info, definitions: Vec::new(), scripts: Vec::new() })
}

fn compile_script(word: &Word<'_>, values: &[Node<'_>], anim: &Anim) -> Result<Script> {
    let context = &Context::of_file(anim.version);
    let items = &mut Items::new(values, word.at);
    let script_name = compile_text(items, "NAME", "script_name")?;
    let object_name = compile_text(items, "OBJECT", "object_name")?;
    let frames = Frames::compile(items, context)?;
    let info = compile_record(items, context)?;
    std::mem::take(items).finish()?;
    Ok(Script { info, script_name, object_name, frames })
}
