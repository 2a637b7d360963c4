//! What JavaScript calls: a demo built in its worker.

use demos::{Demo, Part};
use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Before anything else: a bug of the program is reported as what it is.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| {
        // The worker looks there when a call ends in an error of the machine.
        let _ = Reflect::set(&js_sys::global(), &"panicked".into(), &panic.to_string().into());
    }));
}

/// Builds a part of a demo, what lies beside its world or all else: `{ names, files, first }` with the addresses of its
/// files, the bytes of each, and the world that opens when nobody chooses one, where the demo itself does not say.
///
/// # Errors
/// No such demo, or a mistake in it: one line.
#[wasm_bindgen]
pub fn build(name: &str, beside: bool) -> Result<Object, JsValue> {
    let demo = Demo::named(name).map_err(told)?;
    let (names, files): (Array, Array) = (Array::new(), Array::new());
    let part = if beside { Part::Beside } else { Part::World };
    for file in demo.part(part).map_err(told)? {
        names.push(&file.address.into());
        files.push(&Uint8Array::from(file.bytes.as_slice()));
    }
    let built = Object::new();
    let first = demo.first_world().map_or(JsValue::UNDEFINED, JsValue::from_str);
    for (key, value) in [("names", names.into()), ("files", files.into()), ("first", first)] {
        Reflect::set(&built, &key.into(), &value)?;
    }
    Ok(built)
}

/// An error as text for people.
fn told(error: impl std::fmt::Display) -> JsValue {
    JsValue::from_str(&error.to_string())
}
