/** A change to an object that must be written together with the placement (a claim's selected node, a device). */
export interface ObjectPatch {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
  /** A JSON merge patch. */
  readonly patch: unknown;
}
