//! What can be odd about a tree of files.

binary::codes! {
    ADDRESS = "vfs.address": "the address is not a valid file name" => "write names separated by `/`, starting at the top of the install";
    MISSING = "vfs.missing": "there is nothing at this address" => "check the spelling and that the file was installed";
    IS_FOLDER = "vfs.is_folder": "the address names a folder" => "name a file inside it";
    NOT_A_FOLDER = "vfs.not_a_folder": "the address names a file" => "name the folder that holds it";
    NOT_AN_ARCHIVE = "vfs.not_an_archive": "the address needs a folder or an archive, but there is a file" => "check the spelling; if the file should be an archive, copy it again from its source";
    UNREADABLE = "vfs.unreadable": "the system does not allow reading a file or folder" => "check its permissions and the disk";
    TOO_LARGE = "vfs.too_large": "a file is larger than what is read into memory" => "remove the file, or split it";
    CASE_COLLISION = "vfs.case_collision": "two names differ only in case" => "rename or remove one of them";
    NAME = "vfs.name": "a file has a name that no address can contain" => "rename the file";
    LINK = "vfs.link": "a link leaves its layer or leads in a circle, and is not followed" => "put the files themselves there";
    SPECIAL = "vfs.special": "an entry is neither file nor folder" => "remove it";
    DEPTH = "vfs.depth": "archives are nested too deep" => "unpack the innermost archive";
    LIMIT = "vfs.limit": "the tree is larger than the limits allow" => "point to the folder of the game, or remove what does not belong there";
    BUDGET = "vfs.budget": "an archive asks for more than the limits allow, and what is over is left out" => "if the archive is trusted, unpack it into a folder and name that";
    ARCHIVE = "vfs.archive": "an archive cannot be opened" => "copy it again from its source";
    OVERLAY = "vfs.overlay": "a mod's folder lies over a file that is used whole, so it changes nothing" => "`revisit pack` an unpacked folder into a file and put that in its place; for one picture: `revisit unpack` the file of the game, exchange the picture, `revisit pack`";
    IDLE = "vfs.idle_mod": "nothing in a mod has a name that the install has at its top, so it changes nothing" => "name the folder that lies over the install's own, or pack the zip file without the folder around it";
    LAYER = "vfs.layer": "the install or a mod cannot be opened" => "name a folder, a zip file or an image of a disc, `.cue` or `.iso`";
}
