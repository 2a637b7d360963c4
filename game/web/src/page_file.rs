//! Files of the browser: they stay where they are, and their bytes are read when they are asked for.
//!
//! At first a worker knows only the names of what a person handed over: a browser asks the disk about every file that
//! goes from the page to its worker, for a hundred thousand of them most of a minute. What is read is passed on by and by.

use js_sys::Uint8Array;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::sync::Arc;
use vfs::{Handed, HandedFile, Parts};
use wasm_bindgen::JsValue;
use web_sys::{File, FileReaderSync};

thread_local! {
    /// By number: what belongs to JavaScript stays on its thread.
    static FILES: RefCell<BTreeMap<u64, File>> = const { RefCell::new(BTreeMap::new()) };
    /// Numbers of files that were asked for and are not passed on yet.
    static LACKING: RefCell<BTreeSet<u64>> = const { RefCell::new(BTreeSet::new()) };
    static NEXT: Cell<u64> = const { Cell::new(0) };
    static READ: Cell<u64> = const { Cell::new(0) };
}

/// Bytes that were read of all files so far.
pub fn bytes_read() -> u64 {
    READ.get()
}

/// The files that a person handed over, by their places in the list of their names.
#[derive(Debug)]
pub struct Listing {
    names: Vec<String>,
    files: Vec<Arc<PageFile>>,
    /// The number of the first file; the others follow.
    first: u64,
}

impl Listing {
    /// Files of these names, none of which is passed on yet.
    pub fn new(names: Vec<String>) -> Self {
        LACKING.with_borrow_mut(BTreeSet::clear);
        let first = NEXT.get();
        NEXT.set(first + names.len() as u64);
        let files = (first..NEXT.get()).map(|number| Arc::new(PageFile { number })).collect();
        Listing { names, files, first }
    }

    /// What can be opened of them: one zip file is what is in it.
    ///
    /// # Errors
    /// The zip file is none, or it is not passed on yet.
    pub fn handed(&self) -> binary::Result<Handed> {
        if let ([name], [file]) = (self.names.as_slice(), self.files.as_slice())
            && is_zip(name)
        {
            let file: Arc<dyn Parts> = file.clone();
            return Handed::zip(file).map_err(|finding| Box::new(finding.in_file(name)));
        }
        let file = |file: &Arc<PageFile>| HandedFile::Parts(file.clone());
        Ok(Handed::files(self.names.iter().cloned().zip(self.files.iter().map(file)).collect()))
    }

    /// Takes the files at some places of the list.
    pub fn take(&self, files: impl Iterator<Item = (u32, File)>) {
        FILES.with_borrow_mut(|known| {
            known.extend(files.map(|(place, file)| (self.first + u64::from(place), file)));
        });
    }

    /// The places of the files that were asked for and are still to be passed on; they are not named twice.
    pub fn lacking(&self) -> Vec<u32> {
        let lacking = LACKING.take();
        lacking.iter().filter_map(|number| u32::try_from(number.checked_sub(self.first)?).ok()).collect()
    }

    /// The places of all files in a folder (`""` for all of them) that are still to be passed on.
    pub fn lacking_in(&self, folder: &str) -> Vec<u32> {
        let is_in = |name: &str| {
            folder.is_empty() || name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        if matches!(self.names.as_slice(), [name] if is_zip(name)) {
            return Vec::new();
        }
        let named = (0..).zip(&self.names).filter(|(_, name)| is_in(name));
        FILES.with_borrow(|known| {
            let lacks = |&place: &u32| !known.contains_key(&(self.first + u64::from(place)));
            named.map(|(place, _)| place).filter(lacks).collect()
        })
    }
}

fn is_zip(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".zip")
}

/// A file that a person handed to the page.
#[derive(Debug)]
struct PageFile {
    number: u64,
}

impl PageFile {
    /// What the browser has of it; it is noted as lacking if it was not passed on yet.
    fn file(&self) -> Option<File> {
        let file = FILES.with_borrow(|files| files.get(&self.number).cloned());
        if file.is_none() {
            LACKING.with_borrow_mut(|lacking| lacking.insert(self.number));
        }
        file
    }
}

impl Drop for PageFile {
    fn drop(&mut self) {
        // Where the thread ends, all of them go.
        let _ = FILES.try_with(|files| files.borrow_mut().remove(&self.number));
    }
}

impl Parts for PageFile {
    fn size(&self) -> u64 {
        self.file().map_or(0, |file| file.size() as u64)
    }

    fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
        let file = self.file().ok_or_else(|| io::Error::other("the page has not passed it on yet"))?;
        let part = file.slice_with_f64_and_f64(range.start as f64, range.end as f64);
        let part = part.map_err(|error| gone(&error))?;
        let read = FileReaderSync::new().and_then(|reader| reader.read_as_array_buffer(&part));
        let read = read.map_err(|error| gone(&error))?;
        let bytes = Uint8Array::new(&read.into()).to_vec();
        READ.set(READ.get() + bytes.len() as u64);
        Ok(bytes)
    }
}

/// Why a browser does not read a file.
fn gone(error: &JsValue) -> io::Error {
    let named = |name: &str| js_sys::Reflect::get(error, &name.into()).ok().and_then(|text| text.as_string());
    let why = match named("name").as_deref() {
        Some("NotFoundError") => "it is not there any more; hand the folder over again".to_owned(),
        Some("NotReadableError") => {
            "it was changed or may not be read; hand the folder over again".to_owned()
        }
        name => format!(
            "the browser does not read it ({})",
            named("message").as_deref().or(name).unwrap_or("it does not say why")
        ),
    };
    io::Error::other(why)
}
