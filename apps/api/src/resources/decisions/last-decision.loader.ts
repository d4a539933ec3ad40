import { Injectable } from '@nestjs/common';
import type { Decision, PodName } from '#audit';
import { DecisionService } from '#scheduling';
import { keyOfPlace, placeOf, type Placed } from '../clusters/index.js';
import { loaderPerRequest } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';

/** What was last decided about pods: one statement for all pods of a page. */
@Injectable()
export class LastDecisionLoader {
  constructor(private readonly decisions: DecisionService) {}

  readonly of = loaderPerRequest({
    keyOf: ({ place, pod }: Placed & { readonly pod: PodName }) => `${keyOfPlace(place)}/${pod.uid}`,
    groupOf: ({ place }) => keyOfPlace(place),
    load: async (keys, { caller }) => {
      const pods = keys.map(({ pod }) => pod);
      return accepted(await this.decisions.latest(caller, placeOf(keys), pods));
    },
    pick: (decisions: ReadonlyMap<string, Decision>, { pod }) => decisions.get(pod.uid),
  });
}
