import { imageLocality, interPodAffinity, type ClusterObject, type PlacedPod } from '#scheduler';
import type { ClusterState } from '#state';
import { CLAIM_USES, HOST_PORTS } from '../../libs/scheduler/src/testing/index.js';

const COUNTS = ['unschedulable', 'allowedPods', 'podCount'] as const;
const PARTS = ['allocatable', 'requested', 'nonZeroRequested'] as const;

/** Where to look for what has no list: resources, images, and claims that pods of `default` may use. */
export interface Looked {
  readonly resources: readonly string[];
  readonly images: readonly string[];
  readonly claims: readonly string[];
}

/** Everything of a cluster in memory that anybody can see, for comparing two of them. */
export function seenState({ head, snapshot, nodes, budgets }: ClusterState, looked: Looked): unknown {
  return {
    head: [head.position, head.revision, Buffer.from(head.hash).toString('hex')],
    nodes,
    rows: snapshot.nodes.map((node, row) => ({
      node,
      found: snapshot.rowOf(node.name),
      taints: snapshot.taints[row],
      counts: COUNTS.map((name) => snapshot[name][row]),
      podsThat: [
        snapshot.state(HOST_PORTS).podCounts[row],
        snapshot.state(interPodAffinity.podsWithTerms).any[row],
        snapshot.state(interPodAffinity.podsWithTerms).requiredAntiAffinity[row],
      ],
      // A resource that was heard of and is nowhere says what one that was not heard of says.
      resources: looked.resources.map((name) =>
        PARTS.map((part) => [
          snapshot.resource(name)?.[part].at(row) ?? 0n,
          snapshot.resource(name)?.[part].values[row] ?? 0,
        ]),
      ),
      pods: snapshot.pods(row).map(seenPod),
      rowsOfPods: snapshot.pods(row).map(({ uid }) => snapshot.rowOfPod(uid)),
    })),
    byName: [...snapshot.rowsByName()],
    nominated: [...snapshot.nominations.nodes()].map((node) => [node, snapshot.nominations.on(node).map(seenPod)]),
    images: looked.images.map((name) => snapshot.state(imageLocality.images).get(name)),
    claims: looked.claims.map((name) => snapshot.state(CLAIM_USES).of('default', name)),
    objects: Object.fromEntries(
      Object.entries(snapshot.objects).flatMap(([list, objects]) =>
        objects.length === 0 ? [] : [[list, objects.map(seenObject)]],
      ),
    ),
    outdated: budgets.outdated(),
  };
}

function seenPod({ terms, ...pod }: PlacedPod): unknown {
  return { ...pod, terms: plain(terms()) };
}

/** A budget's status is worked out when it is read, and is no field of its own. */
function seenObject(object: ClusterObject): unknown {
  return [plain(object), plain((object as { readonly status?: unknown }).status ?? null)];
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part)));
}
