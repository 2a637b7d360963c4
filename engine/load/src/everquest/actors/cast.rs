//! The actors of some archives, and the tracks by which they move: found by their names over all of these
//! archives. Source: `docs/spec/everquest/wld.md`, "0x13 Track inst" and
//! `docs/spec/everquest/zone-install.md`, "10. Characters".

use super::super::archives::{self, World};
use binary::Finding;
use everquest::wld::{Body, Reference};
use hashbrown::HashMap;
use order::Order;
use vfs::Vfs;

/// Ending of the names of actors.
const ACTOR: &str = "_actordef";
/// Ending of the names of tracks.
const TRACK: &str = "_track";
/// Letters of the name of an animation: three, and in a few tracks four.
const ANIMATION: [usize; 2] = [3, 4];
/// Letters by which tracks are found: those that the code of every model has.
const CODE: usize = 3;

/// Longest code of a model that is told from a shorter one it begins with; originals have up to seven letters.
const LONGEST_CODE: usize = 16;

/// Something in one of several worlds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct At {
    /// The place of the world in the list.
    pub world: usize,
    /// The fragment's number.
    pub fragment: Reference,
}

/// A track and how it is found.
struct NamedTrack {
    /// Without its ending, lower case.
    name: String,
    at: At,
}

/// Worlds with actors and tracks.
#[derive(Default)]
pub(super) struct Cast {
    /// In the order in which names are looked for.
    pub worlds: Vec<World>,
    /// By their codes, lower case; the first of a name.
    actors: HashMap<String, At>,
    /// By the letters behind those that may be the name of an animation.
    tracks: HashMap<String, Vec<NamedTrack>>,
}

impl Cast {
    /// Reads archives: what cannot be read is a finding.
    pub fn read(vfs: &Vfs, archives: &[String], findings: &mut Vec<Finding>, bytes_read: &mut u64) -> Self {
        let wanted =
            archives.iter().map(|archive| Some((archive.clone(), archives::world_in(vfs, archive)?)));
        let read = archives::read_all(vfs, wanted.collect(), findings, bytes_read);
        let mut cast = Cast::default();
        read.into_iter().flatten().for_each(|world| cast.add(world));
        cast
    }

    /// Adds a world behind the others.
    pub fn add(&mut self, world: World) {
        let number = self.worlds.len();
        for (index, fragment) in world.wld.fragments.iter().enumerate() {
            let at = At { world: number, fragment: Reference::fragment(index + 1) };
            let name = || world.wld.text(fragment.name()).unwrap_or_default().to_ascii_lowercase();
            match &fragment.body {
                Body::ActorDef(_) => {
                    let name = name();
                    let code = name.strip_suffix(ACTOR).unwrap_or(&name);
                    if !code.is_empty() {
                        self.actors.entry(code.to_owned()).or_insert(at);
                    }
                }
                Body::Track(_) => {
                    let mut name = name();
                    if !name.ends_with(TRACK) {
                        continue;
                    }
                    name.truncate(name.len() - TRACK.len());
                    for from in ANIMATION {
                        if let Some(code) = name.get(from..from + CODE) {
                            let known = self.tracks.entry(code.to_owned()).or_default();
                            known.push(NamedTrack { name: name.clone(), at });
                        }
                    }
                }
                _ => {}
            }
        }
        self.worlds.push(world);
    }

    /// The actor of a code, lower case.
    pub fn actor(&self, code: &str) -> Option<At> {
        self.actors.get(code).copied()
    }

    /// The codes of all actors, in their order.
    pub fn codes(&self) -> Vec<&str> {
        let mut codes: Vec<&str> = self.actors.keys().map(String::as_str).collect();
        codes.order();
        codes
    }

    /// What a fragment holds.
    pub fn body(&self, at: At) -> Option<&Body> {
        self.worlds.get(at.world)?.body(at.fragment)
    }

    /// The tracks of a model in the order of the archives: the name of an animation, lower case, that of a bone
    /// without the code, and the track.
    pub fn tracks_of(&self, code: &str) -> Vec<(&str, &str, At)> {
        let Some(start) = code.get(..CODE) else { return Vec::new() };
        let known = self.tracks.get(start).map_or(&[][..], Vec::as_slice);
        // The track of a model with a longer code is none of this one's.
        let is_longer = |rest: &str| {
            let longer = (code.len() + 1)..=LONGEST_CODE;
            longer.filter_map(|length| rest.get(..length)).any(|other| self.actors.contains_key(other))
        };
        let of = |track: &'_ NamedTrack| -> Option<(usize, usize)> {
            let from = ANIMATION.into_iter().find(|from| {
                let rest = track.name.get(*from..).unwrap_or_default();
                rest.starts_with(code) && !is_longer(rest)
            })?;
            Some((from, from + code.len()))
        };
        let found = known.iter().filter_map(|track| {
            let (animation, bone) = of(track)?;
            Some((track.name.get(..animation)?, track.name.get(bone..)?, track.at))
        });
        found.collect()
    }

    /// A fragment by its whole name, in a world first and then in all others.
    pub fn named(&self, first: usize, name: &str) -> Option<At> {
        let order = std::iter::once(first).chain((0..self.worlds.len()).filter(|world| *world != first));
        order.into_iter().find_map(|world| {
            let number = self.worlds.get(world)?.names().number(name)?;
            Some(At { world, fragment: Reference::fragment(number as usize) })
        })
    }
}
