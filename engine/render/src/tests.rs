use super::*;
use shaders::Shaders;

#[test]
fn a_broken_shader_is_refused_and_the_old_one_stays() {
    let mut renderer = match Renderer::new(&Options::from_env()) {
        Ok(renderer) => renderer,
        Err(error) if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() => {
            eprintln!("skipped: {error}");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let scene = calibration();
    let loaded = renderer.load(&scene).unwrap();
    let size = Size { width: 32, height: 32 };
    let picture =
        |renderer: &Renderer| renderer.picture(&loaded, &scene, &State::new(&scene, 0), size).unwrap();
    let before = picture(&renderer);
    let mut reload = |change: &dyn Fn(&mut Shaders)| {
        let mut shaders = Shaders::built_in();
        change(&mut shaders);
        let frames = renderer.frames.get_mut().unwrap();
        let taken = frames.reload(&renderer.gpu, &shaders);
        (taken, picture(&renderer))
    };
    for broken in [
        &(|shaders: &mut Shaders| shaders.scene.push_str("nonsense")) as &dyn Fn(&mut Shaders),
        &|shaders| shaders.faithful.push('}'),
        // Valid, yet not what the pipelines want.
        &|shaders| shaders.scene = shaders.scene.replace("fn paint(", "fn paints("),
    ] {
        let (taken, after) = reload(broken);
        assert!(matches!(taken, Err(RenderError::Refused { .. })), "{taken:?}");
        assert!(after == before);
    }
    let (taken, after) = reload(&|shaders| {
        shaders.scene = shaders.scene.replace("vec4f(fogged(paint.rgb, point), 1.0)", "vec4f(1.0)");
    });
    taken.unwrap();
    assert!(after != before);
    assert_eq!(after.rgba[after.rgba.len() / 2 + 64..][..4], [255; 4]);
}

#[test]
fn a_lost_device_is_told_by_whatever_is_done_next() {
    let open = || match Renderer::new(&Options::from_env()) {
        Ok(renderer) => Some(renderer),
        Err(error) if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() => {
            eprintln!("skipped: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    };
    let scene = calibration();
    let state = State::new(&scene, 0);
    let (table, _) = Occurrences::build(&scene, &state, 4);
    let size = Size { width: 32, height: 32 };
    let Some(renderer) = open() else { return };
    let loaded = renderer.load(&scene).unwrap();
    renderer.picture(&loaded, &scene, &state, size).unwrap();
    renderer.device().destroy();
    let picture = renderer.picture(&loaded, &scene, &state, size);
    assert!(matches!(picture, Err(RenderError::Lost { .. })), "{picture:?}");
    let uploaded = renderer.uploader().load(&scene, &table, |_, _, _| true);
    assert!(matches!(uploaded, Err(RenderError::Lost { .. })), "{uploaded:?}");
    // Another one is not touched by it.
    let Some(renderer) = open() else { return };
    let loaded = renderer.load(&scene).unwrap();
    renderer.picture(&loaded, &scene, &state, size).unwrap();
}

#[test]
fn worlds_are_uploaded_while_others_are_drawn() {
    let renderer = match Renderer::new(&Options::from_env()) {
        Ok(renderer) => renderer,
        Err(error) if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() => {
            eprintln!("skipped: {error}");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let scene = calibration();
    let state = State::new(&scene, 0);
    let (table, _) = Occurrences::build(&scene, &state, 4);
    let size = Size { width: 32, height: 32 };
    let loaded = renderer.load(&scene).unwrap();
    let picture = |loaded: &Loaded| renderer.picture(loaded, &scene, &state, size).unwrap();
    let before = picture(&loaded);
    let uploader = renderer.uploader();
    let others = std::thread::scope(|threads| {
        let uploading = threads.spawn(|| {
            let load = || uploader.load(&scene, &table, |_, _, _| true).unwrap().unwrap();
            [load(), load(), load()]
        });
        while !uploading.is_finished() {
            assert!(picture(&loaded) == before);
        }
        uploading.join().unwrap()
    });
    for other in others {
        assert!(picture(&other) == before);
    }
}

#[test]
fn the_calibration_is_one_draw() {
    let mut renderer = match Renderer::new(&Options::from_env()) {
        Ok(renderer) => renderer,
        Err(error) if std::env::var_os("REVISIT_REQUIRE_ADAPTER").is_none() => {
            eprintln!("skipped: {error}");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let scene = calibration();
    let state = State::new(&scene, 0);
    let (table, _) = Occurrences::build(&scene, &state, 4);
    let loaded = renderer.load(&scene).unwrap();
    let (settings, camera) = (Settings::default(), scene.camera);
    let shot = Shot {
        loaded: &loaded,
        scene: &scene,
        state: &state,
        zones: state.zones,
        table: &table,
        camera,
        feet: None,
        between: 1.0,
        settings: &settings,
        beside: &[],
        hud: None,
    };
    let statistics = renderer.prepare(&shot, Size { width: 640, height: 480 });
    assert_eq!((statistics.draws, statistics.triangles), (1, 100_000));
}
