import { placedPod, type Container, type Pod } from '#scheduler';
import { lackingResources } from '../explainers/index.js';
import { quantityOf } from '../pair/index.js';
import type { Fact, FactFinder } from './fact.js';
import { amountIn } from './holding.js';

type Spec = NonNullable<Pod['spec']>;

/**
 * Why a pod asks for more of a resource than its containers: by an init container, which runs before them, by sidecars,
 * which run with them, by the overhead of a class, or by requests of the pod as a whole.
 */
export const askingFacts: FactFinder = ({ pod }, { reasons }) =>
  lackingResources([{ reasons }]).flatMap((resource): Fact[] => {
    const { initContainers: given, overhead: _overhead, resources, ...bare } = pod.spec ?? {};
    const initContainers = given ?? [];
    const counted = (spec: Spec): bigint => amountIn(placedPod({ ...pod, spec }), resource);
    const own = counted(bare);
    const running = counted({ ...bare, initContainers: initContainers.filter(isSidecar) });
    const first = counted({ ...bare, initContainers });
    const whole = counted({ ...bare, initContainers, ...(resources && { resources }) });
    const all = counted({ ...pod.spec });
    const largest = initContainers.find(
      (one) =>
        !isSidecar(one) &&
        counted({ ...bare, initContainers: initContainers.filter((other) => other === one || isSidecar(other)) }) ===
          first,
    );
    const causes = [
      ...(whole === first ? [] : ['by the requests of the pod as a whole']),
      ...(whole === first && first > running && largest
        ? [`by its init container ${largest.name ?? ''}, which runs before them`]
        : []),
      ...(whole === first && first === running && running > own
        ? [`by its sidecars (${quantityOf(resource, running - own)})`]
        : []),
      ...(all > whole ? [`by the overhead of its runtime class (${quantityOf(resource, all - whole)})`] : []),
    ];
    if (causes.length === 0) return [];
    const [asked, inContainers] = [quantityOf(resource, all), quantityOf(resource, own)];
    return [
      { text: `its containers ask for ${inContainers} ${resource}, and the pod for ${asked}, ${causes.join(' and ')}` },
    ];
  });

/** A restartable init container, which runs with the containers. */
function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}
