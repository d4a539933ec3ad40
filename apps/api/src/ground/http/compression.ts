import type { FastifyCompressOptions } from '@fastify/compress';
import type { RouteOptions } from 'fastify';
import type { RouteRules } from './route.js';

const NDJSON = 'application/x-ndjson';

/** What pays to be compressed: texts. Archives are compressed already, and events go out as they happen. */
export const COMPRESSION: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: 1_024,
  // The API server's level of gzip: a page of 500 pods takes a third of the time and is a half longer.
  zlibOptions: { level: 1 },
  customTypes: /^text\/(?!event-stream)|[+/](json|x-ndjson|yaml|javascript)(;|$)/,
  // Bodies are decoded where their length is limited.
  globalDecompression: false,
};

/** Progress is sent as it happens: a compressor would keep it back until there is enough of it. */
export function tellsProgress({ method, config }: RouteOptions): boolean {
  const { rules } = (config ?? {}) as { readonly rules?: RouteRules };
  return method === 'POST' && rules?.answers.includes(NDJSON) === true;
}
