import { createServer } from 'node:net';

/** A TCP port of 127.0.0.1 that was free a moment ago; who binds it next must be ready to find it taken. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') {
          reject(new Error('a TCP server has no port'));
        } else {
          resolve(address.port);
        }
      });
    });
  });
}
