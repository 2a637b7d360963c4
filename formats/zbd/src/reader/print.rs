//! Printing the text form.

use super::Value;
use super::text::{Number, number};
use binary::{Finding, Limits, Result, Severity, codes};

codes! {
    UNPRINTABLE = "zbd.reader.text.unprintable": "the value cannot be written as text" => "change the named value, or keep the binary form";
}

/// A list that fits this many characters stays on one line.
const WIDTH: usize = 100;
/// Blanks before each level of a list that does not.
const INDENT: usize = 2;

/// Prints a value as text that [`super::parse`] reads back to the same value: a
/// list directly behind a string is that string's argument list, `keya(156)`.
///
/// # Errors
/// `zbd.reader.text.unprintable` when the value is no list, or holds what has
/// no text: a string that is empty, reads as a number or has blanks,
/// parentheses or other than ASCII in it; a float that is not finite; lists
/// nested deeper than the default limits.
pub fn print(value: &Value) -> Result<String> {
    let Value::List(items) = value else {
        return Err(unprintable("a list", format_args!("{value:?}")));
    };
    let mut text = String::new();
    list(&mut text, items, 0)?;
    text.push('\n');
    Ok(text)
}

fn list(text: &mut String, items: &[Value], depth: usize) -> Result<()> {
    let limit = Limits::default().depth;
    if depth >= limit {
        return Err(unprintable(format_args!("at most {limit} lists in one another"), depth + 1));
    }
    let column = text.len() - text.rfind('\n').map_or(0, |newline| newline + 1);
    if flat_width(items, WIDTH.saturating_sub(column)).is_some() {
        text.push('(');
        for (index, item) in items.iter().enumerate() {
            if index > 0 && !is_argument(items, index) {
                text.push(' ');
            }
            one(text, item, depth)?;
        }
    } else {
        text.push('(');
        for (index, item) in items.iter().enumerate() {
            if !is_argument(items, index) {
                text.push('\n');
                text.extend(std::iter::repeat_n(' ', INDENT * (depth + 1)));
            }
            one(text, item, depth)?;
        }
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', INDENT * depth));
    }
    text.push(')');
    Ok(())
}

/// True for a list that stands behind a string.
fn is_argument(items: &[Value], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|before| items.get(before));
    matches!((before, items.get(index)), (Some(Value::Str(_)), Some(Value::List(_))))
}

fn one(text: &mut String, value: &Value, depth: usize) -> Result<()> {
    match value {
        Value::List(items) => return list(text, items, depth + 1),
        Value::Int(number) => text.push_str(&number.to_string()),
        Value::Float(number) if number.is_finite() => text.push_str(&float(*number)),
        Value::Float(number) => return Err(unprintable("a finite number", number)),
        Value::Str(word) => {
            let bytes = word.bytes();
            let plain = bytes.iter().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'(' | b')'));
            if bytes.is_empty() || !plain {
                let found = format_args!("{word:?}");
                return Err(unprintable("a string without blanks and parentheses", found));
            }
            if let Number::Is(_) = number(bytes) {
                return Err(unprintable("a string that reads as no number", format_args!("{word:?}")));
            }
            text.push_str(&word.text());
        }
    }
    Ok(())
}

/// The shortest digits that give the same float again, with a point.
fn float(number: f32) -> String {
    let digits = number.to_string();
    if digits.contains('.') { digits } else { digits + ".0" }
}

/// Characters that a list takes on one line, if they are at most `room`.
fn flat_width(items: &[Value], room: usize) -> Option<usize> {
    let mut width = 2;
    for (index, item) in items.iter().enumerate() {
        if index > 0 && !is_argument(items, index) {
            width += 1;
        }
        let left = room.checked_sub(width)?;
        width += match item {
            Value::Int(number) => number.to_string().len(),
            Value::Float(number) => float(*number).len(),
            Value::Str(word) => word.bytes().len(),
            Value::List(items) => flat_width(items, left)?,
        };
    }
    (width <= room).then_some(width)
}

fn unprintable(expected: impl std::fmt::Display, found: impl std::fmt::Display) -> Box<Finding> {
    Box::new(Finding::new(&UNPRINTABLE, Severity::Error, "", expected, found))
}
