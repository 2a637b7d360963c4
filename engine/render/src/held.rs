//! What of a device is in use: it must not grow while places come and go.

use crate::Renderer;

/// Numbers of things on a device that are in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Buffers.
    pub buffers: usize,
    /// Textures, and views of them.
    pub textures: usize,
    /// Bindings of both for draws.
    pub bind_groups: usize,
}

impl Renderer {
    /// What of its device is in use; `None` in a browser, which does not tell.
    pub fn held(&self) -> Option<Held> {
        #[cfg(target_family = "wasm")]
        return None;
        #[cfg(not(target_family = "wasm"))]
        {
            let report = self.gpu.instance.generate_report()?;
            let hub = report.hub_report();
            Some(Held {
                buffers: hub.buffers.num_kept_from_user,
                textures: hub.textures.num_kept_from_user + hub.texture_views.num_kept_from_user,
                bind_groups: hub.bind_groups.num_kept_from_user,
            })
        }
    }
}
