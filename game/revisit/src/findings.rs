//! All findings of the program, from every crate.

use binary::Code;

/// All codes, in no particular order; formats may share some.
pub fn all_codes() -> Vec<&'static Code> {
    let mut all = Vec::new();
    all.extend(zbd::gamez::all_codes());
    all.extend(zbd::textures::codes());
    all.extend(zbd::archive::codes());
    all.extend(zbd::reader::codes());
    all.extend(zbd::motion::codes());
    all.extend(zbd::mechlib::codes());
    all.extend(zbd::sounds::codes());
    all.extend(zbd::saves::codes());
    all.extend(zbd::zmap::codes());
    all.extend(zbd::interp::codes());
    all.extend(zbd::messages::codes());
    all.extend(avi::codes());
    all.extend(vfs::CODES);
    all.extend(world::CODES);
    all.extend(runtime::CODES);
    all.extend(gamestudio::wmb::codes());
    all.extend(gamestudio::model::codes());
    all.extend(gamestudio::hmp::codes());
    all.extend(gamestudio::wad::codes());
    all.extend(gamestudio::wmp::codes());
    all.extend(load::model::CODES);
    all.extend(audio::CODES);
    all.extend(load::zipper::CODES);
    all.extend(load::zipper::sounds::CODES);
    all.extend(load::gamestudio::CODES);
    all.extend(titles::CODES);
    all.extend(crate::verbs::check::CODES);
    all.extend(crate::verbs::show::CODES);
    all.extend(files::gltf::CODES);
    all
}
