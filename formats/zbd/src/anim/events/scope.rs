//! What events can refer to, and the rules that most of them have.
//! Source: `docs/spec/zbd/anim-events.md`, "3.1 Common conventions".

use super::super::column_of;
use super::super::support::{DynamicSound, EffectRef, Entry, LightRef, NodeRef, PufferRef, StaticSound};
use super::{INDEX, NAME, NOT_FINITE, SIZE};
use crate::gamez::Version;
use crate::gamez::rules::Rules;
use binary::{Cursor, Padded, Record, Report, Result, Writer};

/// In place of an index: the node that the caller gave.
pub const INPUT_NODE: i32 = -200;
/// In place of an index of a state: the node that the running animation is bound to.
pub const BOUND_NODE: i32 = -100;
/// In place of an index: none.
pub const UNSET: i32 = -1;

/// What Crimson Skies has in place of any index: none, unset, the input node, the root.
const SPECIAL: [i32; 4] = [0, UNSET, INPUT_NODE, BOUND_NODE];

/// Bytes of the header of an event.
pub(super) const HEADER: usize = 12;

/// Offset of the header in front of a payload.
pub(super) fn header(payload: usize) -> usize {
    payload.saturating_sub(HEADER)
}

/// The lists of the definition that an event belongs to.
pub(in super::super) struct Scope<'d> {
    pub version: Version,
    pub scripts: u32,
    pub nodes: &'d [NodeRef],
    pub lights: &'d [LightRef],
    pub puffers: &'d [PufferRef],
    pub dynamic_sounds: &'d [DynamicSound],
    pub static_sounds: &'d [StaticSound],
    pub effects: &'d [EffectRef],
    pub anim_refs: usize,
    /// CS: how many scripts the definition has of its own.
    pub script_indices: usize,
}

/// What stands behind the header of an event.
pub(super) trait Payload: Sized {
    /// Reads `size` bytes; none where they are damaged, which is then reported.
    fn take(cursor: &mut Cursor<'_>, size: usize, version: Version) -> Result<Option<Self>>;

    /// Writes it.
    fn put(&self, writer: &mut Writer, version: Version) -> Result<()>;

    /// Checks it, read at offset `at`.
    fn verify(&self, report: &mut Report, at: usize, scope: &Scope<'_>);
}

/// A payload that is one record.
pub(super) trait Checked: Record {
    /// Checks the values.
    fn rules(&self, rules: &mut Rules<'_>, scope: &Scope<'_>);
}

impl<R: Checked> Payload for R {
    fn take(cursor: &mut Cursor<'_>, size: usize, version: Version) -> Result<Option<R>> {
        let wanted = R::SIZES[column_of::<R>(version)];
        if size != wanted {
            wrong_size(cursor, wanted, size);
            return Ok(None);
        }
        record(cursor, version)
    }

    fn put(&self, writer: &mut Writer, version: Version) -> Result<()> {
        writer.record(self, column_of::<R>(version));
        Ok(())
    }

    fn verify(&self, report: &mut Report, at: usize, scope: &Scope<'_>) {
        let rules = &mut Rules::in_column::<R>(report, at, column_of::<R>(scope.version));
        Checked::rules(self, rules, scope);
    }
}

/// One record; none, and reported, if it has a number that is not finite.
pub(super) fn record<R: Record>(cursor: &mut Cursor<'_>, version: Version) -> Result<Option<R>> {
    let mut damaged = false;
    let record = cursor.record_but_for(column_of::<R>(version), |_| {
        damaged = true;
        Some(&NOT_FINITE)
    })?;
    Ok((!damaged).then_some(record))
}

/// Reports the size of an event, at its header.
pub(super) fn wrong_size(cursor: &mut Cursor<'_>, wanted: usize, size: usize) {
    let at = header(cursor.offset());
    cursor.report.habit(&SIZE, at + 4, HEADER + wanted, HEADER + size);
}

/// Reads and checks a payload.
pub(super) fn read<P: Payload>(cursor: &mut Cursor<'_>, size: usize, scope: &Scope<'_>) -> Result<Option<P>> {
    let at = cursor.offset();
    let payload = P::take(cursor, size, scope.version)?;
    match &payload {
        Some(payload) if scope.version == Version::CrimsonSkies => {
            verify_indices(payload, &mut cursor.report, at, scope);
        }
        Some(payload) => payload.verify(&mut cursor.report, at, scope),
        None => {}
    }
    Ok(payload)
}

/// The values of Crimson Skies are less regular, and nobody has listed how: of all rules only those of
/// indices hold, which would lead out of a list.
fn verify_indices<P: Payload>(payload: &P, report: &mut Report, at: usize, scope: &Scope<'_>) {
    let mut all = Report::new(report.mode());
    payload.verify(&mut all, at, scope);
    for finding in all.into_findings().into_iter().filter(|finding| finding.code == INDEX.id) {
        let at = finding.offset.and_then(|offset| usize::try_from(offset).ok()).unwrap_or(at);
        report.habit(&INDEX, at, finding.expected, finding.found);
    }
}

/// An index into a list of which the first entry is none, or one of the special values. In Crimson Skies
/// every list may be pointed at with none or a special value.
pub(super) fn in_list(
    rules: &mut Rules<'_>,
    field: &'static str,
    index: i32,
    (list, version): (usize, Version),
    special: &[i32],
) {
    let skies = version == Version::CrimsonSkies && SPECIAL.contains(&index);
    let known = (1..list).contains(&usize::try_from(index).unwrap_or(0)) || special.contains(&index);
    if !known && !skies {
        let last = list.saturating_sub(1);
        let also = if special.is_empty() { String::new() } else { format!(", or one of {special:?}") };
        rules.habit(field, &INDEX, format_args!("1 to {last}{also}"), index);
    }
}

/// A name that stands beside the index of its entry.
pub(super) fn name<E: Entry>(rules: &mut Rules<'_>, name: &Padded<32>, index: i32, list: &[E]) {
    let entry = usize::try_from(index).ok().filter(|index| *index > 0).and_then(|index| list.get(index));
    let Some(wanted) = entry.map(Entry::name) else { return };
    let length = name.bytes().iter().position(|byte| *byte == 0).unwrap_or(name.bytes().len());
    if *wanted.bytes() != name.bytes()[..length] {
        rules.habit("name", &NAME, format_args!("{wanted:?}"), format_args!("{name:?}"));
    }
}

/// `index!(rules, self.field, scope.list)` and `index!(rules, self.field, scope.list, special values..)`.
macro_rules! index {
    ($rules:expr, $this:ident . $field:ident, $scope:ident . $list:ident $(, $special:expr)*) => {
        $crate::anim::events::scope::in_list(
            $rules,
            stringify!($field),
            i32::from($this.$field),
            ($scope.$list.len(), $scope.version),
            &[$($special),*],
        )
    };
}

/// `switch!(rules, self.field)`: 0 or 1.
macro_rules! switch {
    ($rules:expr, $this:ident . $field:ident) => {
        $crate::gamez::rules::require!(
            $rules,
            $crate::anim::events::SWITCH,
            $this.$field,
            $this.$field <= 1,
            "0 or 1"
        )
    };
}

/// `text!(rules, self.field)`: text, and NULs to the end.
macro_rules! text {
    ($rules:expr, $this:ident . $field:ident) => {
        if !$this.$field.is_regular() {
            let at = $rules.offset(stringify!($field));
            $this.$field.check($rules.report, &$crate::anim::events::TEXT, at);
        }
    };
}

/// `unflagged!(rules, set, self.field, nothing)`: nothing, unless it is set.
macro_rules! unflagged {
    ($rules:expr, $set:expr, $this:ident . $field:ident, $nothing:expr) => {
        if !$set {
            $crate::gamez::rules::equal!($rules, $crate::anim::events::UNFLAGGED, $this.$field, $nothing)
        }
    };
}

/// `exclusive!(rules, self.flags, [a, b])`: at most one of the masks.
macro_rules! exclusive {
    ($rules:expr, $this:ident . $field:ident, [$($mask:expr),+]) => {{
        let set = [$($mask),+].iter().filter(|mask| $this.$field & **mask != 0).count();
        if set > 1 {
            let all = 0 $(| $mask)+;
            let expected = format_args!("at most one bit of {all:#x}");
            let found = format_args!("{:#x}", $this.$field);
            $rules.habit(stringify!($field), &$crate::anim::events::FLAGS, expected, found);
        }
    }};
}

/// `seconds!(rules, self.field)`: a run time above 0.
macro_rules! seconds {
    ($rules:expr, $this:ident . $field:ident) => {
        $crate::gamez::rules::require!(
            $rules,
            $crate::anim::events::TIME,
            $this.$field,
            $this.$field > 0.0,
            "seconds above 0"
        )
    };
}

pub(super) use {exclusive, index, seconds, switch, text, unflagged};

/// True when all channels are 0..=1.
pub(super) fn is_color(color: &[f32]) -> bool {
    color.iter().all(|channel| (0.0..=1.0).contains(channel))
}
