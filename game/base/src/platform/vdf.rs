//! Steam's text files: `"key" "value"` and `"key" { ... }`, nested.

/// Every value below any key of that name, and every value whose key is a
/// number: the older files list their libraries that way.
pub fn values<'a>(text: &'a str, key: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut last: Option<&'a str> = None;
    for token in Tokens(text) {
        match (token, last.take()) {
            (Token::Brace, _) => {}
            (Token::Text(value), Some(name)) => {
                let wanted = name.eq_ignore_ascii_case(key)
                    || (!name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) && is_path(value));
                if wanted {
                    found.push(value.replace("\\\\", "\\").replace("\\\"", "\""));
                }
            }
            (Token::Text(name), None) => last = Some(name),
        }
    }
    found
}

fn is_path(value: &str) -> bool {
    value.contains('/') || value.contains('\\')
}

enum Token<'a> {
    Text(&'a str),
    Brace,
}

struct Tokens<'a>(&'a str);

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.0 = self.0.trim_start();
            match self.0.chars().next()? {
                '{' | '}' => {
                    self.0 = &self.0[1..];
                    return Some(Token::Brace);
                }
                '"' => {
                    let inside = &self.0[1..];
                    let mut escaped = false;
                    let end = inside.find(|letter| {
                        let ends = letter == '"' && !escaped;
                        escaped = letter == '\\' && !escaped;
                        ends
                    })?;
                    self.0 = &inside[end + 1..];
                    return Some(Token::Text(&inside[..end]));
                }
                '/' if self.0.starts_with("//") => self.0 = self.0.split_once('\n')?.1,
                _ => {
                    let ends = |letter: char| letter.is_whitespace() || matches!(letter, '{' | '}' | '"');
                    let end = self.0.find(ends).unwrap_or(self.0.len());
                    let (text, rest) = self.0.split_at(end);
                    self.0 = rest;
                    return Some(Token::Text(text));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_of_newer_and_older_files() {
        let newer = r#"
"libraryfolders"
{
    "contentstatsid" "-123"
    "0"
    {
        "path"  "/home/me/.steam"  // the first
        "label" "a \"good\" one"
        "apps" { "228980" "1234567" }
    }
    "1" { "path" "D:\\Games\\Steam" }
}"#;
        assert_eq!(values(newer, "path"), ["/home/me/.steam", "D:\\Games\\Steam"]);
        let older = "\"LibraryFolders\" { \"TimeNextStatsReport\" \"1\" \"1\" \"/mnt/games\" }";
        assert_eq!(values(older, "path"), ["/mnt/games"]);
    }

    #[test]
    fn damaged_files_give_what_they_have() {
        assert_eq!(values("\"path\" \"/a\" \"path\" \"/b", "path"), ["/a"]);
        for text in ["", "\"", "{{{{", "}", "\"a\"", "path", "//", "\"\\\"", "\u{fffd}{\u{fffd}"] {
            assert!(values(text, "path").is_empty(), "{text}");
        }
        assert_eq!(values("path /bare", "path"), ["/bare"]);
    }
}
