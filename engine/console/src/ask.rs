//! Words that only ask about a world.

use crate::answer::many;
use crate::names::matches;
use crate::own::{Line, usage};
use runtime::TICKS_PER_SECOND;
use world::{NodeFlags, NodeId, NodeKind, SeatId};

type Done = Result<(), String>;

pub(crate) fn place(_: &[String], line: &mut Line<'_>) -> Done {
    let (state, scene) = (line.simulation.state(), line.simulation.scene());
    let (feet, yaw, pitch) = match state.actors.piloted_by(SeatId::FIRST) {
        Some((_, actor)) => (actor.position(), actor.look().0, actor.look().1),
        None => (state.camera.eye, state.camera.yaw, state.camera.pitch),
    };
    let [x, y, z] = scene.frame.to_game(feet).to_array();
    let (yaw, pitch) = (yaw.to_degrees(), pitch.to_degrees());
    line.answer.say(format!("at {x:.2} {y:.2} {z:.2}, yaw {yaw:.1} and pitch {pitch:.1} degrees"));
    if let Some((_, actor)) = state.actors.piloted_by(SeatId::FIRST) {
        let walker = actor.avatar();
        let ground = scene.soil_name(walker.soil);
        line.answer.say(match (walker.grounded, ground) {
            (true, Some(ground)) => format!("on {ground}"),
            (true, None) => format!("on ground of kind {}", walker.soil),
            (false, _) => "in the air".to_owned(),
        });
    }
    let zones: Vec<String> = state.zones.zones().iter().map(ToString::to_string).collect();
    if !zones.is_empty() {
        line.answer.say(format!("zones {}", zones.join(" ")));
    }
    Ok(())
}

pub(crate) fn time(line: &mut Line<'_>) {
    let state = line.simulation.state();
    let (tick, time_of_day) = (state.tick, state.time_of_day);
    let seconds = tick as f64 / f64::from(TICKS_PER_SECOND);
    let hour = time_of_day.to_string();
    let hour = if hour.is_empty() { hour } else { format!(", {hour}") };
    line.answer.say(format!("tick {tick}, {seconds:.2} seconds{hour}"));
}

pub(crate) fn nodes(words: &[String], line: &mut Line<'_>) -> Done {
    let pattern = match words {
        [] => "*",
        [pattern] => pattern,
        _ => return Err(usage()),
    };
    let names = line.names;
    let found = names.all().filter(|node| matches(pattern, names.name(*node)));
    many(line.answer, found, "node", |node| {
        let off = if names.flags(node).contains(NodeFlags::ACTIVE) { "" } else { ", off" };
        format!(
            "#{:<6} {:<36} {}{off}",
            node.0,
            names.name(node),
            kind(names.shape(node).map(|own| &own.kind))
        )
    });
    Ok(())
}

pub(crate) fn node(words: &[String], line: &mut Line<'_>) -> Done {
    let [word] = words else { return Err(usage()) };
    let node = line.names.find(word)?;
    describe(node, line);
    Ok(())
}

/// Everything about a node.
fn describe(node: NodeId, line: &mut Line<'_>) {
    let (names, scene, state) = (line.names, line.simulation.scene(), line.simulation.state());
    let occurrences = line.simulation.occurrences();
    let Some(shape) = names.shape(node) else { return };
    line.answer.say(format!("{}: {}", names.label(node), kind(Some(&shape.kind))));
    let place = |at: glam::Vec3| {
        let [x, y, z] = scene.frame.to_game(at).to_array();
        format!("{x:.2} {y:.2} {z:.2}")
    };
    let own = state.nodes.transforms.get(node.index()).copied().unwrap_or_default();
    let (scale, ..) = own.to_scale_rotation_translation();
    line.answer.say(format!("  place     {} below its parent", place(own.translation.into())));
    let euler = state.eulers.get(&node).copied().or(shape.euler).unwrap_or_else(|| world::euler_of(&own));
    let [x, y, z] = euler.to_array().map(f32::to_degrees);
    line.answer.say(format!("  angles    {x:.1} {y:.1} {z:.1} degrees"));
    if !scale.abs_diff_eq(glam::Vec3::ONE, 1e-4) {
        let [x, y, z] = scale.to_array();
        line.answer.say(format!("  scale     {x:.3} {y:.3} {z:.3}"));
    }
    match occurrences.of(node).count() {
        0 => line.answer.say("  in world  no"),
        count => {
            let at = occurrences.of(node).next().map(|first| *occurrences.transform(first));
            let at = place(at.unwrap_or_default().translation.into());
            let times = if count == 1 { String::new() } else { format!(", and {} more times", count - 1) };
            line.answer.say(format!("  in world  {at}{times}"));
        }
    }
    line.answer.say(format!("  flags     {}", flags(names.flags(node))));
    line.answer
        .say(format!("  opacity   {:.2}", state.nodes.opacities.get(node.index()).copied().unwrap_or(1.0)));
    let parents: Vec<String> = names
        .parents(node)
        .into_iter()
        .map(|parent| parent.map_or_else(|| "the world".to_owned(), |parent| names.label(parent)))
        .collect();
    let parents = if parents.is_empty() { "nothing".to_owned() } else { parents.join(", ") };
    line.answer.say(format!("  below     {parents}"));
    line.answer.say(format!("  children  {}", names.children(node).len()));
    if let Some(model) = shape.model.and_then(|model| scene.models.get(model.index())) {
        line.answer.say(format!("  model     {} triangles", model.triangles()));
    }
}

fn kind(kind: Option<&NodeKind>) -> String {
    match kind {
        Some(NodeKind::Lod(range)) => {
            format!("level of detail, {:.0} to {:.0} units", range.near_sq.sqrt(), range.far_sq.sqrt())
        }
        Some(NodeKind::Light) => "light".to_owned(),
        Some(NodeKind::Fixed) => "world, camera, window or display".to_owned(),
        Some(NodeKind::Object) | None => "object".to_owned(),
    }
}

fn flags(flags: NodeFlags) -> String {
    let names = flags.iter_names().map(|(name, _)| name.to_lowercase().replace('_', " "));
    let names: Vec<String> = names.filter(|name| !matches!(&**name, "inherited" | "spreading")).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

pub(crate) fn lights(_: &[String], line: &mut Line<'_>) -> Done {
    let (names, frame) = (line.names, &line.simulation.scene().frame);
    let lights = &line.simulation.state().lights;
    many(line.answer, lights.ids().iter().zip(lights.iter()), "light", |(id, light)| {
        let [x, y, z] = frame.to_game(light.position).to_array();
        let (what, way) = if light.directional {
            ("sun", frame.to_game(light.direction).to_array())
        } else {
            ("lamp", [x, y, z])
        };
        let [x, y, z] = way;
        let state = if light.active { "on" } else { "off" };
        let node = light.node.map_or_else(String::new, |node| format!(" at {}", names.label(node)));
        format!("{id:<4} {what:<5} {state:<4} {x:.2} {y:.2} {z:.2}{node}")
    });
    Ok(())
}

pub(crate) fn materials(words: &[String], line: &mut Line<'_>) -> Done {
    let pattern = match words {
        [] => "*",
        [pattern] => pattern,
        _ => return Err(usage()),
    };
    let scene = line.simulation.scene();
    let found = scene.materials.iter().enumerate().filter(|(_, own)| matches(pattern, &own.name));
    many(line.answer, found, "material", |(number, own)| {
        let frames = own.cycle.as_ref().map_or(1, |cycle| cycle.frames());
        let pictures = if frames > 1 { format!("{frames} pictures") } else { String::new() };
        format!("{number:<5} {:<36} {pictures}", own.name)
    });
    Ok(())
}
