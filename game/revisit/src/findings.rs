//! All findings of the program, from every crate.

use binary::Code;

/// All codes, in no particular order; formats may share some.
pub fn all_codes() -> Vec<&'static Code> {
    let mut all = Vec::new();
    all.extend(kinds::all().codes());
    all.extend(cd::CODES);
    all.extend(vfs::CODES);
    all.extend(world::CODES);
    all.extend(world::EMITTER_CODES);
    all.extend(runtime::CODES);
    all.extend(runtime::PROGRAM_CODES);
    all.extend(runtime::COMBAT_CODES);
    all.extend(runtime::MISSION_CODES);
    all.extend(load::model::CODES);
    all.extend(audio::CODES);
    all.extend(music::CODES);
    all.extend(load::zipper::CODES);
    all.extend(load::zipper::ANIM_CODES);
    all.extend(script::CODES);
    all.extend(load::zipper::sounds::CODES);
    all.extend(load::zipper::sound_definitions::CODES);
    all.extend(load::zipper::SOUND_CODES);
    all.extend(load::zipper::definitions::CODES);
    all.extend(load::zipper::VEHICLE_CODES);
    all.extend(load::zipper::MISSION_CODES);
    all.extend(load::gamestudio::CODES);
    all.extend(load::everquest::CODES);
    all.extend(load::everquest::actors::CODES);
    all.extend(load::warcraft::CODES);
    all.extend(load::daggerfall::CODES);
    all.extend(titles::CODES);
    all.extend(places::CODES);
    all.extend(checking::CODES);
    all.extend(crate::verbs::show::CODES);
    all.extend(files::gltf::CODES);
    all
}
