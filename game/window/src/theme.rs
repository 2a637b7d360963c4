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
pub const TEXT: Color32 = Color32::from_rgb(0xE2, 0xE6, 0xEC);
const PANEL: Color32 = Color32::from_rgb(0x16, 0x19, 0x1E);
const FIELD: Color32 = Color32::from_rgb(0x0C, 0x0E, 0x11);
/// Background of text fields, lighter than what is below any page.
const INPUT: Color32 = Color32::from_rgb(0x1E, 0x23, 0x2A);
/// Lines between things.
pub const LINE: Color32 = Color32::from_rgb(0x32, 0x38, 0x42);

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
        visuals.text_edit_bg_color = Some(INPUT);
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

/// A line of secondary text, wrapped.
pub fn quiet(ui: &mut egui::Ui, line: &str) {
    ui.add(egui::Label::new(egui::RichText::new(line).size(12.5).color(QUIET)).wrap());
}

/// Something that takes a while.
pub fn busy(ui: &mut egui::Ui, line: &str) {
    ui.horizontal(|ui| {
        ui.spinner();
        ui.label(line);
    });
}

/// A field that searches a list.
pub fn search(ui: &mut egui::Ui, text: &mut String) -> egui::Response {
    let width = ui.available_width().min(300.0);
    ui.add(egui::TextEdit::singleline(text).hint_text("Search").desired_width(width))
}

/// A row of a long list: a name, and something about it to the right.
pub fn row(ui: &mut egui::Ui, height: f32, name: &str, about: &str) -> egui::Response {
    row_that(ui, height, name, about, false)
}

/// A row of a long list that is chosen, or not.
pub fn row_that(ui: &mut egui::Ui, height: f32, name: &str, about: &str, is_chosen: bool) -> egui::Response {
    let response =
        ui.add_sized([ui.available_width(), height], egui::Button::new("").frame_when_inactive(false));
    let area = response.rect.shrink2(egui::vec2(8.0, 0.0));
    let middle = area.left() + area.width() * 0.5;
    let left = area.with_max_x(middle - 6.0);
    line_of_text(ui, left, name, 14.0, if is_chosen { WARM } else { TEXT });
    line_of_text(ui, area.with_min_x(middle), about, 12.5, QUIET);
    response
}

/// A choice with a picture to the left of its name and a line of explanation.
pub fn picture_choice(
    ui: &mut egui::Ui,
    picture: Option<&egui::TextureHandle>,
    height: f32,
    name: &str,
    about: &str,
) -> egui::Response {
    let response = ui.add_sized([ui.available_width(), height], egui::Button::new(""));
    let area = response.rect.shrink(4.0);
    let size = egui::vec2(area.height() * 16.0 / 9.0, area.height());
    let place = egui::Rect::from_min_size(area.min, size);
    match picture {
        Some(picture) => {
            let whole = egui::Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
            ui.painter().image(picture.id(), place, whole, Color32::WHITE);
        }
        None => {
            ui.painter().rect_filled(place, 3.0, FIELD);
            let first: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
            let font = FontId::proportional(place.height() * 0.45);
            ui.painter().text(place.center(), egui::Align2::CENTER_CENTER, first, font, LINE);
        }
    }
    let text = area.with_min_x(place.right() + 10.0);
    let half = text.height() * 0.5;
    line_of_text(ui, text.with_max_y(text.top() + half + 4.0), name, 15.0, TEXT);
    line_of_text(ui, text.with_min_y(text.top() + half), about, 12.0, QUIET);
    response
}

/// One line that ends with dots where there is no room for more.
fn line_of_text(ui: &egui::Ui, place: egui::Rect, text: &str, size: f32, color: Color32) {
    let mut job =
        egui::text::LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(size), color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(place.width().max(1.0));
    let galley = ui.painter().layout_job(job);
    let top = place.center().y - galley.size().y * 0.5;
    ui.painter().galley(egui::pos2(place.left(), top), galley, color);
}

/// A page that fills the window, as wide as there is room up to a width in points.
pub fn page(ui: &mut egui::Ui, widest: f32, show: impl FnOnce(&mut egui::Ui)) {
    let room = ui.ctx().content_rect();
    let least = if room.width() < 700.0 { 12.0 } else { 24.0 };
    let side = ((room.width() - widest) * 0.5).max(least);
    let frame = Frame::new().inner_margin(Margin::symmetric(0, 10));
    egui::CentralPanel::default().frame(frame).show(ui, |ui| {
        let area = ui.available_rect_before_wrap().shrink2(egui::vec2(side, 0.0));
        ui.scope_builder(egui::UiBuilder::new().max_rect(area), show);
    });
}

/// A dialog in the middle of the window, as large as there is room up to a size in points.
pub fn dialog(context: &egui::Context, id: &'static str, most: egui::Vec2, show: impl FnOnce(&mut egui::Ui)) {
    let room = context.content_rect().size();
    let size = egui::vec2((room.x - 60.0).clamp(160.0, most.x), (room.y - 50.0).clamp(80.0, most.y));
    egui::Area::new(egui::Id::unique(id)).anchor(egui::Align2::CENTER_CENTER, [0.0; 2]).show(context, |ui| {
        card().show(ui, |ui| {
            ui.set_width(size.x);
            ui.set_height(size.y);
            show(ui);
        });
    });
}
