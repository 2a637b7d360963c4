//! Creatures of Ashgate, and what they hold: `ashgate_chr.s3d` and `gequip.s3d`.
//! Source: `docs/spec/everquest/writing.md`, "7. Characters".
//!
//! | file | holds |
//! |---|---|
//! | `body.rs` | skins over bones |
//! | `goblin.rs` | the goblin's bones and shape |
//! | `motion.rs` | its animations |
//! | `gear.rs` | a sword and a torch |

mod body;
mod gear;
mod goblin;
mod motion;

use super::archive;
use super::material::{self, Material, Method, OF_OTHERS};
use super::pictures::{self, Store};
use super::skeletons::{self, Pose};
use crate::DemoFile;
use ::everquest::lines::Line;
use ::everquest::model_list::{self, ModelList, ModelRow};
use ::everquest::pfs::NewFile;
use ::everquest::wld::skeleton::Skin;
use ::everquest::wld::{
    self, ActorDef, Body, Bone, Builder, Instance, MaterialPalette, Reference, Skeleton, Version, Wld,
};
use binary::Result;
use glam::Vec3;
use goblin::{JOINTS, PARTS};

/// The goblin's code.
const CODE: &str = "GOB";
/// Skins that it has.
const SKINS: u32 = 2;

/// How to see one: archives of zones hold creatures, but not where they stand, which the server knew.
pub(super) const HOW: &str = "\n\
    # A goblin with a sword before the bridge of Ashgate:\n\
    # revisit play DIR ashgate --spawn gob+right=it1@150,6,8,200\n\
    # Others wear gob+skin01 (ember), gob+head01 (a cap of iron), gob+right=it2 (a torch).\n";

/// The archives of the goblin and of what it holds, and the list that names it.
pub(super) fn files(seed: u32) -> Result<Vec<DemoFile>> {
    let mut goblins = pictures_of(seed)?;
    goblins.push(NewFile::new("ashgate_chr.wld", wld::write(&world()?)?));
    let rows = [
        ModelRow::Count(1),
        ModelRow::Model { model: CODE.to_ascii_lowercase(), archive: "ashgate_chr".to_owned() },
    ];
    let list = ModelList { lines: rows.into_iter().map(Line::new).collect() };
    Ok(vec![
        archive("ashgate_chr.s3d", &goblins)?,
        archive("gequip.s3d", &gear::files(seed)?)?,
        DemoFile::new("ashgate_chr.txt", model_list::write(&list)?),
    ])
}

/// The part's letters with the numbers of another skin: `HE0001` and 1 is `HE0101`.
fn of_skin(part: &str, skin: u32) -> String {
    let (letters, numbers) = part.split_at(2);
    format!("{letters}{skin:02}{}", &numbers[2..])
}

/// The name of the picture of a part.
fn picture(part: &str, skin: u32) -> String {
    format!("{}{}.dds", CODE, of_skin(part, skin)).to_ascii_lowercase()
}

fn pictures_of(seed: u32) -> Result<Vec<NewFile>> {
    let mut files = Vec::new();
    for skin in 0..SKINS {
        for part in PARTS {
            let canvas = pictures::goblin(seed, part, skin);
            files.push(pictures::file(&picture(part, skin), &canvas, Store::Dds));
        }
    }
    Ok(files)
}

/// Adds the materials of a skin.
fn materials(builder: &mut Builder, skin: u32) -> Result<Vec<Reference>> {
    let add = |part: &&str| {
        let (name, file) = (format!("{CODE}{}", of_skin(part, skin)), picture(part, skin));
        let frames = [file.as_str()];
        material::add(builder, &Material::still(&name, Method::Body, &frames), OF_OTHERS)
    };
    PARTS.iter().map(add).collect()
}

/// The world of the goblin. Source: `docs/spec/everquest/writing.md`, "2. Order in the original files".
fn world() -> Result<Wld> {
    let version = Version::New;
    let mut builder = Builder::new(version);
    let own = materials(&mut builder, 0)?;
    let name = builder.name(&format!("{CODE}_MP"))?;
    let palette = builder.add(Body::MaterialPalette(MaterialPalette { name, flags: 0, materials: own }));
    let joints: Vec<Vec3> = JOINTS.iter().map(|joint| joint.place).collect();
    let mut meshes = Vec::new();
    for (part, hide) in [("", goblin::body()), ("HE00", goblin::head(0)), ("HE01", goblin::head(1))] {
        let name = builder.name(&format!("{CODE}{part}_DMSPRITEDEF"))?;
        let mesh = hide.mesh(version, name, palette, &joints);
        meshes.push(builder.add(Body::DmSpriteDef2(Box::new(mesh))));
    }
    let mut bones = Vec::new();
    for (number, joint) in JOINTS.iter().enumerate() {
        let place = joint.place - joint.parent.map_or(Vec3::ZERO, |parent| JOINTS[parent].place);
        let track = skeletons::track(&mut builder, &format!("{CODE}{}", joint.name), &[Pose::at(place)])?;
        let name = builder.name(&format!("{CODE}{}_DAG", joint.name))?;
        let children = (0..).zip(&JOINTS).filter(|(_, other)| other.parent == Some(number));
        bones.push(Bone {
            name,
            track,
            children: children.map(|(child, _)| child).collect(),
            ..Bone::default()
        });
    }
    // Other heads are in no list.
    let mut skins = Vec::new();
    for mesh in &meshes[..2] {
        let mesh = builder.add(Body::DmSprite(Instance::of(*mesh, 0)));
        skins.push(Skin { mesh, bone: 2 });
    }
    let name = builder.name(&format!("{CODE}_HS_DEF"))?;
    let skeleton =
        Skeleton { name, flags: 0x202, radius: Some(3.5), bones, skins: Some(skins), ..Skeleton::default() };
    let skeleton = builder.add(Body::HierarchicalSpriteDef(Box::new(skeleton)));
    for skin in 1..SKINS {
        materials(&mut builder, skin)?;
    }
    for (name, frames, moment) in motion::ANIMATIONS {
        let steps = if motion::repeats(name) { frames } else { frames - 1 };
        let moments: Vec<motion::Moment> =
            (0..frames).map(|frame| moment(frame as f32 / steps as f32)).collect();
        for (number, joint) in JOINTS.iter().enumerate() {
            let poses: Vec<Pose> = moments.iter().map(|moment| moment.pose(number)).collect();
            skeletons::track(&mut builder, &format!("{name}{CODE}{}", joint.name), &poses)?;
        }
    }
    let sprite = builder.add(Body::HierarchicalSprite(Instance::of(skeleton, 0)));
    let (name, callback) = (builder.name(&format!("{CODE}_ACTORDEF"))?, builder.name("SPRITECALLBACK")?);
    let actor = ActorDef { flags: 0, ..ActorDef::still(name, callback, sprite) };
    builder.add(Body::ActorDef(Box::new(actor)));
    builder.finish()
}
