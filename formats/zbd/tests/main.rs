//! Files of Zipper's games: values, offsets, rules, mutations and files made from scratch.

mod anim;
mod archive;
mod gamez;
mod interp;
mod mechlib;
mod messages;
mod motion;
mod nodes;
mod reader;
mod saves;
mod sounds;
mod textures;
mod zmap;

#[global_allocator]
static COUNTING: harness::alloc::Counting = harness::alloc::Counting;
