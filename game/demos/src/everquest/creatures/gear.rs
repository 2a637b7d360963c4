//! What hands hold: IT1 is a sword, IT2 a torch. The hand is at the origin, and
//! the thing reaches to +x.

use crate::everquest::face::Face;
use crate::everquest::material::{self, Material, Method, OF_OTHERS};
use crate::everquest::mesh::{self, Shape};
use crate::everquest::pictures::{self, Store};
use ::everquest::pfs::NewFile;
use ::everquest::wld::mesh::mesh_flags;
use ::everquest::wld::{self, ActorDef, Body, Builder, Instance, MaterialPalette, Reference, Version};
use binary::Result;
use glam::{Vec2, Vec3};

const STEEL: usize = 0;
const LEATHER: usize = 1;
const WOOD: usize = 2;
const FLAME: usize = 3;

const MATERIALS: [Material<'static>; 4] = [
    Material::still("STEEL", Method::Opaque, &["itsteel.dds"]),
    Material::still("GRIP", Method::Opaque, &["itgrip.dds"]),
    Material::still("HAFT", Method::Opaque, &["ithaft.dds"]),
    Material::moving(
        "BLAZE",
        Method::Additive,
        &["itfire1.dds", "itfire2.dds", "itfire3.dds", "itfire4.dds"],
        100,
    ),
];

/// The largest scale exponent of meshes of equipment.
const SCALE: u16 = 12;

pub(super) fn files(seed: u32) -> Result<Vec<NewFile>> {
    let frame = |number: &str| number.parse::<u32>().map_or(0, |number| number.saturating_sub(1));
    let paint = |file: &str| {
        Some(match file.strip_suffix(".dds")? {
            "itsteel" => pictures::steel(seed),
            "itgrip" => pictures::grip(seed),
            "ithaft" => pictures::bark(seed),
            other => pictures::flame(seed ^ 5, frame(other.strip_prefix("itfire")?)),
        })
    };
    let mut files = pictures::files(&MATERIALS, Store::Named, paint)?;
    let mut builder = Builder::new(Version::New);
    let mut own = Vec::new();
    for material in &MATERIALS {
        own.push(material::add(&mut builder, material, OF_OTHERS)?);
    }
    for (code, faces) in [("IT1", sword()), ("IT2", torch())] {
        let mut used: Vec<usize> = faces.iter().map(|face| face.material).collect();
        used.sort_unstable();
        used.dedup();
        let name = builder.name(&format!("{code}_MP"))?;
        let materials = used.iter().map(|number| own[*number]).collect();
        let palette = builder.add(Body::MaterialPalette(MaterialPalette { name, flags: 0, materials }));
        let number = |material: usize| used.binary_search(&material).unwrap_or(0);
        let faces: Vec<Face> =
            faces.into_iter().map(|face| Face { material: number(face.material), ..face }).collect();
        let kinds: Vec<Material<'_>> = used.iter().map(|number| MATERIALS[*number]).collect();
        let shape = Shape::new(&faces);
        let name = builder.name(&format!("{code}_DMSPRITEDEF"))?;
        let mut head = mesh::head(name, mesh_flags::EQUIPMENT, palette, Vec3::ZERO);
        head.stored_volume = Reference(-2);
        let mesh = shape.mesh(Version::New, head, SCALE, &kinds);
        let mesh = builder.add(Body::DmSpriteDef2(Box::new(mesh)));
        let sprite = builder.add(Body::DmSprite(Instance::of(mesh, 0)));
        let (name, callback) = (builder.name(&format!("{code}_ACTORDEF"))?, builder.name("SPRITECALLBACK")?);
        builder.add(Body::ActorDef(Box::new(ActorDef::still(name, callback, sprite))));
    }
    files.push(NewFile::new("gequip.wld", wld::write(&builder.finish()?)?));
    Ok(files)
}

/// A bar along x with so many sides: places along it, half as deep and as high.
fn bar(faces: &mut Vec<Face>, rings: &[(f32, f32, f32)], sides: u32, material: usize) {
    let at = |(along, wide, high): (f32, f32, f32), side: u32| {
        let (sin, cos) = libm::sincosf(std::f32::consts::TAU * side as f32 / sides as f32);
        Vec3::new(along, cos * wide, sin * high)
    };
    for pair in rings.windows(2) {
        for side in 0..sides {
            let uv = |end: usize, side: u32| Vec2::new(pair[end].0 * 0.5, side as f32 / sides as f32);
            let corners = [
                (at(pair[0], side), uv(0, side)),
                (at(pair[1], side), uv(1, side)),
                (at(pair[1], side + 1), uv(1, side + 1)),
                (at(pair[0], side + 1), uv(0, side + 1)),
            ];
            // Seen from outside they go round clockwise.
            let corners: Vec<_> = corners.into_iter().rev().collect();
            faces.extend(Face::new(&corners[..3], material));
            faces.extend(Face::new(&[corners[0], corners[2], corners[3]], material));
        }
    }
}

/// A short broad blade, its edge down.
fn sword() -> Vec<Face> {
    let mut faces = Vec::new();
    bar(
        &mut faces,
        &[(-0.42, 0.0, 0.0), (-0.42, 0.09, 0.09), (-0.3, 0.09, 0.09), (-0.28, 0.0, 0.0)],
        6,
        STEEL,
    );
    bar(&mut faces, &[(-0.32, 0.05, 0.06), (0.26, 0.05, 0.06)], 6, LEATHER);
    bar(&mut faces, &[(0.24, 0.0, 0.0), (0.24, 0.09, 0.34), (0.34, 0.09, 0.34), (0.34, 0.0, 0.0)], 6, STEEL);
    bar(
        &mut faces,
        &[(0.32, 0.035, 0.13), (1.4, 0.035, 0.16), (2.05, 0.03, 0.21), (2.4, 0.02, 0.13), (2.7, 0.0, 0.0)],
        4,
        STEEL,
    );
    faces
}

/// A torch that burns at its end.
fn torch() -> Vec<Face> {
    let mut faces = Vec::new();
    bar(
        &mut faces,
        &[
            (-0.5, 0.0, 0.0),
            (-0.5, 0.06, 0.06),
            (1.0, 0.08, 0.08),
            (1.1, 0.15, 0.15),
            (1.45, 0.13, 0.13),
            (1.5, 0.0, 0.0),
        ],
        6,
        WOOD,
    );
    for turn in [0.0f32, 1.05, 2.1] {
        let (sin, cos) = libm::sincosf(turn);
        let across = Vec3::new(0.0, cos, sin) * 0.42;
        let (foot, tip) = (Vec3::X * 1.2, Vec3::X * 2.6);
        let mut corners = [
            (foot - across, Vec2::ZERO),
            (foot + across, Vec2::X),
            (tip + across, Vec2::ONE),
            (tip - across, Vec2::Y),
        ];
        faces.extend(Face::new(&corners, FLAME).map(Face::passable));
        corners.reverse();
        faces.extend(Face::new(&corners, FLAME).map(Face::passable));
    }
    faces
}
