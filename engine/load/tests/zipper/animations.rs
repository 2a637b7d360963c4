//! Animation definitions of a world: what names and indices become, and that events act.
//!
//! docs/spec/zbd/anim.md, "12.2 Load time"; docs/spec/zbd/anim-events.md, "4. Events".

use crate::zipper::install::{Install, Made, VERSIONS, package, square};
use glam::Vec3;
use load::SoundFiles;
use load::{Loaded, Request};
use runtime::{Input, Simulation};
use std::collections::BTreeMap;
use std::sync::Arc;
use world::program::{
    Activation, CallPlace, Condition, Event, EventPlace, Gate, LoopLimit, Operand, Requirement, SoundRef,
    Span, StartClock, Turn,
};
use world::{Frame, Limits, NodeId, ProgramId};
use zbd::gamez::Version;

/// A house with a door and a second door elsewhere, which comes first in the table.
pub fn world(version: Version) -> Vec<u8> {
    let mut made = Made::new(version).texture("wall.tif", -1);
    let other = made.object("door", Some(square(version, false)), [50.0, 0.0, 0.0]);
    made.link(0, other);
    let door = made.object("door", Some(square(version, false)), [1.0, 0.0, 0.0]);
    let house = made.object("house", Some(square(version, false)), [5.0, 0.0, 0.0]);
    made.link(house, door);
    made.link(0, house);
    made.bytes()
}

/// The file of a text, which every game has its own head for.
pub fn file(version: Version, definitions: &str) -> Vec<u8> {
    let number = zbd::anim::number_of(version);
    let script = match version {
        Version::PiratesMoon | Version::CrimsonSkies => "SCRIPT(NAME(a.zan) OBJECT(door) FRAME(0.0 1.0))",
        _ => "",
    };
    let text = format!(
        "ANIMATION_FILE(VERSION({number}) FILES(house.zrd)) ZERO_DEFINITION(ACTIVATION(ON_CALL)) {definitions} {script}"
    );
    let anim = zbd::anim::text::compile(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    zbd::anim::write(&anim).unwrap()
}

/// The files of one world.
pub fn request() -> Request {
    Request {
        world: "c1".to_owned(),
        container: "zbd/c1/gamez.zbd".to_owned(),
        textures: vec!["zbd/texture.zbd".to_owned()],
        animations: vec!["zbd/c1/anim.zbd".to_owned(), "zbd/c1/none.zbd".to_owned()],
        sounds: Some(SoundFiles {
            archives: vec!["zbd/sounds.zbd".to_owned()],
            folder: "zbd".to_owned(),
            loose_wins: true,
        }),
        ..Request::bare(load::Family::Zipper, "title", Frame::identity(1.0))
    }
}

pub fn load(version: Version, definitions: &str) -> Loaded {
    let install = Install::new();
    install.file("zbd/c1/gamez.zbd", &world(version));
    install.file("zbd/c1/anim.zbd", &file(version, definitions));
    install.file("zbd/texture.zbd", &package(&[("wall", 4, 90), ("smoke", 4, 20)]));
    install.file("zbd/Bang.WAV", b"a sound");
    load::load(&install.vfs(), &request(), &mut load::Quiet).unwrap()
}

fn codes(loaded: &Loaded) -> Vec<&'static str> {
    loaded.findings.iter().map(|finding| finding.code).filter(|code| code.starts_with("load.")).collect()
}

/// The second node of the name: the one below the house.
fn door(loaded: &Loaded) -> NodeId {
    let nodes = loaded.scene.nodes.iter().enumerate();
    let doors: Vec<usize> = nodes.filter(|(_, node)| &*node.name == "door").map(|(slot, _)| slot).collect();
    NodeId::from(doors[1])
}

const OPENS: &str = "ANIMATION_DEFINITION(
    ANIM_NAME(open) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_STARTUP)
    NODES(door nowhere)
    SEQUENCE_DEFINITION(NAME(main)
      OBJECT_MOTION_FROM_TO(NAME(door) TRANSLATE(1.0 0.0 0.0 1.0 2.0 0.0) RUN_TIME(1.0))
      OBJECT_ACTIVE_STATE(START_TIME(EVENT 0.5) NAME(door) STATE(INACTIVE))
      OBJECT_ACTIVE_STATE(NAME(nowhere) STATE(ACTIVE))
    ))";

#[test]
fn a_definition_of_every_game_moves_its_own_door() {
    for version in VERSIONS {
        let loaded = load(version, OPENS);
        assert_eq!(codes(&loaded), ["load.anim.nodes"], "{version:?}");
        let said = loaded.findings.iter().find(|finding| finding.code == "load.anim.nodes").unwrap();
        assert_eq!(said.found, "1 times nowhere", "{version:?}");
        let door = door(&loaded);
        let [program] = &loaded.scene.programs[..] else { panic!("{version:?}") };
        assert_eq!(
            (&*program.name, program.activation, program.gate),
            ("open", Activation::OnStartup, Gate::Always)
        );
        assert_eq!(program.nodes, [Some(door), None], "{version:?}: below its root first");
        let [step, hides, ..] = &program.sequences[0].steps[..] else { panic!("{version:?}") };
        assert_eq!((hides.clock, hides.time), (StartClock::Event, 0.5));
        let Event::MoveTo(way) = &step.event else { panic!("{version:?}") };
        let span = Span { from: Vec3::X, to: Vec3::new(1.0, 2.0, 0.0) };
        assert_eq!((way.node, way.translation, way.seconds), (Operand::Node(0), Some(span), 1.0));

        let mut simulation =
            Simulation::of_loaded(Arc::new(loaded.scene), loaded.derived, 1, &Limits::default());
        let height =
            |simulation: &Simulation| simulation.state().nodes.transforms[door.index()].translation.y;
        for _ in 0..30 {
            simulation.tick(&Input::default());
        }
        assert!((height(&simulation) - 1.0).abs() < 0.05, "{version:?}: {}", height(&simulation));
        for _ in 0..70 {
            simulation.tick(&Input::default());
        }
        assert_eq!(height(&simulation), 2.0, "{version:?}");
        let flags = simulation.state().nodes.flags[door.index()];
        assert!(!flags.contains(world::NodeFlags::ACTIVE), "{version:?}");
    }
}

const ALL: &str = "ANIMATION_DEFINITION(
    ANIM_NAME(second) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL)
    SEQUENCE_DEFINITION(NAME(main) CALLBACK(VALUE(7))))
  ANIMATION_DEFINITION(
    ANIM_NAME(first) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(WEAPON_HIT)
    EXECUTION_BY_RANGE(5.0 50.0) RESET_TIME(2.0) HEALTH(12.5) MIN_TO_SATISFY(1)
    NODES(door house) LIGHTS(lamp) PUFFERS(smoke) STATIC_SOUNDS(bang) DYNAMIC_SOUNDS(hum)
    SEQUENCE_DEFINITION(NAME(main)
      IF(RANDOM_WEIGHT(0.25))
      ELSEIF(PLAYER_RANGE(10.0))
      ELSE
      ENDIF
      LOOP(COUNT(-1))
      CALL_SEQUENCE(NAME(later))
      STOP_SEQUENCE(NAME(later))
      CALL_ANIMATION(NAME(second) OPERAND_NODE(door) AT_NODE(house) POSITION(1.0 2.0 3.0))
      STOP_ANIMATION(NAME(nobody))
      OBJECT_ROTATE_STATE(NAME(door) ROTATE(0.0 1.5 0.0) MODE(AT_NODE_XYZ) AT_NODE(INPUT_NODE))
      SOUND(NAME(bang) AT_NODE(door 1.0 0.0 0.0))
      SOUND_NODE(NAME(hum) ACTIVE_STATE(ON) AT_NODE(house 0.0 1.0 0.0))
      LIGHT_STATE(NAME(lamp) ACTIVE_STATE(ON) TYPE(POINT_SOURCE) AT_NODE(INPUT_NODE 0.0 2.0 0.0) RANGE(1.0 9.0))
      PUFFER_STATE(NAME(smoke) ACTIVE_STATE(1) AT_NODE(door) SIZE_RANGE(1.0 2.0) TEXTURES(TEXTURE(smoke)))
      OBJECT_MOTION(NAME(door) GRAVITY(DEFAULT) TRANSLATION(1.0 2.0 3.0 0.0 0.0 0.0 0.0 1.0 0.0)
        BOUNCE_SEQUENCE(later \"\" \"\") RUN_TIME(3.0))
    )
    SEQUENCE_DEFINITION(NAME(later) ACTIVATION(ON_CALL) CALLBACK(VALUE(8)))
  )";

#[test]
fn names_and_indices_become_numbers_of_the_scene() {
    let loaded = load(Version::MechWarrior3, ALL);
    assert_eq!(codes(&loaded), ["load.anim.sounds", "load.anim.calls", "load.anim.callbacks"]);
    let scene = &loaded.scene;
    let program = &scene.programs[1];
    assert_eq!(program.gate, Gate::Range { min_sq: 25.0, max_sq: 2500.0 });
    assert_eq!((program.health, program.reset_time, program.resets_first), (12.5, 2.0, true));
    assert_eq!((program.min_to_satisfy, program.activation), (1, Activation::WeaponHit));
    assert_eq!(program.lights, [None], "each instance makes its own");
    let Some(SoundRef::One(bang)) = &program.sounds[0] else { panic!("{:?}", program.sounds) };
    assert_eq!((&*bang.file, bang.looping, bang.everywhere), ("zbd/Bang.WAV", false, false));
    assert_eq!(program.sound_nodes, [None], "the game has no sound of that name");
    let steps: Vec<&Event> = program.sequences[0].steps.iter().map(|step| &step.event).collect();
    assert_eq!(steps[0], &Event::If(Condition::Random(0.25)));
    assert_eq!(steps[1], &Event::ElseIf(Condition::PlayerRange(100.0)), "squared in the file");
    assert_eq!([steps[2], steps[3]], [&Event::Else, &Event::EndIf]);
    assert_eq!(steps[4], &Event::Loop(LoopLimit::Count(-1)));
    assert_eq!([steps[5], steps[6]], [&Event::CallSequence(Some(1)), &Event::StopSequence(Some(1))]);
    let Event::Call(call) = steps[7] else { panic!("{:?}", steps[7]) };
    assert_eq!((call.program, call.bind, call.wait), (Some(ProgramId(0)), Operand::Node(0), false));
    assert_eq!(call.place, CallPlace::At { node: Operand::Node(1), position: Vec3::new(1.0, 2.0, 3.0) });
    assert_eq!(steps[8], &Event::Stop(None));
    let Event::Rotate { turn, .. } = steps[9] else { panic!("{:?}", steps[9]) };
    assert_eq!(*turn, Turn::Angles(Operand::Input));
    assert_eq!(steps[10], &Event::Sound { sound: Some(0), node: Operand::Node(0), offset: Vec3::X });
    let place = EventPlace::Node { node: Operand::Node(1), offset: Vec3::Y };
    assert_eq!(steps[11], &Event::SoundNode { sound: Some(0), active: true, place });
    let Event::Light(light) = steps[12] else { panic!("{:?}", steps[12]) };
    assert_eq!(
        (light.light, light.active, light.point, light.range),
        (Some(0), true, true, Some([1.0, 9.0]))
    );
    assert_eq!(light.color, None, "what is not given stays");
    let Event::Puffer(puffer) = steps[13] else { panic!("{:?}", steps[13]) };
    assert_eq!((puffer.puffer, puffer.active, puffer.node), (Some(0), 1, Some(Operand::Node(0))));
    let Some(world::program::PufferTextures::Random(materials)) = &puffer.textures else {
        panic!("{puffer:?}")
    };
    let material = &scene.materials[materials[0].index()];
    assert_eq!(material.name, "smoke");
    assert!(
        material.texture.is_some_and(|texture| scene.textures[texture.index()].name.starts_with("smoke"))
    );
    let Event::Motion(motion) = steps[14] else { panic!("{:?}", steps[14]) };
    assert_eq!(motion.gravity.map(|gravity| gravity.acceleration), Some(-9.8));
    assert_eq!(motion.translation.map(|launch| launch.velocity), Some(Vec3::new(1.0, 2.0, 3.0)));
    assert_eq!((motion.bounces[0].sequence, motion.run_time), (Some(1), Some(3.0)));
}

#[test]
fn a_file_of_another_game_and_a_damaged_one_leave_the_world_without_animations() {
    for bytes in [file(Version::Recoil, OPENS), vec![0; 40]] {
        let install = Install::new();
        install.file("zbd/c1/gamez.zbd", &world(Version::MechWarrior3));
        install.file("zbd/c1/anim.zbd", &bytes);
        let request = Request {
            world: "c1".to_owned(),
            container: "zbd/c1/gamez.zbd".to_owned(),
            animations: vec!["zbd/c1/anim.zbd".to_owned()],
            ..Request::bare(load::Family::Zipper, "title", Frame::identity(1.0))
        };
        let loaded = load::load(&install.vfs(), &request, &mut load::Quiet).unwrap();
        assert!(loaded.scene.programs.is_empty());
        let warned = loaded.findings.iter().any(|finding| {
            finding.file == "zbd/c1/anim.zbd" && finding.severity == binary::Severity::Warning
        });
        assert!(warned, "{:?}", loaded.findings);
    }
}

#[test]
fn prerequisites_name_animations_and_nodes() {
    let loaded = load(
        Version::MechWarrior3,
        "ANIMATION_DEFINITION(ANIM_NAME(one) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL)
           SEQUENCE_DEFINITION(NAME(main) CALLBACK(VALUE(1))))
         ANIMATION_DEFINITION(ANIM_NAME(two) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL)
           NODES(door)
           ACTIVATION_PREREQUISITES(REQUIRED(ANIMATION(NAME(one))) REQUIRED(OBJECT(NAME(door))))
           SEQUENCE_DEFINITION(NAME(main) CALLBACK(VALUE(2))))",
    );
    let wanted = [
        Requirement::Started(Some(ProgramId(0))),
        Requirement::Active { node: Some(door(&loaded)), active: false },
    ];
    let found: Vec<_> = loaded.scene.programs[1].prerequisites.iter().map(|one| one.requirement).collect();
    assert_eq!(found, wanted);
}

#[test]
fn numbers_that_the_title_does_not_know_are_found_once() {
    let definitions = "ANIMATION_DEFINITION(
        ANIM_NAME(talks) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_STARTUP)
        RESET_SEQUENCE(CALLBACK(VALUE(912)))
        SEQUENCE_DEFINITION(NAME(main) CALLBACK(VALUE(16)) CALLBACK(VALUE(5)) CALLBACK(VALUE(5))))";
    let known = |says: &str| world::Callback { says: says.to_owned(), ..world::Callback::default() };
    let rows = [("16", known("the player stops")), ("912-914", known("a pickup appears"))];
    let rows = rows.map(|(numbers, callback)| (numbers.to_owned(), callback));
    let callbacks = load::Callbacks::try_from(BTreeMap::from(rows)).unwrap();
    for (known, found) in [(callbacks, "2 times 5"), (load::Callbacks::default(), "4 times 5, 16, 912")] {
        let install = Install::new();
        install.file("zbd/c1/gamez.zbd", &world(Version::Recoil));
        install.file("zbd/c1/anim.zbd", &file(Version::Recoil, definitions));
        install.file("zbd/texture.zbd", &package(&[("wall", 4, 90)]));
        let request = Request { callbacks: known, ..request() };
        let loaded = load::load(&install.vfs(), &request, &mut load::Quiet).unwrap();
        let said = loaded.findings.iter().filter(|finding| finding.code == "load.anim.callbacks");
        let said: Vec<&str> = said.map(|finding| &*finding.found).collect();
        assert_eq!(said, [found]);
    }
}
