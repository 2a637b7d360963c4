//! What can be odd about a level.

use binary::{Finding, FormatCodes, Result, Severity, codes};
use std::fmt::Display;

codes! {
    TRUNCATED = "gamestudio.wmb.truncated": "a list or the file ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "gamestudio.wmb.not_finite": "a number is NaN or infinite" => "build the level again";
    TRAILING = "gamestudio.wmb.trailing": "bytes follow the last structure" => "cut the file at the stated offset";
    LIMIT = "gamestudio.wmb.limit": "a list or an image is larger than the limits allow" => "raise the limit if the file is trusted";
    MAGIC = "gamestudio.wmb.magic": "the file does not start as a level" => "check that the file is a compiled level and not another file with its name";
    VERSION = "gamestudio.wmb.version": "the level is of a version that is not supported yet" => "build the level again with A7 or A8";
    BOUNDS = "gamestudio.wmb.bounds": "a list reaches beyond the file or into its header; one that the level can be drawn without is left out" => "copy the file again from its source";
    OVERLAP = "gamestudio.wmb.overlap": "the lists claim far more bytes than the file has; the largest that the level can be drawn without are left out" => "build the level again";
    LIST = "gamestudio.wmb.list": "a list that the level can be drawn without is damaged; it is left out" => "copy the file again from its source, or build the level again";
    GAP = "gamestudio.wmb.gap": "bytes belong to no list" => "nothing to do: saving the objects alone leaves the end of the former file behind";
    TAIL = "gamestudio.wmb.tail": "bytes follow the last whole item of a list" => "remove them unless they are meant to be there";
    LEGACY = "gamestudio.wmb.legacy": "a list is filled that WMB7 leaves empty" => "remove it: nothing reads it";
    COUNT = "gamestudio.wmb.count": "a count is negative" => "build the level again";
    NO_PALETTE = "gamestudio.wmb.no_palette": "the level has no palette" => "add one, also when no texture uses it";
    PALETTE_ZERO = "gamestudio.wmb.palette_zero": "the 16 bytes before the palette are not 0" => "set them to 0 unless the difference is intended";
    ITEM_OFFSET = "gamestudio.wmb.item_offset": "an item is outside its list" => "build the level again";
    ITEM_OVERLAP = "gamestudio.wmb.item_overlap": "an item reaches into the next one" => "build the level again";
    ITEM_GAP = "gamestudio.wmb.item_gap": "bytes of a list belong to no item" => "remove them unless they are meant to be there";
    TEXTURE_TYPE = "gamestudio.wmb.texture_type": "a texture is of a type that no level uses" => "use 2, 4 or 5, or these with 8 added for smaller levels";
    TEXTURE_MIPS = "gamestudio.wmb.texture_mips": "the offsets of the smaller levels are not where those are" => "set them to 40 and the bytes of the levels before";
    OBJECT_TYPE = "gamestudio.wmb.object_type": "an object is of an unknown type; it is kept and left alone" => "report the file if the type belongs to a known tool";
    PATH_NODES = "gamestudio.wmb.path_nodes": "the number of a path's nodes is not a whole number or does not fit its object" => "write the path again";
    PATH_SIZE = "gamestudio.wmb.path_size": "the size of a path does not leave room for whole edges" => "set it to 3 for each node and 2 for each edge";
    PATH_EDGE = "gamestudio.wmb.path_edge": "an edge joins a node that the path does not have" => "use 1 up to the number of nodes";
    ENTITY_PATH = "gamestudio.wmb.entity_path": "an entity follows a path that is not there" => "use 0 for none or the number of a path, from 1";
    ENTITY_ATTACHED = "gamestudio.wmb.entity_attached": "an entity is attached to one that is not there" => "use 0 for none or the number of an entity, from 1";
    ENTITY_NUMBER = "gamestudio.wmb.entity_number": "a skill, the ambient or the albedo of an entity is NaN or infinite" => "set it to a number";
    NO_INFO = "gamestudio.wmb.no_info": "light maps come without the object that says how large they are" => "add an INFO object";
    LIGHTMAPS_SIZE = "gamestudio.wmb.lightmaps_size": "the size of the light maps is not a whole number of pages" => "bake the light maps again";
    LIGHTMAPS_DUMMY = "gamestudio.wmb.lightmaps_dummy": "the first light map is not the dummy page" => "fill it with bytes of 2; real pages start at 1";
    TERRAIN_MAP = "gamestudio.wmb.terrain_map": "count and sizes of the terrains' light maps do not fill their list; it is left out" => "bake the light maps again; the level is drawn without them";
    TERRAIN_STALE = "gamestudio.wmb.terrain_stale": "the list of terrains' light maps has no room for one, and is not empty either; it is left out" => "nothing to do: saving the objects alone leaves such a list behind";
    BLOCK_BOX = "gamestudio.wmb.block_box": "the box of a block is not the extent of its vertices" => "set it to the smallest and largest coordinates";
    BLOCK_INDEX = "gamestudio.wmb.block_index": "a triangle refers to a vertex or skin that its block does not have; it is left out" => "use indices below the block's counts";
    SKIN_TEXTURE = "gamestudio.wmb.skin_texture": "a surface has a texture that is not there" => "use the number of a texture of the level, from 0";
    SKIN_LIGHTMAP = "gamestudio.wmb.skin_lightmap": "a surface has a light map that is not there" => "use 0 for none or the number of a page, from 1";
    SKIN_TYPE = "gamestudio.wmb.skin_type": "a surface is of an unknown type" => "use 0 shaded, 3 flat, 5 sky, 9 turbulence or 11 none in the low four bits";
    MATERIAL_TEXTURE = "gamestudio.wmb.material_texture": "a mapping record has a texture that is not there" => "use the number of a texture of the level, from 0";
    PLANE_AXIS = "gamestudio.wmb.plane_axis": "a plane is of an unknown axis type" => "use 0 to 2 for planes along the axes, 3 to 5 for others";
    BSP_LINK = "gamestudio.wmb.bsp_link": "a node, leaf or hull of the tree refers to something that is not there" => "build the tree again, or remove it: blocks alone can be drawn";
    UNWRITABLE = "gamestudio.wmb.unwritable": "the parts of a level do not fit each other or the format" => "correct the named part";
}

pub(super) static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// Why a value cannot be written.
pub(super) fn unwritable<T>(path: impl Display, expected: impl Display, found: impl Display) -> Result<T> {
    Err(Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found).inside(path)))
}

/// A count or a size as the format stores it.
pub(super) fn count(what: &str, count: usize) -> Result<i32> {
    match i32::try_from(count) {
        Ok(count) => Ok(count),
        Err(_) => unwritable(what, "less than 2^31 items or bytes", count),
    }
}
