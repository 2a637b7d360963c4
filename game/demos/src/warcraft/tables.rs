//! The tables that say which skins creatures have. Source: `docs/spec/m2.md`, "14. What a real install needs".

use super::{fox, wisp};
use crate::DemoFile;
use crate::builders::graph::{NAME, failed};
use binary::Result;
use warcraft::dbc::{self, CreatureDisplayInfo, CreatureModelData, Dbc};

/// Numbers of the first rows.
const FIRST_MODEL: u32 = 901;
const FIRST_DISPLAY: u32 = 9010;
/// A display that is not translucent.
const SOLID: u32 = 255;

fn text(table: &mut Dbc, text: &str) -> Result<u32> {
    table.add_string(text).ok_or_else(|| failed(&NAME, "a text in ASCII", format_args!("\"{text}\"")))
}

/// Both tables, for the models of both clients; `endings` are what stands behind their names.
pub(super) fn files(endings: &[&str]) -> Result<Vec<DemoFile>> {
    let mut models = Dbc::new::<CreatureModelData>();
    let mut displays = Dbc::new::<CreatureDisplayInfo>();
    let plain: &[[&str; 2]] = &[["", ""]];
    let creatures = [(fox::FOLDER, fox::NAME, &fox::SKINS[..]), (wisp::FOLDER, wisp::NAME, plain)];
    for (folder, name, skins) in creatures {
        for ending in endings {
            let id = FIRST_MODEL + models.len() as u32;
            let path = text(&mut models, &format!("{folder}\\{name}{ending}.mdx"))?;
            models.push(&CreatureModelData {
                id,
                path,
                size_class: 1,
                scale: 1.0,
                foot_print_length: 0.1,
                foot_print_width: 0.1,
                foot_print_scale: 1.0,
                collision_width: 0.8,
                collision_height: 1.8,
                ..CreatureModelData::default()
            });
            for [hide, mane] in skins {
                let textures = [text(&mut displays, hide)?, text(&mut displays, mane)?, 0];
                displays.push(&CreatureDisplayInfo {
                    id: FIRST_DISPLAY + displays.len() as u32,
                    model: id,
                    scale: 1.0,
                    opacity: SOLID,
                    textures,
                    ..CreatureDisplayInfo::default()
                });
            }
        }
    }
    let file = |name: &str, table: &Dbc| -> Result<DemoFile> {
        Ok(DemoFile::new(&format!("DBFilesClient/{name}.dbc"), dbc::write(table)?))
    };
    Ok(vec![file("CreatureModelData", &models)?, file("CreatureDisplayInfo", &displays)?])
}
