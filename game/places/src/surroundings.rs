//! The worlds around the first one, and who of them is wished for.

use crate::Beside;
use base::Failure;
use runtime::Simulation;
use runtime::places::{Atlas, Extent, MOST_PLACES, Site, Wishes, World};

/// The worlds that lie beside each other, the first one among them.
#[derive(Clone, Debug)]
pub struct Surroundings {
    atlas: Atlas,
    /// By number in the atlas: what to load.
    worlds: Vec<String>,
    /// By number in the atlas: it could not be loaded.
    failed: Vec<bool>,
}

impl Surroundings {
    /// A world as it was loaded, and what lies beside it. Places join when they
    /// are `within` so many units; without it, as soon as they could be seen.
    ///
    /// # Errors
    /// A world that is listed twice at one place.
    pub fn new(
        world: &str,
        first: &Simulation,
        beside: &[Beside],
        within: Option<u32>,
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
        Ok(Surroundings { atlas, failed: vec![false; worlds.len()], worlds })
    }

    /// The place of the first world.
    pub fn first(&self) -> &Site {
        &self.atlas.sites()[0]
    }

    /// A site and the world that is to be loaded for it, by number.
    pub fn get(&self, number: usize) -> Option<(&Site, &str)> {
        Some((self.atlas.sites().get(number)?, self.worlds.get(number)?))
    }

    /// The number of a place.
    pub fn number(&self, key: &str) -> Option<usize> {
        self.atlas.number(key)
    }

    /// Who should join and who may leave now. What could not be loaded is not wished for again, and no
    /// place with somebody in it is asked to leave.
    pub fn wishes(&self, world: &World) -> Wishes {
        let Some(at) = world.whereabouts() else { return Wishes::default() };
        let sites = self.atlas.sites();
        let mut wishes =
            self.atlas.wishes(at, |number| sites.get(number).is_some_and(|site| world.has(&site.key)));
        wishes.join.retain(|number| !self.failed[*number]);
        wishes.leave.retain(|number| {
            let place = sites.get(*number).and_then(|site| world.find(&site.key));
            place.is_some_and(|place| place.id() != world.watched() && !world.is_occupied(place.id()))
        });
        wishes
    }

    /// A place could not be loaded: it is not wished for again.
    pub fn give_up(&mut self, number: usize) {
        if let Some(failed) = self.failed.get_mut(number) {
            *failed = true;
        }
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
