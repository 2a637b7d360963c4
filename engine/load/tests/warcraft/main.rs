//! Models of Warcraft.
