import { isIPv4 } from 'node:net';

/** Whether a name or an address is this machine's own, on every resolver. */
export function isLoopback(host: string): boolean {
  // What only looks like an address would be looked up as a name.
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Whether a request is for this machine by its header `Host`: `localhost:3000`, `[::1]`. */
export function isForLoopback(hostHeader: string): boolean {
  const url = `http://${hostHeader}`;
  return URL.canParse(url) && isLoopback(new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'));
}
