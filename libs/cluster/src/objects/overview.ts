/** The kinds whose labels are looked at. */
export type LabelledKind = 'Node' | 'Pod';

/** A key of labels, over all objects of a kind. */
export interface LabelKey {
  readonly key: string;
  /** How many different values there are. */
  readonly distinct: number;
  /** How many objects have the label. */
  readonly objects: number;
  /** The most frequent ones; equals in byte order. */
  readonly values: readonly { readonly value: string; readonly objects: number }[];
}

/** A namespace, and how many pods are in it. */
export interface NamespaceCounts {
  readonly name: string;
  readonly uid: string;
  /** Finished ones too. */
  readonly pods: number;
  /** On no node, and not finished. */
  readonly pendingPods: number;
}

/** How many nodes and pods are in a state that needs an operator's attention. */
export interface StateCounts {
  /** With a Ready condition that is not True. */
  readonly unreadyNodes: number;
  readonly cordonedNodes: number;
  /** Pending pods that wait for a scheduling gate. */
  readonly gatedPods: number;
  /** Pending pods that preemption makes room for on a node. */
  readonly nominatedPods: number;
}

/** How a text is in a name, the best first. */
export const NAME_MATCHES = ['exact', 'prefix', 'substring'] as const;
export type NameMatch = (typeof NAME_MATCHES)[number];

/** What is looked for. */
export interface NameSearch {
  /** In names; of what lives in namespaces, `namespace/` in front is all of its namespace. */
  readonly text: string;
  readonly kinds: readonly string[];
  readonly limit: number;
}

/** An object whose name has a text in it, or whose uid it is. */
export interface FoundObject {
  readonly kind: string;
  /** Empty for kinds that live in no namespace. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly match: NameMatch;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is looked for as a uid: in names there is none. */
export function isUid(text: string): boolean {
  return UUID.test(text);
}

/** What a search reads of its text. Names are lower case. */
export function wantedName(text: string): { readonly namespace: string | undefined; readonly name: string } {
  const slash = text.indexOf('/');
  const name = text.slice(slash + 1).toLowerCase();
  return { namespace: slash < 0 ? undefined : text.slice(0, slash).toLowerCase(), name };
}

/** How a name or uid is what is wanted; undefined where it is not. */
export function matchOf(
  object: { readonly namespace: string; readonly name: string; readonly uid: string },
  text: string,
): NameMatch | undefined {
  const { namespace, name } = wantedName(text);
  if (isUid(text)) return object.uid === text.toLowerCase() ? 'exact' : undefined;
  if (namespace !== undefined && namespace !== object.namespace) return undefined;
  if (object.name === name) return 'exact';
  if (object.name.startsWith(name)) return 'prefix';
  return object.name.includes(name) ? 'substring' : undefined;
}

/** The best first, then by kind, namespace and name. */
export function compareFound(a: FoundObject, b: FoundObject): number {
  return (
    NAME_MATCHES.indexOf(a.match) - NAME_MATCHES.indexOf(b.match) ||
    compare(a.kind, b.kind) ||
    compare(a.namespace, b.namespace) ||
    compare(a.name, b.name)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
