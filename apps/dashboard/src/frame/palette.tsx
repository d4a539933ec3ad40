import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { clusterRef } from '#client';
import { ask } from '../api/index.js';
import { Dialog } from '../dialog/index.js';
import { SearchClustersDocument, SearchDocument } from '../generated/documents.js';
import { changed, paths, usePlace } from '../place/index.js';
import { VIEWS } from '../views/views.js';
import { leadsTo, meant, type Found } from './found.js';
import type { Opened } from './opened.js';

/** Finds everything that has a name, and goes there: clusters, objects, runs, decisions, revisions, views. */
export function Palette({
  close,
  open,
}: {
  readonly close: () => void;
  readonly open: (opened: Opened) => void;
}): ReactNode {
  const { at } = usePlace();
  const [text, setText] = useState('');
  const [marked, mark] = useState(0);
  const found = useFound(useDeferredValue(text.trim()));
  const navigate = useNavigate();
  const id = useId();
  const go = ({ to, search, what }: Found): void => {
    close();
    if (what === 'Action') return open(to as Opened);
    void navigate({ to, search: changed(at === undefined || what === 'Cluster' ? {} : { at }, search ?? {}) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[marked];
    if (step !== undefined) mark(Math.max(0, Math.min(found.length - 1, marked + step)));
    else if (event.key === 'Enter' && chosen !== undefined) go(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Find" close={close}>
      <input
        type="search"
        role="combobox"
        aria-label="What to find"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={found.length > 0 ? `${id}-${marked}` : undefined}
        placeholder="a name, a revision, a decision, a view"
        value={text}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setText(target.value);
          mark(0);
        }}
      />
      <FoundList id={id} found={found} marked={marked} go={go} />
      {found.length === 0 && <p className="quiet">There is nothing with this name.</p>}
    </Dialog>
  );
}

function FoundList({
  id,
  found,
  marked,
  go,
}: {
  readonly id: string;
  readonly found: readonly Found[];
  readonly marked: number;
  readonly go: (found: Found) => void;
}): ReactNode {
  return (
    <ul role="listbox" id={id} aria-label="Found" className="found">
      {found.map((one, index) => (
        <li
          key={`${one.what} ${one.to} ${one.name}`}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === marked}
          onClick={() => go(one)}
        >
          <span className="quiet">{one.what}</span> {one.name}
        </li>
      ))}
    </ul>
  );
}

const ACTIONS: readonly Found[] = [
  { what: 'Action', name: 'this view as GraphQL and curl', to: 'request' },
  { what: 'Action', name: 'keys of the keyboard', to: 'keys' },
  { what: 'Action', name: 'the key that this tab uses', to: 'key' },
];

function useFound(text: string): readonly Found[] {
  const { cluster } = usePlace();
  const objects = useQuery({
    queryKey: [cluster, 'live', SearchDocument.toString(), text],
    queryFn: ({ signal }) => ask(SearchDocument, { cluster, text }, signal),
    enabled: cluster !== '' && text !== '',
  });
  const clusters = useQuery({
    queryKey: ['', 'live', SearchClustersDocument.toString(), {}],
    queryFn: ({ signal }) => ask(SearchClustersDocument, {}, signal),
  });
  const hits = objects.data?.cluster?.search ?? [];
  const own = clusters.data?.whoami.team;
  const names = clusters.data?.clusters.edges.map(({ node }) => clusterRef(node, own)) ?? [];
  const views = VIEWS.flatMap(({ title, of }): Found[] =>
    of === undefined || cluster === '' ? [] : [{ what: 'View', name: title, to: of(cluster) }],
  );
  const others = names.map((name): Found => ({ what: 'Cluster', name, to: paths.overview(name) }));
  return [
    ...(cluster === '' ? [] : meant(text, cluster)),
    ...hits.flatMap((hit) => leadsTo(hit, cluster) ?? []),
    ...[...views, ...others, ...ACTIONS].filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
  ];
}
