//! What actions decide about how an entity looks, by the statements that they always begin with;
//! nothing is run. Source: `docs/spec/gamestudio.md`, "2.13 What scripts decide about the picture".

use super::tokens::{Definition, Token, behind_brackets};
use gamestudio::wmb::objects::{EntityView, entity_flags as bits};
use hashbrown::HashMap;

/// Words of flags that decide how an entity is drawn or collided with, in either language.
const FLAGS: [(&str, u32); 10] = [
    ("invisible", bits::INVISIBLE),
    ("passable", bits::PASSABLE),
    ("translucent", bits::TRANSLUCENT),
    ("transparent", bits::TRANSLUCENT),
    ("overlay", bits::OVERLAY),
    ("flare", bits::FLARE),
    ("nofilter", bits::NOFILTER),
    ("unlit", bits::UNLIT),
    ("nofog", bits::NOFOG),
    ("bright", bits::BRIGHT),
];
/// Statements behind these come later than the first picture, or only sometimes.
const ENDS: [&str; 7] = ["while", "for", "do", "return", "goto", "sleep", "break"];
/// Most words of one statement that are looked at for flags.
const MOST_WORDS: usize = 64;
/// Statements of these belong to a condition.
const CONDITIONS: [&str; 5] = ["if", "else", "switch", "while", "for"];

/// The actions of a game, by their names in lower case.
#[derive(Debug, Default)]
pub(super) struct Actions {
    by_name: HashMap<String, (bool, Look)>,
}

impl Actions {
    /// Takes in a definition; of several with one name the first action counts, or else the first
    /// function.
    pub fn add(&mut self, definition: &Definition<'_, '_>) {
        let name = definition.name.to_lowercase();
        let known = self.by_name.get(&name);
        if known.is_none_or(|(is_action, _)| definition.is_action && !is_action) {
            self.by_name.insert(name, (definition.is_action, Look::of(definition.body)));
        }
    }

    /// What an action decides; `None` for one that is not found.
    pub fn look(&self, action: &str) -> Option<&Look> {
        if action.is_empty() {
            return None;
        }
        self.by_name.get(&action.to_lowercase()).map(|(_, look)| look)
    }
}

/// How an entity looks once its action has begun; what it does not say stays as the level has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Look {
    set: u32,
    reset: u32,
    /// It removes itself.
    pub removed: bool,
    /// 0..=1, for a translucent entity.
    pub opacity: Option<f32>,
    ambient: Option<f32>,
    scale: [Option<f32>; 3],
    file: Option<String>,
}

impl Look {
    /// Changes an entity as its action does.
    pub fn change(&self, entity: &mut EntityView<'_>) {
        entity.flags = entity.flags & !self.reset | self.set;
        entity.ambient = self.ambient.unwrap_or(entity.ambient);
        for (own, said) in entity.scale.iter_mut().zip(self.scale) {
            *own = said.unwrap_or(*own);
        }
        if let Some(file) = &self.file {
            entity.file.clone_from(file);
        }
    }

    fn of(body: &[Token<'_>]) -> Self {
        let mut look = Look::default();
        let mut at = 0;
        while let Some(token) = body.get(at) {
            match token {
                Token::Word(word)
                    if token.is_one_of(&ENDS)
                        || word.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("wait")) =>
                {
                    break;
                }
                Token::Mark('{') => at = behind_brackets(body, at),
                Token::Mark(';' | '}') => at += 1,
                _ if token.is_one_of(&CONDITIONS) => at = behind_statement(body, at),
                _ => {
                    let end = behind_statement(body, at);
                    look.note(&body[at..end]);
                    at = end;
                }
            }
        }
        // What is shown again later is something to find or the player.
        if (0..body.len()).any(|at| shows_itself(&body[at..])) {
            look.set &= !bits::INVISIBLE;
        }
        look
    }

    /// Takes in a statement.
    fn note(&mut self, statement: &[Token<'_>]) {
        let [first, rest @ ..] = statement else { return };
        match rest {
            [Token::Mark('('), arguments @ ..] => self.note_call(first, arguments),
            [Token::Mark('.'), field, Token::Mark('='), value @ ..] if is_me(first) => {
                self.note_field(field, value)
            }
            [Token::Mark('.'), field, Token::Mark('|'), Token::Mark('='), words @ ..]
                if is_me(first) && field.is("flags") =>
            {
                self.switch(flags(words), true);
            }
            [Token::Mark('.'), field, Token::Mark('&'), Token::Mark('='), Token::Mark('~'), words @ ..]
                if is_me(first) && field.is("flags") =>
            {
                self.switch(flags(words), false);
            }
            // WDL has these without brackets.
            [me, Token::Mark(';')] if first.is("remove") && is_me(me) => self.removed = true,
            [Token::Text(file), Token::Mark(','), me, ..] if first.is("morph") && is_me(me) => {
                self.morph(file)
            }
            _ => {}
        }
    }

    fn note_call(&mut self, name: &Token<'_>, arguments: &[Token<'_>]) {
        match arguments {
            [me, Token::Mark(','), words @ ..] if is_me(me) && name.is("set") => {
                self.switch(flags(words), true)
            }
            [me, Token::Mark(','), words @ ..] if is_me(me) && name.is("reset") => {
                self.switch(flags(words), false);
            }
            [me, Token::Mark(')'), ..]
                if is_me(me) && name.is_one_of(&["ptr_remove", "ent_remove", "remove"]) =>
            {
                self.removed = true;
            }
            [me, Token::Mark(','), Token::Text(file), Token::Mark(')'), ..]
                if is_me(me) && name.is("ent_morph") =>
            {
                self.morph(file);
            }
            _ => {}
        }
    }

    fn note_field(&mut self, field: &Token<'_>, value: &[Token<'_>]) {
        if let Some((bit, on)) = switched(field, value) {
            return self.switch(bit, on);
        }
        let value = match value {
            [Token::Number(number), Token::Mark(';')] => *number,
            [Token::Mark('-'), Token::Number(number), Token::Mark(';')] => -number,
            _ => return,
        };
        let Token::Word(field) = field else { return };
        match field.to_ascii_lowercase().as_str() {
            "alpha" => self.opacity = Some((value / 100.0).clamp(0.0, 1.0)),
            "ambient" => self.ambient = Some(value),
            "scale_x" => self.scale[0] = Some(value),
            "scale_y" => self.scale[1] = Some(value),
            "scale_z" => self.scale[2] = Some(value),
            _ => {}
        }
    }

    fn switch(&mut self, flags: u32, on: bool) {
        let (to, from) = if on { (&mut self.set, &mut self.reset) } else { (&mut self.reset, &mut self.set) };
        *to |= flags;
        *from &= !flags;
    }

    fn morph(&mut self, file: &str) {
        if !file.is_empty() {
            self.file = Some(file.to_owned());
        }
    }
}

/// The entity that runs the action.
fn is_me(token: &Token<'_>) -> bool {
    token.is("my") || token.is("me")
}

/// The flags among the words up to the end of a statement or of brackets.
fn flags(words: &[Token<'_>]) -> u32 {
    let own = words.iter().take(MOST_WORDS).take_while(|token| !matches!(token, Token::Mark(';')));
    own.filter_map(|token| FLAGS.iter().find(|(word, _)| token.is(word))).fold(0, |all, (_, bit)| all | bit)
}

/// `my.passable = on;` and the like: which flag, and whether it is on.
fn switched(field: &Token<'_>, value: &[Token<'_>]) -> Option<(u32, bool)> {
    let on = match value {
        [Token::Number(number), Token::Mark(';')] => *number != 0.0,
        [word, Token::Mark(';')] if word.is_one_of(&["on", "true"]) => true,
        [word, Token::Mark(';')] if word.is_one_of(&["off", "false"]) => false,
        _ => return None,
    };
    if field.is("visible") {
        return Some((bits::INVISIBLE, !on));
    }
    FLAGS.iter().find(|(word, _)| field.is(word)).map(|(_, bit)| (*bit, on))
}

/// True if a statement that starts here makes the entity visible.
fn shows_itself(statement: &[Token<'_>]) -> bool {
    match statement {
        [name, Token::Mark('('), me, Token::Mark(','), words @ ..]
            if is_me(me) && name.is_one_of(&["reset", "toggle"]) =>
        {
            flags(words) & bits::INVISIBLE != 0
        }
        [me, Token::Mark('.'), field, Token::Mark('&'), Token::Mark('='), Token::Mark('~'), words @ ..]
            if is_me(me) && field.is("flags") =>
        {
            flags(words) & bits::INVISIBLE != 0
        }
        [me, Token::Mark('.'), field, Token::Mark('='), value @ ..] if is_me(me) => {
            let value = &value[..value.len().min(2)];
            switched(field, value) == Some((bits::INVISIBLE, false))
        }
        _ => false,
    }
}

/// The place behind the statement at `at`, with all branches of a condition.
fn behind_statement(body: &[Token<'_>], mut at: usize) -> usize {
    loop {
        match body.get(at) {
            None => return body.len(),
            Some(token) if token.is_one_of(&CONDITIONS) => {
                at += 1;
                if body.get(at) == Some(&Token::Mark('(')) {
                    at = behind_brackets(body, at);
                }
                continue;
            }
            Some(Token::Mark('{')) => at = behind_brackets(body, at),
            Some(Token::Mark('}')) => return at,
            Some(_) => {
                let end = body[at..].iter().position(|token| matches!(token, Token::Mark(';' | '}' | '{')));
                at = match end.map(|end| at + end) {
                    Some(end) if body[end] == Token::Mark(';') => end + 1,
                    // A list of values in braces, or an end that is missing.
                    Some(end) if body[end] == Token::Mark('{') => behind_brackets(body, end),
                    Some(end) => return end.max(at + 1),
                    None => body.len(),
                };
            }
        }
        if !body.get(at).is_some_and(|token| token.is("else")) {
            return at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::{definitions, tokens};
    use super::*;

    fn look(body: &str) -> Look {
        let script = format!("action it() {{ {body} }}");
        let tokens = tokens(&script);
        let mut actions = Actions::default();
        definitions(&tokens).iter().for_each(|definition| actions.add(definition));
        actions.look("IT").unwrap().clone()
    }

    #[test]
    fn flags_are_switched_in_every_way_that_scripts_have() {
        let hidden = [
            "set(my, INVISIBLE);",
            "set(me,PASSABLE | INVISIBLE);",
            "my.invisible = on;",
            "my->flags |= INVISIBLE;",
            "me.visible = OFF;",
            "var x = 1; if (x) { wait(1); } else y(); set(my, INVISIBLE); wait(1);",
        ];
        for body in hidden {
            assert!(look(body).set & bits::INVISIBLE != 0, "{body}");
        }
        let seen = [
            "// set(my, INVISIBLE);\n",
            "set(you, INVISIBLE);",
            "if (a) set(my, INVISIBLE);",
            "if (a) b(); else { set(my, INVISIBLE); }",
            "wait(1); set(my, INVISIBLE);",
            "while (1) { wait(1); } set(my, INVISIBLE);",
            "for (i = 0; i < 3; i++) { a(); } set(my, INVISIBLE);",
            // It appears later.
            "set(my, INVISIBLE); while (1) { if (near) reset(my, PASSABLE | INVISIBLE); wait(1); }",
            "my.invisible = on; wait(9); my.invisible = off;",
            "my.flags |= INVISIBLE; wait(9); my.flags &= ~INVISIBLE;",
            "set(my, INVISIBLE); wait(1); toggle(my, INVISIBLE);",
        ];
        for body in seen {
            assert_eq!(look(body).set & bits::INVISIBLE, 0, "{body}");
        }
        let last = look("set(my, PASSABLE | BRIGHT); reset(my, BRIGHT);");
        assert_eq!((last.set, last.reset), (bits::PASSABLE, bits::BRIGHT));
    }

    #[test]
    fn numbers_and_names_count_only_as_they_stand() {
        let said = look(
            "my.alpha = 30; my.ambient = -50; my.scale_x = 2; my.scale_z = 0.5; my.scale_y = x; my.alpha = 3 * 9;",
        );
        assert_eq!((said.opacity, said.ambient), (Some(0.3), Some(-50.0)));
        assert_eq!(said.scale, [Some(2.0), None, Some(0.5)]);
        assert_eq!(look("ent_morph(me, \"Other.mdl\");").file.as_deref(), Some("Other.mdl"));
        assert_eq!(look("morph <other.mdl>, my;").file.as_deref(), Some("other.mdl"));
        assert_eq!(look("ent_morph(me, name);"), Look::default());
        for removed in ["ptr_remove(me);", "ent_remove(my);", "remove me;"] {
            assert!(look(removed).removed, "{removed}");
        }
        for stays in ["ptr_remove(you);", "wait(1); ptr_remove(me);", "if (a) ptr_remove(me);"] {
            assert!(!look(stays).removed, "{stays}");
        }
    }

    #[test]
    fn scripts_that_are_cut_off_or_nest_without_end_are_read_to_their_end() {
        for body in ["set(my", "if (", "if (a) else", "{ set(my, INVISIBLE", "my.", "x = { 1, 2", "}", "else"]
        {
            let _ = look(body);
        }
        let deep = "if (a) ".repeat(100_000) + "b;";
        assert_eq!(look(&deep), Look::default());
        assert_eq!(look(&"{".repeat(100_000)), Look::default());
        assert_eq!(look(&"if (a) b; else ".repeat(50_000)), Look::default());
    }
}
