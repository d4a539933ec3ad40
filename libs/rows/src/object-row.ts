import type { CopyType, CopyValue } from '#database';
import type { Manifest } from './manifest.js';
import { mergeBinding, placementColumns, splitPod, type PodColumns } from './pod-columns.js';
import type { StoredObject } from './stored-object.js';

/** Where an object lives: three kinds have typed columns that queries need, the rest shares one table. */
export type ObjectTable = 'namespaces' | 'nodes' | 'pods' | 'objects';

/** A row of any of the four tables, as queries return it. */
export interface ObjectRow extends Partial<PodColumns> {
  readonly uid: string;
  readonly resource_version: string;
  readonly created_position: string;
  readonly manifest: Manifest;
  /** Of the table `objects` alone. */
  readonly sealed?: Uint8Array | null;
}

/** What identifies a row inside its cluster, and what is written into it. */
export interface WriteContext {
  readonly clusterId: string;
  readonly teamId: string;
}

export function tableOf(kind: string): ObjectTable {
  switch (kind) {
    case 'Namespace':
      return 'namespaces';
    case 'Node':
      return 'nodes';
    case 'Pod':
      return 'pods';
    default:
      return 'objects';
  }
}

const VERSIONED = {
  uid: 'text',
  resource_version: 'int8',
  created_position: 'int8',
  created_at: 'timestamptz',
  manifest: 'jsonb',
} as const;

/** The columns that a write fills, keys first. */
export const COLUMNS: Readonly<Record<ObjectTable, Readonly<Record<string, CopyType>>>> = {
  namespaces: { cluster_id: 'uuid', name: 'text', team_id: 'uuid', ...VERSIONED },
  nodes: { cluster_id: 'uuid', name: 'text', ...VERSIONED },
  pods: {
    cluster_id: 'uuid',
    namespace: 'text',
    name: 'text',
    team_id: 'uuid',
    node_name: 'text',
    phase: 'text',
    bound_at: 'timestamptz',
    priority: 'int4',
    scheduler_name: 'text',
    ...VERSIONED,
    nominated_node: 'text',
    shape: 'text',
    started_ms: 'int8',
  },
  objects: {
    cluster_id: 'uuid',
    kind: 'text',
    namespace: 'text',
    name: 'text',
    api_version: 'text',
    ...VERSIONED,
    sealed: 'bytea',
  },
};

/** The columns of ObjectRow in each table. */
export const ROW: Readonly<Record<ObjectTable, string>> = {
  namespaces: 'uid, resource_version, created_position, manifest',
  nodes: 'uid, resource_version, created_position, manifest',
  pods: 'uid, resource_version, created_position, manifest, node_name, phase, bound_at, priority, scheduler_name',
  objects: 'uid, resource_version, created_position, manifest, sealed',
};

/** The primary key of each table. */
export const KEYS: Readonly<Record<ObjectTable, readonly string[]>> = {
  namespaces: ['cluster_id', 'name'],
  nodes: ['cluster_id', 'name'],
  pods: ['cluster_id', 'namespace', 'name'],
  objects: ['cluster_id', 'kind', 'namespace', 'name'],
};

/** The values of COLUMNS, in their order. */
export function rowOf(
  { object, resourceVersion, createdPosition, sealed }: StoredObject,
  context: WriteContext,
): CopyValue[] {
  const { clusterId, teamId } = context;
  const { name, namespace = '', uid = '', creationTimestamp } = object.metadata;
  const versioned = [uid, resourceVersion, createdPosition, new Date(creationTimestamp ?? 0)];
  switch (tableOf(object.kind)) {
    case 'namespaces':
      return [clusterId, name, teamId, ...versioned, object];
    case 'nodes':
      return [clusterId, name, ...versioned, object];
    case 'pods': {
      const { columns, manifest } = splitPod(object);
      const { node_name, phase, bound_at, priority, scheduler_name } = columns;
      const { nominated_node, shape, started_ms } = placementColumns(object);
      return [
        clusterId,
        namespace,
        name,
        teamId,
        node_name,
        phase,
        bound_at,
        priority,
        scheduler_name,
        ...versioned,
        manifest,
        nominated_node,
        shape,
        started_ms,
      ];
    }
    case 'objects':
      return [clusterId, object.kind, namespace, name, object.apiVersion, ...versioned, object, sealed ?? null];
  }
}

export function storedOf(row: ObjectRow): StoredObject {
  return {
    object: row.phase === undefined ? row.manifest : mergeBinding(row.manifest, row as PodColumns),
    resourceVersion: BigInt(row.resource_version),
    createdPosition: BigInt(row.created_position),
    ...(row.sealed === undefined || row.sealed === null ? {} : { sealed: row.sealed }),
  };
}
