//! Readers and writers for the files of Zipper's games: MechWarrior 3,
//! Pirate's Moon, Recoil and Crimson Skies.

#![forbid(unsafe_code)]

pub mod gamez;
