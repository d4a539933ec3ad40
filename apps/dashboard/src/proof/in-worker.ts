import type { Asked, Said } from './ledger.worker.js';
import url from './ledger.worker.js?worker&url';

/** A worker's address becomes a script: the policy of the page names who may say which. */
interface Policies {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
}
declare const trustedTypes: Policies | undefined;

/** The one script of its own that the page starts by its address. */
const policy =
  typeof trustedTypes === 'undefined'
    ? undefined
    : trustedTypes.createPolicy('berth', {
        createScriptURL: (asked: string) => {
          if (asked !== url) throw new TypeError(`${asked} is no script of this page`);
          return asked;
        },
      });

/** Verifies a ledger beside the page, which stays usable. Answers the way to stop. */
export function verifyInWorker(asked: Asked, said: (said: Said) => void): () => void {
  const worker = new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    said(data);
    if (!('bytes' in data)) worker.terminate();
  });
  worker.addEventListener('error', ({ message }) => {
    said({ problem: message });
  });
  worker.postMessage(asked);
  return () => {
    worker.terminate();
  };
}
