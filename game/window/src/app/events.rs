//! Input events: keys, buttons, the mouse, gamepads and the window itself.

use super::super::overlay::Wish;
use super::super::overlay::animations::Animations;
use super::super::overlay::map;
use super::super::overlay::menu::Page as MenuPage;
use super::super::overlay::tree::Tree;
use super::pages::Page;
use super::{App, Wake};
use crate::bindings::original::{self, Original};
use crate::bindings::{Action, Driven, Joystick, Part, Pointer, Scheme, Trigger};
use base::regular;
use render::DebugView;
use std::path::Path;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::event::{DeviceEvent, DeviceId, ElementState, KeyEvent, MouseScrollDelta, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow};
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::WindowId;

/// Polling interval of gamepads while nothing moves.
const PAD_EVERY: Duration = Duration::from_millis(50);
/// Pixels that count as a line of the mouse wheel.
const PIXELS_A_LINE: f32 = 40.0;

impl App {
    /// True when the mouse controls the view.
    pub(super) fn take_pointer(&mut self) {
        let free = matches!(&self.page, Page::World(world) if world.menu.is_none());
        if let Some(screen) = self.screen.as_ref().filter(|_| free) {
            self.pointer.take(&screen.window);
            self.devices.take_motion();
        }
    }

    pub(super) fn release_pointer(&mut self) {
        if let Some(screen) = &self.screen {
            self.pointer.release(&screen.window);
        }
        self.devices.release_all();
    }

    /// True in photo mode.
    fn is_photo(&self) -> bool {
        matches!(&self.page, Page::World(world) if world.photo.is_some())
    }

    /// True while the console or the search of the travel map has the keyboard.
    fn is_typing_a_line(&self) -> bool {
        let Page::World(world) = &self.page else { return false };
        let has_console = world.menu.is_none() && self.console.is_open;
        (has_console || world.is_searching()) && !self.pointer.is_taken() && !self.is_photo()
    }

    /// True when the mouse is over the world and not over a panel.
    pub(super) fn is_on_world(&self) -> bool {
        let (Some(screen), Page::World(world)) = (&self.screen, &self.page) else { return false };
        // The menus know its position in the last frame; this is the current one.
        let points = screen.context.pixels_per_point();
        world.free.contains(egui::pos2(self.cursor[0] / points, self.cursor[1] / points))
    }

    pub(super) fn pressed(&mut self, trigger: Trigger) {
        if let Some(action) = self.choosing.binding.or_else(|| self.start_binding()) {
            self.stop_binding();
            if trigger != Trigger::Key(KeyCode::Escape) {
                let driven = self.choosing_for();
                self.bindings.bind(
                    driven,
                    action,
                    if action == Action::Throttle { whole(trigger) } else { trigger },
                );
                self.unsaved = true;
            }
            return;
        }
        let actions: Vec<Action> = self.scheme().actions(trigger).collect();
        let escape = trigger == Trigger::Key(KeyCode::Escape);
        if escape && !actions.contains(&Action::Menu) {
            self.asked(Action::Menu);
        }
        for action in actions {
            self.asked(action);
        }
    }

    /// A 'mech has the controls of the game's own file from now on.
    pub(super) fn import_controls(&mut self, path: &Path) {
        let read = regular::try_read(path, original::LARGEST)
            .map_err(|error| format!("{}: {error}", path.display()));
        let read = read.and_then(|bytes| {
            Original::read(&bytes).map_err(|finding| finding.in_file(&path.display().to_string()).to_string())
        });
        let line = match read {
            Ok(own) if own.is_empty() => {
                format!("{}: no controls of MechWarrior 3 are in it", path.display())
            }
            Ok(own) => {
                own.take_over(&mut self.bindings);
                if let Some(stick) = self.joysticks.device.iter_mut().find(|device| device.number == Some(1))
                {
                    own.answers.iter().for_each(|axis| stick.set_axis(*axis));
                }
                self.unsaved = true;
                own.line()
            }
            Err(line) => line,
        };
        self.note.say(line);
    }

    /// What the person is in now: keys have other meanings there.
    pub(super) fn driven(&self) -> Driven {
        match &self.page {
            Page::World(world) => world.visit.driven(),
            _ => Driven::Nothing,
        }
    }

    /// The keys of the person, where it is now.
    pub(super) fn scheme(&self) -> Scheme<'_> {
        self.bindings.scheme(self.driven())
    }

    /// Whose keys are bound on the settings page.
    fn choosing_for(&self) -> Driven {
        match &self.page {
            Page::Start(start) => start.choosing.as_ref().map_or(Driven::Nothing, |choosing| choosing.driven),
            _ => self.choosing.driven,
        }
    }

    pub(super) fn start_binding(&self) -> Option<Action> {
        match &self.page {
            Page::Start(start) => start.choosing.as_ref().and_then(|choosing| choosing.binding),
            _ => None,
        }
    }

    pub(super) fn stop_binding(&mut self) {
        self.choosing.binding = None;
        if let Page::Start(start) = &mut self.page
            && let Some(choosing) = &mut start.choosing
        {
            choosing.binding = None;
        }
    }

    /// An action that happens once per press.
    pub(super) fn asked(&mut self, action: Action) {
        let is_of_photo = matches!(
            action,
            Action::Photo | Action::Screenshot | Action::Fullscreen | Action::Menu | Action::Reload
        );
        if self.is_photo() && !is_of_photo {
            return;
        }
        match action {
            Action::Keys => self.show_keys = !self.show_keys,
            Action::Statistics => self.show_statistics = !self.show_statistics,
            Action::Fullscreen => {
                self.settings.window.fullscreen = !self.settings.window.fullscreen;
                self.changed();
            }
            Action::Menu => self.back(),
            Action::Screenshot => self.take_picture(),
            Action::Reload => self.reload(),
            Action::QuickSave => self.quick_save(),
            Action::QuickLoad => self.quick_load(),
            _ => {}
        }
        let Page::World(world) = &mut self.page else { return };
        if world.menu.is_some() {
            return;
        }
        match action {
            Action::Photo => self.toggle_photo(),
            Action::Jump if world.visit.fly.is_none() => world.visit.steering.jump(),
            Action::Run | Action::Sink if world.visit.fly.is_none() => {
                world.visit.steering.press(action, &self.settings.control);
            }
            Action::Shoot if world.visit.is_armed() => world.visit.steering.fire(),
            Action::Eject => {
                if let Some(line) = world.visit.eject() {
                    self.note.say(line);
                }
            }
            Action::NextWeapon => {
                // Where weapons are listed, the list shows which it is.
                if let Some(line) = world.visit.next_weapons().filter(|_| !self.settings.hud.weapons) {
                    self.note.say(line);
                }
            }
            Action::Shoot => {
                if let Some(line) = world.visit.shoot() {
                    self.note.say(line);
                }
            }
            Action::Fly => {
                let line = world.visit.toggle_fly(self.settings.control.fly_m_per_s);
                self.note.say(line);
            }
            Action::ThirdPerson => {
                let line = world.visit.toggle_third_person();
                self.note.say(line);
            }
            Action::VehicleMode => {
                if let Some(line) = world.visit.change_mode() {
                    self.note.say(line);
                }
            }
            Action::View => {
                let at = DebugView::ALL.iter().position(|view| *view == self.view).unwrap_or(0);
                self.view = DebugView::ALL[(at + 1) % DebugView::ALL.len()];
                self.note.say(format!("Debug view: {}", self.view.name()));
            }
            Action::Tree => {
                let is_closed = world.tree.take().is_some();
                if !is_closed {
                    world.tree = Some(Tree::default());
                }
                self.toggled(!is_closed);
            }
            Action::Animations => {
                let is_closed = world.animations.take().is_some();
                if !is_closed {
                    world.animations = Some(Animations::default());
                }
                self.toggled(!is_closed);
            }
            Action::Map => {
                world.map.is_open = !world.map.is_open;
                let is_open = world.map.is_open;
                if is_open && world.visit.is_overworld() {
                    world.travel_map.open(!self.pointer.is_taken());
                } else {
                    world.travel_map.close();
                }
                self.toggled(is_open);
            }
            Action::Console => self.toggle_console(),
            _ => {}
        }
    }

    fn toggle_console(&mut self) {
        if let Some(screen) = &self.screen {
            self.console.toggle(&screen.context);
            self.toggled(self.console.is_open);
        }
    }

    /// A panel was opened, which needs the mouse, or closed.
    fn toggled(&mut self, open: bool) {
        if open {
            self.release_pointer();
        } else if !self.has_panel() {
            self.take_pointer();
        }
    }

    /// True while a panel over the world needs the mouse.
    pub(super) fn has_panel(&self) -> bool {
        let Page::World(world) = &self.page else { return false };
        world.tree.is_some() || world.animations.is_some() || world.map.is_open || self.console.is_open
    }

    /// The mouse turns the view again, unless a panel needs it.
    pub(super) fn return_to_world(&mut self) {
        if !self.has_panel() {
            self.take_pointer();
        }
    }

    /// Escape: one step back, or the menu.
    pub(super) fn back(&mut self) {
        match &mut self.page {
            Page::Start(start) => {
                start.back();
            }
            // Dropping it cancels without waiting for its next step.
            Page::Loading(_) => self.go_to_start(),
            Page::Model(..) => self.leave_model(),
            Page::World(world) => match world.menu {
                // A page that is open hides that something is loaded.
                None if world.reload.is_some() => {
                    world.reload = None;
                    world.stale.clear();
                }
                _ if world.photo.is_some() && self.pointer.is_taken() => self.release_pointer(),
                _ if world.photo.is_some() => self.toggle_photo(),
                None if self.console.is_open => {
                    self.toggle_console();
                }
                None if world.map.is_open => self.asked(Action::Map),
                Some(MenuPage::Choices | MenuPage::Bookmarks | MenuPage::Body) => {
                    world.menu = Some(MenuPage::Main)
                }
                Some(MenuPage::Game) => {
                    world.menu = Some(MenuPage::Main);
                    world.game = None;
                    self.apply_mods();
                }
                Some(MenuPage::Vehicle) => world.menu = Some(world.before_vehicles()),
                Some(MenuPage::Main | MenuPage::Briefing | MenuPage::Result) => {
                    world.menu = None;
                    self.return_to_world();
                }
                None => {
                    world.menu = Some(MenuPage::Main);
                    self.release_pointer();
                }
            },
        }
    }

    pub(super) fn key(&mut self, event: &KeyEvent, menus_took_it: bool) {
        let PhysicalKey::Code(code) = event.physical_key else { return };
        if event.repeat {
            return;
        }
        let down = event.state == ElementState::Pressed;
        // A text field gets the keys that type text; all others are for the program.
        let writes = event.text.as_ref().is_some_and(|text| !text.chars().any(char::is_control));
        // The card of photo mode has buttons alone.
        let is_photo = self.is_photo();
        let typing = menus_took_it && !is_photo && (writes || is_editing(code));
        // Whatever is typed belongs to the console or the map from the first letter on, and Shift and Ctrl with it.
        let of_line = writes || is_editing(code) || is_modifier(code);
        let typing = typing || self.is_typing_a_line() && of_line;
        let of_map = map::has_key(code) && matches!(&self.page, Page::World(world) if world.has_map());
        if down && (typing || of_map) && self.choosing.binding.is_none() && self.start_binding().is_none() {
            return;
        }
        if let Some(trigger) = self.devices.key(code, down) {
            self.pressed(trigger);
        }
    }

    pub(super) fn hear(&mut self, event: &WindowEvent) {
        let captured = self.pointer.is_taken();
        let for_world = matches!(
            event,
            WindowEvent::KeyboardInput { .. }
                | WindowEvent::MouseInput { .. }
                | WindowEvent::CursorMoved { .. }
                | WindowEvent::MouseWheel { .. }
        );
        let binding = self.choosing.binding.is_some() || self.start_binding().is_some();
        let escape = matches!(event, WindowEvent::KeyboardInput { event, .. }
            if event.physical_key == PhysicalKey::Code(KeyCode::Escape));
        let Some(screen) = &mut self.screen else { return };
        if let Page::Model(viewer, _) = &mut self.page
            && for_world
        {
            let taken = screen.hear(event);
            let fullscreen = matches!(event, WindowEvent::KeyboardInput { event, .. }
                if event.state == ElementState::Pressed && is_bound(self.bindings.scheme(Driven::Nothing), event, Action::Fullscreen));
            match viewer.hear(event, taken) {
                false => self.leave_model(),
                true if fullscreen => self.asked(Action::Fullscreen),
                true => {}
            }
            return;
        }
        let hidden_from_menus = for_world && (captured || binding || escape);
        let menus_took_it = !hidden_from_menus && screen.hear(event);
        match event {
            WindowEvent::Resized(size) => screen.resize(size.width, size.height),
            WindowEvent::Focused(true) => {
                self.focused = true;
                self.away = false;
                self.last_frame = None;
                if !self.has_panel() {
                    self.take_pointer();
                }
            }
            WindowEvent::Focused(false) => {
                self.focused = false;
                self.away = true;
                self.release_pointer();
            }
            WindowEvent::DroppedFile(path) if is_controls(path) => self.import_controls(path),
            WindowEvent::DroppedFile(path) => {
                if self.page.game_mut().is_some_and(|game| game.drop_mod(path)) {
                    return;
                }
                if !matches!(self.page, Page::Start(_)) {
                    self.go_to_start();
                }
                self.grant(vec![Wish::LookInto(path.clone())]);
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.cursor = [position.x as f32, position.y as f32];
            }
            WindowEvent::KeyboardInput { event, .. } => self.key(event, menus_took_it),
            WindowEvent::MouseInput { state, button, .. } => {
                let Some(button) = Pointer::of(*button) else { return };
                let down = *state == ElementState::Pressed;
                if (captured || binding)
                    && let Some(trigger) = self.devices.button(button, down)
                {
                    self.pressed(trigger);
                } else if down && !captured && !menus_took_it && self.is_on_world() {
                    self.take_pointer();
                }
            }
            WindowEvent::MouseWheel { delta, .. } if captured => {
                let lines = match delta {
                    MouseScrollDelta::LineDelta(_, lines) => *lines,
                    MouseScrollDelta::PixelDelta(way) => way.y as f32 / PIXELS_A_LINE,
                };
                if let Page::World(world) = &mut self.page {
                    world.visit.move_camera_back(-lines);
                }
            }
            _ => {}
        }
    }
}

/// True for a key that an action is bound to.
/// Whether a file has the name of that in which MechWarrior 3 keeps controls.
fn is_controls(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.eq_ignore_ascii_case(original::FILE))
}

/// The whole axis of which a half was moved: a lever has no halves.
fn whole(trigger: Trigger) -> Trigger {
    match trigger {
        Trigger::Joystick(Joystick { device, part: Part::Less(number) | Part::More(number) }) => {
            Trigger::Joystick(Joystick { device, part: Part::Lever(number) })
        }
        other => other,
    }
}

fn is_bound(scheme: Scheme<'_>, event: &KeyEvent, action: Action) -> bool {
    let PhysicalKey::Code(code) = event.physical_key else { return false };
    scheme.of(action).contains(&Trigger::Key(code))
}

/// A key that changes what others mean.
fn is_modifier(code: KeyCode) -> bool {
    use KeyCode::{
        AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight, SuperLeft, SuperRight,
    };
    matches!(
        code,
        ShiftLeft | ShiftRight | ControlLeft | ControlRight | AltLeft | AltRight | SuperLeft | SuperRight
    )
}

/// A key that edits text without typing any.
fn is_editing(code: KeyCode) -> bool {
    use KeyCode::{
        ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Backspace, Delete, End, Enter, Home, PageDown, PageUp, Tab,
    };
    matches!(
        code,
        ArrowLeft
            | ArrowRight
            | ArrowUp
            | ArrowDown
            | Backspace
            | Delete
            | End
            | Enter
            | Home
            | PageDown
            | PageUp
            | Tab
    )
}

impl ApplicationHandler<Wake> for App {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.screen.is_none()
            && let Err(failure) = self.open_window(events)
        {
            self.failure = Some(failure);
            events.exit();
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, _: Wake) {
        self.hear_threads();
        if let Some(screen) = &self.screen {
            screen.window.request_redraw();
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => events.exit(),
            WindowEvent::RedrawRequested => self.frame(),
            event => {
                self.hear(&event);
                if let Some(screen) = self.screen.as_ref().filter(|_| !self.is_moving()) {
                    screen.window.request_redraw();
                }
            }
        }
        if self.failure.is_some() || self.frames == Some(0) {
            events.exit();
        }
    }

    fn device_event(&mut self, events: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        if let DeviceEvent::MouseMotion { delta: (right, down) } = event
            && self.pointer.is_taken()
        {
            self.devices.motion(right, down, self.pointer.doubles(events));
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let mut pressed = Vec::new();
        let is_new = self
            .pads
            .poll(&mut self.devices, &mut self.joysticks, self.focused, |trigger| pressed.push(trigger));
        self.unsaved |= is_new;
        let woken = !pressed.is_empty();
        for trigger in pressed {
            self.pressed(trigger);
        }
        if self.failure.is_some() || self.frames == Some(0) {
            return events.exit();
        }
        let Some(screen) = &self.screen else { return };
        let now = Instant::now();
        if woken {
            screen.window.request_redraw();
        }
        if self.is_moving() || self.is_handing_over() {
            if now >= self.next_frame {
                screen.window.request_redraw();
                self.next_frame = (self.next_frame + self.frame_every).max(now);
            }
            return events.set_control_flow(ControlFlow::WaitUntil(self.next_frame));
        }
        let asked = screen.repaint_at();
        if asked.is_some_and(|at| at <= now) {
            screen.window.request_redraw();
        }
        let pads = self.pads.any().then(|| now + PAD_EVERY);
        events.set_control_flow(match asked.filter(|at| *at > now).into_iter().chain(pads).min() {
            Some(at) => ControlFlow::WaitUntil(at),
            None => ControlFlow::Wait,
        });
    }
}
