//! Everything loading made. Colour and range of fog come from `light_and_fog.rs` of each family in the
//! crate `load`.

use glam::Vec3;
use serde::Serialize;

use crate::program::{Definition, ProgramRules, SoundGroup};
use crate::{
    ActiveZones, Actor, Animator, Approach, Attachment, Avatar, Body, Bot, Callbacks, Camera, CameraMode,
    Clip, CombatLaw, EmitterLaw, EmitterLawId, Exit, FlipBook, Fog, Frame, GustLaw, Hours, Layer, Light,
    LightMaps, Machine, Material, MissionLaw, Model, MusicAreas, Node, NodeId, NodeStates, OpponentLaw,
    Order, Pilot, Region, RibbonLaw, RibbonLawId, ScreenEffect, SeatId, Side, Sound, SoundRules, SpaceDef,
    Texture, VehicleLaw, VehiclePrograms, VehicleSounds, Walker,
};

/// A loaded world. Nothing changes it afterwards: it is shared by `Arc`
/// between simulation, drawing and sound.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Title's id, for example `mechwarrior3`.
    pub title: String,
    /// World's id, for example `c1`.
    pub world: String,
    /// Axes and unit.
    pub frame: Frame,
    /// Node table at the start.
    pub nodes: Vec<Node>,
    /// Data of nodes that only the game's scripts understand, by node; see [`Scene::entity`].
    pub entities: Vec<(NodeId, EntityData)>,
    /// Water, and whatever else has a meaning where it is.
    pub regions: Vec<Region>,
    /// Placed roots in slot order; nodes not reachable from them are templates.
    pub roots: Vec<NodeId>,
    /// Models.
    pub models: Vec<Model>,
    /// Materials.
    pub materials: Vec<Material>,
    /// What the game calls kinds of ground, by [`Material::soil`]; empty for a
    /// game that has no names for them.
    pub soils: Vec<String>,
    /// Textures.
    pub textures: Vec<Texture>,
    /// Baked light.
    pub lightmaps: LightMaps,
    /// Clips: everything that can move by itself.
    pub clips: Vec<Clip>,
    /// Animators: everything with a clock.
    pub animators: Vec<Animator>,
    /// Machines whose gait follows from how their root moves.
    pub machines: Vec<Machine>,
    /// Bodies that actors may have, ascending by node.
    pub bodies: Vec<Body>,
    /// Nodes that stand in for a place as long as that has not joined, by the key of the place: land seen from
    /// afar.
    pub stand_ins: Vec<(NodeId, String)>,
    /// The body of the person at the start, one of the nodes of [`Scene::bodies`]; the camera is behind it then.
    pub person: Option<NodeId>,
    /// What creatures are told at the start: nodes of [`Scene::bodies`], each once.
    pub orders: Vec<(NodeId, Order)>,
    /// Nodes of which one child is shown after the other; at the start their first pages are on, the others
    /// off.
    pub flip_books: Vec<FlipBook>,
    /// Programs: what follows a script of events by a clock.
    pub programs: Vec<Definition>,
    /// How particles are born, fly and look.
    pub emitters: Vec<EmitterLaw>,
    /// Nodes that send out particles from the start.
    pub emitting: Vec<(NodeId, EmitterLawId)>,
    /// How ribbons look.
    pub ribbons: Vec<RibbonLaw>,
    /// Nodes that leave ribbons behind from the start.
    pub trailing: Vec<(NodeId, RibbonLawId)>,
    /// What is carried by bones at the start, ordered by the node that is carried.
    pub attachments: Vec<Attachment>,
    /// What animators play over their clocks from the start: ordered by animator,
    /// lowest first; see [`State::layers`](crate::State::layers).
    pub layers: Vec<Layer>,
    /// What lies over the picture at the start, one after the other: a world that
    /// fades in.
    pub screen: Vec<ScreenEffect>,
    /// How the world is divided.
    pub space: SpaceDef,
    /// How lamps light.
    pub lamp_lighting: LampLighting,
    /// Most light that suns throw on a surface, as a factor on its own colours: 1 where a family
    /// of games clamps light before it colours a surface, more where it does so afterwards.
    pub sunlight_limit: f32,
    /// Lights at the start.
    pub lights: Vec<Light>,
    /// Sounds and where they are.
    pub sounds: Vec<Sound>,
    /// Music of areas, in worlds whose music is told by where somebody is.
    pub music: Option<MusicAreas>,
    /// How hours pass, in worlds that have any.
    pub hours: Option<Hours>,
    /// Numbers by which events of programs go.
    pub program_rules: ProgramRules,
    /// The rules by which sounds are heard that programs name.
    pub sound_rules: SoundRules,
    /// What the numbers mean that programs tell the game.
    pub callbacks: Callbacks,
    /// Groups of sounds, of which programs let one be heard at a time.
    pub sound_groups: Vec<SoundGroup>,
    /// Fog at the start.
    pub fog: Fog,
    /// Where the wind blows, units a second: it carries particles.
    pub wind: Vec3,
    /// Gusts over that wind, if there are any.
    pub gusts: Option<GustLaw>,
    /// Zones at the start.
    pub zones: ActiveZones,
    /// Camera at the start.
    pub camera: Camera,
    /// Where the avatar starts.
    pub avatar: Avatar,
    /// Vehicles that can be driven, by the number that an actor names.
    pub vehicles: Vec<VehicleLaw>,
    /// What is heard of them, by the same number; of those beyond its end nothing is.
    pub vehicle_sounds: Vec<VehicleSounds>,
    /// Animations that begin with what they do, by the same number.
    pub vehicle_programs: Vec<VehiclePrograms>,
    /// Volumes in the air in which the game takes over.
    pub approaches: Vec<Approach>,
    /// The one that the person drives from the start, among [`Scene::vehicles`]; `None` for a person on foot.
    pub drives: Option<u32>,
    /// Weapons, who has them, and the rules of damage.
    pub combat: CombatLaw,
    /// What is to be done in it, if it is a mission for whoever drives.
    pub mission: Option<Box<MissionLaw>>,
    /// Who acts by itself, and how.
    pub opponents: OpponentLaw,
    /// Sizes and speeds of a person on foot, in units.
    pub walker: Walker,
}

/// What a game's files say about an entity, in the game's own terms: for scripts, tools and
/// inspection.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EntityData {
    /// The file that it shows; empty for none.
    pub file: String,
    /// The script that drives it; empty for none.
    pub action: String,
    /// The material that scripts give it; empty for none.
    pub material: String,
    /// Texts for its script; empty ones are kept.
    pub strings: Vec<String>,
    /// Numbers for its script.
    pub skills: Vec<f32>,
    /// Flags as the game numbers them.
    pub flags: u32,
}

/// How lamps light: a rule of each family of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LampLighting {
    /// Each model as a whole, from all sides, by its distance from the lamp.
    #[default]
    Model,
    /// Each corner by its own distance and by how far it faces the lamp; the
    /// sixteen lamps nearest to the eye.
    Vertex,
}

impl Scene {
    /// About how many bytes it takes: corners, their order and pictures, which is nearly all of it.
    pub fn bytes(&self) -> usize {
        let model = |model: &Model| {
            size_of_val(&*model.vertices)
                + size_of_val(&*model.indices)
                + size_of_val(&*model.polygons)
                + size_of_val(&*model.settling)
        };
        let models: usize = self.models.iter().map(model).sum();
        let textures: usize = self.textures.iter().map(Texture::bytes).sum();
        models + textures + size_of_val(&*self.nodes)
    }

    /// An empty scene, to be filled.
    pub fn empty(title: &str, world: &str, frame: Frame) -> Self {
        Scene {
            title: title.to_owned(),
            world: world.to_owned(),
            frame,
            nodes: Vec::new(),
            entities: Vec::new(),
            regions: Vec::new(),
            roots: Vec::new(),
            models: Vec::new(),
            materials: Vec::new(),
            soils: Vec::new(),
            textures: Vec::new(),
            lightmaps: LightMaps::default(),
            clips: Vec::new(),
            animators: Vec::new(),
            machines: Vec::new(),
            bodies: Vec::new(),
            stand_ins: Vec::new(),
            person: None,
            orders: Vec::new(),
            flip_books: Vec::new(),
            programs: Vec::new(),
            emitters: Vec::new(),
            emitting: Vec::new(),
            ribbons: Vec::new(),
            trailing: Vec::new(),
            attachments: Vec::new(),
            layers: Vec::new(),
            screen: Vec::new(),
            space: SpaceDef::Open,
            lamp_lighting: LampLighting::Model,
            sunlight_limit: 1.0,
            lights: Vec::new(),
            sounds: Vec::new(),
            music: None,
            hours: None,
            program_rules: ProgramRules::default(),
            sound_rules: SoundRules::default(),
            callbacks: Callbacks::default(),
            sound_groups: Vec::new(),
            fog: Fog::default(),
            wind: Vec3::ZERO,
            gusts: None,
            zones: ActiveZones::default(),
            camera: Camera {
                eye: Vec3::ZERO,
                yaw: 0.0,
                pitch: 0.0,
                roll: 0.0,
                fov_y: std::f32::consts::FRAC_PI_3,
                near: frame.units(0.1),
                far: frame.units(2000.0),
                lod_multiplier: 1.0,
            },
            avatar: Avatar::default(),
            vehicles: Vec::new(),
            vehicle_sounds: Vec::new(),
            vehicle_programs: Vec::new(),
            approaches: Vec::new(),
            drives: None,
            combat: CombatLaw::default(),
            mission: None,
            opponents: OpponentLaw::default(),
            walker: Walker::person(&frame),
        }
    }

    /// The scene node that a live node is an instance of.
    #[inline]
    pub fn shape(&self, nodes: &NodeStates, node: NodeId) -> Option<&Node> {
        self.nodes.get(nodes.shape(node)?.index())
    }

    /// The vehicle that the person drives from the start.
    pub fn driven(&self) -> Option<&VehicleLaw> {
        self.vehicles.get(self.drives? as usize)
    }

    /// The law of an actor, if it is a vehicle.
    pub fn vehicle_of(&self, actor: &Actor) -> Option<&VehicleLaw> {
        self.vehicles.get(actor.vehicle()? as usize)
    }

    /// Whose side an actor is on: a person's, or what its orders or its mind say; none where nobody pilots it.
    pub fn side_of(&self, actor: &Actor) -> Option<Side> {
        match &actor.pilot {
            Pilot::Person(_) => Some(Side::Friend),
            Pilot::Bot(bot) => {
                let mind = self.opponents.minds.get(bot.mind as usize);
                Some(bot.orders.side.unwrap_or(mind.map_or(Side::Foe, |mind| mind.side)))
            }
            Pilot::Nobody | Pilot::Path(_) => None,
        }
    }

    /// Where one aims at to hit an actor, world space: part of the way up to where one looks out of it.
    pub fn aimed_at(&self, actor: &Actor) -> Vec3 {
        let up = self.vehicle_of(actor).map_or(self.walker.eye, |law| law.views.cockpit.y);
        actor.position() + actor.rotation() * Vec3::Y * (up * self.opponents.rules.aim_height)
    }

    /// Opponents that are there from the start.
    pub(crate) fn opposing(&self) -> impl Iterator<Item = Actor> + '_ {
        self.opponents.starts.iter().filter_map(|start| {
            let pilot = Pilot::Bot(Box::new(Bot::new(start.mind)));
            let actor =
                self.vehicles.get(start.vehicle as usize)?.standing(start.vehicle, start.place, pilot);
            Some(Actor { node: start.node, ..actor })
        })
    }

    /// Whom the person of the first seat pilots from the start, and how that is seen.
    pub fn person_at_start(&self) -> (Actor, CameraMode) {
        let own = self.drives.and_then(|number| Some((number, self.driven()?)));
        match (own, self.person) {
            (Some((number, vehicle)), _) => (vehicle.driven(number, self.avatar), vehicle.outside()),
            // Who has a body sees it.
            (None, Some(node)) => {
                let person = Actor::walker(self.avatar, Pilot::Person(SeatId::FIRST));
                (Actor { node: Some(node), ..person }, CameraMode::behind(&self.walker))
            }
            (None, None) => (Actor::walker(self.avatar, Pilot::Person(SeatId::FIRST)), CameraMode::Eyes),
        }
    }

    /// Where a region leads, by its number; `None` for all but lines into other worlds.
    pub fn exit(&self, region: u32) -> Option<&Exit> {
        self.regions.get(region as usize)?.exit.as_deref()
    }

    /// What the game calls a kind of ground, if it has a name for it.
    pub fn soil_name(&self, soil: u8) -> Option<&str> {
        self.soils.get(usize::from(soil)).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// The game's data of a node of the scene, if any.
    pub fn entity(&self, node: NodeId) -> Option<&EntityData> {
        let place = self.entities.binary_search_by_key(&node, |(known, _)| *known).ok()?;
        self.entities.get(place).map(|(_, entity)| entity)
    }

    /// Triangles of all models together, each model once.
    pub fn triangles(&self) -> usize {
        self.models.iter().map(Model::triangles).sum()
    }
}
