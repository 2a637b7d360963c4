//! Levels made from nothing.

use crate::wmb::read;
use gamestudio::pixels::{Format, Shape};
use gamestudio::wmb::blocks::{Block, Skin};
use gamestudio::wmb::objects::{Entity, Object, Path, Region};
use gamestudio::wmb::{self, ColorTable, Level, Texture};

fn cuboid() -> Block {
    Block::cuboid([-64.0, -32.0, -16.0], [64.0, 32.0, 0.0], Skin::flat(0), 16, 16)
}

fn demo() -> Level {
    let mut level = Level::new();
    let shape = Shape { format: Format::Bgr888, width: 16, height: 16, mips: true };
    let texture = Texture::from_rgba8("floor", shape, &[128; 1024], None).unwrap();
    assert_eq!(texture.mip_offsets, [808, 1000, 1048]);
    assert_eq!(level.add_texture(texture), 0);
    level.blocks.push(cuboid());
    level.blocks.push(Block::cuboid([0.0, 0.0, 0.0], [8.0, 8.0, 80.0], Skin::flat(0), 16, 16));
    level
}

#[test]
fn a_new_level_breaks_no_rule() {
    let level = read(&wmb::write(&Level::new()).unwrap());
    assert_eq!(level, Level::new());
    assert_eq!((level.lightmap_count(), level.bsp_leafs.len()), (1, 1));
    assert_eq!(level.info().unwrap().sun_elevation, 60.0);

    let mut level = demo();
    level.seal();
    assert_eq!(
        (level.submodels[0].mins, level.submodels[0].maxs),
        ([-64.0, -32.0, -16.0], [64.0, 32.0, 80.0])
    );
    assert_eq!(read(&wmb::write(&level).unwrap()), level);
}

#[test]
fn boxes_follow_their_corners() {
    let mut level = demo();
    for vertex in &mut level.blocks[0].vertices {
        vertex.position[2] += 1000.0;
    }
    level.seal();
    assert_eq!(level.blocks[0].maxs, [64.0, 32.0, 1000.0]);
    assert_eq!(level.submodels[0].maxs[2], 1000.0);
    read(&wmb::write(&level).unwrap());
}

#[test]
fn a_cuboid_is_closed_and_clockwise() {
    let block = cuboid();
    assert_eq!(block.faces().count(), 12);
    let six_volumes: f64 = block
        .faces()
        .map(|([a, b, c], _)| {
            let [a, b, c] = [a, b, c].map(|vertex| vertex.position.map(f64::from));
            let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
            a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]
        })
        .sum();
    // Clockwise from outside: the signed volume is negative.
    assert_eq!(six_volumes, -6.0 * 128.0 * 64.0 * 16.0);
    // One pixel for each quant, and upright: v grows downwards.
    let (front, _) = block.faces().next().unwrap();
    let lower = front.iter().find(|vertex| vertex.position[2] == -16.0).unwrap();
    let upper = front.iter().find(|vertex| vertex.position[2] == 0.0).unwrap();
    assert_eq!(lower.uv[1] - upper.uv[1], 1.0);
}

#[test]
fn entities_are_stored_as_the_tools_would() {
    let entity = |name: &str, file: &str| Entity::new(name, file, [1.0, 2.0, 3.0]).unwrap();
    let stored = |entity: Entity| {
        let mut level = Level::new();
        assert_eq!(level.add_entity(entity), 1);
        let mut level = read(&wmb::write(&level).unwrap());
        level.objects.pop().unwrap()
    };
    let view = |object: &Object| {
        let entity = object.entity().unwrap();
        (object.kind(), entity.file, entity.action)
    };
    let some = |kind, file: &str, action: &str| (kind, file.to_owned(), action.to_owned());

    let act = |entity: Entity, action: &str| entity.with_action(action).unwrap();
    let plain = stored(act(entity("crate", "crate.mdl"), "act_push"));
    assert_eq!(view(&plain), some(3, "crate.mdl", "act_push"));
    let read_back = plain.entity().unwrap();
    assert_eq!((read_back.origin, read_back.scale, read_back.albedo), ([1.0, 2.0, 3.0], [1.0; 3], 50.0));
    // Twelve characters still leave room for an action, more run on into it.
    assert_eq!(view(&stored(act(entity("a", "twelve12.mdl"), "x"))), some(3, "twelve12.mdl", "x"));
    assert_eq!(view(&stored(entity("a", "thirteen1.mdl"))), some(3, "thirteen1.mdl", ""));
    assert_eq!(view(&stored(act(entity("a", "thirteen1.mdl"), "x"))), some(7, "thirteen1.mdl", "x"));
    let longest = "a_name_of_thirty_three_letters.md";
    assert_eq!(view(&stored(entity("a", longest))), some(3, longest, ""));
    // What an old entity has no room for.
    let more: [fn(&mut Entity); 5] = [
        |entity| entity.skills[8] = 1.0,
        |entity| entity.attached = 1,
        |entity| entity.albedo = 49.0,
        |entity| entity.string2 = gamestudio::text::Text::new("x").unwrap(),
        |entity| entity.name = gamestudio::text::Text::new("a_name_of_20_letters").unwrap(),
    ];
    for change in more {
        let mut entity = entity("a", "b.mdl");
        change(&mut entity);
        let object = stored(entity.clone());
        assert_eq!(object, Object::Entity(Box::new(entity)));
    }
}

#[test]
fn paths_and_regions_are_made() {
    let mut level = Level::new();
    let corners = vec![[0.0; 3], [30.0, 0.0, 0.0], [30.0, 40.0, 0.0]];
    assert_eq!(level.add_path(Path::new("round", corners.clone(), true).unwrap()), 1);
    assert_eq!(level.add_path(Path::new("there", corners, false).unwrap()), 2);
    assert_eq!(level.add_path(Path::new("nowhere", Vec::new(), true).unwrap()), 3);
    let region = Region::new("exit", [-1.0; 3], [1.0; 3]).unwrap();
    level.objects.push(Object::Region(Box::new(region)));
    let mut walker = Entity::new("walker", "walker.mdl", [0.0; 3]).unwrap();
    walker.path = 2;
    level.add_entity(walker);
    let level = read(&wmb::write(&level).unwrap());
    let edges: Vec<Vec<_>> =
        level.paths().map(|path| path.edges.iter().map(|edge| (edge.nodes, edge.length)).collect()).collect();
    let [first, second, third] = [([1.0, 2.0], 30.0), ([2.0, 3.0], 40.0), ([3.0, 1.0], 50.0)];
    assert_eq!(edges, [vec![first, second, third], vec![first, second], Vec::new()]);
    assert_eq!(level.entities().next().unwrap().path, 2);
}

#[test]
fn indices_are_the_nearest_greys() {
    let colors = ColorTable::gray().colors();
    let shape = Shape { format: Format::Pal8, width: 1, height: 1, mips: false };
    let texture = Texture::from_rgba8("grey", shape, &[100, 101, 102, 255], Some(&colors)).unwrap();
    assert_eq!(texture.data, [101]);
}
