//! Skeletons. Source: `docs/spec/everquest/wld.md`, "0x10 HierarchicalSpriteDef".

use super::codes::{BONE_NUMBER, BONE_ROOTS, BONE_TREE};
use super::fields::{agree, count, counted, optional, put_counted, put_optional};
use super::fragment::{Link, Stored};
use super::header::Version;
use super::reference::Reference;
use binary::{Cursor, Report, Result, Segment, Writer};
use serde::{Deserialize, Serialize};

/// [`Skeleton::flags`].
pub mod skeleton_flags {
    /// A centre follows.
    pub const CENTER: u32 = 0x01;
    /// A radius follows.
    pub const RADIUS: u32 = 0x02;
    /// A list of skins follows the bones.
    pub const SKINS: u32 = 0x200;
}

/// Bones in a tree, and the meshes on them (0x10).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skeleton {
    /// `ORC_HS_DEF`.
    pub name: Reference,
    /// See [`skeleton_flags`]: 0x202 for creatures, 0x2 for objects.
    pub flags: u32,
    /// The 0x18 of a volume that collides, or none; see [`Skeleton::volume`].
    pub stored_volume: Reference,
    /// With flag 0x01.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub center: Option<[f32; 3]>,
    /// With flag 0x02.
    pub radius: Option<f32>,
    /// The first is the root; others that nobody lists are roots, too.
    pub bones: Vec<Bone>,
    /// With flag 0x200.
    pub skins: Option<Vec<Skin>>,
}

/// A bone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bone {
    /// `ORCHEAD_DAG`.
    pub name: Reference,
    /// 0.
    pub flags: u32,
    /// The 0x13 of its pose.
    pub track: Reference,
    /// A 0x2D that moves with it, a 0x34, or none.
    pub attachment: Reference,
    /// Numbers of its children, from 0.
    pub children: Vec<u32>,
}

impl Bone {
    /// Bytes of the smallest.
    const SMALLEST: usize = 20;

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        Ok(Bone {
            name: cursor.value("name")?,
            flags: cursor.value("flags")?,
            track: cursor.value("track")?,
            attachment: cursor.value("attachment")?,
            children: counted(cursor, "children")?,
        })
    }

    fn write(&self, writer: &mut Writer) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&self.track);
        writer.value(&self.attachment);
        put_counted(writer, &self.children, "children")
    }
}

/// A mesh that bends with the bones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skin {
    /// The 0x2D.
    pub mesh: Reference,
    /// A bone that does not move it: its vertices are tied by their groups.
    pub bone: u32,
}

impl Skeleton {
    /// The volume that collides; a negative number is none, as in one original
    /// file.
    pub fn volume(&self) -> Reference {
        if self.stored_volume.0 < 0 { Reference::NONE } else { self.stored_volume }
    }

    /// Parent of each bone; none of roots, and of bones that would be above
    /// themselves.
    pub fn parents(&self) -> Vec<Option<u32>> {
        let mut parents: Vec<Option<u32>> = vec![None; self.bones.len()];
        for (number, bone) in (0..).zip(&self.bones) {
            for child in &bone.children {
                if let Some(parent @ None) = parents.get_mut(*child as usize) {
                    *parent = Some(number);
                }
            }
        }
        // Breaks rings: whoever comes back to itself on the way up is a root.
        let mut walks: Vec<usize> = vec![0; parents.len()];
        for start in 0..parents.len() {
            let (walk, mut at) = (start + 1, start);
            while walks[at] == 0 {
                walks[at] = walk;
                match parents[at] {
                    Some(parent) if walks[parent as usize] == walk => parents[at] = None,
                    Some(parent) => at = parent as usize,
                    None => {}
                }
            }
        }
        parents
    }

    fn check(&self, at: usize, report: &mut Report) {
        let count = self.bones.len() as u32;
        let skins = self.skins.iter().flatten().map(|skin| skin.bone);
        let numbers = || self.bones.iter().flat_map(|bone| bone.children.iter().copied());
        if let Some(number) = numbers().chain(skins).find(|number| *number >= count) {
            report.habit(&BONE_NUMBER, at, format_args!("numbers below {count}"), number);
        }
        let mut is_child = vec![false; self.bones.len()];
        let mut twice = None;
        for number in numbers() {
            if let Some(seen) = is_child.get_mut(number as usize)
                && std::mem::replace(seen, true)
            {
                twice = Some(number);
            }
        }
        let ring = is_child.first() == Some(&true) || self.has_ring();
        if let Some(bone) = twice.or(ring.then_some(0)) {
            report.habit(
                &BONE_TREE,
                at,
                "one parent for each bone but the root",
                format_args!("others, as of bone {bone}"),
            );
        }
        let roots = is_child.iter().skip(1).filter(|is_child| !**is_child).count();
        if roots > 0 {
            report.note(
                &BONE_ROOTS,
                at,
                "every bone but the first among the children of another",
                format_args!("{roots} further roots"),
            );
        }
    }

    /// True if [`Skeleton::parents`] had to break a ring.
    fn has_ring(&self) -> bool {
        let listed = self.bones.iter().flat_map(|bone| &bone.children);
        let mut is_child = vec![false; self.bones.len()];
        listed.for_each(|number| {
            if let Some(seen) = is_child.get_mut(*number as usize) {
                *seen = true;
            }
        });
        self.parents().iter().zip(is_child).any(|(parent, is_child)| parent.is_none() && is_child)
    }
}

impl Stored for Skeleton {
    fn read(cursor: &mut Cursor<'_>, _: Version) -> Result<Self> {
        let at = cursor.offset();
        let name = cursor.value("name")?;
        let flags: u32 = cursor.value("flags")?;
        let bone_count: u32 = cursor.value("bone_count")?;
        let stored_volume = cursor.value("volume")?;
        let has = |flag: u32| flags & flag != 0;
        let center = optional(cursor, has(skeleton_flags::CENTER), "center")?;
        let radius = optional(cursor, has(skeleton_flags::RADIUS), "radius")?;
        cursor.expect_items(bone_count as usize, Bone::SMALLEST, "bones")?;
        let mut bones = Vec::with_capacity(bone_count as usize);
        for index in 0..bone_count as usize {
            bones.push(cursor.within(Segment::at("bone", index), Bone::read)?);
        }
        let skins = has(skeleton_flags::SKINS).then(|| skins(cursor)).transpose()?;
        let skeleton = Skeleton { name, flags, stored_volume, center, radius, bones, skins };
        skeleton.check(at, &mut cursor.report);
        Ok(skeleton)
    }

    fn write(&self, writer: &mut Writer, _: Version) -> Result<()> {
        writer.value(&self.name);
        writer.value(&self.flags);
        writer.value(&count("bones", self.bones.len())?);
        writer.value(&self.stored_volume);
        let has = |flag: u32| self.flags & flag != 0;
        put_optional(writer, has(skeleton_flags::CENTER), self.center.as_ref(), "center")?;
        put_optional(writer, has(skeleton_flags::RADIUS), self.radius.as_ref(), "radius")?;
        self.bones.iter().try_for_each(|bone| bone.write(writer))?;
        agree(has(skeleton_flags::SKINS), self.skins.is_some(), "skins")?;
        if let Some(skins) = &self.skins {
            writer.value(&count("skins", skins.len())?);
            skins.iter().for_each(|skin| writer.value(&skin.mesh));
            skins.iter().for_each(|skin| writer.value(&skin.bone));
        }
        Ok(())
    }

    fn name(&self) -> Reference {
        self.name
    }

    fn links(&self, visit: &mut impl FnMut(Link)) {
        visit(Link { what: "volume", reference: self.volume(), types: &[0x18] });
        for bone in &self.bones {
            visit(Link { what: "the name of a bone", reference: bone.name, types: &[] });
            visit(Link { what: "a track", reference: bone.track, types: &[0x13] });
            visit(Link {
                what: "an attachment",
                reference: bone.attachment,
                types: &[0x2D, 0x34, 0x11, 0x27],
            });
        }
        for skin in self.skins.iter().flatten() {
            visit(Link { what: "a skin", reference: skin.mesh, types: &[0x2D] });
        }
    }
}

/// The meshes first, then the bone of each.
fn skins(cursor: &mut Cursor<'_>) -> Result<Vec<Skin>> {
    let meshes: Vec<Reference> = counted(cursor, "skins")?;
    let bones: Vec<u32> = cursor.list(meshes.len(), "skin_bones")?;
    Ok(meshes.into_iter().zip(bones).map(|(mesh, bone)| Skin { mesh, bone }).collect())
}
