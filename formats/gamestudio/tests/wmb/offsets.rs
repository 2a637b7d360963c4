//! Each field stands where docs/spec/gamestudio.md says: one is changed, and only
//! its bytes may change in the file.

use crate::wmb::{all, lit, read};
use binary::Mode;
use gamestudio::wmb::objects::Object;
use gamestudio::wmb::{self, Level, List, RawList};
use harness::typed::{self, Row, row};

#[test]
fn lists_of_records_are_written_at_their_offsets() {
    let rows = [
        row(&[("/palette/zero00/15", "1")], &[(187, "01")]),
        row(&[("/planes/2/normal/1", "1")], &[(3144, "00 00 80 3f")]),
        row(&[("/planes/2/dist", "1")], &[(3152, "00 00 80 3f")]),
        row(&[("/planes/2/axis_type", "-2")], &[(3156, "fe ff ff ff")]),
        row(&[("/pvs", "\"CQgHBgU=\"")], &[(164, "09 08 07 06 05")]),
        row(&[("/bsp_nodes/0/plane", "258")], &[(3028, "02 01")]),
        row(&[("/bsp_nodes/0/zero04", "1")], &[(3032, "01")]),
        row(&[("/bsp_nodes/0/mins/2", "772")], &[(3040, "04 03")]),
        row(&[("/bsp_nodes/0/maxs/0", "772")], &[(3042, "04 03")]),
        row(&[("/bsp_nodes/0/zero20", "1")], &[(3048, "01")]),
        row(&[("/bsp_nodes/0/children/1", "772")], &[(3056, "04 03 00 00")]),
        row(&[("/bsp_nodes/0/first_face", "772")], &[(3060, "04 03")]),
        row(&[("/bsp_nodes/0/face_count", "772")], &[(3064, "04 03")]),
        row(&[("/materials/1/s_axis/2", "1")], &[(3400, "00 00 80 3f")]),
        row(&[("/materials/1/s_offset", "1")], &[(3404, "00 00 80 3f")]),
        row(&[("/materials/1/t_axis/0", "1")], &[(3408, "00 00 80 3f")]),
        row(&[("/materials/1/t_offset", "1")], &[(3420, "00 00 80 3f")]),
        row(&[("/materials/1/texture", "772")], &[(3424, "04 03")]),
        row(&[("/materials/1/flags", "772")], &[(3428, "04 03")]),
        row(&[("/materials/1/user_flags", "67305985")], &[(3430, "01 02 03 04")]),
        row(&[("/materials/1/ambient", "-1")], &[(3434, "ff")]),
        row(&[("/materials/1/albedo", "-1")], &[(3435, "ff")]),
        row(&[("/materials/0/name", "\"a_name_of_20_letters\"")], &[(3372, "\"a_name_of_20_letters\"")]),
        row(&[("/hulls/1/plane", "772")], &[(3084, "04 03")]),
        row(&[("/hulls/1/zero04", "772")], &[(3088, "04 03")]),
        row(&[("/hulls/1/children/1", "772")], &[(3096, "04 03 00 00")]),
        row(&[("/bsp_leafs/1/content", "772")], &[(2956, "04 03 00 00")]),
        row(&[("/bsp_leafs/1/pvs_offset", "772")], &[(2960, "04 03")]),
        row(&[("/bsp_leafs/1/mins/0", "772")], &[(2964, "04 03")]),
        row(&[("/bsp_leafs/1/maxs/2", "772")], &[(2974, "04 03")]),
        row(&[("/bsp_leafs/1/unknown20/1", "772")], &[(2980, "04 03")]),
        row(&[("/bsp_leafs/1/first_block", "772")], &[(2984, "04 03")]),
        row(&[("/bsp_leafs/1/block_count", "772")], &[(2988, "04 03")]),
        row(&[("/bsp_blocks/1", "772")], &[(3164, "04 03")]),
        row(&[("/legacy/0/bytes", "\"AQIDBAUGBwg=\"")], &[(3456, "01 02 03 04 05 06 07 08")]),
        row(&[("/submodels/0/mins/2", "1")], &[(3176, "00 00 80 3f")]),
        row(&[("/submodels/0/maxs/0", "1")], &[(3180, "00 00 80 3f")]),
        row(&[("/submodels/0/origin/0", "1")], &[(3192, "00 00 80 3f")]),
        row(&[("/submodels/0/head_nodes/3", "772")], &[(3216, "04 03")]),
        row(&[("/submodels/0/hull_mins/3/2", "772")], &[(3264, "04 03")]),
        row(&[("/submodels/0/hull_maxs/0/0", "772")], &[(3268, "04 03")]),
        row(&[("/submodels/0/leaf_count", "772")], &[(3316, "04 03")]),
        row(&[("/submodels/0/first_face", "772")], &[(3320, "04 03")]),
        row(&[("/submodels/0/face_count", "772")], &[(3324, "04 03")]),
        row(&[("/terrain_lightmaps/0/object", "772")], &[(3468, "04 03")]),
        row(
            &[("/terrain_lightmaps/0/width", "1"), ("/terrain_lightmaps/0/height", "2")],
            &[(3472, "01"), (3476, "02")],
        ),
        row(&[("/terrain_lightmaps/0/data", "\"AQEBAQEB\"")], &[(3480, "01 01 01 01 01 01")]),
        row(&[("/layout/lists/gaps/0/bytes", "\"AQID\"")], &[(169, "01 02 03")]),
        row(&[("/layout/lists/offsets/3", "772")], &[(28, "04 03")]),
    ];
    assert_eq!(typed::run(&read(&all()), wmb::write, &rows), 49);
}

#[test]
fn textures_and_blocks_are_written_at_their_offsets() {
    let rows = [
        row(&[("/textures/3/name", "\"a\"")], &[(1570, "\"a\" 00*4")]),
        row(&[("/textures/3/width", "1"), ("/textures/3/height", "2")], &[(1586, "01"), (1590, "02")]),
        row(&[("/textures/3/kind", "16777220")], &[(1594, "04 00 00 01")]),
        row(&[("/textures/3/mip_offsets/2", "772")], &[(1606, "04 03")]),
        row(&[("/textures/3/data", "\"BgUEAwIB\"")], &[(1610, "06 05 04 03 02 01")]),
        row(&[("/textures/2/data", "\"AAAAAAAAAAAAAAAA\"")], &[(1744, "00*12")]),
        row(&[("/layout/textures/offsets/1", "-2")], &[(1340, "fe")]),
        row(&[("/blocks/1/mins/0", "1")], &[(1156, "00 00 80 3f")]),
        row(&[("/blocks/1/maxs/2", "1")], &[(1176, "00 00 80 3f")]),
        row(&[("/blocks/1/content", "772")], &[(1180, "04 03 00 00")]),
        row(&[("/blocks/1/vertices/1/position/2", "1")], &[(1232, "00 00 80 3f")]),
        row(&[("/blocks/1/vertices/1/uv/0", "1")], &[(1236, "00 00 80 3f")]),
        row(&[("/blocks/1/vertices/1/lightmap_uv/1", "1")], &[(1248, "00 00 80 3f")]),
        row(&[("/blocks/1/triangles/0/vertices/2", "772")], &[(1284, "04 03")]),
        row(&[("/blocks/1/triangles/0/skin", "772")], &[(1286, "04 03")]),
        row(&[("/blocks/1/triangles/0/polygon", "772")], &[(1288, "04 03")]),
        row(&[("/blocks/1/skins/1/texture", "772")], &[(1312, "04 03")]),
        row(&[("/blocks/1/skins/1/lightmap", "772")], &[(1314, "04 03")]),
        row(&[("/blocks/1/skins/1/material", "772")], &[(1316, "04 03")]),
        row(&[("/blocks/1/skins/1/ambient", "1")], &[(1320, "00 00 80 3f")]),
        row(&[("/blocks/1/skins/1/albedo", "1")], &[(1324, "00 00 80 3f")]),
        row(&[("/blocks/1/skins/1/flags", "67305985")], &[(1328, "01 02 03 04")]),
    ];
    assert_eq!(typed::run(&read(&all()), wmb::write, &rows), 22);
}

/// One value for each of the offsets, which count from the object's start.
fn objects(start: usize, base: &'static str, fields: &[(&str, &str, usize, &'static str)]) -> usize {
    let level = read(&all());
    fields
        .iter()
        .map(|(field, json, offset, bytes)| {
            let pointer = format!("{base}{field}");
            let rows = [Row { edits: &[(pointer.as_str(), json)], bytes: &[(start + offset, bytes)] }];
            typed::run(&level, wmb::write, &rows)
        })
        .sum()
}

const ONE: &str = "00 00 80 3f";
const WORD: &str = "04 03 00 00";

#[test]
fn objects_are_written_at_their_offsets() {
    let info = [
        ("/origin/2", "1", 12, ONE),
        ("/sun_azimuth", "1", 16, ONE),
        ("/sun_elevation", "1", 20, ONE),
        ("/flags", "772", 24, WORD),
        ("/compiler_version", "1", 28, ONE),
        ("/gamma", "9", 32, "09"),
        ("/lightmap_size", "9", 33, "09"),
        ("/unknown34/1", "9", 35, "09"),
        ("/sun_color", "772", 36, WORD),
        ("/ambient_color", "772", 40, WORD),
        ("/fog_colors/3", "772", 56, WORD),
    ];
    assert_eq!(objects(1852, "/objects/0/info", &info), 11);
    let position = [
        ("/origin/0", "5", 4, "00 00 a0 40"),
        ("/angles/2", "1", 24, ONE),
        ("/unknown28/1", "772", 32, WORD),
        ("/name", "\"here\"", 36, "\"here\" 00"),
    ];
    assert_eq!(objects(1912, "/objects/1/position", &position), 4);
    let light = [
        ("/origin/0", "1", 4, ONE),
        ("/color/1", "1", 20, ONE),
        ("/range", "1", 28, ONE),
        ("/flags", "772", 32, WORD),
    ];
    assert_eq!(objects(1968, "/objects/2/light", &light), 4);
    let old = [
        ("/origin/0", "1", 4, ONE),
        ("/angles/0", "1", 16, ONE),
        ("/scale/0", "2", 28, "00 00 00 40"),
        ("/name", "\"x\"", 40, "\"x\" 00*12"),
        ("/file", "\"x\"", 60, "\"x\" 00*8"),
        ("/action", "\"x\"", 73, "\"x\" 00*7"),
        ("/padding/2", "1", 95, "01"),
        ("/skills/7", "1", 124, ONE),
        ("/flags", "772", 128, WORD),
        ("/ambient", "1", 132, ONE),
    ];
    assert_eq!(objects(2004, "/objects/3/old_entity", &old), 10);
    let sound = [
        ("/origin/0", "1", 4, ONE),
        ("/volume", "1", 16, ONE),
        ("/unknown20/1", "1", 24, ONE),
        ("/range", "772", 28, WORD),
        ("/flags", "772", 32, WORD),
        ("/file", "\"x\"", 36, "\"x\" 00*7"),
        ("/padding/0", "1", 69, "01"),
    ];
    assert_eq!(objects(2140, "/objects/4/sound", &sound), 7);
    let path = [
        ("/name", "\"x\"", 4, "\"x\" 00*5"),
        ("/zero28/0", "772", 28, WORD),
        ("/nodes/1/0", "1", 56, ONE),
        ("/skills/2/5", "1", 148, ONE),
        ("/edges/1/nodes/0", "1", 176, ONE),
        ("/edges/1/length", "1", 184, ONE),
        ("/edges/1/bezier", "1", 188, ONE),
        ("/edges/1/weight", "1", 192, ONE),
        ("/edges/1/skill", "1", 196, ONE),
    ];
    assert_eq!(objects(2212, "/objects/5/path", &path), 9);
    let entity = [
        ("/origin/0", "1", 4, ONE),
        ("/angles/0", "1", 16, ONE),
        ("/scale/0", "2", 28, "00 00 00 40"),
        ("/name", "\"x\"", 40, "\"x\" 00*12"),
        ("/file", "\"x\"", 73, "\"x\" 00*8"),
        ("/action", "\"x\"", 106, "\"x\" 00*7"),
        ("/padding", "1", 139, "01"),
        ("/skills/19", "1", 216, ONE),
        ("/flags", "772", 220, WORD),
        ("/ambient", "1", 224, ONE),
        ("/albedo", "1", 228, ONE),
        ("/path", "772", 232, WORD),
        ("/attached", "772", 236, WORD),
        ("/material", "\"x\"", 240, "\"x\" 00*8"),
        ("/string1", "\"x\"", 273, "\"x\" 00*4"),
        ("/string2", "\"x\"", 306, "\"x\" 00*4"),
        ("/unused", "\"x\"", 339, "\"x\" 00*5"),
    ];
    assert_eq!(objects(2412, "/objects/6/entity", &entity), 17);
    let region = [
        ("/mins/0", "1", 4, ONE),
        ("/maxs/2", "1", 24, ONE),
        ("/zero28/1", "772", 32, WORD),
        ("/name", "\"x\"", 36, "\"x\" 00*10"),
    ];
    assert_eq!(objects(1796, "/objects/7/region", &region), 4);
}

#[test]
fn the_palette_and_light_maps_are_written_at_their_offsets() {
    let mut level = read(&all());
    level.palette.as_mut().unwrap().colors.bytes[767] = 1;
    let mut expected = all();
    expected[172 + 783] = 1;
    assert_eq!(wmb::write(&level).unwrap(), expected);

    let mut level = read(&lit());
    let at = lit().len() - 36 - 393_216;
    level.lightmaps[196_608] = 9;
    let mut expected = lit();
    expected[at + 196_608] = 9;
    assert!(wmb::write(&level).unwrap() == expected);
}

#[test]
fn json_keeps_everything_and_stays_small() {
    let json = typed::through_json(&read(&all()));
    assert!(json.len() < 6 * all().len(), "{} bytes of JSON", json.len());
    let mut odd = all();
    // A name with a byte behind its end, a region of no known type, and planes
    // that reach into the next list.
    odd[2004 + 59] = 0xFF;
    odd[1796] = 99;
    odd[16] = 61;
    let (level, _) = wmb::read(&odd, Mode::Lenient).unwrap();
    assert_eq!(level.layout.tails, [RawList { list: List::Planes, bytes: vec![1] }]);
    assert!(matches!(&level.objects[7], Object::Other { kind: 99, data } if data.len() == 52));
    let back: Level = serde_json::from_str(&typed::through_json(&level)).unwrap();
    assert_eq!(wmb::write(&back).unwrap(), odd);
}
