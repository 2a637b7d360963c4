//! Objects: where they stand and how opaque they are. Their models stay as they were loaded.

use super::Live;
use crate::act::scaled;
use glam::{Affine3A, Vec3};
use runtime::Command as Asked;
use script::Outcome;
use script::commands::Objects;
use world::{NodeId, NodeKind};

impl Live<'_> {
    pub(super) fn objects(&mut self, command: &Objects, node: NodeId) -> Outcome {
        let places = matches!(
            command,
            Objects::Object3DTranslate { .. }
                | Objects::Object3DRotate { .. }
                | Objects::Object3DScale { .. }
        );
        if places && self.kind(node) != Some(NodeKind::Object) {
            return self.failed(format!("{} is no object", self.names.label(node)));
        }
        let (state, frame) = (self.simulation.state(), &self.simulation.scene().frame);
        let own = state.nodes.transforms.get(node.index()).copied().unwrap_or_default();
        match *command {
            Objects::Object3DTranslate { x, y, z } => {
                let translation = frame.to_engine(Vec3::new(x, y, z)).into();
                self.ask(Asked::Teleport { node, transform: Affine3A { translation, ..own } })
            }
            // A line that is typed says degrees in every game, as the help does. All games with these
            // commands have the engine's axes.
            Objects::Object3DRotate { x, y, z } => {
                let angles = Vec3::new(x, y, z).map(f32::to_radians);
                self.ask(Asked::RotateTo { node, angles })
            }
            Objects::Object3DScale { x, y, z } => {
                if [x, y, z].contains(&0.0) {
                    return self.failed("a scale of 0 leaves nothing");
                }
                let scale = frame.sizes(Vec3::new(x, y, z));
                self.ask(Asked::Teleport { node, transform: scaled(own, scale) })
            }
            Objects::Object3DSetOpacityIsSet { set } => {
                let (_, opacity) = self.opacity(node);
                self.fade(node, set != 0, opacity)
            }
            Objects::Object3DSetOpacity { opacity } => {
                let (on, _) = self.opacity(node);
                if !on {
                    self.answer.note("it counts once Object3DSetOpacityIsSet 1 says so");
                }
                self.fade(node, on, opacity.clamp(0.0, 1.0))
            }
            Objects::Object3DGetTranslate {} => {
                let [x, y, z] = frame.to_game(own.translation.into()).to_array();
                self.say(format!("{x} {y} {z}"))
            }
            Objects::Object3DSetActionPriority { .. }
            | Objects::Object3DSetColor { .. }
            | Objects::Object3DSetFacade {}
            | Objects::Object3DSetPoints {}
            | Objects::Object3DSetPriority { .. }
            | Objects::Object3DSetScroll { .. }
            | Objects::Object3DSetScrollAlways { .. }
            | Objects::Object3DSetShowBackFace { .. }
            | Objects::Object3DSetTextureWorldBaseCoordinates { .. }
            | Objects::Object3DSetTextureWorldTexturesPerMeter { .. }
            | Objects::Object3DRegisterTexturesToWorld { .. }
            | Objects::Object3DSetMorphVertex { .. } => Outcome::Unused,
        }
    }

    /// The switch and the value of an object's opacity, which are two settings.
    ///
    /// Source: `docs/spec/zbd/engine-behaviour.md`, "9.4 Opacity".
    fn opacity(&self, node: NodeId) -> (bool, f32) {
        let state = self.simulation.state();
        let seen = state.nodes.opacities.get(node.index()).copied().unwrap_or(1.0);
        let of_programs = state.programs.fades.get(&node).map(|fade| (fade.on, fade.opacity));
        self.opacities.get(&node).copied().or(of_programs).unwrap_or((seen < 1.0, seen))
    }

    fn fade(&mut self, node: NodeId, on: bool, opacity: f32) -> Outcome {
        self.opacities.insert(node, (on, opacity));
        self.ask(Asked::SetOpacity { node, opacity: if on { opacity } else { 1.0 } })
    }
}
