//! Which models of other archives a zone needs: `Z_chr.txt`.
//! Source: `docs/spec/everquest/zone-install.md`, "13. Side files, from real ones".

use crate::lines::{self, Line, Row, is_file_name};
use crate::map::shown;
use binary::{Code, Mode, Report, Result, Site, codes};
use serde::{Deserialize, Serialize};

codes! {
    COUNT = "everquest.model_list.count": "the first line is not the number of models that follow" => "set it to that number";
    ROW = "everquest.model_list.row": "a line does not name a model and its archive" => "write `model,archive`";
}

/// Every finding that reading or writing such a list can make.
pub fn codes() -> Vec<&'static Code> {
    [CODES, lines::CODES].concat()
}

/// A list of models.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelList {
    /// Its lines of text; the first has the count.
    pub lines: Vec<Line<ModelRow>>,
}

/// What one line of text says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(rename_all = "lowercase")]
pub enum ModelRow {
    /// How many models follow.
    Count(u32),
    /// A model, and the archive that has it.
    Model {
        /// Code of the model: its actor is `<MODEL>_ACTORDEF`. Case varies.
        model: String,
        /// Base name of the archive: with `_chr` an `.s3d`, bare an `.eqg`, or
        /// `<name>_chr.s3d` if only that exists.
        archive: String,
    },
}

impl Row for ModelRow {
    fn parse(line: &str) -> Option<Self> {
        if let Ok(count) = line.trim_ascii().parse() {
            return Some(ModelRow::Count(count));
        }
        let (model, archive) = line.split_once(',')?;
        let [model, archive] = [model, archive].map(|name| name.trim_ascii().to_owned());
        let fits = is_file_name(&model) && is_file_name(&archive) && !archive.contains(',');
        fits.then_some(ModelRow::Model { model, archive })
    }

    fn print(&self) -> String {
        match self {
            ModelRow::Count(count) => count.to_string(),
            ModelRow::Model { model, archive } => format!("{model},{archive}"),
        }
    }
}

/// Reads a list.
///
/// # Errors
/// A text above 8 MiB.
pub fn read(bytes: &[u8], mode: Mode) -> Result<(ModelList, Report)> {
    let (mut stated, mut found) = (None, 0_u32);
    let look = |report: &mut Report, line: &Line<ModelRow>, index, at| {
        let text = line.spelling.as_deref().unwrap_or_default();
        match (index, line.row.as_deref()) {
            (0, Some(ModelRow::Count(count))) => stated = Some(*count),
            (_, Some(ModelRow::Model { .. })) => found += 1,
            (1.., None) if text.trim_ascii().is_empty() => {}
            (0, _) => {}
            _ => report.habit(&ROW, at, "`model,archive`", shown(text)),
        }
    };
    let (lines, mut report) = lines::read(bytes, mode, look)?;
    if stated != Some(found) {
        let stated = stated.map_or_else(|| "no count".to_owned(), |stated| stated.to_string());
        report.note(&COUNT, 0, format_args!("the count of {found} models"), stated);
    }
    Ok((ModelList { lines }, report))
}

/// Writes a list.
///
/// # Errors
/// `everquest.text.unwritable` for names that are no part of a line.
pub fn write(list: &ModelList) -> Result<Vec<u8>> {
    lines::write(&list.lines)
}

/// Every line, see [`lines`].
pub fn fields(bytes: &[u8]) -> Vec<Site> {
    lines::fields(bytes)
}

impl ModelList {
    /// A list of these models with their archives.
    pub fn new(models: &[(&str, &str)]) -> Self {
        let count = Line::new(ModelRow::Count(models.len() as u32));
        let model = |(model, archive): &(&str, &str)| {
            Line::new(ModelRow::Model { model: (*model).to_owned(), archive: (*archive).to_owned() })
        };
        ModelList { lines: std::iter::once(count).chain(models.iter().map(model)).collect() }
    }

    /// Each model with its archive, in order.
    pub fn models(&self) -> impl Iterator<Item = (&str, &str)> {
        lines::rows(&self.lines).filter_map(|row| match row {
            ModelRow::Model { model, archive } => Some((model.as_str(), archive.as_str())),
            ModelRow::Count(_) => None,
        })
    }
}

/// True for a text whose first line is a count.
pub fn is_model_list(bytes: &[u8]) -> bool {
    lines::first_line(bytes).is_some_and(|line| matches!(ModelRow::parse(&line), Some(ModelRow::Count(_))))
}
