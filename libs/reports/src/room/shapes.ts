import type { VisibleState } from '#questions';
import { namedPods } from '#questions';
import { ReadPod, type PodAmounts } from '../pods/index.js';

/** What a pod asks for, by resource: cpu in thousandths, the rest in units or bytes. */
export type Shape = ReadonlyMap<string, number>;

/** A shape of pods, and how many there are. */
export interface CountedShape {
  readonly shape: Shape;
  readonly pods: number;
  /** `cpu=500m,memory=1Gi`, in the order of resources. */
  readonly words: string;
}

/** The shapes of the pods that are there and have not ended, those of the most pods first. */
export function shapesOf(visible: VisibleState): readonly CountedShape[] {
  const counts = new Map<PodAmounts, number>();
  for (const pod of namedPods(visible)) {
    if (pod.placement.finished) continue;
    const { amounts } = new ReadPod(pod);
    counts.set(amounts, (counts.get(amounts) ?? 0) + 1);
  }
  const found = new Map<string, { shape: Shape; pods: number }>();
  for (const [{ requests }, pods] of counts) {
    const shape = new Map(
      [...requests]
        .flatMap(([resource, { unscaled }]): [string, number][] =>
          unscaled > 0n ? [[resource, Number(unscaled)]] : [],
        )
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    const words = [...shape].map(([resource, amount]) => `${resource}=${amount}${unitIn(resource)}`).join(',');
    const known = found.get(words);
    if (known === undefined) found.set(words, { shape, pods });
    else known.pods += pods;
  }
  return [...found]
    .map(([words, { shape, pods }]) => ({ words, shape, pods }))
    .sort((a, b) => b.pods - a.pods || (a.words < b.words ? -1 : 1));
}

function unitIn(resource: string): string {
  return resource === 'cpu' ? 'm' : '';
}
