//! Where each command of scripts is carried out, and which test would miss it, or why there is none.

use crate::implemented::Covered;
use script::commands::{Entry, Group};

/// The test of a word of the language itself.
macro_rules! language {
    ($test:literal) => {
        Covered {
            files: &["engine/script/src/executor.rs"],
            tests: &[concat!("engine/script/tests/language/", $test)],
        }
    };
}

/// The test of a command that makes or changes a world.
macro_rules! loading {
    ($file:literal, $test:literal) => {
        Covered {
            files: &[concat!("engine/load/src/zipper/script/", $file)],
            tests: &[concat!("engine/load/tests/zipper/", $test)],
        }
    };
}

/// Two columns: where a command is carried out, and the test that would miss it, or why there is none.
///
/// # Panics
/// If a command that is carried out has neither, or if file or test do not exist.
pub fn columns(entry: &Entry, state: &str) -> (String, String) {
    let word = entry.word.text;
    match (state, reason(word)) {
        ("yes" | "not yet", Some(reason)) => (String::new(), format!("none: {reason}")),
        ("yes", None) => covered(entry).unwrap_or_else(|| panic!("{word} has no test")).columns(),
        ("not yet", None) => panic!("{word} is not carried out without a reason"),
        _ => (String::new(), String::new()),
    }
}

/// Why there is nothing to test: what a command leaves out, or that what it sets decides nothing.
///
/// Source: `docs/spec/zbd/interp-language.md`, "8. Command table"; `docs/spec/zbd/interp-commands.md`, "3.
/// Command table".
fn reason(word: &str) -> Option<&'static str> {
    Some(match word {
        "Object3DGetTranslate" | "CameraGetTranslate" | "WorldGetFogRange" => {
            "it only printed for developers"
        }
        "CameraSetObjectHSETest" => "it may be ignored: what is hidden is not seen either way",
        "WorldPartitionInclusionTolerance" => {
            "how far a node sticks out of its cell decides nothing that is seen"
        }
        _ => return None,
    })
}

/// Where a command is carried out that is.
fn covered(entry: &Entry) -> Option<Covered> {
    Some(match (entry.group, entry.word.text) {
        (Group::Nodes, word) if word.starts_with("SEQ") || word == "NewSEQ" => loading!(
            "flip_books.rs",
            "scripts.rs::flip_books_have_their_pages_in_order_and_only_the_first_is_shown"
        ),
        (Group::Own, word) if word.starts_with("GlobalWindRandom") => {
            loading!("mod.rs", "scripts.rs::what_scripts_say_of_gusts_changes_those_that_are_usual")
        }
        (_, "AddEnhancerImage" | "LightMapTexture") => {
            loading!("builder.rs", "scripts.rs::a_material_may_be_given_every_texture_that_is_registered")
        }
        (Group::Flow, "ifdef") => language!("conditionals.rs::only_the_exact_value_true_is_true"),
        (Group::Flow, "ifndef") => language!("two_lives.rs::the_switch_chooses_the_road"),
        (Group::Flow, "endif") => {
            language!("conditionals.rs::the_first_endif_ends_a_skip_whatever_stands_inside")
        }
        (Group::Flow, "source") => language!("flow.rs::source_runs_a_script_now_and_then_goes_on"),
        (Group::Flow, "Quit") => language!("flow.rs::quit_leaves_its_own_script_alone"),
        (Group::Flow, "set") => {
            language!("variables.rs::setting_again_replaces_and_values_are_expanded_when_they_are_set")
        }
        (Group::Nodes, word) if word.starts_with("New") || word == "LightNew" => {
            loading!("nodes.rs", "commands.rs::commands_that_make_nodes")
        }
        (Group::Nodes, _) => loading!("nodes.rs", "commands.rs::commands_that_find_link_and_remove_nodes"),
        (Group::Flags, _) => loading!("nodes.rs", "commands.rs::commands_that_switch_nodes"),
        (Group::Objects, _) => loading!("objects.rs", "commands.rs::commands_of_objects"),
        (Group::Models, _) => loading!("models.rs", "commands.rs::commands_that_build_models_and_materials"),
        (Group::Cycles | Group::Textures, _) => loading!("models.rs", "commands.rs::commands_of_textures"),
        (Group::Lights, _) => loading!("lights.rs", "commands.rs::commands_of_lights"),
        (Group::Views, _) => loading!("views.rs", "commands.rs::commands_of_cameras_and_screens"),
        (Group::World, "WorldPartitionSetActive") => {
            loading!("world.rs", "scripts.rs::crimson_skies_switches_what_its_cells_list")
        }
        (Group::World, _) => loading!("world.rs", "commands.rs::commands_of_the_world"),
        (Group::Loading, "GameZReadZBDFile") => {
            loading!("loading.rs", "scripts.rs::a_script_reads_the_world_and_changes_it")
        }
        (Group::Loading, _) => loading!("loading.rs", "commands.rs::commands_that_name_files"),
        (Group::Own, "GlobalWindStaticVelocity") => {
            loading!("mod.rs", "commands.rs::commands_that_name_files")
        }
        _ => return None,
    })
}
