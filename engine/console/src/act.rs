//! Words that change something in a world of any game. Places and angles are in the game's own axes.

use crate::ask;
use crate::own::{Line, numbers, usage};
use glam::{Affine3A, Mat3A, Vec3};
use runtime::{Command, DamageKind};
use world::{
    ActorId, Fog, LightId, MaterialId, MaterialState, NodeFlags, NodeId, SeatId, TimeOfDay, euler_rotation,
};

type Done = Result<(), String>;

/// How far ahead of somebody a copy is put, metres.
const AHEAD_M: f32 = 6.0;
/// How far ahead of somebody a creature is put: six feet, metres.
const BEFORE_M: f32 = 1.8288;
/// Units of a heading in a whole turn.
const TURN: f32 = 512.0;

impl Line<'_> {
    /// The person in the first seat.
    pub(crate) fn person(&self) -> Result<(ActorId, Vec3, f32, f32), String> {
        let found = self.simulation.state().actors.piloted_by(SeatId::FIRST);
        let (id, actor) = found.ok_or_else(|| "nobody walks in this world".to_owned())?;
        let (yaw, pitch) = actor.look();
        Ok((id, actor.position(), yaw, pitch))
    }

    /// The person in the first seat, if it is on foot; `what` is what a vehicle does not do.
    fn on_foot(&self, what: &str) -> Result<ActorId, String> {
        let (id, ..) = self.person()?;
        match self.simulation.state().actors.find(id.0).and_then(|own| own.vehicle()) {
            Some(_) => Err(format!("you are in a vehicle: it does not {what}")),
            None => Ok(id),
        }
    }

    fn node(&self, word: &str) -> Result<NodeId, String> {
        self.names.find(word)
    }

    /// A place in the game's axes as one in the engine's.
    fn engine(&self, place: [f32; 3]) -> Vec3 {
        self.simulation.scene().frame.to_engine(place.into())
    }

    fn transform(&self, node: NodeId) -> Affine3A {
        self.simulation.state().nodes.transforms.get(node.index()).copied().unwrap_or_default()
    }

    fn say_of(&mut self, node: NodeId, what: &str) {
        self.answer.say(format!("{} {what}", self.names.label(node)));
    }

    fn material(&self, word: &str) -> Result<MaterialId, String> {
        let known = self.simulation.scene().materials.len();
        let id = word.parse().ok().map(MaterialId).filter(|id| id.index() < known);
        id.ok_or_else(|| format!("{word} is no number of a material; `materials` lists them"))
    }
}

pub(crate) fn teleport(words: &[String], line: &mut Line<'_>) -> Done {
    let (actor, _, yaw, pitch) = line.person()?;
    let feet = match words {
        [node] => {
            let node = line.node(node)?;
            let occurrences = line.simulation.occurrences();
            let first = occurrences.of(node).next();
            let first = first.ok_or_else(|| format!("{} is not in the world", line.names.label(node)))?;
            let bounds = occurrences.bounds(first);
            let origin: Vec3 = occurrences.transform(first).translation.into();
            if bounds.is_empty() { origin } else { bounds.center().with_y(bounds.max.y) }
        }
        words => line.engine(numbers(words)?),
    };
    line.answer.ask(Command::PlaceActor { actor, feet, yaw, pitch });
    let [x, y, z] = line.simulation.scene().frame.to_game(feet).to_array();
    line.answer.say(format!("you are at {x:.2} {y:.2} {z:.2}"));
    Ok(())
}

pub(crate) fn start(words: &[String], line: &mut Line<'_>) -> Done {
    numbers::<0>(words)?;
    let (actor, ..) = line.person()?;
    line.answer.ask(Command::BackToStart { actor });
    line.answer.say("you are back at the start");
    Ok(())
}

pub(crate) fn shift(words: &[String], line: &mut Line<'_>) -> Done {
    let [node, place @ ..] = words else { return Err(usage()) };
    let node = line.node(node)?;
    let translation = line.engine(numbers(place)?).into();
    line.answer.ask(Command::Teleport { node, transform: Affine3A { translation, ..line.transform(node) } });
    line.say_of(node, "is moved");
    Ok(())
}

pub(crate) fn turn(words: &[String], line: &mut Line<'_>) -> Done {
    let [node, angles @ ..] = words else { return Err(usage()) };
    let node = line.node(node)?;
    let angles = Vec3::from_array(numbers(angles)?.map(f32::to_radians));
    let frame = &line.simulation.scene().frame;
    line.answer.ask(if frame.is_identity() {
        Command::RotateTo { node, angles }
    } else {
        let own = line.transform(node);
        let (scale, ..) = own.to_scale_rotation_translation();
        let turn = Mat3A::from_quat(frame.rotation(euler_rotation(angles)));
        let matrix3 = turn * Mat3A::from_diagonal(scale);
        Command::Teleport { node, transform: Affine3A { matrix3, ..own } }
    });
    line.say_of(node, "is turned");
    Ok(())
}

/// The transform with other scales along the axes of the node.
pub(crate) fn scaled(own: Affine3A, scale: Vec3) -> Affine3A {
    let (_, rotation, _) = own.to_scale_rotation_translation();
    Affine3A { matrix3: Mat3A::from_quat(rotation) * Mat3A::from_diagonal(scale), ..own }
}

pub(crate) fn scale(words: &[String], line: &mut Line<'_>) -> Done {
    let [node, scale @ ..] = words else { return Err(usage()) };
    let node = line.node(node)?;
    let scale = match scale {
        [all] => [numbers::<1>(std::slice::from_ref(all))?[0]; 3],
        each => numbers(each)?,
    };
    if scale.contains(&0.0) {
        return Err("a scale of 0 leaves nothing; `hide` hides a node".to_owned());
    }
    let scale = line.simulation.scene().frame.sizes(scale.into());
    line.answer.ask(Command::Teleport { node, transform: scaled(line.transform(node), scale) });
    line.say_of(node, "is scaled");
    Ok(())
}

pub(crate) fn switch(words: &[String], line: &mut Line<'_>, on: bool) -> Done {
    let [node] = words else { return Err(usage()) };
    let node = line.node(node)?;
    line.answer.ask(Command::SetFlags { node, flags: NodeFlags::ACTIVE, on });
    line.say_of(node, if on { "is shown" } else { "is hidden" });
    Ok(())
}

pub(crate) fn opacity(words: &[String], line: &mut Line<'_>) -> Done {
    let [node, value @ ..] = words else { return Err(usage()) };
    let node = line.node(node)?;
    let [opacity] = numbers(value)?.map(|value: f32| value.clamp(0.0, 1.0));
    line.answer.ask(Command::SetOpacity { node, opacity });
    line.say_of(node, &format!("has an opacity of {opacity}"));
    Ok(())
}

pub(crate) fn levitate(words: &[String], line: &mut Line<'_>) -> Done {
    let [state] = words else { return Err(usage()) };
    let on = on_or_off(state)?;
    let actor = line.on_foot("levitate")?;
    line.answer.ask(Command::Levitate { actor, on });
    line.answer.say(if on { "you levitate" } else { "you do not levitate any more" });
    Ok(())
}

pub(crate) fn ride(words: &[String], line: &mut Line<'_>) -> Done {
    let [state] = words else { return Err(usage()) };
    let on = on_or_off(state)?;
    let actor = line.on_foot("ride")?;
    if on {
        line.simulation.may_ride(actor).map_err(|error| error.to_string())?;
    }
    line.answer.ask(Command::Ride { actor, on });
    line.answer.say(if on { "you ride" } else { "you do not ride any more" });
    Ok(())
}

/// The mode of the tank that the person drives.
pub(crate) fn mode(words: &[String], line: &mut Line<'_>) -> Done {
    let [name] = words else { return Err(usage()) };
    let own = world::TankMode::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name));
    let mode = own.ok_or_else(usage)?;
    let (actor, ..) = line.person()?;
    line.answer.ask(Command::SetTankMode { actor, mode });
    line.answer.say(format!("the tank changes to {}", mode.name()));
    Ok(())
}

/// Out of what the person drives.
pub(crate) fn eject(words: &[String], line: &mut Line<'_>) -> Done {
    numbers::<0>(words)?;
    let (actor, ..) = line.person()?;
    line.simulation.may_eject(actor).map_err(|error| error.to_string())?;
    line.answer.ask(Command::Eject { actor });
    line.answer.say("you eject");
    Ok(())
}

/// The group of weapons that the first trigger fires, counted from 1.
pub(crate) fn weapon(words: &[String], line: &mut Line<'_>) -> Done {
    let [number] = words else { return Err(usage()) };
    let number: u8 = number.parse().map_err(|_| usage())?;
    let (actor, ..) = line.person()?;
    let group = number.checked_sub(1).filter(|group| *group < 32).ok_or_else(usage)?;
    line.answer.ask(Command::SelectWeapons { actor, group });
    line.answer.say(format!("weapons {number} are fired"));
    Ok(())
}

/// How fast one flies who does not say it, metres a second.
const FLY_M: f32 = 50.0;
/// The fastest, metres a second.
const FLY_MOST_M: f32 = 5000.0;

pub(crate) fn fly(words: &[String], line: &mut Line<'_>) -> Done {
    let [state] = words else { return Err(usage()) };
    let metres = match state.as_str() {
        "on" => FLY_M,
        "off" => 0.0,
        _ => numbers::<1>(words)?[0],
    };
    if !(0.0..=FLY_MOST_M).contains(&metres) {
        return Err(format!("one flies at 0 to {FLY_MOST_M} metres a second"));
    }
    let actor = line.on_foot("fly by a word")?;
    let speed = line.simulation.scene().frame.units(metres);
    line.answer.ask(Command::Fly { actor, speed });
    line.answer.say(match metres {
        0.0 => "you do not fly any more".to_owned(),
        metres => format!("you fly at {metres} metres a second"),
    });
    Ok(())
}

pub(crate) fn travel(words: &[String], line: &mut Line<'_>) -> Done {
    if words.is_empty() {
        return Err(usage());
    }
    line.person()?;
    line.answer.travel = Some(words.join(" "));
    Ok(())
}

/// The creature of a name that a copy can be made of: one that stands in the world, not the person's own body.
fn creature(line: &Line<'_>, name: &str) -> Option<NodeId> {
    let scene = line.simulation.scene();
    let of_name = |node: &NodeId| {
        let own = scene.nodes.get(node.index());
        own.is_some_and(|own| own.name.eq_ignore_ascii_case(name)) && scene.person != Some(*node)
    };
    scene.bodies.iter().map(|body| body.node).find(of_name)
}

/// Puts a copy of a creature somewhere on the ground, or ahead of the person and facing them.
fn spawn_creature(template: NodeId, name: &str, place: &[String], line: &mut Line<'_>) -> Done {
    let frame = line.simulation.scene().frame;
    let turns = |heading: f32| heading / TURN * std::f32::consts::TAU;
    let (at, yaw, step) = match place {
        [] => {
            let (_, feet, yaw, _) = line.person()?;
            let ahead =
                world::CameraPose { eye: feet, yaw, pitch: 0.0, roll: 0.0 }.forward() * frame.units(BEFORE_M);
            (feet + ahead, yaw + std::f32::consts::PI, line.simulation.scene().walker.height)
        }
        [x, y, z] => (line.engine(numbers(&[x.clone(), y.clone(), z.clone()])?), 0.0, 0.0),
        [x, y, z, heading] => {
            let [heading] = numbers(std::slice::from_ref(heading))?;
            (line.engine(numbers(&[x.clone(), y.clone(), z.clone()])?), turns(heading), 0.0)
        }
        _ => return Err(usage()),
    };
    let ground =
        line.simulation.probe().ground(at.x, at.z, at.y, step.max(line.simulation.scene().walker.step));
    let at = ground.map_or(at, |hit| hit.point);
    let transform = Affine3A::from_rotation_translation(glam::Quat::from_rotation_y(yaw), at);
    line.answer.ask(Command::Spawn { template, parent: None, transform });
    let number = line.simulation.state().nodes.len();
    line.answer.say(format!("a {name} is placed: node {number}"));
    Ok(())
}

pub(crate) fn spawn(words: &[String], line: &mut Line<'_>) -> Done {
    let [name, place @ ..] = words else { return Err(usage()) };
    if let Some(template) = creature(line, name) {
        // As `--spawn` has them, with commas.
        let parts = place.iter().flat_map(|word| word.split(',')).filter(|word| !word.is_empty());
        let parts: Vec<String> = parts.map(str::to_owned).collect();
        return spawn_creature(template, name, &parts, line);
    }
    let node = line.node(name)?;
    let template = line.simulation.state().nodes.shape(node).ok_or_else(usage)?;
    let at = if place.is_empty() {
        let (_, feet, yaw, _) = line.person()?;
        let ahead = line.simulation.scene().frame.units(AHEAD_M);
        feet + world::CameraPose { eye: feet, yaw, pitch: 0.0, roll: 0.0 }.forward() * ahead
    } else {
        line.engine(numbers(place)?)
    };
    let own = line.simulation.scene().nodes.get(template.index()).map(|node| node.transform);
    let transform = Affine3A { translation: at.into(), ..own.unwrap_or_default() };
    line.answer.ask(Command::Spawn { template, parent: None, transform });
    // Numbers are given in order, and the copy's own comes first.
    let number = line.simulation.state().nodes.len();
    line.answer.say(format!("a copy of {} is made: node {number}", line.names.label(node)));
    Ok(())
}

pub(crate) fn remove(words: &[String], line: &mut Line<'_>) -> Done {
    let [node] = words else { return Err(usage()) };
    let node = line.node(node)?;
    line.answer.ask(Command::Despawn(node));
    line.say_of(node, "is removed");
    Ok(())
}

pub(crate) fn damage(words: &[String], line: &mut Line<'_>) -> Done {
    let [node, amount @ ..] = words else { return Err(usage()) };
    let node = line.node(node)?;
    let [amount] = numbers(amount)?;
    if amount < 0.0 {
        return Err("damage is 0 or more".to_owned());
    }
    line.answer.ask(Command::Damage { node, amount, kind: DamageKind::Weapon });
    line.say_of(node, &format!("takes {amount} of damage"));
    Ok(())
}

/// `on` or `off`.
fn on_or_off(word: &str) -> Result<bool, String> {
    match word {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(usage()),
    }
}

pub(crate) fn light(words: &[String], line: &mut Line<'_>) -> Done {
    let [number, state] = words else { return Err(usage()) };
    let on = on_or_off(state)?;
    let known = number.parse().ok().filter(|id| line.simulation.state().lights.find(*id).is_some());
    let id = known.ok_or_else(|| format!("there is no light {number}; `lights` lists them"))?;
    line.answer.ask(Command::SwitchLight { light: LightId(id), on });
    line.answer.say(format!("light {id} is {state}"));
    Ok(())
}

pub(crate) fn fog(words: &[String], line: &mut Line<'_>) -> Done {
    let fog = line.simulation.state().fog;
    let new = match words {
        [state] => Fog { on: on_or_off(state)?, ..fog },
        [color, channels @ ..] if color == "color" || color == "colour" => {
            Fog { color: numbers(channels)?.map(|channel: f32| channel.clamp(0.0, 1.0)), ..fog }
        }
        range => {
            let [near, far] = numbers(range)?;
            if near >= far {
                return Err("fog begins nearer than it is full".to_owned());
            }
            Fog { on: true, near, far, ..fog }
        }
    };
    line.answer.ask(Command::SetFog(new));
    line.answer.say(fog_line(&new));
    Ok(())
}

/// What the fog is like.
pub(crate) fn fog_line(fog: &Fog) -> String {
    let [r, g, b] = fog.color;
    let state = if fog.on { "on" } else { "off" };
    format!("fog is {state}, from {} to {} units, colour {r:.2} {g:.2} {b:.2}", fog.near, fog.far)
}

pub(crate) fn time(words: &[String], line: &mut Line<'_>) -> Done {
    let hour = match words {
        [] => {
            ask::time(line);
            return Ok(());
        }
        [hour] => TimeOfDay::parse(hour).ok_or_else(|| format!("{hour} is no hour, as 21:30 is one"))?,
        _ => return Err(usage()),
    };
    if line.simulation.state().time_of_day.is_unused() {
        return Err("this world has no hours".to_owned());
    }
    line.answer.ask(Command::SetHour { hour });
    line.answer.say(format!("it is {}", TimeOfDay::at(hour)));
    Ok(())
}

pub(crate) fn tint(words: &[String], line: &mut Line<'_>) -> Done {
    let [material, r, g, b, opacity @ ..] = words else { return Err(usage()) };
    let material = line.material(material)?;
    let color = numbers::<3>(&[r.clone(), g.clone(), b.clone()])?.map(|channel| channel.clamp(0.0, 1.0));
    let opacity = match opacity {
        [] => 1.0,
        words => numbers::<1>(words)?[0].clamp(0.0, 1.0),
    };
    let own = line.simulation.state().materials.get(material.index()).copied().unwrap_or_default();
    line.answer.ask(Command::SetMaterial { material, new: MaterialState { color, opacity, ..own } });
    line.answer.say(format!("material {} is coloured", material.0));
    Ok(())
}

pub(crate) fn cycle(words: &[String], line: &mut Line<'_>) -> Done {
    let [material, frame @ ..] = words else { return Err(usage()) };
    let material = line.material(material)?;
    let [frame] = numbers(frame)?;
    let scene = line.simulation.scene();
    let cycle = scene.materials.get(material.index()).and_then(|own| own.cycle.as_ref());
    let frames = cycle.map(|cycle| cycle.frames()).ok_or("this material has one picture")?;
    if !(0.0..frames as f32).contains(&frame) {
        return Err(format!("its pictures are 0 to {}", frames - 1));
    }
    line.answer.ask(Command::SetCycle { material, frame });
    line.answer.say(format!("material {} shows picture {}", material.0, frame as u32));
    Ok(())
}

pub(crate) fn seed(words: &[String], line: &mut Line<'_>) -> Done {
    let [word] = words else { return Err(usage()) };
    let seed = word.parse().map_err(|_| format!("{word} is no whole number from 0 to {}", u32::MAX))?;
    line.answer.ask(Command::SetSeed(seed));
    line.answer.say(format!("the random numbers start anew from {seed}"));
    Ok(())
}
