//! Scripts as words, numbers, texts and marks, without comments and without lines for the
//! preprocessor: enough to look for statements, not to run them. Both languages of the engine,
//! lite-C and WDL, look alike at this level.

/// Most letters of a file name between `<` and `>`.
const LONGEST_NAME: usize = 128;
/// Most pieces in the brackets behind the name of a function.
const MOST_PARAMETERS: usize = 256;

/// A piece of a script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A name or a keyword.
    Word(&'a str),
    /// A number without its sign.
    Number(f32),
    /// What stands in quotes, or a file name between `<` and `>`.
    Text(&'a str),
    /// Any other character; `->` is the same as `.`.
    Mark(char),
}

impl Token<'_> {
    /// True for this word; the case does not matter.
    pub fn is(&self, word: &str) -> bool {
        matches!(self, Token::Word(own) if own.eq_ignore_ascii_case(word))
    }

    /// True for one of these words.
    pub fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is(word))
    }
}

/// The pieces of a script, in their order.
pub(super) fn tokens(script: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = script;
    let mut line_starts = true;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\n' => {
                line_starts = true;
                rest = &rest[1..];
                continue;
            }
            _ if first.is_whitespace() => {
                rest = &rest[first.len_utf8()..];
                continue;
            }
            '#' if line_starts => preprocessed(rest),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => {
                rest.get(2..).and_then(|inside| inside.find("*/")).map_or(rest.len(), |end| end + 4)
            }
            '"' => {
                let (text, length) = quoted(rest);
                tokens.push(Token::Text(text));
                length
            }
            '<' if file_name(rest).is_some() => {
                let name = file_name(rest).unwrap_or_default();
                tokens.push(Token::Text(name));
                name.len() + 2
            }
            '-' if rest.starts_with("->") => {
                tokens.push(Token::Mark('.'));
                2
            }
            _ if first.is_ascii_digit() => {
                let (number, length) = number(rest);
                tokens.extend(number.map(Token::Number));
                length
            }
            _ if first == '_' || first.is_alphabetic() => {
                let is_part = |letter: char| letter == '_' || letter.is_alphanumeric();
                let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
                tokens.push(Token::Word(&rest[..length]));
                length
            }
            _ => {
                tokens.push(Token::Mark(first));
                first.len_utf8()
            }
        };
        line_starts = false;
        rest = &rest[length..];
    }
    tokens
}

/// Bytes of a line for the preprocessor, which goes on where it ends in a backslash.
fn preprocessed(rest: &str) -> usize {
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        end += line.trim_end_matches(['\r', '\n']).len();
        if !line.trim_end().ends_with('\\') {
            return end;
        }
        end += line.len() - line.trim_end_matches(['\r', '\n']).len();
    }
    end
}

/// What stands in the quotes that start here, and the bytes with the quotes.
fn quoted(rest: &str) -> (&str, usize) {
    let mut escaped = false;
    for (place, letter) in rest.char_indices().skip(1) {
        match letter {
            '"' if !escaped => return (&rest[1..place], place + 1),
            _ => escaped = letter == '\\' && !escaped,
        }
    }
    (&rest[1..], rest.len())
}

/// A file name between `<` and `>`.
fn file_name(rest: &str) -> Option<&str> {
    let is_part = |letter: char| letter.is_alphanumeric() || "_+-.\\/ ".contains(letter);
    let mut letters = rest.char_indices().skip(1).take(LONGEST_NAME);
    let (end, letter) = letters.find(|(_, letter)| !is_part(*letter))?;
    let name = &rest[1..end];
    (letter == '>' && name.contains('.')).then_some(name)
}

/// A number, if it is one that is understood, and its bytes.
fn number(rest: &str) -> (Option<f32>, usize) {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '.' || letter == '_';
    let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
    (rest[..length].parse().ok().filter(|number: &f32| number.is_finite()), length)
}

/// The place behind the bracket that closes the one at `open`; the end if none does.
pub(super) fn behind_brackets(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (place, token) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Mark('(' | '{' | '[') => depth += 1,
            Token::Mark(')' | '}' | ']') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return place + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// How many braces are open where a script ends. None of one whose preprocessor chooses among parts,
/// each of which may open a brace that all of them close.
pub(super) fn open_at_end(script: &str) -> usize {
    let chooses = |line: &str| {
        line.trim_start().strip_prefix('#').is_some_and(|rest| rest.trim_start().starts_with("if"))
    };
    if script.lines().any(chooses) {
        return 0;
    }
    tokens(script).iter().fold(0, |open: usize, token| match token {
        Token::Mark('{') => open + 1,
        Token::Mark('}') => open.saturating_sub(1),
        _ => open,
    })
}

/// A function or an action with its statements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition<'t, 'a> {
    pub name: &'a str,
    /// Declared with the word `action`.
    pub is_action: bool,
    /// Without the braces around it.
    pub body: &'t [Token<'a>],
}

/// Functions and actions: `action name() { .. }`, `void name() { .. }`, and in WDL
/// `action name { .. }`.
pub(super) fn definitions<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<Definition<'t, 'a>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at + 2 < tokens.len() {
        let (kind, Token::Word(name)) = (tokens[at], tokens[at + 1]) else {
            at += 1;
            continue;
        };
        let is_action = kind.is("action");
        let mut open = at + 2;
        if tokens[open] == Token::Mark('(') {
            open = behind_brackets(&tokens[..tokens.len().min(open + MOST_PARAMETERS)], open);
        } else if !is_action {
            at += 1;
            continue;
        }
        let is_type = matches!(kind, Token::Word(_) | Token::Mark('*'));
        if !is_type || tokens.get(open) != Some(&Token::Mark('{')) {
            at += 1;
            continue;
        }
        let end = behind_brackets(tokens, open);
        let inside = open + 1..end.saturating_sub(1).max(open + 1).min(tokens.len());
        found.push(Definition { name, is_action, body: &tokens[inside] });
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_preprocessor_lines_are_no_part_of_a_script() {
        let script = "#define A \"no\" \\\n  more no\n// no\n/* no */ my->alpha = 0.5; a<b;c > d; /* open";
        let wanted = [
            Token::Word("my"),
            Token::Mark('.'),
            Token::Word("alpha"),
            Token::Mark('='),
            Token::Number(0.5),
            Token::Mark(';'),
            Token::Word("a"),
            Token::Mark('<'),
            Token::Word("b"),
            Token::Mark(';'),
            Token::Word("c"),
            Token::Mark('>'),
            Token::Word("d"),
            Token::Mark(';'),
        ];
        assert_eq!(tokens(script), wanted);
        assert_eq!(tokens("f(\"a\\\"b\",<x+6.tga>) 0x1F ü_1 \"open")[2], Token::Text("a\\\"b"));
        let last = tokens("<sky 1+6.tga> \"open");
        assert_eq!(last, [Token::Text("sky 1+6.tga"), Token::Text("open")]);
    }

    #[test]
    fn definitions_are_found_in_either_language_and_end_where_the_script_does() {
        let script = tokens(
            "var x = f(1); action One() { a; { b; } } void two(var c) { d; } ACTION three { e; } if(x) { y; } void open() { f;",
        );
        let found: Vec<_> =
            definitions(&script).iter().map(|one| (one.name, one.is_action, one.body.len())).collect();
        assert_eq!(found, [("One", true, 6), ("two", false, 2), ("three", true, 2), ("open", false, 1)]);
    }
}
