//! What every demo is made with: numbers, paint, shapes, the graph and its fixed
//! nodes, materials, texture packages, the small files.

mod adpcm;
pub(super) mod area;
pub(super) mod beside;
pub(super) mod blocks;
pub(super) mod bore;
pub(super) mod card;
pub(super) mod dome;
pub(super) mod fixed;
pub(super) mod graph;
pub(super) mod grid;
pub(super) mod install;
pub(super) mod map;
pub(super) mod materials;
pub(super) mod music;
pub(super) mod numbers;
pub(super) mod paint;
pub(super) mod palette;
pub(super) mod readers;
pub(super) mod scripts;
pub(super) mod solid;
pub(super) mod sounds;
pub(super) mod strings;
pub(super) mod sun;
pub(super) mod texts;
pub(super) mod textures;
pub(super) mod video;
