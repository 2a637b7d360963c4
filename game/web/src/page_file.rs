//! Files of the browser: they stay where they are, and their bytes are read when they are asked for.

use js_sys::Uint8Array;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use vfs::Parts;
use wasm_bindgen::JsValue;
use web_sys::{File, FileReaderSync};

thread_local! {
    /// By number: what belongs to JavaScript stays on its thread.
    static FILES: RefCell<BTreeMap<u64, File>> = const { RefCell::new(BTreeMap::new()) };
    static NEXT: Cell<u64> = const { Cell::new(0) };
    static READ: Cell<u64> = const { Cell::new(0) };
}

/// Bytes that were read of all files so far.
pub fn bytes_read() -> u64 {
    READ.get()
}

/// A file that a person handed to the page.
#[derive(Debug)]
pub struct PageFile {
    number: u64,
    size: u64,
}

impl PageFile {
    /// A file of the browser.
    pub fn new(file: File) -> Self {
        let number = NEXT.get();
        NEXT.set(number + 1);
        let size = file.size() as u64;
        FILES.with_borrow_mut(|files| files.insert(number, file));
        PageFile { number, size }
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
        self.size
    }

    fn read(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
        let file = FILES.with_borrow(|files| files.get(&self.number).cloned());
        let file = file.ok_or_else(|| io::Error::other("it was handed to another worker"))?;
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
