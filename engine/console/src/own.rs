//! The console's own words, for worlds of every game.

use crate::answer::Answer;
use crate::names::Names;
use crate::{act, animations, ask, creatures};
use runtime::Simulation;

/// A word of the console.
#[derive(Clone, Copy, Debug)]
pub struct OwnWord {
    /// The word.
    pub word: &'static str,
    /// How it is written; what is in brackets may be left out.
    pub usage: &'static str,
    /// What it does, in a sentence without a full stop.
    pub help: &'static str,
    pub(crate) run: fn(&[String], &mut Line<'_>) -> Result<(), String>,
}

/// A line that is being carried out.
pub(crate) struct Line<'a> {
    pub names: &'a Names<'a>,
    pub simulation: &'a Simulation,
    pub answer: &'a mut Answer,
}

macro_rules! words {
    ($($word:literal $usage:literal => $help:literal, $run:expr;)*) => {
        &[$(OwnWord { word: $word, usage: $usage, help: $help, run: $run }),*]
    };
}

/// Carried out by the console itself, which has what they ask about.
const BY_CONSOLE: fn(&[String], &mut Line<'_>) -> Result<(), String> = |_, _| Ok(());

static WORDS: &[OwnWord] = words! {
    "help" "help [COMMAND]" => "Lists these words, or says more of a command", BY_CONSOLE;
    "commands" "commands [PATTERN]" => "Lists the commands of the game's scripts that work here", BY_CONSOLE;
    "vars" "vars" => "Lists the variables of scripts", BY_CONSOLE;
    "where" "where" => "Says where you stand and look", ask::place;
    "time" "time [HH:MM]" => "Says how long the world has run and its hour, or makes it another", act::time;
    "nodes" "nodes [PATTERN]" => "Lists nodes by name; * stands for any letters, ? for one", ask::nodes;
    "node" "node NODE" => "Says what a node is: a name, or # and a number", ask::node;
    "lights" "lights" => "Lists the lights", ask::lights;
    "materials" "materials [PATTERN]" => "Lists materials by name", ask::materials;
    "anims" "anims [PATTERN]" => "Lists animations and what each is doing", animations::list;
    "teleport" "teleport X Y Z | NODE" => "Puts you at a place, or on top of a node", act::teleport;
    "levitate" "levitate on|off" => "Lets you float over ground and water as by a spell, or no more", act::levitate;
    "mode" "mode track|hover|amphibious|submarine" => "Changes how the tank that you drive moves", act::mode;
    "weapon" "weapon NUMBER" => "Chooses which weapons the vehicle that you drive fires", act::weapon;
    "eject" "eject" => "Lets you leave the 'mech or the aeroplane that you drive, for good", act::eject;
    "ride" "ride on|off" => "Lets you mount or dismount, where one rides", act::ride;
    "fly" "fly on|off|METRES" => "Lets you fly where you look, at so many metres a second, or come down again", act::fly;
    "travel" "travel NAME | X,Y" => "Takes you to a place of an overworld, by its name, a part of it, or its cell", act::travel;
    "start" "start" => "Puts you back at the start", act::start;
    "move" "move NODE X Y Z" => "Puts a node at a place below its parent", act::shift;
    "turn" "turn NODE X Y Z" => "Turns a node to these angles in degrees", act::turn;
    "scale" "scale NODE X [Y Z]" => "Scales a node", act::scale;
    "show" "show NODE" => "Switches a node on, with all below it", |words, line| act::switch(words, line, true);
    "hide" "hide NODE" => "Switches a node off, with all below it", |words, line| act::switch(words, line, false);
    "opacity" "opacity NODE VALUE" => "Fades a node: 0 cannot be seen, 1 is as modelled", act::opacity;
    "spawn" "spawn NODE [X Y Z [HEADING]]" => "Makes a copy of a node, at a place or ahead of you; a creature is put on the ground and looks at you, or along a heading (512 to a turn, 0 north, growing to the left)", act::spawn;
    "creatures" "creatures" => "Lists the creatures here, what each does and which animations it has", creatures::list;
    "tell" "tell CREATURE stand|die|sit|ANIMATION | walk|run|patrol PLACE ... | fight [CREATURE]" => "Tells creatures what to do: one by # and its number, or all of a name, in which * stands for any letters; a place is X,Y or X,Y,Z, or here", creatures::tell;
    "remove" "remove NODE" => "Removes a node with what hangs nowhere else", act::remove;
    "damage" "damage NODE AMOUNT" => "Damages what stands at a node, as a shot does", act::damage;
    "light" "light NUMBER on|off" => "Switches a light", act::light;
    "fog" "fog on|off | NEAR FAR | color R G B" => "Changes the fog; colours are 0 to 1", act::fog;
    "tint" "tint MATERIAL R G B [OPACITY]" => "Colours a material, by its number; 1 is as it was", act::tint;
    "cycle" "cycle MATERIAL FRAME" => "Shows another picture of a material with several", act::cycle;
    "play" "play ANIMATION" => "Starts an animation", animations::play;
    "stop" "stop ANIMATION" => "Ends an animation", animations::stop;
    "reset" "reset ANIMATION" => "Puts back what an animation changed", animations::reset;
    "invalidate" "invalidate ANIMATION" => "Lets an animation never start again", animations::invalidate;
    "hold" "hold ANIMATION" => "Lets time stand for an animation", animations::hold;
    "resume" "resume ANIMATION" => "Lets an animation that is held go on", animations::resume;
    "step" "step ANIMATION [TICKS]" => "Holds an animation and lets it go on by sixtieths of a second", animations::step;
    "seed" "seed NUMBER" => "Starts the random numbers anew", act::seed;
};

/// All of them, in the order in which help lists them.
pub fn own_words() -> impl Iterator<Item = &'static OwnWord> {
    WORDS.iter()
}

pub(crate) fn find(word: &str) -> Option<&'static OwnWord> {
    WORDS.iter().find(|own| own.word == word)
}

/// Carries a line out, behind its first word.
pub(crate) fn carry_out(
    word: &OwnWord,
    words: &[String],
    names: &Names<'_>,
    simulation: &Simulation,
    answer: &mut Answer,
) {
    let done = (word.run)(words, &mut Line { names, simulation, answer });
    if let Err(why) = done {
        answer.commands.clear();
        answer.wrong(if why.is_empty() { format!("it is written {}", word.usage) } else { why });
    }
}

/// The words of a line; one in quotes may have blanks.
pub(crate) fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut any) = (Vec::new(), String::new(), false, false);
    for letter in line.chars() {
        match letter {
            '"' => (quoted, any) = (!quoted, true),
            letter if letter.is_whitespace() && !quoted => {
                if std::mem::take(&mut any) {
                    words.push(std::mem::take(&mut word));
                }
            }
            letter => {
                word.push(letter);
                any = true;
            }
        }
    }
    words.extend(any.then_some(word));
    words
}

/// What is said when a word is not written as it should be.
pub(crate) fn usage() -> String {
    String::new()
}

/// Numbers, all of them finite.
///
/// # Errors
/// One is none, or there are more or fewer than wanted: then how the word is written.
pub(crate) fn numbers<const N: usize>(words: &[String]) -> Result<[f32; N], String> {
    let words: &[String; N] = words.try_into().map_err(|_| usage())?;
    let mut numbers = [0.0; N];
    for (number, word) in numbers.iter_mut().zip(words) {
        let read = word.parse::<f32>().ok().filter(|number| number.is_finite());
        *number = read.ok_or_else(|| format!("{word} is no number"))?;
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_part_words_but_not_in_quotes() {
        assert_eq!(words("  hide  \"big tower\" now "), ["hide", "big tower", "now"]);
        assert_eq!(words("say \"\""), ["say", ""]);
        assert!(words(" ").is_empty());
    }

    #[test]
    fn every_usage_begins_with_its_word_and_no_word_is_listed_twice() {
        for (at, own) in WORDS.iter().enumerate() {
            assert!(own.usage.starts_with(own.word) && !own.help.ends_with('.'), "{own:?}");
            assert!(WORDS[at + 1..].iter().all(|other| other.word != own.word), "{own:?}");
        }
    }
}
