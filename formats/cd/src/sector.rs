//! What a sector of a track is made of: how many bytes of an image it takes, and
//! which of them are the data.

/// Sectors that a disc plays in a second; positions on a disc are told in them.
pub const SECTORS_PER_SECOND: u64 = 75;

/// Frames of sound a second of a music track.
pub const SAMPLE_RATE: u32 = 44_100;

/// Bytes of a frame of sound: left and right, 16 bits each, the low byte first.
pub const FRAME_BYTES: u64 = 4;

/// Bytes of a sector's synchronisation and of its address, before everything else.
const HEADER: u64 = 16;

/// Bytes of the subheader that follows in sectors of mode 2.
const SUBHEADER: u64 = 8;

/// How the sectors of a track are kept in an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Sound: 588 frames of 44,100 Hz.
    Audio,
    /// Data of 2048 bytes and nothing else, as in a file called `.iso`.
    Data2048,
    /// Whole sectors of mode 1: address, data, checks.
    Data2352,
    /// Mode 2 without its synchronisation.
    Xa2336,
    /// Whole sectors of mode 2, form 1.
    Xa2352,
}

impl Mode {
    /// By its word in a cue sheet, in any case.
    pub(crate) fn named(word: &str) -> Option<Mode> {
        const NAMES: [(&str, Mode); 7] = [
            ("AUDIO", Mode::Audio),
            ("MODE1/2048", Mode::Data2048),
            ("MODE1/2352", Mode::Data2352),
            ("MODE2/2048", Mode::Data2048),
            ("MODE2/2336", Mode::Xa2336),
            ("MODE2/2352", Mode::Xa2352),
            ("CDI/2352", Mode::Xa2352),
        ];
        NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, mode)| *mode)
    }

    /// How the data of an image without a sheet is kept, by its first sixteen bytes:
    /// whole sectors begin with a pattern that no list of files begins with.
    pub fn of_image(start: &[u8]) -> Mode {
        const SYNC: [u8; 12] = [0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0];
        match (start.starts_with(&SYNC), start.get(15)) {
            (true, Some(2)) => Mode::Xa2352,
            (true, _) => Mode::Data2352,
            (false, _) => Mode::Data2048,
        }
    }

    /// Bytes that a sector takes in the image.
    pub const fn stride(self) -> u64 {
        match self {
            Mode::Data2048 => 2048,
            Mode::Xa2336 => 2336,
            Mode::Audio | Mode::Data2352 | Mode::Xa2352 => 2352,
        }
    }

    /// Bytes before the data of a sector.
    pub const fn before_data(self) -> u64 {
        match self {
            Mode::Audio | Mode::Data2048 => 0,
            Mode::Data2352 => HEADER,
            Mode::Xa2336 => SUBHEADER,
            Mode::Xa2352 => HEADER + SUBHEADER,
        }
    }

    /// True for music.
    pub const fn is_audio(self) -> bool {
        matches!(self, Mode::Audio)
    }
}
