//! The system's `ffmpeg`, which knows the codecs of old videos.
//!
//! It is a separate program that may not be installed; nothing else here needs it.

use base::Failure;
use base::interrupted::Helper;
use std::fmt;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// The program's name.
const PROGRAM: &str = "ffmpeg";
/// The encoders it must have.
const ENCODERS: [&str; 2] = ["libvpx-vp9", "libopus"];
/// The extension of what [`Ffmpeg::convert`] writes.
pub const ENDING: &str = "webm";

/// Why it did not convert.
#[derive(Debug)]
pub enum FfmpegError {
    /// It cannot be started.
    Start(std::io::Error),
    /// Nobody knows how it ended.
    Lost(std::io::Error),
    /// The last thing that it said.
    Complaint(String),
    /// It failed without a word.
    Ended(ExitStatus),
}

impl fmt::Display for FfmpegError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FfmpegError::Start(error) => write!(f, "{PROGRAM} cannot be started: {error}"),
            FfmpegError::Lost(error) => write!(f, "{PROGRAM} was lost: {error}"),
            FfmpegError::Complaint(line) => f.write_str(line),
            FfmpegError::Ended(status) => write!(f, "{PROGRAM} ended with {status}"),
        }
    }
}

impl std::error::Error for FfmpegError {}

/// An installed `ffmpeg` with the encoders needed.
#[derive(Debug)]
pub struct Ffmpeg(());

impl Ffmpeg {
    /// Searches for it.
    ///
    /// # Errors
    /// [`Failure::Machine`] with what to do when there is none, or one without
    /// the encoders.
    pub fn find() -> Result<Self, Failure> {
        let asked = Command::new(PROGRAM).args(["-hide_banner", "-encoders"]).stdin(Stdio::null()).output();
        let known = asked.map_err(|error| {
            Failure::Machine(format!(
                "{PROGRAM} cannot be started ({error}), and converting videos needs it: install it \
                 (Debian and Ubuntu: apt install ffmpeg; Windows: winget install ffmpeg; macOS: brew install \
                 ffmpeg; others: https://ffmpeg.org/download.html)"
            ))
        })?;
        let known = String::from_utf8_lossy(&known.stdout).into_owned();
        let has = |encoder: &&str| known.split_whitespace().any(|word| word == *encoder);
        match ENCODERS.iter().find(|encoder| !has(encoder)) {
            None => Ok(Ffmpeg(())),
            Some(missing) => Err(Failure::Machine(format!(
                "this {PROGRAM} cannot write {missing}, which converting videos needs: install a full build \
                 from https://ffmpeg.org/download.html"
            ))),
        }
    }

    /// Writes a video as WebM, VP9 with Opus: free of licences, so that every build of ffmpeg,
    /// browser and player has it, and made for the web's small pictures, which these are. Pictures
    /// keep their size and rate. Reports the number of frames done so far.
    ///
    /// # Errors
    /// What ffmpeg says last, in one line.
    pub fn convert(
        &self,
        source: &Path,
        target: &Path,
        mut done: impl FnMut(u64),
    ) -> Result<(), FfmpegError> {
        let mut command = Command::new(PROGRAM);
        command.args(["-hide_banner", "-nostdin", "-loglevel", "error", "-nostats", "-progress", "pipe:1"]);
        command.arg("-i").arg(file(source)).args(["-map", "0:v:0", "-map", "0:a:0?"]);
        command.args(["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-pix_fmt", "yuv420p"]);
        command.args(["-deadline", "good", "-cpu-used", "4", "-row-mt", "1"]);
        command.args(["-c:a", "libopus", "-b:a", "96k", "-f", "webm", "-y"]).arg(file(target));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let running = Helper::start(&mut command).map_err(FfmpegError::Start)?;

        // Both pipes must be drained, or ffmpeg blocks.
        let (stderr, stdout) = {
            let mut child = running.child();
            (child.stderr.take(), child.stdout.take())
        };
        let complaints = stderr.map(|mut pipe| {
            std::thread::spawn(move || {
                let mut text = Vec::new();
                // The output until the pipe broke is all there is.
                let _ = pipe.read_to_end(&mut text);
                String::from_utf8_lossy(&text).into_owned()
            })
        });
        if let Some(pipe) = stdout {
            for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                if let Some(frame) = line.strip_prefix("frame=").and_then(|frame| frame.trim().parse().ok()) {
                    done(frame);
                }
            }
        }
        // Its output has ended, so it is about to.
        let status = running.child().wait().map_err(FfmpegError::Lost)?;
        let complaints = complaints.and_then(|thread| thread.join().ok()).unwrap_or_default();
        if status.success() {
            return Ok(());
        }
        let last = complaints.lines().rfind(|line| !line.trim().is_empty());
        Err(last.map_or(FfmpegError::Ended(status), |line| FfmpegError::Complaint(plain(line, source))))
    }
}

/// A message of ffmpeg without its internal parts and addresses: `[in#0 @ 0x5581] Error opening
/// input: file:/a.avi: Invalid data` is `Error opening input: Invalid data`.
fn plain(line: &str, source: &Path) -> String {
    let line = line.trim();
    let line = match line.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
        Some((part, said)) if part.contains(" @ ") => said,
        _ => line,
    };
    let source = file(source);
    let source = source.to_string_lossy();
    line.replace(&format!("{source}: "), "").replace(&*source, "the video")
}

/// A path that ffmpeg takes for a file, whatever it looks like (`-x`, `a:b`).
fn file(path: &Path) -> std::ffi::OsString {
    let mut address = std::ffi::OsString::from("file:");
    address.push(path);
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ffmpeg_says_is_put_plainly() {
        let source = Path::new("/v/a.avi");
        let said = |line: &str| plain(line, source);
        assert_eq!(said("file:/v/a.avi: Invalid data found\n"), "Invalid data found");
        assert_eq!(said("[in#0 @ 0x55] Error opening file:/v/a.avi."), "Error opening the video.");
        assert_eq!(said("[no] way"), "[no] way");
    }
}
