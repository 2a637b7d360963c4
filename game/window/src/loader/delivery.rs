//! What the device gets of a loaded world: all of it at once, all of it in pieces, or only what has changed.

use super::Purpose;
use render::{RenderError, Replacement, Upload, UploadPhase, Uploader};
use runtime::Simulation;
use world::{Scene, Texture};

/// What the device gets of a loaded world.
#[derive(Debug)]
pub enum Delivery {
    /// The device has all of it: nothing else was drawn meanwhile.
    Loaded(Box<render::Loaded>),
    /// All of it is still to be handed over.
    Upload(Box<Upload>),
    /// What the device has of the world before is to be changed.
    Replacement(Box<Replacement>),
}

/// Prepares what the device gets of a world; `None` when it was cancelled.
pub(super) fn deliver(
    uploader: &Uploader,
    purpose: &Purpose,
    simulation: &Simulation,
    mut told: impl FnMut(UploadPhase, usize, usize) -> bool,
) -> Result<Option<Delivery>, RenderError> {
    let (scene, table) = (simulation.scene(), simulation.occurrences());
    match purpose {
        Purpose::Enter => {
            let loaded = uploader.load(scene, table, told)?;
            Ok(loaded.map(|loaded| Delivery::Loaded(Box::new(loaded))))
        }
        Purpose::Again { before, pages } if can_be_replaced(before, scene) => {
            if !told(UploadPhase::Order, 0, 1) {
                return Ok(None);
            }
            let replacement = uploader.prepare_replacement(pages, before, scene)?;
            Ok(Some(Delivery::Replacement(Box::new(replacement))))
        }
        Purpose::Again { .. } | Purpose::Join(_) => {
            let upload = uploader.prepare(scene, table, told)?;
            Ok(upload.map(|upload| Delivery::Upload(Box::new(upload))))
        }
    }
}

/// Most pictures that are replaced by pictures of another size. Each of them gets an array of its
/// own on the device, and the more arrays there are, the more draws a frame takes.
const MOST_RESIZED: usize = 64;

/// True when what the device has of a world can be changed into another. Replacing keeps the light
/// maps, which all corners refer to.
fn can_be_replaced(before: &Scene, after: &Scene) -> bool {
    let size = |texture: &Texture| texture.levels.first().map(|level| (level.width, level.height));
    let resized = |(at, new): &(usize, &Texture)| before.textures.get(*at).map(size) != Some(size(new));
    before.lightmaps == after.lightmaps
        && after.textures.iter().enumerate().filter(resized).count() <= MOST_RESIZED
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::{Alpha, Frame, Image};

    #[test]
    fn pictures_of_another_size_are_replaced_as_long_as_they_are_few() {
        let pictures = |side: u32, count: usize| {
            let mut scene = Scene::empty("none", "pictures", Frame::identity(1.0));
            let image = Image { width: side, height: side, rgba: vec![0; (side * side * 4) as usize] };
            let texture = Texture { name: String::new(), alpha: Alpha::None, levels: vec![image] };
            scene.textures = vec![texture; count];
            scene
        };
        assert!(can_be_replaced(&pictures(2, 900), &pictures(2, 900)));
        assert!(can_be_replaced(&pictures(2, 64), &pictures(1, 64)));
        assert!(!can_be_replaced(&pictures(2, 65), &pictures(1, 65)));
        // New ones count as well; those that are gone do not.
        assert!(can_be_replaced(&pictures(2, 1), &pictures(2, 65)));
        assert!(!can_be_replaced(&pictures(2, 1), &pictures(2, 66)));
        assert!(can_be_replaced(&pictures(2, 900), &pictures(2, 1)));
    }
}
