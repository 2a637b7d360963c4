//! The lists of a game's models, sounds and videos.

use super::Wish;
use super::game::Listed;
use crate::look_into::Game;
use crate::media::{Found, Media, VideoFile};
use crate::theme;
use egui::{RichText, ScrollArea, Ui};

/// Height of a row, points.
const ROW: f32 = 26.0;

/// Shows one, filling what is left of the page.
pub fn show(
    ui: &mut Ui,
    (media, game): (Media, &Game),
    list: Option<&Listed>,
    filter: &mut String,
    wishes: &mut Vec<Wish>,
) {
    let found = match list {
        None | Some(Listed::Working(_)) => return theme::busy(ui, "Reading the files"),
        Some(Listed::Done(Err(failure))) => {
            ui.label(RichText::new(failure.to_string()).color(theme::WRONG));
            return;
        }
        Some(Listed::Done(Ok(found))) => found,
    };
    let rows: Vec<Row<'_>> = match found {
        Found::Models(items) => items.iter().map(|item| Row::new(&item.name, item.source.clone())).collect(),
        Found::Sounds(sounds, _) => {
            sounds.iter().map(|sound| Row::new(&sound.name, sound.about.clone())).collect()
        }
        Found::Videos(videos) => videos.iter().map(|video| Row::new(&video.address, about(video))).collect(),
    };
    if rows.is_empty() {
        ui.label(match media {
            Media::Models => "This game has no models of its own.",
            Media::Sounds => "This game has no sounds that Revisit can read.",
            Media::Videos => "This game has no AVI videos.",
        });
        return;
    }
    theme::search(ui, filter);
    theme::quiet(
        ui,
        match media {
            Media::Models => "A click shows a model on a turntable.",
            Media::Sounds => "A click plays a sound; another one stops it.",
            Media::Videos => {
                "A click opens a video in this system's player. Old codecs need a player such as VLC."
            }
        },
    );
    if media == Media::Models && game.is_staged {
        walk_among(ui, game, filter, wishes);
    }
    let wanted = filter.to_lowercase();
    let terms: Vec<&str> = wanted.split(',').map(str::trim).filter(|term| !term.is_empty()).collect();
    let fits = |name: &str| terms.is_empty() || terms.iter().any(|term| name.contains(term));
    let fitting: Vec<usize> = (0..rows.len()).filter(|at| fits(&rows[*at].name.to_lowercase())).collect();
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, fitting.len(), |ui, shown| {
        for at in fitting.get(shown).unwrap_or_default() {
            if theme::row(ui, ROW, rows[*at].name, &rows[*at].about).clicked() {
                wishes.extend(chosen(found, *at));
            }
        }
    });
}

/// A button that puts the models that the search finds on a stage to walk around in.
pub(super) fn walk_among(ui: &mut Ui, game: &Game, filter: &str, wishes: &mut Vec<Wish>) {
    let name = filter.trim();
    let button = egui::Button::new("Walk among them");
    let hint = "Puts the models that the search finds on a stage; names separated by commas are searched for one by one";
    if ui.add_enabled(!name.is_empty(), button).on_hover_text(hint).clicked() {
        wishes.push(Wish::level(game.root.clone(), Some(name.to_owned())));
    }
}

struct Row<'a> {
    name: &'a str,
    about: String,
}

impl<'a> Row<'a> {
    fn new(name: &'a str, about: String) -> Self {
        Row { name, about }
    }
}

fn about(video: &VideoFile) -> String {
    match video.file {
        Some(_) => video.about.clone(),
        None => format!("{}; in an archive", video.about),
    }
}

/// What a click on a row asks for.
fn chosen(found: &Found, at: usize) -> Option<Wish> {
    Some(match found {
        Found::Models(items) => Wish::ShowModel(items.get(at)?.clone()),
        Found::Sounds(sounds, _) => Wish::PlaySound(sounds.get(at)?.address.clone()),
        Found::Videos(videos) => Wish::PlayVideo(videos.get(at)?.clone()),
    })
}
