//! `script`: the scripts that load a world, line by line, and what they build as a file of a world.

use crate::cli::ScriptArgs;
use ::script::Step;
use ::script::startup::Road;
use base::Failure;
use base::gate::Mark;
use base::output::{self, Findings};
use load::ScriptSetup;
use load::zipper::script::{self, Made};
use serde::Serialize;

#[derive(Serialize)]
struct Answer<'a> {
    title: &'a str,
    world: &'a str,
    scripts: u64,
    lines: u64,
    commands: u64,
    stopped: bool,
    nodes: usize,
    models: usize,
    animations: &'a [String],
    unknown: Vec<Unknown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<Line>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    findings: Findings,
}

/// A word that is no command of the game.
#[derive(Serialize)]
struct Unknown<'a> {
    word: &'a str,
    count: u64,
    script: &'a str,
    line: u32,
    text: &'a str,
    taken_for: Option<&'static str>,
}

/// A line that was reached.
#[derive(Serialize)]
struct Line {
    script: String,
    line: u32,
    depth: usize,
    text: String,
    effect: String,
}

/// Runs the verb.
pub fn run(args: &ScriptArgs) -> Result<(), Failure> {
    let install = args.world.open()?;
    let request = install.request_with(args.world.name(), &args.world.textures)?;
    let Some(setup) = request.scripts else {
        return Err(Failure::Unusable(format!(
            "{}: worlds of this game are not loaded by scripts",
            request.title
        )));
    };
    let out = match &args.export {
        Some(path) => Some((path, install.gate(args.force).file(path, Mark::NONE)?)),
        None => None,
    };
    let setup = ScriptSetup { road: if args.build { Road::Build } else { Road::Run }, ..setup };
    let json = args.world.install.json;
    let mut trace = Vec::new();
    let mut sink = |step: &Step<'_>| {
        if args.trace && json {
            trace.push(Line {
                script: step.place.script.to_owned(),
                line: step.place.line,
                depth: step.depth,
                text: step.text.to_owned(),
                effect: step.effect.to_string(),
            });
        } else if args.trace {
            output::line(&format!("{:indent$}{step}", "", indent = 2 * step.depth));
        }
    };
    let made = match &args.source {
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| Failure::io("read it", path, &error))?;
            // Scripts are Latin-1.
            let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            script::run_text(&install.vfs, &setup, &name, &text, &mut sink)
        }
        None => script::run(&install.vfs, &setup, &mut sink),
    };
    let file = match out {
        Some((path, out)) => {
            let Some(gamez) = &made.gamez else {
                return Err(Failure::Answered(format!(
                    "{}: the scripts make no world, so there is nothing to write; NewWorld makes one, GameZReadZBDFile reads one",
                    request.world
                )));
            };
            out.write(&zbd::gamez::write(gamez)?)?;
            Some(path.display().to_string())
        }
        None => None,
    };
    print(json, &request.title, &request.world, &made, args.trace.then_some(trace), file)
}

fn print(
    json: bool,
    title: &str,
    world: &str,
    made: &Made,
    trace: Option<Vec<Line>>,
    file: Option<String>,
) -> Result<(), Failure> {
    let unknown = made.unknown.iter().map(|(word, unknown)| Unknown {
        word,
        count: unknown.count,
        script: &unknown.script,
        line: unknown.line,
        text: &unknown.text,
        taken_for: unknown.taken_for,
    });
    let unknown: Vec<Unknown<'_>> = unknown.collect();
    let findings = Findings::new(made.findings.clone());
    let nodes = made.gamez.as_ref().map_or(0, |gamez| gamez.nodes.nodes.len());
    let models = made.gamez.as_ref().map_or(0, |gamez| gamez.models.count as usize);
    if json {
        let answer = Answer {
            title,
            world,
            scripts: made.ran.scripts,
            lines: made.ran.lines,
            commands: made.ran.calls,
            stopped: made.ran.stopped,
            nodes,
            models,
            animations: &made.extras.animations,
            unknown,
            trace,
            file,
            findings,
        };
        return output::json("script", &answer);
    }
    findings.print();
    output::line(&format!(
        "{world}: {}, {}, {}; {}, {}",
        output::counted(made.ran.scripts as usize, "script", "scripts"),
        output::counted(made.ran.lines as usize, "line", "lines"),
        output::counted(made.ran.calls as usize, "command", "commands"),
        output::counted(nodes, "node", "nodes"),
        output::counted(models, "model", "models"),
    ));
    for word in unknown {
        let taken = word.taken_for.map(|command| format!(", taken for {command}")).unwrap_or_default();
        let times = output::counted(word.count as usize, "time", "times");
        output::line(&format!(
            "unknown: {} {times}{taken}, first in {}:{}: {}",
            word.word, word.script, word.line, word.text
        ));
    }
    if let Some(file) = file {
        output::line(&format!("written: {file}"));
    }
    Ok(())
}
