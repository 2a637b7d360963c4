// Serves a folder to this machine alone. Files that it refuses are busy when they are asked for first.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
    '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.jpg': 'image/jpeg',
};

export function serve(folder, refuses = []) {
    const busy = new Set(refuses);
    const server = createServer((request, response) => {
        const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
        const file = join(folder, normalize(path), path.endsWith('/') ? 'index.html' : '');
        if (busy.delete(path.slice(1))) {
            response.writeHead(503).end();
            return;
        }
        try {
            statSync(file);
        } catch {
            response.writeHead(404).end();
            return;
        }
        response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
        createReadStream(file).pipe(response);
    });
    const end = () => {
        server.close();
        server.closeAllConnections();
    };
    return new Promise((done) => {
        server.listen(0, '127.0.0.1', () => done({ url: `http://127.0.0.1:${server.address().port}/`, end }));
    });
}
