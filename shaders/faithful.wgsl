// A small picture on a screen of 16-bit colour: ordered dithering to 5, 6 and 5 bits, then every
// pixel enlarged to a block.

@group(0) @binding(0) var small: texture_2d<f32>;
// Small pixels per large pixel, x and y.
@group(0) @binding(1) var<uniform> shrink: vec4f;

@vertex
fn cover(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    // One triangle over the whole picture.
    return vec4f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

// Rank of a pixel in the 4 x 4 ordered dither, 0..1.
fn threshold(at: vec2u) -> f32 {
    let x = at.x & 3u;
    let y = at.y & 3u;
    let mixed = x ^ y;
    let rank = (mixed & 1u) * 8u + (y & 1u) * 4u + (mixed >> 1u) * 2u + (y >> 1u);
    return (f32(rank) + 0.5) / 16.0;
}

@fragment
fn enlarge(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let last = textureDimensions(small) - vec2u(1u);
    let texel = min(vec2u(at.xy * shrink.xy), last);
    let color = textureLoad(small, texel, 0).rgb;
    let steps = vec3f(31.0, 63.0, 31.0);
    let coarse = min(floor(color * steps + threshold(texel)), steps) / steps;
    return vec4f(coarse, 1.0);
}
