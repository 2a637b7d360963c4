//! An open archive: its tables, and the names that it lists.

use crate::crypt::{Purpose, hash, key};
use crate::tables::{Block, ENCRYPTED, Hash, Header, MOVED_KEY};
use crate::{LIST, UNNAMED, sectors};
use binary::{Data, Finding, Result, Severity};
use serde::Serialize;
use std::collections::HashSet;

/// The member that lists names.
const NAMES: &str = "(listfile)";
/// Members that are the archive's own.
const OWN: [&str; 3] = [NAMES, "(attributes)", "(signature)"];
/// Longest list of names.
const LONGEST_LIST: u32 = 64 << 20;
/// Longest name.
const LONGEST_NAME: usize = 1024;

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct File {
    /// Its name, as the archive lists it or somebody asked for it: `Creature\Wolf\Wolf.m2`.
    pub name: String,
    /// Its size in bytes once it is unpacked.
    pub size: u64,
    /// Bytes that it takes in the archive.
    pub packed: u64,
    #[serde(skip)]
    pub(crate) block: Block,
    #[serde(skip)]
    pub(crate) key: Option<u32>,
}

/// An open archive. It keeps its tables and none of its files.
#[derive(Debug)]
pub struct Archive {
    header: Header,
    hashes: Vec<Hash>,
    blocks: Vec<Block>,
    files: Vec<File>,
    /// Blocks that have a name.
    named: HashSet<u32>,
}

impl Archive {
    /// Reads the tables and the list of names; second is what was odd.
    ///
    /// # Errors
    /// `mpq.magic`, `mpq.version`, `mpq.truncated`, `mpq.table`: no archive, one of later clients, or one whose tables
    /// are damaged.
    pub fn open(data: &(impl Data + ?Sized)) -> Result<(Archive, Vec<Finding>)> {
        let header = Header::read(data)?;
        let hashes = header.hashes(data)?;
        let blocks = header.blocks(data)?;
        let mut archive = Archive { header, hashes, blocks, files: Vec::new(), named: HashSet::new() };
        OWN.iter().for_each(|name| archive.learn(name.as_bytes()));
        archive.files.clear();
        let mut findings = Vec::new();
        match archive.list(data) {
            Ok(list) => list
                .split(|byte| matches!(byte, b'\r' | b'\n' | b';' | 0))
                .filter(|name| (1..=LONGEST_NAME).contains(&name.len()))
                .for_each(|name| archive.learn(name)),
            Err(finding) => {
                let found = finding.to_string();
                findings.push(Finding::new(&LIST, Severity::Warning, "", "a list of names", found));
            }
        }
        Ok((archive, findings))
    }

    /// The files whose names are known, in the order in which they became so.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// How many files are there whose names nobody said.
    pub fn unnamed(&self) -> usize {
        let named = |block: &usize| !self.named.contains(&(*block as u32));
        let there = self.blocks.iter().enumerate().filter(|(_, block)| block.is_there() && block.size > 0);
        there.map(|(index, _)| index).filter(named).count()
    }

    /// A note for an archive that does not list all that it has.
    pub fn unnamed_note(&self) -> Option<Finding> {
        let count = self.unnamed();
        let found = format_args!("{count} without");
        (count > 0).then(|| Finding::new(&UNNAMED, Severity::Note, "", "a name for each file", found))
    }

    /// The file of a name, whether it is listed or not; neither case nor the kind of slash matters.
    pub fn find(&self, name: &str) -> Option<File> {
        self.find_bytes(name.as_bytes()).map(|(_, file)| file)
    }

    /// Lists files of these names, too, where they are there and not listed yet.
    pub fn name<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) {
        names.into_iter().for_each(|name| self.learn(name.as_bytes()));
    }

    /// Puts a name into the list, if a file has it that has no other.
    fn learn(&mut self, name: &[u8]) {
        if let Some((block, file)) = self.find_bytes(name)
            && self.named.insert(block)
        {
            self.files.push(file);
        }
    }

    fn find_bytes(&self, name: &[u8]) -> Option<(u32, File)> {
        let number = self.lookup(name)?;
        let block = *self.blocks.get(number as usize).filter(|block| block.is_there())?;
        let moved = block.has(MOVED_KEY).then_some((block.place as u32, block.size));
        let name_text = std::str::from_utf8(name).map_or_else(
            // Old lists are in Latin-1.
            |_| name.iter().map(|byte| char::from(*byte)).collect(),
            str::to_owned,
        );
        let file = File {
            name: name_text,
            size: block.size.into(),
            packed: block.packed.into(),
            block,
            key: block.has(ENCRYPTED).then(|| key(name, moved)),
        };
        Some((number, file))
    }

    /// The number of the block that a name stands for: in no language, else in the first that has it.
    fn lookup(&self, name: &[u8]) -> Option<u32> {
        let mask = self.hashes.len().checked_sub(1)?;
        let place = hash(name, Purpose::Place) as usize;
        let (first, second) = (hash(name, Purpose::First), hash(name, Purpose::Second));
        let entries =
            (0..self.hashes.len()).filter_map(|step| self.hashes.get(place.wrapping_add(step) & mask));
        let mut fitting = entries
            .take_while(|entry| !entry.was_never_used())
            .filter(|entry| (entry.first, entry.second) == (first, second))
            .filter(|entry| (entry.block as usize) < self.blocks.len());
        let found = fitting.next()?;
        let neutral = (found.language != 0).then(|| fitting.find(|entry| entry.language == 0)).flatten();
        Some(neutral.unwrap_or(found).block)
    }

    fn list(&self, data: &(impl Data + ?Sized)) -> Result<Vec<u8>> {
        match self.find(NAMES) {
            Some(file) if file.block.size <= LONGEST_LIST => self.read(data, &file, usize::MAX),
            _ => Ok(Vec::new()),
        }
    }

    /// At most the first `count` bytes of a file.
    ///
    /// # Errors
    /// `mpq.block`, `mpq.sector` for a damaged file, `mpq.packing` for one that is packed in another way.
    pub fn read(&self, data: &(impl Data + ?Sized), file: &File, count: usize) -> Result<Vec<u8>> {
        sectors::read(data, &self.header, file, count).map_err(|finding| Box::new(finding.inside(&file.name)))
    }
}
