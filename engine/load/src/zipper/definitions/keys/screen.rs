//! Fonts and maps.

use super::super::schema::{Bounds, Form, Schema};
use super::{POSITIVE, keys, numbers, up_to};

/// `fonts.zrd`.
pub static FONTS: Schema = Schema {
    name: "fonts",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "7. Other MW schemas known""#;
        "WINDOWS_FONTS" Form::Named(&FONT), "", "fonts of the system, by name";
    }],
    open: false,
};

static FONT: Schema = Schema {
    name: "font",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "7. Other MW schemas known""#;
        "face" Form::Word, "", "name of the typeface";
        "height" Form::Number(Bounds { least: 1.0, most: 512.0 }), "pixels", "its height";
        "color" up_to(4), "", "its colour";
        "shadow" Form::Kept, "", "its shadow";
        "align" Form::Word, "", "how lines are aligned";
    }],
    open: false,
};

/// `maps.zrd`.
pub static MAPS: Schema = Schema {
    name: "maps",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "7. Other MW schemas known""#;
        "maps" Form::Rows(&MAP), "", "pictures of worlds from above";
    }],
    open: false,
};

static MAP: Schema = Schema {
    name: "map",
    groups: &[keys! {
        MECHS, r#"docs/spec/zbd/mw3-runtime.md, "7. Other MW schemas known""#;
        "name" Form::Word, "", "its name";
        "bitmap" Form::Word, "", "its picture";
        "mpp" POSITIVE, "m", "metres of a pixel";
        "offset" numbers(3), "m", "where the picture begins";
    }],
    open: false,
};
