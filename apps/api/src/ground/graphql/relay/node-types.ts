import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../request-context.js';
import { typeOf, type GlobalIdType } from './global-id.js';
import type { RelayNode } from './relay-node.model.js';

/** An object as it is now; null when there is none (any more). */
export type FoundNode = Promise<RelayNode | null>;

/** The types of `Node`: each type registers how it is found again. */
@Injectable()
export class NodeTypes {
  readonly #finders = new Map<string, (context: RequestContext, id: string) => FoundNode>();

  /** What `find` cannot read is not there: an id says nothing about what others may see. */
  register<Part extends string>(
    ids: GlobalIdType<Part>,
    find: (context: RequestContext, parts: Readonly<Record<Part, string>>) => FoundNode,
  ): void {
    this.#finders.set(ids.type, async (context, id) => {
      const parts = ids.read(id);
      return parts === undefined ? null : find(context, parts);
    });
  }

  /** Any object by its global id. */
  async find(context: RequestContext, id: string): FoundNode {
    return (await this.#finders.get(typeOf(id))?.(context, id)) ?? null;
  }
}
