//! Words about creatures: which there are, and telling them what to do.

use crate::answer::{many, some};
use crate::names::{matches, nearest};
use crate::own::{Line, numbers, usage};
use glam::Vec3;
use runtime::{Command, Simulation};
use world::{Body, Foe, NodeId, Order, PathPilot, Scene, SeatId, State};

type Done = Result<(), String>;

/// What a creature is doing, in words.
pub fn doing_of(simulation: &Simulation, node: NodeId) -> String {
    let (scene, state) = (simulation.scene(), simulation.state());
    let told = state.actors.at_node(node).and_then(|(_, actor)| actor.creature());
    match told.map(|creature| &creature.order) {
        None | Some(Order::Stand) => "stands".to_owned(),
        Some(Order::Go(PathPilot { looping: true, .. })) => "patrols".to_owned(),
        Some(Order::Go(PathPilot { run: true, .. })) => "runs".to_owned(),
        Some(Order::Go(_)) => "walks".to_owned(),
        Some(Order::Fight(Foe::Person(_))) => "fights you".to_owned(),
        Some(Order::Fight(Foe::Node(foe))) => format!("fights node {}", foe.0),
        Some(Order::Die) => "is dead".to_owned(),
        Some(Order::Play(clip)) => {
            let own = body_of(scene, state, node).and_then(|body| body.plays(*clip));
            own.map_or_else(|| "stands".to_owned(), |own| format!("plays {}", own.name))
        }
    }
}

fn body_of<'a>(scene: &'a Scene, state: &State, node: NodeId) -> Option<&'a Body> {
    let shape = state.nodes.shape(node).filter(|_| state.nodes.lives(node))?;
    scene.body_of(shape).filter(|_| scene.person != Some(shape))
}

impl Line<'_> {
    /// Every creature but the body of the person.
    fn creatures(&self) -> impl Iterator<Item = NodeId> + use<'_> {
        let (scene, state) = (self.simulation.scene(), self.simulation.state());
        let has_any = !scene.bodies.is_empty();
        self.names.all().filter(move |node| has_any && body_of(scene, state, *node).is_some())
    }

    /// The creatures that somebody names: one by `#` and its number, or all of a name or pattern.
    fn creatures_of(&self, word: &str) -> Result<Vec<NodeId>, String> {
        if let Some(number) = word.strip_prefix('#') {
            let node = number.parse().ok().map(NodeId);
            let known = node.filter(|node| self.creatures().any(|own| own == *node));
            return known.map(|node| vec![node]).ok_or_else(|| format!("there is no creature {word}"));
        }
        let fits = |node: &NodeId| matches(word, self.names.name(*node));
        let found: Vec<NodeId> = self.creatures().filter(fits).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        Err(match nearest(word, self.creatures().map(|node| self.names.name(node))) {
            Some(near) => format!("no creature is called {word}; {near} is"),
            None => format!("no creature is called {word}; `creatures` lists them"),
        })
    }

    /// Places behind a word: `X,Y` or `X,Y,Z` each, or `here` for where somebody stands. One place may be written
    /// with blanks. A height that is not said is NaN.
    fn places(&self, words: &[String]) -> Result<Vec<Vec3>, String> {
        let frame = &self.simulation.scene().frame;
        let whole = !words.iter().any(|word| word.contains(',') || word == "here");
        if whole && (words.len() == 2 || words.len() == 3) {
            return Ok(vec![place(words)?]);
        }
        let one = |word: &String| {
            if word == "here" {
                let (_, feet, ..) = self.person()?;
                return Ok(frame.to_game(feet));
            }
            let parts: Vec<String> = word.split(',').map(str::to_owned).collect();
            place(&parts)
        };
        let places = words.iter().map(one).collect::<Result<Vec<Vec3>, String>>()?;
        if places.is_empty() { Err(usage()) } else { Ok(places) }
    }

    fn order(&self, node: NodeId, words: &[String]) -> Result<Order, String> {
        let [word, more @ ..] = words else { return Err(usage()) };
        let word = word.to_ascii_lowercase();
        let go = |run: bool, looping: bool| {
            let frame = &self.simulation.scene().frame;
            let at = self.simulation.state().nodes.transforms.get(node.index()).copied().unwrap_or_default();
            let own = frame.to_game(at.translation.into());
            let point = |place: Vec3| if place.z.is_nan() { place.with_z(own.z) } else { place };
            let places = self.places(more)?;
            let points = places.into_iter().map(|place| frame.to_engine(point(place))).collect();
            Ok(Order::Go(PathPilot { points, next: 0, looping, run }))
        };
        match (word.as_str(), more) {
            ("walk", _) => go(false, false),
            ("run", _) => go(true, false),
            ("patrol", _) => go(false, true),
            ("stand", []) => Ok(Order::Stand),
            ("die", []) => Ok(Order::Die),
            ("fight", []) => self.person().map(|_| Order::Fight(Foe::Person(SeatId::FIRST))),
            ("fight", [foe]) => {
                let foes = self.creatures_of(foe)?;
                let other = foes.into_iter().find(|foe| *foe != node);
                let other = other.ok_or_else(|| format!("{} cannot fight itself", self.names.label(node)))?;
                Ok(Order::Fight(Foe::Node(other)))
            }
            (name, []) => {
                let body = body_of(self.simulation.scene(), self.simulation.state(), node);
                let own = body.and_then(|body| body.named(name));
                own.map(|own| Order::Play(own.clip)).ok_or_else(|| {
                    let known = body.map_or(String::new(), can);
                    format!("{} has no animation {name}; it has {known}", self.names.label(node))
                })
            }
            _ => Err(usage()),
        }
    }
}

/// The names of all animations of a body.
fn can(body: &Body) -> String {
    body.moves.iter().map(|own| &*own.name).collect::<Vec<_>>().join(" ")
}

/// A place by its numbers, in the game's own axes.
fn place(words: &[String]) -> Result<Vec3, String> {
    match words {
        [x, y] => numbers(&[x.clone(), y.clone()]).map(|[x, y]: [f32; 2]| Vec3::new(x, y, f32::NAN)),
        words => numbers(words).map(|place: [f32; 3]| place.into()),
    }
}

pub(crate) fn list(words: &[String], line: &mut Line<'_>) -> Done {
    numbers::<0>(words)?;
    let (scene, state) = (line.simulation.scene(), line.simulation.state());
    let names = line.names;
    let found: Vec<NodeId> = line.creatures().collect();
    if found.is_empty() {
        line.answer.say("no creatures are here");
        return Ok(());
    }
    let simulation = line.simulation;
    many(line.answer, found.into_iter(), "creature", |node| {
        let known = body_of(scene, state, node).map_or(String::new(), can);
        format!("{} {}; it has {known}", names.label(node), doing_of(simulation, node))
    });
    Ok(())
}

pub(crate) fn tell(words: &[String], line: &mut Line<'_>) -> Done {
    let [name, order @ ..] = words else { return Err(usage()) };
    let nodes = line.creatures_of(name)?;
    let orders: Vec<(NodeId, Order)> =
        nodes.into_iter().map(|node| Ok((node, line.order(node, order)?))).collect::<Result<_, String>>()?;
    let told = order.join(" ");
    let names = line.names;
    let nodes: Vec<NodeId> = orders.iter().map(|(node, _)| *node).collect();
    for (node, order) in orders {
        line.answer.ask(Command::Tell { node, order });
    }
    some(line.answer, nodes.into_iter(), "creature", |node| format!("{} is told: {told}", names.label(node)));
    Ok(())
}
