import { Injectable } from '@nestjs/common';
import type { Decision, DecisionPart } from '#audit';
import type { WindowPage } from '#requests';
import { DecisionService, type DecisionsRequest } from '#scheduling';
import { keyOfPlace, placeOf, type Placed } from '../clusters/index.js';
import { loaderPerRequest } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';

/** A page of the decisions of one run or one pod. */
interface DecisionsKey extends Placed {
  readonly page: Omit<DecisionsRequest, 'of'>;
  readonly of: { readonly run: string } | { readonly pod: { namespace: string; name: string; uid: string } };
}

/** The decisions of runs and of pods: one statement for all runs, or pods, of a page. */
@Injectable()
export class DecisionsOfLoader {
  constructor(private readonly decisions: DecisionService) {}

  readonly of = loaderPerRequest({
    keyOf: (key: DecisionsKey) => `${groupOf(key)} ${JSON.stringify(key.of)}`,
    groupOf,
    load: async (keys, { caller }): Promise<ReadonlyMap<string, WindowPage<Decision>>> => {
      const runs = keys.flatMap(({ of }) => ('run' in of ? [of.run] : []));
      const pods = keys.flatMap(({ of }) => ('pod' in of ? [of.pod] : []));
      const request = { ...(keys[0] as DecisionsKey).page, of: runs.length > 0 ? { runs } : { pods } };
      const pages = accepted(await this.decisions.ofEach(caller, placeOf(keys), request));
      return new Map(keys.map(({ of }, index) => [JSON.stringify(of), pages[index] ?? NOTHING]));
    },
    pick: (pages, { of }) => pages.get(JSON.stringify(of)) ?? NOTHING,
  });
}

const NOTHING: WindowPage<Decision> = { items: [], more: false };

function groupOf({ place, page, of }: DecisionsKey): string {
  return `${keyOfPlace(place)} ${'run' in of ? 'runs' : 'pods'} ${JSON.stringify(page)}`;
}

/** The parts that decisions were written with: one statement for all decisions of a page. */
@Injectable()
export class DecisionPartLoader {
  constructor(private readonly decisions: DecisionService) {}

  readonly of = loaderPerRequest({
    keyOf: ({ place, decision }: Placed & { readonly decision: Decision }) => `${place.cluster} ${decision.id}`,
    groupOf: ({ place }) => place.cluster,
    load: async (keys, { caller }) => {
      const decisions = keys.map(({ decision }) => decision);
      return accepted(await this.decisions.partsOf(caller, placeOf(keys).cluster, decisions));
    },
    pick: (parts: ReadonlyMap<string, DecisionPart>, { decision }) => parts.get(decision.id),
  });
}
