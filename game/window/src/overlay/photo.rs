//! Photo mode: the world stands still, nothing lies over the picture, and the camera flies. While
//! the mouse is free, a card says what the keys do and how large pictures become.

use super::Wish;
use crate::bindings::{Action, Scheme};
use crate::theme;
use egui::RichText;
use render::Size;
use world::FreeCamera;

/// Multiples of the window's size that pictures may have.
const MULTIPLES: [u32; 3] = [1, 2, 4];

/// Photo mode while it is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Photo {
    /// The free camera of before, which comes back afterwards.
    pub before: Option<FreeCamera>,
    /// Pictures are so many times as wide and high as the window.
    pub multiple: u32,
}

impl Photo {
    /// Begins, with the free camera of before.
    pub fn new(before: Option<FreeCamera>) -> Self {
        Photo { before, multiple: 1 }
    }

    /// The size of pictures of a window, as large as the device makes them at most.
    pub fn size(&self, window: Size, limit: u32) -> Size {
        let largest = limit / window.width.max(window.height).max(1);
        let multiple = self.multiple.min(largest).max(1);
        Size { width: window.width * multiple, height: window.height * multiple }
    }
}

/// What is said when it begins.
pub fn hint(scheme: Scheme<'_>) -> String {
    format!(
        "Photo mode: {} takes a picture, {} leaves, Esc shows the choices",
        scheme.hint(Action::Screenshot),
        scheme.hint(Action::Photo)
    )
}

/// Shows the card; `window` is the size of the window and `limit` the longest side of a picture.
pub fn show(
    context: &egui::Context,
    photo: &mut Photo,
    scheme: Scheme<'_>,
    window: Size,
    limit: u32,
    wishes: &mut Vec<Wish>,
) {
    let corner = egui::Align2::LEFT_BOTTOM;
    egui::Area::new(egui::Id::unique("photo")).anchor(corner, [12.0, -12.0]).show(context, |ui| {
        theme::card().show(ui, |ui| {
            ui.set_max_width((context.content_rect().width() - 50.0).clamp(160.0, 360.0));
            ui.label(RichText::new("Photo mode").heading().color(theme::WARM));
            ui.horizontal_wrapped(|ui| {
                for multiple in MULTIPLES {
                    let Size { width, height } = Photo { multiple, ..*photo }.size(window, limit);
                    let name = format!("{width} x {height}");
                    let fits = multiple == 1 || width > window.width * (multiple / 2);
                    let chosen = photo.multiple == multiple;
                    let choice = ui.add_enabled(fits, egui::Button::selectable(chosen, name));
                    if choice.clicked() {
                        photo.multiple = multiple;
                    }
                }
            });
            ui.horizontal_wrapped(|ui| {
                let take = format!("Take a picture ({})", scheme.hint(Action::Screenshot));
                if ui.button(take).clicked() {
                    wishes.push(Wish::TakePicture);
                }
                if ui.button(format!("Leave ({})", scheme.hint(Action::Photo))).clicked() {
                    wishes.push(Wish::PhotoMode);
                }
            });
            let line = "Click the picture to fly on";
            ui.label(RichText::new(line).size(12.0).color(theme::QUIET));
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_multiples_of_the_window_as_far_as_the_device_goes() {
        let window = Size { width: 1280, height: 720 };
        let of = |multiple, limit| {
            let Size { width, height } = Photo { before: None, multiple }.size(window, limit);
            (width, height)
        };
        assert_eq!(of(1, 16384), (1280, 720));
        assert_eq!(of(4, 16384), (5120, 2880));
        // Three times fit.
        assert_eq!(of(4, 4096), (3840, 2160));
        assert_eq!(of(2, 1000), (1280, 720));
    }
}
