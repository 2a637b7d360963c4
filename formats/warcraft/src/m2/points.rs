//! What hangs on bones: attachments, events, lights; and cameras. Source: `docs/spec/m2.md`,
//! "11. Attachments, events, lights, cameras".

use super::codes::INTERPOLATION;
use super::sink::Sink;
use super::source::{Entry, Source};
use super::track::{EventTrackRecord, Form, Head, NO_GLOBAL, Track, TrackHead, check_global, demand_key};
use crate::chars::Tag;
use crate::numbers;
use binary::{Segment, record};
use serde::{Deserialize, Serialize};

/// A place for something else, such as a weapon in a hand.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// Which place: 1 and 2 are the hands, for example.
    pub id: u32,
    /// Number of the bone it follows.
    pub bone: u16,
    /// 0 in known files.
    pub unused: u16,
    /// In the model's space at rest, in yards.
    #[serde(with = "numbers")]
    pub position: [f32; 3],
    /// 1 while what is attached is seen.
    pub visible: Track<u8>,
}

record! {
    pub(crate) struct AttachmentRecord in "warcraft.m2.attachment" sizes [48] {
        id: u32 [0],
        bone: u16 [4],
        unused: u16 [6] must 0,
        position: [f32; 3] [8],
        visible: TrackHead [20],
    }
}

impl Entry for Attachment {
    type Record = AttachmentRecord;

    fn open(record: AttachmentRecord, source: &mut Source<'_>) -> Self {
        let AttachmentRecord { id, bone, unused, position, visible } = record;
        let visible = Track::open(&visible, source, "visible", Form::Usual);
        demand_key(&visible, source, "visible");
        Attachment { id, bone, unused, position, visible }
    }
}

impl Attachment {
    pub(crate) fn lay(&self, sink: &mut impl Sink) -> AttachmentRecord {
        let Attachment { id, bone, unused, position, ref visible } = *self;
        AttachmentRecord { id, bone, unused, position, visible: visible.lay(sink) }
    }
}

/// Something that happens at times: a step, a blow, a sound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// What happens: `$HIT`.
    pub id: Tag,
    /// The number of a sound, for some.
    pub data: u32,
    /// Number of the bone it follows.
    pub bone: u32,
    /// In the model's space at rest, in yards.
    #[serde(with = "numbers")]
    pub position: [f32; 3],
    /// 0.
    pub interpolation: u16,
    /// The global sequence whose clock it follows, or -1.
    pub global_sequence: i16,
    /// For each sequence the numbers of its times, which cannot be relied on: what counts is whether
    /// a time is inside the sequence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<[u32; 2]>,
    /// Milliseconds on the time line of the model; not in order in some files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<u32>,
}

impl Default for Event {
    fn default() -> Self {
        Event {
            id: Tag::default(),
            data: 0,
            bone: 0,
            position: [0.0; 3],
            interpolation: 0,
            global_sequence: NO_GLOBAL,
            ranges: Vec::new(),
            times: Vec::new(),
        }
    }
}

record! {
    pub(crate) struct EventRecord in "warcraft.m2.event" sizes [44] {
        id: Tag [0],
        data: u32 [4],
        bone: u32 [8],
        position: [f32; 3] [12],
        track: Head<EventTrackRecord> [24],
    }
}

impl Entry for Event {
    type Record = EventRecord;

    fn open(record: EventRecord, source: &mut Source<'_>) -> Self {
        let EventRecord { id, data, bone, position, track } = record;
        let Head(EventTrackRecord { interpolation, global_sequence, ranges, times }) = track;
        source.within(Segment::one("track"), |source| {
            let (globals, place) = (source.globals, source.place);
            if interpolation > 3 {
                source.report().habit(&INTERPOLATION, place, "0 to 3", interpolation);
            }
            check_global(global_sequence, globals, place, source.report());
            let ranges = source.list(ranges, "ranges");
            let times = source.list(times, "times");
            Event { id, data, bone, position, interpolation, global_sequence, ranges, times }
        })
    }
}

impl Event {
    pub(crate) fn lay(&self, sink: &mut impl Sink) -> EventRecord {
        let Event { id, data, bone, position, interpolation, global_sequence, ref ranges, ref times } = *self;
        let ranges = sink.list(ranges);
        let track = EventTrackRecord { interpolation, global_sequence, ranges, times: sink.list(times) };
        EventRecord { id, data, bone, position, track: Head(track) }
    }
}

/// A light. No known file of client 1.x has one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Light {
    /// 0 shines in a direction, 1 from a point.
    pub kind: u16,
    /// Number of the bone it follows, or -1.
    pub bone: i16,
    /// In the model's space at rest, in yards.
    #[serde(with = "numbers")]
    pub position: [f32; 3],
    /// Red, green, blue, 0 to 1.
    pub ambient_color: Track<[f32; 3]>,
    /// What that is multiplied with.
    pub ambient_intensity: Track<f32>,
    /// Red, green, blue, 0 to 1.
    pub diffuse_color: Track<[f32; 3]>,
    /// What that is multiplied with.
    pub diffuse_intensity: Track<f32>,
    /// In yards.
    pub attenuation_start: Track<f32>,
    /// In yards.
    pub attenuation_end: Track<f32>,
    /// 1 while it shines.
    pub visible: Track<u8>,
}

impl Default for Light {
    fn default() -> Self {
        Light {
            kind: 1,
            bone: -1,
            position: [0.0; 3],
            ambient_color: Track::default(),
            ambient_intensity: Track::default(),
            diffuse_color: Track::default(),
            diffuse_intensity: Track::default(),
            attenuation_start: Track::default(),
            attenuation_end: Track::default(),
            visible: Track::default(),
        }
    }
}

record! {
    pub(crate) struct LightRecord in "warcraft.m2.light" sizes [212] {
        kind: u16 [0],
        bone: i16 [2],
        position: [f32; 3] [4],
        ambient_color: TrackHead [16],
        ambient_intensity: TrackHead [44],
        diffuse_color: TrackHead [72],
        diffuse_intensity: TrackHead [100],
        attenuation_start: TrackHead [128],
        attenuation_end: TrackHead [156],
        visible: TrackHead [184],
    }
}

impl Entry for Light {
    type Record = LightRecord;

    fn open(record: LightRecord, source: &mut Source<'_>) -> Self {
        Light {
            kind: record.kind,
            bone: record.bone,
            position: record.position,
            ambient_color: Track::open(&record.ambient_color, source, "ambient_color", Form::Usual),
            ambient_intensity: Track::open(
                &record.ambient_intensity,
                source,
                "ambient_intensity",
                Form::Usual,
            ),
            diffuse_color: Track::open(&record.diffuse_color, source, "diffuse_color", Form::Usual),
            diffuse_intensity: Track::open(
                &record.diffuse_intensity,
                source,
                "diffuse_intensity",
                Form::Usual,
            ),
            attenuation_start: Track::open(
                &record.attenuation_start,
                source,
                "attenuation_start",
                Form::Usual,
            ),
            attenuation_end: Track::open(&record.attenuation_end, source, "attenuation_end", Form::Usual),
            visible: Track::open(&record.visible, source, "visible", Form::Usual),
        }
    }
}

impl Light {
    pub(crate) fn lay(&self, sink: &mut impl Sink) -> LightRecord {
        LightRecord {
            kind: self.kind,
            bone: self.bone,
            position: self.position,
            ambient_color: self.ambient_color.lay(sink),
            ambient_intensity: self.ambient_intensity.lay(sink),
            diffuse_color: self.diffuse_color.lay(sink),
            diffuse_intensity: self.diffuse_intensity.lay(sink),
            attenuation_start: self.attenuation_start.lay(sink),
            attenuation_end: self.attenuation_end.lay(sink),
            visible: self.visible.lay(sink),
        }
    }
}

/// A camera, such as that of the portrait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Camera {
    /// 0 for the portrait, 1 for the character window, -1 for another.
    pub kind: i32,
    /// Diagonal field of view in radians; the vertical one is this by the root of 1 + aspect².
    #[serde(with = "numbers")]
    pub field_of_view: f32,
    /// In yards.
    #[serde(with = "numbers")]
    pub far: f32,
    /// In yards.
    #[serde(with = "numbers")]
    pub near: f32,
    /// Added to the place.
    pub position: Track<[f32; 3]>,
    /// Its place.
    #[serde(with = "numbers")]
    pub base: [f32; 3],
    /// Added to the place it looks at.
    pub target: Track<[f32; 3]>,
    /// The place it looks at.
    #[serde(with = "numbers")]
    pub target_base: [f32; 3],
    /// In radians.
    pub roll: Track<f32>,
}

impl Default for Camera {
    fn default() -> Self {
        Camera {
            kind: -1,
            field_of_view: 0.9,
            far: 27.777_779,
            near: 0.222_222_22,
            position: Track::constant([0.0; 3]),
            base: [0.0; 3],
            target: Track::constant([0.0; 3]),
            target_base: [0.0; 3],
            roll: Track::constant(0.0),
        }
    }
}

record! {
    pub(crate) struct CameraRecord in "warcraft.m2.camera" sizes [124] {
        kind: i32 [0],
        field_of_view: f32 [4],
        far: f32 [8],
        near: f32 [12],
        position: TrackHead [16],
        base: [f32; 3] [44],
        target: TrackHead [56],
        target_base: [f32; 3] [84],
        roll: TrackHead [96],
    }
}

impl Camera {
    /// Reads the tracks, all in the same form.
    pub(crate) fn open(record: &CameraRecord, source: &mut Source<'_>, form: Form) -> Self {
        let camera = Camera {
            kind: record.kind,
            field_of_view: record.field_of_view,
            far: record.far,
            near: record.near,
            position: Track::open(&record.position, source, "position", form),
            base: record.base,
            target: Track::open(&record.target, source, "target", form),
            target_base: record.target_base,
            roll: Track::open(&record.roll, source, "roll", form),
        };
        demand_key(&camera.position, source, "position");
        demand_key(&camera.target, source, "target");
        demand_key(&camera.roll, source, "roll");
        camera
    }

    pub(crate) fn lay(&self, sink: &mut impl Sink) -> CameraRecord {
        if !self.is_regular() {
            sink.fault(
                "tangents in tracks with interpolation 2 and more, and in the others as in the position",
            );
        }
        CameraRecord {
            kind: self.kind,
            field_of_view: self.field_of_view,
            far: self.far,
            near: self.near,
            position: self.position.lay_any(sink),
            base: self.base,
            target: self.target.lay_any(sink),
            target_base: self.target_base,
            roll: self.roll.lay_any(sink),
        }
    }

    /// True when each track can be told from the file: those with curves have tangents, and the
    /// others have them if those of the position have.
    fn is_regular(&self) -> bool {
        let all = self.position.tangents;
        let regular = |tangents: bool, curved: bool, empty: bool| empty || tangents == (curved || all);
        let Camera { position, target, roll, .. } = self;
        regular(position.tangents, position.is_curved(), position.values.is_empty())
            && regular(target.tangents, target.is_curved(), target.values.is_empty())
            && regular(roll.tangents, roll.is_curved(), roll.values.is_empty())
    }
}

impl CameraRecord {
    /// Source: `docs/spec/m2.md`, "3. Track": the reader's rule for camera tracks. `starts` are the
    /// offsets that arrays start at, sorted.
    pub(crate) fn form(&self, starts: &[u32], end: usize) -> Form {
        let values = self.position.0.values;
        let after = starts.partition_point(|start| *start <= values.offset);
        let next = starts.get(after).map_or(end as u64, |start| u64::from(*start));
        let triples = u64::from(values.offset) + 36 * u64::from(values.count);
        if values.count > 0 && triples <= next { Form::Triples } else { Form::Usual }
    }

    /// The arrays of its tracks.
    pub(crate) fn spans(&self) -> [super::source::Span; 9] {
        let of = |track: &TrackHead| [track.0.ranges, track.0.times, track.0.values];
        let [[a, b, c], [d, e, f], [g, h, i]] = [of(&self.position), of(&self.target), of(&self.roll)];
        [a, b, c, d, e, f, g, h, i]
    }
}
