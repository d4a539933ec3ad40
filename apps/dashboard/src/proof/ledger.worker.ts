import { BerthClient, type ClientOptions } from '#client';
import { verifyLedger, type Brought, type Verdict } from './verify-ledger.js';

/** What is to be verified: the ledger of a cluster as the service has it, or a file that the reader brings. */
export interface Asked extends Brought {
  readonly from: { readonly service: ClientOptions; readonly cluster: string } | File;
}

/** How far it is, or what came of it. */
export type Said = { readonly bytes: number } | { readonly verdict: Verdict } | { readonly problem: string };

const SHOWN_EVERY_BYTES = 1 << 20;

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  void answer(data).then(
    (verdict) => postMessage({ verdict } satisfies Said),
    (error: unknown) => postMessage({ problem: String(error) } satisfies Said),
  );
});

async function answer({ from, ...brought }: Asked): Promise<Verdict> {
  let shown = 0;
  return verifyLedger(piecesOf(await bodyOf(from)), brought, (bytes) => {
    if (bytes - shown < SHOWN_EVERY_BYTES) return;
    shown = bytes;
    postMessage({ bytes } satisfies Said);
  });
}

async function bodyOf(from: Asked['from']): Promise<ReadableStream<Uint8Array>> {
  if (from instanceof File) {
    const bytes = from.stream();
    return from.name.endsWith('.gz') ? bytes.pipeThrough(new DecompressionStream('gzip')) : bytes;
  }
  const { body } = await new BerthClient(from.service).fetch(`/v1/clusters/${encodeURIComponent(from.cluster)}/ledger`);
  if (body === null) throw new Error('the ledger has no body');
  return body;
}

/** By a reader: not every browser iterates over a stream. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
