import type { ReactNode } from 'react';
import { saveText } from '../drawing/index.js';
import { Button, Fold } from '../controls/index.js';

/** An object as the API has it. Always text, of any content. */
export function Manifest({ manifest, name }: { readonly manifest: unknown; readonly name: string }): ReactNode {
  const text = JSON.stringify(manifest, null, 2);
  return (
    <Fold title="Manifest">
      <p className="actions">
        <Button onPress={() => saveText(`${name}.json`, text, 'application/json')}>JSON</Button>
      </p>
      <pre className="command" tabIndex={0}>
        {text}
      </pre>
    </Fold>
  );
}
