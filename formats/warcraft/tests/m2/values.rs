//! Changing one number changes its bytes and no others. The tables are those of docs/spec/m2.md,
//! offsets first: client 1.x, client 2.x.

use super::{first, packed, read, second};
use harness::typed::{self, Structure, structure};
use warcraft::m2::{self, quaternion};

const MODEL: &str = "
    4 4 version =
    16 16 flags u32
    - - name =
    - - global_sequences =
    - - sequences =
    - - sequence_lookup =
    - - playable_lookup =
    - - bones =
    - - key_bone_lookup =
    - - vertices =
    - - views =
    - - colors =
    - - textures =
    - - transparency =
    - - transforms =
    - - replaceable_lookup =
    - - render_flags =
    - - bone_lookup =
    - - texture_lookup =
    - - unit_lookup =
    - - transparency_lookup =
    - - transform_lookup =
    - - bounds =
    - - collision_bounds =
    - - collision =
    - - attachments =
    - - attachment_lookup =
    - - events =
    - - lights =
    - - cameras =
    - - camera_lookup =
    - - ribbons =
    - - particles =
    - - layout =
";

const BOUNDS: &str = "
    0 0 min f32*3
    12 12 max f32*3
    24 24 radius f32
";

const TRACK: &str = "
    0 0 interpolation =
    2 2 global_sequence i16 -1
    4 4 ranges =
    12 12 times =
    20 20 values =
    - - tangents =
";

const SEQUENCE: &str = "
    0 0 id u16
    2 2 variation u16
    4 4 start u32
    8 8 end u32
    12 12 speed f32
    16 16 flags u32 0x100
    20 20 frequency i16 -1
    22 22 padding u16
    24 24 repeat_min u32
    28 28 repeat_max u32
    32 32 blend_time u32
    36 36 bounds f32*6
    60 60 radius f32
    64 64 next i16
    66 66 alias u16
";

const PLAYABLE: &str = "
    0 0 id i16
    2 2 flags i16
";

const BONE: &str = "
    0 0 key_bone i32
    4 4 flags u32
    8 8 parent i16
    10 10 submesh u16
    - 12 name_hash u32
    12 16 translation =
    40 44 rotation =
    68 72 scale =
    96 100 pivot f32*3
";

const VERTEX: &str = "
    0 0 position f32*3
    12 12 weights u8*4
    16 16 bones u8*4
    20 20 normal f32*3
    32 32 uv f32*2
    40 40 uv2 f32*2
";

const VIEW: &str = "
    0 0 indices =
    8 8 triangles =
    16 16 properties =
    24 24 submeshes =
    32 32 batches =
    40 40 bone_limit u32
";

const SUBMESH: &str = "
    0 0 id u16
    2 2 level u16
    4 4 first_vertex u16
    6 6 vertex_count u16
    8 8 first_index u16
    10 10 index_count u16
    12 12 bone_count u16
    14 14 first_bone u16
    16 16 influences u16
    18 18 root_bone u16
    20 20 centre f32*3
    - 32 sort_centre f32*3
    - 44 sort_radius f32
";

const BATCH: &str = "
    0 0 flags u8
    1 1 priority i8
    2 2 shader u16
    4 4 submesh u16
    6 6 second_submesh u16
    8 8 color i16
    10 10 render_flags u16
    12 12 layer u16
    14 14 texture_count u16
    16 16 texture u16
    18 18 unit u16
    20 20 transparency u16
    22 22 transform u16
";

const COLOR: &str = "
    0 0 rgb =
    28 28 alpha =
";

const TEXTURE: &str = "
    0 0 kind u32
    4 4 flags u32
    8 8 name =
";

const TRANSFORM: &str = "
    0 0 translation =
    28 28 rotation =
    56 56 scale =
";

const RENDER_FLAGS: &str = "
    0 0 flags u16
    2 2 blend u16
";

const ATTACHMENT: &str = "
    0 0 id u32
    4 4 bone u16
    6 6 unused u16
    8 8 position f32*3
    20 20 visible =
";

const EVENT: &str = "
    0 0 id name
    4 4 data u32
    8 8 bone u32
    12 12 position f32*3
    24 24 interpolation u16
    26 26 global_sequence i16 -1
    28 28 ranges =
    36 36 times =
";

const LIGHT: &str = "
    0 0 kind u16
    2 2 bone i16
    4 4 position f32*3
    16 16 ambient_color =
    44 44 ambient_intensity =
    72 72 diffuse_color =
    100 100 diffuse_intensity =
    128 128 attenuation_start =
    156 156 attenuation_end =
    184 184 visible =
";

const CAMERA: &str = "
    0 0 kind i32
    4 4 field_of_view f32
    8 8 far f32
    12 12 near f32
    16 16 position =
    44 44 base f32*3
    56 56 target =
    84 84 target_base f32*3
    96 96 roll =
";

const RIBBON: &str = "
    0 0 id i32
    4 4 bone u32
    8 8 position f32*3
    20 20 textures =
    28 28 render_flags =
    36 36 color =
    64 64 alpha =
    92 92 above =
    120 120 below =
    148 148 edges_per_second f32
    152 152 edge_lifetime f32
    156 156 gravity f32
    160 160 rows u16
    162 162 columns u16
    164 164 slot =
    192 192 visible =
";

const PARTICLE: &str = "
    0 0 id i32
    4 4 flags u32
    8 8 position f32*3
    20 20 bone u16
    22 22 texture u16
    24 24 model =
    32 32 child =
    40 40 form =
    44 44 kind u8
    45 45 head_tail u8
    46 46 tile_rotation i16
    48 48 rows u16
    50 50 columns u16
    52 52 tracks =
    332 332 midpoint f32
    336 336 colors u32*3
    348 348 sizes f32*3
    360 360 tiles i16*10
    380 380 tail_length f32
    384 384 twinkle_speed f32
    388 388 twinkle_percent f32
    392 392 twinkle_scale f32*2
    400 400 burst f32
    404 404 drag f32
    408 408 spin f32
    412 412 tumble f32*6
    436 436 wind f32*3
    448 448 wind_time f32
    452 452 follow f32*4
    468 468 spline =
    476 476 enabled =
";

const FORM_OF_BYTES: &str = "
    0 0 blend u8
    1 1 emitter u8
    2 2 color u16
";

const FORM_OF_WORDS: &str = "
    0 0 blend u16
    2 2 emitter u16
";

/// Sizes of bones and submeshes in both clients.
const BONE_SIZES: [usize; 2] = [108, 112];
const SUBMESH_SIZES: [usize; 2] = [32, 48];

fn word(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// Where the structures of a fixture stand, by the offsets in its header.
fn structures<'t>(bytes: &[u8], column: usize, is_packed: bool) -> Vec<Structure<'t>> {
    let table = |pair: usize| word(bytes, pair + 4);
    let (bone, view, particle) = (table(0x34), table(0x4C), table(0x13C));
    let second_bone = bone + BONE_SIZES[column];
    let rotation = second_bone + [40, 44][column];
    let mut all = vec![
        structure("", 0, MODEL),
        structure("/bounds", 0xB4, BOUNDS),
        structure("/collision_bounds", 0xD0, BOUNDS),
        structure("/sequences/0", table(0x1C), SEQUENCE),
        structure("/sequences/2", table(0x1C) + 2 * 68, SEQUENCE),
        structure("/playable_lookup/4", table(0x2C) + 4 * 4, PLAYABLE),
        structure("/bones/0", bone, BONE),
        structure("/bones/1", second_bone, BONE),
        structure("/bones/0/translation", bone + [12, 16][column], TRACK),
        structure(["/bones/1/rotation/full", "/bones/1/rotation/packed"][column], rotation, TRACK),
        structure("/bones/2/scale", bone + 2 * BONE_SIZES[column] + [68, 72][column], TRACK),
        structure("/vertices/1", table(0x44) + 48, VERTEX),
        structure("/views/0", view, VIEW),
        structure("/views/0/submeshes/1", word(bytes, view + 28) + SUBMESH_SIZES[column], SUBMESH),
        structure("/views/0/batches/2", word(bytes, view + 36) + 2 * 24, BATCH),
        structure("/colors/0", table(0x54), COLOR),
        structure("/colors/0/alpha", table(0x54) + 28, TRACK),
        structure("/textures/1", table(0x5C) + 16, TEXTURE),
        structure("/transparency/0", table(0x64), TRACK),
        structure("/transforms/0", table(0x74), TRANSFORM),
        structure("/transforms/0/rotation", table(0x74) + 28, TRACK),
        structure("/render_flags/1", table(0x84) + 4, RENDER_FLAGS),
        structure("/attachments/0", table(0x104), ATTACHMENT),
        structure("/attachments/0/visible", table(0x104) + 20, TRACK),
        structure("/events/1", table(0x114) + 44, EVENT),
        structure("/lights/0", table(0x11C), LIGHT),
        structure("/lights/0/attenuation_end", table(0x11C) + 156, TRACK),
        structure("/cameras/1", table(0x124) + 124, CAMERA),
        structure("/cameras/1/target", table(0x124) + 124 + 56, TRACK),
        structure("/ribbons/0", table(0x134), RIBBON),
        structure("/ribbons/0/above", table(0x134) + 92, TRACK),
        structure("/ribbons/0/slot", table(0x134) + 164, TRACK),
        structure("/particles/0", particle, PARTICLE),
        structure("/particles/0/tracks/9", particle + 52 + 9 * 28, TRACK),
        structure("/particles/0/enabled", particle + 476, TRACK),
    ];
    all.push(if is_packed {
        structure("/particles/0/form/words", particle + 40, FORM_OF_WORDS)
    } else {
        structure("/particles/0/form/bytes", particle + 40, FORM_OF_BYTES)
    });
    all
}

#[test]
fn every_number_of_a_record_is_written_where_the_tables_say() {
    for (bytes, column, is_packed, count) in
        [(first(), 0, false, 226), (second(), 1, false, 232), (packed(), 0, true, 225)]
    {
        let structures = structures(&bytes, column, is_packed);
        assert_eq!(typed::run_tables(&read(&bytes), m2::write, column, &structures), count);
    }
}

/// Changes one value after the other: its pointer, its JSON, where it stands, what must stand there.
fn each(bytes: &[u8], rows: &[(&str, &str, usize, &str)]) {
    for (pointer, json, at, hex) in rows {
        let bytes_there = [(*at, *hex)];
        let edit = [(*pointer, *json)];
        typed::run(&read(bytes), m2::write, &[typed::row(&edit, &bytes_there)]);
    }
}

#[test]
fn lists_are_written_where_the_offsets_say() {
    let bytes = first();
    let table = |pair: usize| word(&bytes, pair + 4);
    let track = |at: usize| (word(&bytes, at + 8), word(&bytes, at + 16), word(&bytes, at + 24));
    let view = table(0x4C);
    let (ranges, times, values) = track(table(0x34) + 12);
    let (.., rotations) = track(table(0x34) + 108 + 40);
    let (.., roll) = track(table(0x124) + 124 + 96);
    let rows = [
        ("/name", "\"Fuxture\"", table(0x08) + 1, "\"u\""),
        ("/global_sequences/1", "2", table(0x14) + 4, "02"),
        ("/sequence_lookup/4", "-1", table(0x24) + 8, "ff ff"),
        ("/bones/0/translation/ranges/1/1", "4", ranges + 12, "04"),
        ("/bones/0/translation/times/3", "1", times + 12, "01 00 00 00"),
        ("/bones/0/translation/values/1/0", "1.0", values + 12, "00 00 80 3f"),
        ("/bones/1/rotation/full/values/1/3", "1.0", rotations + 28, "00 00 80 3f"),
        ("/key_bone_lookup/1", "0", table(0x3C) + 2, "00"),
        ("/views/0/indices/1", "0", word(&bytes, view + 4) + 2, "00"),
        ("/views/0/triangles/1", "0", word(&bytes, view + 12) + 2, "00"),
        ("/views/0/properties/1", "[1, 2, 3, 4]", word(&bytes, view + 20) + 4, "01 02 03 04"),
        ("/textures/0/name", "\"World/Fixture.blp\"", word(&bytes, table(0x5C) + 12) + 5, "\"/\""),
        ("/replaceable_lookup/11", "0", table(0x7C) + 22, "00"),
        ("/bone_lookup/2", "0", table(0x8C) + 4, "00"),
        ("/texture_lookup/1", "0", table(0x94) + 2, "00"),
        ("/unit_lookup/1", "1", table(0x9C) + 2, "01 00"),
        ("/transparency_lookup/0", "1", table(0xA4), "01"),
        ("/transform_lookup/1", "1", table(0xAC) + 2, "01"),
        ("/collision/triangles/1", "2", table(0xEC) + 2, "02"),
        ("/collision/vertices/1/1", "2.0", table(0xF4) + 16, "00 00 00 40"),
        ("/collision/normals/0/0", "2.0", table(0xFC), "00 00 00 40"),
        ("/attachment_lookup/1", "1", table(0x10C) + 2, "01"),
        ("/events/0/times/1", "1", word(&bytes, table(0x114) + 40) + 4, "01 00 00 00"),
        ("/cameras/1/roll/values/5", "1.0", roll + 20, "00 00 80 3f"),
        ("/camera_lookup/1", "0", table(0x12C) + 2, "00"),
        ("/ribbons/0/textures/0", "1", word(&bytes, table(0x134) + 24), "01"),
        ("/ribbons/0/render_flags/0", "0", word(&bytes, table(0x134) + 32), "00"),
        ("/particles/0/spline/1/0", "1.0", word(&bytes, table(0x13C) + 472) + 12, "00 00 80 3f"),
    ];
    each(&bytes, &rows);
    // Packed rotations: four numbers of 16 bits, of which the last is the fourth of the second key.
    let bytes = second();
    let rotations = word(&bytes, word(&bytes, 0x38) + 112 + 44 + 24);
    let rows = [("/bones/1/rotation/packed/values/1/3", "258", rotations + 14, "02 01")];
    each(&bytes, &rows);
}

#[test]
fn numbers_of_the_packed_form_are_those_of_the_specification() {
    // (s < 0 ? s + 32768 : s - 32767) / 32767
    assert_eq!(quaternion::unpack(quaternion::IDENTITY), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(quaternion::unpack([0, 32767, -32768, -1]), [-1.0, 0.0, 0.0, 1.0]);
    // 16383 - 32767 = -16384; -16384 + 32768 = 16384.
    assert_eq!(
        quaternion::unpack([16383, -16384, 1, -2]),
        [-16384.0 / 32767.0, 16384.0 / 32767.0, -32766.0 / 32767.0, 32766.0 / 32767.0]
    );
}

#[test]
fn packing_is_the_way_back() {
    assert_eq!(quaternion::pack([0.0, 0.0, 0.0, 1.0]), quaternion::IDENTITY);
    assert_eq!(quaternion::pack([-2.0, 2.0, f32::NAN, 0.5]), [0, -1, 32767, -16384]);
    for component in i16::MIN..=i16::MAX {
        let packed = [component; 4];
        // -32768 and 32767 are one number.
        let wanted = if component == i16::MIN { [i16::MAX; 4] } else { packed };
        assert_eq!(quaternion::pack(quaternion::unpack(packed)), wanted);
    }
}
