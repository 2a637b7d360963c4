//! What `ifdef` and `ifndef` ask.
//! Source: `docs/spec/zbd/interp-language.md`, "3. Conditionals".

use crate::variables::Variables;

/// Folds `A || B && C ...` from left to right, without precedence. Operands name variables directly.
/// Nothing at all is false, and so is an operand that is missing; whatever is no operator ends the
/// fold with the value so far.
pub(crate) fn holds<'a>(mut words: impl Iterator<Item = &'a str>, variables: &Variables) -> bool {
    let operand =
        |words: &mut dyn Iterator<Item = &'a str>| words.next().is_some_and(|name| variables.is_true(name));
    let mut value = operand(&mut words);
    while let Some(operator) = words.next() {
        match operator {
            "||" => value |= operand(&mut words),
            "&&" => value &= operand(&mut words),
            _ => break,
        }
    }
    value
}
