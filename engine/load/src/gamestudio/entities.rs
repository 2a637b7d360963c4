//! Entities, lamps, positions and regions of a level as nodes. Source: `docs/spec/gamestudio.md`,
//! "2.7 Objects" and "2.8 Entity files".

use super::actions::Actions;
use super::files::{self, Shown};
use super::nodes::{node, push, root};
use super::words::MOVING;
use super::{light_and_fog, path, space};
use binary::{Finding, Severity};
use gamestudio::wmb::Level;
use gamestudio::wmb::objects::{EntityView, Object, Path, entity_flags as bits};
use glam::Affine3A;
use hashbrown::HashMap;
use order::Order;
use world::{
    Aabb, Animator, AnimatorId, ClipId, Clock, EntityData, ModelId, Node, NodeFlags, NodeId, NodeKind,
    Playable, Region, RegionKind, Scene,
};

/// Opacity of translucent entities; scripts may set another.
const TRANSLUCENT: f32 = 0.5;
/// Largest ambient of an entity, which adds full light.
const MOST_AMBIENT: f32 = 100.0;
/// Rotations below this many degrees count as none.
const UNTURNED_DEG: f32 = 0.01;
/// Flags of what is drawn and can be stood on.
const SOLID: NodeFlags = NodeFlags::ACTIVE.union(NodeFlags::ALTITUDE).union(NodeFlags::INTERSECT);

/// Blocks below one node, each with its number.
pub(super) fn place_blocks(scene: &mut Scene, models: Vec<(usize, world::Model)>) {
    if models.is_empty() {
        return;
    }
    let mut children = Vec::with_capacity(models.len());
    for (number, model) in models {
        scene.models.push(model);
        let model = ModelId::from(scene.models.len() - 1);
        let flags = SOLID.union(NodeFlags::TERRAIN);
        children.push(push(scene, Node { model: Some(model), ..node(&format!("block {number}"), flags) }));
    }
    let blocks = push(scene, Node { children, ..node("blocks", SOLID) });
    scene.roots.push(blocks);
}

/// What placing entities remembers from one to the next.
struct Placing<'a> {
    shown: &'a HashMap<String, Shown>,
    actions: &'a Actions,
    paths: Vec<&'a Path>,
    /// The clip along each path that something follows.
    runs: HashMap<usize, Option<ClipId>>,
    /// The invisible copy of each model.
    hidden: HashMap<ModelId, ModelId>,
    /// Most nodes and water volumes of the scene.
    limit: usize,
    /// The first entity beyond the limit, and how many there are.
    beyond: Option<(String, usize)>,
}

impl<'a> Placing<'a> {
    /// What an entity shows, if there is room for all of it: a level inside a level may have any
    /// number of parts, repeated for every entity that shows it.
    fn shown(&mut self, scene: &Scene, entity: &EntityView<'_>) -> Option<&'a Shown> {
        let shown = self.shown.get(&entity.file.to_lowercase());
        let parts = match shown {
            Some(Shown::Models { models, waters, .. }) => models.len() + waters.len(),
            _ => 0,
        };
        if parts > 1 && scene.nodes.len() + scene.regions.len() + parts > self.limit {
            let (_, count) = self.beyond.get_or_insert_with(|| (entity.name.clone(), 0));
            *count += 1;
            return None;
        }
        shown
    }

    /// The clip along the path of an entity; all entities on that path share it.
    fn run(&mut self, scene: &mut Scene, entity: &EntityView<'_>) -> Option<ClipId> {
        let number = usize::try_from(entity.path).ok()?.checked_sub(1)?;
        let path = self.paths.get(number)?;
        *self.runs.entry(number).or_insert_with(|| {
            let clip = path::clip(path, &scene.frame, scene.walker.walk_speed)?;
            scene.clips.push(clip);
            Some(ClipId::from(scene.clips.len() - 1))
        })
    }
}

/// Entities, lamps, positions and regions, in file order. An entity that would exceed `limit` nodes
/// and water volumes shows nothing, which is a finding.
pub(super) fn place(
    scene: &mut Scene,
    level: &Level,
    shown: &HashMap<String, Shown>,
    actions: &Actions,
    limit: usize,
) -> Option<Finding> {
    let paths = level.paths().collect();
    let (runs, hidden) = (HashMap::new(), HashMap::new());
    let mut placing = Placing { shown, actions, paths, runs, hidden, limit, beyond: None };
    let mut entities = Vec::new();
    for object in &level.objects {
        if let Some(entity) = object.entity() {
            entities.push(place_entity(scene, &entity, &mut placing));
            continue;
        }
        match object {
            Object::Light(light) => light_and_fog::place_lamp(scene, light),
            Object::Position(position) => {
                let name = position.name.text();
                let turned = Affine3A {
                    matrix3: space::turn(&scene.frame, position.angles),
                    translation: space::place(&scene.frame, position.origin).into(),
                };
                let fixed = Node { kind: NodeKind::Fixed, ..node(&name, NodeFlags::ACTIVE) };
                root(scene, Node { transform: sound(turned), ..fixed });
            }
            Object::Region(region) => {
                let bounds =
                    Aabb::around([region.mins, region.maxs].map(|at| space::place(&scene.frame, at)));
                let unnamed = Region::of_box(RegionKind::Other, bounds);
                scene.regions.push(Region { name: region.name.text(), ..unnamed });
            }
            _ => {}
        }
    }
    attach(scene, level, &entities);
    placing.beyond.map(|(first, count)| {
        let expected = format_args!("at most {limit} parts of all that entities show");
        let found = format_args!("{count} entities with more, the first `{first}`");
        Finding::new(&super::TOO_MANY, Severity::Warning, "", expected, found)
    })
}

/// The file that an entity shows once its action has begun; `None` for one that removes itself.
pub(super) fn shown_file(mut entity: EntityView<'_>, actions: &Actions) -> Option<String> {
    if let Some(look) = actions.look(&entity.action) {
        look.change(&mut entity);
        if look.removed {
            return None;
        }
    }
    Some(entity.file)
}

/// Returns the node that moves the whole entity.
fn place_entity(scene: &mut Scene, written: &EntityView<'_>, placing: &mut Placing<'_>) -> NodeId {
    let look = placing.actions.look(&written.action);
    let mut entity = written.clone();
    if let Some(look) = look {
        look.change(&mut entity);
    }
    let entity = &entity;
    let flags = flags(entity.flags);
    let opacity = match look.and_then(|look| look.opacity) {
        _ if entity.flags & bits::TRANSLUCENT == 0 => 1.0,
        said => said.unwrap_or(TRANSLUCENT),
    };
    let ambient = if entity.ambient.is_finite() { entity.ambient } else { 0.0 };
    let glow = (ambient / MOST_AMBIENT).clamp(-1.0, 1.0);
    let mut own =
        Node { transform: space::standing(&scene.frame, entity), opacity, glow, ..node(&entity.name, flags) };
    // One that removes itself stays as a place, since others are numbered and may hang on it.
    let shown = if look.is_some_and(|look| look.removed) { None } else { placing.shown(scene, entity) };
    match shown {
        Some(Shown::Models { models, animator, terrain, waters }) => {
            let unseen = entity.flags & bits::INVISIBLE != 0;
            let mut models: Vec<ModelId> = models.clone();
            if unseen {
                // Invisible, but still an obstacle.
                for model in &mut models {
                    *model = *placing.hidden.entry(*model).or_insert_with(|| {
                        let copy = files::unseen(&scene.models[model.index()]);
                        scene.models.push(copy);
                        ModelId::from(scene.models.len() - 1)
                    });
                }
            }
            if *terrain {
                own.flags = own.flags.union(NodeFlags::TERRAIN);
            }
            own.animator = *animator;
            let waters = waters.iter().map(|water| water.transformed(&own.transform));
            let frame = scene.frame;
            scene.regions.extend(waters.map(|volume| super::water::region(volume, &frame)));
            if let [model] = models[..] {
                own.model = Some(model);
            } else {
                let parts = models.into_iter().enumerate().map(|(number, model)| Node {
                    model: Some(model),
                    glow,
                    ..node(&format!("{} {number}", entity.name), own.flags)
                });
                own.children = parts.map(|part| push(scene, part)).collect();
            }
        }
        Some(Shown::Picture { facing, fixed }) => {
            // Only an entity without a rotation turns to the camera.
            own.model = Some(if is_turned(entity.angles) { *fixed } else { *facing });
            own.transform = space::hanging(&scene.frame, entity);
            own.flags = own.flags.switched(NodeFlags::ACTIVE, entity.flags & bits::INVISIBLE == 0);
        }
        Some(Shown::Nothing) | None => {}
    }
    let standing = own.transform;
    let run = placing.run(scene, entity);
    if run.is_some() {
        own.animator = own.animator.map(|resting| moving(scene, resting));
    }
    // Attached entities move with their carrier, but do not inherit how it looks.
    let (id, moves) = if entity.attached > 0 {
        own.transform = Affine3A::IDENTITY;
        let id = push(scene, own);
        let name = format!("{} with parts", entity.name);
        (id, root(scene, Node { transform: standing, children: vec![id], ..node(&name, SOLID) }))
    } else {
        let id = root(scene, own);
        (id, id)
    };
    scene.entities.push((id, entity_data(written)));
    if let Some(run) = run {
        follow(scene, moves, run);
    }
    moves
}

/// True if an entity has a rotation: editors write a full turn, or a tiny angle, for none.
fn is_turned(angles: [f32; 3]) -> bool {
    angles.iter().any(|angle| {
        let angle = angle.rem_euclid(360.0);
        angle.min(360.0 - angle) > UNTURNED_DEG
    })
}

/// Makes attached entities children of those that carry them, without moving them. An entity that
/// is attached twice, or through others to itself, stays unattached.
fn attach(scene: &mut Scene, level: &Level, entities: &[NodeId]) {
    let mut links: Vec<(usize, usize)> = Vec::new();
    // The root carrier of each; an intermediate step while the loop runs.
    let mut tops: Vec<usize> = (0..entities.len()).collect();
    for (carrier, entity) in level.entities().enumerate() {
        let number = usize::try_from(entity.attached).ok().and_then(|number| number.checked_sub(1));
        let Some(part) = number.filter(|part| *part < entities.len()) else { continue };
        let mut top = carrier;
        while tops[top] != top {
            tops[top] = tops[tops[top]];
            top = tops[top];
        }
        if tops[part] == part && top != part {
            tops[part] = top;
            links.push((carrier, part));
        }
    }
    // None is attached yet: all transforms are in world space.
    let standing: Vec<Affine3A> = entities.iter().map(|node| scene.nodes[node.index()].transform).collect();
    let mut hangs: Vec<NodeId> = Vec::with_capacity(links.len());
    for (carrier, part) in links {
        scene.nodes[entities[part].index()].transform = sound(standing[carrier].inverse() * standing[part]);
        scene.nodes[entities[carrier].index()].children.push(entities[part]);
        hangs.push(entities[part]);
    }
    hangs.order();
    scene.roots.retain(|root| hangs.binary_search(root).is_err());
}

/// The animator of something that follows a path: a clock of its own for the scene of moving, if
/// its file has one.
fn moving(scene: &mut Scene, resting: AnimatorId) -> AnimatorId {
    let Some(animator) = scene.animators.get(resting.index()) else { return resting };
    let named = |wanted: &str| {
        animator.clips.iter().map(|playable| playable.clip).find(|clip| {
            let name = scene.clips.get(clip.index()).map_or("", |clip| &clip.name);
            name.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted))
        })
    };
    let Some(clip) = MOVING.iter().find_map(|wanted| named(wanted)) else { return resting };
    let animator = Animator { start: Clock::looping(clip), ..animator.clone() };
    scene.animators.push(animator);
    AnimatorId::from(scene.animators.len() - 1)
}

/// Sends a node along a path, over and over.
fn follow(scene: &mut Scene, node: NodeId, run: ClipId) {
    let clips = vec![Playable { clip: run, nodes: vec![Some(node)], ..Playable::default() }];
    let name = scene.nodes[node.index()].name.clone();
    scene.animators.push(Animator { name, clips, start: Clock::looping(run), ..Animator::default() });
}

/// The node flags of an entity. Solid entities collide by their polygons: scripts ask for that when
/// a level starts, which the level file does not say, and boxes around rooms would lock everyone
/// out.
fn flags(entity: u32) -> NodeFlags {
    const PAIRS: [(u32, NodeFlags); 6] = [
        (bits::UNLIT, NodeFlags::UNLIT),
        (bits::BRIGHT, NodeFlags::ADDITIVE),
        // Dark parts of a flare are transparent.
        (bits::FLARE, NodeFlags::ADDITIVE),
        (bits::NOFOG, NodeFlags::UNFOGGED),
        (bits::NOFILTER, NodeFlags::UNFILTERED),
        (bits::BBOX, NodeFlags::INTERSECT_BOX),
    ];
    let solid = if entity & bits::PASSABLE == 0 { SOLID } else { NodeFlags::ACTIVE };
    PAIRS.iter().filter(|(bit, _)| entity & bit != 0).fold(solid, |all, (_, flag)| all.union(*flag))
}

fn entity_data(entity: &EntityView<'_>) -> EntityData {
    EntityData {
        file: entity.file.clone(),
        action: entity.action.clone(),
        material: entity.material.clone(),
        strings: entity.strings.to_vec(),
        skills: entity.skills.to_vec(),
        flags: entity.flags,
    }
}

fn sound(transform: Affine3A) -> Affine3A {
    if transform.is_finite() { transform } else { Affine3A::IDENTITY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamestudio::wmb::objects::Entity;
    use glam::Vec3;
    use world::{Frame, Model};

    #[test]
    fn what_levels_in_a_level_have_is_left_out_where_there_is_no_more_room() {
        let mut level = Level::new();
        for name in ["a", "b", "lone", "c"] {
            let file = if name == "lone" { "lone.mdl" } else { "inner.wmb" };
            level.add_entity(Entity::new(name, file, [0.0; 3]).unwrap());
        }
        let mut scene = Scene::empty("t", "w", Frame::parse("-y +z -x", 0.025).unwrap());
        scene.models = vec![Model::default(); 10];
        let models = |count: usize| Shown::Models {
            models: (0..count).map(ModelId::from).collect(),
            animator: None,
            terrain: false,
            waters: vec![Aabb::around([Vec3::ZERO, Vec3::ONE]); count / 5],
        };
        let shown = [("inner.wmb".to_owned(), models(10)), ("lone.mdl".to_owned(), models(1))].into();
        // Room for the first entity (its node, ten parts and two water volumes) and three more.
        let found = place(&mut scene, &level, &shown, &Actions::default(), 16).unwrap();
        assert_eq!((scene.nodes.len(), scene.regions.len()), (14, 2));
        let shows = |name: &str| {
            let node = scene.nodes.iter().find(|node| &*node.name == name).unwrap();
            node.model.is_some() || !node.children.is_empty()
        };
        assert_eq!(["a", "b", "lone", "c"].map(shows), [true, false, true, false]);
        assert_eq!(found.code, "load.too_many");
        assert_eq!(found.found, "2 entities with more, the first `b`");

        let mut scene = Scene { nodes: Vec::new(), regions: Vec::new(), roots: Vec::new(), ..scene };
        assert_eq!(place(&mut scene, &level, &shown, &Actions::default(), 1000), None);
        assert_eq!(scene.nodes.len(), 34);
    }

    #[test]
    fn whole_turns_and_next_to_nothing_are_no_turn() {
        for none in [[0.0; 3], [360.0, 0.0, -360.0], [3e-6, -3e-6, 359.999_99]] {
            assert!(!is_turned(none), "{none:?}");
        }
        for turned in [[0.1, 0.0, 0.0], [0.0, 180.0, 0.0], [360.0, 0.0, 359.5]] {
            assert!(is_turned(turned), "{turned:?}");
        }
    }
}
