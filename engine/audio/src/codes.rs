//! What this crate can report about sound files.

binary::codes! {
    FILE = "audio.file": "a sound file cannot be decoded"
        => "save it again as WAV, FLAC or OGG Vorbis; the world is silent there";
    STREAM = "audio.stream": "a long sound is cut off or damaged and ends too early"
        => "copy the file again from its source; it is silent from there on";
}
