const PLACE = /^([0-9a-f-]{36}):(0|[1-9][0-9]{0,17})$/;

/** Where clusters were, as one opaque text. */
export function writeHeadCursor(ids: readonly string[], places: ReadonlyMap<string, bigint>): string {
  const known = ids.flatMap((id) => (places.has(id) ? [`${id}:${places.get(id)}`] : []));
  return Buffer.from(known.join()).toString('base64url');
}

/** The same back; nothing is known without one. Undefined when it is no cursor. */
export function readHeadCursor(cursor: string | undefined): Map<string, bigint> | undefined {
  if (cursor === undefined || cursor === '') return new Map();
  const places = new Map<string, bigint>();
  for (const text of Buffer.from(cursor, 'base64url').toString().split(',')) {
    const [, id, position] = PLACE.exec(text) ?? [];
    if (id === undefined || position === undefined) return undefined;
    places.set(id, BigInt(position));
  }
  return places;
}
