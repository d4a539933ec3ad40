import { ServiceUnreachable, type BerthClient } from '#client';
import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { TypedDocumentString } from '../generated/documents.js';
import { usePlace } from '../place/index.js';
import { called } from './session.js';

/** Retries where another try may help, and no more: a refusal stays one. */
const MAX_RETRIES = 2;
/** Live answers are asked for anew when the cluster moves; this is for what no head tells. */
const LIVE_FRESH_MS = 60_000;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < MAX_RETRIES && error instanceof ServiceUnreachable,
    },
  },
});

/** What a query is remembered by: whose, of which time, what was asked. Its request is shown from here too. */
export type QueryKey = readonly [cluster: string, time: 'live' | 'past', document: string, variables: object];

/** Runs an operation; a key that is missing is asked for. */
export function ask<Result, Variables extends object>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  return called((service) => service.graphql<Result>(document.toString(), variables, signal && { signal }));
}

/** When, and for how long, something is asked. */
export interface Asking {
  readonly isAsked?: boolean;
  /** The answer is what was found out once: it stays as it is until the user asks again. */
  readonly isHeld?: boolean;
}

/** The same, with how often it is asked anew: of what goes on without a write that a head would tell. */
export interface Watching<Result> extends Asking {
  /** Milliseconds, for as long as an answer says so; a hidden tab does not ask. */
  readonly everyMs?: (answer: Result | undefined) => number | false;
}

/**
 * What the API answers to a document, kept current while the view is live, and for good where it is about the past. The
 * answer before stays until the next one is there, so that nothing jumps.
 */
export function useAsk<Result, Variables extends object>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  { isAsked = true, isHeld = false, everyMs = () => false }: Watching<Result> = {},
): UseQueryResult<Result> {
  const { cluster, at } = usePlace();
  const isPast = at !== undefined || isHeld;
  const queryKey: QueryKey = [cluster, isPast ? 'past' : 'live', document.toString(), variables];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(document, variables, signal),
    staleTime: isPast ? Infinity : LIVE_FRESH_MS,
    placeholderData: keepPreviousData,
    enabled: isAsked,
    refetchInterval: ({ state }) => everyMs(state.data),
  });
}

/** The same over REST, for what GraphQL does not have; its name says what is read. */
export function useRead<Result>(
  name: string,
  read: (service: BerthClient, signal: AbortSignal) => Promise<Result>,
  { isAsked = true }: Pick<Asking, 'isAsked'> = {},
): UseQueryResult<Result> {
  const { cluster } = usePlace();
  const queryKey: QueryKey = [cluster, 'live', name, {}];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => called((service) => read(service, signal)),
    staleTime: LIVE_FRESH_MS,
    enabled: isAsked,
  });
}

/** What is shown of a cluster as it is now is asked for anew, unless no view shows it. */
export function refresh(cluster: string): void {
  void queries.invalidateQueries({ queryKey: [cluster, 'live'] });
}
