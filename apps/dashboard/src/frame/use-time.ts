import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask, following, useAsk, useObserved } from '../api/index.js';
import { MomentDocument, TimeBarDocument, TimeEndsDocument, type TimeBarQuery } from '../generated/documents.js';
import { endOfHistory, revisionMoment, useChange, useParameter, usePlace } from '../place/index.js';

export type Activity = NonNullable<TimeBarQuery['cluster']>['activity'][number];

const NOTHING: readonly Activity[] = [];

/** Where in time the view is, and the ways to another moment. */
export interface Time {
  /** The moment that the view is frozen at; undefined while it is live. */
  readonly at: string | undefined;
  /** The revision that it shows. */
  readonly revision: number | undefined;
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly stretches: readonly Activity[];
  readonly archivedUntil: string | null;
  /** When the first revision was written, and the last. */
  readonly written: { readonly first: string | undefined; readonly last: string | undefined };
  /** Which stretch of time the bar is about: `24h`; everything when empty. */
  readonly span: string;
  readonly setSpan: (span: string) => void;
  readonly go: (revision: number | string) => void;
  /** The same to a revision or a time as the API names them. */
  readonly goTo: (moment: string) => void;
  readonly step: (by: 1 | -1) => void;
  readonly live: () => void;
  /** Keeps the address at the revision that is shown. */
  readonly freeze: () => void;
}

export function useTime(): Time {
  const { cluster, at } = usePlace();
  const change = useChange();
  const [span, setSpan] = useParameter('span');
  const { head } = useObserved(following);
  const ends = useQuery({
    queryKey: [cluster, 'live', TimeEndsDocument.toString()],
    queryFn: ({ signal }) => ask(TimeEndsDocument, { cluster }, signal),
    placeholderData: keepPreviousData,
    enabled: cluster !== '',
  });
  const found = ends.data?.cluster ?? undefined;
  // All ends with the last revision: what came of it later is nothing.
  const { first: oldest, last: newest } = found?.history ?? {};
  const until = span === '' && oldest && newest ? endOfHistory(oldest.at, newest.at) : null;
  const bar = useQuery({
    queryKey: [cluster, 'live', TimeBarDocument.toString(), span, until],
    queryFn: ({ signal }) => ask(TimeBarDocument, { cluster, since: span === '' ? null : span, until }, signal),
    placeholderData: keepPreviousData,
    enabled: found !== undefined,
  });
  const then = useAsk(MomentDocument, { cluster, at: at ?? null }, { isAsked: at !== undefined });
  const last = numberOf(head?.revision ?? found?.revision);
  const first = numberOf(found?.history.first?.revision);
  const revision = at === undefined ? last : numberOf(then.data?.cluster?.revision);
  const stretches = bar.data?.cluster?.activity ?? NOTHING;
  return useMemo(() => {
    const go = (to: number | string): void => change({ at: revisionMoment(to) });
    return {
      at,
      revision,
      first,
      last,
      stretches,
      archivedUntil: found?.history.archivedUntil ?? null,
      written: { first: found?.history.first?.at, last: found?.history.last?.at },
      span,
      setSpan,
      go,
      goTo: (at) => change({ at }),
      step: (by) => {
        if (revision === undefined || last === undefined) return;
        const to = revision + by;
        if (to >= (first ?? 1) && to <= last) go(to);
      },
      live: () => change({ at: undefined }),
      freeze: () => {
        if (revision !== undefined) go(revision);
      },
    };
  }, [at, revision, first, last, found, stretches, span, setSpan, change]);
}

function numberOf(revision: string | undefined): number | undefined {
  return revision === undefined ? undefined : Number(revision);
}
