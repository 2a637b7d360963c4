//! Findings about the folder a person points to.

binary::codes! {
    NOTHING_THERE = "detect.nothing_there": "there is nothing at this path" => "check the spelling, and that the disc or drive is there";
    NOT_A_FOLDER = "detect.not_a_folder": "there is a file where a folder should be" => "name the folder the game is installed in";
    EMPTY = "detect.empty": "the folder is empty" => "name the folder the game is installed in";
    UNREADABLE = "detect.unreadable": "the system does not allow opening the folder" => "check its permissions and the disk";
    AMBIGUOUS = "detect.ambiguous": "there are several games in the folder or zip file" => "name one of them";
    UNKNOWN = "detect.unknown": "there is no game that Revisit knows" => "name the folder the game is installed in; if this is it, please report what `revisit detect` prints";
    MISSING_REQUIRED = "detect.missing_required": "a required file is missing" => "copy it from the disc of the game";
    MISSING_OPTIONAL = "detect.missing_optional": "an optional file is missing" => "copy it from the disc of the game";
    DEMO = "detect.demo": "the description of a demo install cannot be read" => "build the demo again";
    NOT_LOADED = "detect.not_loaded": "this version of Revisit recognises the game but cannot open its worlds" => "try a newer version";
    NO_WORLDS = "detect.no_worlds": "the game has no worlds" => "install it again, completely, or copy the folders of its worlds from the disc";
    WHICH_WORLD = "detect.which_world": "the game has several worlds" => "add the name of one after the path; `revisit worlds` lists them all";
    WHICH_MODELS = "detect.which_models": "the game shows models on a stage, and nobody said which" => "add names of models after the path, separated by commas; `revisit worlds` lists them";
    QUALITY = "detect.quality": "the game does not have textures of this quality" => "name a quality that it has";
    NO_SUCH_WORLD = "detect.no_such_world": "no world has this name" => "name one that is there";
}
