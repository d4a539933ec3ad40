import type { FactoryProvider, Type } from '@nestjs/common';
import type { Caller } from '#access';
import type { AskedOperation, OperationKind, OperationWorks, Task } from '#operations';
import type { Outcome } from '#requests';
import type { Services, Uses } from '../../ground/operation/index.js';

/** What an operation of a kind does as a job, made again from what was asked for. */
export interface BackgroundWork {
  readonly kind: OperationKind;
  readonly uses: Uses;
  readonly taskOf: (services: Services<Uses>, caller: Caller, asked: AskedOperation) => TaskMadeAgain;
}

type TaskMadeAgain = Promise<Outcome<Pick<Task<object>, 'work'>>>;

/** The works of all kinds, with the services that they call. */
export class BackgroundWorks implements OperationWorks {
  readonly #works: ReadonlyMap<OperationKind, BackgroundWork>;

  constructor(
    works: readonly BackgroundWork[],
    private readonly serviceOf: (used: Type<object>) => object,
  ) {
    this.#works = new Map(works.map((work) => [work.kind, work]));
  }

  async taskOf(caller: Caller, asked: AskedOperation): TaskMadeAgain {
    const work = this.#works.get(asked.kind);
    if (work === undefined) throw new Error(`there is no work of operations of the kind ${asked.kind}`);
    const used = Object.entries(work.uses).map(([name, type]) => [name, this.serviceOf(type as Type<object>)]);
    return work.taskOf(Object.fromEntries(used) as Services<Uses>, caller, asked);
  }
}

/** Provides the works, each service injected by its class. */
export function backgroundWorks(works: readonly BackgroundWork[]): FactoryProvider<BackgroundWorks> {
  const used = [...new Set(works.flatMap(({ uses }) => Object.values(uses) as Type<object>[]))];
  return {
    provide: BackgroundWorks,
    inject: used,
    useFactory: (...services: object[]) =>
      new BackgroundWorks(works, (type) => {
        const service = services[used.indexOf(type)];
        if (service === undefined) throw new Error(`${type.name} is not provided`);
        return service;
      }),
  };
}
