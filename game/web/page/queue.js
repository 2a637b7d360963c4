// In the thread of the sound: blocks of frames, left and right in turn, one after the other.

// Frames that wait at most, a third of a second: what comes on top after a stall is left out.
const MOST = 14700;
// Frames that are there before it begins (again), so that the next block comes in time.
const BEFORE = 2940;

class Queue extends AudioWorkletProcessor {
    constructor() {
        super();
        this.blocks = [];
        this.at = 0;
        this.frames = 0;
        this.runs = false;
        this.port.onmessage = ({ data: port }) => {
            port.onmessage = ({ data }) => {
                if (this.frames < MOST) {
                    this.blocks.push(data);
                    this.frames += data.length / 2;
                }
            };
        };
    }

    process(_, [[left, right]]) {
        if (!this.runs && this.frames >= BEFORE) this.runs = true;
        for (let frame = 0; frame < left.length && this.runs; frame += 1) {
            const block = this.blocks[0];
            if (!block) {
                this.runs = false;
                break;
            }
            left[frame] = block[this.at];
            right[frame] = block[this.at + 1];
            this.at += 2;
            this.frames -= 1;
            if (this.at >= block.length) {
                this.blocks.shift();
                this.at = 0;
            }
        }
        return true;
    }
}

registerProcessor('queue', Queue);
