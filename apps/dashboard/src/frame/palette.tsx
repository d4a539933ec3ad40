import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useContext, useDeferredValue, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Autocomplete, Input, ListBox, ListBoxItem, ListStateContext, SearchField } from 'react-aria-components';
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
  const found = useFound(useDeferredValue(text.trim()));
  const navigate = useNavigate();
  const go = ({ to, search, what }: Found): void => {
    close();
    if (what === 'Action') return open(to as Opened);
    void navigate({ to, search: changed(at === undefined || what === 'Cluster' ? {} : { at }, search ?? {}) });
  };
  return (
    <Dialog title="Find" close={close}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField className="field search" aria-label="What to find" autoFocus>
          <Input className="input" placeholder="a name, a revision, a decision, a view" />
        </SearchField>
        <ListBox
          className="options found"
          aria-label="Found"
          items={found.map((one) => ({ ...one, id: `${one.what} ${one.to} ${one.name}` }))}
          renderEmptyState={() => <p className="quiet">There is nothing with this name.</p>}
        >
          {(one) => (
            <ListBoxItem className="option" textValue={`${one.what} ${one.name}`} onAction={() => go(one)}>
              {text !== '' && one.to === found[0]?.to && one.name === found[0].name && <MarkedFirst id={one.id} />}
              <span className="what">{one.what}</span> <span>{one.name}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
}

/** Marks its line when it becomes the first one: what is found comes later than what the page knows by itself. */
function MarkedFirst({ id }: { readonly id: string }): ReactNode {
  const list = useContext(ListStateContext);
  const marks = list?.selectionManager;
  const mark = useEffectEvent(() => marks?.setFocusedKey(id));
  useEffect(() => mark(), [id]);
  return null;
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
    // What a shorter text found stays until the answer is there: Enter opens the line that is marked.
    placeholderData: keepPreviousData,
    enabled: cluster !== '' && text !== '',
  });
  const clusters = useQuery({
    queryKey: ['', 'live', SearchClustersDocument.toString(), {}],
    queryFn: ({ signal }) => ask(SearchClustersDocument, {}, signal),
  });
  const isNamed = ({ name }: Found): boolean => name.toLowerCase().includes(text.toLowerCase());
  const hits = text === '' ? [] : (objects.data?.cluster?.search ?? []).flatMap((hit) => leadsTo(hit, cluster) ?? []);
  const own = clusters.data?.whoami.team;
  const names = clusters.data?.clusters.edges.map(({ node }) => clusterRef(node, own)) ?? [];
  const views = VIEWS.flatMap(({ title, of }): Found[] =>
    of === undefined || cluster === '' ? [] : [{ what: 'View', name: title, to: of(cluster) }],
  );
  const others = names.map((name): Found => ({ what: 'Cluster', name, to: paths.overview(name) }));
  return [
    ...(cluster === '' ? [] : meant(text, cluster)),
    ...(objects.isPlaceholderData ? hits.filter(isNamed) : hits),
    ...[...views, ...others, ...ACTIONS].filter(isNamed),
  ];
}
