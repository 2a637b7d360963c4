//! Creatures made with the format's own constructors, and what the loader makes of them: where bones and points are,
//! worked out by hand, what is worn and held, and bad input.

mod clouds;
mod guests;
mod maker;
// Zones as the tests of zones make them.
use crate::everquest::maker as zone_maker;
use everquest::wld::{Body, Instance, Reference};
use load::Lends;
use maker::{
    HALF, Install, Maker, QUARTER, STRAIGHT, archive, at_rest, beetle, clips, codes, near, pose, posed,
};

/// The beetle walks: its root goes up by 2 from the first frame to the second, its arm is turned by half a turn.
fn walks(maker: &mut Maker) {
    let up = [pose(STRAIGHT, [0.0, 0.0, 2.0], 1.0), pose(STRAIGHT, [0.0, 0.0, 4.0], 1.0)];
    maker.track("L01BUG_TRACK", 100, &up);
    maker.track("L01BUGARM_TRACK", 0, &[pose(HALF, [0.0, 1.0, 0.0], 1.0)]);
}

fn beetle_that_walks() -> Maker {
    let mut maker = Maker::new();
    beetle(&mut maker);
    walks(&mut maker);
    maker
}

#[test]
fn bones_stand_as_their_tracks_say_one_in_the_space_of_the_other() {
    let shown = Install::of(beetle_that_walks()).shown("bug");
    let scene = &shown.scene;
    assert_eq!(codes(&shown), [] as [&str; 0]);
    let wanted = [[0., 0., 1.], [1., 0., 1.], [0., 1., 1.], [0., 1., 2.], [0., 2., 2.], [0., 1., 3.]];
    near(&at_rest(scene), &wanted);
    let deform = scene.models[0].deform.as_ref().unwrap();
    let bones = deform.skeleton.bones();
    let names: Vec<&str> = bones.iter().map(|bone| &*bone.name).collect();
    assert_eq!(names, ["", "arm", "r_point"]);
    let pivots: Vec<_> = bones.iter().map(|bone| scene.frame.to_game(bone.pivot)).collect();
    near(&pivots, &[[0., 0., 2.], [0., 1., 2.], [0., 2., 2.]]);
    // It stands on its lowest point, which is 1 over its origin.
    let child = &scene.nodes[scene.nodes[0].children[0].index()];
    assert!((child.transform.translation.y + 1.0).abs() < 1e-4, "{}", child.transform.translation);
    // +x of the files is ahead.
    assert_eq!(scene.frame.to_engine(glam::Vec3::X), glam::Vec3::NEG_Z);
}

#[test]
fn a_walk_goes_from_frame_to_frame_and_from_the_last_to_the_first() {
    let shown = Install::of(beetle_that_walks()).shown("bug");
    let scene = &shown.scene;
    assert_eq!(clips(scene), [("L01", 0.2)]);
    // Half a turn takes (1, 0, 0) of the arm to (-1, 0, 0).
    let at = |height: f32| {
        let [low, mid, high] = [height - 1.0, height, height + 1.0];
        [[0., 0., low], [1., 0., low], [0., 1., low], [0., 1., mid], [-1., 1., mid], [0., 1., high]]
    };
    near(&posed(scene, "L01", 0.0), &at(2.0));
    near(&posed(scene, "L01", 0.1), &at(4.0));
    near(&posed(scene, "L01", 0.05), &at(3.0));
    // On the way back from the last frame to the first.
    near(&posed(scene, "L01", 0.15), &at(3.0));
}

#[test]
fn what_is_done_once_ends_with_its_last_frame() {
    let mut maker = Maker::new();
    beetle(&mut maker);
    let frames = [2.0, 4.0, 6.0].map(|height| pose(STRAIGHT, [0.0, 0.0, height], 1.0));
    maker.track("C01BUG_TRACK", 50, &frames);
    let shown = Install::of(maker).shown("bug");
    assert_eq!(clips(&shown.scene), [("C01", 0.1)]);
    // The arm is as at rest, 4 over where it stands then.
    let tip = posed(&shown.scene, "C01", 0.0999)[4];
    near(&[tip], &[[0.0, 2.0, 6.0]]);
}

#[test]
fn children_inherit_the_size_of_their_bone() {
    let mut maker = Maker::new();
    beetle(&mut maker);
    maker.track("D01BUG_TRACK", 0, &[pose(QUARTER, [0.0, 0.0, 2.0], 2.0)]);
    let shown = Install::of(maker).shown("bug");
    // The root turns by a quarter and doubles: the arm starts 2 along -x and points along -x, twice as long.
    let wanted = [[0., 0., 0.], [0., 2., 0.], [-2., 0., 0.], [-2., 0., 2.], [-4., 0., 2.], [-2., 0., 4.]];
    near(&posed(&shown.scene, "D01", 0.0), &wanted);
}

#[test]
fn tracks_of_another_archive_move_a_model_and_lenders_give_what_it_lacks() {
    let mut maker = Maker::new();
    beetle(&mut maker);
    maker.track("P01BUG_TRACK", 0, &[pose(STRAIGHT, [0.0, 0.0, 5.0], 1.0)]);
    let mut shared = Maker::new();
    // The ant has bones of the same names: it lends its walk, but not how it stands.
    shared.track("L01ANT_TRACK", 0, &[pose(STRAIGHT, [0.0, 0.0, 7.0], 1.0)]);
    shared.track("P01ANT_TRACK", 0, &[pose(STRAIGHT, [0.0, 0.0, 9.0], 1.0)]);
    // Its feeler is no bone of the beetle.
    shared.track("L01ANTFEELER_TRACK", 0, &[pose(HALF, [0.0; 3], 1.0)]);
    let mut install = Install::new(vec![archive("arena_chr", maker), archive("global_chr", shared)]);
    install.rules.lends = vec![Lends { to: vec!["bug".to_owned()], from: vec!["ant".to_owned()] }];
    let shown = install.shown("bug");
    assert_eq!(clips(&shown.scene).iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["L01", "P01"]);
    assert_eq!(posed(&shown.scene, "L01", 0.0)[3].z.round(), 7.0);
    assert_eq!(posed(&shown.scene, "P01", 0.0)[3].z.round(), 5.0);
    // It stands 3 higher than at rest: its lowest point is 4 over its origin.
    let child = &shown.scene.nodes[shown.scene.nodes[0].children[0].index()];
    assert!((child.transform.translation.y + 4.0).abs() < 1e-3, "{}", child.transform.translation);
    install.rules.floats = vec!["bug".to_owned()];
    let floats = install.shown("bug");
    assert_eq!(floats.scene.nodes[1].transform.translation.y, 3.0);
}

#[test]
fn meshes_at_bones_and_items_in_hands_go_with_them() {
    let mut maker = Maker::new();
    let stuff = maker.material("ITEM_MDF");
    let palette = maker.palette(&[stuff]);
    let blade = maker.mesh("IT10_DMSPRITEDEF", palette, &[([[0., 0., 0.], [0., 0., 3.], [1., 0., 0.]], 0)]);
    maker.shown("IT10", blade);
    let items = maker;
    let mut maker = beetle_that_walks();
    let hat = maker.material("HAT_MDF");
    let palette = maker.palette(&[hat]);
    let hat = maker.mesh("HAT_DMSPRITEDEF", palette, &[([[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], 0)]);
    let track = maker.track("BOX_TRACK", 0, &[pose(STRAIGHT, [4.0, 0.0, 0.0], 1.0)]);
    let bones = vec![maker.bone("BOX_DAG", track, hat, &[])];
    maker.actor("BOX", bones, &[]);
    let install = Install::new(vec![archive("arena_chr", maker), archive("gequip", items)]);
    near(&at_rest(&install.shown("box").scene), &[[4., 0., 0.], [5., 0., 0.], [4., 1., 0.]]);
    let armed = install.shown("bug+right=it10");
    assert_eq!(codes(&armed), [] as [&str; 0]);
    // The hand is at (0, 2, 2), turned as the arm: x of the blade is along +y of the model.
    near(&at_rest(&armed.scene)[6..], &[[0., 2., 2.], [0., 2., 5.], [0., 3., 2.]]);
    // In the walk the arm points along -x, and so does what the hand holds.
    near(&posed(&armed.scene, "L01", 0.0)[6..], &[[-1., 1., 2.], [-1., 1., 5.], [-2., 1., 2.]]);
    assert_eq!(codes(&install.shown("bug+right=it99")), ["load.everquest.wears"]);
    assert_eq!(codes(&install.shown("bug+left=it10")), ["load.everquest.wears"]);
}

#[test]
fn an_item_with_bones_of_its_own_is_held_as_they_stand() {
    let mut items = Maker::new();
    let stuff = items.material("ITEM_MDF");
    let palette = items.palette(&[stuff]);
    let corners = [([[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], 0)];
    let chain = items.mesh("IT20CHAIN_DMSPRITEDEF", palette, &corners);
    // The second bone of the flail is 3 up from its handle, turned by a quarter and twice as large.
    let tracks = [
        items.track("IT20_TRACK", 0, &[pose(STRAIGHT, [0.0, 0.0, 1.0], 1.0)]),
        items.track("IT20CHAIN_TRACK", 0, &[pose(QUARTER, [0.0, 0.0, 3.0], 2.0)]),
    ];
    let bones = vec![
        items.bone("IT20_DAG", tracks[0], Reference::NONE, &[1]),
        items.bone("IT20CHAIN_DAG", tracks[1], chain, &[]),
    ];
    items.actor("IT20", bones, &[]);
    let mut maker = Maker::new();
    beetle(&mut maker);
    let install = Install::new(vec![archive("arena_chr", maker), archive("gequip", items)]);
    let armed = install.shown("bug+right=it20");
    assert_eq!(codes(&armed), [] as [&str; 0]);
    // In the item the corners are at (0, 0, 4), (0, 2, 4) and (-2, 0, 4); the hand is at (0, 2, 2) and takes its x to +y
    // of the model, its y to -x.
    near(&at_rest(&armed.scene)[6..], &[[0., 2., 6.], [-2., 2., 6.], [0., 0., 6.]]);
}

/// A beetle with two heads, of which one is worn, and another body.
fn dressed() -> Maker {
    let mut maker = Maker::new();
    let skin = maker.material("ANTCH0001_MDF");
    maker.material("ANTCH0201_MDF");
    let palette = maker.palette(&[skin]);
    let at = |x: f32| [([[x, 0., 0.], [x + 1., 0., 0.], [x, 1., 0.]], 0)];
    let body = maker.mesh("ANT_DMSPRITEDEF", palette, &at(1.0));
    maker.mesh("ANT02_DMSPRITEDEF", palette, &at(2.0));
    let head = maker.mesh("ANTHE00_DMSPRITEDEF", palette, &at(3.0));
    maker.mesh("ANTHE04_DMSPRITEDEF", palette, &at(4.0));
    let track = maker.track("ANT_TRACK", 0, &[pose(STRAIGHT, [0.0; 3], 1.0)]);
    let bones = vec![maker.bone("ANT_DAG", track, Reference::NONE, &[])];
    maker.actor("ANT", bones, &[body, head]);
    maker
}

#[test]
fn heads_bodies_and_skins_are_listed_and_worn() {
    let install = Install::of(dressed());
    assert_eq!(install.names(), ["ant", "ant+body02", "ant+head04", "ant+skin02"]);
    let firsts = |name: &str| {
        let shown = install.shown(name);
        let points = at_rest(&shown.scene);
        (points.chunks(3).map(|mesh| mesh[0].x.round()).collect::<Vec<_>>(), codes(&shown))
    };
    assert_eq!(firsts("ant"), (vec![1.0, 3.0], vec![]));
    assert_eq!(firsts("ant+body02"), (vec![2.0, 3.0], vec![]));
    assert_eq!(firsts("ANT+HEAD04+BODY02"), (vec![2.0, 4.0], vec![]));
    assert_eq!(firsts("ant+head07"), (vec![1.0, 3.0], vec!["load.everquest.wears"]));
    let paints = |name: &str| {
        let scene = install.shown(name).scene;
        let painted = scene.models[0].polygons.iter();
        painted.map(|polygon| scene.materials[polygon.material.index()].name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(paints("ant"), ["ANTCH0001_MDF"; 2]);
    assert_eq!(paints("ant+skin02"), ["ANTCH0201_MDF"; 2]);
    // Where a skin lacks a piece, that of the palette stays.
    assert_eq!(paints("ant+skin05"), ["ANTCH0001_MDF"; 2]);
}

#[test]
fn a_name_that_is_no_actor_says_what_is_expected() {
    let install = Install::of(dressed());
    for name in ["bee", "ant+wings", "ant+skin100"] {
        let load::Error::File(finding) = install.load(name).unwrap_err() else { panic!("cancelled") };
        assert_eq!(finding.code, "load.model_unknown", "{name}");
    }
    let names = install.names();
    let meant = |wanted: &str| load::model::meant(load::Family::Everquest, &names, wanted);
    assert_eq!(meant("ANT_ACTORDEF"), Some("ant".to_owned()));
    assert_eq!(meant("Ant+Skin02+Right=IT1"), Some("ant+skin02+right=it1".to_owned()));
    assert_eq!((meant("bee"), meant("ant+wings")), (None, None));
}

#[test]
fn tracks_that_lead_nowhere_and_short_ones_are_findings() {
    let mut maker = beetle_that_walks();
    // A ring: a track that is its own definition; one without frames; one with two frames of three.
    let own = maker.0.next();
    maker.track_to("C01BUG_TRACK", 100, own);
    maker.track("C01BUGARM_TRACK", 100, &[]);
    let frames = [2.0, 4.0, 6.0].map(|height| pose(STRAIGHT, [0.0, 0.0, height], 1.0));
    maker.track("C05BUG_TRACK", 100, &frames);
    maker.track(
        "C05BUGARM_TRACK",
        100,
        &[pose(QUARTER, [0.0, 1.0, 0.0], 1.0), pose(HALF, [0.0, 1.0, 0.0], 1.0)],
    );
    let shown = Install::of(maker).shown("bug");
    let tracks: Vec<String> = shown
        .findings
        .iter()
        .filter(|finding| finding.code == "load.everquest.tracks")
        .map(|finding| finding.found.clone())
        .collect();
    assert_eq!(tracks, ["2 without", "other numbers in 1 tracks"]);
    // What has no frames moves nothing, and is no animation; the short track stays on its last frame.
    assert_eq!(clips(&shown.scene), [("C05", 0.2), ("L01", 0.2)]);
    near(&posed(&shown.scene, "C05", 0.1999)[4..5], &[[-1.0, 1.0, 6.0]]);
}

#[test]
fn bones_in_a_ring_and_missing_meshes_leave_the_rest_standing() {
    let mut maker = Maker::new();
    let skin = maker.material("ANTCH0001_MDF");
    let palette = maker.palette(&[skin]);
    let triangle =
        [([[1., 0., 0.], [2., 0., 0.], [1., 1., 0.]], 1), ([[1., 0., 0.], [2., 0., 0.], [1., 1., 0.]], 77)];
    let body = maker.mesh("ANT_DMSPRITEDEF", palette, &triangle);
    let nowhere = maker.0.add(Body::DmSprite(Instance::of(Reference::fragment(9999), 0)));
    let track = maker.track("ANT_TRACK", 0, &[pose(STRAIGHT, [0.0, 0.0, 1.0], 1.0)]);
    // Each is the child of the other, and one lists bones that are not there.
    let bones = vec![
        maker.bone("ANT_DAG", track, nowhere, &[1, 8, 4_000_000_000]),
        maker.bone("ANTLEG_DAG", track, Reference::NONE, &[0]),
    ];
    maker.actor("ANT", bones, &[body, nowhere]);
    let shown = Install::of(maker).shown("ant");
    assert!(codes(&shown).contains(&"load.everquest.actor_mesh"), "{:?}", codes(&shown));
    let points = at_rest(&shown.scene);
    // The second triangle is at no bone, and stays where the file has it.
    assert_eq!(points[3], glam::Vec3::new(1.0, 0.0, 0.0));
    assert!(points.iter().all(|point| point.is_finite()));
}

#[test]
fn poses_without_size_and_turns_of_no_length_are_none() {
    let mut maker = Maker::new();
    beetle(&mut maker);
    maker.track("P02BUG_TRACK", 0, &[pose([0; 4], [0.0, 0.0, 3.0], 1.0)]);
    maker.track("P02BUGARM_TRACK", 0, &[pose(HALF, [5.0, 5.0, 5.0], 0.0)]);
    let shown = Install::of(maker).shown("bug");
    // The root is moved and not turned; the arm is at its root, neither turned nor scaled.
    let wanted = [[0., 0., 2.], [1., 0., 2.], [0., 1., 2.], [0., 0., 3.], [1., 0., 3.], [0., 0., 4.]];
    near(&posed(&shown.scene, "P02", 0.0), &wanted);
}
