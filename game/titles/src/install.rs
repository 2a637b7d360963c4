//! A detected install with its mods.

use crate::manifest::Title;
use crate::{Detection, World};
use base::Failure;
use base::output::Findings;
use binary::{Finding, Severity};
use filekind::Catalog;
use load::{Family, ModelFiles, ModelSource, Request, ScriptSetup, SoundFiles, SoundSetup, Start};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use vfs::{Handed, Vfs};

/// The manifest's word for the file that holds a world.
const WORLD: &str = "world";
/// The manifest's word for a package of textures.
const TEXTURES: &str = "textures";
/// Id of the library of 'mechs among the files of models.
const MECHLIB: &str = "mechlib";
/// The source of models that are aeroplanes.
const PLANES: &str = "planes";
/// Roles of the files of animations.
const ANIMATIONS: [&str; 2] = ["animations", "mission animations"];

/// The manifest's word for the textures of 'mechs, which worlds show some of, too.
const MECH_TEXTURES: &str = "mech textures";
/// The manifest's word for the motions of 'mechs.
const MOTIONS: &str = "mech motions";
/// The manifest's word for pictures that some worlds show, too.
const IMAGES: &str = "interface images";
/// The manifest's word for an archive of sounds.
const SOUNDS: &str = "sounds";
/// Roles of the archives of readers of a mission and of a chapter.
const WORLD_READERS: [&str; 2] = ["mission readers", "world readers"];
/// That of the whole game.
const READERS: &str = "readers";
/// The role of a game's texts.
const MESSAGES: &str = "messages";

/// A detected install.
#[derive(Debug)]
pub struct Install {
    /// What was detected.
    pub detection: Detection,
    /// Its files and those of its mods.
    pub vfs: Vfs,
    /// The folder or cue sheet in which a person keeps the music of its CD.
    pub music: Option<PathBuf>,
    /// What the cells of its overworld share.
    pub land: load::daggerfall::Shared,
    worlds: Vec<World>,
    /// The address of the file that the path names, if it names one.
    named: Option<String>,
}

impl Install {
    /// Detects the install at `path` and lays the mods over it.
    ///
    /// # Errors
    /// Nothing known there, a model outside any game, or a mod that cannot be opened.
    pub fn open(path: &Path, mods: &[PathBuf]) -> Result<Self, Failure> {
        Self::open_with(path, |_| mods.to_vec())
    }

    /// The same with the mods that somebody keeps for the game at a root.
    ///
    /// # Errors
    /// As [`Install::open`].
    pub fn open_with(path: &Path, mods: impl FnOnce(&Path) -> Vec<PathBuf>) -> Result<Self, Failure> {
        let detection = match crate::detect(path) {
            Err(_) if path.is_file() && crate::is_loose_model(&path.to_string_lossy()) => {
                return Err(Failure::model_alone(&path.display().to_string()));
            }
            detection => detection?,
        };
        let vfs = crate::open_files(detection.title, &detection.root, &mods(&detection.root))?;
        vfs.find_idle_folders();
        // Files of the other families are found by their bare names, in any folder.
        if detection.title.is_some_and(|title| Family::named(&title.family) == Some(Family::Zipper)) {
            vfs.find_idle_mods();
        }
        let mut install = Self::of(detection, vfs);
        install.named = install.address_of(path);
        Ok(install)
    }

    /// The install in a folder of files that somebody handed over, `""` for their top; whether it is
    /// a known game is in what was detected. The report of an unknown one names files by their
    /// endings, not by what is in them.
    pub fn handed(files: &Handed, folder: &str) -> Self {
        let open = || files.vfs(folder, load::ARCHIVES);
        Self::of(crate::detect_in_with(open(), &Catalog::new(&[])), open())
    }

    fn of(detection: Detection, vfs: Vfs) -> Self {
        let worlds = crate::worlds(&detection, &vfs);
        Install { detection, vfs, music: None, land: Default::default(), worlds, named: None }
    }

    /// Prints to stderr which mods change nothing, and if a texture quality is not available: for
    /// verbs that show no other findings.
    ///
    /// # Errors
    /// As [`Install::other_quality`].
    pub fn warn(&self, world: Option<&str>, quality: &str) -> Result<(), Failure> {
        let mut odd = self.vfs.findings();
        let has_mods = self.vfs.layers().len() > 1;
        // What cannot be read or was left out is worth a line without mods, too.
        let matters = |finding: &Finding| {
            finding.severity == Severity::Error || finding.code == "vfs.unreadable" || has_mods
        };
        odd.retain(|finding| finding.severity > Severity::Note && matters(finding));
        odd.extend(self.other_quality(world, quality)?);
        Findings::new(odd).print();
        Ok(())
    }

    /// A message for when a requested texture quality is not available and another is used; without
    /// a world, for the first one.
    ///
    /// # Errors
    /// An unknown title, or no such world.
    pub fn other_quality(&self, world: Option<&str>, quality: &str) -> Result<Option<Finding>, Failure> {
        let title = self.detection.known()?;
        let world = match world {
            Some(_) => Some(self.world(world)?),
            None => self.worlds.first().map(Cow::Borrowed),
        };
        let there = world.as_ref().map(|world| crate::qualities(title, &self.vfs, TEXTURES, &world.chapter));
        Ok(crate::other_quality(title, TEXTURES, &there.unwrap_or_default(), quality))
    }

    /// The same for what can be shown alone, which needs no game around it: a
    /// folder of models will do, or one model.
    ///
    /// # Errors
    /// Neither a game nor a model there, or a mod that cannot be opened.
    pub fn open_models(path: &Path, mods: &[PathBuf]) -> Result<Self, Failure> {
        let opened = Self::open(path, mods);
        if matches!(&opened, Ok(install) if install.detection.title.is_some()) {
            return opened;
        }
        let Some(detection) = crate::loose_models(path) else { return opened };
        let vfs = Vfs::open(&detection.root, mods, load::ARCHIVES)?;
        Ok(Install { detection, vfs, music: None, land: Default::default(), worlds: Vec::new(), named: None })
    }

    /// The address of a file of the install that is given by a path on disk; `None` for a folder
    /// and for a file elsewhere.
    pub fn address_of(&self, path: &Path) -> Option<String> {
        if vfs::container_around(&self.detection.root).is_some() {
            let given = std::path::absolute(path).ok()?;
            let address = joined(given.strip_prefix(&self.detection.root).ok()?)?;
            return self.vfs.is_file(&address).then_some(address);
        }
        let [file, root] = [path, &self.detection.root].map(|path| std::fs::canonicalize(path).ok());
        let file = file.filter(|file| file.is_file())?;
        joined(file.strip_prefix(root?).ok()?)
    }

    /// True for a game, false for a folder of models alone.
    pub fn is_game(&self) -> bool {
        !self.worlds.is_empty() || self.detection.confidence > crate::Confidence::LooksLike
    }

    /// True for a game that has no worlds but stages, on which models stand that somebody names.
    pub fn is_staged(&self) -> bool {
        let rules = self.detection.title.and_then(|title| title.worlds.as_ref());
        rules.is_some_and(|rules| rules.stage)
    }

    /// True where somebody has to say first which models are to stand on the stage: without a name, and without a demo
    /// that says it.
    pub fn asks_for_models(&self, world: Option<&str>) -> bool {
        let asks = |failure: &Failure| matches!(failure, Failure::Finding(finding) if finding.code == crate::codes::WHICH_MODELS.id);
        self.is_staged() && self.world(world).is_err_and(|failure| asks(&failure))
    }

    /// The addresses of the models that can stand on a stage, of those whose addresses have all of these words.
    pub fn stage_models(&self, words: &str) -> Vec<String> {
        load::warcraft::stage::search(&load::warcraft::stage::models(&self.vfs), words)
    }

    /// The worlds it holds.
    pub fn worlds(&self) -> &[World] {
        &self.worlds
    }

    /// The world of that name; without a name, that of the file in the given path, the one where a demo starts, or
    /// the only one.
    ///
    /// # Errors
    /// No such world, none at all, or several and nobody said which; a path to a
    /// model, which is no world.
    pub fn world(&self, name: Option<&str>) -> Result<Cow<'_, World>, Failure> {
        let start = self.detection.demo.as_ref().and_then(|demo| demo.start.as_ref());
        let named = name.or(self.named.as_deref()).or_else(|| start?.world.as_deref());
        if self.is_staged()
            && let Some(stage) = crate::stage(&self.detection, named)?
        {
            return Ok(Cow::Owned(stage));
        }
        if let (None, Some(file)) = (name, &self.named) {
            let is =
                |world: &&World| world.file(WORLD).is_some_and(|address| address.eq_ignore_ascii_case(file));
            // A chapter comes before its missions, which share the file.
            if let Some(world) = self.worlds.iter().find(is) {
                return Ok(Cow::Borrowed(world));
            }
            if crate::is_loose_model(file) {
                return Err(Failure::model_alone(&self.detection.root.join(file).display().to_string()));
            }
        }
        let name = name.or_else(|| start?.world.as_deref());
        if let Some(cell) = name.and_then(|name| crate::overworld::numbered(&self.worlds, name)) {
            return Ok(Cow::Owned(cell));
        }
        Ok(Cow::Borrowed(crate::find_world(&self.detection, &self.worlds, name)?))
    }

    /// The load request of a world.
    ///
    /// # Errors
    /// No such world, or a title whose worlds this version does not load.
    pub fn request(&self, world: Option<&str>) -> Result<Request, Failure> {
        self.request_with(world, crate::BEST)
    }

    /// The same with textures of a quality: a word of the manifest or the name of
    /// a file.
    ///
    /// # Errors
    /// As [`Install::request`]; and a quality that this title does not know.
    pub fn request_with(&self, world: Option<&str>, quality: &str) -> Result<Request, Failure> {
        let title = self.detection.known()?;
        let world = self.world(world)?;
        // A stage is no file; its models are found by its name.
        let container = world
            .file(WORLD)
            .map_or_else(|| format!("{}/{}/gamez.zbd", title.folder, world.chapter), str::to_owned);
        let mut textures = self.best_first(TEXTURES, &world.chapter, quality)?;
        // Each package has every texture of its world; the others only differ in
        // quality.
        textures.truncate(1);
        if textures.is_empty() {
            // The loader reports missing packages, so it needs their names.
            textures.extend(title.first_path(TEXTURES, &world.chapter));
        }
        let start = self
            .detection
            .demo
            .as_ref()
            .and_then(|demo| demo.start.as_ref())
            .map(|start| start.in_world(&world.id))
            .map(|start| Start { position: start.position.into(), yaw_deg: start.yaw_deg });
        let family = match crate::coded_scene(title, &world.id) {
            Some(code) => Family::Code(code),
            None => self.family("opens none of its worlds")?,
        };
        Ok(Request {
            family,
            title: title.id.clone(),
            world: world.id.clone(),
            frame: title.space.frame(),
            textures,
            more_textures: self.shared_textures(&world.chapter, quality)?,
            sky_names: title.sky.clone(),
            start,
            scripts: load::zipper::script::game_of_title(&title.id).map(|game| ScriptSetup {
                game,
                road: Default::default(),
                world: world.chapter.clone(),
                mission: world.mission.clone(),
                container: container.clone(),
            }),
            animations: ANIMATIONS.iter().filter_map(|role| world.file(role)).map(str::to_owned).collect(),
            machines: self.models_of(family, quality, MECHLIB)?,
            aeroplanes: self.models_of(family, quality, PLANES)?,
            wind: title.wind,
            sounds: if family == Family::Zipper { self.sound_files(crate::BEST)? } else { None },
            sound_setup: self.sound_setup(title, &world),
            callbacks: title.callbacks.clone(),
            creatures: title.creatures.clone(),
            guests: load::Guests::default(),
            walker: title.walker,
            land: self.land.clone(),
            container,
        })
    }

    /// The library of 'mechs with their motions, or the container of aeroplanes, if it has one.
    fn models_of(&self, family: Family, quality: &str, id: &str) -> Result<Option<ModelFiles>, Failure> {
        if family != Family::Zipper {
            return Ok(None);
        }
        let files = self.model_files(quality)?;
        let own = files.sources.iter().find(|source| source.id == id).cloned();
        Ok(own.map(|own| ModelFiles { sources: vec![own], ..files }))
    }

    /// What the install says of the sounds of a world: the archives of definitions of its mission, of its
    /// chapter and of the game, and the texts.
    fn sound_setup(&self, title: &Title, world: &World) -> SoundSetup {
        let shared = |role: &str| {
            let there = crate::qualities(title, &self.vfs, role, &world.chapter);
            there.into_iter().map(|file| file.address).next()
        };
        let own = WORLD_READERS.iter().filter_map(|role| world.file(role)).map(str::to_owned);
        let sets = [world.mission.clone(), Some(world.chapter.clone())];
        SoundSetup {
            readers: own.chain(shared(READERS)).collect(),
            sets: sets.into_iter().flatten().collect(),
            messages: shared(MESSAGES),
            rules: title.sound_rules,
        }
    }

    /// Addresses of the archives of readers whose definitions count in a world: those of its mission, of its chapter
    /// and of the game. Without a world those of the whole install: the game's, then each world's.
    ///
    /// # Errors
    /// No such world, or a title whose games have no readers.
    pub fn reader_archives(&self, world: Option<&str>) -> Result<Vec<String>, Failure> {
        let title = self.detection.known()?;
        if self.family("reads no definitions of it")? != Family::Zipper {
            let why = "this version reads definitions of Zipper's games only";
            return Err(Failure::Unusable(format!("{}: {why}", title.name)));
        }
        if world.is_some() {
            let world = self.world(world)?;
            return Ok(self.sound_setup(title, &world).readers);
        }
        let shared =
            crate::qualities(title, &self.vfs, READERS, "").into_iter().map(|file| file.address).take(1);
        let own =
            self.worlds.iter().flat_map(|world| WORLD_READERS.iter().rev().map(|role| world.file(role)));
        let mut all: Vec<String> = shared.collect();
        for address in own.flatten() {
            if !all.iter().any(|known| known.eq_ignore_ascii_case(address)) {
                all.push(address.to_owned());
            }
        }
        Ok(all)
    }

    /// The family of the loader.
    fn family(&self, otherwise: &str) -> Result<Family, Failure> {
        let title = self.detection.known()?;
        Family::named(&title.family)
            .ok_or_else(|| Failure::Unusable(format!("{}: this version {otherwise}", title.name)))
    }

    /// The files of a role, the wanted quality first. A quality that only another role has stands
    /// for the best.
    fn best_first(&self, role: &str, chapter: &str, quality: &str) -> Result<Vec<String>, Failure> {
        let title = self.detection.known()?;
        let there = crate::qualities(title, &self.vfs, role, chapter);
        let chosen = crate::choose(title, role, &there, quality);
        // A quality that only another title has is accepted for all titles.
        let known = || {
            let roles = |title| [TEXTURES, MECH_TEXTURES].map(|role| crate::is_quality(title, role, quality));
            crate::manifest().titles.iter().any(|title| roles(title).contains(&true))
        };
        if chosen.is_none() && role == TEXTURES && !there.is_empty() && !known() {
            let names: Vec<&str> = there.iter().map(|quality| quality.name.as_str()).collect();
            return Err(Failure::Unusable(format!(
                "no textures of the quality `{quality}`; there are {}",
                names.join(", ")
            )));
        }
        let first = chosen.map(|chosen| chosen.address.clone());
        let others =
            there.iter().map(|quality| &quality.address).filter(|other| Some(*other) != first.as_ref());
        let others: Vec<String> = others.cloned().collect();
        Ok(first.into_iter().chain(others).collect())
    }

    /// Packages of the whole install.
    fn shared_textures(&self, chapter: &str, quality: &str) -> Result<Vec<String>, Failure> {
        let mechs = self.best_first(MECH_TEXTURES, chapter, quality)?;
        let images = self.best_first(IMAGES, chapter, quality)?;
        Ok(mechs.into_iter().take(1).chain(images).collect())
    }

    /// The locations of its models, with textures of a quality.
    ///
    /// # Errors
    /// An unknown title, or a quality that this title does not know.
    pub fn model_files(&self, quality: &str) -> Result<ModelFiles, Failure> {
        let title = self.detection.known()?;
        let files = ModelFiles {
            family: self.family("shows no models of it")?,
            title: title.id.clone(),
            frame: title.space.frame(),
            sources: Vec::new(),
            motions: Vec::new(),
            definitions: Vec::new(),
            creatures: title.creatures.clone(),
        };
        match files.family {
            Family::Zipper => self.zipper_models(files, quality),
            Family::Gamestudio => {
                Ok(ModelFiles { sources: load::gamestudio::model::sources(&self.vfs), ..files })
            }
            Family::Everquest => {
                Ok(ModelFiles { sources: load::everquest::actors::sources(&self.vfs), ..files })
            }
            Family::Warcraft => {
                Ok(ModelFiles { sources: load::warcraft::model::sources(&self.vfs), ..files })
            }
            Family::Daggerfall | Family::Code(_) => Ok(files),
        }
    }

    fn zipper_models(&self, files: ModelFiles, quality: &str) -> Result<ModelFiles, Failure> {
        let title = self.detection.known()?;
        let chapters: Vec<&World> = self.worlds.iter().filter(|world| world.mission.is_none()).collect();
        let of_role = |role: &str| {
            let there = crate::qualities(title, &self.vfs, role, "");
            there.into_iter().map(|file| file.address).collect::<Vec<_>>()
        };
        let mut all_textures = Vec::new();
        for world in &chapters {
            all_textures.extend(self.best_first(TEXTURES, &world.chapter, quality)?.into_iter().take(1));
        }
        let shared = self.shared_textures("", quality)?;
        let mut sources = Vec::new();
        for address in of_role("mech models").into_iter().chain(of_role("planes")) {
            let name = address.rsplit('/').next().unwrap_or(&address);
            let id = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
            let textures = shared.iter().chain(&all_textures).cloned().collect();
            sources.push(ModelSource { id, address, textures });
        }
        for world in &chapters {
            let Some(address) = world.file(WORLD) else { continue };
            let own = self.best_first(TEXTURES, &world.chapter, quality)?.into_iter().take(1);
            let textures = own.chain(shared.iter().cloned()).collect();
            sources.push(ModelSource { id: world.chapter.clone(), address: address.to_owned(), textures });
        }
        let (mut motions, definitions) = (of_role(MOTIONS), of_role(READERS));
        if motions.is_empty() {
            // The loader reports missing files, so it needs their names.
            motions.extend(title.first_path(MOTIONS, ""));
        }
        Ok(ModelFiles { sources, motions, definitions, ..files })
    }

    /// The locations of its sounds in a quality: a word of the manifest or the name of an archive.
    /// `None` if sounds are loose files.
    ///
    /// # Errors
    /// A quality that this title does not know.
    pub fn sound_files(&self, quality: &str) -> Result<Option<SoundFiles>, Failure> {
        let Some(title) = self.detection.title else { return Ok(None) };
        let Some(rule) = title.files.iter().find(|rule| rule.role == SOUNDS) else { return Ok(None) };
        let archives = crate::ring(rule, quality).ok_or_else(|| {
            let words = rule.qualities.join(", ");
            Failure::Unusable(format!("no sounds of the quality `{quality}`; there are {words}"))
        })?;
        Ok(Some(SoundFiles { archives, folder: title.folder.clone(), loose_wins: rule.loose_wins }))
    }

    /// xxh3-64 over the addresses and bytes of a world's files: two installs
    /// with the same fingerprint load the same world. Files that a world names
    /// itself, such as models in files of their own, are not among them.
    pub fn fingerprint(&self, request: &Request) -> Result<u64, Failure> {
        // Cells of one map have the same files, which were hashed when they were read.
        if let Some(own) = request.land.fingerprint() {
            return Ok(own);
        }
        if request.family == Family::Daggerfall {
            // Read apart from the request, whose loader still says what is odd about the files.
            let land = load::daggerfall::Shared::new(request.land.settings());
            land.open(&self.vfs, &request.container)?;
            return Ok(land.fingerprint().unwrap_or_default());
        }
        let mut hash = xxhash_rust::xxh3::Xxh3::new();
        // Scripts and animations make the world as much as its container does.
        let scripts = request
            .scripts
            .iter()
            .flat_map(|_| load::zipper::script::INDEX)
            .map(|path| path.replace('\\', "/"));
        let scripts: Vec<String> = scripts.collect();
        let world = std::iter::once(&request.container).chain(&request.textures);
        // Aeroplanes are in a world only where somebody flies one.
        let aeroplanes = request.aeroplanes.iter().filter(|_| request.guests.vehicle.is_some());
        let machines = request.machines.iter().chain(aeroplanes);
        let machines =
            machines.flat_map(|files| files.sources.iter().map(|own| &own.address).chain(&files.motions));
        // Which sound of a group is heard is drawn with the random numbers of the world.
        let member = |archive: &String| format!("{archive}/{}", load::zipper::sound_definitions::READER);
        let definitions: Vec<String> = request.sound_setup.readers.iter().map(member).collect();
        // Where lines into other zones lead.
        let lines = (request.family == Family::Everquest).then(|| {
            let folder = request.container.rfind('/').map_or("", |slash| &request.container[..=slash]);
            format!("{folder}{}", load::everquest::ZONE_LINE_TABLE)
        });
        let staged = match request.family {
            Family::Warcraft => {
                let body = request.guests.race.as_deref();
                load::warcraft::stage::addresses(&self.vfs, &request.world, body)
            }
            _ => Vec::new(),
        };
        let more = scripts
            .iter()
            .chain(&request.animations)
            .chain(machines)
            .chain(&definitions)
            .chain(&lines)
            .chain(&staged);
        for address in world.chain(more) {
            if self.vfs.exists(address) {
                let bytes = self.vfs.read(address)?;
                hash.update(address.as_bytes());
                hash.update(&(bytes.len() as u64).to_le_bytes());
                hash.update(&bytes);
            }
        }
        Ok(hash.digest())
    }
}

/// A relative path as an address, if its names are text.
fn joined(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}
