//! JSON with lines for the upper levels only.

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};
use std::io::{self, Write};

/// Lists and objects that are written over several lines; deeper ones stand on
/// one, so that a world of a million numbers has no million lines.
const OPEN_LEVELS: usize = 4;

/// Any value as JSON, with a line end.
///
/// # Errors
/// A value that JSON cannot say.
pub fn print(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::new();
    let formatter = Shallow { level: 0, pretty: PrettyFormatter::new() };
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut text, formatter))?;
    text.push(b'\n');
    Ok(text)
}

/// Lines for the upper levels only.
struct Shallow {
    level: usize,
    pretty: PrettyFormatter<'static>,
}

impl Shallow {
    fn is_open(&self) -> bool {
        self.level <= OPEN_LEVELS
    }
}

/// Hands a call to the pretty formatter on the upper levels, to the compact one
/// below.
macro_rules! either {
    ($self:ident, $call:ident($($argument:expr),*)) => {
        if $self.is_open() { $self.pretty.$call($($argument),*) } else { CompactFormatter.$call($($argument),*) }
    };
}

impl Formatter for Shallow {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.level += 1;
        either!(self, begin_array(writer))
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        either!(self, end_array(writer))?;
        self.level -= 1;
        Ok(())
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        either!(self, begin_array_value(writer, first))
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        either!(self, end_array_value(writer))
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.level += 1;
        either!(self, begin_object(writer))
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        either!(self, end_object(writer))?;
        self.level -= 1;
        Ok(())
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        either!(self, begin_object_key(writer, first))
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        either!(self, begin_object_value(writer))
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        either!(self, end_object_value(writer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_lists_stand_on_one_line() {
        let value = serde_json::json!({"a": [{"b": [[1, 2], [3, 4]]}], "c": []});
        let text = String::from_utf8(print(&value).unwrap()).unwrap();
        assert!(text.contains("\n        [1,2],\n"), "{text}");
        assert!(text.contains("\"c\": []"), "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
