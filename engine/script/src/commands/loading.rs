//! Files and tables.

use super::entry::{ALL, SKIES};

super::commands! {
    /// Files and tables. No sound, zone or library of 'mechs has a command.
    Loading, source "docs/spec/zbd/interp-language.md, \"8.8 Files and tables\"";
    GameZReadZBDFile { path: text "file" }: ALL
        => "Loads a finished world with its textures, materials, models and nodes";
    GameZWriteZBDFile { path: text "file" }: ALL.refused("scripts write nothing")
        => "Wrote a finished world; never done";
    AnimSetZBDFile { path: text "file" }: ALL
        => "Names the file of animations, which is loaded when the world is complete";
    AnimAddZBDFile { path: text "file" }: SKIES
        => "Names another file of animations";
    AnimSetZRDRFile { path: text "file" }: SKIES.ignorable("the source belongs to the tools that compiled animations")
        => "Named the source of animations";
    AnimSetDebugFrame { frame: whole "number" }: ALL.ignorable("for developers")
        => "Chose a frame of animations to look at";
    RdrSetPath { folder: text "folder" }: ALL
        => "Sets where reader files are looked for";
    RdrAddPath { folder: text "folder" }: ALL
        => "Adds a place where reader files are looked for";
    LoadSoils { path: text "reader file" }: ALL
        => "Adds the kinds of ground of a reader file behind the six that are built in";
    SetGameZNodeArraySize { count: whole "nodes" }: ALL.ignorable("room is made as needed")
        => "Made room for nodes";
    SetMaterialArraySize {
        count: whole "materials, 2500 if never set"
    }: ALL.ignorable("room is made as needed")
        => "Made room for materials";
    SetModel3DArraySize { count: whole "models" }: ALL.ignorable("room is made as needed")
        => "Made room for models";
    AddClutterTemplates { arguments: rest "unknown" }: SKIES.ignorable("what its words mean is not known")
        => "Scattered trees and bushes on the land";
    DeleteFile { path: text "file" }: ALL.refused("scripts write nothing")
        => "Removed a file; never done";
}
