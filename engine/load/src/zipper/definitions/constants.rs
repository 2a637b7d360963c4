//! Numbers that no reader holds: constants of the games' programs, and proposals where nothing is known. Each title
//! has one file of them (`constants/TITLE.toml`), where each number has its unit, its evidence and its source.

use serde::Deserialize;
use std::sync::OnceLock;

/// A number or a list of numbers.
#[derive(Clone, Debug, PartialEq, Deserialize, serde::Serialize)]
#[serde(untagged)]
pub enum Amount {
    /// One number.
    One(f32),
    /// Several.
    Several(Vec<f32>),
}

impl Amount {
    /// All its numbers.
    pub fn numbers(&self) -> &[f32] {
        match self {
            Amount::One(number) => std::slice::from_ref(number),
            Amount::Several(numbers) => numbers,
        }
    }
}

/// A number of a game's program.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constant {
    /// Its name: letters, digits and points. That of a key (`vehicle.rates`) is what counts where a definition
    /// of that topic does not say it.
    pub name: String,
    /// Its value.
    pub value: Amount,
    /// Unit; empty for what has none, and in a page, which shows no list of them.
    #[serde(default)]
    pub unit: String,
    /// What it says; empty in a page.
    #[serde(default)]
    pub means: String,
    /// How it is known: `disasm RC`, `data CS`, `proposal`, `inferred`.
    pub evidence: String,
    /// File and heading of the specification; empty in a page.
    #[serde(default)]
    pub source: String,
    /// Why nothing goes by it; empty for what is used, and in a page.
    #[serde(default)]
    pub unused: String,
}

/// The numbers of a title.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constants {
    /// All of them, in the order of the file.
    #[serde(default, rename = "constant")]
    pub all: Vec<Constant>,
}

/// The file of a title without its comments.
#[cfg(not(target_family = "wasm"))]
macro_rules! text {
    ($title:literal) => {
        embed::without!(include_str!(concat!("constants/", $title, ".toml")), lines: ["#"])
    };
}

/// For a page also without what only the program's list shows.
#[cfg(target_family = "wasm")]
macro_rules! text {
    ($title:literal) => {
        embed::without!(
            include_str!(concat!("constants/", $title, ".toml")),
            lines: ["#", "unit =", "means =", "source =", "unused ="]
        )
    };
}

/// The files, by title.
const FILES: [(&str, &str); 4] = [
    ("recoil", text!("recoil")),
    ("mechwarrior3", text!("mechwarrior3")),
    ("pirates-moon", text!("pirates-moon")),
    ("crimson-skies", text!("crimson-skies")),
];

impl Constant {
    /// What it says, and why nothing goes by it, if nothing does.
    pub fn says(&self) -> String {
        let unused = if self.unused.is_empty() { "" } else { "; not used: " };
        format!("{}{unused}{}", self.means, self.unused)
    }
}

impl Constants {
    /// Those of a title; none for titles of other families.
    pub fn of(title: &str) -> &'static Constants {
        static ALL: OnceLock<[Constants; 5]> = OnceLock::new();
        let all = ALL.get_or_init(|| {
            let read = |index: usize| {
                let text = FILES.get(index).map_or("", |(_, text)| text);
                // By way of a table: what makes types of the text itself is more for a page to fetch.
                let table = text.parse::<toml::Table>();
                table
                    .and_then(toml::Table::try_into)
                    .expect("the files are part of the program and a test reads them")
            };
            std::array::from_fn(read)
        });
        let index = FILES.iter().position(|(own, _)| *own == title).unwrap_or(FILES.len());
        &all[index]
    }

    /// The numbers of that name; none where there is no such.
    pub fn numbers(&self, name: &str) -> &[f32] {
        self.get(name).map_or(&[], |constant| constant.value.numbers())
    }

    /// The number of that name.
    pub fn number(&self, name: &str) -> Option<f32> {
        self.numbers(name).first().copied()
    }

    fn get(&self, name: &str) -> Option<&Constant> {
        self.all.iter().find(|constant| constant.name == name)
    }
}
