import type { Pod, Profile } from '#scheduler';
import type { HypotheticalCluster } from '../cluster/index.js';
import type { Refused } from '../findings/index.js';
import { faultsAt, NotPossible } from '../not-possible.js';
import { place } from '../placing/index.js';
import { assumeVolumes } from '../volumes/index.js';
import { imported } from './imported.js';
import { counted, nameOf, type PodName } from './named.js';
import { question, type ByProfile } from './question.js';

/** How many copies of these pods still fit together? */
export const howMany = question({
  texts: ({ templates }: HowManyBody) =>
    templates.map(({ manifests }, index) => ({ field: `templates[${index}].manifests`, text: manifests })),
  input: ({ cluster, texts, profileOf }, { templates: asked, most, profile }: HowManyBody): HowManyInput => {
    // A copy is judged as a whole: what quotas leave of it is no template.
    const templates = cluster.quotas.unenforced(() =>
      texts.flatMap((text, index) =>
        imported(cluster, text).waiting.map(({ pod }) => ({ pod, count: asked[index]?.count ?? 1 })),
      ),
    );
    for (const { pod } of templates) cluster.removePod(pod);
    const [refused] = cluster.findings.refused.filter(({ pods }) => pods > 0);
    if (templates.length === 0 && refused === undefined)
      throw new NotPossible(faultsAt('templates', [{ field: '', message: 'make no pod' }]));
    return { templates, refused, most, profileOf: profileOf(profile) };
  },
  answer,
});

export interface HowManyBody extends ByProfile {
  readonly templates: readonly { readonly manifests: string; readonly count: number }[];
  readonly most: number;
}

/** What copies are made of: a set of pods, each one or several times. */
export interface Template {
  readonly pod: Pod;
  /** How many of it there are in a copy. */
  readonly count: number;
}

/** How many copies fit together. */
export interface HowManyAnswer {
  readonly copies: number;
  /** Of all copies, by the nodes that they are on, the most first. */
  readonly nodes: readonly { readonly node: string; readonly pods: number }[];
  /** The pod that found no node, and why; null where as many as were asked for fit. */
  readonly stoppedBy: { readonly pod: PodName; readonly message: string } | null;
  readonly sentence: string;
}

export interface HowManyInput {
  readonly templates: readonly Template[];
  /** What of a copy is not created, however much room there is. */
  readonly refused?: Refused | undefined;
  readonly profileOf: (pod: Pod) => Profile;
  /** So many copies are enough. */
  readonly most: number;
}

/** Places copy after copy until a pod finds no node; a copy of which a part does not fit does not count. */
function* answer(
  cluster: HypotheticalCluster,
  { templates, refused, profileOf, most }: HowManyInput,
): Generator<void, HowManyAnswer, undefined> {
  const { snapshot, executor, at } = cluster;
  const pods = templates.flatMap(({ pod, count }) => Array.from({ length: count }, () => pod));
  const onNodes = new Map<string, number>();
  let stoppedBy: HowManyAnswer['stoppedBy'] =
    refused === undefined
      ? null
      : { pod: { namespace: refused.namespace, name: refused.name }, message: refused.message };
  let copies = 0;
  while (copies < most && stoppedBy === null) {
    const copy: string[] = [];
    for (const [index, template] of pods.entries()) {
      const asked = numbered(template, { copies, index, uid: cluster.newUid() });
      const refusal = cluster.quotas.refusal(asked);
      assumeVolumes(cluster, [asked]);
      const { node, message } =
        refusal === undefined ? place({ snapshot, executor, at, profileOf }, asked) : { node: null, message: refusal };
      yield;
      if (node !== null) {
        copy.push(node);
        cluster.quotas.came(asked);
      } else {
        stoppedBy = { pod: nameOf(template), message };
        break;
      }
    }
    if (stoppedBy !== null) break;
    copies += 1;
    for (const node of copy) onNodes.set(node, (onNodes.get(node) ?? 0) + 1);
  }
  const nodes = [...onNodes]
    .map(([node, count]) => ({ node, pods: count }))
    .sort((a, b) => b.pods - a.pods || (a.node < b.node ? -1 : 1));
  return { copies, nodes, stoppedBy, sentence: sentenceOf({ copies, nodes, stoppedBy }) };
}

/** Everything but its name and uid is that of the template. */
function numbered(
  { metadata, ...pod }: Pod,
  { copies, index, uid }: { readonly copies: number; readonly index: number; readonly uid: string },
): Pod {
  const name = `${metadata?.name ?? 'pod'}-${copies}-${index}`;
  return { ...pod, metadata: { ...metadata, name, uid } };
}

function sentenceOf({ copies, nodes, stoppedBy }: Omit<HowManyAnswer, 'sentence'>): string {
  const more = copies === 1 ? '1 more copy fits' : `${copies} more copies fit`;
  const fit = `${more}, on ${counted(nodes.length, 'node')}.`;
  return stoppedBy === null ? `${fit} No more were asked for.` : `${fit} The next one stops: ${stoppedBy.message}`;
}
