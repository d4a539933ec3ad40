import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { session, useObserved, type QueryKey } from '../api/index.js';
import { Copy } from '../controls/index.js';
import { Dialog } from '../dialog/index.js';
import { usePlace } from '../place/index.js';
import { asCurl } from './as-curl.js';

/** What the view asked the API for what it shows: GraphQL with its variables, and the same for a shell. */
export function RequestDialog({ close }: { readonly close: () => void }): ReactNode {
  const { cluster } = usePlace();
  const { team } = useObserved(session);
  const asked = useQueryClient()
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ queryKey }) => queryKey as QueryKey)
    .filter(([whose, , document]) => whose === cluster && typeof document === 'string' && /^\s*query/.test(document))
    .filter(([, , document]) => !/query (TimeBar|Moment|Search)\b/.test(document));
  return (
    <Dialog title="This view as GraphQL and curl" close={close}>
      {asked.map(([, , document, variables], index) => (
        <section key={index}>
          <Copied label="GraphQL" text={document.trim()} />
          <Copied label="variables" text={JSON.stringify(variables, null, 2)} />
          <Copied label="curl" text={asCurl(location.origin, document, variables, team)} />
        </section>
      ))}
      {asked.length === 0 && <p>This view has sent no request.</p>}
    </Dialog>
  );
}

function Copied({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  return (
    <figure className="source">
      <figcaption>
        {label} <Copy text={text} />
      </figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}
