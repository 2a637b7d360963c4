//! Lights: their bytes, typed from the tables of docs/spec/everquest/wld.md.

use super::{A, B, old};
use everquest::wld::lights::PointLightHead;
use everquest::wld::*;

#[test]
fn light_def() {
    let body = old(
        0x1B,
        r#"
        ff ff ff ff 1e 00 00 00 01 00 00 00     # name, flags of lights.wld, one frame
        c8 00 00 00  00 00 80 3f                # 200 ms, level 1
        00 00 00 3f 00 00 80 3f 00 00 00 00     # red 0.5, green 1, blue 0
        "#,
    );
    assert_eq!(body, Body::LightDef(Box::new(LightDef::steady(A, [0.5, 1.0, 0.0]))));
    let body = old(0x1B, "ff ff ff ff 04 00 00 00 01 00 00 00  00 00 80 3f");
    assert_eq!(body, Body::LightDef(Box::new(LightDef::default_of_zone(A))));
    // A flicker of two frames, with a current one.
    let body = old(
        0x1B,
        r#"
        ff ff ff ff 1f 00 00 00 02 00 00 00  01 00 00 00  64 00 00 00
        00 00 80 3f 00 00 00 3f
        00 00 80 3f 00 00 00 00 00 00 00 00  00 00 00 3f 00 00 00 00 00 00 00 00
        "#,
    );
    let Body::LightDef(light) = body else { panic!() };
    assert_eq!((light.current_frame, light.sleep_ms), (Some(1), Some(100)));
    assert_eq!(light.levels, Some(vec![1.0, 0.5]));
    assert_eq!(light.colors, Some(vec![[1.0, 0.0, 0.0], [0.5, 0.0, 0.0]]));
}

#[test]
fn point_light() {
    let body =
        old(0x28, "00 00 00 00 ff ff ff ff 00 01 00 00  00 00 80 3f 00 00 00 40 00 00 40 40  00 00 c8 42");
    assert_eq!(body, Body::PointLight(Box::new(PointLight::new(A, [1.0, 2.0, 3.0], 100.0))));
    let body = old(
        0x28,
        "ff ff ff ff fd ff ff ff 80 01 00 00  00*12  00 00 c8 42  02 00 00 00 04 00 00 00 05 00 00 00",
    );
    let head = PointLightHead { name: A, light: B, flags: 0x180, position: [0.0; 3], radius: 100.0 };
    assert_eq!(body, Body::PointLight(Box::new(PointLight { head, regions: Some(vec![4, 5]) })));
}

#[test]
fn ambient_light() {
    let body = old(0x2A, "ff ff ff ff fd ff ff ff 09 00 00 00 00 00 00 00");
    assert_eq!(body, Body::AmbientLight(AmbientLight { name: A, light: B, flags: 9, regions: vec![] }));
}

#[test]
fn directional_light() {
    let body =
        old(0x2B, "ff ff ff ff fd ff ff ff 09 00 00 00  00 00 80 3f 00 00 00 40 00 00 40 40  00 00 00 00");
    let expected =
        DirectionalLight { name: A, light: B, flags: 9, direction: [1.0, 2.0, 3.0], regions: vec![] };
    assert_eq!(body, Body::DirectionalLight(Box::new(expected)));
}

#[test]
fn global_ambient_light_def() {
    let body = old(0x35, "10 20 30 ff");
    let light = GlobalAmbientLight { bgra: [0x10, 0x20, 0x30, 0xFF] };
    assert_eq!(light.rgb(), [0x30, 0x20, 0x10]);
    assert_eq!(body, Body::GlobalAmbientLightDef(light));
    // The word is no name.
    assert_eq!(body.name(), Reference::NONE);
}
