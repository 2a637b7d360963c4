//! How fast animation files are read, against copying their bytes.
//!
//! `cargo bench -p zbd --bench anims` makes a file of MechWarrior 3 of about 2 MB, then takes the best of
//! several runs of a warm copy of it, of reading and writing it, and of printing and compiling its text.
//! Reading must reach 1/40 of the copy; the sums keep the work from being optimised away. It measures this
//! machine now and keeps no record.

use binary::{Mode, Result};
use harness::timing::{self, Case, Format, Runs};
use std::fmt::Write as _;
use std::hint::black_box;
use std::process::ExitCode;
use zbd::anim::{self, Anim, text};

const RUNS: usize = 25;
/// Reading may take this many times as long as copying.
const ALLOWED: f64 = 40.0;
const DEFINITIONS: usize = 130;

/// A file with as many kinds of events as an animation of the game has, and some keyframes.
fn source() -> String {
    let mut file =
        String::from("ANIMATION_FILE(VERSION(39) FILES(common.zrd))\nZERO_DEFINITION(ACTIVATION(ON_CALL))\n");
    for number in 0..DEFINITIONS {
        let nodes: String = (0..20).map(|node| format!("part_{number}_{node} ")).collect();
        // Writing into a String cannot fail.
        let _ = write!(
            file,
            "ANIMATION_DEFINITION(ANIM_NAME(anim_{number}) NAME(root_{number}) ANIM_ROOT_NAME(root_{number})
             ACTIVATION(ON_CALL) RESET_TIME(2.0) OBJECTS({nodes}) NODES({nodes}) LIGHTS(lamp) PUFFERS(smoke)
             STATIC_SOUNDS(bang)"
        );
        for sequence in 0..6 {
            let _ = write!(file, "SEQUENCE_DEFINITION(NAME(sequence_{sequence})");
            for node in 0..2 {
                let name = format!("NAME(part_{number}_{node})");
                let _ = write!(
                    file,
                    "OBJECT_ACTIVE_STATE({name} STATE(ACTIVE))
                     SOUND(START_TIME(EVENT 0.5) NAME(bang) AT_NODE(part_{number}_{node} 0 1 2))
                     OBJECT_MOTION({name} GRAVITY(DEFAULT) TRANSLATION(1 2 3) XYZ_ROTATION(1 2 3) RUN_TIME(3))
                     OBJECT_MOTION_FROM_TO({name} TRANSLATE(0 0 0 1 2 3) RUN_TIME(2))
                     OBJECT_MOTION_SI_SCRIPT({name} FRAME(0 1 TRANSLATE(1 2 3 4 5 6) ROTATE(1 0 0 0 0 1 0)))"
                );
            }
            file += "PUFFER_STATE(NAME(smoke) ACTIVE_STATE(1) TEXTURES(TEXTURE(puff)))
                     IF(RANDOM_WEIGHT(0.5)) CALL_ANIMATION(NAME(other)) ELSE CALLBACK(VALUE(3)) ENDIF LOOP(COUNT(-1)))";
        }
        file += ")\n";
    }
    file
}

const ANIM: Format<Anim> = Format {
    read: |bytes| Ok(anim::read(bytes, Mode::Lenient)?.0),
    write: anim::write,
    sum: |anim| anim.events().count() as u64,
};

fn main() -> Result<ExitCode> {
    timing::bench(|_| {
        let anim = match text::compile(source().as_bytes()) {
            Ok(anim) => anim,
            Err(error) => {
                println!("the text of the file: {error}");
                return Ok(false);
            }
        };
        let listed = text::listing(&anim);
        let bytes = anim::write(&anim)?;
        let name = format!("animations: {} bytes, {} as text", bytes.len(), listed.len());
        let mut cases = [Case::new(&name, vec![bytes], ANIM)?];
        let fast = timing::measure(&mut cases, RUNS, ALLOWED);
        let [case] = &cases;
        let [mut printing, mut compiling] = <[Runs; 2]>::default();
        for _ in 0..RUNS {
            printing.run(|| text::listing(black_box(&anim)), |text| text.len() as u64);
            let definitions =
                |anim: &Option<Anim>| anim.as_ref().map_or(0, |anim| anim.definitions.len() as u64);
            compiling.run(|| text::compile(black_box(listed.as_bytes())).ok(), definitions);
        }
        printing.print("print", case.bytes(), case.copying());
        compiling.print("compile", case.bytes(), case.copying());
        Ok(fast)
    })
}
