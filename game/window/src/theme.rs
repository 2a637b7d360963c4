//! The look of the menus: dark, slightly transparent, one warm accent colour.

use egui::{Color32, CornerRadius, FontFamily, FontId, Frame, Margin, Shadow, Stroke, TextStyle};

/// Background of menus without a world; display space.
pub const BACKDROP: [f32; 3] = [0.055, 0.063, 0.075];
/// Accent colour, for what can be pressed.
pub const WARM: Color32 = Color32::from_rgb(0xF0, 0xA8, 0x4C);
/// Errors.
pub const WRONG: Color32 = Color32::from_rgb(0xF0, 0x78, 0x68);
/// Secondary text.
pub const QUIET: Color32 = Color32::from_rgb(0x96, 0x9E, 0xAA);
/// Text.
const TEXT: Color32 = Color32::from_rgb(0xE2, 0xE6, 0xEC);
const PANEL: Color32 = Color32::from_rgb(0x16, 0x19, 0x1E);
const FIELD: Color32 = Color32::from_rgb(0x0C, 0x0E, 0x11);
const LINE: Color32 = Color32::from_rgb(0x32, 0x38, 0x42);

/// Applies the theme.
pub fn apply(context: &egui::Context) {
    context.set_theme(egui::Theme::Dark);
    context.all_styles_mut(|style| {
        let sized = |size| FontId::new(size, FontFamily::Proportional);
        style.text_styles = [
            (TextStyle::Small, sized(12.0)),
            (TextStyle::Body, sized(14.5)),
            (TextStyle::Button, sized(14.5)),
            (TextStyle::Heading, sized(20.0)),
            (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(10.0, 5.0);
        style.spacing.interact_size.y = 26.0;
        style.spacing.slider_width = 150.0;
        style.interaction.selectable_labels = false;
        let visuals = &mut style.visuals;
        visuals.panel_fill = PANEL;
        visuals.window_fill = PANEL;
        visuals.window_stroke = Stroke::new(1.0, LINE);
        visuals.window_corner_radius = CornerRadius::same(8);
        visuals.window_shadow = Shadow::NONE;
        visuals.popup_shadow = Shadow::NONE;
        visuals.extreme_bg_color = FIELD;
        visuals.override_text_color = None;
        visuals.selection.bg_fill = WARM.gamma_multiply(0.35);
        visuals.selection.stroke = Stroke::new(1.0, WARM);
        visuals.hyperlink_color = WARM;
        let widgets = &mut visuals.widgets;
        widgets.noninteractive.fg_stroke.color = TEXT;
        widgets.noninteractive.bg_stroke = Stroke::new(1.0, LINE);
        for (widget, fill) in [
            (&mut widgets.inactive, Color32::from_rgb(0x26, 0x2B, 0x33)),
            (&mut widgets.hovered, Color32::from_rgb(0x33, 0x3A, 0x45)),
            (&mut widgets.active, Color32::from_rgb(0x40, 0x49, 0x57)),
            (&mut widgets.open, Color32::from_rgb(0x26, 0x2B, 0x33)),
        ] {
            widget.bg_fill = fill;
            widget.weak_bg_fill = fill;
            widget.bg_stroke = Stroke::NONE;
            widget.fg_stroke = Stroke::new(1.0, TEXT);
            widget.corner_radius = CornerRadius::same(5);
            widget.expansion = 0.0;
        }
        widgets.hovered.bg_stroke = Stroke::new(1.0, LINE);
    });
}

/// A card over the world.
pub fn card() -> Frame {
    Frame::new()
        .fill(Color32::from_rgba_unmultiplied(0x10, 0x12, 0x16, 0xE6))
        .stroke(Stroke::new(1.0, LINE))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::same(12))
}

/// A choice with a line of explanation below.
pub fn choice(ui: &mut egui::Ui, name: &str, about: &str) -> egui::Response {
    let mut text = egui::text::LayoutJob::default();
    text.append(
        name,
        0.0,
        egui::TextFormat { font_id: FontId::proportional(15.0), color: TEXT, ..Default::default() },
    );
    if !about.is_empty() {
        let format =
            egui::TextFormat { font_id: FontId::proportional(12.0), color: QUIET, ..Default::default() };
        text.append(&format!("\n{about}"), 0.0, format);
    }
    text.wrap.max_width = ui.available_width() - 24.0;
    ui.add_sized([ui.available_width(), 0.0], egui::Button::new(text).right_text(""))
}
