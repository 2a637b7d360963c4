//! `vfs`: what the program sees of an install and its mods.

use crate::cli::{VfsArgs, VfsVerb};
use ::vfs::{Kind, Place, Vfs};
use base::Failure;
use base::output;
use serde::Serialize;
use titles;

#[derive(Serialize)]
struct ListResult {
    address: String,
    items: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: String,
    address: String,
    kind: &'static str,
    /// Null for a folder.
    size_bytes: Option<u64>,
    layer: String,
}

#[derive(Serialize)]
struct WhichResult {
    address: String,
    kind: &'static str,
    winner: PlaceRow,
    merged: Vec<PlaceRow>,
    hidden: Vec<PlaceRow>,
}

#[derive(Serialize)]
struct PlaceRow {
    layer: String,
    path: String,
    member: Option<String>,
}

/// Runs the verb.
pub fn run(verb: &VfsVerb) -> Result<(), Failure> {
    match verb {
        VfsVerb::Ls(args) => list(args),
        VfsVerb::Which(args) => which(args),
    }
}

/// Any folder can be listed; a detected install is opened at its root.
fn open(args: &VfsArgs) -> Result<Vfs, Failure> {
    let (root, title) = titles::detect(&args.install.path)
        .map_or_else(|_| (args.install.path.clone(), None), |found| (found.root, found.title));
    Ok(titles::open_files(title, &root, &args.install.mods)?)
}

fn list(args: &VfsArgs) -> Result<(), Failure> {
    let vfs = open(args)?;
    let entries = vfs.list(&args.address)?;
    let items: Vec<Row> = entries
        .into_iter()
        .map(|entry| Row {
            layer: vfs.layers().get(entry.layer).map(|layer| layer.name.clone()).unwrap_or_default(),
            kind: kind_name(entry.kind),
            size_bytes: match entry.kind {
                Kind::File => vfs.size(&entry.address).ok(),
                Kind::Folder => None,
            },
            name: entry.name,
            address: entry.address,
        })
        .collect();
    for finding in vfs.findings() {
        output::note(&format!("{}: {finding}", finding.severity));
    }
    if args.install.json {
        return output::json("vfs.ls", &ListResult { address: args.address.clone(), items });
    }
    for row in &items {
        let size = row.size_bytes.map(output::bytes).unwrap_or_default();
        output::line(&format!("{:<7} {size:>12}  {:<32} {}", row.kind, row.name, row.layer));
    }
    Ok(())
}

fn which(args: &VfsArgs) -> Result<(), Failure> {
    let vfs = open(args)?;
    let found = vfs.which(&args.address)?;
    let result = WhichResult {
        address: found.address,
        kind: kind_name(found.kind),
        winner: place(found.winner),
        merged: found.merged.into_iter().map(place).collect(),
        hidden: found.hidden.into_iter().map(place).collect(),
    };
    if args.install.json {
        return output::json("vfs.which", &result);
    }
    let show = |label: &str, place: &PlaceRow| {
        let member = place.member.as_ref().map(|member| format!(" member {member}")).unwrap_or_default();
        output::line(&format!("{label:<8} {:<12} {}{member}", place.layer, place.path));
    };
    show("from", &result.winner);
    result.merged.iter().for_each(|place| show("with", place));
    result.hidden.iter().for_each(|place| show("hides", place));
    Ok(())
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::File => "file",
        Kind::Folder => "folder",
    }
}

fn place(place: Place) -> PlaceRow {
    PlaceRow { layer: place.layer_name, path: place.path.display().to_string(), member: place.member }
}
