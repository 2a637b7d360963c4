//! What a person sits in: what a key does depends on it.

/// What the person of the first seat is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Driven {
    /// Nothing.
    #[default]
    Nothing,
    /// A tank.
    Tank,
    /// A 'mech.
    Mech,
    /// An aeroplane.
    Aeroplane,
}

impl Driven {
    /// All of them.
    pub const ALL: [Driven; 4] = [Driven::Nothing, Driven::Tank, Driven::Mech, Driven::Aeroplane];
    /// The vehicles.
    pub const VEHICLES: [Driven; 3] = [Driven::Tank, Driven::Mech, Driven::Aeroplane];

    /// Its name in files; none for whoever walks.
    pub fn id(self) -> &'static str {
        match self {
            Driven::Nothing => "",
            Driven::Tank => "tank",
            Driven::Mech => "mech",
            Driven::Aeroplane => "aeroplane",
        }
    }

    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Driven::Nothing => "On foot",
            Driven::Tank => "Tank",
            Driven::Mech => "'Mech",
            Driven::Aeroplane => "Aeroplane",
        }
    }
}
