//! Where games are installed: Steam's libraries, GOG's and Epic's folders, Wine
//! and Proton prefixes, and the folders people use.
//!
//! This only lists folders that may hold a game; detection in the crate `titles` decides whether
//! one does. Nothing here fails: unreadable folders are skipped.

use super::vdf;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Most entries of a folder that are read.
const MOST_ENTRIES: usize = 2000;
/// Most bytes of a launcher's file that are read.
const MOST_BYTES: u64 = 4 << 20;

/// The store or launcher that installed a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// A library of Steam.
    Steam,
    /// GOG.
    Gog,
    /// Epic's launcher.
    Epic,
    /// A Wine prefix, and programs that manage such prefixes.
    Wine,
    /// A Proton prefix of Steam.
    Proton,
    /// A folder where people usually put games.
    Folder,
}

impl Source {
    /// Label.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Steam => "Steam",
            Source::Gog => "GOG",
            Source::Epic => "Epic",
            Source::Wine => "Wine",
            Source::Proton => "Proton",
            Source::Folder => "folder",
        }
    }
}

/// A folder that may hold a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// The folder.
    pub path: PathBuf,
    /// Its source.
    pub source: Source,
}

/// Starting points of the search.
#[derive(Clone, Debug, Default)]
pub struct Roots {
    /// Steam's own folders: they hold `steamapps`.
    pub steam: Vec<PathBuf>,
    /// Wine prefixes: they hold `drive_c`.
    pub prefixes: Vec<PathBuf>,
    /// Folders of Wine prefixes.
    pub prefix_folders: Vec<PathBuf>,
    /// Folders of Epic's manifests.
    pub epic: Vec<PathBuf>,
    /// Folders of GOG games.
    pub gog: Vec<PathBuf>,
    /// Folders of possible games.
    pub usual: Vec<PathBuf>,
}

impl Roots {
    /// The starting points of this system and user.
    pub fn here() -> Self {
        let home = directories::BaseDirs::new().map(|dirs| dirs.home_dir().to_path_buf());
        home.map_or_else(Roots::default, |home| Roots::of(&home))
    }

    /// The starting points in a home folder on Linux and similar systems.
    #[cfg(not(any(windows, target_os = "macos")))]
    fn of(home: &Path) -> Self {
        let below = |paths: &[&str]| paths.iter().map(|path| home.join(path)).collect();
        let mut usual: Vec<PathBuf> = below(&["games", "Games", "gog-games", "Desktop", "Downloads"]);
        usual.extend(["/usr/local/games", "/opt/games", "/opt"].map(PathBuf::from));
        Roots {
            steam: below(&[
                ".local/share/Steam",
                ".steam/steam",
                ".steam/root",
                ".var/app/com.valvesoftware.Steam/.local/share/Steam",
                ".var/app/com.valvesoftware.Steam/data/Steam",
                "snap/steam/common/.local/share/Steam",
            ]),
            prefixes: below(&[".wine"]),
            prefix_folders: below(&[
                "Games",
                ".local/share/wineprefixes",
                ".local/share/bottles/bottles",
                ".var/app/com.usebottles.bottles/data/bottles/bottles",
                ".PlayOnLinux/wineprefix",
                "Games/Heroic/Prefixes/default",
                ".cxoffice",
            ]),
            epic: Vec::new(),
            gog: below(&["GOG Games", "Games/Heroic"]),
            usual,
        }
    }

    /// The starting points in a home folder on macOS.
    #[cfg(target_os = "macos")]
    fn of(home: &Path) -> Self {
        let below = |paths: &[&str]| paths.iter().map(|path| home.join(path)).collect();
        let mut usual: Vec<PathBuf> = below(&["Games", "Desktop", "Downloads", "Applications"]);
        usual.push(PathBuf::from("/Applications"));
        Roots {
            steam: below(&["Library/Application Support/Steam"]),
            prefixes: below(&[".wine"]),
            prefix_folders: below(&[
                "Library/Application Support/CrossOver/Bottles",
                "Library/Containers/com.isaacmarovitz.Whisky/Bottles",
            ]),
            epic: below(&["Library/Application Support/Epic/EpicGamesLauncher/Data/Manifests"]),
            gog: below(&["GOG Games"]),
            usual,
        }
    }

    /// The starting points on Windows: the same folders on every drive.
    #[cfg(windows)]
    fn of(home: &Path) -> Self {
        let mut roots =
            Roots { usual: vec![home.join("Desktop"), home.join("Downloads")], ..Roots::default() };
        for drive in b'C'..=b'Z' {
            let drive = PathBuf::from(format!("{}:\\", char::from(drive)));
            if drive.exists() {
                roots.add_drive(&drive);
                roots.usual.push(drive);
            }
        }
        roots
    }

    /// Folders of games on a Windows drive, or in a prefix.
    fn add_drive(&mut self, drive: &Path) {
        for programs in ["Program Files (x86)", "Program Files"] {
            self.steam.push(drive.join(programs).join("Steam"));
            self.gog.push(drive.join(programs).join("GOG Galaxy").join("Games"));
            self.gog.push(drive.join(programs).join("GOG.com"));
            self.usual.push(drive.join(programs));
        }
        self.steam.push(drive.join("SteamLibrary"));
        self.gog.push(drive.join("GOG Games"));
        self.usual.push(drive.join("Games"));
        let data = drive.join("ProgramData").join("Epic").join("EpicGamesLauncher");
        self.epic.push(data.join("Data").join("Manifests"));
    }

    /// Every folder that may hold a game, each once, the most likely first.
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut found = Found::default();
        let mut drives = Vec::new();
        for steam in &self.steam {
            for library in libraries(steam) {
                let apps = library.join("steamapps");
                found.below(&apps.join("common"), Source::Steam);
                let proton = folders(&apps.join("compatdata"));
                drives.extend(proton.map(|prefix| (prefix.join("pfx").join("drive_c"), Source::Proton)));
            }
        }
        for folder in &self.gog {
            found.below(folder, Source::Gog);
        }
        for manifests in &self.epic {
            found.epic(manifests, None);
        }
        let prefixes = self.prefixes.iter().cloned();
        let prefixes = prefixes.chain(self.prefix_folders.iter().flat_map(|folder| folders(folder)));
        for prefix in prefixes {
            // Some managers put a prefix into a folder of this name.
            drives.push((prefix.join("pfx").join("drive_c"), Source::Wine));
            drives.push((prefix.join("drive_c"), Source::Wine));
        }
        for (drive, source) in drives {
            if !drive.is_dir() {
                continue;
            }
            let mut inside = Roots::default();
            inside.add_drive(&drive);
            inside.usual.push(drive.clone());
            for folder in inside.gog.iter().chain(&inside.usual) {
                found.below(folder, source);
            }
            for manifests in &inside.epic {
                found.epic(manifests, Some(&drive));
            }
        }
        for folder in &self.usual {
            found.below(folder, Source::Folder);
        }
        found.candidates
    }
}

/// Steam's folder and its libraries elsewhere.
fn libraries(steam: &Path) -> Vec<PathBuf> {
    let mut libraries = vec![steam.to_path_buf()];
    for file in ["steamapps/libraryfolders.vdf", "config/libraryfolders.vdf"] {
        let Some(text) = text(&steam.join(file)) else { continue };
        libraries.extend(vdf::values(&text, "path").into_iter().map(PathBuf::from));
    }
    libraries
}

/// Candidates, each folder once.
#[derive(Default)]
struct Found {
    candidates: Vec<Candidate>,
    seen: HashSet<PathBuf>,
}

impl Found {
    /// The folders in a folder.
    fn below(&mut self, folder: &Path, source: Source) {
        for path in folders(folder) {
            let dull =
                path.file_name().is_some_and(|name| DULL.iter().any(|dull| name.eq_ignore_ascii_case(dull)));
            if !dull {
                self.add(path, source);
            }
        }
    }

    /// The places that Epic's manifests name; `drive` is what they call C:.
    fn epic(&mut self, manifests: &Path, drive: Option<&Path>) {
        let items = entries(manifests).filter(|path| path.extension().is_some_and(|kind| kind == "item"));
        for item in items {
            #[derive(serde::Deserialize)]
            struct Manifest {
                #[serde(rename = "InstallLocation")]
                location: String,
            }
            let manifest = text(&item).and_then(|text| serde_json::from_str::<Manifest>(&text).ok());
            let Some(Manifest { location }) = manifest else { continue };
            let path = match drive {
                None => PathBuf::from(location),
                Some(drive) => {
                    let named = location.get(1..2) == Some(":");
                    let Some(inside) = location.get(2..).filter(|_| named) else {
                        continue;
                    };
                    inside.split(['\\', '/']).fold(drive.to_path_buf(), |path, part| path.join(part))
                }
            };
            if path.is_dir() {
                self.add(path, Source::Epic);
            }
        }
    }

    fn add(&mut self, path: PathBuf, source: Source) {
        // The same folder may also be reached over links.
        let Ok(real) = path.canonicalize() else { return };
        if self.seen.insert(real) {
            self.candidates.push(Candidate { path, source });
        }
    }
}

/// Folders that never hold a game and may be very large.
const DULL: [&str; 14] = [
    "windows",
    "users",
    "programdata",
    "common files",
    "internet explorer",
    "windows media player",
    "windows nt",
    "microsoft",
    "$recycle.bin",
    "system volume information",
    "steam",
    "steamworks shared",
    "drive_c",
    "node_modules",
];

fn folders(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    entries(folder).filter(|path| path.is_dir())
}

/// The entries of a folder in the order of their names, without hidden ones.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .take(MOST_ENTRIES)
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|name| !name.as_encoded_bytes().starts_with(b".")))
        .collect();
    paths.sort();
    paths.into_iter()
}

fn text(path: &Path) -> Option<String> {
    crate::regular::text(path, MOST_BYTES).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn folder(root: &Path, path: &str) -> PathBuf {
        let path = root.join(path);
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn file(root: &Path, path: &str, content: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn found(roots: &Roots) -> Vec<(PathBuf, Source)> {
        roots.candidates().into_iter().map(|candidate| (candidate.path, candidate.source)).collect()
    }

    #[test]
    fn steam_libraries_and_proton_prefixes() {
        let home = tempfile::tempdir().unwrap();
        let steam = folder(home.path(), "steam");
        let own = folder(&steam, "steamapps/common/Recoil");
        let library = folder(home.path(), "disk/library");
        let other = folder(&library, "steamapps/common/Crimson Skies");
        folder(&steam, "steamapps/common/Steamworks Shared");
        let proton =
            folder(&library, "steamapps/compatdata/123/pfx/drive_c/Program Files (x86)/MechWarrior 3");
        folder(&library, "steamapps/compatdata/123/pfx/drive_c/windows/system32");
        file(
            &steam,
            "steamapps/libraryfolders.vdf",
            &format!(
                "\"libraryfolders\" {{ \"0\" {{ \"path\" \"{}\" }} \"1\" {{ \"path\" \"{}\" }} }}",
                steam.display(),
                library.display()
            ),
        );
        let found = found(&Roots { steam: vec![steam], ..Roots::default() });
        assert!(found.starts_with(&[(own, Source::Steam), (other, Source::Steam)]), "{found:?}");
        assert!(found.contains(&(proton, Source::Proton)), "{found:?}");
        assert!(
            !found.iter().any(|(path, _)| path.ends_with("windows") || path.ends_with("Steamworks Shared"))
        );
    }

    #[test]
    fn gog_epic_and_wine() {
        let home = tempfile::tempdir().unwrap();
        let gog = folder(home.path(), "GOG Games/MechWarrior 3");
        let epic = folder(home.path(), "Epic/Somewhere");
        let location = serde_json::json!({ "InstallLocation": epic.display().to_string(), "AppName": "x" });
        file(home.path(), "manifests/1.item", &location.to_string());
        file(home.path(), "manifests/2.item", "{ damaged");
        file(home.path(), "manifests/3.item", "{\"InstallLocation\": \"/nowhere/at/all\"}");
        let wine = folder(home.path(), ".wine/drive_c/Games/Recoil");
        let in_wine = folder(home.path(), ".wine/drive_c/Deep/Er/EverQuest");
        file(
            home.path(),
            ".wine/drive_c/ProgramData/Epic/EpicGamesLauncher/Data/Manifests/a.item",
            r#"{"InstallLocation": "C:\\Deep\\Er\\EverQuest"}"#,
        );
        file(
            home.path(),
            ".wine/drive_c/ProgramData/Epic/EpicGamesLauncher/Data/Manifests/b.item",
            r#"{"InstallLocation": "é"}"#,
        );
        let bottle = folder(home.path(), "bottles/one/drive_c/Program Files/Crimson Skies");
        let found = found(&Roots {
            gog: vec![home.path().join("GOG Games")],
            epic: vec![home.path().join("manifests")],
            prefixes: vec![home.path().join(".wine")],
            prefix_folders: vec![home.path().join("bottles")],
            ..Roots::default()
        });
        for wanted in [
            (gog, Source::Gog),
            (epic, Source::Epic),
            (wine, Source::Wine),
            (in_wine, Source::Epic),
            (bottle, Source::Wine),
        ] {
            assert!(found.contains(&wanted), "{wanted:?} in {found:?}");
        }
    }

    #[test]
    fn a_folder_is_listed_once_under_its_surest_source() {
        let home = tempfile::tempdir().unwrap();
        let game = folder(home.path(), "Games/Recoil");
        folder(home.path(), "Games/.hidden");
        file(home.path(), "Games/readme.txt", "");
        let games = home.path().join("Games");
        let roots = Roots { gog: vec![games.clone()], usual: vec![games.clone(), games], ..Roots::default() };
        assert_eq!(found(&roots), [(game, Source::Gog)]);
        assert_eq!(found(&Roots { usual: vec!["/nowhere".into()], ..Roots::default() }), []);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_home_folder_on_linux() {
        let home = tempfile::tempdir().unwrap();
        let wine = folder(home.path(), ".wine/drive_c/Program Files (x86)/MechWarrior 3");
        let flatpak = folder(
            home.path(),
            ".var/app/com.valvesoftware.Steam/.local/share/Steam/steamapps/common/Recoil",
        );
        let lutris = folder(home.path(), "Games/mech3/drive_c/GOG Games/MechWarrior 3");
        let plain = folder(home.path(), "games/crimson");
        let found = found(&Roots::of(home.path()));
        for wanted in
            [(wine, Source::Wine), (flatpak, Source::Steam), (lutris, Source::Wine), (plain, Source::Folder)]
        {
            assert!(found.contains(&wanted), "{wanted:?} in {found:?}");
        }
    }
}
