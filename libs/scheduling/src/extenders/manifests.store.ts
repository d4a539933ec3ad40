import type { Caller, Database } from '#database';
import { read } from '#requests';
import type { Manifests, VictimName } from './request-body.js';

const WITH_VERSION = `jsonb_set(manifest, '{metadata,resourceVersion}', to_jsonb(resource_version::text))`;

/**
 * Manifests of a cluster as they are now, each node read once. Who changed one since the cluster was read has moved its
 * head: what is decided with it is lost.
 */
export class StoredManifests implements Manifests {
  readonly #nodes = new Map<string, string>();

  constructor(
    private readonly database: Database,
    private readonly of: { readonly caller: Caller; readonly clusterId: string },
  ) {}

  async nodes(names: readonly string[]): Promise<readonly string[]> {
    const unknown = names.filter((name) => !this.#nodes.has(name));
    if (unknown.length > 0) {
      const rows = await read(this.database, this.of.caller, (tx) =>
        tx.query<{ readonly name: string; readonly text: string }>(
          `SELECT name, ${WITH_VERSION}::text AS text FROM nodes WHERE cluster_id = $1 AND name = ANY($2::text[])`,
          [this.of.clusterId, unknown],
        ),
      );
      for (const { name, text } of rows) this.#nodes.set(name, text);
    }
    return names.map((name) => this.#nodes.get(name) ?? JSON.stringify({ metadata: { name } }));
  }

  /** Each on its node, also where that is not written yet. */
  async pods(pods: readonly VictimName[]): Promise<ReadonlyMap<string, string>> {
    const rows = await read(this.database, this.of.caller, (tx) =>
      tx.query<{ readonly uid: string; readonly text: string }>(
        `SELECT asked.uid, jsonb_set(${WITH_VERSION}, '{spec,nodeName}', to_jsonb(asked.node))::text AS text
         FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS asked(namespace, name, uid, node)
         JOIN pods p ON p.cluster_id = $1 AND p.namespace = asked.namespace AND p.name = asked.name`,
        [
          this.of.clusterId,
          pods.map(({ namespace }) => namespace),
          pods.map(({ name }) => name),
          pods.map(({ uid }) => uid),
          pods.map(({ node }) => node),
        ],
      ),
    );
    return new Map(rows.map(({ uid, text }) => [uid, text]));
  }
}
