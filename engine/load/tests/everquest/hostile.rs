//! Zones that are damaged or made to harm: they load with findings or are refused, in bounded time and memory.

use crate::everquest::maker::{self, Install, Maker, archive, codes, grass, two_regions};
use everquest::wld::{Body, Instance, MaterialPalette, Reference, Version};
use harness::alloc::peak_of;
use load::Loaded;

/// A world of placements, and one of a mill of two bones and a stone.
fn objects() -> [Maker; 2] {
    let mut models = Maker::new(Version::Old);
    let palette = models.grass();
    let corners = [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let mesh = models.mesh("STONE_DMSPRITEDEF", palette, &corners, &[[0, 1, 2]]);
    let mesh = models.add_mesh(mesh);
    models.still("STONE_ACTORDEF", mesh);
    let shown = models.add(Body::DmSprite(Instance::of(mesh, 0)));
    let still = models.track(&[([16384, 0, 0, 0], [0, 0, 256], 256)], None);
    let turning = [[16384, 0, 0, 0], [0, 0, 0, 16384]].map(|turn| (turn, [256, 0, 0], 256));
    let turning = models.track(&turning, Some(100));
    let skeleton = models.skeleton(&[(still, shown, &[1]), (turning, shown, &[])]);
    models.actor("MILL_ACTORDEF", skeleton);
    let mut placed = Maker::new(Version::Old);
    placed.place("STONE_ACTORDEF", [5.0, 5.0, 0.0], [3.0, 0.0, 0.0], 1.0, Some(vec![[9, 9, 9, 9]; 3]));
    placed.place("MILL_ACTORDEF", [5.0, -5.0, 0.0], [0.0; 3], 2.0, None);
    [placed, models]
}

fn placed(loaded: &Loaded) -> usize {
    loaded.scene.nodes.iter().filter(|node| !node.name.starts_with('R')).count()
}

/// Numbers from a seed, as `xorshift` makes them.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count as u64) as usize
    }
}

#[test]
fn damaged_zones_load_or_are_refused_and_need_little_memory() {
    let [placements, models] = objects();
    let whole = [two_regions().bytes(), placements.bytes(), models.bytes()];
    let (mut loaded, mut refused, mut most) = (0, 0, 0);
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for _ in 0..300 {
        let mut worlds = whole.clone();
        let world = dice.below(3);
        for _ in 0..=dice.below(4) {
            let at = dice.below(worlds[world].len());
            worlds[world][at] = [0, 1, 0x7F, 0x80, 0xFF, dice.below(256) as u8][dice.below(6)];
        }
        let [zone, placements, models] = worlds;
        let zone = [("arena.wld", zone), ("objects.wld", placements), ("grass.bmp", grass())];
        let install = Install::new(&[("arena.s3d", &zone), ("arena_obj.s3d", &[("arena_obj.wld", models)])]);
        let (result, peak) = peak_of(|| install.load("arena.s3d"));
        most = most.max(peak);
        match result {
            Ok(_) => loaded += 1,
            Err(_) => refused += 1,
        }
    }
    // A world whose header is damaged is refused, and nothing else.
    assert!(loaded > 200 && refused > 0, "{loaded} loaded, {refused} refused");
    assert!(most < 24 << 20, "{most} bytes");
}

#[test]
fn references_in_a_ring_end() {
    // A palette of itself, a 0x2D of itself, bones above one another, a 0x33 that is its own definition.
    let mut models = Maker::new(Version::Old);
    let own = models.builder.next();
    let palette = models
        .add(Body::MaterialPalette(MaterialPalette { materials: vec![own], ..MaterialPalette::default() }));
    let corners = [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let mesh = models.mesh("STONE_DMSPRITEDEF", palette, &corners, &[[0, 1, 2]]);
    let mesh = models.shown(mesh);
    let still = models.track(&[([16384, 0, 0, 0], [256, 0, 0], 256)], None);
    let skeleton = models.skeleton(&[(still, mesh, &[1]), (still, mesh, &[0])]);
    models.actor("RING_ACTORDEF", skeleton);
    let own = models.builder.next();
    models.add(Body::DmSprite(Instance::of(own, 0)));
    models.actor("SELF_ACTORDEF", own);
    let own = models.builder.next();
    models.add(Body::HierarchicalSprite(Instance::of(own, 0)));
    models.actor("BONELESS_ACTORDEF", own);
    let mut placed_in = Maker::new(Version::Old);
    for actor in ["RING_ACTORDEF", "SELF_ACTORDEF", "BONELESS_ACTORDEF"] {
        placed_in.place(actor, [0.0; 3], [0.0; 3], 1.0, None);
    }
    let loaded = Install::of_objects(placed_in, models).arena();
    assert!(codes(&loaded).contains(&"load.everquest.link"), "{:?}", codes(&loaded));
    // Those without any mesh are not there.
    assert_eq!(placed(&loaded), 1);
}

#[test]
fn a_small_file_cannot_ask_for_copies_of_a_large_mesh_without_end() {
    let mut models = Maker::new(Version::Old);
    let palette = models.grass();
    let corners: Vec<[f32; 3]> = (0..30_000).map(|at| [(at % 100) as f32, (at / 100) as f32, 0.0]).collect();
    let mesh = models.mesh("LARGE_DMSPRITEDEF", palette, &corners, &[[0, 1, 100]]);
    let mesh = models.shown(mesh);
    let still = models.track(&[([16384, 0, 0, 0], [0, 0, 0], 256)], None);
    // 2,000 times 30,000 points are 60 million.
    let bones: Vec<(Reference, Reference, &[u32])> = vec![(still, mesh, &[]); 2000];
    let skeleton = models.skeleton(&bones);
    models.actor("LARGE_ACTORDEF", skeleton);
    let mut placed_in = Maker::new(Version::Old);
    for _ in 0..3 {
        placed_in.place("LARGE_ACTORDEF", [0.0; 3], [0.0; 3], 1.0, None);
    }
    let loaded = Install::of_objects(placed_in, models).arena();
    let finding = loaded.findings.iter().find(|finding| finding.code == "load.everquest.too_many").unwrap();
    assert!(finding.to_string().contains("1 kinds of objects with more"), "{finding}");
    assert_eq!(placed(&loaded), 0);
}

#[test]
fn a_track_that_is_shorter_than_others_of_its_skeleton_starts_again() {
    let mut models = Maker::new(Version::Old);
    let palette = models.grass();
    let corners = [[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let mesh = models.mesh("STONE_DMSPRITEDEF", palette, &corners, &[[0, 1, 2]]);
    let mesh = models.shown(mesh);
    let at = |x: i16| ([16384, 0, 0, 0], [x * 256, 0, 0], 256);
    let long = models.track(&[at(0), at(0), at(0)], Some(100));
    let short = models.track(&[at(0), at(1)], Some(100));
    let skeleton = models.skeleton(&[(long, Reference::NONE, &[1]), (short, mesh, &[])]);
    models.actor("MILL_ACTORDEF", skeleton);
    let mut placed_in = Maker::new(Version::Old);
    placed_in.place("MILL_ACTORDEF", [0.0; 3], [0.0; 3], 1.0, None);
    let loaded = Install::of_objects(placed_in, models).arena();
    let deform = loaded.scene.models.last().unwrap().deform.as_ref().unwrap();
    let x: Vec<f32> =
        deform.frames.iter().map(|frame| maker::frame().to_game(frame.moved[0].1.position).x).collect();
    assert_eq!(x, [0.0, 1.0, 0.0]);
}

#[test]
fn archives_of_rubbish_beside_a_zone_are_findings() {
    let install = Install::of_zone(two_regions());
    let [placements, _] = objects();
    let zone = [
        ("arena.wld", two_regions().bytes()),
        ("objects.wld", placements.bytes()),
        ("lights.wld", b"no world".to_vec()),
        ("grass.bmp", b"BM but no more".to_vec()),
    ];
    install.put("arena.s3d", &archive(&zone));
    install.put("arena_obj.s3d", b"no archive");
    install.put("gequip.s3d", &archive(&[("gequip.wld", vec![0; 40])]));
    let loaded = install.arena();
    let codes = codes(&loaded);
    for code in ["load.everquest.actor_missing", "load.everquest.picture"] {
        assert!(codes.contains(&code), "{code}: {codes:?}");
    }
    assert_eq!((loaded.scene.models.len(), placed(&loaded)), (2, 0));
}
