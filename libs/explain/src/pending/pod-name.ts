/** A pod by its names. */
export interface PodName {
  readonly namespace: string;
  readonly name: string;
}
