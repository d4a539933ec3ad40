import { Injectable } from '@nestjs/common';
import { OperationService, type OperationWithResult } from '#operations';
import { loaderPerRequest } from '../../ground/graphql/index.js';

/** Operations with what they came to: one statement for all that a page asks for. */
@Injectable()
export class OperationLoader {
  constructor(private readonly operations: OperationService) {}

  readonly of = loaderPerRequest({
    keyOf: (id: string) => id,
    groupOf: () => '',
    load: (ids, { caller }) => this.operations.getMany(caller, ids),
    pick: (found: ReadonlyMap<string, OperationWithResult>, id) => found.get(id),
  });
}
