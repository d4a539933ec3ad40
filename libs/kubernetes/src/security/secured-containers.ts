import type { JudgedField } from '#apimachinery';
import type { ContainerSecurity } from './security.js';

/** The containers of a pod, by what each may. */
export interface SecuredContainers {
  readonly containers?: readonly SecuredContainer[];
  readonly initContainers?: readonly SecuredContainer[];
  readonly ephemeralContainers?: readonly SecuredContainer[];
}

interface SecuredContainer {
  readonly name?: string;
  readonly securityContext?: ContainerSecurity;
}

/** Every container of a pod, in the order in which rules visit them. // as API server v1.34 VisitContainersWithPath */
export function eachContainer(
  pod: SecuredContainers,
  at: JudgedField,
  visit: (container: SecuredContainer, at: JudgedField) => void,
): void {
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const)
    pod[list]?.forEach((container, index) => {
      visit(container, at.child(list).index(index));
    });
}
