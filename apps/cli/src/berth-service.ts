import process from 'node:process';

/** A service that a command asks. */
export interface BerthService {
  readonly url: string;
  readonly key: string | undefined;
}

/** The one that BERTH_URL and BERTH_KEY name; without them, the one that runs here. */
export function berthService(env: NodeJS.ProcessEnv = process.env): BerthService {
  return { url: (env['BERTH_URL'] ?? 'http://127.0.0.1:3000').replace(/\/$/, ''), key: env['BERTH_KEY'] };
}

/** The service refused what it was asked for. */
export class ServiceRefused extends Error {}

/** Asks for NDJSON, and answers its lines as they come. @throws ServiceRefused, or what fetch throws */
export async function* postForLines({ url, key }: BerthService, path: string, body: object): AsyncIterable<unknown> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/x-ndjson',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok || response.body === null) throw new ServiceRefused(await problemOf(response));
  let rest = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
  if (rest !== '') throw new Error('the answer was cut off');
}

async function problemOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { detail, title } = JSON.parse(text) as { readonly detail?: string; readonly title?: string };
    return detail ?? title ?? `the service answered ${response.status}`;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return `the service answered ${response.status}`;
  }
}
