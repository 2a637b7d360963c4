//! What can be odd about an MDL7 model.

use binary::{FormatCodes, codes};

codes! {
    TRUNCATED = "gamestudio.mdl7.truncated": "the file ends inside a structure" => "copy the file again from its source";
    NOT_FINITE = "gamestudio.mdl7.not_finite": "a number is NaN or infinite" => "export the model again";
    TRAILING = "gamestudio.mdl7.trailing": "bytes follow the last part of the file" => "cut the file at the stated offset";
    LIMIT = "gamestudio.mdl7.limit": "a list is larger than the limits allow" => "raise the limit if the file is trusted";
    MAGIC = "gamestudio.mdl7.magic": "the file does not start as an MDL7 model" => "check that the file is a model and not another file with its name";
    COUNT = "gamestudio.mdl7.count": "a count or a length is negative" => "export the model again";
    RECORD_SMALL = "gamestudio.mdl7.record_small": "records are too short for the fields they must have" => "export the model again";
    RECORD_SIZE = "gamestudio.mdl7.record_size": "records have an unknown size; fields behind the known ones are kept but not used" => "export the model again for A7 or A8";
    BONE_PARENT = "gamestudio.mdl7.bone_parent": "the parent of a bone does not exist; the bone becomes a root" => "set the parent to another bone, or to 65535 for none";
    BONE_CYCLE = "gamestudio.mdl7.bone_cycle": "a bone is its own ancestor; it becomes a root" => "set the parent of one of them to 65535";
    GROUP_SIZE = "gamestudio.mdl7.group_size": "a group states a size that is not its own, as in models converted from MDL5" => "nothing has to be done: the size is not used";
    VERTEX = "gamestudio.mdl7.vertex": "a triangle refers to a vertex that is not there; it is left out" => "export the model again";
    UV = "gamestudio.mdl7.uv": "a triangle refers to a texture coordinate that is not there" => "export the model again";
    MATERIAL = "gamestudio.mdl7.material": "a triangle refers to a skin that is not there" => "use -1 or the number of a skin of its group, or of the first group if its own has none";
    VERTEX_BONE = "gamestudio.mdl7.vertex_bone": "the bone of a vertex does not exist; the vertex follows none" => "use 65535 or the number of a bone";
    NORMAL = "gamestudio.mdl7.normal": "a normal has a number beyond the table, as in 3 of 19 known models with such normals" => "nothing has to be done: the normal is made from the triangles around it";
    FRAME_VERTEX = "gamestudio.mdl7.frame_vertex": "a frame moves a vertex that is not there" => "export the model again";
    FRAME_BONE = "gamestudio.mdl7.frame_bone": "a frame moves a bone that is not there" => "export the model again";
    FRAME_TRANSFORMS = "gamestudio.mdl7.frame_transforms": "a frame moves some of the bones but not all" => "list all bones of the model or none";
    DEFORMER_KIND = "gamestudio.mdl7.deformer_kind": "a deformer is of an unknown kind; it is kept but not used" => "use kind 0 for bones";
    DEFORMER_SIZE = "gamestudio.mdl7.deformer_size": "a deformer states a size that is not its own" => "set it to the size of the deformer with its header";
    DEFORMER_SMALL = "gamestudio.mdl7.deformer_small": "a deformer of an unknown kind is shorter than its header" => "remove it or set its size";
    DEFORMER_GROUP = "gamestudio.mdl7.deformer_group": "a deformer names another group than the one that counts it" => "set the number of its own group";
    DEFORMER_BONE = "gamestudio.mdl7.deformer_bone": "a deformer refers to a bone that is not there" => "export the model again";
    DEFORMER_VERTEX = "gamestudio.mdl7.deformer_vertex": "a deformer weighs a vertex that is not there" => "export the model again";
    DATA_SIZE = "gamestudio.mdl7.data_size": "the model is longer than the header says" => "set the size of the data to the offset where the model ends";
    REST = "gamestudio.mdl7.rest": "unknown data follows the model; it is kept but not used" => "export the model again for A7 or A8";
    UNWRITABLE = "gamestudio.mdl7.unwritable": "the parts of a model do not fit each other or the format" => "correct the named part";
}

pub(crate) static FORMAT: FormatCodes =
    FormatCodes { truncated: &TRUNCATED, not_finite: &NOT_FINITE, trailing: &TRAILING, limit: &LIMIT };
