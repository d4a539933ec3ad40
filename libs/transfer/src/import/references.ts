import type { Transaction } from '#database';
import type { ImportItem } from '#requests';
import type { Manifest } from '#rows';
import { danglingClaims, danglingNodes, type ClaimName } from './dangling-references.queries.js';
import { itemOf } from './import-item.js';
import type { ItemList } from './item-list.js';

interface PodSpec {
  readonly nodeName?: string;
  readonly volumes?: readonly { readonly persistentVolumeClaim?: { readonly claimName?: string } }[];
}

/** What imported pods refer to that may be anywhere in the input: judged when all of it is there. */
export class References {
  /** Pods on nodes that have not been seen, each with what is said of it should its node never come. */
  readonly #nodes: { readonly item: ImportItem; readonly node: string }[] = [];
  /** The same of pods with claims. */
  readonly #claims: { readonly item: ImportItem; readonly claim: ClaimName }[] = [];

  /** `seen`: the nodes that there are already. */
  constructor(private readonly seen: Set<string>) {}

  add(index: number, object: Manifest): void {
    if (object.kind === 'Node') this.seen.add(object.metadata.name);
    if (object.kind !== 'Pod') return;
    const { nodeName, volumes = [] } = object.spec as PodSpec;
    if (nodeName && !this.seen.has(nodeName)) {
      const message = `node ${JSON.stringify(nodeName)} is not there; the pod is kept as bound to it`;
      this.#nodes.push({ item: itemOf(index, object, { field: 'spec.nodeName', message }), node: nodeName });
    }
    for (const [place, { persistentVolumeClaim }] of volumes.entries()) {
      const name = persistentVolumeClaim?.claimName;
      if (name === undefined || name === '') continue;
      const { namespace = '' } = object.metadata;
      const until = nodeName ? '' : ', and the pod stays pending until it is';
      const field = `spec.volumes[${place}].persistentVolumeClaim.claimName`;
      const message = `claim ${JSON.stringify(name)} is not there${until}`;
      this.#claims.push({ item: itemOf(index, object, { field, message }), claim: { namespace, name } });
    }
  }

  /** Adds what is to be said of references to what is not there. */
  async judge(tx: Transaction, { clusterId, into }: { clusterId: string; into: ItemList }): Promise<void> {
    const nodes = await danglingNodes(
      tx,
      clusterId,
      this.#nodes.map(({ node }) => node),
    );
    for (const { item, node } of this.#nodes) if (nodes.has(node)) into.add(item);
    if (this.#claims.length === 0) return;
    const claims = await danglingClaims(
      tx,
      clusterId,
      this.#claims.map(({ claim }) => claim),
    );
    for (const { item, claim } of this.#claims) if (claims.has(`${claim.namespace}/${claim.name}`)) into.add(item);
  }
}
