//! What programs say of each hit.
//!
//! docs/spec/zbd/engine-behaviour.md, "11.5 Damage".

use crate::common::programs::{ROOT, ask, program, said, say, say_at, sequence, world};
use runtime::{Command, Cue, DamageKind, Simulation};
use world::NodeId;
use world::program::{Activation, Blast, Condition, Definition, Detonation, Event, Phase, StartClock, Step};

/// What is said in the tick of a hit.
fn said_of_hit(simulation: &mut Simulation, amount: f32, kind: DamageKind) -> Vec<u32> {
    ask(simulation, Command::Damage { node: NodeId(1), amount, kind });
    let said = simulation.cues().iter().filter_map(|cue| match cue {
        Cue::Callback { value, .. } => Some(*value),
        _ => None,
    });
    said.collect()
}

#[test]
fn each_hit_tells_what_is_left_of_the_health_and_the_last_one_starts() {
    let when = |most| Event::If(Condition::HealthBelow(most));
    let otherwise = |most| Event::ElseIf(Condition::HealthBelow(most));
    let damage = vec![
        Step::then(when(2.5)),
        say(1),
        Step::then(otherwise(5.0)),
        say(2),
        Step::then(otherwise(8.5)),
        say(3),
        Step::then(Event::EndIf),
        // No time passes in a hit, and the next one begins anew.
        say_at(StartClock::Sequence, 1.0, 9),
    ];
    let own = Definition {
        activation: Activation::WeaponHit,
        health: 10.0,
        damage,
        ..program(vec![sequence(vec![say(4)])])
    };
    let mut simulation = world(vec![own.clone()]);
    // Whatever kind it is, health is one: 8, 6, 4, 2 and 0.
    let (weapon, collision) = (DamageKind::Weapon, DamageKind::Collision);
    for (kind, expected) in [(weapon, vec![3]), (collision, vec![3]), (weapon, vec![2]), (collision, vec![1])]
    {
        assert_eq!(said_of_hit(&mut simulation, 2.0, kind), expected);
        assert_eq!(said(&mut simulation, 3), []);
    }
    assert_eq!(said_of_hit(&mut simulation, 2.0, weapon), [1, 4, 0]);
    assert_eq!(simulation.state().programs.instances[0].health, 10.0, "it comes back at the end");
    // What does not start by hits says what is left of it all the same.
    let calls = Definition { activation: Activation::OnCall, ..own };
    let mut simulation = world(vec![calls]);
    assert_eq!(said_of_hit(&mut simulation, 20.0, weapon), [1]);
    assert_eq!(simulation.state().programs.instances[0].phase, Phase::Ready);
}

#[test]
fn a_hit_that_comes_of_a_hit_only_hurts() {
    let blast = Some(Blast { radius: 5.0, damage: 1.0 });
    let bursts = Event::Detonate(Detonation { node: ROOT, blast, ..Detonation::default() }.into());
    let own = Definition {
        health: 10.0,
        takes_blasts: true,
        damage: vec![say(1), Step::then(bursts)],
        ..program(vec![])
    };
    let mut simulation = world(vec![own.clone(), own]);
    // Both stand at the node, are hit for 2, and burst for 1 each at both.
    assert_eq!(said_of_hit(&mut simulation, 2.0, DamageKind::Weapon), [1, 1]);
    for instance in 0..2 {
        assert_eq!(simulation.state().programs.instances[instance].health, 6.0);
    }
}
