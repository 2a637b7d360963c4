//! What can be odd about a terrain.

use binary::{FormatCodes, codes};

codes! {
    TRUNCATED = "gamestudio.hmp.truncated": "the file ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "gamestudio.hmp.not_finite": "a number is NaN or infinite" => "export the terrain again";
    TRAILING = "gamestudio.hmp.trailing": "bytes follow the last frame" => "cut the file at the stated offset";
    LIMIT = "gamestudio.hmp.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    MAGIC = "gamestudio.hmp.magic": "the file does not start as a terrain of this kind" => "check that the file is a terrain and not another file with its name";
    COUNT = "gamestudio.hmp.count": "a count is negative" => "export the terrain again";
    GRID = "gamestudio.hmp.grid": "the vertices make no grid of at least 2 by 2" => "set the number of vertices in x to a divisor of all vertices";
    EXTENT = "gamestudio.hmp.extent": "the scale and the size of the cells give different extents" => "set the scale to the extent divided by 65535";
    FRAMES = "gamestudio.hmp.frames": "the terrain has no heights" => "export the terrain again";
    NORMAL = "gamestudio.hmp.normal": "a normal has a number beyond the table" => "use a number from 0 to 161";
    UNWRITABLE = "gamestudio.hmp.unwritable": "the parts of a terrain do not fit each other or the format" => "correct the named part";
}

pub(crate) static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };
