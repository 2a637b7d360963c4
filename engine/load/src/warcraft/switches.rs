//! What somebody can choose of a model while looking at it: its skin, a submesh of each group, what it holds.

use super::spec::{Outfit, word_of};
use crate::{Switch, SwitchOption};
use std::collections::BTreeSet;
use warcraft::m2::{self, View};

/// What groups of geosets are. Source: `docs/spec/m2.md`, "7. View".
const GROUPS: [(u16, &str); 12] = [
    (1, "Beard or hat"),
    (2, "Face 2"),
    (3, "Face 3"),
    (4, "Gloves"),
    (5, "Boots"),
    (7, "Ears"),
    (8, "Sleeves"),
    (9, "Knees"),
    (10, "Chest"),
    (11, "Trousers"),
    (12, "Tabard"),
    (15, "Cloak"),
];

/// The switches of a model whose submeshes of these numbers are shown, with so many skins.
pub(super) fn of(view: &View, shown: &[usize], outfit: &Outfit, skins: usize, guessed: bool) -> Vec<Switch> {
    let mut switches = Vec::new();
    if skins > 1 {
        let option =
            |skin| SwitchOption { label: format!("{skin}"), model: outfit.with_skin(skin).to_string() };
        let name = if guessed { "Skin (guessed)" } else { "Skin" };
        let chosen = outfit.skin.unwrap_or(1).clamp(1, skins) - 1;
        switches.push(Switch { name: name.to_owned(), options: (1..=skins).map(option).collect(), chosen });
    }
    let id = |at: &usize| view.submeshes.get(*at).map_or(0, |submesh| submesh.id);
    let now: BTreeSet<u16> = shown.iter().map(id).collect();
    let all: BTreeSet<u16> =
        view.submeshes.iter().map(|submesh| submesh.id).filter(|id| *id >= 100).collect();
    let groups: BTreeSet<u16> = all.iter().map(|id| id / 100).collect();
    for group in groups {
        let mut ids: Vec<u16> = all.iter().copied().filter(|id| id / 100 == group).collect();
        // No submesh ends with 00 where a group can be empty.
        let none = group * 100;
        if !all.contains(&none) {
            ids.push(none);
        }
        let option = |id: &u16| SwitchOption {
            label: if *id == none && !all.contains(&none) { "none".to_owned() } else { id.to_string() },
            model: outfit.with_geoset(*id).to_string(),
        };
        let known = GROUPS.iter().find(|(number, _)| *number == group);
        let name = known.map_or_else(|| format!("Group {group}"), |(_, name)| (*name).to_owned());
        let chosen = ids.iter().position(|id| now.contains(id)).unwrap_or(ids.len() - 1);
        switches.push(Switch { name, options: ids.iter().map(option).collect(), chosen });
    }
    switches
}

/// The words for places of a model at which other models can be.
pub(super) fn places(model: &m2::Model) -> Vec<String> {
    let ids: BTreeSet<u32> = model.attachments.iter().map(|attachment| attachment.id).collect();
    ids.into_iter().map(word_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use warcraft::m2::Submesh;

    #[test]
    fn each_group_is_a_switch_with_what_is_shown_and_nothing() {
        let submesh = |id| Submesh { id, ..Submesh::default() };
        let view = View { submeshes: [0, 402, 401, 1501].map(submesh).to_vec(), ..View::default() };
        let outfit = Outfit::parse("wolf.m2+skin02").unwrap();
        let switches = of(&view, &[0, 2], &outfit, 3, true);
        let names: Vec<&str> = switches.iter().map(|switch| switch.name.as_str()).collect();
        assert_eq!(names, ["Skin (guessed)", "Gloves", "Cloak"]);
        assert_eq!((switches[0].chosen, switches[0].options.len()), (1, 3));
        let labels: Vec<&str> = switches[1].options.iter().map(|option| option.label.as_str()).collect();
        assert_eq!((labels, switches[1].chosen), (vec!["401", "402", "none"], 0));
        assert_eq!(switches[1].options[2].model, "wolf.m2+skin02+geoset400");
        assert_eq!(switches[2].chosen, 1, "the cloak is not shown");
    }
}
