//! Finding, making and removing nodes; levels of detail and flip-books.

use super::entry::{ALL, NODE, Register::Node, SKIES, Word};

super::commands! {
    /// Finding, making and removing nodes; children of levels of detail and of flip-books.
    ///
    /// Names are compared exactly, among all nodes in their order, the first that fits wins. In
    /// Crimson Skies `name` and `name.flt` are one name.
    Nodes, source "docs/spec/zbd/interp-language.md, \"8.1 Finding, making, deleting\"";
    FindNode { name: text "node" }: ALL.sets(&[Node])
        => "Makes the first node of exactly this name current, or none if there is none";
    FindSubNode { name: text "node" }: NODE.sets(&[Node])
        => "Makes a node of this name below the current one current, or none if there is none";
    FindSubNodeNode { name: text "node", below: text "node below it" }: SKIES.sets(&[Node])
        => "Makes a node below a named one current, or none if there is none";
    NewNode { name: text "node" }: ALL.sets(&[Node])
        => "Makes a plain node and makes it current";
    NewObject3D { name: text "node" }: ALL.sets(&[Node])
        => "Makes an object and makes it current";
    NewCamera { name: text "node" }: ALL.sets(&[Node])
        => "Makes a camera and makes it current";
    NewDisplay { name: text "node" }: ALL.sets(&[Node])
        => "Makes a display and makes it current";
    NewLOD { name: text "node" }: ALL.sets(&[Node])
        => "Makes a level of detail and makes it current";
    NewSEQ { name: text "node" }: ALL.sets(&[Node]).also(&[Word::prefix("SEQNew")])
        => "Makes a flip-book, whose children are shown in turn, and makes it current";
    NewWindow { name: text "node" }: ALL.sets(&[Node])
        => "Makes a window and makes it current";
    NewWorld { name: text "node" }: ALL.sets(&[Node])
        => "Makes a world and makes it current";
    LightNew { name: text "node" }: ALL.sets(&[Node])
        => "Makes a light and makes it current";
    AddChild { child: text "node" }: NODE
        => "Puts a named node below the current one";
    Object3DAddChild { child: text "node" }: NODE
        => "Puts a named node below the current object";
    LODAddChild { child: text "node" }: NODE
        => "Puts a named node below the current level of detail";
    DeleteChild { child: text "node" }: NODE
        => "Takes a named node from below the current one; it is kept";
    DeleteChildFromDB { child: text "node" }: SKIES.needs(Node)
        => "Takes a named node from below the current one and removes it from the world";
    DeleteTree { name: text "node" }: ALL
        => "Removes a named node and everything below it";
    FreeNode { name: text "node" }: ALL
        => "Removes a single named node";
    LODSetRange { near: number "units", far: number "units" }: NODE
        => "Sets between which distances the current level of detail is shown";
    SEQAddChild {
        child: text "node",
        index: whole "place among the children",
        duration: number "seconds"
    }: NODE
        => "Puts a named node below the current flip-book, shown for so long";
    SEQSetActive { state: whole "0 or 1" }: NODE
        => "Switches the current flip-book on or off";
    SEQSetLoop { state: whole "0 or 1, 0 if never set" }: NODE
        => "Lets the current flip-book start again at its end";
    SEQSetPause { state: whole "0 or 1" }: NODE
        => "Halts the current flip-book";
    SEQSetRepeat { count: whole "times" }: NODE
        => "Sets how often the current flip-book is repeated";
}
