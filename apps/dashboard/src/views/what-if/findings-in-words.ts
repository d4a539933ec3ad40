import { counted } from '../../words/index.js';

/** What is said of manifests, as the API answers it. */
export interface Findings {
  readonly unknownFields: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly ignored: readonly {
    readonly apiVersion: string;
    readonly kind: string;
    readonly message: string;
    readonly count: number;
    readonly matters: boolean;
  }[];
  readonly refused: readonly (Finding & { readonly pods: number })[];
  readonly overQuota: readonly {
    readonly namespace: string;
    readonly quota: string;
    readonly resource: string;
    readonly hard: string;
    readonly used: string;
  }[];
  readonly rollouts: readonly Finding[];
  readonly assumed: readonly string[];
}

interface Finding {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly field?: string | null;
  readonly message: string;
}

/** A line for each finding, those first that keep pods from running. */
export function findingsInWords(findings: Findings): readonly string[] {
  return [
    ...findings.refused.map((one) => {
      const pods = one.kind === 'Pod' || one.pods === 0 ? '' : `${counted(one.pods, 'pod')} refused: `;
      return `${subjectOf(one)}: ${pods}${one.message}`;
    }),
    ...findings.overQuota.map(
      ({ namespace, quota, resource, hard, used }) =>
        `ResourceQuota ${namespace}/${quota}: ${used} of ${hard} ${resource} would be used`,
    ),
    ...findings.rollouts.map((one) => `${subjectOf(one)}: ${one.message}`),
    ...findings.ignored.map(
      ({ count, message, matters }) => `${counted(count, 'object')}: ${message}${matters ? '; not judged' : ''}`,
    ),
    ...[...findings.unknownFields, ...findings.warnings].map(
      (one) => `${subjectOf(one)}${one.field ? ` ${one.field}` : ''}: ${one.message}`,
    ),
    ...findings.assumed.map((sentence) => `Assumed: ${sentence}`),
  ];
}

function subjectOf({ kind, namespace, name }: Finding): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}
