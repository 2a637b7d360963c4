//! What can be odd about a world.

use binary::{Finding, FormatCodes, Result, Severity, codes};
use std::fmt::Display;

codes! {
    TRUNCATED = "everquest.wld.truncated": "the file ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "everquest.wld.not_finite": "a number of a fragment is NaN or infinite; the fragment is kept as it is and used for nothing" => "export the fragment again";
    TRAILING = "everquest.wld.trailing": "more bytes than padding follow the contents of a fragment; it is kept as it is and used for nothing" => "export the fragment again";
    LIMIT = "everquest.wld.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    MAGIC = "everquest.wld.magic": "the file does not start as a world" => "check that the file is a WLD of EverQuest and not another file with its name";
    VERSION = "everquest.wld.version": "the version is neither 0x00015500 nor 0x1000C800; the file is read as one of the new version" => "report the file if a known tool made it";
    REGION_COUNT = "everquest.wld.region_count": "the header counts other regions than there are" => "set it to the number of fragments of type 0x22";
    LARGEST_BODY = "everquest.wld.largest_body": "the header names another size than that of the largest fragment" => "set it to the bytes of the largest fragment body; readers take it as advice";
    STRING_COUNT = "everquest.wld.string_count": "the header counts other strings than there are" => "set it to the number of strings without the empty one at the start; readers take it as advice";
    STRINGS = "everquest.wld.strings": "the string table does not start with the empty string, or has no end" => "write the table again";
    FOOTER = "everquest.wld.footer": "the file does not end with FF FF FF FF right behind its last fragment" => "end it there; what stands there is kept";
    UNREADABLE = "everquest.wld.unreadable": "a fragment does not fit the layout of its type; it is kept as it is and used for nothing" => "export the fragment again";
    UNKNOWN_TYPE = "everquest.wld.unknown_type": "a fragment is of a type that no game has; it is kept as it is and used for nothing" => "report the file if a known tool made it";
    UNDESCRIBED = "everquest.wld.undescribed": "a fragment is of a type whose layout nobody knows; it is kept as it is" => "nothing to do; report the file, for none has been seen";
    BODY_SIZE = "everquest.wld.body_size": "the size of a fragment is no multiple of 4" => "pad the fragment with zeros";
    PADDING = "everquest.wld.padding": "the padding of a fragment is not what reaches the next multiple of 4 in zeros" => "nothing to do: the bytes are kept, and nothing reads them";
    REFERENCE = "everquest.wld.reference": "a reference leads past the last fragment, or to its own fragment" => "use the number of a fragment, from 1, or 0 for none";
    REFERENCE_TYPE = "everquest.wld.reference_type": "a reference leads to a fragment of another type than is meant" => "use the number of a fragment of the type that is expected";
    NAME = "everquest.wld.name": "a name is not in the string table" => "use the negative offset of a string, or 0 for none";
    NAME_START = "everquest.wld.name_start": "a name begins inside a string" => "use the offset at which the string begins";
    TEXT = "everquest.wld.text": "a text inside a fragment does not end with its only NUL" => "end the text with one NUL and count it";
    FRAMES = "everquest.wld.frames": "something that is shown frame by frame has no frame" => "give it at least one frame";
    SLEEP = "everquest.wld.sleep": "what is shown frame by frame has a time of 0 per frame; 100 milliseconds are taken" => "set the milliseconds per frame";
    MESH_COUNTS = "everquest.wld.mesh.counts": "a mesh has other numbers of UVs, normals or colours than of vertices" => "give each vertex one, or none at all of UVs and colours";
    MESH_INDEX = "everquest.wld.mesh.index": "faces of a mesh have vertices that are not there; they are left out" => "use numbers of vertices, from 0";
    MESH_GROUPS = "everquest.wld.mesh.groups": "the groups of a mesh do not add up to its faces or vertices" => "let each face and vertex be in one group";
    MESH_SCALE = "everquest.wld.mesh.scale": "the scale exponent is larger than coordinates of 16 bits can use" => "use 0 to 15";
    MESH_OP = "everquest.wld.mesh.op": "a mesh-op is of an unknown type, or changes what is not there; mesh-ops are ignored" => "use the types 1 to 4 with numbers of faces and vertices of the mesh";
    MESH_MATERIAL = "everquest.wld.mesh.material": "a group of a mesh has a material that its palette lacks" => "use numbers of the palette, from 0";
    TREE_CHILD = "everquest.wld.tree.child": "a node of the tree has a child that is not there" => "build the tree again";
    TREE_REGION = "everquest.wld.tree.region": "a node of the tree has a region that is not there" => "use the number of a region, from 1, or 0 in inner nodes";
    TREE_SHAPE = "everquest.wld.tree.shape": "a node of the tree can be reached in several ways, or from itself" => "build the tree again";
    REGION_NUMBER = "everquest.wld.region_number": "a list names a region that is not there" => "use numbers of regions, from 0";
    VISIBLE_LIST = "everquest.wld.visible.list": "a region chooses a list of visible regions that it does not have" => "use the number of one of its lists, from 1";
    VISIBLE_CUT = "everquest.wld.visible.cut": "a list of visible regions ends inside a code; what comes before is used" => "write the list again";
    VISIBLE_NUMBER = "everquest.wld.visible.number": "a list of visible regions goes beyond the last region; what comes before is used" => "write the list again";
    VISIBLE_SELF = "everquest.wld.visible.self": "a region is not in its own list of visible regions; it is seen all the same" => "write the list again";
    ZONE_SHORT = "everquest.wld.zone_short": "the text of a zone line ends before its last field; fields that are missing are as before the line" => "nothing to do for original files";
    ZONE_TEXT = "everquest.wld.zone_text": "the text of a zone line has something else where numbers are meant" => "write the text as docs/spec/everquest/wld.md has it";
    QUATERNION = "everquest.wld.quaternion": "frames of a track have a quaternion of 0; the bone is not turned there" => "use 16384, 0, 0, 0 for a bone that is not turned";
    QUATERNION_LENGTH = "everquest.wld.quaternion_length": "frames of a track have quaternions of another length than all known files; they are brought to it" => "use a length of 16384, or of 1 in floats";
    TRACK_TIME = "everquest.wld.track_time": "a track has several frames but no time per frame; 100 milliseconds are taken" => "set flag 0x01 and the milliseconds per frame";
    BONE_NUMBER = "everquest.wld.bone.number": "a skeleton names a bone that it lacks" => "use numbers of bones, from 0";
    BONE_TREE = "everquest.wld.bone.tree": "the bones of a skeleton are no tree: one has two parents, or is above itself" => "let every bone but the first be the child of one other";
    BONE_ROOTS = "everquest.wld.bone.roots": "no bone has these among its children; they are roots, too" => "nothing to do: one original file has such bones";
    VOLUME_INDEX = "everquest.wld.volume_index": "a face of a volume has a vertex that is not there" => "use numbers of vertices, from 0";
    MESH_ANIMATION = "everquest.wld.mesh.animation": "the animated vertices of a mesh are not as many as its vertices, or on another scale" => "give each frame the vertices and the scale exponent of the mesh";
    UNWRITABLE = "everquest.wld.unwritable": "the parts of a world do not fit each other or the format" => "correct the named part";
}

pub(super) static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };

/// Why a value cannot be written.
pub(super) fn unwritable<T>(path: impl Display, expected: impl Display, found: impl Display) -> Result<T> {
    Err(Box::new(Finding::new(&UNWRITABLE, Severity::Error, "", expected, found).inside(path)))
}
