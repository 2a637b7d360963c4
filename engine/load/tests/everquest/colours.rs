//! Light: what is baked into a zone, its lamps, the day.

use crate::everquest::maker::{Install, Maker, codes, engine, grass, leaf, two_regions};
use everquest::wld::{Body, GlobalAmbientLight, Instance, LightDef, Reference, Version};
use load::Loaded;

/// A zone of one floor whose corners have these colours (blue, green, red, daylight).
fn floor(colors: [[u8; 4]; 4], ambient: Option<[u8; 4]>) -> Loaded {
    let mut zone = Maker::new(Version::Old);
    if let Some(bgra) = ambient {
        zone.add(Body::GlobalAmbientLightDef(GlobalAmbientLight { bgra }));
    }
    let palette = zone.grass();
    let mut mesh = zone.floor("A_DMSPRITEDEF", palette, [-50.0, -50.0, 0.0], [50.0, 50.0]);
    mesh.colors = colors.to_vec();
    let mesh = zone.add_mesh(mesh);
    zone.tree(vec![leaf(1)]);
    zone.region(0, &[0], [0.0, 0.0, 10.0, 70.0], Some(mesh));
    Install::of_zone(zone).arena()
}

/// The colour of the corner that the mesh has first.
fn first(loaded: &Loaded) -> [u8; 3] {
    let model = &loaded.scene.models[0];
    assert!(!model.lit);
    let corner = engine([-50.0, -50.0, 0.0]).to_array();
    model.vertices.iter().find(|vertex| vertex.position == corner).unwrap().by_day()
}

#[test]
fn light_of_lamps_and_of_the_day_is_added_up() {
    let loaded = floor([[10, 20, 200, 100], [0; 4], [0; 4], [0; 4]], Some([1, 2, 3, 255]));
    // Red 200 and 100 and 3 are more than there is.
    assert_eq!(first(&loaded), [255, 122, 111]);
    assert_eq!(loaded.scene.lights.iter().filter(|light| light.diffuse > 0.0).count(), 1);
}

#[test]
fn a_zone_that_no_day_reaches_has_no_sun_and_is_never_black() {
    let loaded = floor([[10, 20, 200, 0], [0; 4], [0; 4], [0; 4]], Some([76, 76, 76, 255]));
    assert_eq!(first(&loaded), [255, 96, 86]);
    assert!(loaded.scene.lights.iter().all(|light| light.diffuse == 0.0));
    let dark = floor([[0; 4]; 4], None);
    assert_eq!(first(&dark), [38; 3]);
}

#[test]
fn lamps_stand_where_files_say_and_reach_as_far() {
    let mut lamps = Maker::new(Version::Old);
    let name = lamps.name("TORCH_LIGHTDEF");
    let light = lamps.add(Body::LightDef(Box::new(LightDef::steady(name, [0.5, 0.25, 1.0]))));
    let light = lamps.add(Body::Light(Instance::of(light, 0)));
    lamps.lamp(light, [10.0, 20.0, 30.0], 60.0);
    // Neither a light nor a radius.
    lamps.lamp(Reference::NONE, [0.0; 3], 60.0);
    lamps.lamp(light, [0.0; 3], f32::NAN);
    let files = [("arena.wld", two_regions().bytes()), ("lights.wld", lamps.bytes()), ("grass.bmp", grass())];
    let loaded = Install::new(&[("arena.s3d", &files)]).arena();
    let link: Vec<_> =
        loaded.findings.iter().filter(|finding| finding.code == "load.everquest.link").collect();
    assert_eq!((link.len(), link[0].file.as_str()), (1, "arena.s3d/lights.wld"), "{:?}", codes(&loaded));
    let lamps: Vec<_> = loaded.scene.lights.iter().filter(|light| light.node.is_some()).collect();
    assert_eq!(lamps.len(), 1);
    assert_eq!(lamps[0].position, engine([10.0, 20.0, 30.0]));
    assert_eq!((lamps[0].color, lamps[0].near, lamps[0].far), ([0.5, 0.25, 1.0], 0.0, 60.0));
}

#[test]
fn light_made_anew_takes_the_place_of_the_old() {
    let lights = |count: usize| {
        let mut lamps = Maker::new(Version::Old);
        let light = lamps.add(Body::LightDef(Box::new(LightDef::steady(Reference::NONE, [1.0; 3]))));
        let light = lamps.add(Body::Light(Instance::of(light, 0)));
        (0..count).for_each(|number| lamps.lamp(light, [number as f32, 0.0, 0.0], 50.0));
        lamps.bytes()
    };
    let files = [("arena.wld", two_regions().bytes()), ("lights.wld", lights(1)), ("grass.bmp", grass())];
    let install = Install::new(&[("arena.s3d", &files), ("arena_lit.s3d", &[("lights.wld", lights(3))])]);
    let loaded = install.arena();
    assert_eq!(loaded.scene.lights.iter().filter(|light| light.node.is_some()).count(), 3);
}
