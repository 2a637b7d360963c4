// Everything of a world: polygons and light sprites, already in place around
// the camera. Colours are display-space numbers from end to end.

struct Frame {
    // Camera axes; w holds what turns view x and view y into clip x and clip y,
    // and the near distance.
    right: vec4f,
    up: vec4f,
    back: vec4f,
    // Colour; w is the world height of the eye.
    fog_color: vec4f,
    // Near distance, 1 / (far - near), high altitude, low altitude.
    fog: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var smooth_repeat: sampler;
@group(1) @binding(0) var picture: texture_2d<f32>;

struct Corner {
    // Relative to the eye, world axes.
    @location(0) position: vec3f,
    @location(1) uv: vec2f,
    @location(2) color: vec4f,
    // Factor on depth that lifts a layer over another; 1 where fog applies.
    @location(3) depth_and_fog: vec2f,
}

struct Point {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) color: vec4f,
    // View x, view z, world height, 1 where fog applies.
    @location(2) haze: vec4f,
    // Near distance, lifted.
    @location(3) nearness: f32,
}

// OpenGL keeps clip depth between -1 and 1, where far things have no precision
// left. There, depth is written pixel by pixel.
struct Deep {
    @location(0) color: vec4f,
    @builtin(frag_depth) depth: f32,
}

// Depth grows towards the eye: near / distance, without a far end. The factor
// is relative, so a layer lies the same fraction of the distance over its
// ground at arm's length and on the horizon.
@vertex
fn place(corner: Corner) -> Point {
    let x = dot(frame.right.xyz, corner.position);
    let y = dot(frame.up.xyz, corner.position);
    let z = dot(frame.back.xyz, corner.position);
    var point: Point;
    point.nearness = frame.back.w * corner.depth_and_fog.x;
    point.clip = vec4f(x * frame.right.w, y * frame.up.w, point.nearness, -z);
    point.uv = corner.uv;
    point.color = corner.color;
    point.haze = vec4f(x, z, corner.position.y + frame.fog_color.w, corner.depth_and_fog.y);
    return point;
}

// 0 for clear, 1 for nothing but fog.
fn haziness(point: Point) -> f32 {
    let distance = length(point.haze.xy);
    let height = point.haze.z;
    let high = frame.fog.z;
    let low = frame.fog.w;
    var amount = clamp((distance - frame.fog.x) * frame.fog.y, 0.0, 1.0);
    if height >= high {
        amount = 0.0;
    } else if height > low {
        amount = amount * (high - height) / (high - low);
    }
    return amount * point.haze.w;
}

fn painted(point: Point) -> vec4f {
    return textureSample(picture, smooth_repeat, point.uv) * point.color;
}

fn fogged(color: vec3f, point: Point) -> vec3f {
    return mix(color, frame.fog_color.rgb, haziness(point));
}

fn opaque_color(point: Point) -> vec4f {
    return vec4f(fogged(painted(point).rgb, point), 1.0);
}

fn blended_color(point: Point) -> vec4f {
    let paint = painted(point);
    return vec4f(fogged(paint.rgb, point), paint.a);
}

// Added light is swallowed by fog, not painted in its colour.
fn additive_color(point: Point) -> vec4f {
    let paint = painted(point);
    return vec4f(paint.rgb * (1.0 - haziness(point)), paint.a);
}

fn deep(color: vec4f, point: Point) -> Deep {
    // A fragment's w is one over the distance.
    return Deep(color, point.nearness * point.clip.w);
}

@fragment
fn paint_opaque(point: Point) -> @location(0) vec4f {
    return opaque_color(point);
}

@fragment
fn paint_cutout(point: Point) -> @location(0) vec4f {
    let color = blended_color(point);
    if color.a < 0.5 {
        discard;
    }
    return color;
}

@fragment
fn paint_blended(point: Point) -> @location(0) vec4f {
    return blended_color(point);
}

@fragment
fn paint_additive(point: Point) -> @location(0) vec4f {
    return additive_color(point);
}

@fragment
fn paint_opaque_deep(point: Point) -> Deep {
    return deep(opaque_color(point), point);
}

@fragment
fn paint_cutout_deep(point: Point) -> Deep {
    let color = blended_color(point);
    if color.a < 0.5 {
        discard;
    }
    return deep(color, point);
}

@fragment
fn paint_blended_deep(point: Point) -> Deep {
    return deep(blended_color(point), point);
}

@fragment
fn paint_additive_deep(point: Point) -> Deep {
    return deep(additive_color(point), point);
}
