import { INITIAL_NAMESPACES } from '#api-server';
import { podKey, type Node, type Pod } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import { within, type FieldFault } from '../field-fault.js';
import type { Finding, Refused } from '../findings/index.js';
import { part } from '../workloads/index.js';
import type { RolloutPlan } from './rollout-plan.js';
import { refusedInWords } from './scale.js';
import type { ImportedObject, StepOutcome, StepProblem } from './step.js';

/** A reference of a pod, judged when everything is in. */
interface Reference {
  readonly finding: Finding;
  readonly isThere: (cluster: HypotheticalCluster) => boolean;
}

/** What an import did so far, and what there is to say of its objects. */
export class ImportReport {
  readonly counts = { created: 0, updated: 0, podsAdded: 0, podsDeleted: 0, ignored: 0 };
  readonly problems: StepProblem[] = [];
  readonly faults: FieldFault[] = [];
  readonly newNodes: Node[] = [];
  readonly rollouts: RolloutPlan[] = [];
  /** They scale workloads that come in after them. */
  readonly autoscalers: ImportedObject[] = [];
  /** Pods that the objects are about, by `namespace/name`. */
  readonly #pods = new Set<string>();
  readonly #references: Reference[] = [];
  /** The first new object of each namespace that is asked for, and how many there are. */
  readonly #namespaces = new Map<string, { readonly given: ImportedObject; objects: number }>();

  constructor(private readonly cluster: HypotheticalCluster) {}

  fault({ index }: ImportedObject, ...faults: readonly FieldFault[]): void {
    this.faults.push(...within(`manifests[${index}]`, faults));
  }

  unknownField(given: ImportedObject, fields: readonly { readonly field: string; readonly message: string }[]): void {
    for (const field of fields) this.cluster.findings.unknownField(findingOf(given, field));
  }

  warn(given: ImportedObject, ...warnings: readonly { readonly field?: string; readonly message: string }[]): void {
    for (const warning of warnings) this.cluster.findings.warn(findingOf(given, warning));
  }

  /** An object that the API server would not create, or so many pods of it. */
  refuse(given: ImportedObject, refused: Pick<Refused, 'pods' | 'message'>): void {
    const finding = { ...findingOf(given, refused), pods: refused.pods };
    this.cluster.findings.refuse(finding);
    this.problems.push(refusedInWords(finding));
  }

  /** A pod that the object is, or that it has. */
  about(pod: Pod): void {
    this.#pods.add(podKey(pod));
  }

  /** An object lives in a namespace, which is there when everything is in, or is said not to be. */
  livesIn(given: ImportedObject): void {
    const { namespace, uid } = part(given.object, 'metadata');
    if (typeof namespace !== 'string' || uid !== undefined) return;
    if (this.cluster.present(given.object) !== undefined) return;
    const known = this.#namespaces.get(namespace);
    if (known === undefined) this.#namespaces.set(namespace, { given, objects: 1 });
    else known.objects += 1;
  }

  /** What a pod names and is not there when everything is in is said. */
  refers(given: ImportedObject, { metadata, spec }: Pod): void {
    const { namespace = '' } = metadata ?? {};
    const { nodeName, volumes } = spec ?? {};
    if (nodeName) {
      const message = `node ${JSON.stringify(nodeName)} is not there; the pod is kept as bound to it`;
      const finding = findingOf(given, { field: 'spec.nodeName', message });
      this.#references.push({ finding, isThere: ({ snapshot }) => snapshot.rowOf(nodeName) !== undefined });
    }
    for (const { persistentVolumeClaim } of volumes ?? []) {
      const name = persistentVolumeClaim?.claimName;
      if (!name) continue;
      const message = `claim ${JSON.stringify(name)} is not there, and the pod stays pending until it is`;
      const isThere = ({ snapshot }: HypotheticalCluster): boolean =>
        snapshot.object('persistentVolumeClaims', name, namespace) !== undefined;
      this.#references.push({ finding: findingOf(given, { message }), isThere });
    }
  }

  get outcome(): StepOutcome {
    const { cluster, counts, problems, faults } = this;
    if (faults.length > 0) return { faults };
    for (const { finding, isThere } of this.#references) if (!isThere(cluster)) cluster.findings.warn(finding);
    for (const finding of this.#closedNamespaces()) cluster.findings.warn(finding);
    const own = [...cluster.pods()].filter(({ pod }) => this.#pods.has(podKey(pod)));
    const waiting = own.filter(({ pod }) => pod.spec?.nodeName === undefined);
    return { counts, problems, waiting, bound: own.length - waiting.length, rollouts: this.rollouts };
  }

  /**
   * As the API server refuses what is new in no namespace, or in one that is on its way out. A cluster that was given
   * nodes and pods alone, and no namespace, is silent on which there are.
   */
  #closedNamespaces(): Finding[] {
    const { namespaces = [] } = this.cluster.snapshot.objects;
    const isModelled = namespaces.some(({ metadata }) => !INITIAL_NAMESPACES.includes(metadata?.name ?? ''));
    if (!isModelled) return [];
    return [...this.#namespaces].flatMap(([name, { given, objects }]) => {
      const why = this.#whyClosed(name);
      if (why === undefined) return [];
      const others = objects === 1 ? '' : ` and ${objects - 1} more`;
      const message = `namespace ${JSON.stringify(name)} is ${why}: the API server refuses this object${others}`;
      return [findingOf(given, { field: 'metadata.namespace', message })];
    });
  }

  /** Why nothing new comes into a namespace. */
  #whyClosed(name: string): string | undefined {
    const namespace = this.cluster.snapshot.object('namespaces', name);
    if (namespace === undefined) return INITIAL_NAMESPACES.includes(name) ? undefined : 'not there';
    return part(namespace, 'status')['phase'] === 'Terminating' ? 'being terminated' : undefined;
  }
}

function findingOf(
  { index, object }: ImportedObject,
  { field, message }: { readonly field?: string; readonly message: string },
): Finding {
  const { apiVersion, kind } = object;
  const { namespace, name } = part(object, 'metadata');
  return {
    index,
    apiVersion: text(apiVersion),
    kind: text(kind),
    namespace: text(namespace),
    name: text(name),
    ...(field !== undefined && field !== '' && { field }),
    message,
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
