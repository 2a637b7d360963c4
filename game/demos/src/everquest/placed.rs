//! What is placed in a zone: objects with the light that is baked into them, and
//! lamps. Source: `docs/spec/everquest/writing.md`, "6. Objects".

use super::face::Corner;
use super::light::{Lamp, Light};
use super::mesh::bgra;
use super::models::{Placed, Vertices};
use binary::Result;
use everquest::wld::{ActorInst, Body, Builder, DmRgbTrackDef, Instance, LightDef, PointLight, Version, Wld};
use rayon::prelude::*;

/// The world of placements.
pub(super) fn objects(
    version: Version,
    placed: &[Placed],
    vertices: &Vertices,
    light: &Light,
) -> Result<Wld> {
    let baked = |placed: &Placed| -> Option<Vec<[u8; 4]>> {
        let color = |corner: &Corner| {
            let (place, normal) = (placed.at(corner.place), placed.way(corner.normal));
            let (lamps, day) = light.on(place, normal);
            bgra(lamps, day)
        };
        Some(vertices.get(placed.name)?.iter().map(color).collect())
    };
    let baked: Vec<Option<Vec<[u8; 4]>>> = placed.par_iter().map(baked).collect();
    let mut builder = Builder::new(version);
    for (number, (placed, colors)) in placed.iter().zip(baked).enumerate() {
        let colors = match colors {
            Some(colors) => {
                let name = builder.name(&format!("OBJ{:04}_DMT", number + 1))?;
                let track = builder.add(Body::DmRgbTrackDef(DmRgbTrackDef::new(name, colors)));
                Some(builder.add(Body::DmRgbTrack(Instance::of(track, 0))))
            }
            None => None,
        };
        let actor = builder.name(&format!("{}_ACTORDEF", placed.name))?;
        let rotation = [placed.turn, placed.tilt, 0.0];
        let object = ActorInst::object(actor, placed.place.to_array(), rotation, placed.scale, colors);
        builder.add(Body::ActorInst(Box::new(object)));
    }
    builder.finish()
}

/// The world of lights.
pub(super) fn lights(version: Version, lamps: &[Lamp]) -> Result<Wld> {
    let mut builder = Builder::new(version);
    for (number, lamp) in lamps.iter().enumerate() {
        let name = builder.name(&format!("L{:03}_LDEF", number + 1))?;
        let light = builder.add(Body::LightDef(Box::new(LightDef::steady(name, lamp.color.to_array()))));
        let light = builder.add(Body::Light(Instance::of(light, 0)));
        let lamp = PointLight::new(light, lamp.place.to_array(), lamp.radius);
        builder.add(Body::PointLight(Box::new(lamp)));
    }
    builder.finish()
}
