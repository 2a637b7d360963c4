//! What a click of somebody without weapons does to the world: it damages what stands in the middle of the view.
//! It is a command of the next tick, so that a recording holds it.

use super::Visit;
use runtime::{Command, DamageKind};
use world::program::Activation;
use world::{NodeId, Scene};

/// Damage of one click, this project's own: in no game does anybody damage things without a weapon.
const DAMAGE: f32 = 10.0;

impl Visit {
    /// True when the world holds something that a weapon can damage.
    pub fn has_targets(&self) -> bool {
        self.simulation().scene().programs.iter().any(|program| takes_hits(program.activation))
    }

    /// Damages what is in the middle of the view. The line says what was hit; none when there is nothing
    /// before the end of the view.
    pub fn shoot(&mut self) -> Option<String> {
        if !self.has_targets() {
            return None;
        }
        let simulation = self.simulation();
        let camera = self.camera();
        let hit = simulation.probe().ray(camera.eye, camera.eye + camera.forward() * camera.far)?;
        // What belongs to another place is damaged by whoever is there.
        if hit.neighbour.is_some() {
            return None;
        }
        let (scene, table) = (simulation.scene(), simulation.occurrences());
        let mut above = std::iter::successors(Some(hit.occurrence), |id| table.parent(*id));
        let target = above.find(|id| is_target(scene, table.node(*id))).map(|id| table.node(id));
        let state = simulation.state();
        let name = |node: NodeId| scene.shape(&state.nodes, node).map_or("?", |node| &*node.name);
        let Some(target) = target else { return Some(format!("{} takes no damage", name(hit.node))) };
        let line = format!("Hit {}", name(target));
        self.ask(Command::Damage { node: target, amount: DAMAGE, kind: DamageKind::Weapon });
        Some(line)
    }
}

const fn takes_hits(activation: Activation) -> bool {
    matches!(activation, Activation::WeaponHit | Activation::AnyHit)
}

/// True for a node that an animation waits at for hits.
fn is_target(scene: &Scene, node: NodeId) -> bool {
    scene.programs.iter().any(|program| program.root == Some(node) && takes_hits(program.activation))
}
