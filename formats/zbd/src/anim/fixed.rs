//! The fixed part of a definition: what it acts on, what starts it, and the addresses of its lists.
//! Source: `docs/spec/zbd/anim.md`, "6. Animation definition, fixed part".

use super::{AnyF32, NOT_FINITE, column_of};
use crate::gamez::Version;
use crate::gamez::rules::{Rules, bits, equal, pointer, require};
use binary::{Code, Garbage, Padded, Record, Report, codes, record};

codes! {
    TEXT = "zbd.anim.definition.name": "a name is not 7-bit text with a NUL behind it, or `name` has something behind that"
        => "use at most 31 ASCII characters, and NULs behind `name`";
    ANIM_PTR = "zbd.anim.definition.anim_ptr": "an address is not as every known file of the game has it"
        => "use 0xFFFFFFFF in Pirate's Moon, else any address that is not zero, the same for both when the names are the same";
    FLAGS = "zbd.anim.definition.flags": "a flag is set that no file of the game has, or one that needs another"
        => "clear the flag";
    STATUS = "zbd.anim.definition.status": "the status is not one that any file of the game has"
        => "use 0; in Pirate's Moon also 5, disabled";
    ACTIVATION = "zbd.anim.definition.activation": "nothing is known to start such an animation"
        => "use 0 to 4";
    PRIORITY = "zbd.anim.definition.execution_priority": "the priority is not one that any file of the game has"
        => "use 4; in Recoil also 1, in Crimson Skies also 1, 5 and 6";
    UNKNOWN_155 = "zbd.anim.definition.unknown_155": "the byte behind the priority is not that of every known file"
        => "use 2";
    RANGE = "zbd.anim.definition.exec_by_range": "the squared distances are not in order, or are there without EXECUTION_BY_RANGE"
        => "use 0 and 0 without the flag, else 0 <= min <= max";
    RESET_TIME = "zbd.anim.definition.reset_time": "a time is stored without RESET_TIME"
        => "use -1";
    CLOCK = "zbd.anim.definition.clock": "the clock of an animation, which counts at run time only, is not 0"
        => "set it to 0";
    HEALTH = "zbd.anim.definition.health": "the health is below zero, or not the same now and at most"
        => "use the same for both, 0 or more";
    POINTER = "zbd.anim.definition.pointer": "an address must be zero exactly when its list is empty"
        => "use any address that is not zero for a list that is there";
    EFFECTS = "zbd.anim.definition.effects": "MechWarrior 3 and later games have no effects"
        => "remove the effects";
    MIN_TO_SATISFY = "zbd.anim.definition.activ_prereq_min_to_satisfy": "more optional prerequisites are asked for than in any file of the game"
        => "use at most 5 in Recoil, 2 in MechWarrior 3, 4 in Pirate's Moon, and 0 without any";
    NO_SEQUENCES = "zbd.anim.definition.no_sequences": "a definition has no sequences"
        => "add a sequence";
    UNKNOWN_LIST = "zbd.anim.definition.unknowns": "a list is named whose layout is not known"
        => "use 0 for its count and address";
}

/// Bits of [`DefinitionHead::flags`].
pub mod flags {
    /// Runs only in a range of distances to the player.
    pub const EXECUTION_BY_RANGE: u32 = 0x2;
    /// Runs only when the player is in the same zone.
    pub const EXECUTION_BY_ZONE: u32 = 0x8;
    /// There are CALLBACK events.
    pub const HAS_CALLBACKS: u32 = 0x10;
    /// `reset_time` was given.
    pub const RESET_TIME: u32 = 0x20;
    /// NETWORK_LOG was given; RC: it is on.
    pub const NETWORK_LOG: u32 = 0x400;
    /// MW, PM: NETWORK_LOG is on.
    pub const NETWORK_LOG_ON: u32 = 0x800;
    /// SAVE_LOG was given; RC: it is on.
    pub const SAVE_LOG: u32 = 0x1000;
    /// MW, PM: SAVE_LOG is on.
    pub const SAVE_LOG_ON: u32 = 0x2000;
    /// MW, PM: a reset restores the nodes.
    pub const AUTO_RESET_NODE_STATES: u32 = 0x1_0000;
    /// PM: names are looked for below the root only.
    pub const LOCAL_NODES_ONLY: u32 = 0x8_0000;
    /// MW, PM: splash damage counts, too.
    pub const PROXIMITY_DAMAGE: u32 = 0x10_0000;
    /// What Recoil has.
    pub const RECOIL: u32 =
        EXECUTION_BY_RANGE | EXECUTION_BY_ZONE | HAS_CALLBACKS | RESET_TIME | NETWORK_LOG | SAVE_LOG;
    /// What MechWarrior 3 has.
    pub const MECHWARRIOR3: u32 =
        RECOIL | NETWORK_LOG_ON | SAVE_LOG_ON | AUTO_RESET_NODE_STATES | PROXIMITY_DAMAGE;
    /// What Pirate's Moon has.
    pub const PIRATES_MOON: u32 = MECHWARRIOR3 | LOCAL_NODES_ONLY;
}

/// Values of [`DefinitionHead::activation`].
pub mod activation {
    /// A weapon hits the root.
    pub const WEAPON_HIT: u8 = 0;
    /// Something runs into the root.
    pub const COLLIDE_HIT: u8 = 1;
    /// Either.
    pub const WEAPON_OR_COLLIDE_HIT: u8 = 2;
    /// Something calls it.
    pub const ON_CALL: u8 = 3;
    /// The world is loaded.
    pub const ON_STARTUP: u8 = 4;
}

record! {
    /// The fixed part up to the sequences.
    pub struct DefinitionHead in "zbd.anim.definition" sizes [196, 200, 216, 216] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon; Crimson Skies.
        /// Name for calls, with old memory behind it.
        anim_name: Garbage<32> [0, 0, 0, 0],
        /// PM, CS. CS: address and number of the parts of a name with wildcards.
        unknowns_ptr: u32 [_, _, 32, 32],
        unknowns_count: u32 [_, _, 36, 36],
        /// The node or model it is attached to.
        name: Padded<32> [32, 32, 40, 40],
        /// Stale address; PM: 0xFFFFFFFF.
        anim_ptr: u32 [64, 64, 72, 72],
        /// Root of the nodes it acts on, with old memory behind it.
        anim_root_name: Garbage<32> [68, 68, 76, 76],
        /// RC, MW: `anim_ptr` exactly when the names are the same.
        anim_root_ptr: u32 [100, 100, 108, 108],
        unused: [u32; 11] [104, 104, 112, 112] must [0; 11],
        /// See [`flags`].
        flags: u32 [148, 148, 156, 156],
        /// PM: 5 disabled.
        status: u8 [152, 152, 160, 160],
        /// See [`activation`].
        activation: u8 [153, 153, 161, 161],
        execution_priority: u8 [154, 154, 162, 162],
        unknown_155: u8 [155, 155, 163, 163],
        /// Metres, squared.
        exec_by_range_min: AnyF32 [156, 156, 164, 164],
        exec_by_range_max: AnyF32 [160, 160, 168, 168],
        /// Seconds; -1 never.
        reset_time: AnyF32 [164, 164, 172, 172],
        /// Run time only.
        clock: AnyF32 [168, 168, 176, 176],
        max_health: AnyF32 [172, 172, 180, 180],
        cur_health: AnyF32 [176, 176, 184, 184],
        run_time: [u32; 3] [180, 180, 188, 188] must [0; 3],
        run_time_3: u32 [_, 192, 200, 200] must 0,
        /// Stale address.
        seq_defs_ptr: u32 [192, 196, 204, 204],
        /// PM, CS: stale address, set exactly when there is a reset sequence.
        reset_state_ptr: u32 [_, _, 208, 208],
        /// PM: 0. CS: stale address, set exactly when there is a damage sequence.
        unknown_seq_ptr: u32 [_, _, 212, 212],
    }
}

record! {
    /// The end of the fixed part: how long the lists are, which is derived, and stale addresses.
    pub struct DefinitionLists in "zbd.anim.definition" sizes [48, 52, 52, 56] {
        // Columns: Recoil; MechWarrior 3; Pirate's Moon; Crimson Skies.
        #[serde(skip)]
        seq_def_count: u8 [0, 0, 0, 0],
        #[serde(skip)]
        object_count: u8 [1, 1, 1, 1],
        #[serde(skip)]
        node_count: u8 [2, 2, 2, 2],
        #[serde(skip)]
        light_count: u8 [3, 3, 3, 3],
        #[serde(skip)]
        puffer_count: u8 [_, 4, 4, 4],
        #[serde(skip)]
        dynamic_sound_count: u8 [4, 5, 5, 5],
        #[serde(skip)]
        static_sound_count: u8 [5, 6, 6, 6],
        #[serde(skip)]
        effect_count: u8 [6, 7, 7, 7],
        #[serde(skip)]
        activ_prereq_count: u8 [7, 8, 8, 8],
        /// How many optional prerequisites must hold.
        activ_prereq_min_to_satisfy: u8 [8, 9, 9, 9],
        #[serde(skip)]
        anim_ref_count: u8 [9, 10, 10, 10],
        padding: u8 [10, 11, 11, _] must 0,
        padding_11: u8 [11, _, _, _] must 0,
        #[serde(skip)]
        script_index_count: u8 [_, _, _, 11],
        objects_ptr: u32 [12, 12, 12, 12],
        nodes_ptr: u32 [16, 16, 16, 16],
        lights_ptr: u32 [20, 20, 20, 20],
        puffers_ptr: u32 [_, 24, 24, 24],
        dynamic_sounds_ptr: u32 [24, 28, 28, 28],
        static_sounds_ptr: u32 [28, 32, 32, 32],
        effects_ptr: u32 [32, 36, 36, 36],
        activ_prereqs_ptr: u32 [36, 40, 40, 40],
        anim_refs_ptr: u32 [40, 44, 44, 44],
        next_instance: u32 [44, 48, 48, _] must 0,
        /// CS.
        script_indices_ptr: u32 [_, _, _, 48],
        /// CS.
        unknown_268: u32 [_, _, _, 52],
    }
}

impl DefinitionHead {
    pub(super) fn verify(&self, report: &mut Report, at: usize, version: Version) {
        let rules = &mut Rules::in_column::<DefinitionHead>(report, at, column_of::<DefinitionHead>(version))
            .with_notes(version == Version::CrimsonSkies);
        self.anim_name.check(rules.report, &TEXT, rules.offset("anim_name"));
        self.name.check(rules.report, &TEXT, rules.offset("name"));
        self.anim_root_name.check(rules.report, &TEXT, rules.offset("anim_root_name"));
        require!(rules, ACTIVATION, self.activation, self.activation <= 4, "0 to 4");
        equal!(rules, UNKNOWN_155, self.unknown_155, 2);
        self.verify_numbers(rules, version);
        self.verify_pointers(rules, version);
        let (known, priorities, statuses): (_, &[u8], &[u8]) = match version {
            Version::Recoil => (flags::RECOIL, &[4, 1], &[0]),
            Version::MechWarrior3 => (flags::MECHWARRIOR3, &[4], &[0]),
            Version::PiratesMoon => (flags::PIRATES_MOON, &[4], &[0, 5]),
            // More bits occur than are understood.
            Version::CrimsonSkies => (u32::MAX, &[1, 4, 5, 6], &[0, 5]),
        };
        bits!(rules, FLAGS, self.flags, known);
        let known = priorities.contains(&self.execution_priority);
        require!(rules, PRIORITY, self.execution_priority, known, "one of {priorities:?}");
        require!(rules, STATUS, self.status, statuses.contains(&self.status), "one of {statuses:?}");
    }

    fn verify_numbers(&self, rules: &mut Rules<'_>, version: Version) {
        let set = |flag| self.flags & flag != 0;
        let (min, max) = (self.exec_by_range_min.get(), self.exec_by_range_max.get());
        let holds =
            if set(flags::EXECUTION_BY_RANGE) { 0.0 <= min && min <= max } else { min == 0.0 && max == 0.0 };
        require!(rules, RANGE, self.exec_by_range_min, holds, "squared distances in order, or zeros");
        let time = self.reset_time;
        if set(flags::RESET_TIME) {
            require!(rules, NOT_FINITE, self.reset_time, time.finite().is_some(), "seconds");
        } else {
            // Some definitions of Recoil have 0.
            let never = time.get() == -1.0 || (version == Version::Recoil && time.is_zero());
            require!(rules, RESET_TIME, self.reset_time, never, "-1");
        }
        require!(rules, CLOCK, self.clock, self.clock.is_zero(), "0");
        let (max, cur) = (self.max_health.get(), self.cur_health.get());
        require!(rules, HEALTH, self.max_health, max >= 0.0, "0 or more");
        // Of a maximum that is NaN enough is said already.
        require!(rules, HEALTH, self.cur_health, cur == max || max.is_nan(), "{max}");
        let both = set(flags::EXECUTION_BY_RANGE) && set(flags::EXECUTION_BY_ZONE);
        let given = |on, given| set(given) || !set(on);
        let holds = !both
            && given(flags::NETWORK_LOG_ON, flags::NETWORK_LOG)
            && given(flags::SAVE_LOG_ON, flags::SAVE_LOG);
        let expected = "not both range and zone, and no log that is on without being given";
        require!(rules, FLAGS, self.flags, holds, "{expected}");
    }

    fn verify_pointers(&self, rules: &mut Rules<'_>, version: Version) {
        pointer!(rules, POINTER, self.seq_defs_ptr, true);
        match version {
            Version::Recoil | Version::MechWarrior3 => {
                pointer!(rules, ANIM_PTR, self.anim_ptr, true);
                let same = self.name.text() == self.anim_root_name.text();
                let holds = (self.anim_root_ptr == self.anim_ptr) == same;
                let expected = if same { "the address" } else { "an address other than" };
                require!(rules, ANIM_PTR, self.anim_root_ptr, holds, "{expected} {:#010x}", self.anim_ptr);
            }
            Version::PiratesMoon => {
                equal!(rules, ANIM_PTR, self.anim_ptr, u32::MAX);
                equal!(rules, ANIM_PTR, self.anim_root_ptr, u32::MAX);
                equal!(rules, UNKNOWN_LIST, self.unknowns_ptr, 0);
                equal!(rules, UNKNOWN_LIST, self.unknowns_count, 0);
                equal!(rules, UNKNOWN_LIST, self.unknown_seq_ptr, 0);
            }
            Version::CrimsonSkies => pointer!(rules, POINTER, self.unknowns_ptr, self.unknowns_count > 0),
        }
    }
}

impl DefinitionLists {
    /// The same with other counts, in the order of the lists.
    pub(super) fn with_counts(&self, counts: [u8; 11]) -> Self {
        let [
            seq_def_count,
            object_count,
            node_count,
            light_count,
            puffer_count,
            dynamic_sound_count,
            static_sound_count,
            effect_count,
            activ_prereq_count,
            anim_ref_count,
            script_index_count,
        ] = counts;
        DefinitionLists {
            seq_def_count,
            object_count,
            node_count,
            light_count,
            puffer_count,
            dynamic_sound_count,
            static_sound_count,
            effect_count,
            activ_prereq_count,
            anim_ref_count,
            script_index_count,
            ..self.clone()
        }
    }

    pub(super) fn verify(&self, report: &mut Report, at: usize, version: Version) {
        let rules =
            &mut Rules::in_column::<DefinitionLists>(report, at, column_of::<DefinitionLists>(version))
                .with_notes(version == Version::CrimsonSkies);
        pointer!(rules, POINTER, self.objects_ptr, self.object_count > 0);
        pointer!(rules, POINTER, self.nodes_ptr, self.node_count > 0);
        pointer!(rules, POINTER, self.lights_ptr, self.light_count > 0);
        pointer!(rules, POINTER, self.puffers_ptr, self.puffer_count > 0);
        pointer!(rules, POINTER, self.dynamic_sounds_ptr, self.dynamic_sound_count > 0);
        pointer!(rules, POINTER, self.static_sounds_ptr, self.static_sound_count > 0);
        pointer!(rules, POINTER, self.effects_ptr, self.effect_count > 0);
        pointer!(rules, POINTER, self.activ_prereqs_ptr, self.activ_prereq_count > 0);
        pointer!(rules, POINTER, self.anim_refs_ptr, self.anim_ref_count > 0);
        pointer!(rules, POINTER, self.script_indices_ptr, self.script_index_count > 0);
        // Definitions of Crimson Skies may be nothing but lists.
        if version != Version::CrimsonSkies {
            require!(rules, NO_SEQUENCES, self.seq_def_count, self.seq_def_count > 0, "at least 1");
        }
        if matches!(version, Version::MechWarrior3 | Version::PiratesMoon) {
            equal!(rules, EFFECTS, self.effect_count, 0);
        }
        let most = match (version, self.activ_prereq_count) {
            (Version::CrimsonSkies, _) => u8::MAX,
            (_, 0) => 0,
            (Version::Recoil, _) => 5,
            (Version::MechWarrior3, _) => 2,
            (Version::PiratesMoon, _) => 4,
        };
        let min = self.activ_prereq_min_to_satisfy;
        require!(rules, MIN_TO_SATISFY, self.activ_prereq_min_to_satisfy, min <= most, "at most {most}");
    }
}

/// Every finding about the fixed part; both records of it have one prefix.
pub(super) fn all_codes() -> Vec<&'static Code> {
    [CODES, DefinitionHead::CODES, DefinitionLists::CODES].concat()
}
