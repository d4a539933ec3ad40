/** The types that can be fetched again by their id, and how many parts identify one of each. */
const PARTS = { Cluster: 1, ClusterNode: 2, Pod: 3, ManifestObject: 4, Run: 2, Decision: 2, Profile: 2 } as const;

/** A type with global ids. */
export type GlobalType = keyof typeof PARTS;

/** What a global id says. Parts are in the order in which `globalId` got them. */
export interface GlobalId {
  readonly type: GlobalType;
  readonly parts: readonly string[];
}

/** An id that is unique over all types: opaque to clients, base64url of the type and what identifies the object. No part holds a slash. */
export function globalId(type: GlobalType, ...parts: readonly string[]): string {
  return Buffer.from([type, ...parts].join('/'), 'utf8').toString('base64url');
}

/** Reads a global id; undefined when the text is none. */
export function readGlobalId(text: string): GlobalId | undefined {
  const [type = '', ...parts] = Buffer.from(text, 'base64url').toString('utf8').split('/');
  if (!isGlobalType(type) || parts.length !== PARTS[type] || globalId(type, ...parts) !== text) return undefined;
  return { type, parts };
}

/** The id or name of a cluster that an argument means: its global id, its plain id or its name. */
export function clusterRef(id: string): string {
  const read = readGlobalId(id);
  return read?.type === 'Cluster' ? (read.parts[0] ?? id) : id;
}

function isGlobalType(type: string): type is GlobalType {
  return Object.hasOwn(PARTS, type);
}
