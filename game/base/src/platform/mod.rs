//! Differences between systems: folders, memory figures, where games are installed.

pub mod stores;
mod vdf;

use crate::Failure;
use std::path::{Path, PathBuf};

/// The folders the program writes to.
#[derive(Clone, Debug)]
pub struct Folders {
    /// Demo installs and other files that can be made again.
    pub cache: PathBuf,
    /// Pictures, recordings, reports.
    pub data: PathBuf,
    /// Settings.
    pub config: PathBuf,
}

impl Folders {
    /// `--home`, else `REVISIT_HOME`, else the system's usual folders.
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

/// Memory of this process, if the system reports it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// Most memory ever resident, mapped files included.
    pub peak_bytes: Option<u64>,
    /// Resident now and private to this process.
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

    /// Not reported by this system.
    #[cfg(not(target_os = "linux"))]
    pub fn now() -> Self {
        Memory::default()
    }
}

/// Steps by which a thread that gives way is nicer than others, of 19.
#[cfg(target_os = "linux")]
const NICER: i32 = 10;

/// The thread that calls this gives way to all others from now on, where the system ranks threads one by one.
pub fn give_way() {
    // Linux counts niceness for each thread, whatever POSIX says.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICER) {
        tracing::debug!(target: "load", "a thread keeps its rank: {error}");
    }
}

/// The current time as a file name, UTC: `20261121-071500`.
pub fn stamp() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    stamp_of(since.as_secs())
}

fn stamp_of(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Days since 1 March of the year 0, in eras of 400 years, of 146,097 days.
    let day = days + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Months from March on: five of them have 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + next;
    format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_gives_way_is_the_only_one() {
        let niceness = || -> i32 {
            let line = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            // The name in brackets may have blanks; the 19th field is the niceness.
            let (_, fields) = line.rsplit_once(')').unwrap();
            fields.split_whitespace().nth(16).unwrap().parse().unwrap()
        };
        let before = niceness();
        let patient = std::thread::spawn(move || {
            give_way();
            niceness()
        });
        assert_eq!(patient.join().unwrap(), (before + NICER).min(19));
        assert_eq!(niceness(), before);
    }

    #[test]
    fn the_calendar_of_file_names() {
        for (seconds, name) in [
            (0, "19700101-000000"),
            (951_782_399, "20000228-235959"),
            (951_782_400, "20000229-000000"),
            (951_868_800, "20000301-000000"),
            (1_704_067_199, "20231231-235959"),
            (4_107_542_400, "21000301-000000"),
        ] {
            assert_eq!(stamp_of(seconds), name);
        }
    }
}
