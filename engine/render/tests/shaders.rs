//! Every shader of the repository is valid WGSL; no device is needed.

use std::{error::Error, path::Path};
use wgpu::naga::{
    front::wgsl,
    valid::{Capabilities, ValidationFlags, Validator},
};

fn validate(source: &str) -> Result<(), Box<dyn Error>> {
    let module = wgsl::parse_str(source).map_err(|error| error.emit_to_string(source))?;
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| error.emit_to_string(source))?;
    Ok(())
}

#[test]
fn every_shader_is_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders");
    let mut shaders = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "wgsl") {
            let source = std::fs::read_to_string(&path).unwrap();
            validate(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            shaders += 1;
        }
    }
    assert!(shaders > 0, "no shader found");
}

#[test]
fn an_invalid_shader_is_noticed() {
    assert!(validate("@fragment fn main() -> @location(0) vec4f { return vec3f(1.0); }").is_err());
}
