import { isTerminating, type Pod } from '#scheduler';
import { listed } from './in-words.js';

/** What is known of a pod beside its manifest. */
export interface PodStanding {
  /** The scheduler that the pod names, where no profile serves it. */
  readonly unserved?: string;
  /** The node that the pod is bound to, where it is not there. */
  readonly absentNode?: string;
}

/** Why no scheduler tries the pod, whichever nodes there are: parts of sentences of which the pod is the subject. */
export function standingInWords(pod: Pod, { unserved, absentNode }: PodStanding = {}): readonly string[] {
  const { phase } = pod.status ?? {};
  const gates = (pod.spec?.schedulingGates ?? []).map(({ name = '' }) => name);
  return [
    ...(phase === 'Succeeded' || phase === 'Failed' ? [`has ended (${phase})`] : []),
    ...(isTerminating(pod) ? ['is terminating'] : []),
    ...(absentNode === undefined ? [] : [`is bound to node ${absentNode}, which is not there`]),
    ...(gates.length === 0 ? [] : [`waits for its scheduling gate${gates.length === 1 ? '' : 's'} ${listed(gates)}`]),
    ...(unserved === undefined ? [] : [`is for the scheduler ${unserved}, which no profile serves`]),
  ];
}

/** What a sentence about the nodes goes on with: by which profile they are looked at, where it is not the pod's own. */
export function butForThat({ unserved }: PodStanding = {}): string {
  return unserved === undefined ? 'but for that it' : 'by default-scheduler it';
}
