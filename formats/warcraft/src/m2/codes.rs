//! What can be odd about an M2 model.

use binary::{FormatCodes, codes};

codes! {
    TRUNCATED = "warcraft.m2.truncated": "the file ends inside the header, the vertices, the bones or the list of views" => "copy the file again from its source";
    MAGIC = "warcraft.m2.magic": "the file does not start as an M2 model" => "check that the file is a model and not another file with its name";
    VERSION = "warcraft.m2.version": "the model is not of client 1.x or 2.x, whose versions are 256 to 263" => "use the model of a 1.x or 2.x client; from version 264 on (3.x) the geometry is in files of its own";
    BETWEEN = "warcraft.m2.version_between": "no known model has version 258 or 259; it is read as of client 1.x" => "nothing has to be done if the model looks right";
    NOT_FINITE = "warcraft.m2.not_finite": "a number is NaN or infinite; 0 is used for it" => "export the model again";
    EMPTY_OFFSET = "warcraft.m2.empty_offset": "an array without elements has an offset, as in no known model" => "nothing has to be done: the offset is not used";
    HEADER_OFFSET = "warcraft.m2.header_offset": "an array starts inside the header; it is left out" => "export the model again";
    OUTSIDE = "warcraft.m2.outside": "an array reaches beyond the end of the file; it is left out" => "copy the file again from its source";
    OVERLAP = "warcraft.m2.overlap": "an array shares bytes with another one" => "export the model again; a changed model is written without overlaps";
    OVERLAPS = "warcraft.m2.overlaps": "the arrays together are longer than twice the file, so many share bytes; this one is left out" => "export the model again";
    STALE_COLLISION = "warcraft.m2.stale_collision": "the collision mesh is not at its offset, as in 15 of 96 known models; the model has none" => "set counts and offsets of the collision mesh to 0";
    STALE_NAME = "warcraft.m2.stale_name": "a texture that the game chooses has an offset for a name where none is, as in 15 of 96 known models" => "nothing has to be done: the name is not used";
    LEFTOVER = "warcraft.m2.leftover": "bytes that are not zero belong to no array" => "nothing has to be done: they are kept while the model is not changed";
    ORDER = "warcraft.m2.order": "the arrays are in another order than any known tool writes" => "nothing has to be done";
    FLIPBOOKS = "warcraft.m2.flipbooks": "the model has texture flip books, which no known model has; they are not read" => "export the model again";
    SEQUENCE_TIME = "warcraft.m2.sequence.time": "a sequence ends before it starts" => "export the model again";
    SEQUENCE_NEXT = "warcraft.m2.sequence.next": "the next variation of a sequence does not exist" => "use -1, or the number of a sequence";
    SEQUENCE_LOOKUP = "warcraft.m2.sequence_lookup": "the look-up of an animation leads to no sequence or to one of another animation, as in 3 of 96 known models" => "nothing has to be done: the sequence is searched for";
    LOOKUP = "warcraft.m2.lookup": "a look-up leads to something that is not there" => "export the model again";
    BONE_PARENT = "warcraft.m2.bone.parent": "the parent of a bone does not exist; the bone becomes a root" => "set the parent to another bone, or to -1 for none";
    BONE_CYCLE = "warcraft.m2.bone.cycle": "a bone is its own ancestor; it becomes a root" => "set the parent of one of them to -1";
    BONE_FLAG = "warcraft.m2.bone.flag": "the flag 0x200 does not say whether the bone has a key" => "nothing has to be done: nothing depends on it";
    BONE = "warcraft.m2.bone.missing": "something follows a bone that does not exist; it follows none" => "export the model again";
    VERTEX_BONE = "warcraft.m2.vertex.bone": "a vertex has a weight for a bone that does not exist" => "export the model again";
    INDEX = "warcraft.m2.view.index": "an index leads to no vertex; triangles with it are left out" => "export the model again";
    TRIANGLE = "warcraft.m2.view.triangle": "a triangle leads to no index, or the last one has fewer than three corners; it is left out" => "export the model again";
    PROPERTIES = "warcraft.m2.view.properties": "there is not one property for each index" => "export the model again";
    SUBMESH = "warcraft.m2.view.submesh": "a submesh has vertices, triangles or bones that are not there" => "export the model again";
    BATCH = "warcraft.m2.view.batch": "a batch refers to something that is not there" => "export the model again";
    KEY_COUNTS = "warcraft.m2.track.counts": "a track does not have as many times as values; the surplus is not used" => "export the model again";
    KEY_TIMES = "warcraft.m2.track.times": "the times of a track do not ascend" => "export the model again";
    KEY_RANGE = "warcraft.m2.track.range": "a sequence has keys that a track has not; its keys are searched for by their times" => "export the model again";
    INTERPOLATION = "warcraft.m2.track.interpolation": "a track has an unknown kind of interpolation; its keys are held" => "use 0 to 3";
    GLOBAL = "warcraft.m2.track.global": "a track follows a global sequence that does not exist" => "use -1, or the number of a global sequence";
    NO_KEY = "warcraft.m2.track.empty": "a track that has a key in every known model has none; a default is used" => "nothing has to be done if the model looks right";
    BLEND = "warcraft.m2.blend": "a blend mode is not one of the seven known; it is drawn opaque" => "use 0 to 6";
    TEXTURE_NAME = "warcraft.m2.texture.name": "a texture that is a file has no name" => "name the file";
    COLLISION_NORMALS = "warcraft.m2.collision_normals": "there is not one normal for each triangle of the collision mesh" => "export the model again";
    EMITTER_TEXTURE = "warcraft.m2.emitter.texture": "an emitter uses a texture or render flags that are not there" => "export the model again";
    EMITTER_TYPE = "warcraft.m2.particle.emitter": "particles start from an unknown shape" => "use 1 for a plane, 2 for a sphere, 3 for a spline";
    UNWRITABLE = "warcraft.m2.unwritable": "the parts of a model do not fit each other or the version" => "correct the named part";
}

/// Arrays are found by their offsets, so that nothing trails; the limit of lists is the file.
pub(crate) static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &LEFTOVER, limit: &OUTSIDE };
