// Sound: the worker mixes, this plays. Blocks go straight from the worker to the queue.

import { settings } from './settings.js';

const RATE = 44100;
let context = null;
let gain = null;

// Starts the sound and gives the end of it that the worker writes to; null where there is none. Must
// be called after a click or a key: browsers are silent before.
export async function openSound() {
    try {
        if (!context) {
            context = new AudioContext({ sampleRate: RATE });
            gain = context.createGain();
            gain.connect(context.destination);
            await context.audioWorklet.addModule('queue.js');
        }
        // A page that was opened by a link stays silent until the first click.
        void context.resume();
        const queue = new AudioWorkletNode(context, 'queue', { numberOfInputs: 0, outputChannelCount: [2] });
        queue.connect(gain);
        setVolume();
        const { port1, port2 } = new MessageChannel();
        queue.port.postMessage(port1, [port1]);
        return { port: port2, close: () => queue.disconnect() };
    } catch (error) {
        console.warn('no sound:', error);
        return null;
    }
}

// What is heard comes out of here; null before the first sound.
export const output = () => gain;

export function setVolume() {
    if (gain) gain.gain.value = settings.volume;
}

export function setRunning(on) {
    if (context) void (on ? context.resume() : context.suspend());
}
