//! The shaders' sources: part of the program, and in debug builds reloaded when a file of the
//! repository changes.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

/// Interval between checks for changed files.
const LOOK: Duration = Duration::from_millis(500);

/// Sources of all shaders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shaders {
    pub scene: String,
    pub faithful: String,
    pub screen: String,
    pub last_pass: String,
    pub hud: String,
}

/// The shader of that name without its comments.
macro_rules! built_in {
    ($name:literal) => {
        embed::without!(include_str!(concat!("../../../shaders/", $name, ".wgsl")), after: "//", lines: [])
    };
}

impl Shaders {
    pub fn built_in() -> Self {
        Shaders {
            scene: built_in!("scene").to_owned(),
            faithful: built_in!("faithful").to_owned(),
            screen: built_in!("screen").to_owned(),
            last_pass: built_in!("last_pass").to_owned(),
            hud: built_in!("hud").to_owned(),
        }
    }
}

/// Watches for changed files.
pub(crate) struct Watch {
    folder: PathBuf,
    seen: [Option<SystemTime>; FILES.len()],
    next: Instant,
}

const FILES: [&str; 5] = ["scene.wgsl", "faithful.wgsl", "screen.wgsl", "last_pass.wgsl", "hud.wgsl"];

impl Watch {
    /// `None` in release builds and where there is no repository.
    pub fn start() -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shaders");
        (cfg!(debug_assertions) && folder.is_dir()).then(|| Watch {
            seen: times(&folder),
            folder,
            next: Instant::now() + LOOK,
        })
    }

    /// The sources, if a file has changed since the last time. Checks at most twice a second.
    pub fn changed(&mut self) -> Option<std::io::Result<Shaders>> {
        let now = Instant::now();
        if now < self.next {
            return None;
        }
        self.next = now + LOOK;
        let times = times(&self.folder);
        if times == self.seen {
            return None;
        }
        self.seen = times;
        let read = |file: &str| std::fs::read_to_string(self.folder.join(file));
        let all = || {
            let (scene, faithful) = (read(FILES[0])?, read(FILES[1])?);
            let (screen, last_pass) = (read(FILES[2])?, read(FILES[3])?);
            Ok(Shaders { scene, faithful, screen, last_pass, hud: read(FILES[4])? })
        };
        Some(all())
    }
}

fn times(folder: &Path) -> [Option<SystemTime>; FILES.len()] {
    FILES.map(|file| std::fs::metadata(folder.join(file)).and_then(|data| data.modified()).ok())
}
