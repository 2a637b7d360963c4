//! Animations that begin with what a vehicle does, approaches, and the map that a mission of Recoil has.
//!
//! docs/spec/zbd/vehicles-and-combat.md, "A2. Reader keys", "C2. Reader keys"; docs/spec/zbd/mw3-runtime.md, "5.1
//! animations"; docs/spec/zbd/engine-behaviour.md, "14.5 Approach triggers, CS".

use crate::zipper::animations::{file, request, world};
use crate::zipper::driven;
use crate::zipper::install::{Install, Made, square};
use crate::zipper::missions::load_with;
use glam::Vec3;
use load::Request;
use world::{Approach, ApproachVolume, MapLine, ProgramId, TankMode, VehiclePrograms};
use zbd::gamez::Version;

/// Animations of these names, in this order.
fn anims(names: &[&str]) -> String {
    let one = |name: &&str| {
        format!(
            "ANIMATION_DEFINITION(ANIM_NAME({name}) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL)
             NODES(door) SEQUENCE_DEFINITION(NAME(main) OBJECT_ACTIVE_STATE(NAME(door) STATE(INACTIVE))))\n"
        )
    };
    names.iter().map(one).collect()
}

#[test]
fn a_tank_and_an_aeroplane_begin_what_their_keys_name() {
    let tank = "( house ( rates (48 65) t2a open a2t close t2h nothing h2s Fold ) )";
    let scene = load_with("recoil", tank, "( )", "", &anims(&["open", "close", "fold"]), &[]).scene;
    let wanted = VehiclePrograms {
        modes: vec![
            (TankMode::Track, TankMode::Amphibious, ProgramId(0)),
            (TankMode::Amphibious, TankMode::Track, ProgramId(1)),
            (TankMode::Hover, TankMode::Submarine, ProgramId(2)),
        ],
        ..VehiclePrograms::default()
    };
    assert_eq!(scene.vehicle_programs, [wanted]);
    let plane = "( house ( engine 0.5 fd_speed 135 weight 1900 wing_area 330 start_anims (spin none) ground_blow dust ) )";
    let scene = load_with("crimson-skies", plane, "( )", "", &anims(&["dust", "spin"]), &[]).scene;
    let wanted = VehiclePrograms {
        start: vec![ProgramId(1)],
        ground_blow: Some((ProgramId(0), 15.0)),
        ..VehiclePrograms::default()
    };
    assert_eq!(scene.vehicle_programs, [wanted]);
    // One that names nothing of the world begins nothing.
    let scene = load_with("recoil", tank, "( )", "", &anims(&["other"]), &[]).scene;
    assert_eq!(scene.vehicle_programs, []);
}

#[test]
fn what_every_mech_has_is_its_own_or_that_of_all() {
    let mech = "( version 2 animations ( canned ( jumpjets (jumpjets) narc (narc_shroud)
        eject (eject_seat ofs (0 1 2) node head) ) ) )";
    let of = |names: &[&str]| {
        let readers = [("dfn_house.zrd", mech)];
        let version = Version::MechWarrior3;
        let (install, own) = driven::installed("mechwarrior3", &world(version), &readers, Some("house"));
        install.file("zbd/c1/anim.zbd", &file(version, &anims(names)));
        let request = Request { animations: request().animations, ..own };
        let scene = load::load(&install.vfs(), &request, &mut load::Quiet).unwrap().scene;
        let own = scene.vehicle_programs.first().cloned().unwrap_or_default();
        (own.jets, own.eject)
    };
    assert_eq!(of(&["jumpjets", "eject_seat"]), (Some(ProgramId(0)), Some(ProgramId(1))));
    assert_eq!(of(&["jumpjets", "house_jumpjets"]), (Some(ProgramId(1)), None));
    assert_eq!(of(&["narc_shroud"]), (None, None));
}

#[test]
fn approaches_are_rows_whose_nodes_have_volumes() {
    let version = Version::CrimsonSkies;
    let mut made = Made::new(version).texture("wall.tif", -1);
    let house = made.object("house", None, [5.0, 0.0, 0.0]);
    let field = made.object("field", None, [9.0, 0.0, 0.0]);
    for (name, model) in [("land_on", None), ("half_cone", Some(square(version, false)))] {
        let child = made.object(name, model, [1.0, 0.0, 0.0]);
        made.link(field, child);
    }
    made.link(0, house);
    made.link(0, field);
    let rows = "( (lands field 30 (60 120)) (lands field auto auto) (none field 30 (60 120)) (lands house 30 (60 120)) )";
    let plane = "( house ( engine 0.5 fd_speed 135 weight 1900 wing_area 330 ) )";
    let readers = [("vehicle.zrd", plane), ("landings.zrd", rows)];
    let (install, own) = driven::installed("crimson-skies", &made.bytes(), &readers, Some("house"));
    install.file("zbd/c1/anim.zbd", &file(version, &anims(&["lands"])));
    let request = Request { animations: request().animations, ..own };
    let scene = load::load(&install.vfs(), &request, &mut load::Quiet).unwrap().scene;
    let node =
        |name: &str| world::NodeId::from(scene.nodes.iter().position(|node| &*node.name == name).unwrap());
    // Corners of a square of two, in the order of the file.
    let corners = [Vec3::ZERO, Vec3::new(2.0, 0.0, 0.0), Vec3::new(2.0, 2.0, 0.0)];
    let wanted = Approach {
        program: ProgramId(0),
        node: node("field"),
        armed: Some(node("land_on")),
        place: node("half_cone"),
        volume: ApproachVolume::HalfCone(corners),
        angle: Some(30.0_f32.to_radians()),
        // Miles an hour.
        speeds: Some([60.0 * 0.44704, 120.0 * 0.44704]),
    };
    // `auto` asks for nothing; what names something that is not there, or has no volume, is left out.
    let auto = Approach { angle: None, speeds: None, ..wanted.clone() };
    assert_eq!(scene.approaches, [wanted, auto]);
}

#[test]
fn the_map_of_a_mission_is_what_its_own_file_draws() {
    let feature = |color: [u8; 3], corners: &[[f32; 3]]| zbd::zmap::Feature {
        color,
        vertices: corners.to_vec(),
        objective: 0,
    };
    let own = zbd::zmap::ZMap::new(vec![
        feature([9, 8, 7], &[[0.0, 1.0, 0.0], [4.0, 1.0, 0.0], [4.0, 1.0, 3.0]]),
        feature([1, 2, 3], &[[7.0, 0.0, 0.0], [8.0, 0.0, 0.0]]),
    ]);
    let install = Install::new();
    install.file("zbd/c1/gamez.zbd", &world(Version::Recoil));
    install.file("Maps/C1.ZMAP", &zbd::zmap::write(&own).unwrap());
    let request = Request { title: "recoil".to_owned(), ..request() };
    let (map, odd) = load::map(&install.vfs(), &request);
    let line = |color, from: [f32; 3], to: [f32; 3]| MapLine {
        ends: [from.into(), to.into()],
        color: Some(color),
        has_height: false,
    };
    let (outline, way) = ([9, 8, 7], [1, 2, 3]);
    let [a, b, c] = [[0.0, 1.0, 0.0], [4.0, 1.0, 0.0], [4.0, 1.0, 3.0]];
    // What has three corners is closed.
    let wanted = [
        line(outline, a, b),
        line(outline, b, c),
        line(outline, c, a),
        line(way, [7.0, 0.0, 0.0], [8.0, 0.0, 0.0]),
    ];
    assert_eq!((map.unwrap().lines.as_slice(), odd.len()), (&wanted[..], 0));
    // One that cannot be read is told, and none is there; worlds of other games have none.
    install.file("Maps/C1.ZMAP", &[5, 0, 0, 0]);
    let (map, odd) = load::map(&install.vfs(), &request);
    assert!(map.is_none() && odd.len() == 1 && odd[0].file.eq_ignore_ascii_case("maps/c1.zmap"), "{odd:?}");
    let other = Request { world: "c2".to_owned(), ..request };
    assert!(load::map(&install.vfs(), &other).0.is_none());
}
