/** Which rows a part's evidence is about. */
export interface PartRows {
  /** Content address of the node set, 32 bytes. */
  readonly nodeSet: Uint8Array;
  readonly nodeCount: number;
}
