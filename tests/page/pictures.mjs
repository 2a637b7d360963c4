// Pictures compared: a browser decodes them.

// Pixels, and how many colours, of a PNG.
export async function picture(page, bytes) {
    const { width, height, text } = await page.value(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        let text = '';
        for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
        return { width: image.width, height: image.height, text: btoa(text) };
    }, bytes.toString('base64'));
    const pixels = Buffer.from(text, 'base64');
    const colors = new Set();
    for (let at = 0; at < pixels.length; at += 4) colors.add(pixels.readUIntBE(at, 3));
    return { width, height, pixels, bytes, colors: colors.size };
}

// The share of pixels of which a channel differs by more than so many levels.
export function difference(a, b, levels) {
    if (a.width !== b.width || a.height !== b.height) throw new Error(`${a.width} x ${a.height} and ${b.width} x ${b.height} pixels`);
    let count = 0;
    for (let at = 0; at < a.pixels.length; at += 4) {
        const apart = [0, 1, 2].map((channel) => Math.abs(a.pixels[at + channel] - b.pixels[at + channel]));
        if (Math.max(...apart) > levels) count += 1;
    }
    return count / (a.width * a.height);
}
