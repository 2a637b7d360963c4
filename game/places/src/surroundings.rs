//! The worlds around the first one, and who of them is wished for: those that lie beside it, and those behind
//! lines into other worlds.

use crate::travel::{Travelled, arrive};
use crate::{Beside, Cells};
use base::Failure;
use load::daggerfall::Shared;
use runtime::places::{Atlas, Extent, MOST_PLACES, Place, Site, Wishes, World};
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
    /// Bytes that these may take together.
    budget: usize,
    /// Bytes that one takes.
    cost: fn(&Scene) -> usize,
    /// The place of an overworld that somebody travels to.
    bound_for: Option<usize>,
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
        let (failed, budget) = (BTreeSet::new(), usize::MAX);
        let (cells, cost) = (None, Scene::bytes as fn(&Scene) -> usize);
        Ok(Surroundings { atlas, failed, worlds, behind, cells, budget, cost, bound_for: None })
    }

    /// A cell of an overworld, among all others, which take about so many bytes together. `None` for a world that
    /// is none of its cells.
    pub fn overworld(world: &str, cells: Cells, budget: usize) -> Option<Self> {
        let first = cells.site(cells.number(world)?)?;
        let mut atlas = Atlas::new(0, 1, MOST_PLACES).ok()?;
        atlas.add(first).ok()?;
        let (worlds, behind) = (vec![world.to_owned()], Vec::new());
        let failed = BTreeSet::new();
        let (cells, cost) = (Some(cells), Scene::bytes as fn(&Scene) -> usize);
        Some(Surroundings { atlas, worlds, behind, cells, failed, budget, cost, bound_for: None })
    }

    /// The same where places are drawn: so many bytes more does the device take for each, and so many does drawing take
    /// besides.
    #[must_use]
    pub fn drawn(mut self, cost: fn(&Scene) -> usize, besides: usize) -> Self {
        self.cost = cost;
        self.budget = self.budget.saturating_sub(besides);
        self
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

    /// Cells and sectors that will be wished for when the person has gone a way, in whole units along each axis, or is
    /// at most so many units from there: the nearest first.
    pub fn foreseen(&self, world: &World, way: [i64; 3], about: i64) -> Vec<usize> {
        let (Some(cells), Some(at)) = (&self.cells, world.whereabouts()) else { return Vec::new() };
        let then = std::array::from_fn(|axis| at[axis].saturating_add(way[axis]));
        let here = world.places().iter().filter_map(|place| cells.number(&place.site().key));
        let mut join = cells.wishes_within(then, about as f64, here).join;
        join.retain(|number| !self.failed.contains(number));
        join
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
        self.bound_for.take_if(|bound| *bound == number);
        self.failed.insert(number);
    }

    fn cells_wished(&self, cells: &Cells, at: [i64; 3], world: &World) -> Wishes {
        let here = world.places().iter().filter_map(|place| cells.number(&place.site().key));
        let mut wishes = cells.wishes(at, here);
        self.keep_within_budget(cells, at, world, &mut wishes);
        wishes.join.retain(|number| !self.failed.contains(number) && Some(*number) != self.bound_for);
        let is_here = |number: usize| cells.site(number).is_some_and(|site| world.has(&site.key));
        if let Some(bound) = self.bound_for.filter(|bound| !is_here(*bound)) {
            wishes.join.insert(0, bound);
        }
        wishes.leave.retain(|number| {
            let place = cells.site(*number).and_then(|site| world.find(&site.key));
            let is_free = |place: &Place| place.id() != world.watched() && !world.is_occupied(place.id());
            Some(*number) != self.bound_for && place.is_some_and(is_free)
        });
        wishes
    }

    /// Lets the farthest places leave, and none join, where all together take more than they may. Land that is
    /// stood on always joins.
    fn keep_within_budget(&self, cells: &Cells, at: [i64; 3], world: &World, wishes: &mut Wishes) {
        let bytes = |place: &Place| (self.cost)(place.simulation().scene());
        if self.has_room(world, 0) {
            return;
        }
        let mut used: usize = world.places().iter().map(bytes).sum();
        wishes.join.retain(|number| cells.distance(at, *number) == Some(0));
        let here = world.places().iter().filter(|place| place.id() != world.watched());
        let mut here: Vec<(i64, usize, usize)> = here
            .filter_map(|place| {
                let number = cells.number(&place.site().key)?;
                Some((cells.distance(at, number)?, number, bytes(place)))
            })
            .filter(|(away, ..)| *away > 0)
            .collect();
        here.sort_unstable();
        while let Some((_, number, bytes)) = here.pop().filter(|_| used > self.budget) {
            used -= bytes;
            wishes.leave.push(number);
        }
        wishes.leave.sort_unstable();
        wishes.leave.dedup();
    }

    /// True while places have room for one more besides those that are there and `more` bytes of others.
    pub fn has_room(&self, world: &World, more: usize) -> bool {
        let bytes = |place: &Place| (self.cost)(place.simulation().scene());
        let used: usize = world.places().iter().map(bytes).sum();
        let largest = world.places().iter().map(bytes).max().unwrap_or(0);
        used.saturating_add(largest).saturating_add(more) <= self.budget
    }

    /// Bytes that a place counts for.
    pub fn cost(&self, scene: &Scene) -> usize {
        (self.cost)(scene)
    }

    /// Somebody wants to travel to a place of the overworld: it is wished for before all others, until
    /// [`Surroundings::arrive`] finds it there. False for what is no cell of an overworld.
    pub fn travel_to(&mut self, key: &str) -> bool {
        let number = self.cells.as_ref().and_then(|cells| cells.cell(key));
        if let Some(number) = number {
            self.failed.remove(&number);
            self.bound_for = Some(number);
        }
        number.is_some()
    }

    /// True around a cell of an overworld.
    pub fn is_overworld(&self) -> bool {
        self.cells.is_some()
    }

    /// True while somebody waits for the place that they travel to.
    pub fn is_travelling(&self) -> bool {
        self.bound_for.is_some()
    }

    /// Puts whoever travels into the place that they travel to, if that is there by now; says that they did, or why
    /// they stay where they are.
    pub fn arrive(&mut self, land: &Shared, world: &mut World) -> Option<Result<Travelled, Failure>> {
        let number = self.bound_for?;
        let to = self.cells.as_ref()?.site(number)?.key;
        if !world.has(&to) {
            return None;
        }
        self.bound_for = None;
        let from = world.watched_place().site().key.clone();
        Some(arrive(land, world, &to, &from).map(|()| Travelled { to, from }))
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

#[cfg(test)]
mod tests {
    use super::*;
    use load::daggerfall::Layout;
    use std::sync::Arc;
    use world::{Alpha, Frame, Image, Limits, Texture};

    const MAP: Layout = Layout { width: 1000, height: 500 };
    const MEGABYTE: usize = 1 << 20;

    /// A place whose pictures take a megabyte, seen from its middle.
    fn cell() -> Simulation {
        let mut scene = Scene::empty("daggerfall", "a cell", Frame::identity(0.025));
        let level = Image { width: 512, height: 512, rgba: vec![0; MEGABYTE] };
        scene.textures.push(Texture { name: String::new(), alpha: Alpha::None, levels: vec![level] });
        scene.avatar.position = glam::Vec3::new(16_384.0, 0.0, -16_384.0);
        Simulation::new(Arc::new(scene), 1, &Limits::default()).0
    }

    /// A world of nine cells around 207,213, and what is wished for within a budget.
    fn wished(megabytes: usize) -> (Surroundings, World, Wishes) {
        let cells = Cells::new(MAP, 1, 1.0);
        let around = Surroundings::overworld("207,213", cells, megabytes * MEGABYTE).unwrap();
        let mut world = World::starting_at(around.first().clone(), cell());
        for (x, y) in (206..209).flat_map(|x| (212..215).map(move |y| (x, y))).filter(|at| *at != (207, 213))
        {
            let site = cells.site(cells.number(&format!("{x},{y}")).unwrap()).unwrap();
            world.join(site, cell()).unwrap();
        }
        let wishes = around.wishes(&world);
        (around, world, wishes)
    }

    #[test]
    fn places_beyond_the_budget_leave_the_farthest_first_and_nobody_loses_their_own() {
        let (_, _, roomy) = wished(64);
        assert!(roomy.leave.is_empty());
        let (around, world, tight) = wished(5);
        // Nine megabytes are there, and five may be.
        assert_eq!(tight.leave.len(), 4);
        let keys: Vec<String> = tight.leave.iter().map(|number| around.get(*number).unwrap().1).collect();
        assert!(!keys.contains(&"207,213".to_owned()), "{keys:?}");
        assert!(world.has("207,213"));
        // With nothing to spare only the cell that is stood on stays.
        assert_eq!(wished(0).2.leave.len(), 8);
    }

    #[test]
    fn what_is_drawn_takes_more_of_the_budget() {
        let (around, world, roomy) = wished(21);
        assert!(roomy.leave.is_empty());
        // Nine places of two megabytes each, and three besides.
        let drawn = around.drawn(|scene| 2 * scene.bytes(), 3 * MEGABYTE);
        assert!(drawn.wishes(&world).leave.is_empty(), "18 of 18 megabytes");
        assert_eq!(drawn.drawn(|scene| 2 * scene.bytes(), 3 * MEGABYTE).wishes(&world).leave.len(), 2);
    }

    #[test]
    fn where_somebody_travels_to_is_wished_for_first_and_stays() {
        let (mut around, mut world, _) = wished(5);
        assert!(!around.travel_to("1000,2") && !around.travel_to("far 3,4"));
        assert!(around.travel_to("900,20") && around.is_travelling());
        let number = around.number("900,20").unwrap();
        assert_eq!(around.wishes(&world).join[0], number);
        let (site, _) = around.get(number).map(|(site, world)| (site.into_owned(), world)).unwrap();
        world.join(site, cell()).unwrap();
        let wishes = around.wishes(&world);
        assert!(!wishes.leave.contains(&number) && !wishes.join.contains(&number));
        around.give_up(number);
        assert!(around.wishes(&world).leave.contains(&number));
    }

    #[test]
    fn who_cannot_arrive_is_told_why_and_stays() {
        let (mut around, mut world, _) = wished(64);
        assert!(around.arrive(&Shared::default(), &mut world).is_none(), "nobody travels");
        assert!(around.travel_to("208,213"));
        // Nobody read a map that says where one arrives.
        let refused = around.arrive(&Shared::default(), &mut world).unwrap().unwrap_err();
        assert!(refused.to_string().contains("208,213"), "{refused}");
        assert!(!around.is_travelling());
        assert_eq!(world.watched_place().site().key, "207,213");
    }
}
