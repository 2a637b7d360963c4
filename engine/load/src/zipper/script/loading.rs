//! Files that scripts name: worlds, animations, readers.

use super::Run;
use super::files::InstallFiles;
use binary::Mode;
use script::commands::Loading;
use script::{Outcome, Registers};
use zbd::gamez;
use zbd::reader::Value;

/// Most kinds of ground. Source: `docs/spec/zbd/interp-language.md`, "8.8 Files and tables".
const MOST_SOILS: usize = 100;

impl Run<'_> {
    pub(super) fn loading(&mut self, command: &Loading, registers: &mut Registers) -> Outcome {
        let extras = &mut self.builder.extras;
        match command {
            Loading::GameZReadZBDFile { path } => return self.read_world(path, registers),
            Loading::AnimSetZBDFile { path } => extras.animations = vec![path.clone()],
            Loading::AnimAddZBDFile { path } => extras.animations.push(path.clone()),
            Loading::RdrSetPath { folder } => extras.readers = vec![folder.clone()],
            Loading::RdrAddPath { folder } => extras.readers.push(folder.clone()),
            Loading::LoadSoils { path } => return self.load_soils(path),
            // The source of animations belongs to the tools that compiled them.
            Loading::AnimSetZRDRFile { .. }
            | Loading::AnimSetDebugFrame { .. }
            | Loading::GameZWriteZBDFile { .. }
            | Loading::SetGameZNodeArraySize { .. }
            | Loading::SetMaterialArraySize { .. }
            | Loading::SetModel3DArraySize { .. }
            | Loading::AddClutterTemplates { .. }
            | Loading::DeleteFile { .. } => return Outcome::Unused,
        }
        Outcome::Done
    }

    /// Reads the container of the world, unless a script has.
    pub(super) fn read_own(&mut self) {
        if !self.builder.has_read && self.vfs.is_file(self.container) {
            self.read_world(self.container, &mut Registers::default());
        }
    }

    /// Reads the container of the world. Others hold aeroplanes and the like, which are read where
    /// somebody asks for them.
    fn read_world(&mut self, path: &str, registers: &mut Registers) -> Outcome {
        let named = InstallFiles::new(self.vfs).address(path);
        let is_own = |address: &String| address.eq_ignore_ascii_case(self.container);
        // A path with a macro that is not set, or of a developer's disk, names the world it is run for.
        let ends_alike = || file_name(path).eq_ignore_ascii_case(file_name(self.container));
        let address = match named {
            Some(address) if is_own(&address) || !ends_alike() => address,
            _ if ends_alike() => self.container.to_owned(),
            _ => {
                self.builder.has_failed = true;
                return Outcome::Missing;
            }
        };
        if self.builder.has_read || !is_own(&address) {
            self.builder.extras.libraries.push(address);
            return Outcome::Done;
        }
        let read = self.vfs.read(&address).and_then(|bytes| {
            self.bytes_read += bytes.len() as u64;
            gamez::read(&bytes, Mode::Lenient).map_err(|finding| Box::new(finding.in_file(&address)))
        });
        match read {
            Ok((gamez, report)) => {
                let odd = report.into_findings().into_iter().map(|finding| finding.in_file(&address));
                self.findings.extend(odd);
                self.builder.take(gamez);
                *registers = Registers::default();
                Outcome::Done
            }
            Err(finding) => {
                self.findings.push(*finding);
                self.builder.has_failed = true;
                Outcome::Failed("the file cannot be read".to_owned())
            }
        }
    }

    /// Reads the names of kinds of ground: all texts of the reader file, in order.
    fn load_soils(&mut self, path: &str) -> Outcome {
        let Some(address) = InstallFiles::new(self.vfs).reader(path, self.world) else {
            return Outcome::Missing;
        };
        let read = self.vfs.read(&address).and_then(|bytes| zbd::reader::read(&bytes, Mode::Lenient));
        match read {
            Ok((soils, _)) => {
                self.bytes_read += self.vfs.size(&address).unwrap_or(0);
                texts(&soils, self.builder.extras.soils.get_or_insert_default());
                Outcome::Done
            }
            Err(finding) => {
                self.findings.push(finding.in_file(&address));
                Outcome::Failed("the file cannot be read".to_owned())
            }
        }
    }
}

/// Adds all texts of a reader file, as many as there are kinds of ground.
fn texts(value: &Value, into: &mut Vec<String>) {
    if let Some(text) = value.text().filter(|_| into.len() < MOST_SOILS) {
        into.push(text.into_owned());
    }
    value.items().iter().for_each(|item| texts(item, into));
}

/// The last part of a path.
fn file_name(path: &str) -> &str {
    path.rsplit(['\\', '/']).next().unwrap_or(path)
}
