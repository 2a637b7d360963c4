//! Views of the demos against pictures that were looked at.
//!
//! The measure is perceptual: colours are split into brightness and two
//! differences of colour, softened so far that a border that moves by a pixel
//! does not count, and the softened pictures compared as a whole and in tiles.
//! `REVISIT_BLESS=1` takes the pictures anew; look at them before they are kept.

use crate::drawing::{Stage, at_place, renderer, scene};
use crate::program::{courtyard, demo, island, valley};
use render::{Renderer, Size};
use runtime::{Input, Simulation};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use world::{Image, Limits, Scene};

const SIZE: Size = Size { width: 320, height: 240 };
/// How different two pictures may be as a whole, 0..=255.
const MOST_MEAN: f32 = 2.0;
/// How different any tile of them may be, 0..=255.
const MOST_TILE: f32 = 8.0;
/// Edge of a tile, pixels.
const TILE: usize = 16;
/// Bits of a channel that a kept picture has; the others are noise to a packer.
const KEPT: u8 = 0xFC;

/// A picture: brightness, and weaker, two differences of colour.
struct Impression {
    width: usize,
    height: usize,
    pixels: Vec<[f32; 3]>,
}

impl Impression {
    fn of(image: &Image) -> Self {
        let split = |pixel: &[u8]| {
            let [r, g, b] = [0, 1, 2].map(|channel| f32::from(pixel[channel]));
            let luma = 0.299 * r + 0.587 * g + 0.114 * b;
            [luma, (r - luma) * 0.5, (b - luma) * 0.4]
        };
        let (width, height) = (image.width as usize, image.height as usize);
        let pixels = image.rgba.chunks_exact(4).map(split).collect();
        // Three passes of five pixels are nearly a bell of the width of three.
        (0..3).fold(Impression { width, height, pixels }, |all, _| all.softened(1, 0).softened(0, 1))
    }

    fn softened(&self, dx: isize, dy: isize) -> Self {
        let mean = |index: usize| {
            let (x, y) = ((index % self.width) as isize, (index / self.width) as isize);
            let mut sum = [0.0; 3];
            for step in -2..=2 {
                let x = (x + dx * step).clamp(0, self.width as isize - 1) as usize;
                let y = (y + dy * step).clamp(0, self.height as isize - 1) as usize;
                for (sum, value) in sum.iter_mut().zip(self.pixels[y * self.width + x]) {
                    *sum += value * 0.2;
                }
            }
            sum
        };
        Impression { pixels: (0..self.pixels.len()).map(mean).collect(), ..*self }
    }

    /// How different each pixel is.
    fn differences(&self, other: &Self) -> Vec<f32> {
        let far = |(a, b): (&[f32; 3], &[f32; 3])| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
        self.pixels.iter().zip(&other.pixels).map(far).collect()
    }
}

/// How different two pictures of one size look: as a whole, and the worst tile.
fn difference(a: &Image, b: &Image) -> [f32; 2] {
    assert_eq!((a.width, a.height), (b.width, b.height));
    let (a, b) = (Impression::of(a), Impression::of(b));
    let all = a.differences(&b);
    let mean = all.iter().sum::<f32>() / all.len() as f32;
    let mut tiles = vec![(0.0f32, 0.0f32); a.width.div_ceil(TILE) * a.height.div_ceil(TILE)];
    for (index, far) in all.iter().enumerate() {
        let tile = index / a.width / TILE * a.width.div_ceil(TILE) + index % a.width / TILE;
        tiles[tile] = (tiles[tile].0 + far, tiles[tile].1 + 1.0);
    }
    [mean, tiles.iter().map(|(sum, count)| sum / count).fold(0.0, f32::max)]
}

fn is_alike([mean, tile]: [f32; 2]) -> bool {
    mean <= MOST_MEAN && tile <= MOST_TILE
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/program/golden").join(format!("{name}.png"))
}

fn read(path: &Path) -> Image {
    let hint = "; REVISIT_BLESS=1 takes the golden pictures anew";
    let file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}{hint}", path.display()));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb, "{}", path.display());
    let rgba = rgb.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
    Image { width: info.width, height: info.height, rgba }
}

fn write(path: &Path, image: &Image, kept: u8) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let file = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
    let mut encoder = png::Encoder::new(file, image.width, image.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    // The middle of what the dropped bits could have been.
    let middle = !kept >> 1;
    let keep = |value: &u8| (value & kept) | (middle & !kept);
    let rgb: Vec<u8> = image.rgba.chunks_exact(4).flat_map(|pixel| pixel[..3].iter().map(keep)).collect();
    encoder.write_header().unwrap().write_image_data(&rgb).unwrap();
}

/// Where a picture differs, four times as bright as it is.
fn difference_image(a: &Image, b: &Image) -> Image {
    let all = Impression::of(a).differences(&Impression::of(b));
    let rgba = all.iter().flat_map(|far| [(far * 4.0).min(255.0) as u8, 0, 0, 255]).collect();
    Image { rgba, ..*a }
}

fn is_blessing() -> bool {
    std::env::var_os("REVISIT_BLESS").is_some()
}

/// Compares a picture with the kept one of its name, or keeps it; what is wrong.
pub fn compare_one(name: &str, found: &Image) -> Option<String> {
    if is_blessing() {
        write(&golden(name), found, KEPT);
        return None;
    }
    let expected = read(&golden(name));
    let [mean, tile] = difference(found, &expected);
    println!("{name}: {mean:.2} of {MOST_MEAN}, worst tile {tile:.2} of {MOST_TILE}");
    if is_alike([mean, tile]) {
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden");
    let (actual, far) = (folder.join(format!("{name}.png")), folder.join(format!("{name}_far.png")));
    write(&actual, found, 0xFF);
    write(&far, &difference_image(found, &expected), 0xFF);
    Some(format!(
        "{name}: {mean:.2} > {MOST_MEAN} or {tile:.2} > {MOST_TILE}; look at {} and {}",
        actual.display(),
        far.display()
    ))
}

/// Compares places of a demo with their pictures.
fn compare(renderer: &Renderer, demo: &str, prefix: &str, places: &[&str]) {
    let scene: Scene = scene(demo);
    let stage = Stage::new(renderer, &scene);
    let mut wrong = Vec::new();
    for place in places {
        let found = stage.look(renderer, at_place(demo, &scene, place), SIZE);
        wrong.extend(compare_one(&format!("{prefix}_{place}"), &found));
    }
    assert!(wrong.is_empty(), "{}\nREVISIT_BLESS=1 keeps what is right", wrong.join("\n"));
    if !stage.state.fog.on {
        return;
    }

    // The measure would not let the fog go.
    let camera = at_place(demo, &scene, places[0]);
    let mut clear = stage.state.clone();
    clear.fog.on = false;
    let clear = stage.look_at(renderer, &clear, &stage.table, camera, SIZE);
    let far = difference(&clear, &stage.look(renderer, camera, SIZE));
    assert!(!is_alike(far), "{prefix}_{} without fog: {far:?}", places[0]);
}

#[test]
fn the_plain_demo_looks_as_it_did() {
    if let Some(renderer) = renderer() {
        compare(&renderer, demo(), "plain", &["start", "bridge_top", "tunnel_mid"]);
    }
}

#[test]
fn the_valley_looks_as_it_did() {
    if let Some(renderer) = renderer() {
        let places =
            ["start", "gate", "street", "fuel", "tunnel_in", "river_bank", "river_east", "flank_west"];
        compare(&renderer, valley(), "valley", &places);
    }
}

#[test]
fn the_island_looks_as_it_did() {
    if let Some(renderer) = renderer() {
        compare(&renderer, island(), "island", &["start", "forecourt", "nave", "garth", "crypt", "cliff"]);
    }
}

/// What moves is compared at ticks: half faded in, the lantern before the wall,
/// the sword over the shoulder, the lantern behind the wall.
#[test]
fn the_courtyard_looks_as_it_did() {
    let Some(renderer) = renderer() else { return };
    let scene = scene(courtyard());
    let stage = Stage::new(&renderer, &scene);
    let (mut simulation, _) = Simulation::new(Arc::new(scene.clone()), 1, &Limits::default());
    let mut wrong = Vec::new();
    for (tick, place) in [(45, "start"), (150, "start"), (190, "sword"), (500, "start"), (540, "fountain")] {
        while simulation.state().tick < tick {
            simulation.tick(&Input::default());
        }
        let camera = at_place(courtyard(), &scene, place);
        let found = stage.look_at(&renderer, simulation.state(), simulation.occurrences(), camera, SIZE);
        wrong.extend(compare_one(&format!("courtyard_{place}_{tick}"), &found));
    }
    assert!(wrong.is_empty(), "{}\nREVISIT_BLESS=1 keeps what is right", wrong.join("\n"));
}

/// In the middle of the river, a metre and a half below its surface, upstream.
#[test]
fn under_water_all_has_its_colour() {
    let Some(renderer) = renderer() else { return };
    let simulation = crate::water::simulation(valley());
    let scene = simulation.scene();
    let stage = Stage::new(&renderer, scene);
    let eye = scene.frame.to_engine(glam::Vec3::new(-130.0, -10.5, 186.0));
    let camera = world::Camera { eye, yaw: 1.0, pitch: 0.0, ..scene.camera };
    let settings = render::Settings { tint: simulation.tint_at(eye), ..Default::default() };
    let found = stage.look_with(&renderer, &settings, camera, SIZE);
    let wrong = compare_one("valley_under_water", &found);
    assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
    let dry = stage.look(&renderer, camera, SIZE);
    assert!(!is_alike(difference(&found, &dry)), "as without water");
}

#[test]
fn half_the_render_scale_looks_like_the_whole() {
    let Some(renderer) = renderer() else { return };
    let scene = scene(valley());
    let stage = Stage::new(&renderer, &scene);
    let camera = at_place(valley(), &scene, "river_bank");
    let size = Size { width: 640, height: 480 };
    let look = |render_scale| {
        let settings = render::Settings { render_scale, ..Default::default() };
        stage.look_with(&renderer, &settings, camera, size)
    };
    let whole = look(1.0);
    let half = difference(&whole, &look(0.5));
    // Reeds and leaves are coarser: tiles of them differ more than the picture as a whole.
    assert!(half[0] <= MOST_MEAN && half[1] <= 2.5 * MOST_TILE, "{half:?}");
    let quarter = difference(&whole, &look(0.25));
    assert!(quarter[0] > half[0], "a quarter is coarser: {quarter:?} {half:?}");
}

#[test]
fn what_matters_is_seen_and_what_does_not_is_not() {
    if is_blessing() {
        return;
    }
    let start = read(&golden("valley_start"));
    let changed = |change: &dyn Fn(usize, usize) -> [u8; 4]| {
        let pixels = (0..start.height as usize).flat_map(|y| (0..start.width as usize).map(move |x| (x, y)));
        Image { rgba: pixels.flat_map(|(x, y)| change(x, y)).collect(), ..start }
    };
    let at = |x: usize, y: usize| -> [u8; 4] {
        let index = (y * start.width as usize + x.min(start.width as usize - 1)) * 4;
        std::array::from_fn(|channel| start.rgba[index + channel])
    };
    let is_seen = |change: &dyn Fn(usize, usize) -> [u8; 4]| !is_alike(difference(&start, &changed(change)));
    let width = start.width as usize;
    assert!(is_seen(&|x, y| at(width - 1 - x, y)), "mirrored");
    assert!(is_seen(&|x, y| at(x, start.height as usize - 1 - y)), "upside down");
    assert!(is_seen(&|x, y| at(x, y).map(|value| value.saturating_sub(6))), "darker");
    assert!(
        is_seen(&|x, y| {
            let [r, g, b, a] = at(x, y);
            [b, g, r, a]
        }),
        "red for blue"
    );
    assert!(
        is_seen(&|x, y| if x / 20 == 8 && y / 20 == 6 { [255, 0, 255, 255] } else { at(x, y) }),
        "a patch"
    );
    assert!(
        !is_seen(&|x, y| {
            let [r, g, b, a] = at(x, y);
            [r ^ 3, g ^ 3, b ^ 3, a]
        }),
        "noise"
    );
    assert!(!is_seen(&|x, y| if (x + y) % 7 == 0 { at(x + 1, y) } else { at(x, y) }), "jitter");
}
