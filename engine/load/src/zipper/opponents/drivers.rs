//! Tanks that act by themselves: each definition of a vehicle that says how it attacks stands at every node of its
//! name, and goes its way along the nodes that it lists.
//!
//! Where the original keeps its ways is not known, nor by what it finds the node of a vehicle: both are inferred.
//!
//! Source: `docs/spec/zbd/vehicles-and-combat.md`, "A2. Reader keys", "B5. AI vehicles".

use super::super::arms::Sources;
use super::super::definitions::schema::Topic;
use super::super::definitions::{Definition, Held, Origin};
use super::super::vehicles;
use super::{MOST_VEHICLES, Places, places, stand_at};
use glam::Vec3;
use world::{DriverMind, MindKind, MindLaw, PathNet, Scene, Strategy};

/// Most points of a way.
const MOST_POINTS: usize = 256;
/// What only those say that act by themselves.
const ACTS: [&str; 8] = [
    "path_width",
    "path_net",
    "activate_rad",
    "attack_rad",
    "attack_dwell",
    "pursuit_range",
    "buddies",
    "attack_strategy",
];

/// Adds the tanks of a world that act by themselves.
pub(super) fn add(scene: &mut Scene, sources: &Sources<'_>) {
    let driven = scene.driven().map(|vehicle| vehicle.name.clone()).unwrap_or_default();
    let acts = |own: &&Definition| {
        own.topic == Topic::Vehicle && !own.name.eq_ignore_ascii_case(&driven) && acts_by_itself(own)
    };
    let all: Vec<&Definition> = sources.own.all.iter().filter(acts).collect();
    if all.is_empty() {
        return;
    }
    let ways = all.iter().flat_map(|own| own.get("path_net").map_or(&[][..], Held::words));
    let named = all.iter().map(|own| &own.name).chain(ways).map(String::as_str);
    let places = places(scene, named);
    let first = scene.opponents.minds.len();
    let mut names: Vec<&str> = Vec::new();
    for definition in &all {
        let net = net(scene, &places, definition);
        let stands = places.get(&definition.name.to_ascii_lowercase());
        for (node, place) in stands.into_iter().flatten().take(MOST_VEHICLES.saturating_sub(names.len())) {
            names.push(&definition.name);
            let mind = mind_of(sources, definition, net);
            let law = vehicles::acting(scene, sources, definition, *node);
            stand_at(scene, sources, definition, (*node, *place), law, mind);
        }
    }
    // They are told by their names once all of them have a number.
    for (own, name) in names.iter().enumerate() {
        let definition = all.iter().find(|one| one.name == *name);
        let words = definition.and_then(|one| one.get("buddies")).map_or(&[][..], Held::words);
        let is_one = |other: &str| words.iter().any(|word| word.eq_ignore_ascii_case(other));
        let buddies = names.iter().enumerate().filter(|(at, other)| *at != own && is_one(other));
        let buddies = buddies.map(|(at, _)| (first + at) as u32).collect();
        if let Some(MindKind::Driver(mind)) =
            scene.opponents.minds.get_mut(first + own).map(|own| &mut own.kind)
        {
            mind.buddies = buddies;
        }
    }
}

/// The values that the program gives to all vehicles say nothing of that.
fn acts_by_itself(own: &Definition) -> bool {
    own.fields.iter().any(|field| {
        let is_said = !matches!(field.from, Origin::Constant(_));
        is_said && ACTS.iter().any(|key| field.name.eq_ignore_ascii_case(key))
    })
}

/// The way of a definition, as the scene numbers it: a ring through the nodes that it lists.
fn net(scene: &mut Scene, places: &Places, own: &Definition) -> Option<u32> {
    let words = own.get("path_net").map_or(&[][..], Held::words).iter().take(MOST_POINTS);
    let point = |word: &String| places.get(&word.to_ascii_lowercase())?.first().map(|(_, place)| *place);
    let points: Vec<Vec3> = words.filter_map(point).map(|place| place.translation.into()).collect();
    let nets = &mut scene.opponents.nets;
    (!points.is_empty()).then(|| {
        nets.push(PathNet::ring(&own.name, points));
        nets.len() as u32 - 1
    })
}

/// What a number of `attack_strategy` says. One of which nothing is known pursues, as 0 does.
fn strategy(sources: &Sources<'_>, number: f32) -> Strategy {
    let is_in = |name: &str| sources.constants.numbers(name).contains(&number);
    if is_in("opponent.suspended") {
        Strategy::Suspended
    } else if is_in("opponent.stops") {
        Strategy::Stops
    } else if is_in("opponent.gives_up") {
        Strategy::GivesUp
    } else {
        Strategy::Pursues
    }
}

fn mind_of(sources: &Sources<'_>, own: &Definition, net: Option<u32>) -> MindLaw {
    let number = |key: &str| own.number(key).unwrap_or_default();
    // Two keys are squares of distances.
    let root = |key: &str| libm::sqrtf(number(key).max(0.0));
    let keeps = match *own.numbers("pursuit_range") {
        [least, most] => [least.min(most), most.max(least)],
        _ => sources.several("opponent.keeps"),
    };
    MindLaw {
        name: own.name.as_str().into(),
        aim: sources.one("opponent.aim").to_radians(),
        wakes_on_hit: true,
        kind: MindKind::Driver(DriverMind {
            activate: own.number("activate_rad").unwrap_or_else(|| root("activation")),
            attack: number("attack_rad"),
            attack_dwell: number("attack_dwell"),
            wait: number("not_pursuit_dwell"),
            keeps,
            strays: root("return_range"),
            path_width: number("path_width").max(sources.one("opponent.near")),
            net,
            strategy: strategy(sources, number("attack_strategy")),
            misses: sources.one("opponent.misses").max(0.0) as u32,
            nod: sources.one("opponent.nod"),
            full_lock: sources.one("opponent.full_lock").to_radians(),
            hides: sources.one("opponent.hides"),
            hide_times: own.numbers("hide_times").to_vec(),
            cool: 1.0,
            buddies: Vec::new(),
        }),
        ..MindLaw::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::definitions::schema::Topic;
    use super::super::super::definitions::{Constants, Definitions};
    use super::super::super::sound_table::SoundTable;
    use super::*;

    #[test]
    fn the_numbers_of_strategies_are_those_of_the_program() {
        // docs/spec/zbd/vehicles-and-combat.md, "B5. AI vehicles"; 4 and 7 are in no document.
        let (own, heard) = (Definitions::default(), SoundTable::default());
        let of = |title: &str, number: f32| {
            strategy(&Sources { own: &own, constants: Constants::of(title), heard: &heard }, number)
        };
        use Strategy::{GivesUp, Pursues, Stops, Suspended};
        let by_hand = [Pursues, Stops, Stops, GivesUp, Pursues, GivesUp, Suspended, Pursues];
        for (number, wanted) in by_hand.into_iter().enumerate() {
            assert_eq!(of("recoil", number as f32), wanted, "{number}");
        }
        assert_eq!([-1.0, f32::NAN].map(|number| of("recoil", number)), [Pursues; 2]);
        assert_eq!(of("crimson-skies", 6.0), Pursues, "a title that numbers none");
    }

    #[test]
    fn who_names_no_width_of_its_way_comes_as_near_as_its_title_says() {
        let (own, heard) = (Definitions::default(), SoundTable::default());
        let fox = Definition {
            topic: Topic::Vehicle,
            name: "fox".to_owned(),
            file: String::new(),
            layer: String::new(),
            fields: Vec::new(),
        };
        let near = |near: f32| {
            let table = format!(
                "[[constant]]\nname = \"opponent.near\"\nvalue = {near:?}\nevidence = \"proposal\"\n"
            );
            let constants: &Constants = Box::leak(Box::new(toml::from_str(&table).unwrap()));
            let mind = mind_of(&Sources { own: &own, constants, heard: &heard }, &fox, None);
            let MindKind::Driver(driver) = mind.kind else { panic!("{:?}", mind.kind) };
            driver.path_width
        };
        assert_eq!([2.0, 7.5].map(near), [2.0, 7.5]);
    }
}
