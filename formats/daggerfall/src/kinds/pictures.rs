//! Archives of pictures, palettes and skies. Source: `docs/spec/daggerfall.md`, "8. TEXTURE.nnn".

use super::numbered;
use crate::night::{self, Night};
use crate::palette::{self, Palette};
use crate::sky::{self, Sky};
use crate::texture::{self, Archive};
use binary::Result;
use filekind::{Content, FileKind, FolderForm, Recognise, Variant, boxed, document};

/// An archive of pictures. Only its name tells.
pub static TEXTURES: FileKind = FileKind {
    recognise: Recognise {
        name: |name, _| numbered(name, "TEXTURE").map(|_| Variant::default()),
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "daggerfall.texture",
        name: "Daggerfall pictures",
        parse: Some(document::parse::<Archive>),
    }),
    codes: texture::codes,
    ..FileKind::new("daggerfall.texture", "Daggerfall pictures (TEXTURE)", |bytes, _, mode| {
        boxed(texture::read(bytes, mode))
    })
};

impl Content for Archive {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        texture::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let frames: usize = (0..self.records.len()).map(|record| self.frames(record)).sum();
        vec![
            ("name", self.name.text()),
            ("records", self.records.len().to_string()),
            ("pictures", frames.to_string()),
        ]
    }

    /// A row for each record: its size, its pictures, how they are packed.
    fn lines(&self) -> Vec<String> {
        let line = |record: &texture::Record| match &record.head {
            None => "not inside the file".to_owned(),
            Some(head) => {
                let texture::Head { width, height, frames, compression, .. } = head;
                format!("{width:>4} x {height:<4} {frames:>3} 0x{compression:04x}")
            }
        };
        self.records.iter().map(line).collect()
    }
}

/// A palette. Other programs have palettes of their own.
pub static PALETTE: FileKind = FileKind {
    endings: &[".col", ".pal"],
    shared_ending: true,
    recognise: Recognise {
        name: |name, bytes| {
            let sizes = [palette::COL_SIZE, palette::COLORS_SIZE];
            (PALETTE.has_ending(name) && sizes.contains(&bytes.len())).then(Variant::default)
        },
        ..Recognise::NEVER
    },
    folder: Some(&FolderForm {
        id: "daggerfall.palette",
        name: "Daggerfall palette",
        parse: Some(document::parse::<Palette>),
    }),
    codes: palette::codes,
    ..FileKind::new("daggerfall.palette", "Daggerfall palette", |bytes, _, mode| {
        boxed(palette::read(bytes, mode))
    })
};

impl Content for Palette {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        palette::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        let brightest = self.colors.as_flattened().iter().max().copied().unwrap_or(0);
        vec![
            ("head", if self.head.is_some() { "8 bytes" } else { "none" }.to_owned()),
            ("brightest", brightest.to_string()),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        self.rest.len()
    }
}

/// A sky.
pub static SKY: FileKind = FileKind {
    recognise: Recognise { name: |name, _| is_sky(name).then(Variant::default), ..Recognise::NEVER },
    folder: Some(&FolderForm {
        id: "daggerfall.sky",
        name: "Daggerfall sky",
        parse: Some(document::parse::<Sky>),
    }),
    codes: sky::codes,
    ..FileKind::new("daggerfall.sky", "Daggerfall sky (SKY)", |bytes, _, mode| boxed(sky::read(bytes, mode)))
};

/// `SKY`, two digits, `.DAT`.
fn is_sky(name: &str) -> bool {
    let digits = name.get(..3).filter(|start| start.eq_ignore_ascii_case("SKY")).and_then(|_| name.get(3..5));
    let digits = digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    digits && name.get(5..).is_some_and(|end| end.eq_ignore_ascii_case(".DAT"))
}

impl Content for Sky {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        sky::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![
            ("palettes", self.palettes.len().to_string()),
            ("pictures", format!("{} of {} x {}", 2 * sky::PICTURES, sky::WIDTH, sky::HEIGHT)),
        ]
    }

    fn kept_raw_bytes(&self) -> usize {
        self.tables.len()
    }
}

/// A sky at night.
pub static NIGHT: FileKind = FileKind {
    recognise: Recognise { name: |name, _| is_night(name).then(Variant::default), ..Recognise::NEVER },
    folder: Some(&FolderForm {
        id: "daggerfall.night",
        name: "Daggerfall night sky",
        parse: Some(document::parse::<Night>),
    }),
    codes: night::codes,
    ..FileKind::new("daggerfall.night", "Daggerfall night sky (NITE)", |bytes, _, mode| {
        boxed(night::read(bytes, mode))
    })
};

/// `NITE`, two digits, `I0.IMG`.
fn is_night(name: &str) -> bool {
    let digits = name.get(4..6).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let is = |range: std::ops::Range<usize>, text: &str| {
        name.get(range).is_some_and(|part| part.eq_ignore_ascii_case(text))
    };
    digits && is(0..4, "NITE") && is(6..name.len().max(6), "I0.IMG")
}

impl Content for Night {
    fn write(&self) -> Result<Option<Vec<u8>>> {
        night::write(self).map(Some)
    }

    fn summary(&self) -> Vec<(&'static str, String)> {
        vec![("picture", format!("{} x {}", night::WIDTH, night::HEIGHT))]
    }
}
