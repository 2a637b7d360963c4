//! Messages and counts for developers.

use super::entry::{ALL, Traits, Word};

/// Prints something and changes nothing.
const PRINTS: Traits = ALL.ignorable("only prints");

super::commands! {
    /// Messages and counts for developers. What prints about one node is in the group of that.
    Diagnostics, source "docs/spec/zbd/interp-language.md, \"8.8 Files and tables\"";
    Echo { text: rest "words" }: PRINTS.also(&[Word::prefix("echo")])
        => "Prints a text";
    Verbose { on: switch "more messages" }: PRINTS
        => "Printed more, or less";
    PrintNodeCount { text: text "words before it" }: PRINTS
        => "Printed how many nodes there are";
    PrintTree {}: PRINTS.exact()
        => "Printed what is below the current node";
    PrintUsedNodes {}: PRINTS
        => "Printed all nodes";
    PrintUsedTextures { path: text "file" }: ALL.refused("scripts write nothing")
        => "Wrote a list of textures; never done";
    CountUsedNodes {}: PRINTS.cut(14)
        => "Printed how many nodes are in use";
    CountCameraNodes {}: PRINTS.cut(14)
        => "Printed how many cameras there are";
    GetBFETolerance {}: PRINTS
        => "Printed when a polygon counts as turned away";
}
