// scratch: DIR OUT [name x y z yaw pitch]...  ; y<0 above -900 → ground not used
use revisit::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (w, h) = std::env::var("SIZE")
        .ok()
        .and_then(|s| s.split_once('x').map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap())))
        .unwrap_or((1280u32, 720u32));
    let install = install::Install::open(std::path::Path::new(&args[1]), &[]).unwrap();
    let request = install.request(None).unwrap();
    let t = std::time::Instant::now();
    let loaded = load::zipper::load(&install.vfs, &request, &mut load::Quiet).unwrap();
    eprintln!("loaded {:?}", t.elapsed());
    let renderer = render::Renderer::new(&render::Options::from_env()).unwrap();
    let gpu = renderer.load(&loaded.scene).unwrap();
    let mut state = world::State::new(&loaded.scene, 1);
    let base = state.camera;
    eprintln!("start eye {:?} yaw {}", base.eye, base.yaw.to_degrees());
    for chunk in std::iter::once(vec!["start".to_string()]).chain(args[3..].chunks(6).map(|c| c.to_vec())) {
        state.camera = base;
        if chunk.len() == 6 {
            let f = |i: usize| chunk[i].parse::<f32>().unwrap();
            state.camera.eye = glam::Vec3::new(f(1), f(2), f(3));
            state.camera.yaw = f(4).to_radians();
            state.camera.pitch = f(5).to_radians();
        }
        let t = std::time::Instant::now();
        let image =
            renderer.picture(&gpu, &loaded.scene, &state, render::Size { width: w, height: h }).unwrap();
        eprintln!("{} {:?}", chunk[0], t.elapsed());
        let file = std::fs::File::create(format!("{}/{}.png", args[2], chunk[0])).unwrap();
        let mut e = png::Encoder::new(file, image.width, image.height);
        e.set_color(png::ColorType::Rgba);
        e.set_depth(png::BitDepth::Eight);
        e.write_header().unwrap().write_image_data(&image.rgba).unwrap();
    }
}
