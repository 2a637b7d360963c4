//! `definitions`: what the readers of a game say of vehicles, weapons, opponents and missions, which file each
//! value comes from and which mod changed it.

mod changes;

use crate::cli::DefinitionsArgs;
use base::Failure;
use base::output::{self, Findings};
use changes::{Changes, Removed};
use load::zipper::definitions::schema::Topic;
use load::zipper::definitions::{Amount, Constants, Definition, Definitions, Field, Held, Origin};
use serde::Serialize;
use titles::install::Install;

/// The word that shows the program's numbers.
const CONSTANTS: &str = "constants";

#[derive(Serialize)]
struct Answer<'a> {
    title: &'a str,
    items: Vec<Item<'a>>,
    constants: Vec<Number<'a>>,
    findings: Findings,
}

/// A definition.
#[derive(Serialize)]
struct Item<'a> {
    topic: &'static str,
    name: &'a str,
    file: &'a str,
    layer: &'a str,
    values: Vec<Row<'a>>,
    removed: Vec<Removed>,
}

/// A value of it. `of` is the definition it is taken from, `evidence` that of a number of the program.
#[derive(Serialize)]
struct Row<'a> {
    key: &'a str,
    value: &'a Held,
    unit: &'static str,
    source: &'static str,
    of: Option<&'a str>,
    evidence: Option<&'a str>,
    changed_by: Option<String>,
    was: Option<String>,
}

/// A number of the program.
#[derive(Serialize)]
struct Number<'a> {
    name: &'a str,
    value: &'a Amount,
    unit: &'a str,
    means: &'a str,
    evidence: &'a str,
    source: &'a str,
}

/// Runs the verb.
pub fn run(args: &DefinitionsArgs) -> Result<(), Failure> {
    let install = Install::open(&args.install.path, &args.install.mods)?;
    let title = install.detection.known()?;
    let archives = install.reader_archives(args.world.as_deref())?;
    let Definitions { all, findings, .. } = Definitions::read(&install.vfs, &title.id, &archives);
    let constants = Constants::of(&title.id);
    let shows_constants = args.names.iter().any(|name| name.eq_ignore_ascii_case(CONSTANTS));
    let wanted = keep(&all, &args.names)?;
    let changes = Changes::new(args)?;
    let findings = Findings::new(install.vfs.findings().into_iter().chain(findings).collect());
    if args.install.json {
        let items = wanted.iter().map(|one| item(one, &changes)).collect();
        let constants = constants.all.iter().map(|constant| Number {
            name: &constant.name,
            value: &constant.value,
            unit: &constant.unit,
            means: &constant.means,
            evidence: &constant.evidence,
            source: &constant.source,
        });
        let answer = Answer { title: &title.id, items, constants: constants.collect(), findings };
        return output::json("definitions", &answer);
    }
    findings.print();
    if all.is_empty() {
        output::line("no definitions");
    }
    for one in wanted {
        print(one, &changes, !args.names.is_empty());
    }
    if shows_constants {
        for own in &constants.all {
            let value: Vec<String> = own.value.numbers().iter().map(f32::to_string).collect();
            let line = format!("{:<28} {} {}", own.name, value.join(", "), own.unit);
            output::line(&format!("{line}  ({}: {})", own.evidence, own.says()));
        }
    }
    Ok(())
}

/// Those that a person means, by their names or by what they are about; all without names.
fn keep<'a>(all: &'a [Definition], names: &[String]) -> Result<Vec<&'a Definition>, Failure> {
    let is = |one: &Definition, name: &String| {
        one.name.eq_ignore_ascii_case(name) || one.topic.name().eq_ignore_ascii_case(name)
    };
    let is_known = |name: &String| {
        name.eq_ignore_ascii_case(CONSTANTS)
            || Topic::ALL.iter().any(|topic| topic.name().eq_ignore_ascii_case(name))
            || all.iter().any(|one| is(one, name))
    };
    if let Some(unknown) = names.iter().find(|name| !is_known(name)) {
        let shown: String = unknown.chars().take(60).collect();
        return Err(Failure::Unusable(format!(
            "no definition `{shown}`: there are {}, `revisit definitions FOLDER` lists them",
            all.len()
        )));
    }
    Ok(all.iter().filter(|one| names.is_empty() || names.iter().any(|name| is(one, name))).collect())
}

fn item<'a>(one: &'a Definition, changes: &Changes) -> Item<'a> {
    let values = one.fields.iter().enumerate().map(|(at, field)| row(one, at, field, changes)).collect();
    let removed = changes.removed_from(one);
    Item { topic: one.topic.name(), name: &one.name, file: &one.file, layer: &one.layer, values, removed }
}

fn row<'a>(one: &Definition, at: usize, field: &'a Field, changes: &Changes) -> Row<'a> {
    let (of, evidence) = match &field.from {
        Origin::File => (None, None),
        Origin::Inherited(of) => (Some(of.as_str()), None),
        Origin::Constant(evidence) => (None, Some(evidence.as_str())),
    };
    let change = changes.of(one, at);
    Row {
        key: &field.name,
        value: &field.held,
        unit: field.key.unit,
        source: field.key.source,
        of,
        evidence,
        changed_by: change.map(|change| change.layer.clone()),
        was: change.and_then(|change| change.was.clone()),
    }
}

/// One line, and one for each value if the definition was asked for.
fn print(one: &Definition, changes: &Changes, in_full: bool) {
    let count = output::counted(one.fields.len(), "key", "keys");
    let head = format!("{:<12} {:<24} {count:>8}", one.topic.name(), one.name);
    output::line(&format!("{head}  {} ({})", one.file, one.layer));
    if !in_full {
        return;
    }
    for (at, field) in one.fields.iter().enumerate() {
        let row = row(one, at, field, changes);
        let mut line = format!("  {:<22} {}", row.key, row.value);
        if !row.unit.is_empty() {
            line += &format!(" [{}]", row.unit);
        }
        if let Some(of) = row.of {
            line += &format!("  from {of}");
        }
        if let Some(evidence) = row.evidence {
            line += &format!("  from the program ({evidence})");
        }
        match (row.changed_by, row.was) {
            (Some(layer), Some(was)) => line += &format!("  changed by {layer}, was {was}"),
            (Some(layer), None) => line += &format!("  added by {layer}"),
            (None, _) => {}
        }
        output::line(&line);
    }
    for Removed { key, removed_by, was } in changes.removed_from(one) {
        output::line(&format!("  {key:<22} removed by {removed_by}, was {was}"));
    }
}
