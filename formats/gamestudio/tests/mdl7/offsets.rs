//! Changing one value changes its bytes and no others. The offsets are those
//! of the specification, as the comments of the fixtures count them.

use super::{all, mixed, read, small, wide};
use gamestudio::mdl7;
use harness::typed::{self, row};

#[test]
fn of_the_header_and_the_bones() {
    let rows = [
        row(&[("/version", "1")], &[(4, "01")]),
        row(&[("/bones/1/parent", "65535")], &[(84, "ff ff")]),
        row(&[("/bones/1/unused", "258")], &[(86, "02 01")]),
        row(&[("/bones/1/position", "[1.0, 2.0, 4.0]")], &[(88, "00 00 80 3f 00 00 00 40 00 00 80 40")]),
        row(&[("/bones/1/name", "\"hand\"")], &[(100, "\"hand\"")]),
        row(&[("/entity_lump", "\"QUJDREVG\"")], &[(1768, "\"ABCDEF\"")]),
        row(&[("/editor_lump", "\"QUJD\"")], &[(1774, "\"ABC\"")]),
    ];
    assert_eq!(typed::run(&read(&all()), mdl7::write, &rows), 7);
    let rows = [row(&[("/bones/1/name", "\"x\"")], &[(116, "\"x\" 00*35")])];
    assert_eq!(typed::run(&read(&mixed()), mdl7::write, &rows), 1);
}

#[test]
fn of_groups_and_skins() {
    let rows = [
        row(&[("/groups/0/kind", "2")], &[(156, "02")]),
        row(&[("/groups/0/max_weights", "9")], &[(158, "09")]),
        row(&[("/groups/0/unused", "9")], &[(159, "09")]),
        row(&[("/groups/0/odd_size", "16")], &[(160, "10 00 00 00")]),
        row(&[("/groups/0/name", "\"main\"")], &[(164, "\"main\"")]),
        row(&[("/groups/0/skins/0/kind", "263")], &[(200, "07 01")]),
        row(&[("/groups/0/skins/0/width", "9")], &[(204, "09")]),
        row(&[("/groups/0/skins/0/height", "2")], &[(208, "02")]),
        row(&[("/groups/0/skins/0/name", "\"inside!\"")], &[(212, "\"inside!\"")]),
        row(&[("/groups/0/skins/0/body/image/external", "\"moss.tg\"")], &[(228, "\"moss.tg\"")]),
        row(&[("/groups/0/skins/1/body/image/pixels", "\"CQkJCQkJ\"")], &[(264, "09*6")]),
        row(&[("/groups/0/skins/3/body/material/diffuse/0", "1.0")], &[(352, "00 00 80 3f")]),
        row(&[("/groups/0/skins/3/body/material/ambient/0", "1.0")], &[(368, "00 00 80 3f")]),
        row(&[("/groups/0/skins/3/body/material/specular/0", "1.0")], &[(384, "00 00 80 3f")]),
        row(&[("/groups/0/skins/3/body/material/emissive/0", "1.0")], &[(400, "00 00 80 3f")]),
        row(&[("/groups/0/skins/3/body/material/power", "1.0")], &[(416, "00 00 80 3f")]),
        row(&[("/groups/0/skins/4/body/effect", "\"fx{};\"")], &[(707, "\"fx{};\"")]),
        row(&[("/groups/0/skins/8/body/image/dds", "\"QUJDRA==\"")], &[(900, "\"ABCD\"")]),
    ];
    assert_eq!(typed::run(&read(&all()), mdl7::write, &rows), 18);
}

#[test]
fn of_the_surface() {
    let rows = [
        row(&[("/groups/0/uvs/1", "[0.5, 2.0]")], &[(1000, "00 00 00 3f 00 00 00 40")]),
        row(&[("/groups/0/triangles/0/vertices", "[2, 1, 258]")], &[(1016, "02 00 01 00 02 01")]),
        row(&[("/groups/0/triangles/0/uvs", "[2, 4294967295, 0]")], &[(1022, "02 00 ff ff 00 00")]),
        row(&[("/groups/0/triangles/0/material", "-1")], &[(1028, "ff ff ff ff")]),
        row(&[("/groups/0/triangles/0/uvs2", "[2, 1, 0]")], &[(1032, "02 00 01 00 00 00")]),
        row(&[("/groups/0/triangles/0/material2", "258")], &[(1038, "02 01 00 00")]),
        row(&[("/groups/0/vertices/1/position/0", "1.0")], &[(1094, "00 00 80 3f")]),
        row(&[("/groups/0/vertices/1/bone", "258")], &[(1106, "02 01")]),
        row(&[("/groups/0/vertices/1/normal/vector/2", "1.0")], &[(1116, "00 00 80 3f")]),
    ];
    assert_eq!(typed::run(&read(&all()), mdl7::write, &rows), 9);

    // Bones end at 80, the group's header at 124, the skin at 220, the
    // texture coordinates at 244.
    let rows = [
        row(&[("/groups/0/triangles/1/vertices/0", "0")], &[(256, "00 00")]),
        row(&[("/groups/0/triangles/1/uvs/2", "1")], &[(266, "01 00")]),
        row(&[("/groups/0/vertices/0/normal/numbered/index", "6")], &[(282, "06")]),
        row(&[("/groups/0/vertices/0/normal/numbered/pad", "6")], &[(283, "06")]),
        row(&[("/groups/0/frames/1/vertices/0/vertex", "1")], &[(512, "01 00")]),
        row(&[("/groups/0/frames/1/vertices/0/normal/numbered/index", "6")], &[(514, "06")]),
    ];
    assert_eq!(typed::run(&read(&small()), mdl7::write, &rows), 6);

    // Bones end at 152, texture coordinates at 316, main vertices at 426.
    let rows = [
        row(&[("/groups/0/triangles/0/material", "1")], &[(328, "01")]),
        row(&[("/groups/0/triangles/1/material", "1")], &[(344, "01 00 00 00")]),
        row(&[("/groups/0/frames/1/vertices/0/vertex", "65538")], &[(622, "02 00 01 00")]),
        row(&[("/groups/0/frames/1/vertices/0/normal/vector/0", "1.0")], &[(626, "00 00 80 3f")]),
    ];
    assert_eq!(typed::run(&read(&mixed()), mdl7::write, &rows), 4);

    // Bones end at 120, texture coordinates at 284.
    let rows = [
        row(&[("/groups/0/triangles/0/vertices/1", "65538")], &[(288, "02 00 01 00")]),
        row(&[("/groups/0/triangles/0/uvs/0", "65538")], &[(296, "02 00 01 00")]),
        row(&[("/groups/0/triangles/0/material", "1")], &[(308, "01")]),
        row(&[("/groups/0/triangles/0/uvs2/2", "4294967295")], &[(320, "ff ff ff ff")]),
        row(&[("/groups/0/triangles/0/material2", "-1")], &[(324, "ff ff ff ff")]),
    ];
    assert_eq!(typed::run(&read(&wide()), mdl7::write, &rows), 5);
}

#[test]
fn of_frames_and_deformers() {
    let rows = [
        row(&[("/groups/0/frames/1/name", "\"jump 1\"")], &[(1196, "\"jump\"")]),
        row(&[("/groups/0/frames/1/vertices/0/position/2", "2.0")], &[(1228, "00 00 00 40")]),
        row(&[("/groups/0/frames/1/vertices/0/vertex", "1")], &[(1232, "01")]),
        row(&[("/groups/0/frames/1/vertices/0/normal/vector/0", "1.0")], &[(1234, "00 00 80 3f")]),
        row(&[("/groups/0/frames/2/transforms/1/matrix/12", "1.0")], &[(1412, "00 00 80 3f")]),
        row(&[("/groups/0/frames/2/transforms/1/bone", "2")], &[(1428, "02")]),
        row(&[("/groups/0/frames/2/transforms/1/pad", "[1, 2]")], &[(1430, "01 02")]),
        row(&[("/groups/1/triangles/0/material", "3")], &[(1556, "03")]),
        row(&[("/groups/0/deformers/0/version", "1")], &[(1672, "01")]),
        row(&[("/groups/0/deformers/0/unused", "[1, 2]")], &[(1674, "01 02")]),
        row(&[("/groups/0/deformers/0/group", "1")], &[(1676, "01")]),
        row(&[("/groups/0/deformers/0/odd_size", "7")], &[(1684, "07")]),
        row(&[("/groups/0/deformers/0/deformation/bones/0/bone", "2")], &[(1688, "02")]),
        row(&[("/groups/0/deformers/0/deformation/bones/0/name", "\"foot\"")], &[(1692, "\"foot\"")]),
        row(&[("/groups/0/deformers/0/deformation/bones/0/weights/1/vertex", "3")], &[(1724, "03")]),
        row(
            &[("/groups/0/deformers/0/deformation/bones/0/weights/1/weight", "1.0")],
            &[(1728, "00 00 80 3f")],
        ),
    ];
    assert_eq!(typed::run(&read(&all()), mdl7::write, &rows), 16);
}
