import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** What came of a report, of whose rows nothing is kept. */
export interface ReadReport {
  readonly digest: string;
  readonly bytes: number;
  readonly ms: number;
}

/** Reads a report to its end, piece by piece, however long its first byte takes. */
export async function readReport(url: string, accept: string): Promise<ReadReport> {
  const begun = performance.now();
  const [response] = (await once(get(url, { headers: { accept } }), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode ?? ''}`);
  let bytes = 0;
  for await (const piece of response) bytes += (piece as Buffer).length;
  return { digest: String(response.headers['x-berth-digest']), bytes, ms: performance.now() - begun };
}
