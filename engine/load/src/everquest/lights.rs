//! The light of a zone: what is baked into corners, lamps, daylight and fog. What was sent by the game's
//! server, daylight and fog, is chosen here. Source: `docs/spec/everquest/zone-install.md`, "6. Light".

use super::archives::World;
use everquest::wld::textures::DEFAULT_SLEEP_MS;
use everquest::wld::{Body, LightDef, Wld};
use glam::{Affine3A, Vec3};
use hashbrown::HashMap;
use world::{
    Animator, Clip, ClipId, Clock, Curve, Fog, LampLighting, Light, LightId, LightTrack, Motion, Node,
    NodeFlags, NodeId, NodeKind, Playable, Scene,
};

/// The least light in a zone without daylight, so that nothing is black.
const INDOOR_FLOOR: u8 = 38;
/// Daylight on what has no light baked into it: from all sides, and from the sun.
const DAY: (f32, f32) = (0.5, 0.4);
/// Where the sun is, in the files' axes: a little south of the zenith, before noon.
const TOWARDS_SUN: Vec3 = Vec3::new(-0.4, -0.3, 0.866);
/// Colour of fog and of what is behind everything: outdoors and without daylight.
const HAZE: [[f32; 3]; 2] = [[0.66, 0.74, 0.82], [0.03, 0.03, 0.04]];
/// Most frames of a lamp that flickers.
const MOST_FRAMES: usize = 4096;
/// How far one sees, metres. Source: none; the game's server said it for each zone.
const VIEW_METRES: f32 = 1200.0;

/// How the light that is baked into a corner becomes a colour: what comes from lamps, and as much of the day as
/// reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shade {
    /// The day shines.
    day: bool,
    /// The light of a zone where no other is.
    ambient: [u8; 3],
}

impl Shade {
    /// That of a zone: one whose corners all get no daylight is without any.
    pub fn of(zone: &Wld) -> Self {
        let bodies = || zone.fragments.iter().map(|fragment| &fragment.body);
        let mut colors = bodies().filter_map(|body| match body {
            Body::DmSpriteDef2(mesh) => Some(mesh.colors.as_slice()),
            Body::DmSpriteDef(mesh) => Some(mesh.colors.as_slice()),
            _ => None,
        });
        let has_colors = colors.clone().any(|colors| !colors.is_empty());
        let gets_day = colors.any(|colors| colors.iter().any(|[.., day]| *day != 0));
        let ambient = bodies().find_map(|body| match body {
            Body::GlobalAmbientLightDef(light) => Some(light.rgb()),
            _ => None,
        });
        Shade { day: gets_day || !has_colors, ambient: ambient.unwrap_or_default() }
    }

    /// The day shines in.
    pub fn is_outdoors(&self) -> bool {
        self.day
    }

    /// The colour of a corner by red, green, blue and daylight: what does not depend on the hour, and how much of
    /// the day is added.
    pub fn color(&self, [red, green, blue, day]: [u8; 4]) -> [u8; 4] {
        let (day, floor) = if self.day { (day, 0) } else { (0, INDOOR_FLOOR) };
        let lit = |lamps: u8, ambient: u8| lamps.saturating_add(ambient).max(floor);
        let [r, g, b] = self.ambient;
        [lit(red, r), lit(green, g), lit(blue, b), day]
    }
}

/// Daylight and fog of a zone, for everything without light of its own.
pub(super) fn place_day(scene: &mut Scene, shade: &Shade) {
    let frame = scene.frame;
    let sun = |color: [f32; 3], diffuse: f32, ambient: f32| Light {
        node: None,
        active: true,
        directional: true,
        position: Vec3::ZERO,
        direction: -frame.to_engine(TOWARDS_SUN).normalize(),
        color,
        diffuse,
        ambient,
        near: 0.0,
        far: 0.0,
    };
    let floor = if shade.day { 0 } else { INDOOR_FLOOR };
    let ambient = shade.ambient.map(|channel| f32::from(channel.max(floor)) / 255.0);
    scene.lights.push(sun(ambient, 0.0, 1.0));
    if shade.day {
        let (around, direct) = DAY;
        scene.lights.push(sun([1.0; 3], direct, around));
    }
    scene.lamp_lighting = LampLighting::Vertex;
    let far = frame.units(VIEW_METRES);
    let color = HAZE[usize::from(!shade.day)];
    scene.fog = Fog { on: true, color, near: 0.5 * far, far, ..Fog::default() };
    scene.camera.far = far;
}

/// The lamps of a zone; returns how many lead to no light.
pub(super) fn place_lamps(scene: &mut Scene, world: &World) -> usize {
    let mut broken = 0;
    // By what they name: lamps that share it are in step.
    let mut flickers: HashMap<i32, Option<(ClipId, f32)>> = HashMap::new();
    for fragment in &world.wld.fragments {
        let Body::PointLight(lamp) = &fragment.body else { continue };
        let light = match world.body(lamp.head.light) {
            Some(Body::Light(instance)) => world.body(instance.definition),
            other => other,
        };
        let Some(Body::LightDef(light)) = light else {
            broken += 1;
            continue;
        };
        let frame = light.current_frame.unwrap_or(0) as usize;
        let position = scene.frame.to_engine(lamp.head.position.into());
        let color = color_of(light, frame);
        let far = lamp.head.radius;
        if !position.is_finite() || !far.is_finite() || far <= 0.0 || color.iter().any(|part| part.is_nan()) {
            broken += 1;
            continue;
        }
        scene.nodes.push(Node {
            name: "lamp".into(),
            kind: NodeKind::Light,
            flags: NodeFlags::ACTIVE,
            transform: Affine3A::from_translation(position),
            opacity: 1.0,
            ..Node::default()
        });
        let node = NodeId::from(scene.nodes.len() - 1);
        scene.roots.push(node);
        scene.lights.push(Light {
            node: Some(node),
            active: true,
            directional: false,
            position,
            direction: Vec3::NEG_Y,
            color,
            diffuse: 1.0,
            ambient: 0.0,
            near: 0.0,
            far,
        });
        let number = LightId(scene.lights.len() as u32 - 1);
        let known = flickers.entry(world.number(lamp.head.light).0);
        if let Some((clip, start)) = *known.or_insert_with(|| flicker(scene, light)) {
            scene.animators.push(Animator {
                name: "lamp".into(),
                clips: vec![Playable { clip, lights: vec![Some(number)], ..Playable::default() }],
                start: Clock { time: start, ..Clock::looping(clip) },
                ..Animator::default()
            });
        }
    }
    broken
}

/// The colour of a frame, which its level weakens; of the first where there is none.
fn color_of(light: &LightDef, frame: usize) -> [f32; 3] {
    let colors = light.colors.as_deref().unwrap_or_default();
    let levels = light.levels.as_deref().unwrap_or_default();
    let color = colors.get(frame).or(colors.first()).copied().unwrap_or([1.0; 3]);
    let level = levels.get(frame).or(levels.first()).copied().unwrap_or(1.0);
    color.map(|channel| if channel > 0.0 { (channel * level).clamp(0.0, 1.0) } else { 0.0 })
}

/// The clip of a light with several frames, each as long as the others, and where it starts; none for one that is
/// steady.
fn flicker(scene: &mut Scene, light: &LightDef) -> Option<(ClipId, f32)> {
    let ms = light.sleep_ms.map(|ms| if ms == 0 { DEFAULT_SLEEP_MS } else { ms })?;
    let seconds = ms as f32 / 1000.0;
    let count = (light.frame_count as usize).min(MOST_FRAMES);
    let colors: Vec<Vec3> = (0..count).map(|frame| color_of(light, frame).into()).collect();
    if colors.windows(2).all(|pair| pair[0] == pair[1]) {
        return None;
    }
    let times = (0..count).map(|frame| frame as f32 * seconds).collect();
    let color = Curve::step(times, colors).ok()?;
    let track = LightTrack { light: "lamp".into(), color, ..LightTrack::default() };
    let clip = Clip::new("lamp", count as f32 * seconds, Motion::default());
    scene.clips.push(Clip { lights: vec![track], ..clip });
    let start = light.current_frame.unwrap_or(0) as usize % count.max(1);
    Some((ClipId::from(scene.clips.len() - 1), start as f32 * seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use everquest::wld::{Fragment, GlobalAmbientLight, Mesh};

    fn zone(ambient: [u8; 4], day: u8) -> Wld {
        let mesh = Mesh { colors: vec![[10, 20, 30, 0], [10, 20, 30, day]], ..Mesh::default() };
        let bodies = [
            Body::GlobalAmbientLightDef(GlobalAmbientLight { bgra: ambient }),
            Body::DmSpriteDef2(Box::new(mesh)),
        ];
        Wld { fragments: bodies.map(Fragment::from).into(), ..Wld::default() }
    }

    #[test]
    fn daylight_is_added_to_lamps_as_far_as_it_reaches_a_corner() {
        let shade = Shade::of(&zone([0, 0, 0, 255], 160));
        // Red, green, blue and daylight.
        assert_eq!(shade.color([30, 20, 10, 160]), [30, 20, 10, 160]);
        assert_eq!(shade.color([200, 0, 0, 160]), [200, 0, 0, 160]);
        assert_eq!(shade.color([0, 0, 0, 0]), [0, 0, 0, 0]);
    }

    #[test]
    fn a_zone_whose_corners_get_no_daylight_has_its_ambient_light_and_is_never_black() {
        // The file has blue first.
        let shade = Shade::of(&zone([20, 76, 0, 255], 0));
        assert_eq!(shade.color([30, 20, 100, 0]), [38, 96, 120, 0]);
        assert_eq!(shade.color([0, 0, 0, 255]), [38, 76, 38, 0]);
    }
}
