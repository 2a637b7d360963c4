//! The lists of a game's models, sounds and videos.

use super::Wish;
use super::cast::{self, Cast};
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
    (filter, cast): (&mut String, &mut Cast),
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
    if let Some(items) = cast::models(found).filter(|_| game.is_staged) {
        return cast.show(ui, game, items, filter, wishes);
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
    let wanted = filter.to_lowercase();
    let fits = |at: &usize| rows.get(*at).is_some_and(|row| row.name.to_lowercase().contains(&wanted));
    let fitting: Vec<usize> = (0..rows.len()).filter(fits).collect();
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, fitting.len(), |ui, shown| {
        for at in fitting.get(shown).unwrap_or_default() {
            if theme::row(ui, ROW, rows[*at].name, &rows[*at].about).clicked() {
                wishes.extend(chosen(found, *at));
            }
        }
    });
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
