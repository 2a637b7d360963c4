//! The stages of loading: how far it is, and how long each took.

use load::Phase;
use render::UploadPhase;
use std::time::Instant;

/// A stage of loading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A demo is made: first its files, then they are written.
    Build,
    /// Files to a scene.
    Load(Phase),
    /// The world at its start.
    Start,
    /// A scene to the device.
    Upload(UploadPhase),
}

impl Stage {
    /// Number of stages.
    const COUNT: usize = Phase::ALL.len() + 1 + UploadPhase::ALL.len();

    /// One word for display.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Build => "build",
            Stage::Load(phase) => phase.name(),
            Stage::Start => "start",
            Stage::Upload(phase) => phase.name(),
        }
    }

    /// What is done in it, for the loading page.
    pub fn words(self) -> &'static str {
        match self {
            Stage::Build => "building the demo",
            Stage::Load(Phase::Discover) => "looking for the files",
            Stage::Load(Phase::Read | Phase::Parse) => "reading the files",
            Stage::Load(Phase::Build) => "building the level",
            Stage::Load(Phase::Textures) => "unpacking textures",
            Stage::Load(Phase::Collide) => "preparing collision",
            Stage::Start => "placing you in the level",
            Stage::Upload(UploadPhase::Order) => "sorting surfaces",
            Stage::Upload(UploadPhase::Shapes) => "uploading models",
            Stage::Upload(UploadPhase::Textures) => "uploading textures",
        }
    }

    /// Number of stages before it.
    fn position(self) -> usize {
        match self {
            Stage::Build => 0,
            Stage::Load(phase) => Phase::ALL.iter().position(|other| *other == phase).unwrap_or(0),
            Stage::Start => Phase::ALL.len(),
            Stage::Upload(phase) => {
                let before = UploadPhase::ALL.iter().position(|other| *other == phase).unwrap_or(0);
                Phase::ALL.len() + 1 + before
            }
        }
    }
}

/// Progress of loading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The current stage.
    pub stage: Stage,
    /// Steps done.
    pub done: usize,
    /// Steps of the stage.
    pub of: usize,
}

/// The start of loading.
pub(super) const FIRST: Step = Step { stage: Stage::Load(Phase::Discover), done: 0, of: 1 };

impl Step {
    /// Overall progress, 0..=1; every stage counts the same, and a demo that is built first has
    /// progress of its own.
    pub fn fraction(&self) -> f32 {
        let inside = self.done as f32 / self.of.max(1) as f32;
        if self.stage == Stage::Build {
            return inside;
        }
        (self.stage.position() as f32 + inside.clamp(0.0, 1.0)) / Stage::COUNT as f32
    }
}

/// Measures the time between calls.
pub(super) struct Phases {
    started: Instant,
    current: Option<(&'static str, Instant)>,
    times_ms: Vec<(&'static str, f64)>,
}

impl Default for Phases {
    fn default() -> Self {
        let now = Instant::now();
        Phases { started: now, current: Some(("open", now)), times_ms: Vec::new() }
    }
}

impl Phases {
    pub(super) fn at(&mut self, name: &'static str) {
        if self.current.is_some_and(|(current, _)| current == name) {
            return;
        }
        self.end();
        self.current = Some((name, Instant::now()));
    }

    fn end(&mut self) {
        if let Some((name, since)) = self.current.take() {
            self.times_ms.push((name, since.elapsed().as_secs_f64() * 1000.0));
        }
    }

    pub(super) fn finish(mut self) -> Vec<(&'static str, f64)> {
        self.end();
        self.times_ms.push(("all", self.started.elapsed().as_secs_f64() * 1000.0));
        for (name, ms) in &self.times_ms {
            tracing::info!(target: "load", "{name} {ms:.1} ms");
        }
        self.times_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_never_goes_back() {
        let mut last = -1.0;
        let stages = Phase::ALL.map(Stage::Load).into_iter().chain([Stage::Start]);
        for stage in stages.chain(UploadPhase::ALL.map(Stage::Upload)) {
            for done in 0..=4 {
                let fraction = Step { stage, done, of: 4 }.fraction();
                assert!(fraction >= last && fraction <= 1.0);
                last = fraction;
            }
        }
        assert_eq!(last, 1.0);
        assert!(Step { stage: Stage::Load(Phase::Read), done: 0, of: 0 }.fraction().is_finite());
    }
}
