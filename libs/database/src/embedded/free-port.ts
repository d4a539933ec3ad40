import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Ports that no system has services of its own on, and that most do not give to connections that are made. */
const FIRST = 15_000;
const LAST = 32_000;
const TRIES = 100;

/**
 * A TCP port of 127.0.0.1 that was free a moment ago; the caller that binds it must be ready to find it taken. Not an
 * ephemeral port: while the server is down, the kernel may assign such a port to a process that holds it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (!isGivenToAnybody(port) && (await isFree(port))) {
      return port;
    }
  }
  // Where nearly all of them are given to anybody.
  return bound(0);
}

/** The kernel's range of ports for connections; elsewhere than on Linux it is above these. */
function isGivenToAnybody(port: number): boolean {
  if (process.platform !== 'linux') {
    return false;
  }
  const [first = 0, last = 0] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/).map(Number);
  return port >= first && port <= last;
}

async function isFree(port: number): Promise<boolean> {
  try {
    return (await bound(port)) === port;
  } catch {
    return false;
  }
}

/** The port that a server got, which is closed again. */
function bound(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
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
