import type { ReactNode } from 'react';
import { saveText } from '../drawing/index.js';

/** An object as the API has it. Always text, of any content. */
export function Manifest({ manifest, name }: { readonly manifest: unknown; readonly name: string }): ReactNode {
  const text = JSON.stringify(manifest, null, 2);
  return (
    <details>
      <summary>Manifest</summary>
      <p className="actions">
        <button type="button" onClick={() => saveText(`${name}.json`, text, 'application/json')}>
          JSON
        </button>
      </p>
      <pre className="command" tabIndex={0}>
        {text}
      </pre>
    </details>
  );
}
