//! A small world for tests, and loading it.

use crate::loader::{End, Loading, Wanted};
use render::Uploader;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Where its textures are.
const PACKAGE: &str = "zbd/c1/rtexture.zbd";

/// Writes it into a folder.
pub fn wanted(folder: &Path) -> Wanted {
    write(folder, demos::plain);
    Wanted::new(folder.to_path_buf())
}

/// Writes a demo into a folder.
pub fn write(folder: &Path, demo: fn(&demos::Options) -> binary::Result<Vec<demos::DemoFile>>) {
    for file in demo(&demos::Options { scale: 1, seed: 1 }).unwrap() {
        let path = folder.join(&file.address);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.bytes).unwrap();
    }
}

/// Its paving becomes a plain picture of this size.
pub fn pave(folder: &Path, rgba: [u8; 4], width: u16, height: u16) {
    let path = folder.join(PACKAGE);
    let (mut package, _) = zbd::textures::read(&fs::read(&path).unwrap(), binary::Mode::Strict).unwrap();
    let paving = package.textures.iter_mut().find(|texture| texture.name.text() == "paving").unwrap();
    let pixels = rgba.repeat(usize::from(width) * usize::from(height));
    let alpha = zbd::textures::AlphaKind::None;
    *paving = zbd::textures::Texture::from_rgba8("paving", width, height, &pixels, alpha).unwrap();
    fs::write(&path, zbd::textures::write(&package).unwrap()).unwrap();
}

/// `None` if there is no adapter.
pub fn uploader() -> Option<Uploader> {
    match render::Renderer::new(&render::Options::from_env()) {
        Ok(renderer) => Some(renderer.uploader()),
        Err(error) if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() => {
            eprintln!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Waits for the end of loading.
pub fn wait(loading: &mut Loading) -> End {
    for _ in 0..3000 {
        if let Some(end) = loading.poll() {
            return end;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("loading never ended");
}
