//! `export`: a world, or a part of it, for other programs.

use crate::cli::ExportArgs;
use crate::failure::Failure;
use crate::install::Install;
use crate::{files, gltf, output};
use serde::Serialize;

#[derive(Serialize)]
struct Result<'a> {
    title: &'a str,
    world: &'a str,
    file: String,
    size_bytes: usize,
    nodes: usize,
    meshes: usize,
    materials: usize,
    images: usize,
    triangles: usize,
}

/// Runs the verb.
pub fn run(args: &ExportArgs) -> std::result::Result<(), Failure> {
    files::may_write(&args.out)?;
    if !args.out.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("glb")) {
        return Err(Failure::Unusable(format!(
            "{}: expected a name that ends with .glb, the binary form of glTF",
            args.out.display()
        )));
    }
    let install = Install::open(&args.world.install.path, &args.world.install.mods)?;
    let request = install.request(args.world.world.as_deref())?;
    let loaded = load::load(&install.vfs, &request, &mut load::Quiet)?;
    let glb = gltf::write(&loaded.scene, args.node.as_deref())?;
    files::write(&args.out, &glb.bytes)?;
    let file = args.out.display().to_string();
    if args.world.install.json {
        let result = Result {
            title: &request.title,
            world: &request.world,
            file,
            size_bytes: glb.bytes.len(),
            nodes: glb.nodes,
            meshes: glb.meshes,
            materials: glb.materials,
            images: glb.images,
            triangles: glb.triangles,
        };
        return output::json("export", &result);
    }
    output::line(&format!(
        "{file}: {} nodes, {} meshes, {} materials, {} images, {} triangles, {}",
        glb.nodes,
        glb.meshes,
        glb.materials,
        glb.images,
        glb.triangles,
        output::bytes(glb.bytes.len() as u64)
    ));
    Ok(())
}
