//! The page of one game: its levels, models, sounds, videos and mods. The start screen shows it whole, the menu
//! of a level only the levels and the mods.

use super::cast::Cast;
use super::{Wish, levels, media, mods};
use crate::look_into::{Game, Insight, LookingInto};
use crate::media::{Found, Media, Working};
use crate::mods::ModLists;
use crate::overlaps::{Overlap, Overlapping};
use crate::theme;
use crate::thumbnails::Thumbnails;
use base::{Failure, path_text};
use egui::{RichText, ScrollArea, Ui};
use std::path::{Path, PathBuf};

/// What is shown of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Its levels.
    #[default]
    Levels,
    /// Its models.
    Models,
    /// Its sounds.
    Sounds,
    /// Its videos.
    Videos,
    /// What is laid over it.
    Mods,
}

impl Tab {
    const ALL: [(Tab, &str); 5] = [
        (Tab::Levels, "Levels"),
        (Tab::Models, "Models"),
        (Tab::Sounds, "Sounds"),
        (Tab::Videos, "Videos"),
        (Tab::Mods, "Mods"),
    ];

    /// The list that it needs.
    fn media(self) -> Option<Media> {
        match self {
            Tab::Models => Some(Media::Models),
            Tab::Sounds => Some(Media::Sounds),
            Tab::Videos => Some(Media::Videos),
            Tab::Levels | Tab::Mods => None,
        }
    }
}

/// A list that was asked for.
pub enum Listed {
    /// A thread reads it.
    Working(Working<Found>),
    /// It, or why there is none.
    Done(Result<Found, Failure>),
}

/// What a page of a game shows beside what it knows itself.
pub struct Shown<'a> {
    /// The mods of all games.
    pub mods: &'a ModLists,
    /// Pictures of levels.
    pub thumbnails: &'a mut Thumbnails,
    /// The level that is open, if one is.
    pub open: Option<&'a str>,
    /// Mods that were named for this visit alone.
    pub named: &'a [PathBuf],
}

/// The page of one game.
pub struct GamePage {
    path: PathBuf,
    /// Whether a game with one level opens it at once.
    at_once: bool,
    looking: Option<LookingInto>,
    insight: Option<Insight>,
    /// The open tab.
    pub tab: Tab,
    /// Letters that names have to contain.
    filter: String,
    /// How a level that is chosen is entered.
    entry: levels::Entry,
    /// The models that are chosen for a stage.
    cast: Cast,
    lists: Vec<(Media, Listed)>,
    mods: mods::Adding,
    overlapping: Option<Overlapping>,
    overlaps: Vec<Overlap>,
    /// The model that is being loaded.
    pub loading: Option<String>,
    /// What failed last.
    pub failure: Option<String>,
}

impl GamePage {
    /// Opens it for a path in a game; `at_once` opens the only level without asking.
    pub fn open(path: PathBuf, at_once: bool, wake: impl Fn() + Send + 'static) -> Self {
        GamePage {
            looking: Some(LookingInto::start(path.clone(), wake)),
            path,
            at_once,
            insight: None,
            tab: Tab::Levels,
            filter: String::new(),
            entry: levels::Entry::default(),
            cast: Cast::default(),
            lists: Vec::new(),
            mods: mods::Adding::default(),
            overlapping: None,
            overlaps: Vec::new(),
            loading: None,
            failure: None,
        }
    }

    /// The game, once it is known.
    pub fn game(&self) -> Option<&Game> {
        match &self.insight {
            Some(Insight::Install(game)) => Some(game),
            _ => None,
        }
    }

    /// Receives the results of threads.
    pub fn poll(&mut self, wishes: &mut Vec<Wish>) {
        if let Some(insight) = self.looking.as_mut().and_then(LookingInto::poll) {
            self.looking = None;
            if let Insight::Install(game) = &insight {
                let only = || (game.levels.len() == 1).then(|| game.levels[0].id.clone());
                if let Some(level) = game.named.clone().or_else(only).filter(|_| self.at_once) {
                    wishes.push(Wish::level(game.root.clone(), Some(level)));
                }
                if game.is_staged && self.tab == Tab::Levels {
                    self.tab = Tab::Models;
                }
            }
            self.insight = Some(insight);
            wishes.push(Wish::Overlaps);
        }
        for (_, list) in &mut self.lists {
            if let Listed::Working(working) = list
                && let Some(done) = working.poll()
            {
                *list = Listed::Done(done);
            }
        }
        if let Some(found) = self.overlapping.as_mut().and_then(Overlapping::poll) {
            self.overlapping = None;
            self.overlaps = found;
        }
    }

    /// A list is being read.
    pub fn list(&mut self, media: Media, working: Working<Found>) {
        self.lists.retain(|(known, _)| *known != media);
        self.lists.push((media, Listed::Working(working)));
    }

    /// What the mods override is being found out; lists of files are read again when they are shown.
    pub fn overlap(&mut self, overlapping: Overlapping) {
        self.lists.clear();
        self.overlapping = Some(overlapping);
    }

    /// A mod may be added: the field takes the path of a dropped file.
    pub fn drop_mod(&mut self, path: &Path) -> bool {
        let takes = self.tab == Tab::Mods && self.game().is_some();
        if takes {
            self.mods.take(path);
        }
        takes
    }

    /// The file of a listed sound, and the install it is in.
    pub fn sound(&self, address: &str) -> Option<Result<Vec<u8>, Failure>> {
        self.lists.iter().find_map(|(_, list)| match list {
            Listed::Done(Ok(Found::Sounds(_, install))) => {
                Some(install.vfs.read(address).map(|bytes| bytes.to_vec()).map_err(Failure::from))
            }
            _ => None,
        })
    }

    /// Shows all of it, as a page of the start screen.
    pub fn show(&mut self, ui: &mut Ui, shown: &mut Shown<'_>, wishes: &mut Vec<Wish>) {
        let name = self.game().map_or_else(|| path_text::name(&self.path), |game| game.name.clone());
        ui.horizontal(|ui| {
            if ui.button("Back").on_hover_text("Esc").clicked() {
                wishes.push(Wish::Back);
            }
            ui.add(egui::Label::new(RichText::new(name).heading().color(theme::WARM)).truncate());
        });
        let about = self.game().map(|game| game.about.clone());
        let path = path_text::shown(self.game().map_or(&self.path, |game| &game.root));
        theme::quiet(ui, &path);
        if let Some(about) = about {
            theme::quiet(ui, &about);
        }
        ui.add_space(4.0);
        if self.looking.is_some() {
            theme::busy(ui, "Reading the folder");
            return;
        }
        match &self.insight {
            Some(Insight::Install(_)) => {}
            Some(insight) => {
                let frame = ScrollArea::vertical().auto_shrink([false, false]);
                frame.show(ui, |ui| without_game(ui, insight, wishes));
                return;
            }
            None => return,
        }
        ui.horizontal_wrapped(|ui| {
            let is_staged = self.game().is_some_and(|game| game.is_staged);
            for (tab, name) in Tab::ALL.into_iter().filter(|(tab, _)| !is_staged || *tab != Tab::Levels) {
                if ui.selectable_label(self.tab == tab, name).clicked() {
                    self.tab = tab;
                    self.filter.clear();
                }
            }
        });
        ui.separator();
        self.show_tab(ui, shown, wishes);
    }

    /// Shows one tab of it, filling what is left of the page.
    pub fn show_tab(&mut self, ui: &mut Ui, shown: &mut Shown<'_>, wishes: &mut Vec<Wish>) {
        if let Some(failure) = &self.failure {
            ui.label(RichText::new(failure).color(theme::WRONG));
        }
        if let Some(model) = &self.loading {
            theme::busy(ui, &format!("Loading {model}"));
        }
        if self.looking.is_some() {
            theme::busy(ui, "Reading the folder");
            return;
        }
        if let Some(media) = self.tab.media()
            && !self.lists.iter().any(|(known, _)| *known == media)
        {
            wishes.push(Wish::List(media));
        }
        let GamePage {
            insight, tab, filter, entry, cast, lists, mods: adding, overlaps, overlapping, ..
        } = self;
        let game = match insight {
            Some(Insight::Install(game)) => game,
            Some(insight) => {
                without_game(ui, insight, wishes);
                return;
            }
            None => return,
        };
        match tab.media() {
            Some(media) => {
                cast.only_chooses = shown.open.is_some();
                let list = lists.iter().find(|(known, _)| *known == media).map(|(_, list)| list);
                media::show(ui, (media, game), list, (filter, cast), wishes);
            }
            None if *tab == Tab::Mods => {
                let overlaps = (overlapping.is_none()).then_some(overlaps.as_slice());
                let lists = mods::Lists { kept: shown.mods.of(&game.root), named: shown.named };
                mods::show(ui, &game.root, &lists, overlaps, adding, wishes);
            }
            None => levels::show(ui, game, (filter, entry), shown, wishes),
        }
    }
}

/// Several games, or why there is none.
fn without_game(ui: &mut Ui, insight: &Insight, wishes: &mut Vec<Wish>) {
    match insight {
        Insight::Install(_) => {}
        Insight::Several { games, .. } => {
            ui.label("There are several games in this folder. Which one?");
            for game in games {
                if theme::choice(ui, &game.name, &path_text::shown(&game.path)).clicked() {
                    wishes.push(Wish::LookInto(game.path.clone()));
                }
            }
        }
        Insight::Refused { reason, lines, .. } => {
            ui.label(RichText::new(reason).color(theme::WRONG));
            ui.add_space(6.0);
            for line in lines {
                ui.label(RichText::new(line).size(13.0));
            }
        }
    }
}
