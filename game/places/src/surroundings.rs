//! The worlds around the first one, and who of them is wished for: those that lie beside it, and those behind
//! lines into other worlds.

use crate::{Beside, Cells};
use base::Failure;
use runtime::places::{Atlas, Extent, MOST_PLACES, Site, Wishes, World};
use runtime::{Command, Simulation};
use std::borrow::Cow;
use std::collections::BTreeSet;
use world::{Scene, SeatId};

/// Units between the origins of two worlds that only lines join: nothing of one is seen or heard in the other.
const APART: i64 = 1 << 20;
/// A world behind a line joins when the person is so many metres from the line: half a minute's walk.
const JOIN_METRES: f32 = 60.0;
/// It may leave beyond so many.
const LEAVE_METRES: f32 = 120.0;

/// The worlds that lie beside each other, the first one among them.
#[derive(Clone, Debug)]
pub struct Surroundings {
    atlas: Atlas,
    /// By number in the atlas: what to load.
    worlds: Vec<String>,
    /// Worlds that only lines lead to; their numbers follow those of the atlas.
    behind: Vec<Site>,
    /// The places of an overworld, instead of all those.
    cells: Option<Cells>,
    /// Numbers of those that could not be loaded.
    failed: BTreeSet<usize>,
}

/// True for a world out of which lines lead into others.
pub fn has_lines(scene: &Scene) -> bool {
    scene.regions.iter().any(|region| region.exit.as_ref().is_some_and(|exit| exit.world.is_some()))
}

impl Surroundings {
    /// A world as it was loaded, what lies beside it, and all worlds of the install, which lines may lead to.
    /// Places beside it join when they are `within` so many units; without it, as soon as they could be seen.
    ///
    /// # Errors
    /// A world that is listed twice at one place.
    pub fn new<'w>(
        world: &str,
        first: &Simulation,
        beside: &[Beside],
        within: Option<u32>,
        install: impl Iterator<Item = &'w str>,
    ) -> Result<Self, Failure> {
        let scene = first.scene();
        // A camera that sees without end still has places around it, not a whole map.
        let near = within.unwrap_or_else(|| scene.camera.far.clamp(0.0, 1e6).ceil() as u32);
        let far = near.saturating_add(near / 4).saturating_add(1).max(1);
        let unusable = |error: runtime::places::AtlasError| Failure::Unusable(error.to_string());
        let mut atlas = Atlas::new(near.min(u32::MAX - 1), far, MOST_PLACES).map_err(unusable)?;
        let site = Site { key: world.to_owned(), origin: [0; 3], extent: Extent::of(first) };
        atlas.add(site).map_err(unusable)?;
        for beside in beside {
            atlas.add(beside.site(&scene.frame)).map_err(unusable)?;
        }
        let mut worlds = vec![world.to_owned()];
        worlds.extend(beside.iter().map(|beside| beside.world.clone()));
        let others = (1..).zip(install.filter(|other| *other != world));
        let behind = |(number, key): (i64, &str)| Site {
            key: key.to_owned(),
            origin: [number * APART, 0, 0],
            extent: None,
        };
        let behind: Vec<Site> = others.map(behind).collect();
        Ok(Surroundings { atlas, failed: BTreeSet::new(), worlds, behind, cells: None })
    }

    /// A cell of an overworld, among all others. `None` for a world that is none of its cells.
    pub fn overworld(world: &str, cells: Cells) -> Option<Self> {
        let first = cells.site(cells.number(world)?)?;
        let mut atlas = Atlas::new(0, 1, MOST_PLACES).ok()?;
        atlas.add(first).ok()?;
        let (worlds, behind) = (vec![world.to_owned()], Vec::new());
        Some(Surroundings { atlas, worlds, behind, cells: Some(cells), failed: BTreeSet::new() })
    }

    /// The place of the first world.
    pub fn first(&self) -> &Site {
        &self.atlas.sites()[0]
    }

    /// A site and the world that is to be loaded for it, by number.
    pub fn get(&self, number: usize) -> Option<(Cow<'_, Site>, String)> {
        if let Some(cells) = &self.cells {
            let site = cells.site(number)?;
            let world = site.key.clone();
            return Some((Cow::Owned(site), world));
        }
        if let Some(behind) = number.checked_sub(self.worlds.len()) {
            return self.behind.get(behind).map(|site| (Cow::Borrowed(site), site.key.clone()));
        }
        Some((Cow::Borrowed(self.atlas.sites().get(number)?), self.worlds.get(number)?.clone()))
    }

    /// The number of a place.
    pub fn number(&self, key: &str) -> Option<usize> {
        if let Some(cells) = &self.cells {
            return cells.number(key);
        }
        let behind = || self.behind.iter().position(|site| site.key == key).map(|at| at + self.worlds.len());
        self.atlas.number(key).or_else(behind)
    }

    /// Who should join and who may leave now. What could not be loaded is not wished for again, and no
    /// place with somebody in it is asked to leave.
    pub fn wishes(&self, world: &World) -> Wishes {
        let Some(at) = world.whereabouts() else { return Wishes::default() };
        if let Some(cells) = &self.cells {
            return self.cells_wished(cells, at, world);
        }
        let sites = self.atlas.sites();
        let mut wishes =
            self.atlas.wishes(at, |number| sites.get(number).is_some_and(|site| world.has(&site.key)));
        let scene = world.watched_place().simulation().scene();
        let behind = |metres| world.behind_lines(SeatId::FIRST, scene.frame.units(metres));
        let is_awaited = |key: &str| world.places().len() < MOST_PLACES && !world.has(key);
        // Whoever waits at a line is served first.
        let near = behind(JOIN_METRES).into_iter().filter(|key| is_awaited(key));
        let near: Vec<usize> = near.filter_map(|key| self.number(key)).collect();
        wishes.join.retain(|number| !near.contains(number));
        wishes.join.splice(0..0, near);
        wishes.join.retain(|number| !self.failed.contains(number));
        if self.behind.iter().any(|site| world.has(&site.key)) {
            let kept = behind(LEAVE_METRES);
            wishes.leave.extend(self.worlds.len()..self.worlds.len() + self.behind.len());
            wishes
                .leave
                .retain(|number| self.get(*number).is_some_and(|(site, _)| !kept.contains(&&*site.key)));
        }
        wishes.leave.retain(|number| {
            let place = self.get(*number).and_then(|(site, _)| world.find(&site.key));
            place.is_some_and(|place| place.id() != world.watched() && !world.is_occupied(place.id()))
        });
        wishes
    }

    /// What turns the person away who waits at a line for a world that nobody can load.
    pub fn turn_away(&self, world: &World) -> Option<Command> {
        let awaited = self.number(world.awaited(SeatId::FIRST)?);
        if awaited.is_some_and(|number| !self.failed.contains(&number)) {
            return None;
        }
        let (actor, _) = world.watched_place().simulation().state().actors.piloted_by(SeatId::FIRST)?;
        Some(Command::TurnAway { actor })
    }

    /// A place could not be loaded: it is not wished for again.
    pub fn give_up(&mut self, number: usize) {
        self.failed.insert(number);
    }

    fn cells_wished(&self, cells: &Cells, at: [i64; 3], world: &World) -> Wishes {
        let here = world.places().iter().filter_map(|place| cells.number(&place.site().key));
        let mut wishes = cells.wishes(at, here);
        wishes.join.retain(|number| !self.failed.contains(number));
        wishes.leave.retain(|number| {
            let place = cells.site(*number).and_then(|site| world.find(&site.key));
            place.is_some_and(|place| place.id() != world.watched() && !world.is_occupied(place.id()))
        });
        wishes
    }

    /// What was measured of a place while it was loaded. False when the person is
    /// too far away for it to join now; it is wished for again when they come
    /// nearer.
    ///
    /// # Errors
    /// Nothing in it can be stood on, so that nobody could ever be in it.
    pub fn measured(
        &mut self,
        number: usize,
        extent: Option<Extent>,
        world: &World,
    ) -> Result<bool, Failure> {
        if self.cells.is_some() {
            // Where a cell lies is known before it is loaded.
            return Ok(self.wishes(world).join.contains(&number));
        }
        if number == 0 || number >= self.worlds.len() {
            // Lines lead into it, or back into the first: it needs no land that one walks over to.
            return Ok(self.wishes(world).join.contains(&number));
        }
        let Some(extent) = extent else {
            self.give_up(number);
            let key = self.get(number).map_or_else(String::new, |(site, _)| site.key.clone());
            return Err(Failure::Unusable(format!(
                "{key}: nothing in it can be stood on, so it cannot be walked into"
            )));
        };
        self.atlas.measure(number, extent);
        Ok(self.wishes(world).join.contains(&number))
    }
}
