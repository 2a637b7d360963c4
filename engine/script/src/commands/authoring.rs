//! Building a world from source models, as the makers of the games did.

use super::entry::{ALL, SKIES};

/// Why all of these may be left out.
const BUILT: &str = "builds a world from source models; that of a game is finished";

super::commands! {
    /// Building a world from source models. Known scripts are full of it, in blocks that are skipped
    /// where a finished world is read.
    Authoring, source "docs/spec/zbd/interp-language.md, \"7.1 The build/run switch\"";
    LoadGameGen { path: text "source model", name: text "node" }: ALL.ignorable(BUILT)
        => "Imported a source model under the name of a node";
    SetMission { arguments: rest "unknown" }: ALL.ignorable(BUILT)
        => "Named the mission that was built";
    SetModelDirectory { folder: text "folder" }: ALL.ignorable(BUILT)
        => "Set where source models are";
    GameGenSetWorld { name: text "world" }: ALL.ignorable(BUILT)
        => "Set the world that source models are imported into";
    GameGenForceFlatShading { arguments: rest "unknown" }: ALL.ignorable(BUILT)
        => "Imported source models without smooth light";
    GameGenSetSubfacePriorityOffset { offset: whole "1 in Crimson Skies" }: SKIES.ignorable(BUILT)
        => "Set how faces on faces of source models are ordered";
    GameGenTranslatePaths { path: text "folder" }: ALL.ignorable(BUILT)
        => "Changed paths inside source models";
    SetKeyboardInput { arguments: rest "unknown" }: ALL.ignorable(BUILT)
        => "Set keys of the tools that built worlds";
    GenericTerrainMorph { arguments: rest "unknown" }: ALL.ignorable(BUILT)
        => "Prepared land that changes its shape";
}
