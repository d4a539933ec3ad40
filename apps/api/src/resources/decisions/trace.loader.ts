import { Injectable } from '@nestjs/common';
import { DecisionService, type TracePageRequest, type TraceView } from '#scheduling';
import type { FailingSetBy } from '#trace';
import { loaderPerRequest } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';

/** A page of the trace of a decision of a cluster. */
interface TraceKey {
  readonly cluster: string;
  readonly request: TracePageRequest;
}

/** Pages of traces: a constant number of statements for all decisions of a page. */
@Injectable()
export class TraceLoader {
  constructor(private readonly decisions: DecisionService) {}

  readonly of = loaderPerRequest({
    keyOf,
    groupOf: ({ cluster }: TraceKey) => cluster,
    load: async (keys, { caller }): Promise<ReadonlyMap<string, TraceView | undefined>> => {
      const requests = keys.map(({ request }) => request);
      const pages = accepted(await this.decisions.tracePages(caller, keys[0]?.cluster ?? '', requests));
      return new Map(keys.map((key, index) => [keyOf(key), pages[index]]));
    },
    pick: (pages, key) => pages.get(keyOf(key)),
  });

  readonly columnsOf = loaderPerRequest({
    keyOf: idOf,
    groupOf: ({ cluster }: DecisionKey) => cluster,
    load: async (keys, { caller }) =>
      accepted(await this.decisions.columnsOfTraces(caller, keys[0]?.cluster ?? '', keys.map(decisionOf))),
    pick: (columns, { decision }) => columns.get(decision.id),
  });

  readonly failingSetsOf = loaderPerRequest({
    keyOf: (key: DecisionKey & { readonly by: FailingSetBy }) => `${idOf(key)} ${key.by}`,
    groupOf: ({ cluster, by }) => `${cluster} ${by}`,
    load: async (keys, { caller }) => {
      const [{ cluster, by } = { cluster: '', by: 'plugin' as const }] = keys;
      const asked = { decisions: keys.map(decisionOf), by };
      return accepted(await this.decisions.failingSetsOfTraces(caller, cluster, asked));
    },
    pick: (sets, { decision }) => sets.get(decision.id),
  });
}

/** A decision of a cluster. */
interface DecisionKey {
  readonly cluster: string;
  readonly decision: TracePageRequest['decision'];
}

function idOf({ cluster, decision }: DecisionKey): string {
  return `${cluster} ${decision.id}`;
}

function decisionOf({ decision }: DecisionKey): TracePageRequest['decision'] {
  return decision;
}

function keyOf({ cluster, request: { decision, ...page } }: TraceKey): string {
  return JSON.stringify([cluster, decision.id, page]);
}
