//! What can be wrong between fragments: references, numbers of regions, the
//! tree, lists of visible regions, materials of meshes.

use super::codes::{
    LARGEST_BODY, MESH_ANIMATION, MESH_MATERIAL, NAME, NAME_START, REFERENCE, REFERENCE_TYPE, REGION_COUNT,
    REGION_NUMBER, STRING_COUNT, TRACK_TIME, TREE_CHILD, TREE_REGION, TREE_SHAPE, VISIBLE_CUT,
    VISIBLE_NUMBER, VISIBLE_SELF, ZONE_SHORT, ZONE_TEXT,
};
use super::fragment::{Fragment, Link};
use super::mesh::Mesh;
use super::reference::{Reference, Target};
use super::region::Region;
use super::region_kind::{RegionKind, TextFault};
use super::tracks::Track;
use super::types::Body;
use super::visibility::Fault;
use super::{BspNode, Wld};
use binary::{Code, Name, Report, Segment};
use std::fmt::Display;

/// What the header of a fragment says.
pub(super) struct Head {
    /// Its offset.
    pub at: usize,
    /// Its type.
    pub id: u32,
}

/// Checks what is between fragments; `largest` are the bytes of the largest body.
pub(super) fn check(wld: &Wld, heads: &[Head], largest: usize, report: &mut Report) {
    let regions = wld.regions().count() as u32;
    check_header(wld, largest, regions, report);
    let texts_end = wld.strings.decoded().iter().rposition(|byte| *byte == 0).map_or(0, |last| last + 1);
    let mut own_region = 0;
    report.enter(Segment::at("fragment", 0));
    for (index, (fragment, head)) in wld.fragments.iter().zip(heads).enumerate() {
        let mut checker = Checker { wld, heads, report, index, at: head.at, regions, texts_end };
        checker.report.step(index + 1);
        checker.references(&fragment.body);
        match &fragment.body {
            Body::WorldTree(tree) => checker.tree(&tree.nodes),
            Body::Region(region) => {
                checker.visibility(region, own_region);
                own_region += 1;
            }
            Body::Zone(zone) => {
                checker.region_numbers(&zone.regions);
                checker.zone_text(&wld.zone_text(zone));
            }
            Body::AmbientLight(light) => checker.region_numbers(&light.regions),
            Body::DirectionalLight(light) => checker.region_numbers(&light.regions),
            Body::DmSpriteDef2(mesh) => checker.mesh(mesh),
            Body::Track(track) => checker.track(track),
            _ => {}
        }
    }
    report.leave();
}

fn name_offset(name: Reference) -> u32 {
    match name.target() {
        Target::Name(offset) => offset,
        Target::None | Target::Fragment(_) => 0,
    }
}

fn check_header(wld: &Wld, largest: usize, regions: u32, report: &mut Report) {
    let header = &wld.header;
    report.enter(Segment::one("header"));
    if header.region_count != regions {
        report.habit(&REGION_COUNT, 12, regions, header.region_count);
    }
    if header.largest_body as usize != largest {
        report.note(&LARGEST_BODY, 16, largest, header.largest_body);
    }
    let strings = wld.strings.count();
    if header.string_count as usize != strings {
        report.note(&STRING_COUNT, 24, strings, header.string_count);
    }
    report.leave();
}

struct Checker<'c> {
    wld: &'c Wld,
    /// Of the fragments of `wld`. Types are looked up here: they lie closer together than the bodies.
    heads: &'c [Head],
    report: &'c mut Report,
    index: usize,
    at: usize,
    regions: u32,
    /// Where no NUL follows any more in the string table.
    texts_end: usize,
}

impl Checker<'_> {
    fn habit(&mut self, code: &'static Code, expected: impl Display, found: impl Display) {
        self.name();
        self.report.habit(code, self.at, expected, found);
    }

    fn note(&mut self, code: &'static Code, expected: impl Display, found: impl Display) {
        self.name();
        self.report.note(code, self.at, expected, found);
    }

    /// What is reported knows what the fragment is called. Most have nothing to report, and are not named.
    #[cold]
    fn name(&mut self) {
        let name = self.wld.fragments.get(self.index).map(Fragment::name).unwrap_or_default();
        let name = self.wld.strings.bytes_at(name_offset(name)).unwrap_or_default();
        self.report.name(Name::new(name));
    }

    fn references(&mut self, body: &Body) {
        self.link(Link { what: "name", reference: body.name(), types: &[] });
        body.links(&mut |link| self.link(link));
    }

    #[inline]
    fn link(&mut self, link: Link) {
        let good = match link.reference.target() {
            Target::None => true,
            Target::Name(offset) => (offset as usize) < self.texts_end && self.wld.strings.starts_at(offset),
            Target::Fragment(number) => {
                let found = self.heads.get(number as usize - 1);
                number as usize != self.index + 1 && found.is_some_and(|head| link.types.contains(&head.id))
            }
        };
        if !good {
            self.bad_link(link);
        }
    }

    /// Says what is wrong with a reference.
    #[cold]
    fn bad_link(&mut self, Link { what, reference, types }: Link) {
        match reference.target() {
            Target::None => {}
            Target::Name(offset) => self.bad_text(what, offset),
            Target::Fragment(number) if types.is_empty() => {
                self.habit(&NAME, format_args!("0 or a string as {what}"), number);
            }
            Target::Fragment(number) if number as usize == self.index + 1 => {
                self.habit(&REFERENCE, format_args!("another fragment as {what}"), "its own number");
            }
            Target::Fragment(number) => match self.heads.get(number as usize - 1) {
                Some(Head { id, .. }) => {
                    let expected = format_args!("a fragment of type {types:02x?} as {what}");
                    let found = format_args!("fragment {number} of type {id:02x}");
                    self.habit(&REFERENCE_TYPE, expected, found);
                }
                None => {
                    let count = self.wld.fragments.len();
                    let expected = format_args!("one of {count} fragments as {what}");
                    self.habit(&REFERENCE, expected, number);
                }
            },
        }
    }

    fn bad_text(&mut self, what: &str, offset: u32) {
        if offset as usize >= self.texts_end {
            let bytes = self.wld.strings.decoded().len();
            let expected = format_args!("a string of the table of {bytes} bytes as {what}");
            self.habit(&NAME, expected, format_args!("offset {offset}"));
        } else {
            let expected = format_args!("the start of a string as {what}");
            self.note(&NAME_START, expected, format_args!("offset {offset}"));
        }
    }

    fn region_numbers(&mut self, numbers: &[u32]) {
        let regions = self.regions;
        if let Some(number) = numbers.iter().find(|number| **number >= regions) {
            self.habit(&REGION_NUMBER, format_args!("numbers below {regions}"), number);
        }
    }

    fn zone_text(&mut self, text: &str) {
        let found = format_args!("\"{}\"", text.escape_default()).to_string();
        match RegionKind::parse(text).1 {
            None => {}
            // Not all original texts have their full length.
            Some(TextFault::Short) => self.note(&ZONE_SHORT, "all fields of a zone line", found),
            Some(TextFault::NotANumber) => {
                self.habit(&ZONE_TEXT, "numbers in the text of a zone line", found);
            }
        }
    }

    fn visibility(&mut self, region: &Region, own: u32) {
        for list in &region.visibility_lists {
            let survey = list.survey(own);
            match survey.fault(self.regions) {
                Some(Fault::Cut) => {
                    self.habit(&VISIBLE_CUT, "two bytes behind the last code", "the end of the list");
                }
                Some(Fault::PastCount) => {
                    let regions = self.regions;
                    let expected = format_args!("regions below {regions}");
                    self.habit(&VISIBLE_NUMBER, expected, "others");
                }
                None if !survey.has_own => {
                    self.note(
                        &VISIBLE_SELF,
                        format_args!("region {own} in its own list"),
                        "a list without it",
                    );
                }
                None => {}
            }
        }
    }

    fn tree(&mut self, nodes: &[BspNode]) {
        let regions = self.regions;
        if let Some(node) = nodes.iter().position(|node| node.region > regions) {
            let found = nodes.get(node).map_or(0, |node| node.region);
            let expected = format_args!("one of {regions} regions in node {}", node + 1);
            self.habit(&TREE_REGION, expected, found);
        }
        let count = nodes.len() as u32;
        let beyond = |node: &BspNode| node.front > count || node.back > count;
        if let Some(node) = nodes.iter().position(beyond) {
            let expected = format_args!("children among {count} nodes in node {}", node + 1);
            self.habit(&TREE_CHILD, expected, "another number");
        }
        // In a tree every node but the root is the child of one node at most.
        let mut is_child = vec![false; nodes.len()];
        if let Some(root) = is_child.first_mut() {
            *root = true;
        }
        for child in nodes.iter().flat_map(|node| [node.front, node.back]) {
            let Some(seen) = (child as usize).checked_sub(1).and_then(|index| is_child.get_mut(index)) else {
                continue;
            };
            if std::mem::replace(seen, true) {
                self.habit(&TREE_SHAPE, format_args!("one way to node {child}"), "several, or a ring");
                return;
            }
        }
    }

    fn mesh(&mut self, mesh: &Mesh) {
        if let Some(Body::MaterialPalette(palette)) = self.wld.body(mesh.head.palette) {
            let count = palette.materials.len();
            let groups = mesh.face_groups.iter().chain(&mesh.vertex_groups);
            if let Some(group) = groups.clone().find(|group| usize::from(group.of) >= count) {
                let expected = format_args!("one of the {count} materials of its palette, from 0");
                self.habit(&MESH_MATERIAL, expected, group.of);
            }
        }
        if let Some(Body::DmTrack(track)) = self.wld.body(mesh.head.animation)
            && let Some(Body::DmTrackDef2(frames)) = self.wld.body(track.definition)
        {
            let wanted = (mesh.vertices.len(), mesh.scale);
            let found = (usize::from(frames.head.vertex_count), frames.head.scale);
            if found != wanted {
                let expected = format_args!("frames of {} vertices, scale exponent {}", wanted.0, wanted.1);
                let found = format_args!("{} vertices, scale exponent {}", found.0, found.1);
                self.habit(&MESH_ANIMATION, expected, found);
            }
        }
    }

    fn track(&mut self, track: &Track) {
        if let Some(Body::TrackDef(definition)) = self.wld.body(track.definition)
            && definition.frames.len() > 1
            && track.sleep_ms.is_none()
        {
            let found = format_args!("none for {} frames", definition.frames.len());
            self.note(&TRACK_TIME, "a time per frame", found);
        }
    }
}
