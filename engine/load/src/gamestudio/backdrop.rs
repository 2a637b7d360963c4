//! What functions of scripts set behind and around a level, in numbers alone: the colour of the sky,
//! and fog. Source: `docs/spec/gamestudio.md`, "2.10 Sky, fog, light".

use super::scripts::bare;
use super::tokens::{Definition, Token};

/// Words for the four colours of fog.
const FOG_COLORS: [&str; 4] = ["d3d_fogcolor1", "d3d_fogcolor2", "d3d_fogcolor3", "d3d_fogcolor4"];

/// What the functions of a project set.
#[derive(Debug, Default)]
pub(super) struct Backdrop {
    sky: Vec<Setting<[f32; 3]>>,
    fog: Vec<Setting<f32>>,
    fog_start: Vec<Setting<f32>>,
    fog_end: Vec<Setting<f32>>,
    fog_colors: [Vec<Setting<[f32; 3]>>; 4],
}

/// A value that a function sets.
#[derive(Debug)]
struct Setting<T> {
    value: T,
    function: Function,
}

/// What matters of a function.
#[derive(Clone, Debug)]
struct Function {
    /// Levels that it names, in lower case, without folders.
    levels: Vec<String>,
    /// It is where the game starts.
    is_main: bool,
}

/// Fog that scripts switch on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fog {
    /// Which of the level's four colours, from 0.
    pub color: usize,
    /// A colour that is set instead: red, green, blue, 0..=1.
    pub instead: Option<[f32; 3]>,
    /// Quants: clear nearer than this.
    pub start: f32,
    /// Quants: nothing but fog beyond this.
    pub end: f32,
}

impl Backdrop {
    /// Takes what a function sets.
    pub fn add(&mut self, definition: &Definition<'_, '_>) {
        let body = definition.body;
        let levels = body.iter().filter_map(|token| match token {
            Token::Text(name) if name.to_ascii_lowercase().ends_with(".wmb") => Some(bare(name)),
            _ => None,
        });
        let is_main = definition.name.eq_ignore_ascii_case("main");
        let function = Function { levels: levels.collect(), is_main };
        function.set(&mut self.sky, color(body, "sky_color"));
        function.set(&mut self.fog, number(body, "fog_color"));
        function.set(&mut self.fog_start, number(body, "fog_start"));
        function.set(&mut self.fog_end, number(body, "fog_end"));
        for (settings, name) in self.fog_colors.iter_mut().zip(FOG_COLORS) {
            function.set(settings, color(body, name));
        }
    }

    /// The colour of the sky behind a level, red, green, blue, 0..=1, if the scripts say one.
    pub fn sky_color(&self, level: &str) -> Option<[f32; 3]> {
        of_level(&self.sky, level)
    }

    /// The fog of a level, if the scripts switch one on and say how far it reaches.
    pub fn fog(&self, level: &str) -> Option<Fog> {
        let number = of_level(&self.fog, level)?;
        let color = (1..=4_u8).position(|one| number == f32::from(one))?;
        let (start, end) = (of_level(&self.fog_start, level)?, of_level(&self.fog_end, level)?);
        let instead = of_level(&self.fog_colors[color], level);
        (start < end).then_some(Fog { color, instead, start, end })
    }
}

impl Function {
    fn set<T>(&self, settings: &mut Vec<Setting<T>>, value: Option<T>) {
        settings.extend(value.map(|value| Setting { value, function: self.clone() }));
    }
}

/// What holds for a level: what a function sets that names the level, or else that where the game
/// starts, or else what all functions agree on.
fn of_level<T: Copy + PartialEq>(settings: &[Setting<T>], level: &str) -> Option<T> {
    let level = bare(level);
    let of_level = settings.iter().find(|one| one.function.levels.contains(&level));
    let of_start = || settings.iter().find(|one| one.function.is_main);
    let only = || settings.first().filter(|first| settings.iter().all(|one| one.value == first.value));
    of_level.or_else(of_start).or_else(only).map(|one| one.value)
}

/// The number that a function gives to a variable, or to one of the camera; none for several.
fn number(body: &[Token<'_>], name: &str) -> Option<f32> {
    let numbers = (0..body.len()).filter(|at| body[*at].is(name)).filter_map(|at| match body[at + 1..] {
        [Token::Mark('='), Token::Number(number), Token::Mark(';'), ..] => Some(number),
        _ => None,
    });
    one(numbers)
}

/// The colour that a function gives to a variable with numbers alone; none for several.
fn color(body: &[Token<'_>], name: &str) -> Option<[f32; 3]> {
    let byte = |number: f32| (number / 255.0).clamp(0.0, 1.0);
    let mut colors: Vec<[f32; 3]> = Vec::new();
    let mut parts = [None; 3];
    for at in (0..body.len()).filter(|at| body[*at].is(name)) {
        match body[at + 1..] {
            // Blue, green, red.
            [
                Token::Mark(','),
                vector,
                Token::Mark('('),
                Token::Number(blue),
                Token::Mark(','),
                Token::Number(green),
                Token::Mark(','),
                Token::Number(red),
                Token::Mark(')'),
                ..,
            ] if vector.is("vector") => colors.push([red, green, blue].map(byte)),
            [Token::Mark('.'), part, Token::Mark('='), Token::Number(number), Token::Mark(';'), ..] => {
                let place = ["red", "green", "blue"].iter().position(|name| part.is(name));
                if let Some(place) = place {
                    parts[place] = Some(byte(number));
                }
            }
            _ => {}
        }
    }
    if let [Some(red), Some(green), Some(blue)] = parts {
        colors.push([red, green, blue]);
    }
    one(colors.into_iter())
}

/// What all agree on.
fn one<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::super::tokens::{definitions, tokens};
    use super::*;

    fn backdrop(script: &str) -> Backdrop {
        let mut backdrop = Backdrop::default();
        definitions(&tokens(script)).iter().for_each(|one| backdrop.add(one));
        backdrop
    }

    #[test]
    fn a_sky_colour_belongs_to_the_level_it_is_set_for_or_to_all() {
        let color = |script: &str, level: &str| {
            let color = backdrop(script).sky_color(level);
            color.map(|color| color.map(|part| (part * 255.0).round() as u8))
        };
        let two = "function menu() { level_load(\"Menu.wmb\"); vec_set(sky_color, vector(30, 20, 10)); }\n\
            void play() { level_load(\"play.wmb\"); sky_color.red = 1; sky_color.green = 2; sky_color.blue = 3; }";
        assert_eq!(color(two, "levels/menu.wmb"), Some([10, 20, 30]));
        assert_eq!(color(two, "PLAY.wmb"), Some([1, 2, 3]));
        assert_eq!(color(two, "other.wmb"), None);
        let one = "void a() { vec_set(sky_color, vector(0, 0, 0)); } void b() { vec_set(sky_color, vector(0,0,0)); }";
        assert_eq!(color(one, "any.wmb"), Some([0; 3]));
        let start = "void a() { vec_set(sky_color, vector(9, 9, 9)); } void main() { vec_set(sky_color, vector(7, 7, 7)); }";
        assert_eq!(color(start, "any.wmb"), Some([7; 3]));
        for unsaid in [
            "void a() { vec_set(sky_color, vector(random(255), 0, 0)); }",
            "void a() { sky_color.red = 1; }",
            "void a() { vec_set(sky_color, vector(1, 0, 0)); vec_set(sky_color, vector(2, 0, 0)); }",
        ] {
            assert_eq!(color(unsaid, "any.wmb"), None, "{unsaid}");
        }
    }

    #[test]
    fn fog_is_on_where_a_script_chooses_a_colour_and_says_how_far_it_reaches() {
        let fog = |script: &str, level: &str| backdrop(script).fog(level);
        let said = |color, start, end| Some(Fog { color, instead: None, start, end });
        // The range may be set elsewhere, once for all levels.
        let two = "void main() { camera.fog_start = 0; camera->fog_end = 6000; }\n\
            void moor() { level_load(\"moor.wmb\"); fog_color = 1; }\n\
            void hall() { level_load(\"hall.wmb\"); FOG_COLOR = 4; camera.fog_end = 500; }\n\
            void menu() { level_load(\"menu.wmb\"); fog_color = 0; }";
        assert_eq!(fog(two, "levels/Moor.WMB"), said(0, 0.0, 6000.0));
        assert_eq!(fog(two, "hall.wmb"), said(3, 0.0, 500.0));
        assert_eq!(fog(two, "menu.wmb"), None);
        assert_eq!(fog(two, "other.wmb"), None, "functions disagree");
        // A colour of the script's own: blue, green, red.
        let own = "void main() { fog_color = 2; vec_set(d3d_fogcolor2, vector(255, 0, 51)); \
            vec_set(d3d_fogcolor1, vector(1, 1, 1)); camera.fog_start = 1000; camera.fog_end = 5000; }";
        let purple = Fog { color: 1, instead: Some([0.2, 0.0, 1.0]), start: 1000.0, end: 5000.0 };
        assert_eq!(fog(own, "any.wmb"), Some(purple));
        for clear in [
            "void main() { fog_color = 1; }",
            "void main() { camera.fog_start = 0; camera.fog_end = 6000; }",
            "void main() { fog_color = 5; camera.fog_start = 0; camera.fog_end = 6000; }",
            "void main() { fog_color = night; camera.fog_start = 0; camera.fog_end = 6000; }",
            "void main() { fog_color = 1; camera.fog_start = 6000; camera.fog_end = 6000; }",
            "void main() { if (fog_color == 1) camera.fog_start = 0; camera.fog_end = 6000; }",
        ] {
            assert_eq!(fog(clear, "any.wmb"), None, "{clear}");
        }
    }
}
