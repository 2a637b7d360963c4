//! What commands leave for those that follow.
//! Source: `docs/spec/zbd/interp-language.md`, "6. Interpreter state".

use crate::commands::Register;

/// The host's own number of a node, a material or a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(pub u32);

/// What is current. It stays from one script to the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Registers {
    /// The current node.
    pub node: Option<Handle>,
    /// What has textures that are shown in turn: a node, a model or a material, as the host likes.
    pub cycled: Option<Handle>,
    /// The material that is being made.
    pub material: Option<Handle>,
    /// The node whose model is being built.
    pub model: Option<Handle>,
    /// The polygon that is being built.
    pub polygon: Polygon,
}

/// A polygon that a script builds corner by corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygon {
    /// Its corners.
    pub corners: Vec<[f32; 3]>,
    /// Where on the texture they are, if the script says.
    pub uvs: Vec<[f32; 2]>,
}

impl Registers {
    /// What a register holds.
    pub fn get(&self, register: Register) -> Option<Handle> {
        match register {
            Register::Node => self.node,
            Register::Cycled => self.cycled,
            Register::Material => self.material,
            Register::Model => self.model,
        }
    }

    /// Sets a register, or empties it.
    pub fn set(&mut self, register: Register, to: Option<Handle>) {
        let slot = match register {
            Register::Node => &mut self.node,
            Register::Cycled => &mut self.cycled,
            Register::Material => &mut self.material,
            Register::Model => &mut self.model,
        };
        *slot = to;
    }

    /// Empties a register if it holds this: for what is removed.
    pub fn forget(&mut self, register: Register, what: Handle) {
        if self.get(register) == Some(what) {
            self.set(register, None);
        }
    }
}
