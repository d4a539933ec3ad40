import { Injectable } from '@nestjs/common';
import { DecisionService, type TracePageRequest, type TraceView } from '#scheduling';
import { loaderPerRequest } from '../graphql/index.js';
import { accepted } from '../outcome/index.js';

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
}

function keyOf({ cluster, request: { decision, ...page } }: TraceKey): string {
  return JSON.stringify([cluster, decision.id, page]);
}
