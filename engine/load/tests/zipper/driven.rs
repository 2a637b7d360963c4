//! Worlds in which somebody drives, with readers written as text.

use crate::zipper::animations::request;
use crate::zipper::install::{Install, member};
use binary::Mode;
use load::{Error, Guests, Loaded, Request, SoundSetup};
use zbd::archive::TypedArchive;

/// A world of a title with these readers, and who drives what in it.
pub fn load(
    title: &str,
    world: &[u8],
    readers: &[(&str, &str)],
    vehicle: Option<&str>,
) -> Result<Loaded, Error> {
    let (install, request) = installed(title, world, readers, vehicle);
    load::load(&install.vfs(), &request, &mut load::Quiet)
}

/// Its files, and what is asked for.
pub fn installed(
    title: &str,
    world: &[u8],
    readers: &[(&str, &str)],
    vehicle: Option<&str>,
) -> (Install, Request) {
    let install = Install::new();
    install.file("zbd/c1/gamez.zbd", world);
    let read = |text: &str| zbd::reader::parse(text.as_bytes(), Mode::Strict).unwrap().0;
    let entries = readers.iter().map(|(name, text)| member(name, read(text))).collect();
    let archive = TypedArchive { entries, ..TypedArchive::default() };
    install.file("zbd/zrdr.zbd", &zbd::reader::write_archive(&archive).unwrap());
    let request = Request {
        title: title.to_owned(),
        sounds: None,
        animations: Vec::new(),
        sound_setup: SoundSetup { readers: vec!["zbd/zrdr.zbd".to_owned()], ..SoundSetup::default() },
        guests: Guests { vehicle: vehicle.map(str::to_owned), ..Guests::default() },
        ..request()
    };
    (install, request)
}
