import { quantityOf } from '../pair/index.js';
import {
  interPodAffinity,
  imageLocality,
  IncomingPod,
  type ImageStanding,
  type Pod,
  type Profile,
  type Snapshot,
} from '#scheduler';

/** A pod whose affinity, or to which the affinity, makes a node more or less attractive. */
export interface Attraction {
  readonly pod: { readonly namespace: string; readonly name: string };
  /** The node that the pod is on. */
  readonly on: string;
  /** What it adds to the raw InterPodAffinity score: below 0 it repels. */
  readonly amount: number;
}

/** What two scores of a node are made of. */
export interface PlaceFacts {
  readonly node: string;
  /** Those that add most first. */
  readonly attractions: readonly Attraction[];
  /** How many there are beside those, which may not be named. */
  readonly otherAttractions: number;
  /** The images of the pod, and why they count for nothing, where they do. */
  readonly images: readonly { readonly image: string; readonly sentence: string }[];
}

/** So many pods are named. */
const MOST_NAMED = 100;

/** What the scores of a node by other pods and by images come from, on the cluster as a decision saw it. */
export function placeFacts(
  { snapshot, profile, pod }: { readonly snapshot: Snapshot; readonly profile: Profile; readonly pod: Pod },
  row: number,
  mayName: (namespace: string) => boolean = () => true,
): PlaceFacts {
  const bound = profile.points.score.find(({ plugin }) => plugin.name === 'InterPodAffinity');
  const shares =
    bound === undefined ? [] : interPodAffinity.shares({ pod: new IncomingPod(pod), snapshot, args: bound.args }, row);
  const named = shares.filter((share) => mayName(share.pod.namespace)).slice(0, MOST_NAMED);
  const nameOf = (at: number): string => snapshot.nodes[at]?.name ?? '';
  return {
    node: nameOf(row),
    attractions: named.map(({ pod: { namespace, name }, row: at, amount }) => ({
      pod: { namespace, name },
      on: nameOf(at),
      amount,
    })),
    otherAttractions: shares.length - named.length,
    images: imagesOf(imageLocality.standings(pod, snapshot, row), nameOf(row)),
  };
}

function imagesOf(standings: readonly ImageStanding[], node: string): PlaceFacts['images'] {
  const counted = standings.reduce((sum, { isOnNode, countedBytes }) => (isOnNode ? sum + countedBytes : sum), 0);
  const isEnough = counted > imageLocality.leastBytes;
  return standings.map((standing) => ({
    image: standing.image,
    sentence: `image ${standing.image} ${imageInWords(standing, { node, isEnough })}`,
  }));
}

function imageInWords(
  { isOnNode, nodes, sizeBytes, countedBytes }: ImageStanding,
  { node, isEnough }: { readonly node: string; readonly isEnough: boolean },
): string {
  if (nodes === 0) return 'is on no node (no status.images names it), so it adds nothing';
  if (!isOnNode) return `is not on ${node}, so it adds nothing there`;
  const having = `${nodes} node${nodes === 1 ? ' has' : 's have'} it`;
  const there = `is on ${node} with ${mebibytes(sizeBytes)}, which counts ${mebibytes(countedBytes)}, as ${having}`;
  const least = mebibytes(imageLocality.leastBytes);
  return isEnough ? there : `${there}: together the images count less than ${least}, so they add nothing`;
}

function mebibytes(bytes: number): string {
  return quantityOf('memory', BigInt(Math.round(bytes / 2 ** 20)) * 2n ** 20n);
}

/** The facts as lines of text. */
export function placeFactsInWords({ node, attractions, otherAttractions, images }: PlaceFacts): readonly string[] {
  const pods = attractions.map(({ pod, on, amount }) => {
    const does = amount > 0 ? `attracts it (+${amount})` : `repels it (${amount})`;
    return `${node}: ${pod.namespace}/${pod.name} on ${on} ${does}`;
  });
  const others = otherAttractions > 0 ? [`${node}: ${otherAttractions} more pods attract or repel it`] : [];
  return [...pods, ...others, ...images.map(({ sentence }) => `${node}: ${sentence}`)];
}
