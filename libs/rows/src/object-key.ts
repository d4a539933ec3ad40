/** An object by what is unique inside a cluster. */
export interface ObjectKey {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string; readonly name: string };
}

/** The key as a text. */
export function keyOf({ kind, metadata }: ObjectKey): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
}
