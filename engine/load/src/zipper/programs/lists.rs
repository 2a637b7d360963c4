//! The lists of a definition: what its events may name.

use super::events::Compiler;
use world::program::{EffectTemplate, Event, Prerequisite, Requirement, SoundRef};
use world::{LightId, NodeId};
use zbd::anim::{Condition, StaticSound};

impl Compiler<'_> {
    /// Nodes whose state a reset restores.
    pub(super) fn saved(&mut self) -> Vec<Option<NodeId>> {
        let names: Vec<String> =
            self.definition.objects.iter().skip(1).map(|object| object.name.text()).collect();
        names.iter().map(|name| self.named(name)).collect()
    }

    pub(super) fn lights(&self) -> Vec<Option<LightId>> {
        self.definition
            .lights
            .iter()
            .skip(1)
            .map(|light| self.known.names.light(&light.name.text()))
            .collect()
    }

    /// Sounds that are heard once.
    pub(super) fn sounds(&mut self) -> Vec<Option<SoundRef>> {
        let name = |sound: &StaticSound| {
            let short = sound.name.text();
            if short.is_empty() { sound.long_name.text() } else { short }
        };
        let names: Vec<String> = self.definition.static_sounds.iter().skip(1).map(name).collect();
        names.iter().map(|name| self.sound_named(name, false)).collect()
    }

    /// Sounds that stay somewhere.
    pub(super) fn sound_nodes(&mut self) -> Vec<Option<SoundRef>> {
        let sounds = self.definition.dynamic_sounds.iter().skip(1);
        let names: Vec<String> = sounds.map(|sound| sound.name.text()).collect();
        names.iter().map(|name| self.sound_named(name, true)).collect()
    }

    /// The place of a name in the list of sounds that stay somewhere.
    pub(super) fn sound_node(&self, name: &str) -> Option<u16> {
        let mut sounds = self.definition.dynamic_sounds.iter().skip(1);
        let place = sounds.position(|sound| sound.name.text().eq_ignore_ascii_case(name))?;
        u16::try_from(place).ok().filter(|_| !name.is_empty())
    }

    /// The sound that a child of an event is, if the world has no node of that name.
    fn child_sound(&self, child: i16) -> Option<u16> {
        let place = usize::try_from(child).ok().filter(|place| *place > 0)?;
        let is_node = self.nodes.get(place - 1).is_some_and(Option::is_some);
        let name = self.definition.nodes.get(place).filter(|_| !is_node)?.name.text();
        self.sound_node(&name)
    }

    /// Links a node to another, or a sound, or takes it away from there.
    pub(super) fn child(&self, links: bool, parent: i16, child: i16) -> Event {
        let sound = self.child_sound(child);
        let (parent, child) = (self.operand(parent), self.operand(child));
        match links {
            _ if sound.is_some() => Event::HangSound { sound, parent, hangs: links },
            true => Event::AddChild { parent, child },
            false => Event::DeleteChild { parent, child },
        }
    }

    /// A sound by its name, which is counted if the game does not have it.
    fn sound_named(&mut self, name: &str, stays: bool) -> Option<SoundRef> {
        let found = self.known.sounds.find(name, stays);
        if found.is_none() {
            *self.missing.sounds.entry(name.to_owned()).or_default() += 1;
        }
        found
    }

    pub(super) fn puffers(&self) -> Vec<Box<str>> {
        self.definition.puffers.iter().skip(1).map(|puffer| puffer.name.text().into()).collect()
    }

    pub(super) fn effects(&self) -> Vec<Option<EffectTemplate>> {
        let effects = self.definition.effects.iter().skip(1);
        let template = |name: String| EffectTemplate { name: name.into(), particles: None, seconds: 0.0 };
        effects.map(|effect| Some(template(effect.name.text()))).collect()
    }

    /// What must hold before the definition may start. The parents of a node stand before it and only
    /// say which of several nodes of its name is meant.
    pub(super) fn prerequisites(&mut self) -> Vec<Prerequisite> {
        let mut all = Vec::new();
        let mut parent = None;
        for prerequisite in &self.definition.prerequisites {
            let requirement = match &prerequisite.condition {
                Condition::Animation(condition) => {
                    Requirement::Started(self.known.names.program(&condition.name.text()))
                }
                Condition::Object(condition) => {
                    let node =
                        self.known.names.node(&condition.name.text(), parent.take().or(self.root), true);
                    Requirement::Active { node, active: condition.active & 1 != 0 }
                }
                Condition::Parent(condition) => {
                    parent = self.known.names.node(&condition.name.text(), parent.or(self.root), true);
                    continue;
                }
                Condition::Other { .. } => {
                    *self.missing.events.entry("prerequisites of an unknown type").or_default() += 1;
                    continue;
                }
            };
            all.push(Prerequisite { required: prerequisite.optional == 0, requirement });
        }
        all
    }
}
