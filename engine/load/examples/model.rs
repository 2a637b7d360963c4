//! Loads one Gamestudio model into engine structures and says what is in it:
//! the loader alone, without the program around it.
//!
//! ```sh
//! cargo run --release -p load --example model -- FILE
//! ```

use load::{Family, ModelFiles, ModelRequest, ModelSource, Quiet};
use std::path::Path;
use std::process::ExitCode;
use vfs::Vfs;
use world::{Frame, Scene};

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: model FILE");
        return ExitCode::from(2);
    };
    match show(Path::new(&path)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn show(path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let name = path.file_name().and_then(|name| name.to_str()).ok_or("the path names no file")?;
    // What a model names lies beside it.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let vfs = Vfs::open(folder.unwrap_or(Path::new(".")), &[], load::ARCHIVES)?;
    let source = ModelSource { id: ".".to_owned(), address: String::new(), textures: Vec::new() };
    let files = ModelFiles {
        family: Family::Gamestudio,
        title: "gamestudio".to_owned(),
        frame: Frame::identity(1.0),
        sources: vec![source],
        motions: Vec::new(),
        definitions: Vec::new(),
        creatures: load::CreatureRules::default(),
    };
    let request = ModelRequest { files: &files, source: &files.sources[0], name, level: 0 };
    let loaded = load::model::load(&vfs, &request, &mut Quiet)?;
    for finding in &loaded.findings {
        eprintln!("warning: {finding}");
    }
    let scene = &loaded.scene;
    let vertices: usize = scene.models.iter().map(|model| model.vertices.len()).sum();
    let frames: usize = scene
        .models
        .iter()
        .filter_map(|model| model.deform.as_deref())
        .map(|deform| deform.frames.len())
        .sum();
    println!("{name}: {} triangles, {vertices} vertices, {frames} frames", scene.triangles());
    println!("{} textures, {} bytes", scene.textures.len(), texture_bytes(scene));
    Ok(())
}

fn texture_bytes(scene: &Scene) -> usize {
    scene.textures.iter().map(world::Texture::bytes).sum()
}
