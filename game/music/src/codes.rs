//! Findings about the music of a CD.

binary::codes! {
    NO_FILE = "music.no_file": "a file that a cue sheet names is not there" => "put it beside the cue sheet; until then a file of that track alone is played, if there is one";
    NOT_APART = "music.not_apart": "several tracks are in one compressed sound file, which is not taken apart" => "rip each track into a file of its own";
    NO_TRACK = "music.no_track": "a track of the CD is missing" => "rip it from the disc; `revisit detect` says where it is looked for";
    UNHEARD = "music.unheard": "a track cannot be decoded" => "rip it again as WAV, FLAC, OGG Vorbis or MP3";
}
