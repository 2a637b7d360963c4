//! Actors, their volumes and the colours of placed ones: their bytes, typed from the tables of docs/spec/everquest/wld.md.

use super::{A, B, C, D, inline, old};
use everquest::wld::actors::ActionLevel;
use everquest::wld::*;
use harness::hex;

#[test]
fn actor_def() {
    let body = old(
        0x14,
        r#"
        ff ff ff ff  83 00 00 00  fd ff ff ff       # name, flags, callback
        01 00 00 00  02 00 00 00  00 00 00 00       # one action, two sprites, no bounds
        07 00 00 00                                 # current action
        00 00 80 3f 00 00 00 40 00 00 40 40         # position
        00 00 00 43 00 00 00 42 00 00 00 00  09 00 00 00    # turned by 128, 32, 0; unknown
        01 00 00 00  00 00 00 00 ca f2 49 71        # one level up to 1e30
        fb ff ff ff f9 ff ff ff                     # sprites
        03 00 00 00  d4 78 c5                       # user data: "AB", coded
        00                                          # padding
        "#,
    );
    let location = Location { position: [1.0, 2.0, 3.0], rotation: [128.0, 32.0, 0.0], unknown: 9 };
    let expected = ActorDef {
        name: A,
        flags: 0x83,
        callback: B,
        bounds: Reference::NONE,
        current_action: Some(7),
        location: Some(location),
        actions: vec![vec![ActionLevel { unknown: 0, max_distance: 1e30 }]],
        sprites: vec![C, D],
        user_data: inline("AB"),
    };
    assert_eq!(body, Body::ActorDef(Box::new(expected)));
    // As original object files have it.
    let body = old(
        0x14,
        r#"
        ff ff ff ff  80 00 00 00  fd ff ff ff  01 00 00 00  01 00 00 00  00 00 00 00
        01 00 00 00  00 00 00 00 ca f2 49 71  fb ff ff ff  00 00 00 00
        "#,
    );
    assert_eq!(body, Body::ActorDef(Box::new(ActorDef::still(A, B, C))));
}

#[test]
fn actor_inst() {
    // An object with colours: 60 bytes.
    let text = r#"
        00 00 00 00  ff ff ff ff  2e 03 00 00  00 00 00 00      # no name, actor, flags, no sphere
        00 00 80 3f 00 00 00 40 00 00 40 40                     # position 1, 2, 3
        00 00 00 43 00 00 00 42 00 00 00 00  00 00 00 00        # turned by 128, 32, 0
        00 00 00 3f 00 00 00 3f                                 # radius, scale 0.5
        fb ff ff ff                                             # colours
        00 00 00 00                                             # no user data
        "#;
    assert_eq!(hex::bytes(text).len(), 60);
    let body = old(0x15, text);
    let place = ([1.0, 2.0, 3.0], [128.0, 32.0, 0.0]);
    assert_eq!(body, Body::ActorInst(Box::new(ActorInst::object(A, place.0, place.1, 0.5, Some(C)))));
    let Body::ActorInst(actor) = body else { panic!() };
    // A quarter turn about Z; the sign of Y is turned; X stays 0.
    let quarter = std::f32::consts::FRAC_PI_2;
    assert_eq!(actor.location.unwrap().radians(), [0.0, -quarter / 4.0, quarter]);
    // Without colours 56 bytes.
    let text = r#"
        00 00 00 00  ff ff ff ff  2e 02 00 00  00 00 00 00
        00 00 80 3f 00 00 00 40 00 00 40 40  00 00 00 43 00 00 00 42 00 00 00 00  00 00 00 00
        00 00 00 3f 00 00 00 3f  00 00 00 00
        "#;
    assert_eq!(hex::bytes(text).len(), 56);
    let body = old(0x15, text);
    assert_eq!(body, Body::ActorInst(Box::new(ActorInst::object(A, place.0, place.1, 0.5, None))));
    // Action and sound, and nothing else.
    let body = old(
        0x15,
        "ff ff ff ff  fd ff ff ff  11 00 00 00  fb ff ff ff  07 00 00 00  f9 ff ff ff  02 00 00 00 d4 3a  00 00",
    );
    let expected = ActorInst {
        name: A,
        actor: B,
        flags: 0x11,
        sphere: C,
        current_action: Some(7),
        sound: Some(D),
        user_data: inline("A"),
        ..ActorInst::default()
    };
    assert_eq!(body, Body::ActorInst(Box::new(expected)));
}

#[test]
fn sphere() {
    assert_eq!(old(0x16, "ff ff ff ff cd cc cc 3d"), Body::Sphere(Sphere { name: A, radius: 0.1 }));
}

#[test]
fn polyhedron_def() {
    let body = old(
        0x17,
        r#"
        ff ff ff ff  01 00 00 00  01 00 00 00  02 00 00 00   # name, flags, a vertex, two faces
        00 00 00 40  00 00 80 3f                             # radius 2, scale 1
        00 00 80 3f 00 00 00 40 00 00 40 40                  # vertex 1, 2, 3
        03 00 00 00 00*12                                    # three corners
        00 00 00 00                                          # none
        "#,
    );
    let expected = PolyhedronDef {
        name: A,
        flags: 1,
        radius: 2.0,
        scale: 1.0,
        vertices: vec![[1.0, 2.0, 3.0]],
        faces: vec![vec![0, 0, 0], vec![]],
    };
    assert_eq!(body, Body::PolyhedronDef(Box::new(expected)));
}

#[test]
fn polyhedron() {
    let body = old(0x18, "ff ff ff ff fd ff ff ff 00 00 00 00");
    assert_eq!(body, Body::Polyhedron(Polyhedron { name: A, definition: B, flags: 0, scale: None }));
    let body = old(0x18, "ff ff ff ff fd ff ff ff 01 00 00 00 00 00 00 40");
    assert_eq!(body, Body::Polyhedron(Polyhedron { name: A, definition: B, flags: 1, scale: Some(2.0) }));
}

#[test]
fn sphere_list_def() {
    let spheres = "00 00 80 3f 00 00 00 40 00 00 40 40 00 00 00 3f";
    let body =
        old(0x19, &format!("ff ff ff ff 01 00 00 00 01 00 00 00  00 00 80 40  00 00 00 40  {spheres}"));
    let mut expected = SphereListDef {
        name: A,
        flags: 1,
        radius: 4.0,
        scale: Some(2.0),
        spheres: vec![[1.0, 2.0, 3.0, 0.5]],
    };
    assert_eq!(body, Body::SphereListDef(expected.clone()));
    let body = old(0x19, &format!("ff ff ff ff 00 00 00 00 01 00 00 00  00 00 80 40  {spheres}"));
    (expected.flags, expected.scale) = (0, None);
    assert_eq!(body, Body::SphereListDef(expected));
}

#[test]
fn dm_rgb_track_def() {
    let body = old(
        0x32,
        "ff ff ff ff 01 00 00 00 02 00 00 00 01 00 00 00 c8 00 00 00 00 00 00 00  01 02 03 04 05 06 07 08",
    );
    let expected = DmRgbTrackDef::new(A, vec![[1, 2, 3, 4], [5, 6, 7, 8]]);
    assert_eq!(body, Body::DmRgbTrackDef(expected));
    // Two frames: all of them, or just one.
    let head = "ff ff ff ff 01 00 00 00 01 00 00 00 02 00 00 00 c8 00 00 00 00 00 00 00";
    for (colors, count) in [("01 02 03 04", 1), ("01 02 03 04 05 06 07 08", 2)] {
        let Body::DmRgbTrackDef(track) = old(0x32, &format!("{head} {colors}")) else { panic!() };
        assert_eq!(track.colors.len(), count);
    }
}
