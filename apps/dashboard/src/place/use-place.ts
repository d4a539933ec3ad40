import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { changed, type Search } from './search.js';

/** Where the reader is: which cluster, and as it was when. */
export interface Place {
  /** Its name or id, as it stands in the address; empty above clusters. */
  readonly cluster: string;
  /** A moment of the past; undefined while the view is live. */
  readonly at: string | undefined;
  readonly search: Search;
  /** Names in the address below the cluster: `name`, `namespace`, `id`. */
  readonly names: Readonly<Record<string, string>>;
}

export function usePlace(): Place {
  // The router's types would know its routes; a table of views has them as texts.
  const given: unknown = useLocation().search;
  const search = given as Search;
  const found: unknown = useParams({ strict: false });
  const names = found as Readonly<Record<string, string>>;
  return { cluster: names['cluster'] ?? '', at: search['at'], search, names };
}

/** Changes what the view shows, and with it its address. Typing replaces it, so that back does not undo letters. */
export function useChange(): (
  changes: Readonly<Record<string, string | undefined>>,
  how?: { readonly replace: boolean },
) => void {
  const navigate = useNavigate();
  return useCallback(
    (changes, { replace } = { replace: false }) => {
      void navigate({
        to: '.',
        search: (search: unknown) => changed(search as Search, changes),
        replace,
        resetScroll: false,
      } as never);
    },
    [navigate],
  );
}

/** One parameter of the view, the fallback where it does not stand in the address. */
export function useParameter(name: string, fallback = ''): readonly [string, (value: string) => void] {
  const { search } = usePlace();
  const change = useChange();
  const set = useCallback(
    (value: string) => {
      change({ [name]: value === fallback ? undefined : value });
    },
    [change, name, fallback],
  );
  return [search[name] ?? fallback, set];
}
