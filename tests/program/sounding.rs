//! A level that sounds, made with the format's own writers.

use gamestudio::text::Text;
use gamestudio::wmb::blocks::{Block, Skin, surface};
use gamestudio::wmb::objects::{Object, Position, Sound};
use gamestudio::wmb::{self, Level};
use std::path::Path;

/// A tone of a second and a half, 8 bits, mono, 11,025 Hz, as such games have.
pub fn tone(hertz: f32) -> Vec<u8> {
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: 11_025,
        bits_per_sample: 8,
        sample_format: hound::SampleFormat::Int,
    };
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut writer = hound::WavWriter::new(&mut bytes, spec).unwrap();
    for at in 0..11_025 * 3 / 2 {
        let wave = libm::sinf(at as f32 / 11_025.0 * hertz * std::f32::consts::TAU);
        writer.write_sample((wave * 120.0).round() as i8).unwrap();
    }
    writer.finalize().unwrap();
    bytes.into_inner()
}

fn sound(file: &str, origin: [f32; 3], volume: f32, range: i32) -> Object {
    let file = Text::new(file).unwrap();
    Object::Sound(Box::new(Sound { origin, volume, range, file, ..Sound::default() }))
}

/// A floor of 80 m with a hum in the north, +y, at half volume, heard for 20 m;
/// the player looks along +x, east.
pub fn install(root: &Path, hum: &[u8]) {
    let mut level = Level::new();
    let skin = Skin { flags: surface::FLAT, ..Skin::flat(-1) };
    level.blocks = vec![Block::cuboid([-1600.0, -1600.0, -16.0], [1600.0, 1600.0, 0.0], skin, 16, 16)];
    level.objects.push(sound("HUM.wav", [0.0, 400.0, 66.0], 50.0, 800));
    level.objects.push(sound("hum.wav", [0.0, 1500.0, 66.0], 100.0, 100));
    level.objects.push(sound("gone.wav", [0.0; 3], 100.0, 100));
    level.objects.push(Object::Position(Box::new(Position {
        origin: [0.0, 0.0, 40.0],
        name: Text::new("player").unwrap(),
        ..Position::default()
    })));
    level.seal();
    let files = [
        ("level/one.wmb", wmb::write(&level).unwrap()),
        ("acknex.dll", Vec::new()),
        ("sounds/hum.wav", hum.to_vec()),
    ];
    for (address, bytes) in files {
        let path = root.join(address);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}
