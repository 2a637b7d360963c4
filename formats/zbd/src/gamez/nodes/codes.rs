//! What can be odd about a node block.

use super::{Display, PartitionInfo, PartitionNode, Window, WorldInfo};
use super::{base::NodeBase, camera::Camera, light::LightInfo, lod::Lod, object3d::Object3d};
use binary::{Code, Record, codes};

codes! {
    ARRAY_SIZE = "zbd.nodes.array_size": "the node array is larger than its link words can count"
        => "lower the array size in the header";
    TOO_FEW = "zbd.nodes.too_few": "fewer nodes than the fixed ones"
        => "add the world, window, camera, display and light nodes";
    NO_ZERO_SLOT = "zbd.nodes.no_zero_slot": "the node array has no unused slot that ends it"
        => "add one zeroed slot";
    UNWRITABLE = "zbd.nodes.unwritable": "a node block that no file can hold"
        => "correct the value named";
    ORDER = "zbd.nodes.order": "the first nodes are not those that every Crimson Skies world begins with"
        => "begin with world1, display, window1, camera1, sgwin and spyglass";
    LIGHTS = "zbd.nodes.lights": "a Crimson Skies world has not exactly one light"
        => "keep the node sunlight only";
    ZERO_SLOT = "zbd.node.zero_slot": "an unused slot is not zero"
        => "clear it except for `model_index`, which is -1";
    ZERO_WORD = "zbd.node.zero_word": "the word behind an unused slot is not the number of the next one"
        => "count up, and end with 0x00FFFFFF";

    CLASS = "zbd.node.class": "no known file has a node of this class"
        => "export the file again";
    DATA_OFFSET = "zbd.node.data_offset": "the data does not follow the data before it"
        => "export the file again";
    COUNT = "zbd.node.count": "a count is negative, or larger than what follows"
        => "export the file again";

    NAME = "zbd.node.name": "the name is not written over the default name"
        => "write it over `Default_node_name` and end it with a NUL";
    CLASS_NAME = "zbd.node.class_name": "the name is not the one this class has in every known file"
        => "rename the node";
    FLAGS = "zbd.node.flags": "the flags are not those of the class"
        => "use the flags of the class";
    FIELD040 = "zbd.node.field040": "`field040` is not 0, as in every known file"
        => "set it to 0 unless the difference is intended";
    UPDATE_FLAGS = "zbd.node.update_flags": "the update flags are not those of the class"
        => "set them to 0";
    ZONE_ID = "zbd.node.zone_id": "the zone id is out of range"
        => "use -1 (0x000000FF) for always, or a zone number 0..=127";
    DATA_PTR = "zbd.node.data_ptr": "the data pointer must be zero exactly for class Empty"
        => "use any address that is not zero";
    MODEL_INDEX = "zbd.node.model_index": "the model slot does not exist, or the class has no model"
        => "use -1, or the slot of a model for Object3d";
    PARTITION = "zbd.node.partition": "the cell is out of range"
        => "use -1, -1 for none, or a column and row 0..=255";
    PARENT_ARRAY_PTR = "zbd.node.parent_array_ptr": "the pointer must be zero exactly when there are no parents"
        => "use any address that is not zero";
    CHILD_ARRAY_PTR = "zbd.node.child_array_ptr": "the pointer must be zero exactly when there are no children"
        => "use any address that is not zero";
    PARENTS = "zbd.node.parents": "the number of parents does not fit the class"
        => "link the node elsewhere";
    CHILDREN = "zbd.node.children": "the number of children does not fit the class"
        => "link the children elsewhere";
    BOXES = "zbd.node.boxes": "the boxes are not those of the class"
        => "compute them again";
    ACTIVE_BBOX = "zbd.node.active_bbox": "the current box is not that of the class"
        => "use the box of the class";
    FIELD196 = "zbd.node.field196": "`field196` is not that of the class"
        => "use 160 for Empty, Lod and Object3d, else 0";
    TAG = "zbd.node.tag": "the tag is not 0x02000000 and a number"
        => "use 0x02000000 + slot + 1";

    PARENT_INDEX = "zbd.node.parent_index": "a parent does not exist in the file"
        => "remove the link";
    CHILD_INDEX = "zbd.node.child_index": "a child does not exist in the file"
        => "remove the link";
    LINKS = "zbd.node.links": "a link is stored in one direction only"
        => "list the child with its parent and the parent with its child";
    CYCLE = "zbd.node.cycle": "a node is its own descendant"
        => "remove the link";
    EMPTY_CLASS = "zbd.node.empty.class": "Crimson Skies has no Empty nodes"
        => "use an Object3d without a model";
    EMPTY_PARENT = "zbd.node.empty.parent": "the parent of an Empty node does not exist in the file"
        => "use the slot of the parent";

    CAMERA_INDEX = "zbd.node.camera.index": "the camera refers to a node that is not there, or not to its window"
        => "use -1 for none, or a slot";
    CAMERA_CLIP = "zbd.node.camera.clip": "the clip distances are not 0 < near < far"
        => "correct the distances";
    CAMERA_LOD = "zbd.node.camera.lod": "the detail multiplier and its inverse square do not agree"
        => "use 1 for both";
    CAMERA_FOV = "zbd.node.camera.fov": "the view angles are not derived from one another"
        => "compute them again from base and scale";

    WINDOW_SIZE = "zbd.node.window.resolution": "the window does not have the size of every Crimson Skies file"
        => "use 640 x 480 for window1 and 96 x 96 for sgwin";
    CLEAR_COLOR = "zbd.node.display.clear_color": "a channel is outside 0..=1"
        => "clamp it";

    LIGHT_SWITCH = "zbd.node.light.switch": "a switch is neither 0 nor 1"
        => "use 0 or 1";
    LIGHT_INTENSITY = "zbd.node.light.intensity": "an intensity is outside 0..=1"
        => "clamp it";
    LIGHT_COLOR = "zbd.node.light.color": "a channel is outside 0..=1"
        => "clamp it";
    LIGHT_RANGE = "zbd.node.light.range": "the ranges are not 0 < near < far, or their squares and inverse do not agree"
        => "compute them again";
    LIGHT_DIRECTION = "zbd.node.light.direction": "the Crimson Skies light has a direction or a place of its own"
        => "use 0";
    LIGHT_FLAGS = "zbd.node.light.flags": "the flags are not those of the Crimson Skies light"
        => "use 0x8B1";
    LIGHT_PARENTS = "zbd.node.light.parents": "the Crimson Skies light does not shine for the world alone"
        => "list the slot of the world, 0";
    LIGHT_PARENT_PTR = "zbd.node.light.parent_ptr": "the pointer must be zero exactly when the light has no parents of its own"
        => "use any address that is not zero";
    LIGHT_PARENT_INDEX = "zbd.node.light.parent_index": "the light shines for a node that is not there"
        => "use the slot of the world";

    LOD_LEVEL = "zbd.node.lod.level": "the level is neither 0 nor 1"
        => "use 0 for the most detailed, else 1";
    LOD_RANGE = "zbd.node.lod.range": "the squares of the distances do not agree or are negative"
        => "compute them again";
    LOD_FIELDS = "zbd.node.lod.fields": "the second pair of distances is not as in every known file"
        => "use 0 unless the difference is intended";

    OBJECT3D_FLAGS = "zbd.node.object3d.flags": "a flag is set that no file of the game has, or 0x20 is missing"
        => "use 0x20, and 0x02, 0x04, 0x08, 0x10 as needed; in Crimson Skies 0x20 or 0x28";
    OBJECT3D_OPACITY = "zbd.node.object3d.opacity": "an opacity is stored that does not count"
        => "set OPACITY, or 0";
    OBJECT3D_COLOR = "zbd.node.object3d.color": "a colour is stored that does not count"
        => "set COLOR, or 0";
    OBJECT3D_SCALE = "zbd.node.object3d.scale": "Crimson Skies scales no object"
        => "scale the model instead";
    OBJECT3D_ROTATE = "zbd.node.object3d.rotate": "an angle is outside -pi..=pi"
        => "turn it by a full circle";
    OBJECT3D_INITIAL = "zbd.node.object3d.initial": "an untransformed object has a rotation, scale or translation"
        => "clear TRANSFORM_INITIAL, or use the identity";
    OBJECT3D_MATRIX = "zbd.node.object3d.matrix": "an object with a matrix of its own has angles or a scale"
        => "clear USE_MATRIX, or use rotation 0 and scale 1";
    OBJECT3D_TRANSFORM = "zbd.node.object3d.transform": "the transform is not that of rotation and scale"
        => "the stored transform counts; compute it again if that is not meant";

    WORLD_FLAGS = "zbd.node.world.flags": "a flag is set that no file has"
        => "clear it";
    WORLD_POINTER = "zbd.node.world.pointer": "an address must be zero exactly when its list is empty"
        => "use any address that is not zero";
    WORLD_FOG = "zbd.node.world.fog": "the fog type or its values are not those of any file of the game"
        => "use type 0 for none, 1 for linear, 2 for exponential; in Crimson Skies 1 and zeros";
    WORLD_AREA = "zbd.node.world.area": "the edges of the world are not whole numbers that span an area"
        => "correct the edges and their differences";
    WORLD_DEC_FEATURES = "zbd.node.world.max_dec_feature_count": "the upper three bytes are not zero"
        => "use 16";
    WORLD_VIRTUAL = "zbd.node.world.virtual_partition": "the switch is neither 0 nor 1"
        => "use 0 or 1; in Crimson Skies 1";
    WORLD_BORDER = "zbd.node.world.border": "the repeated border is not the one the grid gives"
        => "use 1 to the last column and row";
    WORLD_GRID = "zbd.node.world.grid": "the constants or counts of the grid are not those of the area"
        => "compute them again";
    WORLD_LISTS = "zbd.node.world.lists": "a Crimson Skies world lists other things than one light"
        => "list the slot of the light, and no sounds";
    WORLD_LIGHT_INDEX = "zbd.node.world.light_index": "a light does not exist in the file"
        => "use the slot of the light";
    WORLD_SOUND_INDEX = "zbd.node.world.sound_index": "a sound does not exist in the file"
        => "remove the entry";

    CELL_PLACE = "zbd.node.partition.place": "the cell is not where the grid has it"
        => "compute the cells again";
    CELL_BOUNDS = "zbd.node.partition.bounds": "the bounds are not those of the cell"
        => "compute the cells again";
    CELL_MID = "zbd.node.partition.mid": "the middle is not that of the bounds"
        => "compute the cells again";
    CELL_DIAGONAL = "zbd.node.partition.diagonal": "the diagonal is not that of the bounds"
        => "compute the cells again";
    CELL_NODES_PTR = "zbd.node.partition.nodes_ptr": "the pointer must be zero exactly when the cell is empty"
        => "use any address that is not zero";
    CELL_NODE_INDEX = "zbd.node.partition.node_index": "a cell lists a node that is not there"
        => "remove the entry";
}

/// Every finding a node block can lead to: the named ones and those of the
/// fields with a required value.
pub fn all_codes() -> impl Iterator<Item = &'static Code> {
    [
        CODES,
        NodeBase::CODES,
        Camera::CODES,
        Display::CODES,
        Window::CODES,
        LightInfo::CODES,
        Lod::CODES,
        Object3d::CODES,
        WorldInfo::CODES,
        PartitionInfo::CODES,
        PartitionNode::CODES,
    ]
    .into_iter()
    .flatten()
    .copied()
}
