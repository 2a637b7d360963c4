// A colour over the whole picture: what is there is multiplied by the blend
// constant, and this is added.

@group(0) @binding(0) var<uniform> sum: vec4f;

@vertex
fn cover(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    let x = f32((corner << 1u) & 2u);
    let y = f32(corner & 2u);
    return vec4f(x * 2.0 - 1.0, y * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn add() -> @location(0) vec4f {
    return vec4f(sum.rgb, 1.0);
}
