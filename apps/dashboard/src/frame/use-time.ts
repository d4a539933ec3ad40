import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask, following, useAsk, useObserved } from '../api/index.js';
import { MomentDocument, TimeBarDocument, type TimeBarQuery } from '../generated/documents.js';
import { revisionMoment, useChange, useParameter, usePlace } from '../place/index.js';

export type Activity = NonNullable<TimeBarQuery['cluster']>['activity'][number];

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
  /** Which stretch of time the bar is about: `24h`; everything when empty. */
  readonly span: string;
  readonly setSpan: (span: string) => void;
  readonly go: (revision: number | string) => void;
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
  const bar = useQuery({
    queryKey: [cluster, 'live', TimeBarDocument.toString(), span],
    queryFn: ({ signal }) => ask(TimeBarDocument, { cluster, since: span === '' ? null : span }, signal),
    placeholderData: keepPreviousData,
    enabled: cluster !== '',
  });
  const then = useAsk(MomentDocument, { cluster, at: at ?? null }, { isAsked: at !== undefined });
  const found = bar.data?.cluster ?? undefined;
  const last = numberOf(head?.revision ?? found?.revision);
  const first = numberOf(found?.history.first?.revision);
  const revision = at === undefined ? last : numberOf(then.data?.cluster?.revision);
  return useMemo(() => {
    const go = (to: number | string): void => change({ at: revisionMoment(to) });
    return {
      at,
      revision,
      first,
      last,
      stretches: found?.activity ?? [],
      archivedUntil: found?.history.archivedUntil ?? null,
      span,
      setSpan,
      go,
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
  }, [at, revision, first, last, found, span, setSpan, change]);
}

function numberOf(revision: string | undefined): number | undefined {
  return revision === undefined ? undefined : Number(revision);
}
