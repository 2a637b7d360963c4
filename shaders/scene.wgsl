// Everything of a world: polygons and light sprites. Colours are display-space
// numbers from end to end.

struct Frame {
    // Camera axes; w holds the factors from view x and view y to clip x and clip y, and the near
    // distance.
    right: vec4f,
    up: vec4f,
    back: vec4f,
    // Colour; w is the world height of the eye.
    fog_color: vec4f,
    // Near distance, 1 / (far - near), high altitude, low altitude.
    fog: vec4f,
    // Ambient light of surfaces without any directional light; w is 1 while there is fog.
    base: vec4f,
    // Number of suns.
    suns: vec4u,
    // Direction towards each sun; w is its diffuse part.
    towards: array<vec4f, 8>,
    // Colour of each sun; w is its ambient part.
    shine: array<vec4f, 8>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var smooth_repeat: sampler;
@group(1) @binding(0) var pictures: texture_2d_array<f32>;
// Two texels per material, 256 materials a row: colour and opacity; layer, offset of texture
// coordinates, and phase of swaying: radians from 1 on, 0 for materials that do not sway.
@group(2) @binding(0) var materials: texture_2d<f32>;
// Light maps, for surfaces that have one.
@group(3) @binding(0) var light_pages: texture_2d_array<f32>;
@group(3) @binding(1) var smooth_clamp: sampler;

const LIT: u32 = 0x1000000u;
const FOGGED: u32 = 0x2000000u;
// Amplitude of swaying, in sizes of the picture, and number of waves on it.
const SWAY: f32 = 0.03;
const WAVES: f32 = 6.2831853;

struct Corner {
    // Model space.
    @location(0) position: vec3f,
    @location(1) normal: vec4f,
    @location(2) uv: vec2f,
    @location(3) color: vec4f,
    // Material, LIT and FOGGED.
    @location(4) paint: u32,
    // Factor on depth that lifts a layer over another.
    @location(5) lift: f32,
}

struct Place {
    // Model space to world axes around the eye, row by row.
    @location(6) x: vec4f,
    @location(7) y: vec4f,
    @location(8) z: vec4f,
    // Light of lamps in range; w is a factor on depth that puts the sky behind everything, negative
    // for what fog does not affect.
    @location(9) light: vec4f,
    // Offset of texture coordinates.
    @location(10) shift: vec2f,
    // Colour, and its weight.
    @location(11) tint: vec4f,
}

struct Point {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) color: vec4f,
    // View x, view z, world height, 1 where fog applies.
    @location(2) haze: vec4f,
    // Near distance, lifted.
    @location(3) nearness: f32,
    @location(4) @interpolate(flat) layer: i32,
    @location(6) @interpolate(flat) sway: f32,
}

// A light-mapped point: position on its page, layer of the page, and factor of full light.
struct BakedPoint {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) color: vec4f,
    @location(2) haze: vec4f,
    @location(3) nearness: f32,
    @location(4) @interpolate(flat) layer: i32,
    @location(5) baked: vec4f,
    @location(6) @interpolate(flat) sway: f32,
}

// OpenGL keeps clip depth between -1 and 1, where far things have no precision
// left. There, depth is written pixel by pixel.
struct Deep {
    @location(0) color: vec4f,
    @builtin(frag_depth) depth: f32,
}

// Source: docs/spec/zbd/engine-behaviour.md, "8. Lighting".
fn brightness(corner: Corner, place: Place) -> vec3f {
    let x = place.x.xyz;
    let y = place.y.xyz;
    let z = place.z.xyz;
    let across = cross(y, z);
    let flip = select(1.0, -1.0, dot(x, across) < 0.0);
    let n = corner.normal.xyz;
    let turned = vec3f(dot(across, n), dot(cross(z, x), n), dot(cross(x, y), n)) * flip;
    let size = dot(turned, turned);
    let normal = turned * select(0.0, inverseSqrt(size), size > 0.0);
    var sum = frame.base.rgb + place.light.rgb;
    for (var sun = 0u; sun < frame.suns.x; sun++) {
        let towards = frame.towards[sun];
        let shine = frame.shine[sun];
        let facing = max(dot(normal, towards.xyz), 0.0);
        sum += shine.rgb * clamp(towards.w * facing + shine.w, 0.0, 1.0);
    }
    return clamp(sum, vec3f(0.0), vec3f(1.0));
}

// Depth grows towards the eye: near / distance, without a far end. The factor
// is relative, so a layer lies the same fraction of the distance over its
// ground at arm's length and on the horizon.
fn placed(corner: Corner, place: Place, light: bool) -> Point {
    let at = vec4f(corner.position, 1.0);
    let around_eye = vec3f(dot(place.x, at), dot(place.y, at), dot(place.z, at));
    let x = dot(frame.right.xyz, around_eye);
    let y = dot(frame.up.xyz, around_eye);
    let z = dot(frame.back.xyz, around_eye);

    let row = corner.paint & 0xffffffu;
    let texel = vec2u((row & 255u) * 2u, row >> 8u);
    let paint = textureLoad(materials, texel, 0);
    let more = textureLoad(materials, texel + vec2u(1u, 0u), 0);
    var color = corner.color * paint;
    if light && (corner.paint & LIT) != 0u {
        color = vec4f(color.rgb * brightness(corner, place), color.a);
    }

    var point: Point;
    point.nearness = frame.back.w * corner.lift * abs(place.light.w);
    point.clip = vec4f(x * frame.right.w, y * frame.up.w, point.nearness, -z);
    point.uv = corner.uv + place.shift + more.yz;
    point.color = vec4f(mix(color.rgb, place.tint.rgb, place.tint.a), color.a);
    let foggy = select(0.0, frame.base.w, (corner.paint & FOGGED) != 0u && place.light.w > 0.0);
    point.haze = vec4f(x, z, around_eye.y + frame.fog_color.w, foggy);
    point.layer = i32(more.x);
    point.sway = more.w;
    return point;
}

@vertex
fn place(corner: Corner, place: Place) -> Point {
    return placed(corner, place, true);
}

// Light-mapped surfaces take no other light.
@vertex
fn place_baked(corner: Corner, place: Place, @location(12) baked: vec4f) -> BakedPoint {
    let point = placed(corner, place, false);
    return BakedPoint(
        point.clip, point.uv, point.color, point.haze, point.nearness, point.layer, baked, point.sway
    );
}

// 0 for no fog, 1 for fog only.
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

// u and v are moved by each other's waves, so that no point stays still.
fn swayed(point: Point) -> vec2f {
    let wave = sin(point.uv.yx * WAVES + vec2f(point.sway - 1.0)) * SWAY;
    return point.uv + select(vec2f(0.0), wave, point.sway > 0.0);
}

fn painted(point: Point) -> vec4f {
    return textureSample(pictures, smooth_repeat, swayed(point), point.layer) * point.color;
}

fn fogged(color: vec3f, point: Point) -> vec3f {
    return mix(color, frame.fog_color.rgb, haziness(point));
}

fn painted_baked(point: Point, baked: vec4f) -> vec4f {
    let light = textureSample(light_pages, smooth_clamp, baked.xy, i32(baked.z + 0.5)).rgb * baked.w;
    let paint = painted(point);
    return vec4f(min(paint.rgb * light, vec3f(1.0)), paint.a);
}

fn opaque_color(paint: vec4f, point: Point) -> vec4f {
    return vec4f(fogged(paint.rgb, point), 1.0);
}

fn blended_color(paint: vec4f, point: Point) -> vec4f {
    return vec4f(fogged(paint.rgb, point), paint.a);
}

fn cutout_color(paint: vec4f, point: Point) -> vec4f {
    if paint.a < 0.5 {
        discard;
    }
    return blended_color(paint, point);
}

// Added light is absorbed by fog, not painted in its colour.
fn additive_color(paint: vec4f, point: Point) -> vec4f {
    return vec4f(paint.rgb * (1.0 - haziness(point)), paint.a);
}

fn deep(color: vec4f, point: Point) -> Deep {
    // A fragment's w is the reciprocal of the distance.
    return Deep(color, point.nearness * point.clip.w);
}

@fragment
fn paint_opaque(point: Point) -> @location(0) vec4f {
    return opaque_color(painted(point), point);
}

@fragment
fn paint_cutout(point: Point) -> @location(0) vec4f {
    return cutout_color(painted(point), point);
}

@fragment
fn paint_blended(point: Point) -> @location(0) vec4f {
    return blended_color(painted(point), point);
}

@fragment
fn paint_additive(point: Point) -> @location(0) vec4f {
    return additive_color(painted(point), point);
}

// One layer of the overdraw view, added to those before it.
@fragment
fn paint_overdraw(point: Point) -> @location(0) vec4f {
    return vec4f(0.16, 0.07, 0.03, 1.0) + vec4f(painted(point).rgb, 0.0) * 0.01;
}

@fragment
fn paint_opaque_deep(point: Point) -> Deep {
    return deep(opaque_color(painted(point), point), point);
}

@fragment
fn paint_cutout_deep(point: Point) -> Deep {
    return deep(cutout_color(painted(point), point), point);
}

@fragment
fn paint_blended_deep(point: Point) -> Deep {
    return deep(blended_color(painted(point), point), point);
}

@fragment
fn paint_additive_deep(point: Point) -> Deep {
    return deep(additive_color(painted(point), point), point);
}

@fragment
fn paint_opaque_baked(point: Point, @location(5) baked: vec4f) -> @location(0) vec4f {
    return opaque_color(painted_baked(point, baked), point);
}

@fragment
fn paint_cutout_baked(point: Point, @location(5) baked: vec4f) -> @location(0) vec4f {
    return cutout_color(painted_baked(point, baked), point);
}

@fragment
fn paint_blended_baked(point: Point, @location(5) baked: vec4f) -> @location(0) vec4f {
    return blended_color(painted_baked(point, baked), point);
}

@fragment
fn paint_additive_baked(point: Point, @location(5) baked: vec4f) -> @location(0) vec4f {
    return additive_color(painted_baked(point, baked), point);
}

@fragment
fn paint_opaque_baked_deep(point: Point, @location(5) baked: vec4f) -> Deep {
    return deep(opaque_color(painted_baked(point, baked), point), point);
}

@fragment
fn paint_cutout_baked_deep(point: Point, @location(5) baked: vec4f) -> Deep {
    return deep(cutout_color(painted_baked(point, baked), point), point);
}

@fragment
fn paint_blended_baked_deep(point: Point, @location(5) baked: vec4f) -> Deep {
    return deep(blended_color(painted_baked(point, baked), point), point);
}

@fragment
fn paint_additive_baked_deep(point: Point, @location(5) baked: vec4f) -> Deep {
    return deep(additive_color(painted_baked(point, baked), point), point);
}
