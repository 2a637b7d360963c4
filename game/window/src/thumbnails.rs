//! Small pictures of the levels that were visited, kept as files of the data folder and shown in lists.

use base::Failure;
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use world::Image;
use xxhash_rust::xxh3::xxh3_64;

/// Pixels.
pub const SIZE: render::Size = render::Size { width: 256, height: 144 };
/// Folder of the files, in the data folder.
const FOLDER: &str = "thumbnails";

/// Thumbnails that are shown, read once.
#[derive(Default)]
pub struct Thumbnails {
    folder: PathBuf,
    shown: HashMap<PathBuf, Option<TextureHandle>>,
}

impl Thumbnails {
    /// Those of a data folder.
    pub fn of(data: &Path) -> Self {
        Thumbnails { folder: data.join(FOLDER), shown: HashMap::new() }
    }

    /// The file of a level's thumbnail.
    fn file(&self, install: &Path, world: &str) -> PathBuf {
        let install = crate::recent::absolute(install);
        let hash = xxh3_64(install.as_os_str().as_encoded_bytes());
        let letters = world.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' });
        let name: String = letters.take(40).collect();
        self.folder.join(format!("{name}-{:016x}.png", hash ^ xxh3_64(world.as_bytes()).rotate_left(1)))
    }

    /// Keeps the picture of a level.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&mut self, install: &Path, world: &str, image: &Image) -> Result<(), Failure> {
        let file = self.file(install, world);
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        // The folder is our own, and so is whatever is there.
        let folder = titles::gate(true).folder_of_files(&self.folder, pictures::MARK)?;
        folder.file(&name)?.write(&pictures::encode(image, None)?)?;
        self.shown.remove(&file);
        Ok(())
    }

    /// The picture of a level, if it was visited; a damaged file is none.
    pub fn get(&mut self, context: &Context, install: &Path, world: &str) -> Option<&TextureHandle> {
        let file = self.file(install, world);
        let read = || {
            let image = pictures::decode(&std::fs::read(&file).ok()?, (SIZE.width, SIZE.height))?;
            let size = [image.width as usize, image.height as usize];
            let image = ColorImage::from_rgba_unmultiplied(size, &image.rgba);
            Some(context.load_texture(file.to_string_lossy(), image, TextureOptions::LINEAR))
        };
        if !self.shown.contains_key(&file) {
            let picture = read();
            self.shown.insert(file.clone(), picture);
        }
        self.shown.get(&file).and_then(Option::as_ref)
    }

    /// Forgets what is on the device, because the device was lost.
    pub fn forget(&mut self) {
        self.shown.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_kept_per_level_and_a_damaged_file_is_none() {
        let data = tempfile::tempdir().unwrap();
        let context = Context::default();
        let game = data.path().join("game");
        std::fs::create_dir(&game).unwrap();
        let image = Image { width: 2, height: 1, rgba: [9, 8, 7, 255].repeat(2) };
        let mut thumbnails = Thumbnails::of(data.path());
        assert!(thumbnails.get(&context, &game, "c1").is_none());
        thumbnails.keep(&game, "c1", &image).unwrap();
        assert_eq!(thumbnails.get(&context, &game, "c1").map(TextureHandle::size), Some([2, 1]));
        assert!(thumbnails.get(&context, &game, "c2").is_none());
        let mut again = Thumbnails::of(data.path());
        std::fs::write(again.file(&game, "c1"), b"no picture").unwrap();
        assert!(again.get(&context, &game, "c1").is_none());
        // A picture that is larger than any thumbnail is none, and costs no memory.
        let large = Image { width: 300, height: 1, rgba: [9, 8, 7, 255].repeat(300) };
        again.keep(&game, "c1", &large).unwrap();
        assert!(again.get(&context, &game, "c1").is_none());
    }
}
