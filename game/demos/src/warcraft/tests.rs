//! The install as the games would find it: everything is read back from the bytes.

use super::build;
use super::rig::Pose;
use crate::checked::{faultless, file};
use crate::{DemoFile, Options};
use ::warcraft::blp::{self, Blp, Encoding, Head};
use ::warcraft::dbc::{self, skins_of};
use ::warcraft::m2::{
    self, EmitterForm, Model, Rotation, blend, bone_flags, emitter, interpolation, particle_flags,
    render_flags,
};
use binary::Mode;
use glam::Vec3;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Built once for all tests.
fn install() -> &'static [DemoFile] {
    static FILES: OnceLock<Vec<DemoFile>> = OnceLock::new();
    FILES.get_or_init(|| build(&Options { scale: 1, seed: 1 }).expect("the models are built"))
}

fn model(address: &str) -> Model {
    faultless(address, file(install(), address), m2::read, m2::write)
}

/// All models with their addresses.
fn models() -> Vec<(&'static str, Model)> {
    let addresses = install().iter().map(|file| file.address.as_str());
    addresses.filter(|address| address.ends_with(".m2")).map(|address| (address, model(address))).collect()
}

fn is_second(address: &str) -> bool {
    address.ends_with("_2x.m2")
}

#[test]
fn every_file_is_read_without_a_finding_and_written_back() {
    assert_eq!(models().len(), 14);
    let versions: BTreeSet<u32> = models().iter().map(|(_, model)| model.version).collect();
    assert_eq!(versions.into_iter().collect::<Vec<_>>(), [256, 257, 260, 261, 262, 263]);
    for (address, model) in models() {
        assert_eq!(is_second(address), model.version >= m2::SECOND_CLIENT, "{address}");
        assert_eq!(model.layout.placement, None, "{address} follows a profile to the byte");
    }
    for file in install() {
        if file.address.ends_with(".blp") {
            let texture = faultless(&file.address, &file.bytes, blp::read, blp::write);
            let levels = u32::BITS - texture.width.max(texture.height).leading_zeros();
            assert_eq!(texture.levels.len() as u32, levels, "{}", file.address);
            let is_read = match texture.encoding() {
                Some(Encoding::Jpeg) => texture.jpeg(0).is_some_and(|file| file.starts_with(&[0xFF, 0xD8])),
                _ => texture.decode_rgba8(0).is_ok(),
            };
            assert!(is_read, "{}", file.address);
        } else if file.address.ends_with(".dbc") {
            faultless(&file.address, &file.bytes, dbc::read, dbc::write);
        }
    }
}

#[test]
fn every_texture_is_there_and_used() {
    let there: BTreeSet<&str> = install()
        .iter()
        .map(|file| file.address.as_str())
        .filter(|address| address.ends_with(".blp"))
        .collect();
    let mut named = BTreeSet::new();
    for (address, model) in models() {
        for name in model.textures.iter().filter_map(m2::Texture::file) {
            let name = name.replace('\\', "/");
            assert!(there.contains(name.as_str()), "{address} names {name}");
            named.insert(name);
        }
    }
    let (models, displays) = tables();
    for name in ["Heathfox", "Heathfox_2x"] {
        let skins = skins_of(&format!("creature/heathfox/{name}.m2"), &models, &displays);
        assert_eq!(skins.len(), 3, "{name}");
        for skin in skins.iter().flatten().filter(|skin| !skin.is_empty()) {
            named.insert(format!("Creature/Heathfox/{skin}.blp"));
        }
    }
    let named: BTreeSet<&str> = named.iter().map(String::as_str).collect();
    assert_eq!(named, there);
}

fn tables() -> (dbc::Dbc, dbc::Dbc) {
    let table = |name: &str| {
        let address = format!("DBFilesClient/{name}.dbc");
        dbc::read(file(install(), &address), Mode::Strict).expect("a table").0
    };
    (table("CreatureModelData"), table("CreatureDisplayInfo"))
}

/// What of a list is used in the models of one client.
fn used<T: Ord>(second: bool, of: impl Fn(&Model) -> Vec<T>) -> BTreeSet<T> {
    let own = models().into_iter().filter(|(address, _)| is_second(address) == second);
    own.flat_map(|(_, model)| of(&model)).collect()
}

#[test]
fn every_feature_of_the_specification_is_used_in_both_clients() {
    for second in [false, true] {
        let blends = used(second, |model| model.render_flags.iter().map(|flags| flags.blend).collect());
        assert_eq!(
            blends.into_iter().collect::<Vec<_>>(),
            (blend::OPAQUE..=blend::MODULATE_2X).collect::<Vec<_>>()
        );
        let flags = used(second, |model| model.render_flags.iter().map(|flags| flags.flags).collect());
        let flags = flags.into_iter().fold(0, |all, flags| all | flags);
        let wanted = render_flags::UNLIT
            | render_flags::NO_FOG
            | render_flags::TWO_SIDED
            | render_flags::NO_DEPTH_WRITE;
        assert_eq!(flags & wanted, wanted);
        let units = used(second, |model| model.unit_lookup.clone());
        assert_eq!(units.into_iter().collect::<Vec<_>>(), [-1, 0, 1]);
        let kinds = used(second, |model| {
            let mut kinds = Vec::new();
            kinds.extend(model.bones.iter().map(|bone| bone.translation.interpolation));
            kinds.extend(
                model.colors.iter().flat_map(|color| [color.rgb.interpolation, color.alpha.interpolation]),
            );
            kinds.extend(model.transparency.iter().map(|track| track.interpolation));
            kinds.extend(model.cameras.iter().map(|camera| camera.position.interpolation));
            kinds.extend(model.lights.iter().map(|light| light.diffuse_intensity.interpolation));
            kinds.extend(model.lights.iter().map(|light| light.attenuation_end.interpolation));
            kinds
        });
        let all = [interpolation::NONE, interpolation::LINEAR, interpolation::HERMITE, interpolation::BEZIER];
        assert_eq!(kinds.into_iter().collect::<Vec<_>>(), all);
        let facing = used(second, |model| model.bones.iter().map(|bone| bone.flags).collect());
        let facing = facing.into_iter().fold(0, |all, flags| all | flags);
        let wanted = bone_flags::BILLBOARD
            | bone_flags::BILLBOARD_X
            | bone_flags::BILLBOARD_Y
            | bone_flags::BILLBOARD_Z
            | bone_flags::IGNORE_ROTATION
            | bone_flags::IGNORE_SCALE
            | bone_flags::ANIMATED;
        assert_eq!(facing & wanted, wanted);
        let emitters = used(second, |model| model.particles.iter().map(|one| one.form.emitter()).collect());
        assert_eq!(
            emitters.into_iter().collect::<Vec<_>>(),
            [emitter::PLANE, emitter::SPHERE, emitter::SPLINE]
        );
        let flags = used(second, |model| model.particles.iter().map(|one| one.flags).collect());
        let flags = flags.into_iter().fold(0, |all, flags| all | flags);
        let wanted = particle_flags::LIT
            | particle_flags::WORLD_UP
            | particle_flags::NO_TRAIL
            | particle_flags::UNLIT
            | particle_flags::MODEL_SPACE
            | particle_flags::PINNED
            | particle_flags::FLAT
            | particle_flags::RANDOM_TILE
            | particle_flags::OUTWARD;
        assert_eq!(flags & wanted, wanted);
        let words = used(second, |model| {
            let form = |one: &m2::Particle| matches!(one.form, EmitterForm::Words { .. });
            model.particles.iter().map(form).collect()
        });
        assert_eq!(
            words.into_iter().collect::<Vec<_>>(),
            if second { vec![false] } else { vec![false, true] }
        );
        let head_tails = used(second, |model| model.particles.iter().map(|one| one.head_tail).collect());
        assert_eq!(head_tails.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
        let cameras = used(second, |model| model.cameras.iter().map(|camera| camera.kind).collect());
        assert_eq!(cameras.into_iter().collect::<Vec<_>>(), [-1, 0, 1]);
        let counts = used(second, |model| vec![(model.ribbons.len(), model.lights.len())]);
        assert!(counts.contains(&(3, 1)) && counts.contains(&(0, 1)));
        assert!(used(second, |model| model.global_sequences.clone()).contains(&0));
        assert!(
            used(second, |model| model.transforms.iter().map(|one| one.rotation.len()).collect())
                .contains(&5)
        );
        assert!(
            used(second, |model| model.transforms.iter().map(|one| one.scale.len()).collect()).contains(&3)
        );
    }
}

#[test]
fn both_clients_hold_the_same_turns() {
    let mut keys = 0;
    for (address, second) in models().into_iter().filter(|(address, _)| is_second(address)) {
        let first = model(&address.replace("_2x", ""));
        for (one, other) in first.bones.iter().zip(&second.bones) {
            assert!(matches!((&one.rotation, &other.rotation), (Rotation::Full(_), Rotation::Packed(_))));
            assert_eq!(one.rotation.to_full(), other.rotation.to_full(), "{address}");
            keys += one.rotation.len();
        }
    }
    assert!(keys > 1000, "{keys} keys");
}

#[test]
fn four_views_hold_the_same_triangles_in_submeshes_of_few_bones() {
    for (address, model) in models() {
        assert_eq!(model.views.iter().map(|view| view.bone_limit).collect::<Vec<_>>(), [256, 75, 53, 21]);
        let places = |view: &m2::View| {
            let mut all: Vec<[u16; 3]> = view.drawable(None, model.vertices.len()).collect();
            all.sort_unstable();
            all
        };
        for view in &model.views {
            assert!(places(view) == places(&model.views[0]), "{address}");
            for submesh in &view.submeshes {
                assert!(u32::from(submesh.bone_count) <= view.bone_limit, "{address}");
                // Properties lead to the bones of the vertices.
                let first = usize::from(submesh.first_vertex);
                for at in first..first + usize::from(submesh.vertex_count) {
                    let vertex = &model.vertices[usize::from(view.indices[at])];
                    for slot in (0..4).filter(|slot| vertex.weights[*slot] > 0) {
                        let place = usize::from(submesh.first_bone) + usize::from(view.properties[at][slot]);
                        assert_eq!(model.bone_lookup[place], u16::from(vertex.bones[slot]), "{address}");
                    }
                }
            }
        }
    }
    // The fox has more bones than a submesh of the last view may have.
    let fox = model("Creature/Heathfox/Heathfox.m2");
    assert!(fox.views[3].submeshes.len() > fox.views[0].submeshes.len());
    let blade = model("Item/ObjectComponents/Weapon/HeathBlade.m2");
    let layers: Vec<u16> = blade.views[0].batches.iter().map(|batch| batch.layer).collect();
    assert!(layers.contains(&3), "{layers:?}");
}

#[test]
fn triangles_look_outwards() {
    for (address, model) in models() {
        let triangles: Vec<[u16; 3]> = model.views[0].drawable(None, model.vertices.len()).collect();
        let agrees = |corners: &&[u16; 3]| {
            let [a, b, c] = corners.map(|corner| model.vertices[usize::from(corner)]);
            let [p, q, r] = [a, b, c].map(|vertex| Vec3::from(vertex.position));
            let face = (q - p).cross(r - p);
            face.dot(Vec3::from(a.normal) + Vec3::from(b.normal) + Vec3::from(c.normal)) >= 0.0
        };
        // Sheets that are seen from both sides have one normal.
        let share = triangles.iter().filter(agrees).count() as f32 / triangles.len() as f32;
        assert!(share > 0.93, "{address}: {share}");
        let weights = model.vertices.iter().map(|vertex| vertex.weights.map(u32::from).iter().sum::<u32>());
        assert!(weights.into_iter().all(|sum| sum == 255), "{address}");
        let [collision, corners] =
            [&model.collision, &model.collision].map(|collision| collision.vertices.len());
        assert!((collision == 0) == (address.contains("Weapon")), "{address}: {corners} corners");
    }
}

#[test]
fn feet_stay_where_they_are_put() {
    // While a foot is on the ground it moves back as fast as the animation says that the ground does.
    let fox = model("Creature/Heathfox/Heathfox.m2");
    for (number, phases) in [(2, super::fox::motion::WALK_PHASES), (3, super::fox::motion::RUN_PHASES)] {
        let sequence = &fox.sequences[number];
        assert!(sequence.speed > 0.5, "{}", sequence.speed);
        let seconds = (sequence.end - sequence.start) as f32 / 1000.0;
        for (leg, phase) in phases.into_iter().enumerate() {
            let toe = |part: f32| {
                let pose: Pose = super::fox::motion::pose(number, part);
                super::fox::motion::toe(&pose, leg)
            };
            let down = (1.0 - phase).rem_euclid(1.0);
            let (first, later) = (toe((down + 0.03).fract()), toe((down + 0.18).fract()));
            let speed = (first.x - later.x) / (0.15 * seconds);
            assert!(
                (speed / sequence.speed - 1.0).abs() < 0.08,
                "leg {leg} of {number}: {speed}, {}",
                sequence.speed
            );
            assert!(first.z.abs() < 0.03 && later.z.abs() < 0.03, "leg {leg} of {number}: {first} {later}");
            let times = &fox.events[2 * leg + number - 2].times;
            assert_eq!(times.len(), 1);
            assert!(times[0].abs_diff(sequence.start + (down * seconds * 1000.0) as u32) < 2);
        }
    }
}

#[test]
fn bounds_hold_all_that_moves() {
    for (address, model) in models() {
        let [low, high] = [model.bounds.min, model.bounds.max].map(Vec3::from);
        for vertex in &model.vertices {
            let place = Vec3::from(vertex.position);
            // What only turns to the eye is at rest where it was made.
            assert!(place.cmpge(low - 1.0).all() && place.cmple(high + 1.0).all(), "{address}: {place}");
        }
        assert!(high.z - low.z > 0.05 && model.bounds.radius > 0.1, "{address}: {low} {high}");
        for sequence in &model.sequences {
            let [a, b, c, d, e, f] = sequence.bounds;
            assert!(a < d && b < e && c < f, "{address}");
        }
    }
}

#[test]
fn every_way_to_store_pixels_is_used() {
    let mut ways: BTreeSet<String> = BTreeSet::new();
    for file in install().iter().filter(|file| file.address.ends_with(".blp")) {
        let texture: Blp = blp::read(&file.bytes, Mode::Strict).expect(&file.address).0;
        let kind = if matches!(texture.head, Head::Blp1 { .. }) { "BLP1" } else { "BLP2" };
        match texture.encoding().expect(&file.address) {
            Encoding::Palette { alpha_bits } => ways.insert(format!("{kind} palette {alpha_bits}")),
            Encoding::Blocks(blocks) => ways.insert(format!("{kind} {blocks:?}")),
            Encoding::Plain => ways.insert(format!("{kind} plain")),
            Encoding::Jpeg => ways.insert(format!("{kind} JPEG")),
        };
    }
    let wanted = [
        "BLP1 JPEG",
        "BLP1 palette 0",
        "BLP1 palette 8",
        "BLP2 Explicit",
        "BLP2 Interpolated",
        "BLP2 Opaque",
        "BLP2 Punched",
        "BLP2 palette 0",
        "BLP2 palette 1",
        "BLP2 palette 4",
        "BLP2 palette 8",
        "BLP2 plain",
    ];
    assert_eq!(ways.iter().map(String::as_str).collect::<Vec<_>>(), wanted);
}
