//! `listen`: what a world sounds like from a place, as a WAV file.

use crate::cli::ListenArgs;
use crate::eye::Eye;
use crate::{progress, wav};
use audio::{Bank, CHANNELS, Listener, Mixer, Reach};
use base::Failure;
use base::output;
use pictures::Viewpoint;
use serde::Serialize;
use world::{Camera, Scene};

/// Samples per second of the file.
const RATE: u32 = 44_100;

#[derive(Serialize)]
struct Answer<'a> {
    title: &'a str,
    world: &'a str,
    file: String,
    seconds: f32,
    rate: u32,
    /// In the game's own axes and unit.
    eye: [f32; 3],
    yaw_deg: f32,
    pitch_deg: f32,
    /// The loudest sample of the file, 0..=1.
    peak: f32,
    /// The sounds of the world, the nearest first.
    items: Vec<Heard>,
    findings: output::Findings,
}

/// A sound of the world.
#[derive(Serialize)]
struct Heard {
    file: String,
    /// In the game's own axes and unit.
    place: [f32; 3],
    range: f32,
    volume: f32,
    /// From the eye, in the game's unit.
    distance: f32,
    /// Volume on the left and on the right, 0..=1.
    left: f32,
    right: f32,
}

/// Runs the verb.
pub fn run(args: &ListenArgs) -> Result<(), Failure> {
    let install = args.world.open()?;
    let out = install.gate(args.force).file(&args.out, wav::MARK)?;
    let request = install.request_with(args.world.name(), &args.world.textures)?;
    install.warn(args.world.name(), &args.world.textures)?;
    let scene = load::load(&install.vfs, &request, &mut progress::Loading::new(&request.world))?.scene;
    let (bank, findings) = Bank::read(&scene, |address| install.vfs.read(address));
    let eye = Eye::asked(&scene.frame, &scene.camera, args.eye, args.look, args.engine_axes);
    let camera = eye.map_or(scene.camera, |eye| Camera {
        eye: eye.place,
        yaw: eye.yaw,
        pitch: eye.pitch,
        ..scene.camera
    });
    let listener = Listener::of(&camera, &scene.frame);
    let items = heard(&scene, &listener);

    let mut mixer = Mixer::new(RATE);
    mixer.enter(&scene, &bank);
    mixer.hear(&listener);
    let mut samples = vec![0.0; (args.seconds * RATE as f32) as usize * CHANNELS];
    mixer.mix(&mut samples);
    out.write(&wav::encode(&samples, RATE)?)?;

    let peak = samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    let place = Viewpoint::of(&scene, &camera);
    let file = args.out.display().to_string();
    let findings = output::Findings::new(findings);
    if args.world.install.json {
        let result = Answer {
            title: &request.title,
            world: &request.world,
            file,
            seconds: args.seconds,
            rate: RATE,
            eye: place.eye,
            yaw_deg: place.yaw_deg,
            pitch_deg: place.pitch_deg,
            peak,
            items,
            findings,
        };
        return output::json("listen", &result);
    }
    findings.print();
    let within = items.iter().filter(|sound| sound.left > 0.0 || sound.right > 0.0);
    let [x, y, z] = place.eye;
    output::line(&format!(
        "{file}: {} {} from {x:.2} {y:.2} {z:.2}, {} s, {} of {} sounds within earshot, peak {peak:.2}",
        request.title,
        request.world,
        args.seconds,
        within.count(),
        items.len()
    ));
    Ok(())
}

fn heard(scene: &Scene, listener: &Listener) -> Vec<Heard> {
    let mut items: Vec<Heard> = scene
        .sounds
        .iter()
        .map(|sound| {
            let gains = listener.gains(&Reach::even(sound.place, sound.range));
            let [left, right] = gains.map(|gain| gain * sound.volume);
            Heard {
                file: sound.file.clone(),
                place: scene.frame.to_game(sound.place).to_array(),
                range: sound.range,
                volume: sound.volume,
                distance: sound.place.distance(listener.ear),
                left,
                right,
            }
        })
        .collect();
    items.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    items
}
