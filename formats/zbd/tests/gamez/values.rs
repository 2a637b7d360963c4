//! What the typed world means, and where each of its fields is written.

use crate::gamez::{strict, world};
use binary::{Limits, Mode, Report, Suffixed};
use zbd::gamez::models::{Model, ModelSlot};
use zbd::gamez::{self, GameZ, Version};

/// Offsets of the structures, counted by hand from the sizes in the
/// specification: 36 + 6 * 40, + 16, + 7 * 44, + 28 + 3 * 4, + 12 + 5 * 96 and so on.
const TEXTURES: usize = 36;
const SLOTS: usize = 276 + 16;
const CYCLE: usize = SLOTS + 7 * 44;
const MODELS: usize = 640;
const MODEL: usize = MODELS + 12;
const DATA: usize = MODEL + 5 * 96;
const LIGHT: usize = DATA + (6 + 2 + 1) * 12;
const POLYGONS: usize = LIGHT + 76 + 12;
const CORNERS: usize = POLYGONS + 5 * 36;

fn model(gamez: &GameZ, slot: usize) -> &Model {
    gamez.models.get(slot).unwrap()
}

fn model_mut(gamez: &mut GameZ, slot: usize) -> &mut Model {
    match &mut gamez.models.slots[slot] {
        ModelSlot::Used(model) => model,
        ModelSlot::Free { .. } => panic!("model {slot} is free"),
    }
}

#[test]
fn header_and_textures() {
    let gamez = strict(&world());
    assert_eq!(gamez.version, Version::MechWarrior3);
    assert_eq!(gamez.node_last_free, 10);
    assert_eq!(gamez.nodes.array_size().unwrap(), 12);
    let names: Vec<_> = gamez.textures.iter().map(|texture| texture.name.text()).collect();
    assert_eq!(
        names,
        ["ground.tif", "wall.tif", "wall_h.tif", "water1.tif", "blo_fusalagebottom.t", "plain"]
    );
    assert!(gamez.textures[4].name.may_be_cut());
    assert_eq!(gamez.textures[1].mip_index, 2);
}

#[test]
fn materials_and_their_cycles() {
    let gamez = strict(&world());
    let used: Vec<_> = gamez.materials.with_cycles().collect();
    assert_eq!(used.len(), 4);
    assert!(used[0].0.is_textured() && !used[1].0.is_textured());
    assert_eq!((used[0].0.texture_index, used[0].0.soil), (0, 8));
    assert_eq!((used[1].0.color, used[1].0.alpha), ([64.5, 128.0, 255.0], 128));
    let cycle = used[2].1.unwrap();
    assert_eq!((cycle.info.speed, cycle.info.looping), (8.0, 1));
    assert_eq!(cycle.textures, [3, 2, 5]);
    assert!(used[3].1.is_none());
    assert_eq!((gamez.materials.slots[4].link_a, gamez.materials.slots[4].link_b), (-1, 5));
}

#[test]
fn models_their_lights_and_lists() {
    let gamez = strict(&world());
    assert_eq!(gamez.models.used().map(|(slot, _)| slot).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(gamez.models.slots[3], ModelSlot::Free { next: 4, words: Vec::new() });
    let ground = model(&gamez, 0);
    assert_eq!((ground.info.tex_scroll_u, ground.info.tex_scroll_v), (0.25, -0.5));
    assert_eq!(ground.vertices[4], [128.0, 4.0, 128.0]);
    assert!(ground.vertices[5][1].is_sign_negative(), "the sign of zero is kept");
    assert_eq!(ground.normals, [[0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]);
    assert_eq!(ground.morphs, [[0.5, 1.0, -2.0]]);
    assert_eq!(ground.lights[0].info.color, [255.0, 200.5, 0.0]);
    assert_eq!(ground.lights[0].vertices, [[1.0, 2.0, 3.0]]);
    assert_eq!((model(&gamez, 1).info.model_type, model(&gamez, 1).info.facade_mode), (1, 1));
    let lamps = model(&gamez, 2);
    assert_eq!(lamps.lights[0].vertices, [[0.0, 50.0, 0.0], [0.0, 50.0, 8.0]]);
    assert_eq!(lamps.lights[1].vertices, [[4.0, 50.0, 0.0]]);
    assert_eq!(lamps.lights[1].info.unk24, 0x0099_1234);
}

#[test]
fn polygons_with_their_parts_of_the_lists() {
    let gamez = strict(&world());
    let polygons: Vec<_> = model(&gamez, 0).polygons(gamez.version).collect();
    assert_eq!(polygons.len(), 5);

    assert_eq!(polygons[0].vertex_indices, [0, 1, 2]);
    assert!(polygons[0].normal_indices.is_none() && polygons[0].uvs.is_none());
    assert_eq!(polygons[0].materials, [1]);
    assert_eq!(polygons[0].zones.zones().count(), 0);

    assert!(polygons[1].show_backface && !polygons[0].show_backface);
    assert_eq!(polygons[1].info.priority, 50);
    assert_eq!(polygons[1].uvs.unwrap(), [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    assert_eq!(polygons[1].zones.zones().collect::<Vec<_>>(), [-1]);

    assert_eq!(polygons[2].normal_indices.unwrap(), [0, 1, 0]);
    assert!(polygons[2].uvs.is_none());

    assert!(polygons[3].tri_strip && !polygons[2].tri_strip);
    assert_eq!(polygons[3].vertex_indices, [0, 1, 4, 2, 5]);
    assert_eq!(polygons[3].normal_indices.unwrap(), [0, 0, 1, 1, 0]);
    assert_eq!(polygons[3].uvs.unwrap()[4], [0.5, -2.25]);
    assert_eq!(polygons[3].colors.unwrap()[4], [12.5, 100.0, 200.0]);
    assert_eq!(polygons[3].zones.zones().collect::<Vec<_>>(), [0, 2]);

    assert_eq!(polygons[4].vertex_indices, [5, 4, 3]);
    assert_eq!(polygons[4].uvs.unwrap(), [[1.0, 1.0], [0.0, 1.0], [0.5, -2.25]]);
    assert_eq!(polygons[4].zones.zones().collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn polygons_of_lists_that_are_too_short_end_early() {
    let gamez = strict(&world());
    for shorten in [
        (|model| model.vertex_indices.truncate(17)) as fn(&mut Model),
        |model| model.uvs.truncate(11),
        |model| model.colors.truncate(17),
    ] {
        let mut model = model(&gamez, 0).clone();
        shorten(&mut model);
        assert_eq!(model.polygons(gamez.version).count(), 4);
    }
    let mut model = model(&gamez, 0).clone();
    model.normal_indices.clear();
    assert_eq!(model.polygons(gamez.version).count(), 2);
}

#[test]
fn json_keeps_every_byte() {
    let bytes = world();
    let json = serde_json::to_string(&strict(&bytes)).unwrap();
    let gamez: GameZ = serde_json::from_str(&json).unwrap();
    assert!(gamez::write(&gamez).unwrap() == bytes);
}

#[test]
fn a_file_of_another_kind_or_game_says_what_was_looked_for() {
    let finding = |bytes: &[u8]| gamez::read(bytes, Mode::Lenient).unwrap_err();
    let mut bytes = world();
    bytes[4] = 40;
    let error = finding(&bytes);
    assert_eq!((error.found.as_str(), error.expected.as_str()), ("40", "version 15, 27, 41 or 42"));
    assert_eq!(error.offset, Some(4));
    assert_eq!(finding(b"RIFF....WAVE").code, "zbd.gamez.header.signature");
    assert_eq!(finding(b"").code, "zbd.gamez.truncated");
}

#[test]
fn limits_hold_for_every_list() {
    let error = |elements| {
        let limits = Limits { elements, ..Limits::default() };
        gamez::read_with(&world(), Report::new(Mode::Lenient).with_limits(limits)).unwrap_err()
    };
    // Six textures, then seven material slots, then the 18 corners of model 0.
    for (elements, path) in [(5, ""), (6, ""), (17, "model 0")] {
        assert_eq!((error(elements).code, error(elements).path.as_str()), ("zbd.gamez.limit", path));
    }
    assert!(error(6).offset > error(5).offset);
}

/// Turns over the highest bit of each element, in place.
trait Flip {
    const ELEMENT: usize;
    fn flip(&mut self);
}

macro_rules! flips {
    ($($ty:ty: $by:expr),*) => {$(impl Flip for $ty {
        const ELEMENT: usize = size_of::<$ty>();
        fn flip(&mut self) {
            let by: fn(&mut $ty) = $by;
            by(self);
        }
    })*};
}
flips!(
    u8: |value| *value ^= 0x80,
    u16: |value| *value ^= 0x8000,
    i16: |value| *value ^= i16::MIN,
    u32: |value| *value ^= 0x8000_0000,
    i32: |value| *value ^= i32::MIN,
    f32: |value| *value = -*value
);

impl<const N: usize> Flip for [f32; N] {
    const ELEMENT: usize = 4;
    fn flip(&mut self) {
        self.iter_mut().for_each(Flip::flip);
    }
}

impl Flip for Suffixed<20> {
    const ELEMENT: usize = 20;
    fn flip(&mut self) {
        let mut bytes = *self.bytes();
        bytes[19] ^= 0x80;
        *self = Suffixed::from_bytes(bytes);
    }
}

fn flip<T: Flip>(value: &mut T) -> (usize, usize) {
    value.flip();
    (size_of::<T>(), T::ELEMENT)
}

/// A field: its name, its offset, and what turns over each of its elements.
type Place = (&'static str, usize, fn(&mut GameZ) -> (usize, usize));

macro_rules! places {
    ($($structure:literal at $base:expr, |$gamez:ident| $record:expr => { $($offset:literal $($field:ident).+),* $(,)? })*) => {
        &[$($((
            concat!($structure, ".", stringify!($($field).+)),
            $base + $offset,
            |$gamez| flip(&mut $record.$($field).+),
        )),*),*]
    };
}

/// Every field that is stored as it is, at its offset in the specification's
/// column for MechWarrior 3. Counts and offsets follow from the lists.
const PLACES: &[Place] = places! {
    "header" at 0, |gamez| gamez => { 28 node_last_free }
    "texture" at TEXTURES + 2 * 40, |gamez| gamez.textures[2] => {
        0 image_ptr, 4 surface_ptr, 8 name, 28 state, 32 category, 36 mip_index,
    }
    "materials" at 276, |gamez| gamez.materials => { 8 index_free, 12 index_last }
    "material" at SLOTS + 44, |gamez| gamez.materials.slots[1] => {
        0 alpha, 1 flags, 2 rgb, 4 color, 16 texture_index, 20 field20, 24 field24, 28 field28,
        32 soil, 36 cycle_ptr, 40 link_a, 42 link_b,
    }
    "free material" at SLOTS + 6 * 44, |gamez| gamez.materials.slots[6] => {
        0 alpha, 1 flags, 2 rgb, 4 color, 16 texture_index, 20 field20, 24 field24, 28 field28,
        32 soil, 36 cycle_ptr, 40 link_a, 42 link_b,
    }
    "cycle" at CYCLE, |gamez| gamez.materials.cycles[0].info => {
        0 looping, 4 current_frame, 8 current_index, 12 speed, 20 tex_map_index, 24 tex_map_ptr,
    }
    "models" at MODELS, |gamez| gamez.models => { 8 index_free }
    "model" at MODEL + 96, |gamez| model_mut(gamez, 1).info => {
        0 model_type, 4 facade_mode, 8 flags, 12 parent_count, 36 morph_factor, 40 tex_scroll_u,
        44 tex_scroll_v, 48 tex_scroll_frame, 52 polygons_ptr, 56 vertices_ptr, 60 normals_ptr,
        64 lights_ptr, 68 morphs_ptr, 72 bbox_mid, 84 bbox_diag, 88 active_polygon_index,
    }
    "light" at LIGHT, |gamez| model_mut(gamez, 0).lights[0].info => {
        0 unk00, 4 unk04, 8 unk08, 16 zero16, 20 zero20, 24 unk24, 28 color, 40 rgb, 42 flags,
        44 vertices_ptr, 48 fade_near, 52 fade_far, 56 fade_slope, 60 unk60, 64 unk64, 68 unk68,
        72 unk72,
    }
    "polygon" at POLYGONS + 3 * 36, |gamez| model_mut(gamez, 0).polygon_infos[3] => {
        0 bits, 4 priority, 8 vertex_indices_ptr, 12 normal_indices_ptr, 16 uvs_ptr,
        20 vertex_colors_ptr, 24 matl_refs_ptr, 28 material_index, 32 zone_set,
    }
};

/// The elements of the lists, by their place in the file's data.
const ELEMENTS: &[Place] = &[
    ("cycle texture", CYCLE + 28 + 4, |gamez| flip(&mut gamez.materials.cycles[0].textures[1])),
    ("vertex", DATA + 4 * 12, |gamez| flip(&mut model_mut(gamez, 0).vertices[4])),
    ("normal", DATA + 7 * 12, |gamez| flip(&mut model_mut(gamez, 0).normals[1])),
    ("morph", DATA + 8 * 12, |gamez| flip(&mut model_mut(gamez, 0).morphs[0])),
    ("light vertex", LIGHT + 76, |gamez| flip(&mut model_mut(gamez, 0).lights[0].vertices[0])),
    // Polygon 0: three corners of 4 + 12 bytes.
    ("polygon 0 colour", CORNERS + 3 * 4 + 2 * 12, |gamez| flip(&mut model_mut(gamez, 0).colors[2])),
    // Polygon 1: four corners of 4 + 8 + 12 bytes.
    ("polygon 1 uv", CORNERS + 48 + 4 * 4 + 2 * 8, |gamez| flip(&mut model_mut(gamez, 0).uvs[2])),
    // Polygon 4, behind three corners of 4 + 4 + 12 and five of 4 + 4 + 8 + 12.
    ("polygon 4 colour", CORNERS + 48 + 96 + 60 + 140 + 3 * 4 + 3 * 8 + 12, |gamez| {
        flip(&mut model_mut(gamez, 0).colors[3 + 4 + 3 + 5 + 1])
    }),
    ("free slot", MODEL + 4 * 96 + 92, |gamez| match &mut gamez.models.slots[4] {
        ModelSlot::Free { next, .. } => flip(next),
        ModelSlot::Used(_) => panic!("model 4 is used"),
    }),
];

#[test]
fn each_field_is_written_at_its_offset_and_nowhere_else() {
    let bytes = world();
    assert_eq!(PLACES.len() + ELEMENTS.len(), 91);
    for (name, offset, change) in PLACES.iter().chain(ELEMENTS) {
        let mut gamez = strict(&bytes);
        let (size, element) = change(&mut gamez);
        let written = gamez::write(&gamez).unwrap();
        assert_eq!(written.len(), bytes.len(), "{name}");
        let changed: Vec<_> = (0..bytes.len()).filter(|at| bytes[*at] != written[*at]).collect();
        // The highest bit of an element stands in its last byte.
        let expected: Vec<_> = (0..size / element).map(|index| offset + (index + 1) * element - 1).collect();
        assert_eq!(changed, expected, "{name}");
    }
}

#[test]
fn indices_are_written_at_their_corners() {
    let bytes = world();
    let mut gamez = strict(&bytes);
    let ground = model_mut(&mut gamez, 0);
    // Polygon 2, second corner: vertex 3 becomes 0, normal 1 becomes 0.
    ground.vertex_indices[3 + 4 + 1] = 0;
    ground.normal_indices[1] = 0;
    let written = gamez::write(&gamez).unwrap();
    let changed: Vec<_> = (0..bytes.len()).filter(|at| bytes[*at] != written[*at]).collect();
    let corners = CORNERS + 48 + 96;
    assert_eq!(changed, [corners + 4, corners + 12 + 4]);
}
