import type { Container, Pod } from '../objects/index.js';

/** A service that is asked about pods over HTTP, as a configuration names it, with defaults applied; plain JSON. */
export interface Extender {
  /** Its URL, as kube-scheduler calls it; where several have one, with a number: `http://host/path #2`. */
  readonly name: string;
  readonly urlPrefix: string;
  /** What is put behind the URL for a question; empty: the question is not asked. */
  readonly filterVerb: string;
  readonly preemptVerb: string;
  readonly prioritizeVerb: string;
  readonly bindVerb: string;
  /** Of its scores. */
  readonly weight: number;
  readonly enableHTTPS: boolean;
  readonly tlsConfig: ExtenderTls | null;
  readonly httpTimeoutMs: number;
  /** Calls have names of nodes and uids of victims, and no objects. */
  readonly nodeCacheCapable: boolean;
  /** It is asked about pods that name one of these; about every pod when there are none. */
  readonly managedResources: readonly ManagedResource[];
  /** Scheduling goes on without it when it fails. */
  readonly ignorable: boolean;
}

export interface ExtenderTls {
  /** The certificate of the server is not verified. */
  readonly insecure: boolean;
  /** The name that its certificate is for, where that is not the host of the URL. */
  readonly serverName: string;
  /** Certificates that it may be signed with: PEM in base64. */
  readonly caData: string;
}

export interface ManagedResource {
  readonly name: string;
  /** NodeResourcesFit leaves it to the extender. */
  readonly ignoredByScheduler: boolean;
}

/** kube-scheduler's verbs, each with its field of the configuration. */
export const VERB_FIELDS = {
  filter: 'filterVerb',
  prioritize: 'prioritizeVerb',
  preempt: 'preemptVerb',
  bind: 'bindVerb',
} as const;

export type ExtenderVerb = keyof typeof VERB_FIELDS;

/** Whether the extender has this verb. */
export function hasVerb(extender: Extender, verb: ExtenderVerb): boolean {
  return extender[VERB_FIELDS[verb]] !== '';
}

/** The extenders that are asked about a pod, in order. As kube-scheduler v1.34 HTTPExtender.IsInterested. */
export function interestedIn(extenders: readonly Extender[], pod: Pod): readonly Extender[] {
  if (extenders.length === 0) return extenders;
  const { containers, initContainers } = pod.spec ?? {};
  return extenders.filter(
    ({ managedResources }) =>
      managedResources.length === 0 ||
      [...(containers ?? []), ...(initContainers ?? [])].some((container) => namesOneOf(managedResources, container)),
  );
}

function namesOneOf(managed: readonly ManagedResource[], { resources }: Container): boolean {
  const { requests, limits } = resources ?? {};
  return managed.some(({ name }) => Object.hasOwn(requests ?? {}, name) || Object.hasOwn(limits ?? {}, name));
}
