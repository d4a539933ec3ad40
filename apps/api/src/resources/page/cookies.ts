import type { FastifyRequest } from 'fastify';

/** Whether the browser came over HTTPS, to this service or to a proxy before it. */
export function isSecure({ protocol, headers }: Pick<FastifyRequest, 'protocol' | 'headers'>): boolean {
  return protocol === 'https' || headers['x-forwarded-proto'] === 'https';
}

/** The value of a cookie in the header of a request. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}
