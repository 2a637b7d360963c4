// A picture that was drawn at another size or is to be brighter: resized between its pixels, then
// brightened without changing black and white.

@group(0) @binding(0) var drawn: texture_2d<f32>;
@group(0) @binding(1) var between: sampler;
// 1 / width and 1 / height of what is shown, and the exponent of brightness.
@group(0) @binding(2) var<uniform> rule: vec4f;

@vertex
fn cover(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    // One triangle over the whole picture.
    return vec4f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn show(@builtin(position) at: vec4f) -> @location(0) vec4f {
    let color = textureSampleLevel(drawn, between, at.xy * rule.xy, 0.0).rgb;
    if rule.z == 1.0 {
        return vec4f(color, 1.0);
    }
    return vec4f(pow(color, vec3f(rule.z)), 1.0);
}
