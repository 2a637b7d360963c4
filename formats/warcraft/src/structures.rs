//! Which structures of the specification there are, and where each is read, written and tested: a
//! list to make a document of.

/// A structure of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structure {
    /// What the specification calls it.
    pub name: &'static str,
    /// Bytes of a record in client 1.x and 2.x; 0 where it has no fixed size.
    pub bytes: [usize; 2],
    /// The heading of `docs/spec/m2.md` that describes it.
    pub heading: &'static str,
    /// What reads it, as a file of this crate.
    pub read: &'static str,
    /// What writes it.
    pub written: &'static str,
    /// Tests that hold what it says: file and function.
    pub tested: &'static [&'static str],
    /// The fixtures that have one, typed in hexadecimal.
    pub fixtures: &'static [&'static str],
    /// True where no real file of the structure was seen: it rests on documents only.
    pub unseen: bool,
}

const FILE: &str = "src/m2/file.rs";
const TABLES: &str = "tests/m2/values.rs every_number_of_a_record_is_written_where_the_tables_say";
const LISTS: &str = "tests/m2/values.rs lists_are_written_where_the_offsets_say";
const BOTH: &[&str] = &["m2_first", "m2_second"];
const ALL: &[&str] = &["m2_first", "m2_second", "m2_packed", "m2_padded"];
const THREE: &[&str] = &["m2_first", "m2_second", "m2_packed"];

/// A structure whose tests are those of all records.
const fn record(name: &'static str, bytes: usize, heading: &'static str, file: &'static str) -> Structure {
    Structure {
        name,
        bytes: [bytes, bytes],
        heading,
        read: file,
        written: file,
        tested: &[TABLES],
        fixtures: ALL,
        unseen: false,
    }
}

/// A list of numbers.
const fn list(name: &'static str, bytes: usize, heading: &'static str) -> Structure {
    Structure { tested: &[LISTS], ..record(name, bytes, heading, FILE) }
}

/// All structures, in the order of the specification.
pub static STRUCTURES: &[Structure] = &[
    record("header", 324, "2. Header", "src/m2/header.rs"),
    list("name", 1, "2. Header"),
    Structure {
        tested: &[LISTS, "tests/m2/awkward.rs a_global_sequence_may_take_no_time"],
        ..list("global sequence", 4, "2. Header")
    },
    Structure {
        tested: &[LISTS, "tests/m2/awkward.rs a_wrong_sequence_lookup_is_searched_around"],
        ..list("sequence look-up", 2, "2. Header")
    },
    record("playable animation look-up", 4, "2. Header", "src/m2/sequences.rs"),
    list("key-bone look-up", 2, "2. Header"),
    list("replaceable texture look-up", 2, "2. Header"),
    Structure {
        tested: &[LISTS, "tests/m2/profiles.rs stale_offsets_are_findings_and_stay"],
        fixtures: THREE,
        ..list("collision triangles", 2, "2. Header")
    },
    Structure { fixtures: THREE, ..list("collision vertices", 12, "2. Header") },
    Structure { fixtures: THREE, ..list("collision normals", 12, "2. Header") },
    list("attachment look-up", 2, "2. Header"),
    list("camera look-up", 2, "2. Header"),
    Structure {
        tested: &[TABLES, LISTS, "tests/m2/awkward.rs keys_may_lie_outside_their_sequence"],
        ..record("track", 28, "3. Track", "src/m2/track.rs")
    },
    list("range of a track", 8, "3. Track"),
    record("sequence", 68, "4. Sequence", "src/m2/sequences.rs"),
    Structure { bytes: [108, 112], ..record("bone", 108, "5. Bones", "src/m2/bones.rs") },
    Structure {
        bytes: [16, 8],
        tested: &[LISTS, "tests/m2/values.rs numbers_of_the_packed_form_are_those_of_the_specification"],
        ..record("rotation", 16, "5. Bones", "src/m2/quaternion.rs")
    },
    record("vertex", 48, "6. Vertex", "src/m2/geometry.rs"),
    record("view", 44, "7. View", "src/m2/geometry.rs"),
    list("index of a view", 2, "7. View"),
    list("corner of a triangle", 2, "7. View"),
    list("property of an index", 4, "7. View"),
    Structure {
        bytes: [32, 48],
        tested: &[TABLES, "tests/m2/awkward.rs lone_geosets_are_shown"],
        ..record("submesh", 32, "7. View", "src/m2/geometry.rs")
    },
    Structure {
        tested: &[TABLES, "tests/m2/awkward.rs four_layers_may_lie_on_one_submesh"],
        ..record("batch", 24, "7. View", "src/m2/geometry.rs")
    },
    record("texture", 16, "8. Textures", "src/m2/materials.rs"),
    record("render flags", 4, "8. Textures", "src/m2/materials.rs"),
    record("colour", 56, "2. Header", "src/m2/materials.rs"),
    record("transparency", 28, "2. Header", "src/m2/materials.rs"),
    Structure {
        fixtures: THREE,
        ..record("texture transform", 84, "9. Texture transforms", "src/m2/materials.rs")
    },
    list("bone look-up", 2, "10. Lookups"),
    list("texture look-up", 2, "10. Lookups"),
    list("texture unit look-up", 2, "10. Lookups"),
    list("transparency look-up", 2, "10. Lookups"),
    list("texture transform look-up", 2, "10. Lookups"),
    record("attachment", 48, "11. Attachments, events, lights, cameras", "src/m2/points.rs"),
    Structure {
        tested: &[TABLES, "tests/m2/awkward.rs events_may_be_out_of_order_and_without_times"],
        ..record("event", 44, "11. Attachments, events, lights, cameras", "src/m2/points.rs")
    },
    Structure {
        fixtures: THREE,
        unseen: true,
        ..record("light", 212, "11. Attachments, events, lights, cameras", "src/m2/points.rs")
    },
    Structure {
        tested: &[TABLES, "tests/m2/awkward.rs cameras_have_one_or_three_values_a_key"],
        ..record("camera", 124, "11. Attachments, events, lights, cameras", "src/m2/points.rs")
    },
    Structure { fixtures: THREE, unseen: true, ..record("ribbon", 220, "12. Ribbon", "src/m2/emitters.rs") },
    Structure {
        tested: &[
            TABLES,
            "tests/m2/awkward.rs emitters_come_in_two_forms",
            "tests/m2/awkward.rs gravity_may_be_no_number",
        ],
        fixtures: THREE,
        ..record("particle", 504, "13. Particle", "src/m2/emitters.rs")
    },
    Structure { fixtures: BOTH, unseen: true, ..list("point of a spline", 12, "13. Particle") },
    Structure {
        tested: &["tests/m2/profiles.rs one_model_is_written_by_each_profile"],
        ..record(
            "aligned, packed and padded profile",
            0,
            "17. Layout and byte-exact writing",
            "src/m2/layout.rs",
        )
    },
    Structure {
        tested: &[
            "tests/m2/profiles.rs leftover_bytes_are_kept",
            "tests/m2/profiles.rs tracks_of_particles_keep_their_slack",
            "tests/m2/profiles.rs a_dropped_block_is_kept",
            "tests/m2/profiles.rs stale_offsets_are_findings_and_stay",
        ],
        fixtures: &["m2_stale"],
        ..record(
            "slack, dropped blocks, stale offsets",
            0,
            "17. Layout and byte-exact writing",
            "src/m2/settle.rs",
        )
    },
    Structure {
        bytes: [148, 148],
        tested: &[
            "tests/blp.rs every_number_is_written_where_the_tables_say",
            "tests/blp.rs palettes_are_looked_up",
            "tests/blp.rs blocks_are_decoded",
        ],
        fixtures: &["blp2_palette", "blp2_dxt1", "blp2_dxt3", "blp2_dxt5", "blp2_plain"],
        ..record("BLP2", 148, "14. What a real install needs", "src/blp/file.rs")
    },
    Structure {
        tested: &[
            "tests/blp.rs every_number_is_written_where_the_tables_say",
            "tests/blp.rs jpeg_files_are_joined",
        ],
        fixtures: &["blp1_palette", "blp1_jpeg"],
        ..record("BLP1", 156, "14. What a real install needs", "src/blp/file.rs")
    },
    Structure {
        tested: &["tests/dbc.rs every_number_is_written_where_the_table_says"],
        fixtures: &["dbc_models", "dbc_displays"],
        ..record("DBC", 20, "14. What a real install needs", "src/dbc/file.rs")
    },
    Structure {
        tested: &[
            "tests/dbc.rs records_have_the_columns_of_the_specification",
            "tests/dbc.rs the_skins_of_a_model_are_those_of_its_display_rows",
        ],
        fixtures: &["dbc_displays"],
        ..record("CreatureDisplayInfo", 48, "14. What a real install needs", "src/dbc/creatures.rs")
    },
    Structure {
        tested: &["tests/dbc.rs records_have_the_columns_of_the_specification"],
        fixtures: &["dbc_models"],
        ..record("CreatureModelData", 64, "14. What a real install needs", "src/dbc/creatures.rs")
    },
];
