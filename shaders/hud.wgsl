// Bars and letters over a finished picture, each four corners of a strip. A bar has no letter: its edges are
// smoothed over one pixel, however it is turned. Letters stand on whole pixels.

@group(0) @binding(0) var<uniform> pixel: vec4f;
@group(0) @binding(1) var letters: texture_2d<f32>;

struct Part {
    // Middle and half size, pixels.
    @location(0) place: vec4f,
    // Cosine and sine of its turn; the letter's upper left corner in the texture, below 0 for a bar.
    @location(1) turn: vec4f,
    @location(2) color: vec4f,
}

struct Corner {
    @builtin(position) place: vec4f,
    @location(0) color: vec4f,
    // From the middle, pixels of the part's own axes.
    @location(1) own: vec2f,
    @location(2) @interpolate(flat) half: vec2f,
    @location(3) @interpolate(flat) letter: vec2f,
}

@vertex
fn place(@builtin(vertex_index) corner: u32, part: Part) -> Corner {
    let side = vec2f(f32(corner & 1u), f32(corner >> 1u)) * 2.0 - 1.0;
    // Room for the smoothed edge of a bar.
    let more = select(0.0, 1.0, part.turn.z < 0.0);
    let own = side * (part.place.zw + more);
    let turned = vec2f(own.x * part.turn.x - own.y * part.turn.y, own.x * part.turn.y + own.y * part.turn.x);
    let at = (part.place.xy + turned) * pixel.xy * 2.0;
    return Corner(vec4f(at.x - 1.0, 1.0 - at.y, 0.0, 1.0), part.color, own, part.place.zw, part.turn.zw);
}

@fragment
fn paint(corner: Corner) -> @location(0) vec4f {
    var share = 1.0;
    if corner.letter.x < 0.0 {
        let inside = clamp(corner.half - abs(corner.own) + 0.5, vec2f(0.0), vec2f(1.0));
        share = inside.x * inside.y;
    } else {
        let texel = vec2i(floor(corner.letter + corner.half + corner.own));
        share = textureLoad(letters, texel, 0).r;
    }
    return vec4f(corner.color.rgb, corner.color.a * share);
}
