//! From zone to zone over lines, there and back, with the sizes and speeds of the game.

use crate::everquest::maker::{self, Install, Maker, request, two_regions};
use everquest::wld::{Body, Zone};
use load::{Loaded, Request};
use runtime::places::{Site, World};
use runtime::{Input, Simulation};
use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;
use vfs::Vfs;
use world::{Limits, SeatId, Walker};

const WALK: Input = Input {
    forward: 1.0,
    strafe: 0.0,
    yaw: 0.0,
    pitch: 0.0,
    run: false,
    jump: false,
    sink: false,
    fire: false,
    fire_second: false,
};

/// A zone of two regions, of which the western one is a line.
fn with_line(text: &str) -> Maker {
    let mut zone = two_regions();
    let name = zone.name(text);
    zone.add(Body::Zone(Box::new(Zone { name, regions: vec![0], ..Default::default() })));
    zone
}

/// The zones `arena` and `beach`: a reference leads there, and a line that names its end leads back.
fn install() -> Install {
    let install = Install::of_zone(with_line("DRNTP00255000001_ZONE"));
    // Zone 77 at (-20, -30, 0), heading as before.
    let beach = with_line("DRNTP00077-00020-030.0000000999_ZONE");
    install.put("beach.s3d", &maker::archive(&[("beach.wld", beach.bytes()), ("grass.bmp", maker::grass())]));
    let table =
        "[[line]]\nzone = \"arena\"\nreference = 1\ntarget = \"beach\"\nx = 5.0\ny = -30.0\nz = 0.0\n";
    install.put("zone_lines.toml", table.as_bytes());
    install
}

fn load(install: &Install, zone: &str) -> Simulation {
    let walker =
        Walker { walk_speed: 7.0, radius: 1.0, eye: 5.4, height: 6.0, ..Walker::person(&maker::frame()) };
    let archive = format!("{zone}.s3d");
    let request = Request { world: zone.to_owned(), walker: Some(walker), ..request(&archive, None) };
    let vfs = Vfs::open(install.path(), &[], load::ARCHIVES).unwrap();
    let Loaded { scene, derived, findings, .. } = load::load(&vfs, &request, &mut load::Quiet).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    Simulation::of_loaded(Arc::new(scene), derived, 1, &Limits::default())
}

/// The tick of a crossing, where it led, and the place there in raw coordinates.
type Crossing = (u32, String, [f32; 2]);

/// Turns to the west and walks for 14 seconds. Gives each crossing, where it led in raw coordinates, and the hashes.
fn walk(install: &Install) -> (Vec<Crossing>, Vec<u64>) {
    let site = |key: &str, east: i64| Site { key: key.to_owned(), origin: [east, 0, 0], extent: None };
    let mut world = World::starting_at(site("arena", 0), load(install, "arena"));
    assert_eq!(world.behind_lines(SeatId::FIRST, 60.0), ["beach"]);
    world.join(site("beach", 1 << 20), load(install, "beach")).unwrap();
    let (mut crossings, mut hashes, mut last) = (Vec::new(), Vec::new(), world.watched());
    for tick in 1..=840_u32 {
        let yaw = if tick == 1 { FRAC_PI_2 } else { 0.0 };
        world.advance(&[Input { yaw, ..WALK }], &[]);
        if tick.is_multiple_of(60) {
            hashes.push(world.hash());
        }
        if std::mem::replace(&mut last, world.watched()) != last {
            let place = world.watched_place();
            let feet = place.simulation().state().avatar().unwrap().position;
            let raw = maker::frame().to_game(feet);
            crossings.push((tick, place.site().key.clone(), [raw.x, raw.y]));
        }
    }
    (crossings, hashes)
}

#[test]
fn a_walk_leads_over_a_line_into_the_next_zone_and_back_the_same_each_time() {
    let install = install();
    let (crossings, hashes) = walk(&install);
    let [there, back] = &crossings[..] else { panic!("{crossings:?}") };
    // From y = -50 on 7 units a second: 428 ticks to the line, then 30 in which the picture fades.
    assert!((457..=461).contains(&there.0), "{crossings:?}");
    assert_eq!((there.1.as_str(), there.2), ("beach", [5.0, -30.0]));
    // From y = -30 on: 257 ticks and 30. The heading was kept both times.
    assert!((286..=290).contains(&(back.0 - there.0)), "{crossings:?}");
    assert_eq!((back.1.as_str(), back.2), ("arena", [-20.0, -30.0]));
    assert_eq!(walk(&install), (crossings, hashes));
}
