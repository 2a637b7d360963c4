//! The pages of a mission: what is to be done before it begins, and how it ended. What is read while it runs is laid out
//! by the crate `hud`.

use super::{Wish, keys, menu};
use crate::bindings::{Action, Bindings, Driven};
use crate::theme;
use crate::visit::Visit;
use egui::{Align, Key, Layout, RichText, ScrollArea, Ui};
use world::program::SoundRef;
use world::{
    Mission, MissionAct, MissionLaw, MissionOutcome, ObjectiveLaw, ObjectivePhase, Rank, TICKS_PER_SECOND,
};

/// Height of a row, points.
const ROW: f32 = 30.0;
/// The controls that a briefing names, in the order of importance.
const CONTROLS: [Action; 15] = [
    Action::Forward,
    Action::Backward,
    Action::Left,
    Action::Right,
    Action::Jump,
    Action::Sink,
    Action::Shoot,
    Action::ShootSecond,
    Action::NextWeapon,
    Action::VehicleMode,
    Action::ThirdPerson,
    Action::Eject,
    Action::QuickSave,
    Action::QuickLoad,
    Action::Keys,
];

/// Shows what is to be done in the mission of a visit, for a person who has not begun yet; `assisted` while driving is.
pub fn show_briefing(
    context: &egui::Context,
    visit: &Visit,
    bindings: &Bindings,
    assisted: bool,
    wishes: &mut Vec<Wish>,
) {
    let Some(law) = visit.simulation().scene().mission.as_deref() else { return };
    menu::shade(context);
    theme::dialog(context, "briefing", egui::vec2(640.0, 560.0), |ui| {
        ui.label(RichText::new("Briefing").heading().color(theme::WARM));
        theme::quiet(ui, &where_and_how(visit));
        ui.separator();
        filled(ui, |ui| {
            for text in law.briefing() {
                ui.horizontal_top(|ui| {
                    ui.label(RichText::new("-").color(theme::WARM));
                    ui.add(egui::Label::new(text).wrap());
                });
            }
            if let Some(timer) = law.timer.filter(|timer| timer.loses) {
                ui.label(format!("Time: {}", clock(timer.seconds as u32)));
            }
            ui.add_space(8.0);
            controls(ui, bindings, visit.driven(), assisted);
            if !assisted && visit.driven() != Driven::Nothing {
                ui.add_space(4.0);
                theme::quiet(
                    ui,
                    "Assisted driving (Settings, Controls) turns to where the mouse points, as in a shooter.",
                );
            }
        });
        buttons(
            ui,
            &[("Start mission", Wish::Resume), ("Vehicle", Wish::Vehicles), ("Main menu", Wish::Leave)],
            wishes,
        );
    });
}

/// Shows how the mission of a visit ended; `is_saved` when a quick save of it can be loaded.
pub fn show_result(context: &egui::Context, visit: &Visit, is_saved: bool, wishes: &mut Vec<Wish>) {
    let simulation = visit.simulation();
    let Some(law) = simulation.scene().mission.as_deref() else { return };
    let mission = &simulation.state().mission;
    menu::shade(context);
    theme::dialog(context, "result", egui::vec2(560.0, 480.0), |ui| {
        let (head, color) = match mission.outcome {
            MissionOutcome::Won => ("Mission accomplished", theme::WARM),
            MissionOutcome::Lost => ("Mission failed", theme::WRONG),
            MissionOutcome::Running => ("Mission", theme::WARM),
        };
        ui.label(RichText::new(head).heading().color(color));
        theme::quiet(ui, &where_and_how(visit));
        ui.separator();
        filled(ui, |ui| {
            if let Some(reason) = reason(law, mission) {
                ui.label(reason);
                ui.add_space(8.0);
            }
            egui::Grid::new("result of a mission").num_columns(2).spacing([24.0, 4.0]).show(ui, |ui| {
                for (name, value) in figures(law, mission) {
                    ui.label(RichText::new(name).color(theme::QUIET));
                    ui.label(value);
                    ui.end_row();
                }
            });
            ui.add_space(8.0);
            objectives(ui, law, mission);
        });
        let mut offered = vec![("Play again", Wish::Restart)];
        if is_saved {
            offered.push(("Quick load", Wish::QuickLoad));
        }
        offered.extend([
            ("Look around", Wish::Resume),
            ("Vehicle", Wish::Vehicles),
            ("Main menu", Wish::Leave),
        ]);
        buttons(ui, &offered, wishes);
    });
}

/// The level of a visit, what is driven in it, and how hard that is.
fn where_and_how(visit: &Visit) -> String {
    let level = format!("{}, {}", visit.title_name, visit.known().level_name);
    match visit.vehicle() {
        Some(vehicle) => format!("{level}, driving {vehicle}; difficulty: {}", visit.difficulty().name()),
        None => level,
    }
}

/// What fills a page above its buttons.
fn filled(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    let height = (ui.available_height() - ROW - 14.0).max(40.0);
    ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false).show(ui, show);
    ui.separator();
}

/// What can be done on a page; the first of it with the key Enter, too.
fn buttons(ui: &mut Ui, offered: &[(&str, Wish)], wishes: &mut Vec<Wish>) {
    // Of a button that has the focus the key is its own.
    let is_free = ui.memory(|memory| memory.focused().is_none());
    let entered = is_free && ui.input(|input| input.key_pressed(Key::Enter));
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        for (at, (name, wish)) in offered.iter().enumerate() {
            let text = RichText::new(*name).color(if at == 0 { theme::WARM } else { theme::TEXT });
            let clicked = ui.add(egui::Button::new(text).min_size(egui::vec2(0.0, ROW))).clicked();
            if clicked || at == 0 && entered {
                wishes.push(wish.clone());
            }
        }
    });
}

/// The controls of whoever drives, in two columns.
fn controls(ui: &mut Ui, bindings: &Bindings, driven: Driven, assisted: bool) {
    egui::Grid::new("controls of a briefing").num_columns(4).spacing([10.0, 2.0]).show(ui, |ui| {
        let mouse = ("Mouse".into(), keys::mouse(driven, assisted));
        let of_use = CONTROLS.into_iter().filter(|own| keys::is_of_use(*own, driven));
        let actions = of_use.map(|own| (bindings.scheme(driven).hint(own), keys::what(own, driven)));
        for (at, (hint, what)) in std::iter::once(mouse).chain(actions).enumerate() {
            ui.label(RichText::new(hint).size(12.5).color(theme::WARM));
            ui.label(RichText::new(what).size(12.5));
            if at % 2 == 1 {
                ui.end_row();
            }
        }
    });
}

/// Why a mission was lost; none where the list of its objectives says it.
fn reason<'a>(law: &'a MissionLaw, mission: &Mission) -> Option<&'a str> {
    let is_late = law.timer.is_some_and(|timer| timer.loses) && mission.timer.is_none();
    match mission.outcome {
        MissionOutcome::Lost if mission.dying.is_some() => Some("Your vehicle was destroyed."),
        MissionOutcome::Lost if is_late => Some("The time is up."),
        MissionOutcome::Lost => {
            let all = law.objectives.iter().zip(&mission.objectives);
            let ended = all.filter(|(law, own)| {
                law.ends == Some(MissionOutcome::Lost) && own.phase == ObjectivePhase::Completed
            });
            ended.filter_map(|(law, _)| last_words(law)).next()
        }
        _ => None,
    }
}

/// What is said once an objective is completed.
fn last_words(law: &ObjectiveLaw) -> Option<&str> {
    law.on_completion.iter().find_map(|act| match act {
        MissionAct::Hear(SoundRef::One(sound), _) => sound.manner.subtitle.as_deref(),
        _ => None,
    })
}

/// What a mission came to.
fn figures(law: &MissionLaw, mission: &Mission) -> Vec<(&'static str, String)> {
    let mut rows = vec![("Time", clock(mission.ticks / TICKS_PER_SECOND))];
    for (rank, name) in [
        (Rank::Primary, "Primary objectives"),
        (Rank::Secondary, "Secondary objectives"),
        (Rank::Tertiary, "Further objectives"),
    ] {
        let own = law.objectives.iter().zip(&mission.objectives).filter(|(law, _)| law.rank == Some(rank));
        let done = own.clone().filter(|(_, own)| own.phase == ObjectivePhase::Completed).count();
        let of = own.count();
        if of > 0 {
            rows.push((name, format!("{done} of {of}")));
        }
    }
    let share = (100 * u64::from(mission.hits)).checked_div(u64::from(mission.shots));
    if let Some(share) = share {
        rows.push(("Hits", format!("{} of {} shots, {share} %", mission.hits, mission.shots)));
    }
    rows
}

/// Every objective that was seen, with how it stands.
fn objectives(ui: &mut Ui, law: &MissionLaw, mission: &Mission) {
    let mut shown: Vec<usize> =
        (0..law.objectives.len()).filter(|objective| mission.shows(law, *objective)).collect();
    shown.sort_by_key(|objective| (law.objectives[*objective].rank, law.objectives[*objective].priority));
    for objective in shown {
        let (mark, color) = match mission.objectives[objective].phase {
            ObjectivePhase::Completed => ("done", theme::WARM),
            ObjectivePhase::Retired => ("failed", theme::WRONG),
            ObjectivePhase::Dormant | ObjectivePhase::Awake | ObjectivePhase::Napping => {
                ("open", theme::QUIET)
            }
        };
        ui.horizontal_top(|ui| {
            ui.add_sized([44.0, 18.0], egui::Label::new(RichText::new(mark).size(12.5).color(color)));
            ui.add(egui::Label::new(&*law.objectives[objective].text).wrap());
        });
    }
}

/// Seconds as a clock shows them.
fn clock(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use world::program::ProgramSound;
    use world::{Objective, SoundManner, TimerLaw};

    #[test]
    fn a_lost_mission_says_why() {
        let timer = TimerLaw { seconds: 90.0, loses: true };
        let law = MissionLaw { timer: Some(timer), ..MissionLaw::default() };
        let lost = Mission { outcome: MissionOutcome::Lost, timer: Some(60), ..Mission::default() };
        // An objective has failed, which the list of them shows.
        assert_eq!(reason(&law, &lost), None);
        let late = Mission { timer: None, ..lost.clone() };
        assert_eq!(reason(&law, &late), Some("The time is up."));
        let dead = Mission { dying: Some(0), ..lost.clone() };
        assert_eq!(reason(&law, &dead), Some("Your vehicle was destroyed."));
        let won = Mission { outcome: MissionOutcome::Won, ..late };
        assert_eq!(reason(&law, &won), None);
        // What is said of that which ended it, once that has come.
        let manner = SoundManner { subtitle: Some("The airship is lost.".into()), ..SoundManner::default() };
        let said = ProgramSound { manner, ..ProgramSound::default() };
        let end = ObjectiveLaw {
            on_completion: vec![MissionAct::EndTimer, MissionAct::Hear(said.into(), true)],
            ends: Some(MissionOutcome::Lost),
            ..ObjectiveLaw::default()
        };
        let law = MissionLaw { objectives: vec![end], ..law };
        let own = |phase| {
            let objectives = vec![Objective { phase, ..Objective::default() }];
            Mission { objectives, ..lost.clone() }
        };
        assert_eq!(reason(&law, &own(ObjectivePhase::Completed)), Some("The airship is lost."));
        assert_eq!(reason(&law, &own(ObjectivePhase::Awake)), None);
    }

    #[test]
    fn a_result_counts_objectives_by_rank_and_the_share_of_hits() {
        let law = |rank| ObjectiveLaw { rank, ..ObjectiveLaw::default() };
        let own = |phase| Objective { phase, ..Objective::default() };
        let ranks = [Some(Rank::Primary), Some(Rank::Primary), Some(Rank::Tertiary), None];
        let law = MissionLaw { objectives: ranks.map(law).into(), ..MissionLaw::default() };
        use ObjectivePhase::{Completed, Retired};
        let mut mission = Mission {
            ticks: 60 * 125 + 59,
            objectives: [Completed, Retired, Completed, Completed].map(own).into(),
            ..Mission::default()
        };
        let words = |mission: &Mission| -> Vec<String> {
            figures(&law, mission).into_iter().map(|(name, value)| format!("{name}: {value}")).collect()
        };
        assert_eq!(
            words(&mission),
            ["Time: 2:05", "Primary objectives: 1 of 2", "Further objectives: 1 of 1"]
        );
        (mission.shots, mission.hits) = (3, 2);
        assert_eq!(words(&mission)[3], "Hits: 2 of 3 shots, 66 %");
    }
}
