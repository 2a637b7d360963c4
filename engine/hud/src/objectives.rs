//! Objectives: a list of what is to be done with how that stands, the time that is left, what was said last, and how
//! the mission has ended. Marks say it, not colours alone.

use crate::{color, compass, sheet::Sheet};
use world::{
    HudAlign, LetterSize, Mission, MissionLaw, MissionOutcome, NoticeKind, ObjectivePhase, Rank, Scene,
    TICKS_PER_SECOND,
};

/// Most lines of the list, and of one of its objectives; a mission with more shows the first.
const MOST: usize = 8;
const MOST_OF_ONE: usize = 2;
/// Widest part of the picture that a line takes.
const WIDTH: f32 = 0.42;
/// Widest part of the picture that what is said takes: it has room between the lower corners. Most lines of a text.
const BOARD: f32 = 0.34;
const MOST_LINES: usize = 4;
/// Below these seconds the time that is left is a warning.
const SHORT_S: u32 = 30;

/// Shows the list on the left from the top down, and what is said in the middle: above, so that it hides nobody who is
/// aimed at, or in the end below.
pub fn show(sheet: &mut Sheet, scene: &Scene, mission: &Mission) {
    let Some(law) = scene.mission.as_deref() else { return };
    let corner = list(sheet, law, mission);
    match mission.outcome {
        MissionOutcome::Running => notice(sheet, law, mission, corner),
        outcome => result(sheet, law, mission, outcome),
    }
}

/// Gives its lower right corner.
fn list(sheet: &mut Sheet, law: &MissionLaw, mission: &Mission) -> [f32; 2] {
    let letters = sheet.letters(1.0);
    let row = letters.height() as f32 + sheet.pixels(2.0).round();
    let mut shown: smallvec::SmallVec<[usize; 32]> =
        (0..law.objectives.len()).filter(|at| mission.shows(law, *at)).take(32).collect();
    shown.sort_by_key(|at| (law.objectives[*at].rank, law.objectives[*at].priority));
    let room = ((sheet.width() * WIDTH) as i32 / letters.advance().max(1)).max(12) as usize;
    let mut lines: smallvec::SmallVec<[(bool, usize, &str); MOST * MOST_OF_ONE]> = smallvec::SmallVec::new();
    for at in shown.into_iter().take(MOST) {
        let text = wrapped(&law.objectives[at].text, room.saturating_sub(4)).take(MOST_OF_ONE);
        lines.extend(text.enumerate().map(|(number, line)| (number == 0, at, line)));
    }
    lines.truncate(MOST);
    let high = lines.len() + usize::from(mission.timer.is_some());
    let [left, _] = sheet.lower_left();
    let mut y = sheet.below(compass::foot(sheet));
    if high == 0 {
        return [left, y];
    }
    let longest = lines.iter().map(|(.., line)| line.chars().count() + 4).max().unwrap_or(0);
    let wide = (longest.clamp(12, room) as i32 * letters.advance()) as f32;
    let corner = [left + wide, y + row * high as f32];
    sheet.panel([left, y], corner);
    if let Some(ticks) = mission.timer {
        let seconds = ticks.div_ceil(TICKS_PER_SECOND);
        let ink = if seconds < SHORT_S { color::WARNING } else { color::PLAIN };
        let (minutes, rest) = (seconds / 60, seconds % 60);
        sheet.text([left, y], HudAlign::Left, letters, ink, format_args!("Time {minutes}:{rest:02}"));
        y += row;
    }
    for (is_first, at, line) in lines {
        let (own, state) = (&law.objectives[at], &mission.objectives[at]);
        let (mark, ink) = match state.phase {
            ObjectivePhase::Completed => ('x', color::GOOD),
            ObjectivePhase::Retired => ('-', color::WARNING),
            _ if own.rank == Some(Rank::Primary) => (' ', color::PLAIN),
            _ => (' ', color::QUIET),
        };
        let head = if is_first { ['[', mark, ']'] } else { [' '; 3] };
        let [open, mark, close] = head;
        sheet.text([left, y], HudAlign::Left, letters, ink, format_args!("{open}{mark}{close} {line}"));
        y += row;
    }
    corner
}

/// What is to be read now: what was given, or is done.
fn notice(sheet: &mut Sheet, law: &MissionLaw, mission: &Mission, list: [f32; 2]) {
    let Some(own) = mission.notice() else { return };
    let Some(objective) = law.objectives.get(usize::from(own.objective)) else { return };
    let (head, ink) = match own.kind {
        NoticeKind::Given => ("New objective", color::PLAIN),
        NoticeKind::Completed => ("Objective complete", color::GOOD),
    };
    let hint = if own.kind == NoticeKind::Given { &*objective.hint } else { "" };
    board(sheet, &[(head, ink), (&objective.text, color::PLAIN), (hint, color::QUIET)], Some(list));
}

/// How the mission has ended.
fn result(sheet: &mut Sheet, law: &MissionLaw, mission: &Mission, outcome: MissionOutcome) {
    let (head, ink) = match outcome {
        MissionOutcome::Won => ("Mission accomplished", color::GOOD),
        _ => ("Mission failed", color::WARNING),
    };
    let done = |rank: Option<Rank>| {
        let all = law.objectives.iter().zip(&mission.objectives).filter(|(law, _)| law.rank == rank);
        let done = all.clone().filter(|(_, own)| own.phase == ObjectivePhase::Completed).count();
        (done, all.count())
    };
    let (primary, of) = done(Some(Rank::Primary));
    let seconds = mission.ticks / TICKS_PER_SECOND;
    let objectives = format!("{primary} of {of} objectives in {}:{:02}", seconds / 60, seconds % 60);
    let shots = match mission.shots {
        0 => String::new(),
        shots => format!("{} hits with {shots} shots", mission.hits),
    };
    board(sheet, &[(head, ink), (&objectives, color::PLAIN), (&shots, color::QUIET)], None);
}

/// Texts one below the other, the first in larger letters: beside a list with that corner or, where there is no room,
/// below it; without a list below the middle, between what stands in the lower corners.
fn board(sheet: &mut Sheet, texts: &[(&str, world::HudColor)], list: Option<[f32; 2]>) {
    let [middle, center] = sheet.middle();
    let gap = sheet.pixels(3.0).round();
    let sizes = [sheet.letters(1.5), sheet.letters(1.0)];
    let mut lines: smallvec::SmallVec<[(&str, LetterSize, world::HudColor); 12]> = smallvec::SmallVec::new();
    for (at, (text, ink)) in texts.iter().enumerate() {
        let size = sizes[at.min(1)];
        let room = ((sheet.width() * BOARD) as i32 / size.advance().max(1)).max(12) as usize;
        lines.extend(wrapped(text, room).take(MOST_LINES).map(|line| (line, size, *ink)));
    }
    let wide = lines.iter().map(|(line, size, _)| size.width(line)).max().unwrap_or(0) as f32;
    let high: f32 = lines.iter().map(|(_, size, _)| size.height() as f32 + gap).sum();
    // The edges of two panels and what lies between them.
    let apart = sheet.pixels(16.0).round();
    let top = match list {
        Some([right, bottom]) if middle - wide * 0.5 < right + apart => bottom + apart,
        Some(_) => sheet.below(compass::foot(sheet)),
        None => (center * 1.2).round(),
    };
    sheet.panel([middle - wide * 0.5, top], [middle + wide * 0.5, top + high]);
    let mut y = top;
    for (line, size, ink) in lines {
        sheet.text([middle, y], HudAlign::Center, size, ink, format_args!("{line}"));
        y += size.height() as f32 + gap;
    }
}

/// Lines of a text, each with so much room: broken between words, and within those that are longer.
fn wrapped(text: &str, room: usize) -> impl Iterator<Item = &str> {
    let mut rest = text.trim();
    std::iter::from_fn(move || {
        let own = cut(rest, room);
        if own.is_empty() {
            return None;
        }
        let is_whole = own.len() == rest.len() || rest[own.len()..].starts_with(char::is_whitespace);
        let end = own.rfind(' ').filter(|_| !is_whole).unwrap_or(own.len());
        let line = rest[..end].trim_end();
        rest = rest[end..].trim_start();
        Some(line)
    })
}

/// The start of a text that has so much room.
fn cut(text: &str, room: usize) -> &str {
    let end = text.char_indices().nth(room).map_or(text.len(), |(at, _)| at);
    // Texts of the games may have several lines; a list has one.
    text[..end].lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::{HudOptions, Seen, lay_out};
    use world::sketch::Sketch;
    use world::{
        Derived, Hud, HudPart, LawKind, MissionLaw, MissionOutcome, Notice, NoticeKind, ObjectiveLaw,
        ObjectivePhase, Rank, Scene, State, TankLaw, TimerLaw, VehicleLaw, Views,
    };

    fn scene() -> Scene {
        let mut scene = Sketch::new().scene;
        let law = LawKind::Tank(Box::new(TankLaw { health: 100.0, ..TankLaw::default() }));
        scene.vehicles.push(VehicleLaw { name: "tank".into(), node: None, views: Views::default(), law });
        scene.drives = Some(0);
        let own = |text: &str, rank| ObjectiveLaw { text: text.into(), rank, ..ObjectiveLaw::default() };
        let objectives = vec![
            own("open the gate", Some(Rank::Primary)),
            own("unseen", None),
            own("look", Some(Rank::Tertiary)),
        ];
        let timer = Some(TimerLaw { seconds: 95.0, loses: true });
        scene.mission = Some(Box::new(MissionLaw { objectives, timer, ..MissionLaw::default() }));
        scene
    }

    /// All letters of a HUD, the dark edges left out, in the order in which they are drawn.
    fn read(scene: &Scene, state: &State, size: [u32; 2], options: &HudOptions) -> (String, Hud) {
        let mut hud = Hud::default();
        let (derived, _) = Derived::build(scene, state, 100);
        lay_out(&Seen::new(derived.probe(scene, state), state, size), options, &mut hud);
        let letters = hud.parts().iter().filter_map(|part| match part {
            HudPart::Letter(own) if own.color[0] != 0 => Some(own.letter),
            _ => None,
        });
        (letters.collect(), hud)
    }

    #[test]
    fn the_list_says_what_is_to_be_done_and_what_is_done() {
        let scene = scene();
        let mut state = State::new(&scene, 1);
        for own in &mut state.mission.objectives {
            (own.seen, own.phase) = (true, ObjectivePhase::Awake);
        }
        state.mission.objectives[0].phase = ObjectivePhase::Completed;
        let only = HudOptions { objectives: true, ..HudOptions::NOTHING };
        let (text, _) = read(&scene, &state, [1280, 720], &only);
        assert_eq!(text, "Time1:35[x]openthegate[]look");
        // A long one goes on below, and what has no room there is left out.
        let mut long = scene.clone();
        let all = "one two three four five six seven eight nine ten eleven twelve ".repeat(4);
        long.mission.as_deref_mut().unwrap().objectives[2].text = all.into();
        // 42 % of 640 pixels are so many letters, of which the mark takes four.
        let (text, _) = read(&long, &state, [640, 480], &only);
        let shown = text.strip_prefix("Time1:35[x]openthegate[]").expect("the rest as before");
        assert!(
            shown.starts_with("onetwothreefourfivesixseven") && shown.len() > 40 && shown.len() < 120,
            "{shown}"
        );
        let off = HudOptions { objectives: false, ..only };
        assert_eq!(read(&scene, &state, [1280, 720], &off).0, "");
        // What was given last is to be read.
        let notice = Notice { objective: 2, kind: NoticeKind::Given, wait: 0, left: 9 };
        state.mission.notices.push(notice);
        assert!(read(&scene, &state, [1280, 720], &only).0.ends_with("Newobjectivelook"));
        state.mission.outcome = MissionOutcome::Lost;
        assert!(read(&scene, &state, [1280, 720], &only).0.ends_with("Missionfailed1of1objectivesin0:00"));
    }

    #[test]
    fn what_is_said_stands_above_the_middle_and_beside_the_list() {
        let mut scene = scene();
        let own = &mut scene.mission.as_deref_mut().unwrap().objectives;
        (own[0].text, own[2].text) = ("a gate that is opened by a wheel".into(), "short".into());
        let mut state = State::new(&scene, 1);
        for own in &mut state.mission.objectives {
            (own.seen, own.phase) = (true, ObjectivePhase::Awake);
        }
        state.mission.notices.push(Notice { objective: 2, kind: NoticeKind::Given, wait: 0, left: 9 });
        let only = HudOptions { objectives: true, ..HudOptions::NOTHING };
        // The panels of the list and of what is said: their upper and lower edges, and the left and the right one.
        let panels = |size: [u32; 2]| {
            let (_, hud) = read(&scene, &state, size, &only);
            let bars = hud.parts().iter().filter_map(|part| match part {
                HudPart::Bar(bar) => Some([bar.center - bar.half, bar.center + bar.half]),
                _ => None,
            });
            let bars: Vec<_> = bars.collect();
            let &[list, said] = &bars[..] else { panic!("{bars:?}") };
            (list, said)
        };
        let (list, said) = panels([1280, 720]);
        assert!(said[0].y == list[0].y && said[0].x > list[1].x && said[1].y < 300.0, "{list:?} {said:?}");
        let (list, said) = panels([480, 480]);
        assert!(said[0].y > list[1].y && said[1].y < 240.0, "{list:?} {said:?}");
        // However wide the picture is, the two do not touch.
        for wide in (480..1600).step_by(8) {
            let (list, said) = panels([wide, 720]);
            assert!(said[0].x > list[1].x || said[0].y > list[1].y, "{wide}: {list:?} {said:?}");
        }
    }

    #[test]
    fn lines_are_broken_between_words() {
        let lines = |text: &'static str, room| super::wrapped(text, room).collect::<Vec<_>>();
        assert_eq!(lines("switch off the third pump", 10), ["switch off", "the third", "pump"]);
        assert_eq!(lines("one\r\ntwo three", 20), ["one", "two three"]);
        assert_eq!(lines("unbreakable", 4), ["unbr", "eaka", "ble"]);
        assert!(lines("  ", 4).is_empty() && lines("", 4).is_empty());
    }

    #[test]
    fn nothing_leaves_the_picture_however_long_it_is() {
        let mut scene = scene();
        let law = scene.mission.as_deref_mut().unwrap();
        law.objectives[0].text = "x".repeat(4000).into();
        let mut state = State::new(&scene, 1);
        state.mission.objectives[0].seen = true;
        state.mission.notices.push(Notice { objective: 0, kind: NoticeKind::Given, wait: 0, left: 9 });
        for size in [[640, 480], [1280, 720], [3440, 1440]] {
            let options = HudOptions {
                compass: false,
                speed: false,
                gauges: false,
                weapons: false,
                ..HudOptions::default()
            };
            let (_, hud) = read(&scene, &state, size, &options);
            for part in hud.parts() {
                if let HudPart::Letter(own) = part {
                    let [x, y] = own.at;
                    let width = own.size.advance();
                    assert!(x >= -1 && x + width <= size[0] as i32 + 1 && y >= -1, "{own:?} in {size:?}");
                }
            }
        }
    }
}
