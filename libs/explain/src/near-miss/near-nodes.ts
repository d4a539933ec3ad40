import { tolerates, type NodeSelectorTerm, type Taint } from '#kubernetes';
import { requiredTerms, type Pod, type ReadableSnapshot, type Toleration } from '#scheduler';
import { isByController, taintInWords } from '../explainers/index.js';
import { askedLabels, labelInWords, type LabelledNodes, nearest, nearLabel, type NearLabel } from '../labels/index.js';
import { counted, has, type NearMiss } from './near-miss.js';

/** So many taints are compared with what is tolerated. */
const MOST_COMPARED = 2_000;

/** Labels that a pod asks for and no node has, of which a node has one that is written nearly so. */
export function nearLabels(pod: Pod, nodes: LabelledNodes, defaultKeys: readonly string[] = []): readonly NearMiss[] {
  return askedLabels(pod, defaultKeys).flatMap((asked) => {
    const near = nearLabel(asked, nodes);
    return near === undefined ? [] : missOf(near);
  });
}

function missOf({ asked, nearest: near, count }: NearLabel): NearMiss {
  const [wanted, there] = [labelInWords(asked), labelInWords(near)];
  return {
    kind: 'label',
    asked: wanted,
    nearest: there,
    count,
    sentence: `no node has ${wanted}, ${count} ${has(count)} ${there}`,
  };
}

/** Names that the pod's terms ask for (`matchFields`) and no node has. */
export function nearNames({ spec }: Pod, nodes: LabelledNodes): readonly NearMiss[] {
  const names = new Set(nodes.map(({ name }) => name));
  const asked = (requiredTerms(spec?.affinity?.nodeAffinity) ?? []).flatMap(namesIn);
  return [...new Set(asked)].flatMap((name): NearMiss[] => {
    if (names.has(name)) return [];
    const [near] = nearest(name, names);
    const is = near === undefined ? '' : `, ${near} is there`;
    return [
      {
        kind: 'node',
        asked: name,
        nearest: near ?? '',
        count: Number(near !== undefined),
        sentence: `no node is named ${name}${is}`,
      },
    ];
  });
}

function namesIn({ matchFields }: NodeSelectorTerm): readonly string[] {
  return (matchFields ?? []).flatMap(({ operator, values }) => (operator === 'In' ? (values ?? []) : []));
}

/**
 * Taints that a toleration of the pod nearly tolerates. Every pod tolerates for a while that its node is not ready, and
 * means no other effect of that taint: those that controllers set are no slip.
 */
export function nearTaints({ spec }: Pod, { taints }: Pick<ReadableSnapshot, 'taints'>): readonly NearMiss[] {
  const tolerations = spec?.tolerations ?? [];
  const named = tolerations.filter(({ key = '' }) => !isByController({ key }));
  const untolerated = new Map<string, { readonly taint: Taint; count: number }>();
  for (const of of taints)
    for (const taint of of ?? []) {
      if (taint.effect === 'PreferNoSchedule' || isByController(taint)) continue;
      if (tolerations.some((one) => tolerates(one, taint))) continue;
      const text = taintInWords(taint);
      const known = untolerated.get(text) ?? { taint, count: 0 };
      known.count += 1;
      untolerated.set(text, known);
    }
  const all = [...untolerated].slice(0, MOST_COMPARED);
  return all.flatMap(([text, { taint, count }]): NearMiss[] => {
    const near = named.find((one) => nearlyTolerates(one, taint));
    if (near === undefined) return [];
    const asked = tolerationInWords(near);
    const sentence = `the pod tolerates ${asked}, and the taint of ${counted(count, 'node')} is ${text}`;
    return [{ kind: 'taint', asked, nearest: text, count, sentence }];
  });
}

/** With one thing written as the taint has it the toleration does. */
function nearlyTolerates(toleration: Toleration, taint: Taint): boolean {
  const { key = '', operator } = toleration;
  if (key === '') return false;
  const isNear = (asked: string, there: string): boolean => asked === there || nearest(asked, [there]).length > 0;
  const value = operator === 'Exists' ? {} : { value: taint.value ?? '' };
  const meant: Toleration = { ...toleration, key: taint.key, ...value };
  const isMeant =
    isNear(key, taint.key) && (key === taint.key || operator === 'Exists' || toleration.value === taint.value);
  return (
    isMeant && (tolerates(meant, taint) || (key === taint.key && tolerates({ ...meant, effect: taint.effect }, taint)))
  );
}

function tolerationInWords({ key, operator, value, effect }: Toleration): string {
  const is = operator === 'Exists' ? '' : `=${value ?? ''}`;
  return `${key ?? ''}${is}${effect ? `:${effect}` : ''}`;
}
