//! What differs between systems: folders and memory figures.

use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// The folders the program writes to.
#[derive(Clone, Debug)]
pub struct Folders {
    /// Demo installs and other things that can be made again.
    pub cache: PathBuf,
    /// Pictures, recordings, reports.
    pub data: PathBuf,
    /// Settings.
    pub config: PathBuf,
}

impl Folders {
    /// `--home`, else `REVISIT_HOME`, else where the system keeps such things.
    pub fn find(home: Option<&Path>) -> Result<Self, Failure> {
        let home =
            home.map(Path::to_path_buf).or_else(|| std::env::var_os("REVISIT_HOME").map(PathBuf::from));
        if let Some(home) = home.filter(|home| !home.as_os_str().is_empty()) {
            return Ok(Folders {
                cache: home.join("cache"),
                data: home.join("data"),
                config: home.join("config"),
            });
        }
        let dirs = directories::ProjectDirs::from("", "", "revisit").ok_or_else(|| {
            Failure::Machine("no home folder is known; give one with --home DIR or REVISIT_HOME".to_owned())
        })?;
        Ok(Folders {
            cache: dirs.cache_dir().to_path_buf(),
            data: dirs.data_dir().to_path_buf(),
            config: dirs.config_dir().to_path_buf(),
        })
    }
}

/// Memory of this process, where the system tells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// Most memory ever resident, mapped files included.
    pub peak_bytes: Option<u64>,
    /// Resident now and belonging to this process alone.
    pub private_bytes: Option<u64>,
}

impl Memory {
    /// As of now.
    #[cfg(target_os = "linux")]
    pub fn now() -> Self {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name))?;
            let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
            Some(kib * 1024)
        };
        Memory { peak_bytes: field("VmHWM:"), private_bytes: field("RssAnon:") }
    }

    /// Not told by this system.
    #[cfg(not(target_os = "linux"))]
    pub fn now() -> Self {
        Memory::default()
    }
}
