import { systemPriority, type Pod, type PriorityClass } from '../kinds/index.js';
import type { Admission, AdmissionContext } from './admission-context.js';

interface Priority {
  readonly value: number;
  readonly preemptionPolicy: string;
}

const PREEMPTS = 'PreemptLowerPriority';

/** Gives a pod the priority of its class, once and for all. // as API server v1.34 admission plugin Priority */
export function resolvePriority(admission: Admission<Pod>): void {
  const { object: pod, context } = admission;
  if (context.operation === 'update') {
    keepPriority(admission, context.old as Pod | undefined);
    return;
  }
  const { spec } = pod;
  if (spec.priorityClassName === undefined || spec.priorityClassName === '') nameDefaultClass(admission);
  const name = spec.priorityClassName ?? '';
  const priority = name === '' ? { value: 0, preemptionPolicy: PREEMPTS } : priorityOfClass(name, context);
  if (priority === undefined) reportMissing(admission, name);
  else setPriority(admission, priority);
}

/** One class of a cluster is the default. // as the same plugin, validatePriorityClass */
export function judgeGlobalDefault({
  object: { globalDefault, metadata },
  context,
  forbidden,
}: Admission<PriorityClass>): void {
  const present = globalDefault === true ? context.defaultPriorityClass()?.metadata.name : undefined;
  if (present === undefined || context.operation === 'import') return;
  if (context.operation === 'create' || present !== metadata.name)
    forbidden.push(`PriorityClass ${present} is already marked as default. Only one default can exist`);
}

/** What was computed when the pod was created stays, even if the class changed or is gone. */
function keepPriority(admission: Admission<Pod>, old: Pod | undefined): void {
  fillIn(admission, old?.spec ?? {});
}

/** An imported pod that has a priority got it without a class. */
function nameDefaultClass({ object: { spec }, context, changed }: Admission<Pod>): void {
  if (context.operation === 'import' && spec.priority !== undefined) return;
  const name = context.defaultPriorityClass()?.metadata.name;
  if (name === undefined) return;
  spec.priorityClassName = name;
  changed.push({ path: '/spec/priorityClassName', value: name });
}

function priorityOfClass(name: string, context: AdmissionContext): Priority | undefined {
  const found: PriorityClass | undefined = context.priorityClass(name);
  const value = found === undefined ? systemPriority(name) : (found.value ?? 0);
  return value === undefined ? undefined : { value, preemptionPolicy: found?.preemptionPolicy ?? PREEMPTS };
}

function reportMissing({ object: { spec }, context, forbidden, unresolved }: Admission<Pod>, name: string): void {
  if (context.operation !== 'import') forbidden.push(`no PriorityClass with name ${name} was found`);
  else if (spec.priority === undefined)
    unresolved.push({ field: 'spec.priorityClassName', kind: 'PriorityClass', name });
}

function setPriority(admission: Admission<Pod>, { value, preemptionPolicy }: Priority): void {
  const {
    object: { spec },
    context: { operation },
    forbidden,
  } = admission;
  if (operation !== 'import') {
    if (differs(spec.priority, value)) forbidden.push(given('the integer value of priority', spec.priority, value));
    else if (differs(spec.preemptionPolicy, preemptionPolicy))
      forbidden.push(given('the string value of PreemptionPolicy', spec.preemptionPolicy, preemptionPolicy));
  }
  fillIn(admission, { priority: value, preemptionPolicy });
}

/** What the pod leaves open. */
function fillIn(
  { object: { spec }, changed }: Admission<Pod>,
  { priority, preemptionPolicy }: Pick<Pod['spec'], 'priority' | 'preemptionPolicy'>,
): void {
  if (spec.priority === undefined && priority !== undefined) {
    spec.priority = priority;
    changed.push({ path: '/spec/priority', value: priority });
  }
  if (spec.preemptionPolicy === undefined && preemptionPolicy !== undefined) {
    spec.preemptionPolicy = preemptionPolicy;
    changed.push({ path: '/spec/preemptionPolicy', value: preemptionPolicy });
  }
}

function differs<T>(value: T | undefined, computed: T): value is T {
  return value !== undefined && value !== computed;
}

function given(what: string, value: unknown, computed: unknown): string {
  return (
    `${what} (${value}) must not be provided in pod spec; ` +
    `priority admission controller computed ${computed} from the given PriorityClass name`
  );
}
