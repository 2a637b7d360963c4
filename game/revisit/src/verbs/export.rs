//! `export`: a world, a part of it, or a model with its motions, for other
//! programs.

use crate::cli::ExportArgs;
use crate::progress;
use base::Failure;
use base::gate::OutputFile;
use base::output;
use binary::Finding;
use files::gltf;
use serde::Serialize;
use titles::install::Install;
use turntable::Shelf;
use world::Scene;

#[derive(Serialize)]
struct Answer<'a> {
    title: &'a str,
    world: &'a str,
    file: String,
    size_bytes: usize,
    nodes: usize,
    meshes: usize,
    materials: usize,
    images: usize,
    triangles: usize,
    animations: usize,
}

/// Runs the verb.
pub fn run(args: &ExportArgs) -> Result<(), Failure> {
    let (scene, mut findings, out) = scene(args)?;
    let wanted = gltf::Wanted { node: args.node.as_deref(), shapes: args.model.is_some() };
    let glb = gltf::write(&scene, wanted)?;
    findings.extend(glb.findings);
    output::Findings::new(findings).print();
    out.write(&glb.bytes)?;
    let file = args.out.display().to_string();
    if args.world.install.json {
        let result = Answer {
            title: &scene.title,
            world: &scene.world,
            file,
            size_bytes: glb.bytes.len(),
            nodes: glb.nodes,
            meshes: glb.meshes,
            materials: glb.materials,
            images: glb.images,
            triangles: glb.triangles,
            animations: glb.animations,
        };
        return output::json("export", &result);
    }
    output::line(&format!(
        "{file}: {}, {}, {}, {}, {}, {}, {}",
        output::counted(glb.nodes, "node", "nodes"),
        output::counted(glb.meshes, "mesh", "meshes"),
        output::counted(glb.materials, "material", "materials"),
        output::counted(glb.images, "image", "images"),
        output::counted(glb.triangles, "triangle", "triangles"),
        output::counted(glb.animations, "animation", "animations"),
        output::bytes(glb.bytes.len() as u64)
    ));
    Ok(())
}

/// The world, or the model alone with what is odd about it, and the file to write it to. What is odd
/// about a world `check` says.
fn scene(args: &ExportArgs) -> Result<(Scene, Vec<Finding>, OutputFile), Failure> {
    let out = |install: &Install| install.gate(args.force).file(&args.out, gltf::MARK);
    let path = &args.world.install.path;
    if let Some(name) = &args.model {
        let install = Install::open_models(path, &args.world.install.mods)?;
        let out = out(&install)?;
        let mut shelf = Shelf::new(install, &args.world.textures)?;
        let item = shelf.find(name)?;
        let loaded = shelf.load_level(&item, args.lod)?;
        return Ok((loaded.scene, loaded.findings, out));
    }
    let install = Install::open(path, &args.world.install.mods)?;
    let out = out(&install)?;
    install.warn(args.world.name(), &args.world.textures)?;
    let request = install.request_with(args.world.name(), &args.world.textures)?;
    let loaded = load::load(&install.vfs, &request, &mut progress::Loading::new(&request.world))?;
    Ok((loaded.scene, Vec::new(), out))
}
