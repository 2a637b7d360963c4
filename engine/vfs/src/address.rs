//! How a place in the merged tree is written down.
//!
//! An address never reaches the operating system: it is compared, folded to
//! lower case, with names that folder listings gave. The checks here keep it
//! meaning the same thing on every system.

/// Longest address in bytes.
pub(crate) const LONGEST: usize = 4096;

/// Most parts an address may have.
pub(crate) const PARTS: usize = 64;

/// Names that older systems take for devices, whatever follows the first dot.
const DEVICES: [&str; 8] = ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$", "config$"];

/// The form in which names are compared.
pub(crate) fn fold(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// The folded parts of an address; none for the top of the tree.
///
/// `\` separates as `/` does, since the games' own scripts write it.
pub(crate) fn parse(address: &str) -> Result<Vec<String>, &'static str> {
    if address.len() > LONGEST {
        return Err("an address longer than 4096 bytes");
    }
    let address = address.strip_suffix(['/', '\\']).filter(|rest| !rest.is_empty()).unwrap_or(address);
    if address.is_empty() {
        return Ok(Vec::new());
    }
    let mut parts = Vec::new();
    for part in address.split(['/', '\\']) {
        check_part(part)?;
        parts.push(fold(part));
    }
    if parts.len() > PARTS {
        return Err("an address of more than 64 parts");
    }
    Ok(parts)
}

/// Fails, saying what is wrong, for a name that no address can contain: paths,
/// drives, devices, control characters, names that end with a dot or a blank.
///
/// # Errors
/// What is wrong, as the end of `found ...`.
pub fn check_part(part: &str) -> Result<(), &'static str> {
    if part.is_empty() {
        return Err("an absolute path or an empty part");
    }
    if part == "." || part == ".." {
        return Err("a `.` or `..` part");
    }
    if part.bytes().any(|byte| byte < 0x20 || byte == 0x7F) {
        return Err("a NUL or another control character");
    }
    if part.contains(':') {
        return Err("a drive letter or a colon");
    }
    if part.contains(['/', '\\']) {
        return Err("a separator inside a name");
    }
    if part.ends_with(['.', ' ']) {
        return Err("a part that ends with a dot or a blank");
    }
    if is_device(part) {
        return Err("the name of a device");
    }
    Ok(())
}

fn is_device(part: &str) -> bool {
    let stem = fold(part.split('.').next().unwrap_or(part).trim_end());
    if DEVICES.contains(&stem.as_str()) {
        return true;
    }
    // Ports 0 to 9; the raised digits 1, 2 and 3 count as well.
    stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt")).is_some_and(|rest| {
        let mut digits = rest.chars();
        matches!((digits.next(), digits.next()), (Some('0'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}'), None))
    })
}

/// `folder/name`, or the name alone at the top.
pub(crate) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}
