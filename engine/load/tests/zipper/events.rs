//! What each event, condition and part of a motion of a file becomes in a program.
//!
//! docs/spec/zbd/anim-events.md, "4. Events".

use crate::zipper::animations::load;
use glam::{Quat, Vec3};
use world::ProgramId;
use world::program::{
    Activation, Bounce, Call, CallConnector, CallEnd, CallPlace, CameraChange, CameraTo, Change, Condition,
    Connector, ConnectorEnd, Definition, Detonation, EndPosition, Event, EventPlace, FadeTo, FogChange,
    FogKind, Gate, Gravity, Launch, LaunchRange, LightAnimation, LightState, LoopLimit, MoveTo, ObjectMotion,
    Operand, PufferInterval, PufferState, ScreenWash, Span, Step, Tumble, Turn,
};
use zbd::gamez::Version;

const DOOR: Operand = Operand::Node(0);
const HOUSE: Operand = Operand::Node(1);

/// The last program of a definition with this head, these lists and these events.
fn program(version: Version, head: &str, lists: &str, events: &str) -> Definition {
    let text = format!(
        "ANIMATION_DEFINITION(
           ANIM_NAME(called) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL)
           SEQUENCE_DEFINITION(NAME(main) CALLBACK(VALUE(7))))
         ANIMATION_DEFINITION(
           ANIM_NAME(own) NAME(house) ANIM_ROOT_NAME(house) {head} NODES(door house) {lists}
           SEQUENCE_DEFINITION(NAME(main) {events})
           SEQUENCE_DEFINITION(NAME(later) ACTIVATION(ON_CALL) CALLBACK(VALUE(8))))"
    );
    load(version, &text).scene.programs.pop().expect("a program")
}

fn events(version: Version, lists: &str, events: &str) -> Vec<Event> {
    let own = program(version, "ACTIVATION(ON_CALL)", lists, events);
    own.sequences[0].steps.iter().map(|step| step.event.clone()).collect()
}

#[test]
fn a_sound_that_becomes_a_child_hangs_at_a_node() {
    let text = "ANIMATION_DEFINITION(
        ANIM_NAME(own) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL) NODES(door fall) DYNAMIC_SOUNDS(fall)
        SEQUENCE_DEFINITION(NAME(main)
          OBJECT_ADD_CHILD(PARENT(door) CHILD(fall)) OBJECT_DELETE_CHILD(PARENT(door) CHILD(fall))))";
    let loaded = load(Version::MechWarrior3, text);
    let steps = &loaded.scene.programs[0].sequences[0].steps;
    let hang = |hangs| Event::HangSound { sound: Some(0), parent: DOOR, hangs };
    assert_eq!([&steps[0].event, &steps[1].event], [&hang(true), &hang(false)]);
}

#[test]
fn events_that_change_nodes_at_once() {
    let found = events(
        Version::MechWarrior3,
        "",
        "OBJECT_ACTIVE_STATE(NAME(door) STATE(INACTIVE))
         OBJECT_TRANSLATE_STATE(NAME(door) TRANSLATE(1.0 2.0 3.0) RELATIVE(ON))
         OBJECT_SCALE_STATE(NAME(door) SCALE(2.0 3.0 4.0))
         OBJECT_ROTATE_STATE(NAME(door) ROTATE(0.0 1.5 0.0) MODE(AT_NODE_MATRIX) AT_NODE(house))
         OBJECT_OPACITY_STATE(NAME(door) STATE(ON) OPACITY(0.25))
         OBJECT_ADD_CHILD(PARENT(house) CHILD(door))
         OBJECT_DELETE_CHILD(PARENT(house) CHILD(door))
         OBJECT_CYCLE_TEXTURE(NAME(door) RESET(3))",
    );
    let expected = [
        Event::SetActive { node: DOOR, active: false },
        Event::Translate { node: DOOR, from: Operand::None, by: Vec3::new(1.0, 2.0, 3.0), relative: true },
        Event::Scale { node: DOOR, scale: Vec3::new(2.0, 3.0, 4.0) },
        Event::Rotate { node: DOOR, angles: Vec3::Y * 1.5, turn: Turn::Matrix(HOUSE) },
        Event::SetOpacity { node: DOOR, on: true, opacity: Some(0.25) },
        Event::AddChild { parent: HOUSE, child: DOOR },
        Event::DeleteChild { parent: HOUSE, child: DOOR },
        Event::CycleTexture { node: DOOR, restart: true, frame: 3 },
    ];
    assert_eq!(found, expected);
}

#[test]
fn events_that_change_nodes_over_some_time() {
    let found = events(
        Version::MechWarrior3,
        "",
        "OBJECT_MOTION_FROM_TO(NAME(door) TRANSLATE(0.0 0.0 0.0 1.0 0.0 0.0) SCALE(1.0 1.0 1.0 2.0 2.0 2.0)
           ROTATE(0.0 0.0 0.0 0.0 1.0 0.0) MORPH(0.0 1.0) RUN_TIME(2.0))
         OBJECT_OPACITY_FROM_TO(NAME(door) STATE(UNCHANGED ON) OPACITY(0.25 0.75) RUN_TIME(4.0))
         OBJECT_CONNECTOR(NAME(door) FROM_NODE(house) FROM_POS(1.0 2.0 3.0) FROM_T_RANGE(0.25 0.75)
           TO_INPUT_NODE TO_INPUT_POS RUN_TIME(3.0) MAX_LENGTH(40.0))
         OBJECT_MOTION_SI_SCRIPT(NAME(door) FRAME(0.0 1.0 TRANSLATE(1.0 2.0 3.0 4.0 5.0 6.0)
           ROTATE(1.0 0.0 0.0 0.0 0.0 1.0 0.0)))",
    );
    let span = |from, to| Some(Span { from, to });
    let expected = [
        Event::MoveTo(MoveTo {
            node: DOOR,
            translation: span(Vec3::ZERO, Vec3::X),
            angles: span(Vec3::ZERO, Vec3::Y),
            scale: span(Vec3::ONE, Vec3::splat(2.0)),
            morph: Some(Span { from: 0.0, to: 1.0 }),
            seconds: 2.0,
        }),
        Event::FadeTo(FadeTo {
            node: DOOR,
            on: Span { from: None, to: Some(true) },
            opacity: Span { from: 0.25, to: 0.75 },
            seconds: 4.0,
        }),
        Event::Connector(Box::new(Connector {
            node: DOOR,
            from: ConnectorEnd {
                node: HOUSE,
                position: EndPosition::At(Vec3::new(1.0, 2.0, 3.0)),
                part: Span { from: 0.25, to: 0.75 },
            },
            to: ConnectorEnd {
                node: Operand::Input,
                position: EndPosition::Input,
                part: Span { from: 1.0, to: 1.0 },
            },
            seconds: 3.0,
            max_length: Some(40.0),
        })),
    ];
    assert_eq!(found[..3], expected);
    let [Event::Script(script)] = &found[3..] else { panic!("{:?}", &found[3..]) };
    let [frame] = &script.script.frames[..] else { panic!("{script:?}") };
    assert_eq!((script.node, frame.start, frame.end), (DOOR, 0.0, 1.0));
    let key = frame.translation.as_ref().unwrap();
    assert_eq!((key.base, key.delta), (Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)));
    let turn = frame.rotation.as_ref().unwrap();
    assert_eq!((turn.base, turn.delta), (Quat::IDENTITY, Vec3::Y));
}

#[test]
fn each_part_of_a_motion() {
    let text = |gravity: &str, forward: &str| {
        format!(
            "OBJECT_MOTION(NAME(door) {gravity} IMPACT_FORCE TRANSLATION(1.0 2.0 3.0 4.0 5.0 6.0 0.0 1.0 0.0)
               TRANSLATION_RANGE_MIN(10.0 20.0 5.0 6.0) TRANSLATION_RANGE_MAX(40.0 50.0 7.0 8.0)
               {forward} XYZ_ROTATION(0.0 1.0 0.0 0.0 2.0 0.0) SCALE(1.0 2.0 3.0 4.0 5.0 6.0) MORPH(0.5)
               BOUNCE_SEQUENCE(main later main) BOUNCE_SOUND(bang 10.0 bang 20.0 bang 30.0) RUN_TIME(9.0))"
        )
    };
    let both = [
        text("GRAVITY(COMPLEX DO_INTERSECTIONS -5.0)", "FORWARD_ROTATION(DISTANCE 2.0)"),
        text("GRAVITY(NO_ALTITUDE DEFAULT)", "FORWARD_ROTATION(TIME 3.0 4.0)"),
    ];
    let found = events(Version::MechWarrior3, "STATIC_SOUNDS(bang)", &both.concat());
    let [Event::Motion(first), Event::Motion(second)] = &found[..] else { panic!("{found:?}") };
    let bounce =
        |sequence, full_volume_speed| Bounce { sequence: Some(sequence), sound: Some(0), full_volume_speed };
    let expected = ObjectMotion {
        node: DOOR,
        gravity: Some(Gravity { acceleration: -5.0, complex: true, no_altitude: false, intersections: true }),
        impact_force: true,
        translation: Some(Launch {
            velocity: Vec3::new(1.0, 2.0, 3.0),
            acceleration: Vec3::new(4.0, 5.0, 6.0),
            direction: Vec3::Y,
        }),
        range: Some(LaunchRange {
            azimuth: [10.0, 40.0],
            elevation: [20.0, 50.0],
            speed: [5.0, 7.0],
            acceleration: [6.0, 8.0],
        }),
        rotation: Some(Change { rate: Vec3::Y, acceleration: Vec3::Y * 2.0 }),
        forward_rotation: Some(Tumble::Distance(2.0)),
        scale: Some(Change { rate: Vec3::new(1.0, 2.0, 3.0), acceleration: Vec3::new(4.0, 5.0, 6.0) }),
        morph: Some(0.5),
        run_time: Some(9.0),
        bounces: [bounce(0, 10.0), bounce(1, 20.0), bounce(0, 30.0)],
    };
    assert_eq!(**first, expected);
    let free = Gravity { acceleration: -9.8, complex: false, no_altitude: true, intersections: false };
    let time = Tumble::Time(Change { rate: 3.0, acceleration: 4.0 });
    assert_eq!(
        **second,
        ObjectMotion { gravity: Some(free), forward_rotation: Some(time), ..expected.clone() }
    );
}

#[test]
fn events_that_are_heard_and_seen() {
    let found = events(
        Version::Recoil,
        "LIGHTS(lamp) STATIC_SOUNDS(bang) DYNAMIC_SOUNDS(bang) EFFECTS(spark)",
        "SOUND(NAME(bang) AT_NODE(door 1.0 0.0 0.0))
         SOUND_NODE(NAME(bang) ACTIVE_STATE(ON) AT_NODE(house 0.0 1.0 0.0))
         EFFECT(NAME(spark) AT_NODE(INPUT_NODE 1.0 2.0 3.0))
         LIGHT_STATE(NAME(lamp) ACTIVE_STATE(ON) TYPE(DIRECTED) DIRECTIONAL(ON) SATURATED(OFF)
           TRANSLATE(1.0 2.0 3.0) RANGE(1.0 9.0) COLOR(0.25 0.5 0.75) AMBIENT(0.5) DIFFUSE(0.75))
         LIGHT_ANIMATION(NAME(lamp) RANGE(1.0 2.0 3.0 4.0) COLOR(0.1 0.2 0.3 0.0 0.0 0.0) RUN_TIME(2.0))
         CAMERA_STATE(NAME(house) CLIP_NEAR(1.0) CLIP_FAR(2.0) LOD_MULTIPLIER(3.0) FOV_H(4.0) FOV_V(5.0)
           ZOOM_H(6.0) ZOOM_V(7.0))
         CAMERA_FROM_TO(NAME(house) FOV_H(1.0 2.0) RUN_TIME(3.0))
         FOG_STATE(TYPE(EXPONENTIAL) COLOR(0.25 0.5 0.75) ALTITUDE(1.0 2.0) RANGE(3.0 4.0))
         FBFX_COLOR_FROM_TO(RED(0.0 1.0) GREEN(0.25 0.5) BLUE(0.5 0.25) ALPHA(1.0 0.0) RUN_TIME(2.0))
         FBFX_CSINWAVE_FROM_TO(SCREEN_POS(0.0 1.0 0.0 1.0) SCREEN_RADIUS(1.0 2.0) CSIN_X(1.0 2.0)
           CSIN_Y(1.0 2.0) CSIN_Z(1.0 2.0) RUN_TIME(4.0))",
    );
    let expected = [
        Event::Sound { sound: Some(0), node: DOOR, offset: Vec3::X },
        Event::SoundNode {
            sound: Some(0),
            active: true,
            place: EventPlace::Node { node: HOUSE, offset: Vec3::Y },
        },
        Event::Effect { effect: Some(0), node: Operand::Input, offset: Vec3::new(1.0, 2.0, 3.0) },
        Event::Light(Box::new(LightState {
            light: Some(0),
            active: true,
            point: false,
            directional: Some(true),
            saturated: Some(false),
            place: EventPlace::At(Vec3::new(1.0, 2.0, 3.0)),
            range: Some([1.0, 9.0]),
            color: Some([0.25, 0.5, 0.75]),
            ambient: Some(0.5),
            diffuse: Some(0.75),
            ..LightState::default()
        })),
        Event::LightAnimation(Box::new(LightAnimation {
            light: Some(0),
            range_rate: [1.0, 2.0],
            range_acceleration: [3.0, 4.0],
            color_rate: [0.1, 0.2, 0.3],
            seconds: 2.0,
        })),
        Event::Camera(Box::new(CameraChange {
            near: Some(1.0),
            far: Some(2.0),
            lod_multiplier: Some(3.0),
            fov_x: Some(4.0),
            fov_y: Some(5.0),
            zoom_x: Some(6.0),
            zoom_y: Some(7.0),
        })),
        Event::CameraTo(Box::new(CameraTo {
            change: CameraChange { fov_x: Some(Span { from: 1.0, to: 2.0 }), ..CameraChange::default() },
            seconds: 3.0,
        })),
        Event::Fog(FogChange {
            kind: Some(FogKind::Exponential),
            color: Some([0.25, 0.5, 0.75]),
            altitude: Some([1.0, 2.0]),
            range: Some([3.0, 4.0]),
        }),
        Event::ScreenWash(Box::new(ScreenWash {
            color: Span { from: [0.0, 0.25, 0.5, 1.0], to: [1.0, 0.5, 0.25, 0.0] },
            seconds: 2.0,
        })),
        Event::ScreenRipple(4.0),
    ];
    assert_eq!(found, expected);
}

#[test]
fn events_that_call_and_lead() {
    let found = events(
        Version::MechWarrior3,
        "",
        "CALL_SEQUENCE(NAME(later)) STOP_SEQUENCE(NAME(later))
         CALL_ANIMATION(NAME(called) OPERAND_NODE(door) WITH_NODE(house) POSITION(1.0 2.0 3.0)
           WAIT_FOR_COMPLETION(0))
         CALL_OBJECT_CONNECTOR(NAME(called) FROM_NODE_POS(door) FROM_POS(1.0 2.0 3.0) TO_INPUT_NODE
           TO_INPUT_POS SAVE_INDEX(2))
         STOP_ANIMATION(NAME(called)) RESET_ANIMATION(NAME(called)) INVALIDATE_ANIMATION(NAME(called))
         CALLBACK(VALUE(9))
         IF(HW_RENDER(ON)) ELSEIF(HW_RENDER(OFF)) ELSE ENDIF
         LOOP(COUNT(5)) LOOP(RUN_TIME(6.0))",
    );
    let called = Some(ProgramId(0));
    let expected = [
        Event::CallSequence(Some(1)),
        Event::StopSequence(Some(1)),
        Event::Call(Call {
            program: called,
            bind: DOOR,
            place: CallPlace::With { node: HOUSE, position: Vec3::new(1.0, 2.0, 3.0) },
            wait: true,
        }),
        Event::CallConnector(Box::new(CallConnector {
            program: called,
            from: CallEnd { node: DOOR, resolved: true, position: EndPosition::At(Vec3::new(1.0, 2.0, 3.0)) },
            to: CallEnd { node: Operand::Input, resolved: false, position: EndPosition::Input },
            reference: Some(2),
        })),
        Event::Stop(called),
        Event::Reset(called),
        Event::Invalidate(called),
        Event::Callback(9),
        Event::If(Condition::HardwareRender(true)),
        Event::ElseIf(Condition::HardwareRender(false)),
        Event::Else,
        Event::EndIf,
        Event::Loop(LoopLimit::Count(5)),
        Event::Loop(LoopLimit::Seconds(6.0)),
    ];
    assert_eq!(found, expected);
}

#[test]
fn every_condition_of_a_file() {
    let conditions = [
        ("RANDOM_WEIGHT(0.25)", Condition::Random(0.25)),
        // The text has the distance, the file its square.
        ("PLAYER_RANGE(10.0)", Condition::PlayerRange(100.0)),
        ("ANIMATION_LOD(2)", Condition::Detail(2)),
        ("PLAYER_UNDERCOVER(5.0)", Condition::PlayerUndercover(5.0)),
        ("NODE_UNDERCOVER(door -4.0)", Condition::NodeUndercover { node: DOOR, distance: -4.0 }),
        ("HW_RENDER(ON)", Condition::HardwareRender(true)),
        ("PLAYER_1ST_PERSON(ON)", Condition::FirstPerson(true)),
        ("PLAYER_BELOW_ALT(50.0)", Condition::PlayerBelow(50.0)),
        ("NODE_BELOW_ALT(house 50.0)", Condition::NodeBelow { node: HOUSE, altitude: 50.0 }),
        ("PLAYER_LINED_UP(0.5)", Condition::PlayerLinedUp(0.5)),
        ("PLAYER_SPEED(1.0 2.0)", Condition::PlayerSpeed { min: 1.0, max: 2.0 }),
        ("ANIM_HEALTH(0.5)", Condition::HealthBelow(0.5)),
        ("ANIM_HEALTH_RANGE(0.25 0.75)", Condition::HealthWithin { min: 0.25, max: 0.75 }),
        ("NODE_ACTIVE(house)", Condition::NodeActive(HOUSE)),
    ];
    let text: String = conditions.iter().map(|(text, _)| format!("IF({text})\n")).collect();
    let expected = conditions.map(|(_, condition)| Event::If(condition));
    assert_eq!(events(Version::CrimsonSkies, "", &text), expected);
}

#[test]
fn weapons_and_emitters() {
    let found = events(
        Version::PiratesMoon,
        "PUFFERS(smoke)",
        "DETONATE_WEAPON(NAME(bomb) AT_NODE(INPUT_NODE 1.0 2.0 3.0))
         PUFFER_STATE(NAME(smoke) ACTIVE_STATE(3) AT_NODE(door) TRANSLATE(1.0 2.0 3.0)
           LOCAL_VELOCITY(4.0 5.0 6.0) WORLD_VELOCITY(7.0 8.0 9.0) INTERVAL_TYPE(DISTANCE) INTERVAL_VALUE(0.5)
           SIZE_RANGE(1.0 2.0) LIFETIME_RANGE(3.0 4.0) FRICTION(0.25) NUMBER(6) GROWTH(STOP(0.0 1.0) STOP(1.0 2.5)))",
    );
    let expected = [
        Event::Detonate(Box::new(Detonation {
            weapon: "bomb".into(),
            node: Operand::Input,
            offset: Vec3::new(1.0, 2.0, 3.0),
            blast: None,
        })),
        Event::Puffer(Box::new(PufferState {
            puffer: Some(0),
            active: 3,
            node: Some(DOOR),
            translate: Some(Vec3::new(1.0, 2.0, 3.0)),
            local_velocity: Some(Vec3::new(4.0, 5.0, 6.0)),
            world_velocity: Some(Vec3::new(7.0, 8.0, 9.0)),
            interval_kind: Some(PufferInterval::Distance),
            interval: Some(0.5),
            size: Some([1.0, 2.0]),
            lifetime: Some([3.0, 4.0]),
            friction: Some(0.25),
            number: Some(6),
            growth: Some(vec![(0.0, 1.0), (1.0, 2.5)]),
            ..PufferState::default()
        })),
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_starts_a_definition_and_while_what_it_runs() {
    for (head, expected) in [
        ("ACTIVATION(WEAPON_HIT)", (Activation::WeaponHit, Gate::Always)),
        ("ACTIVATION(COLLIDE_HIT)", (Activation::CollideHit, Gate::Always)),
        ("ACTIVATION(WEAPON_OR_COLLIDE_HIT)", (Activation::AnyHit, Gate::Always)),
        ("ACTIVATION(ON_CALL) EXECUTION_BY_ZONE", (Activation::OnCall, Gate::Zone)),
        (
            "ACTIVATION(ON_STARTUP) EXECUTION_BY_RANGE(5.0 50.0)",
            (Activation::OnStartup, Gate::Range { min_sq: 25.0, max_sq: 2500.0 }),
        ),
    ] {
        let own = program(Version::MechWarrior3, head, "", "CALLBACK(VALUE(1))");
        assert_eq!((own.activation, own.gate), expected, "{head}");
    }
}

#[test]
fn a_skeleton_has_a_script_for_each_bone_and_damage_a_sequence() {
    let text = "ANIMATION_DEFINITION(
        ANIM_NAME(own) NAME(house) ANIM_ROOT_NAME(house) ACTIVATION(ON_CALL) NODES(door house)
        SCRIPT_INDICES(0)
        SEQUENCE_DEFINITION(NAME(main)
          SKELETON_SI_SCRIPT(
            SCRIPT(NAME(door) SCRIPT_INDEX(0)) SCRIPT(NAME(house) SCRIPT_INDEX(0)) SCRIPT(NAME(door) SCRIPT_INDEX(7))))
        DAMAGE_SEQUENCE(IF(ANIM_HEALTH(0.5)) CALLBACK(VALUE(3)) ENDIF))";
    let own = load(Version::CrimsonSkies, text).scene.programs.pop().unwrap();
    let [Event::Skeleton(bones)] =
        &own.sequences[0].steps.iter().map(|step| step.event.clone()).collect::<Vec<_>>()[..]
    else {
        panic!("{:?}", own.sequences)
    };
    // The definition has one script: what names another does not move.
    assert_eq!(bones.iter().map(|bone| bone.node).collect::<Vec<_>>(), [DOOR, HOUSE]);
    assert!(bones.iter().all(|bone| bone.script.frames.len() == 1));
    let damage: Vec<&Event> = own.damage.iter().map(|step| &step.event).collect();
    let expected = [Event::If(Condition::HealthBelow(0.5)), Event::Callback(3), Event::EndIf];
    assert_eq!(damage, expected.iter().collect::<Vec<_>>());
}

#[test]
fn parts_of_a_definition() {
    let own = program(
        Version::PiratesMoon,
        "ACTIVATION(WEAPON_HIT) STATUS(DISABLED) HEALTH(12.5) RESET_TIME(2.0) AUTO_RESET_NODE_STATES(OFF)
         PROXIMITY_DAMAGE",
        "MIN_TO_SATISFY(1) OBJECTS(door)
         ACTIVATION_PREREQUISITES(OPTIONAL(ANIMATION(NAME(called))))
         RESET_SEQUENCE(CALLBACK(VALUE(5)))",
        "CALLBACK(VALUE(1))",
    );
    assert_eq!((own.disabled, own.health, own.reset_time), (true, 12.5, 2.0));
    assert_eq!((own.restores, own.resets_first, own.takes_blasts), (false, true, true));
    assert_eq!((own.saved.len(), own.prerequisites.len(), own.min_to_satisfy), (1, 1, 1));
    assert_eq!(own.reset, [Step::then(Event::Callback(5))]);
    assert_eq!(own.sequences[0].steps, [Step::then(Event::Callback(1))]);
    assert_eq!(own.sequences.iter().map(|one| one.on_call).collect::<Vec<_>>(), [false, true]);
    // What says nothing of it restores its nodes, is not reset, and takes no damage from what is near.
    let plain = program(Version::PiratesMoon, "ACTIVATION(ON_CALL)", "", "CALLBACK(VALUE(1))");
    assert_eq!((plain.disabled, plain.restores, plain.takes_blasts), (false, true, false));
    assert_eq!((plain.reset_time, plain.resets_first), (-1.0, false));
}

#[test]
fn a_path_of_names_leads_to_one_of_several_nodes() {
    let root = |path: &str| {
        let text = format!(
            "ANIMATION_DEFINITION(
               ANIM_NAME(own) NAME(door) ANIM_ROOT_NAME(door) ACTIVATION(ON_CALL) {path}
               SEQUENCE_DEFINITION(NAME(main) CALLBACK(VALUE(7))))"
        );
        let scene = load(Version::CrimsonSkies, &text).scene;
        let root = scene.programs.last().and_then(|own| own.root).expect("a root");
        scene.nodes[root.index()].transform.translation.x
    };
    // The first door of the table stands elsewhere; the one of the house is at 1.
    assert_eq!(root(""), 50.0);
    assert_eq!(root("NAME1(house)"), 1.0);
    assert_eq!(root("NAME1(house door)"), 1.0);
    assert_eq!(root("NAME1(house nowhere)"), 1.0, "what is not there is passed over");
}
