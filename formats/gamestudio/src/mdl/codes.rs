//! What can be odd about a model of the kinds before MDL7.

use binary::{FormatCodes, codes};

codes! {
    TRUNCATED = "gamestudio.mdl.truncated": "the file ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "gamestudio.mdl.not_finite": "a number is NaN or infinite" => "export the model again";
    TRAILING = "gamestudio.mdl.trailing": "bytes follow the last frame" => "cut the file at the stated offset";
    LIMIT = "gamestudio.mdl.limit": "a list or an image is larger than the limits allow" => "raise the limit if the file is trusted";
    MAGIC = "gamestudio.mdl.magic": "the file does not start as a model of this kind" => "check that the file is a model and not another file with its name";
    COUNT = "gamestudio.mdl.count": "a count is negative" => "export the model again";
    HEADER_SKIN = "gamestudio.mdl.header_skin": "the header of an MDL5 file has a skin size" => "set it to 0: each skin has its own";
    VERTEX = "gamestudio.mdl.vertex": "a triangle refers to a vertex that is not there; it is left out" => "export the model again";
    UV = "gamestudio.mdl.uv": "a triangle refers to a texture coordinate that is not there" => "export the model again";
    NORMAL = "gamestudio.mdl.normal": "a normal has a number beyond the table" => "use a number from 0 to 161";
    FRAME_KIND = "gamestudio.mdl.frame_kind": "a frame is of an unknown type" => "use 0 for bytes or 2 for words";
    GROUP = "gamestudio.mdl.group": "a group of skins or frames is empty or of an unknown kind" => "write the file again with 0 for a single one or 1 for a group";
    UNWRITABLE = "gamestudio.mdl.unwritable": "the parts of a model do not fit each other or the format" => "correct the named part";
}

pub(crate) static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };
