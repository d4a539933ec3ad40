import { Injectable } from '@nestjs/common';
import type { Caller } from '#access';
import { SchedulingService, type Run } from '#scheduling';
import { placeOf, type Placed } from '../clusters/index.js';
import { loaderPerRequest } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';

/** A run of a cluster. */
interface RunKey extends Placed {
  readonly run: string;
}

/** Runs by id: one statement for all that a page asks for. They are shown as they ended, for every moment. */
@Injectable()
export class RunLoader {
  constructor(private readonly scheduling: SchedulingService) {}

  readonly of = loaderPerRequest({
    keyOf: ({ place, run }: RunKey) => `${place.cluster}/${run}`,
    groupOf: ({ place }) => place.cluster,
    load: (keys, { caller }) => this.#load(caller, keys),
    pick: (runs: ReadonlyMap<string, Run>, { run }) => runs.get(run),
  });

  async #load(caller: Caller, keys: readonly RunKey[]): Promise<ReadonlyMap<string, Run>> {
    const ids = keys.map(({ run }) => run);
    const runs = accepted(await this.scheduling.getMany(caller, placeOf(keys).cluster, ids));
    return new Map(runs.map((one) => [one.id, one]));
  }
}
