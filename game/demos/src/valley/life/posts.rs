//! Three guard posts of a mission of Recoil's layout: a flag, and tanks that go around it. As long as one of a post's
//! tanks lives, its flag flies and its pump cannot be switched off. Nothing of them is shown in the other layouts.

use super::{flag, tank};
use crate::builders::graph::{Home, ModelId, New, Pose};
use crate::game::Game;
use crate::valley::Site;
use crate::valley::mesh::Mesh;
use glam::Vec3;
use std::fmt::Write;

/// A post, along x and z.
#[derive(Clone, Copy)]
struct Post {
    flag: [f32; 2],
    /// Corners of the way around which its tanks go; each begins at one of them.
    way: [[f32; 2]; 3],
    /// How many tanks it has, at most as many as corners.
    tanks: usize,
}

/// By the numbers of the pumps that they guard.
const POSTS: [Post; 3] = [
    Post { flag: [-46.0, 238.0], way: [[-70.0, 232.0], [-52.0, 214.0], [-24.0, 212.0]], tanks: 2 },
    Post { flag: [-296.0, 398.0], way: [[-300.0, 424.0], [-276.0, 404.0], [-290.0, 372.0]], tanks: 2 },
    Post { flag: [-520.0, -14.0], way: [[-486.0, -26.0], [-532.0, -8.0], [-490.0, 44.0]], tanks: 3 },
];

/// Where their flags are, along x and z.
pub(in crate::valley) fn flags() -> [[f32; 2]; 3] {
    POSTS.map(|post| post.flag)
}

/// The numbers of the tanks of a post, from 1 on.
fn tanks(post: usize) -> impl Iterator<Item = usize> {
    let before: usize = POSTS[..post].iter().map(|own| own.tanks).sum();
    before + 1..before + 1 + POSTS[post].tanks
}

pub(super) fn build(site: &mut Site) {
    let [whole, burnt] = [false, true].map(|is_burnt| {
        let mut mesh = Mesh::new();
        tank::guard(&mut mesh, is_burnt);
        site.graph.model(mesh.free())
    });
    for (number, post) in POSTS.iter().enumerate() {
        flag::stand(site, &format!("post_{}", number + 1), post.flag);
        for (corner, tank) in tanks(number).enumerate() {
            picket(site, tank, post.way[corner], [whole, burnt]);
        }
        for (corner, [x, z]) in (1..).zip(post.way) {
            let at = site.standing(x, z);
            let name = format!("post_{}_way_{corner}", number + 1);
            site.graph.add(New::object(&name, Home::World, Pose::at(at)));
        }
    }
}

/// A tank that goes around a post; its wreck waits in it.
fn picket(site: &mut Site, number: usize, [x, z]: [f32; 2], [whole, burnt]: [ModelId; 2]) {
    let name = format!("picket_{number}");
    let at = site.standing(x, z);
    let root = site.graph.add(New::object(&name, Home::World, Pose::at(at)).in_the_way().hidden());
    let (body, wreck) = (format!("{name}_body"), format!("{name}_wreck"));
    site.graph.add(New::object(&body, Home::Under(root), Pose::Initial).in_the_way().model(whole));
    site.graph.add(New::object(&wreck, Home::Under(root), Pose::Initial).in_the_way().model(burnt).hidden());
    let muzzle = Pose::at(Vec3::from_array(super::arms::MUZZLE));
    site.graph.add(New::object("gun_muzzle", Home::Under(root), muzzle));
}

/// How they drive and fight, for the readers of vehicles.
pub(in crate::valley) fn vehicles() -> String {
    let one = |post: usize, tank: usize| {
        let way: Vec<String> =
            (1..=POSTS[post].way.len()).map(|at| format!("post_{}_way_{at}", post + 1)).collect();
        let buddies: Vec<String> =
            tanks(post).filter(|other| *other != tank).map(|other| format!("picket_{other}")).collect();
        let text = include_str!("guard.txt").replace("%number%", &tank.to_string());
        text.replace("%way%", &way.join(" ")).replace("%buddies%", &buddies.join(" "))
    };
    (0..POSTS.len()).flat_map(|post| tanks(post).map(move |tank| one(post, tank))).collect()
}

/// What becomes of them.
pub(super) fn define(game: Game, text: &mut String) {
    if game != Game::Recoil {
        return;
    }
    for number in 1..=POSTS.len() {
        let bodies: Vec<String> = tanks(number - 1).map(|tank| format!("picket_{tank}_body")).collect();
        flag::falls(text, &format!("post_{number}"), &bodies);
        let _ = write!(
            text,
            "ANIMATION_DEFINITION(
  ANIM_NAME(post_{number}_stands) NAME(post_{number}) ANIM_ROOT_NAME(post_{number}) ACTIVATION(ON_STARTUP)
  NODES(post_{number} {pickets})
  SEQUENCE_DEFINITION(NAME(stands)
    OBJECT_ACTIVE_STATE(NAME(post_{number}) STATE(ACTIVE))
{shown}  )
  SEQUENCE_DEFINITION(NAME(looks)
    CALL_ANIMATION(NAME(post_{number}_falls))
    LOOP(START_TIME(EVENT 0.5) COUNT(-1))
  )
)\n",
            pickets = tanks(number - 1).map(|tank| format!("picket_{tank} ")).collect::<String>(),
            shown = tanks(number - 1)
                .map(|tank| format!("    OBJECT_ACTIVE_STATE(NAME(picket_{tank}) STATE(ACTIVE))\n"))
                .collect::<String>(),
        );
        for tank in tanks(number - 1) {
            let name = format!("picket_{tank}");
            let _ = write!(
                text,
                "ANIMATION_DEFINITION(
  ANIM_NAME({name}_ends) NAME({name}) ANIM_ROOT_NAME({name}) ACTIVATION(ON_CALL)
  NODES({name} {name}_body {name}_wreck)
  SEQUENCE_DEFINITION(NAME(ends)
    CALL_ANIMATION(NAME(shot_pyre) AT_NODE({name}) POSITION(0.0 1.0 0.0))
    OBJECT_ACTIVE_STATE(NAME({name}_body) STATE(INACTIVE))
    OBJECT_ACTIVE_STATE(NAME({name}_wreck) STATE(ACTIVE))
  )
)\n"
            );
        }
    }
}
