//! One frame: advances time, draws the world and the menus over it, and takes screenshots.

use super::super::overlay::choices::Chosen;
use super::super::overlay::game::Shown;
use super::super::overlay::menu::Page as MenuPage;
use super::super::overlay::start::Known;
use super::super::overlay::{aim, bookmarks, hud, keys, loading, menu, mission, photo, statistics};
use super::super::pads;
use super::super::visit::{self, Time};
use super::App;
use super::counted::Spent;
use super::missions::Ended;
use super::pages::{Page, World};
use crate::bindings::Driven;
use audio::Listener;
use base::Failure;
use base::{output, platform};
use render::{DebugView, RenderError, Shot, Size};
use runtime::Cue;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use world::{Camera, Image};

impl App {
    pub(super) fn is_paused(&self) -> bool {
        let Page::World(world) = &self.page else { return true };
        world.menu.is_some() || (self.away && self.frames.is_none())
    }

    /// True while every frame differs from the last.
    pub(super) fn is_moving(&self) -> bool {
        matches!(self.page, Page::Model(..)) || (matches!(self.page, Page::World(_)) && !self.is_paused())
    }

    pub(super) fn frame(&mut self) {
        let began = Instant::now();
        self.follow_places();
        self.follow_mission(began);
        let places = began.elapsed();
        if let (Page::Model(viewer, _), Some(screen)) = (&mut self.page, &mut self.screen) {
            if let Err(failure) = viewer.frame(screen, &self.settings.picture) {
                self.failure = Some(failure);
            }
            if viewer.is_closed() {
                self.leave_model();
            }
            return;
        }
        if let Err(error) = self.draw(began, places) {
            if let RenderError::Lost { .. } = error {
                self.recover(&error.to_string());
            } else {
                tracing::error!(target: "render", "{error}");
                self.note.say(error.to_string());
            }
        }
    }

    /// Opens a new device after the old one was lost.
    pub(super) fn recover(&mut self, why: &str) {
        output::note(&format!("warning: {why}; opening another"));
        let Some(screen) = &mut self.screen else { return };
        if let Err(failure) = screen.reopen() {
            self.failure = Some(failure);
            return;
        }
        screen.context.set_zoom_factor(self.settings.window.text_scale);
        self.thumbnails.forget();
        // An upload to the old device starts again.
        let again = match &mut self.page {
            // A model sees to itself.
            Page::Start(_) | Page::Model(..) => None,
            Page::Loading(loading) => Some(loading.wanted.clone()),
            Page::World(world) => {
                for place in world.visit.world.places() {
                    match screen.renderer.load(place.simulation().scene()) {
                        Ok(loaded) => drop(world.loaded.insert(place.id(), loaded)),
                        Err(error) => self.failure = Some(Failure::Machine(error.to_string())),
                    }
                }
                if let Some(neighbours) = &mut world.neighbours {
                    neighbours.cancel();
                }
                // Its data was meant for the old device.
                world.stale.extend(world.reload.take().map(|(id, _)| id));
                world.stale.extend(world.renewal.take().map(|renewal| renewal.id));
                None
            }
        };
        if let Some(wanted) = again {
            self.load(wanted);
        }
    }

    /// Draws a frame, of which the work began a little earlier: so much of it was for places.
    fn draw(&mut self, began: Instant, places: Duration) -> Result<(), RenderError> {
        let ms = |time: Duration| time.as_secs_f32() * 1000.0;
        let mut ticks = Duration::ZERO;
        let now = Instant::now();
        let elapsed = self.last_frame.replace(now).map_or(Duration::ZERO, |last| now - last);
        let paused = self.is_paused();
        let App {
            screen,
            page,
            settings,
            bindings,
            joysticks,
            note,
            captions,
            choosing,
            sound,
            recent,
            mods,
            thumbnails,
            console,
            ..
        } = self;
        let Some(screen) = screen else { return Ok(()) };
        let adapter = screen.renderer.adapter().to_owned();
        let mut wishes = Vec::new();
        let on_start = matches!(page, Page::Start(start) if start.shows_devices());
        let connected = if on_start || choosing.shows_devices() { self.pads.connected() } else { Vec::new() };
        let drawn = match page {
            Page::Start(start) => screen.draw(None, |ui| {
                let mut known = Known { recent, mods, thumbnails };
                let mut chosen = Chosen { settings, bindings, joysticks, connected: &connected };
                start.show(ui, &mut chosen, &mut known, &mut wishes);
                note.show(ui);
            })?,
            Page::Loading(loading) => screen.draw(None, |ui| {
                loading::show(ui.ctx(), loading, false, &mut wishes);
                note.show(ui);
            })?,
            Page::Model(..) => return Ok(()),
            Page::World(world) => {
                let time = match world.photo {
                    _ if paused => Time::Paused,
                    Some(_) => Time::Frozen,
                    None => Time::Runs,
                };
                let since = Instant::now();
                world.visit.pass(elapsed, time, &mut self.devices, bindings, &settings.control);
                ticks = since.elapsed();
                if let Some(words) = world.visit.take_said() {
                    note.say(words);
                }
                for (line, said) in world.visit.take_answers() {
                    console.add(&line, &said);
                }
                let cues = world.visit.take_cues();
                for line in sound.voice(&cues, &world.visit.world) {
                    tracing::warn!(target: "audio", "{line}");
                    note.say(line);
                }
                for said in sound.take_captions() {
                    captions.say(&said.text, said.seconds, now);
                }
                for (_, cue) in &cues {
                    if let Cue::Caption { text, seconds } = cue {
                        captions.say(text, *seconds, now);
                    }
                }
                if !settings.sound.captions {
                    captions.clear();
                }
                if let Some((strength, seconds)) = pads::rumble(&cues) {
                    self.pads.shake(strength, seconds);
                }
                let camera = world.visit.camera();
                let listener = Listener::of(&camera, &world.visit.simulation().scene().frame);
                sound.hear(&listener, &settings.sound, time != Time::Runs, elapsed);
                let World {
                    visit,
                    loaded,
                    menu,
                    game,
                    photo,
                    tree,
                    animations,
                    map,
                    travel_map,
                    creatures,
                    vehicles,
                    ended,
                    place_name,
                    over,
                    reload,
                    drawn,
                    free,
                    ..
                } = &mut **world;
                let look = visit.look_settings(settings, self.view);
                let Some(here) = loaded.get(&visit.world.watched()) else { return Ok(()) };
                let beside = visit.beside(loaded, visit.between());
                over.clear();
                if photo.is_none() && menu.is_none() && !map.is_open && visit.fly.is_none() {
                    let own = visit.simulation();
                    let size = [screen.size().width, screen.size().height];
                    let seen = ::hud::Seen {
                        camera: Camera {
                            fov_y: visit::fov_y_deg(settings.picture.field_of_view_deg).to_radians(),
                            ..camera
                        },
                        between: visit.between(),
                        aimed: own.aimed(visit.between()),
                        ..::hud::Seen::new(own.probe(), own.state(), size)
                    };
                    ::hud::lay_out(&seen, &settings.hud, over);
                }
                let shot = Shot {
                    loaded: here,
                    scene: visit.simulation().scene(),
                    state: visit.simulation().state(),
                    zones: visit.zones(),
                    table: visit.simulation().occurrences(),
                    camera,
                    feet: visit.feet_of_view(),
                    between: visit.between(),
                    settings: &look,
                    beside: &beside,
                    hud: Some(&*over),
                };
                let last = *drawn;
                let (size, limit) = (screen.size(), screen.renderer.max_side());
                let free_mouse = !self.pointer.is_taken();
                *drawn = screen.draw(Some(&shot), |ui| {
                    if let Some(photo) = photo {
                        *free = ui.available_rect_before_wrap();
                        if free_mouse {
                            photo::show(
                                ui.ctx(),
                                photo,
                                bindings.scheme(visit.driven()),
                                size,
                                limit,
                                &mut wishes,
                            );
                        }
                        return note.show(ui);
                    }
                    let plain = menu.is_none();
                    if plain && !free_mouse && visit.has_targets() && visit.driven() == Driven::Nothing {
                        aim::show(ui.ctx());
                    }
                    if let Some(way) = visit.ring().filter(|_| plain && !free_mouse) {
                        let fov_y = visit::fov_y_deg(settings.picture.field_of_view_deg).to_radians();
                        aim::show_ring(ui.ctx(), &camera, fov_y, way);
                    }
                    if console.is_open && plain {
                        console.show(ui, visit, &mut wishes);
                    }
                    if let Some(animations) = animations.as_mut().filter(|_| plain) {
                        animations.show(ui, visit, &mut wishes);
                    }
                    if self.show_keys && plain {
                        keys::show(ui.ctx(), bindings, visit.driven(), settings.control.assisted);
                    }
                    if let Some(tree) = tree.as_mut().filter(|_| plain) {
                        tree.show(ui, visit, creatures, &mut wishes);
                    }
                    if self.show_statistics && plain {
                        statistics::show(ui, &self.times, &last, visit, &adapter);
                    }
                    *free = ui.available_rect_before_wrap();
                    if map.is_open && plain {
                        if visit.is_overworld() {
                            travel_map.show(ui, visit, &mut wishes);
                        } else {
                            map.show(ui, visit, console.is_open);
                        }
                        // A click on the map is not one on the world.
                        *free = egui::Rect::NOTHING;
                    }
                    if let Some((_, reload)) = reload.as_ref().filter(|_| plain) {
                        loading::show(ui.ctx(), reload, true, &mut wishes);
                    }
                    if let (Some(MenuPage::Game), Some(game)) = (&menu, game.as_mut()) {
                        let open = Some(visit.first().request.world.as_str());
                        let named = &visit.first().wanted.mods;
                        let mut shown = Shown { mods, thumbnails, open, named };
                        menu::show_game(ui.ctx(), game, &mut shown, &mut wishes);
                    } else if *menu == Some(MenuPage::Body) {
                        menu::shade(ui.ctx());
                        let now = visit.race().map(str::to_owned);
                        creatures.show_bodies(ui.ctx(), now.as_deref(), &mut wishes, || {
                            *menu = Some(MenuPage::Main);
                        });
                    } else if *menu == Some(MenuPage::Vehicle) {
                        vehicles.show(ui.ctx(), visit, &mut wishes);
                    } else if *menu == Some(MenuPage::Briefing) {
                        let assisted = settings.control.assisted;
                        mission::show_briefing(ui.ctx(), visit, bindings, assisted, &mut wishes);
                    } else if *menu == Some(MenuPage::Result) {
                        let is_saved = *ended == Ended::Shown { is_saved: true };
                        mission::show_result(ui.ctx(), visit, is_saved, &mut wishes);
                    } else if let Some(page) = menu {
                        let mut chosen = Chosen { settings, bindings, joysticks, connected: &connected };
                        menu::show(ui.ctx(), page, choosing, &mut chosen, visit, &mut wishes);
                        if *page == MenuPage::Bookmarks {
                            let here = visit.place();
                            let own = self.bookmarks.of(&here.title, &here.world);
                            bookmarks::show(
                                ui.ctx(),
                                &mut self.bookmarking,
                                &own,
                                here.eye,
                                &mut wishes,
                                || *page = MenuPage::Main,
                            );
                        }
                    }
                    if plain {
                        hud::show_badges(ui.ctx(), visit);
                        if !map.is_open {
                            hud::show_way(ui.ctx(), visit);
                            // The map says itself what it is of, and the briefing of a mission what that is called.
                            let name = if visit.has_mission() { "" } else { visit.place_name() };
                            place_name.show(ui.ctx(), name, now);
                        }
                        if visit.driven() == Driven::Nothing {
                            captions.show(ui, f32::INFINITY);
                            note.show(ui);
                        } else {
                            let points = ui.ctx().pixels_per_point();
                            captions.show(ui, ::hud::room([size.width, size.height], &settings.hud) / points);
                            note.show_above(ui);
                        }
                    }
                })?;
                *drawn
            }
        };
        let in_world = matches!(self.page, Page::World(_));
        let spent = Spent { all: ms(began.elapsed()), places: ms(places), ticks: ms(ticks) };
        self.times.push(ms(elapsed), spent.all);
        if in_world {
            self.counted.drawn(self.started);
        }
        if let Some(frames) = self.frames
            && in_world
        {
            let counted = self.counted.count(spent);
            tracing::debug!(target: "render", "{drawn:?}");
            if self.lose_device == Some(counted)
                && let Some(screen) = &self.screen
            {
                screen.renderer.device().destroy();
            }
            if counted >= frames {
                self.frames = Some(0);
            }
        }
        self.grant(wishes);
        let dragging =
            self.screen.as_ref().is_some_and(|screen| screen.context.input(|i| i.pointer.any_down()));
        if self.unsaved && !dragging {
            self.save();
        }
        Ok(())
    }

    pub(super) fn take_picture(&mut self) {
        let line = match self.save_picture() {
            Some(Ok(path)) => {
                output::note(&format!("picture: {}", path.display()));
                format!("Saved {}", path.display())
            }
            Some(Err(failure)) => format!("No screenshot: {failure}"),
            None => return,
        };
        self.note.say(line);
    }

    pub(super) fn save_picture(&mut self) -> Option<Result<PathBuf, Failure>> {
        let (Some(screen), Page::World(world)) = (&self.screen, &self.page) else { return None };
        let size =
            world.photo.map_or(screen.size(), |photo| photo.size(screen.size(), screen.renderer.max_side()));
        let image = self.picture_of(size)?;
        let visit = &world.visit;
        let folder = self.folders.data.join("pictures");
        let stem = format!(
            "{}-{}-{}",
            visit.known().request.title,
            visit.known().request.world.replace('/', "-"),
            platform::stamp()
        );
        let name = unused(&folder, &stem);
        let written = image
            .map_err(|error| Failure::Machine(error.to_string()))
            .and_then(|image| pictures::encode(&image, Some(&visit.place())))
            .and_then(|bytes| {
                let file = titles::gate(false).folder_of_files(&folder, pictures::MARK)?.file(&name)?;
                file.write(&bytes)
            });
        Some(written.map(|()| folder.join(name)))
    }

    /// What the open world looks like, at the best quality and without menus.
    pub(super) fn picture_of(&self, size: Size) -> Option<Result<Image, RenderError>> {
        let (Some(screen), Page::World(world)) = (&self.screen, &self.page) else { return None };
        let visit = &world.visit;
        let look = visit.look_settings(&self.settings, DebugView::None);
        let settings = render::Settings {
            fov_y_deg: look.fov_y_deg,
            view_distance: look.view_distance,
            brightness: look.brightness,
            tint: look.tint,
            cover: look.cover,
            ..render::Settings::default()
        };
        let shot = Shot {
            loaded: world.loaded.get(&visit.world.watched())?,
            scene: visit.simulation().scene(),
            state: visit.simulation().state(),
            zones: visit.zones(),
            table: visit.simulation().occurrences(),
            camera: visit.camera(),
            feet: visit.feet_of_view(),
            between: 1.0,
            settings: &settings,
            beside: &visit.beside(&world.loaded, 1.0),
            hud: None,
        };
        Some(screen.renderer.picture_as(&shot, size))
    }
}

/// The name of a picture that does not exist yet.
fn unused(folder: &Path, stem: &str) -> String {
    let more = (2..).map(|number| format!("{stem}-{number}.png"));
    let mut names = std::iter::once(format!("{stem}.png")).chain(more);
    names.find(|name| !folder.join(name).exists()).unwrap_or_default()
}
