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
    // How many suns there are; the row of missing materials; how many lamps light
    // corner by corner; the bits of the most light that suns throw on a surface.
    suns: vec4u,
    // Direction towards each sun; w is its diffuse part.
    towards: array<vec4f, 8>,
    // Colour of each sun; w is its ambient part.
    shine: array<vec4f, 8>,
    // Where each lamp stands around the eye; w is how far it reaches.
    lamps: array<vec4f, 16>,
    // Colour of each lamp; w is where its light begins to fade.
    lamp_colors: array<vec4f, 16>,
    // Diffuse and ambient part of each lamp.
    lamp_parts: array<vec4f, 16>,
    // Light of the day; w is how much of the size of pictures that turn is there, and of the way of land that settles.
    day: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var smooth_repeat: sampler;
@group(1) @binding(0) var pictures: texture_2d_array<f32>;
// For materials of two textures.
@group(1) @binding(1) var second_pictures: texture_2d_array<f32>;
// Five texels per material, 256 materials a row: colour and opacity; layer, what
// is added to texture coordinates, and how far it has swayed: radians from 1 on,
// 0 for what does not; what turns and scales texture coordinates. Then of the
// second texture: layer, what is added to its coordinates, and switches (bits 0
// and 1: coordinates of the first texture, 2 and 3: of the second, 4 and 5: how
// they are combined, 6 and 7: u and v of the first end at the picture's edges, 8 and
// 9: those of the second); what turns and scales its coordinates.
@group(2) @binding(0) var materials: texture_2d<f32>;
// Light maps, for surfaces that have one.
@group(3) @binding(0) var light_pages: texture_2d_array<f32>;
@group(3) @binding(1) var smooth_clamp: sampler;

// How this pipeline mixes: as the blends below. Cut-out has entries of its own,
// since discarding costs.
override BLEND: u32 = 0u;
const OPAQUE: u32 = 0u;
const MODULATE: u32 = 1u;
const MODULATE_2X: u32 = 2u;
const ADDITIVE: u32 = 3u;
const ADDITIVE_ALPHA: u32 = 4u;
const ALPHA: u32 = 5u;
// Matrices of bones, three texels each, 512 bones a row: what they do to a model.
@group(3) @binding(2) var bones: texture_2d<f32>;

const LIT: u32 = 0x1000000u;
const FOGGED: u32 = 0x2000000u;
const DOUBLED: u32 = 0x4000000u;
const DAYLIT: u32 = 0x8000000u;
// The corner is one of an upright picture that turns to the eye: it stands at the picture's foot, its normal says
// how far to the right and up it is, 1 for TURNING_REACH units.
const TURNING: u32 = 0x10000000u;
const TURNING_REACH: f32 = 4095.875;
// Light of a surface whose light nothing changes, as in `light.rs`.
const UNLIT: f32 = 4.0;
// Amplitude of swaying, in sizes of the picture, and number of waves on it.
const SWAY: f32 = 0.03;
const WAVES: f32 = 6.2831853;
// Least distance of a corner from the plane through the eye that faces the view, as a share of how
// far the corner is to the side.
override BESIDE: f32 = 3.0517578e-5;

struct Corner {
    // Model space.
    @location(0) position: vec3f,
    // w is how much higher it is before it settles, 1 for TURNING_REACH units.
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
    // Added to texture coordinates; z is added to the number of the material, w is the number of the
    // first bone.
    @location(10) shift: vec4f,
    // Colour, and its weight.
    @location(11) tint: vec4f,
}

// Bones that carry a corner, and how much of it.
struct Skin {
    @location(13) bones: vec4u,
    @location(14) weights: vec4f,
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

// A point of a material of two textures, or with coordinates that are turned:
// place on the second picture; its layer and how it is combined.
struct LayeredPoint {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) color: vec4f,
    @location(2) haze: vec4f,
    @location(3) nearness: f32,
    @location(4) @interpolate(flat) layer: i32,
    @location(6) @interpolate(flat) sway: f32,
    @location(7) second_uv: vec2f,
    @location(8) @interpolate(flat) second: vec2i,
}

struct LayeredBakedPoint {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
    @location(1) color: vec4f,
    @location(2) haze: vec4f,
    @location(3) nearness: f32,
    @location(4) @interpolate(flat) layer: i32,
    @location(5) baked: vec4f,
    @location(6) @interpolate(flat) sway: f32,
    @location(7) second_uv: vec2f,
    @location(8) @interpolate(flat) second: vec2i,
}

// OpenGL keeps clip depth between -1 and 1, where far things have no precision
// left. There, depth is written pixel by pixel.
struct Deep {
    @location(0) color: vec4f,
    @builtin(frag_depth) depth: f32,
}

// Source: docs/spec/zbd/engine-behaviour.md, "8. Lighting".
fn brightness(corner: Corner, place: Place, around_eye: vec3f) -> vec3f {
    let normal = world_normal(corner, place);
    var sum = frame.base.rgb + place.light.rgb;
    var shone = vec3f(0.0);
    // There are never more than 255. The limit keeps loops from ending at a uniform alone: where
    // they do, Mesa's Vulkan on the processor compiles the shader anew in every frame and keeps
    // what it compiled.
    let limit = corner.paint | 255u;
    let suns = min(frame.suns.x, limit);
    let lamps = min(frame.suns.z, limit);
    for (var sun = 0u; sun < suns; sun++) {
        let towards = frame.towards[sun];
        let shine = frame.shine[sun];
        let facing = max(dot(normal, towards.xyz), 0.0);
        shone += shine.rgb * clamp(towards.w * facing + shine.w, 0.0, 1.0);
    }
    for (var lamp = 0u; lamp < lamps; lamp++) {
        sum += lamp_light(lamp, normal, around_eye);
    }
    // Only suns make a surface brighter than its own colours, and not where nothing changes its light.
    let most = select(bitcast<f32>(frame.suns.w), 1.0, place.light.r >= UNLIT);
    return clamp(sum + shone, vec3f(0.0), clamp(shone, vec3f(1.0), vec3f(most)));
}

// Full up to where the light begins to fade, nothing beyond its reach.
fn lamp_light(lamp: u32, normal: vec3f, around_eye: vec3f) -> vec3f {
    let far = frame.lamps[lamp].w;
    let near = frame.lamp_colors[lamp].w;
    let parts = frame.lamp_parts[lamp];
    let way = frame.lamps[lamp].xyz - around_eye;
    let distance = length(way);
    let towards = way / max(distance, 1e-6);
    let share = clamp((far - distance) / max(far - near, 1e-6), 0.0, 1.0);
    let facing = max(dot(normal, towards), 0.0);
    return frame.lamp_colors[lamp].rgb * share * clamp(parts.x * facing + parts.y, 0.0, 1.0);
}

fn world_normal(corner: Corner, place: Place) -> vec3f {
    let x = place.x.xyz;
    let y = place.y.xyz;
    let z = place.z.xyz;
    let across = cross(y, z);
    let flip = select(1.0, -1.0, dot(x, across) < 0.0);
    // What turns has the light of level ground.
    let n = select(corner.normal.xyz, vec3f(0.0, 1.0, 0.0), (corner.paint & TURNING) != 0u);
    let turned = vec3f(dot(across, n), dot(cross(z, x), n), dot(cross(x, y), n)) * flip;
    let size = dot(turned, turned);
    return turned * select(0.0, inverseSqrt(size), size > 0.0);
}

// Depth grows towards the eye: near / distance, without a far end. The factor
// is relative, so a layer lies the same fraction of the distance over its
// ground at arm's length and on the horizon.
fn placed(corner: Corner, place: Place, light: bool) -> Point {
    let around_eye = beside_eye(corner, place, at_eye(corner, place));
    let x = dot(frame.right.xyz, around_eye);
    let y = dot(frame.up.xyz, around_eye);
    let z = dot(frame.back.xyz, around_eye);

    let texel = material(corner, place);
    let paint = textureLoad(materials, texel, 0);
    let more = textureLoad(materials, texel + vec2u(1u, 0u), 0);
    var own = corner.color;
    if (corner.paint & DAYLIT) != 0u {
        own = vec4f(min(own.rgb + own.a * frame.day.rgb, vec3f(1.0)), 1.0);
    }
    var color = own * paint;
    color = vec4f(color.rgb * select(1.0, 2.0, (corner.paint & DOUBLED) != 0u), color.a);
    if light && (corner.paint & LIT) != 0u {
        color = vec4f(color.rgb * brightness(corner, place, around_eye), color.a);
    }

    var point: Point;
    point.nearness = frame.back.w * corner.lift * abs(place.light.w);
    point.clip = vec4f(x * frame.right.w, y * frame.up.w, point.nearness, -z);
    point.uv = corner.uv + place.shift.xy + more.yz;
    point.color = vec4f(mix(color.rgb, place.tint.rgb, place.tint.a), color.a);
    let foggy = select(0.0, frame.base.w, (corner.paint & FOGGED) != 0u && place.light.w > 0.0);
    point.haze = vec4f(x, z, around_eye.y + frame.fog_color.w, foggy);
    point.layer = i32(more.x);
    point.sway = more.w;
    return point;
}

// A corner exactly beside, above or under the eye has no place on the screen, and some devices leave
// out the whole polygon. It is moved by a hair within its surface: to the front or the back, where
// it has a place that nobody sees, while the surface stays where it is and so does what is painted on it.
fn beside_eye(corner: Corner, place: Place, around_eye: vec3f) -> vec3f {
    let ahead = -dot(frame.back.xyz, around_eye);
    let aside = max(abs(dot(frame.right.xyz, around_eye)), abs(dot(frame.up.xyz, around_eye)));
    let least = aside * BESIDE;
    if abs(ahead) >= least {
        return around_eye;
    }
    let normal = world_normal(corner, place);
    let facing = dot(normal, frame.back.xyz);
    let share = 1.0 - facing * facing;
    if share < 0.01 {
        return around_eye;
    }
    let wanted = select(least, -least, ahead < 0.0);
    return around_eye - (frame.back.xyz - normal * facing) * ((wanted - ahead) / share);
}

fn at_eye(corner: Corner, place: Place) -> vec3f {
    // Land of a place that joins settles from where it seemed to be to where it is.
    let higher = corner.normal.w * TURNING_REACH * (1.0 - frame.day.w);
    let at = vec4f(corner.position + vec3f(0.0, higher, 0.0), 1.0);
    let foot = vec3f(dot(place.x, at), dot(place.y, at), dot(place.z, at));
    if (corner.paint & TURNING) == 0u {
        return foot;
    }
    // To where the eye is, not along its view: nothing turns while somebody looks around.
    let way = vec2f(-foot.z, foot.x);
    let size = length(way);
    let right = select(frame.right.xz, way / max(size, 1e-6), size > 1e-3);
    let reach = TURNING_REACH * frame.day.w;
    let aside = corner.normal.x * reach;
    return foot + vec3f(right.x * aside, corner.normal.y * reach, right.y * aside);
}

// Where the material of a corner begins in the table.
fn material(corner: Corner, place: Place) -> vec2u {
    let row = min((corner.paint & 0xffffffu) + u32(place.shift.z), frame.suns.y);
    return vec2u((row & 255u) * 5u, row >> 8u);
}

fn moved(uv: vec2f, turn: vec4f, add: vec2f) -> vec2f {
    return vec2f(dot(turn.xy, uv), dot(turn.zw, uv)) + add;
}

// Where a mirroring sphere, seen from far away, shows what is reflected here.
fn on_sphere(corner: Corner, place: Place) -> vec2f {
    let around_eye = at_eye(corner, place);
    let world = world_normal(corner, place);
    let normal = vec3f(dot(frame.right.xyz, world), dot(frame.up.xyz, world), dot(frame.back.xyz, world));
    let sight = vec3f(
        dot(frame.right.xyz, around_eye), dot(frame.up.xyz, around_eye), dot(frame.back.xyz, around_eye)
    );
    let back = reflect(normalize(sight), normal) + vec3f(0.0, 0.0, 1.0);
    let size = 2.0 * max(length(back), 1e-6);
    return vec2f(0.5 + back.x / size, 0.5 - back.y / size);
}

struct Layers {
    uv: vec2f,
    second_uv: vec2f,
    second: vec2i,
}

fn layers(corner: Corner, place: Place, second_uv: vec2f) -> Layers {
    let texel = material(corner, place);
    let first = textureLoad(materials, texel + vec2u(1u, 0u), 0);
    let first_turn = textureLoad(materials, texel + vec2u(2u, 0u), 0);
    let second = textureLoad(materials, texel + vec2u(3u, 0u), 0);
    let second_turn = textureLoad(materials, texel + vec2u(4u, 0u), 0);
    let switches = u32(second.w);
    let sphere = on_sphere(corner, place);
    var sources = array<vec2f, 3>(corner.uv, second_uv, sphere);
    let uv = sources[min(switches & 3u, 2u)];
    let other = sources[min((switches >> 2u) & 3u, 2u)];
    return Layers(
        moved(uv, first_turn, first.yz) + place.shift.xy,
        moved(other, second_turn, second.yz) + place.shift.xy,
        vec2i(i32(second.x), i32(switches >> 4u)),
    );
}

fn layered(corner: Corner, place: Place, second_uv: vec2f) -> LayeredPoint {
    let point = placed(corner, place, true);
    let both = layers(corner, place, second_uv);
    return LayeredPoint(
        point.clip, both.uv, point.color, point.haze, point.nearness, point.layer, point.sway,
        both.second_uv, both.second,
    );
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

@vertex
fn place_layered(corner: Corner, place: Place) -> LayeredPoint {
    return layered(corner, place, corner.uv);
}

@vertex
fn place_layered_second(corner: Corner, place: Place, @location(15) second_uv: vec2f) -> LayeredPoint {
    return layered(corner, place, second_uv);
}

@vertex
fn place_layered_baked(corner: Corner, place: Place, @location(12) baked: vec4f) -> LayeredBakedPoint {
    let point = placed(corner, place, false);
    let both = layers(corner, place, corner.uv);
    return LayeredBakedPoint(
        point.clip, both.uv, point.color, point.haze, point.nearness, point.layer, baked, point.sway,
        both.second_uv, both.second,
    );
}

fn bone_row(bone: u32, row: u32) -> vec4f {
    return textureLoad(bones, vec2u((bone & 511u) * 3u + row, bone >> 9u), 0);
}

fn blended_row(first: u32, skin: Skin, row: u32) -> vec4f {
    return bone_row(first + skin.bones.x, row) * skin.weights.x
        + bone_row(first + skin.bones.y, row) * skin.weights.y
        + bone_row(first + skin.bones.z, row) * skin.weights.z
        + bone_row(first + skin.bones.w, row) * skin.weights.w;
}

// Moves a corner with the bones that carry it; what nothing carries stays.
fn bent(corner: Corner, skin: Skin, first: u32) -> Corner {
    if dot(skin.weights, vec4f(1.0)) <= 0.0 {
        return corner;
    }
    let x = blended_row(first, skin, 0u);
    let y = blended_row(first, skin, 1u);
    let z = blended_row(first, skin, 2u);
    let at = vec4f(corner.position, 1.0);
    let n = corner.normal.xyz;
    let turned = vec3f(dot(x.xyz, n), dot(y.xyz, n), dot(z.xyz, n));
    let size = dot(turned, turned);
    var moved = corner;
    moved.position = vec3f(dot(x, at), dot(y, at), dot(z, at));
    if size > 0.0 {
        moved.normal = vec4f(turned * inverseSqrt(size), 0.0);
    }
    return moved;
}

@vertex
fn place_skinned(corner: Corner, place: Place, skin: Skin) -> Point {
    return placed(bent(corner, skin, u32(place.shift.w)), place, true);
}

@vertex
fn place_skinned_layered(corner: Corner, place: Place, skin: Skin) -> LayeredPoint {
    return layered(bent(corner, skin, u32(place.shift.w)), place, corner.uv);
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

// Coordinates that end half a texel inside the picture, of the level that is
// read, so that nothing of the opposite edge is mixed in; along u for bit 0, along
// v for bit 1.
fn held(uv: vec2f, size: vec2u, ends: i32) -> vec2f {
    let texels = max(fwidth(uv) * vec2f(size), vec2f(1.0));
    let edge = min(texels * 0.5 / vec2f(size), vec2f(0.5));
    let inside = clamp(uv, edge, vec2f(1.0) - edge);
    return select(uv, inside, vec2<bool>((ends & 1) != 0, (ends & 2) != 0));
}

// Both textures, and the colour of the point.
fn painted_layered(point: Point, second_uv: vec2f, second: vec2i) -> vec4f {
    let uv = held(swayed(point), textureDimensions(pictures), second.y >> 2u);
    let other_uv = held(second_uv, textureDimensions(second_pictures), second.y >> 4u);
    let first = textureSample(pictures, smooth_repeat, uv, point.layer);
    let other = textureSample(second_pictures, smooth_repeat, other_uv, second.x);
    let combine = second.y & 3;
    var both = first * other;
    if combine == 1 {
        both = vec4f(min(both.rgb * 2.0, vec3f(1.0)), both.a);
    } else if combine == 2 {
        both = vec4f(min(first.rgb + other.rgb, vec3f(1.0)), first.a);
    } else if combine == 3 {
        both = vec4f(mix(first.rgb, other.rgb, other.a), first.a);
    }
    return both * point.color;
}

fn bright(paint: vec4f, baked: vec4f) -> vec4f {
    let light = textureSample(light_pages, smooth_clamp, baked.xy, i32(baked.z + 0.5)).rgb * baked.w;
    return vec4f(min(paint.rgb * light, vec3f(1.0)), paint.a);
}

fn cut(paint: vec4f, point: Point) -> vec4f {
    if paint.a < 0.5 {
        discard;
    }
    return vec4f(fogged(paint.rgb, point), paint.a);
}

// What is multiplied with the background turns into what changes nothing, where
// it fades and where it is far in the fog. Added light is swallowed by fog, not
// painted in its colour.
fn mixed(paint: vec4f, point: Point) -> vec4f {
    if BLEND == OPAQUE {
        return vec4f(fogged(paint.rgb, point), 1.0);
    } else if BLEND == MODULATE {
        return vec4f(mix(vec3f(1.0), paint.rgb, point.color.a * (1.0 - haziness(point))), 1.0);
    } else if BLEND == MODULATE_2X {
        return vec4f(mix(vec3f(0.5), paint.rgb, point.color.a * (1.0 - haziness(point))), 1.0);
    } else if BLEND == ADDITIVE {
        return vec4f(paint.rgb * point.color.a * (1.0 - haziness(point)), 1.0);
    } else if BLEND == ADDITIVE_ALPHA {
        return vec4f(paint.rgb * (1.0 - haziness(point)), paint.a);
    }
    return vec4f(fogged(paint.rgb, point), paint.a);
}

fn deep(color: vec4f, point: Point) -> Deep {
    // A fragment's w is the reciprocal of the distance.
    return Deep(color, point.nearness * point.clip.w);
}

// One layer of paint, added to those before it.
@fragment
fn paint_overdraw(point: Point) -> @location(0) vec4f {
    return vec4f(0.16, 0.07, 0.03, 1.0) + vec4f(painted(point).rgb, 0.0) * 0.01;
}

@fragment
fn paint(point: Point) -> @location(0) vec4f {
    return mixed(painted(point), point);
}

@fragment
fn paint_deep(point: Point) -> Deep {
    return deep(mixed(painted(point), point), point);
}

@fragment
fn paint_baked(point: Point, @location(5) baked: vec4f) -> @location(0) vec4f {
    return mixed(bright(painted(point), baked), point);
}

@fragment
fn paint_baked_deep(point: Point, @location(5) baked: vec4f) -> Deep {
    return deep(mixed(bright(painted(point), baked), point), point);
}

@fragment
fn paint_layered(point: Point, @location(7) uv: vec2f, @location(8) @interpolate(flat) second: vec2i) -> @location(0) vec4f {
    return mixed(painted_layered(point, uv, second), point);
}

@fragment
fn paint_layered_deep(point: Point, @location(7) uv: vec2f, @location(8) @interpolate(flat) second: vec2i) -> Deep {
    return deep(mixed(painted_layered(point, uv, second), point), point);
}

@fragment
fn paint_layered_baked(
    point: Point, @location(5) baked: vec4f,
    @location(7) uv: vec2f, @location(8) @interpolate(flat) second: vec2i,
) -> @location(0) vec4f {
    return mixed(bright(painted_layered(point, uv, second), baked), point);
}

@fragment
fn paint_layered_baked_deep(
    point: Point, @location(5) baked: vec4f,
    @location(7) uv: vec2f, @location(8) @interpolate(flat) second: vec2i,
) -> Deep {
    return deep(mixed(bright(painted_layered(point, uv, second), baked), point), point);
}

@fragment
fn paint_cutout(point: Point) -> @location(0) vec4f {
    return cut(painted(point), point);
}

@fragment
fn paint_cutout_deep(point: Point) -> Deep {
    return deep(cut(painted(point), point), point);
}

@fragment
fn paint_cutout_baked(point: Point, @location(5) baked: vec4f) -> @location(0) vec4f {
    return cut(bright(painted(point), baked), point);
}

@fragment
fn paint_cutout_baked_deep(point: Point, @location(5) baked: vec4f) -> Deep {
    return deep(cut(bright(painted(point), baked), point), point);
}

@fragment
fn paint_cutout_layered(point: Point, @location(7) uv: vec2f, @location(8) @interpolate(flat) second: vec2i) -> @location(0) vec4f {
    return cut(painted_layered(point, uv, second), point);
}

@fragment
fn paint_cutout_layered_deep(point: Point, @location(7) uv: vec2f, @location(8) @interpolate(flat) second: vec2i) -> Deep {
    return deep(cut(painted_layered(point, uv, second), point), point);
}

@fragment
fn paint_cutout_layered_baked(
    point: Point, @location(5) baked: vec4f,
    @location(7) uv: vec2f, @location(8) @interpolate(flat) second: vec2i,
) -> @location(0) vec4f {
    return cut(bright(painted_layered(point, uv, second), baked), point);
}

@fragment
fn paint_cutout_layered_baked_deep(
    point: Point, @location(5) baked: vec4f,
    @location(7) uv: vec2f, @location(8) @interpolate(flat) second: vec2i,
) -> Deep {
    return deep(cut(bright(painted_layered(point, uv, second), baked), point), point);
}
