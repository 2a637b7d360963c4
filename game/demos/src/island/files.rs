//! Files beside the level: pictures of their own, the script.

use crate::DemoFile;
use crate::builders::paint::Canvas;

/// A picture as an uncompressed TGA file, rows from the top; with or without
/// its alpha.
pub(super) fn tga(address: &str, canvas: &Canvas, alpha: bool) -> DemoFile {
    let depth: u8 = if alpha { 32 } else { 24 };
    let mut bytes = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend((canvas.width as u16).to_le_bytes());
    bytes.extend((canvas.height as u16).to_le_bytes());
    // Bit 5: the first row is the top; the low bits count those of alpha.
    bytes.extend([depth, 0x20 | if alpha { 8 } else { 0 }]);
    for pixel in canvas.to_rgba8().chunks_exact(4) {
        bytes.extend([pixel[2], pixel[1], pixel[0]]);
        if alpha {
            bytes.push(pixel[3]);
        }
    }
    DemoFile::new(address, bytes)
}

/// The script: where files are, and what the actions of the level are called.
pub(super) fn script(level: &str, folders: &[&str]) -> String {
    let mut text = String::from(
        "// Ternholm, a small island. Made by Revisit.\n#include <acknex.h>\n#include <default.c>\n\n",
    );
    for folder in folders {
        text.push_str(&format!("#define PRAGMA_PATH \"{}\"\n", folder.replace('/', "\\\\")));
    }
    text.push_str(&format!(
        "\n// Burns on.\naction act_fire()\n{{\n\tset(my, BRIGHT | UNLIT | PASSABLE);\n}}\n\n\
         // Follows its path.\naction act_wander()\n{{\n\tset(my, PASSABLE);\n}}\n\n\
         // Stands about.\naction act_rest()\n{{\n\tset(my, PASSABLE);\n}}\n\n\
         // The sky.\naction act_sky()\n{{\n\tset(my, UNLIT | NOFOG | PASSABLE);\n}}\n\n\
         function main()\n{{\n\tlevel_load(\"{level}\");\n}}\n"
    ));
    text
}
