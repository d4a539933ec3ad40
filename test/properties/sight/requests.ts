import { readFileSync } from 'node:fs';
import { REPORTS } from '#reports';
import type { SharedCluster } from './shared-cluster.js';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
}

/** What is put into paths, in turns: what there is of the reader's own, what is of others, and what never was. */
export interface Given {
  readonly shared: SharedCluster;
  readonly namespaces: readonly string[];
  /** Of any object. */
  readonly names: readonly string[];
  readonly decisions: readonly string[];
  /** Of a set of nodes. */
  readonly digest: string;
}

/** Questions that an operation is asked with; what is not here is asked without any. */
const QUESTIONS: Readonly<Record<string, (given: Given) => readonly string[]>> = {
  readUtilization: () => ['groupBy=node', 'groupBy=namespace', 'groupBy=podLabel:app'],
  listLabelKeys: () => ['kind=Pod', 'kind=Node'],
  search: ({ names }) => ['text=z', ...names.map((name) => `text=${name}`)],
  whyNot: ({ shared }) => Object.values(shared.pods).map((pod) => `pod=${encodeURIComponent(pod)}&node=node-0`),
  fitAnywhere: ({ shared }) => Object.values(shared.pods).map((pod) => `pod=${encodeURIComponent(pod)}`),
  whyNotThen: () => ['node=node-0', ''],
  diffCluster: () => ['from=revision:1', 'from=revision:2'],
  compareRuns: ({ shared }) => [`with=${shared.dryRun}`],
  listDecisions: ({ shared, namespaces }) => [
    'pageSize=500',
    `run=${shared.run}`,
    `run=${shared.dryRun}`,
    ...namespaces.map((namespace) => `namespace=${namespace}`),
    ...Object.values(shared.pods).map((pod) => `pod=${encodeURIComponent(pod)}`),
  ],
  countDecisions: ({ namespaces }) => [
    'groupBy=namespace',
    ...namespaces.map((namespace) => `groupBy=namespace,reason&namespace=${namespace}`),
  ],
  sumUpWaits: ({ namespaces }) => [
    'groupBy=namespace',
    ...namespaces.map((namespace) => `groupBy=namespace&namespace=${namespace}`),
  ],
  groupPendingPods: () => ['', 'groupBy=namespace,reason'],
  listChanges: ({ namespaces }) => ['pageSize=500', ...namespaces.map((namespace) => `namespaces=${namespace}`)],
  exportManifests: () => ['', 'at=revision:2'],
  listNamespaces: () => ['', 'at=revision:2'],
  getStates: () => ['', 'at=revision:2'],
  getCluster: () => ['', 'at=revision:2'],
  proveInclusion: ({ decisions }) => [
    ...['1', '2', '3', '4'].map((revision) => `revision=${revision}`),
    ...['1', '3', '6', '9'].map((position) => `position=${position}`),
    ...decisions.map((decision) => `decision=${decision}`),
  ],
  readReport: () => ['', 'at=revision:2', 'by=namespace', 'by=team', 'by=node', 'by=actor', 'by=reason'],
  readTeamReport: () => ['', 'by=namespace'],
  proveConsistency: () => ['from=1&to=1'],
};

/** Answers go on for as long as somebody listens: they are not asked here. */
const STREAMS: readonly string[] = ['listHeads'];

/** A request, by the operation that it is of. */
export interface Request {
  readonly operation: string;
  readonly url: string;
}

/** Everything that can be read over REST and over the Kubernetes API, with everything that is given put into it. */
export function requests(given: Given): readonly Request[] {
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const operation = get?.operationId;
    if (operation === undefined || STREAMS.includes(operation)) return [];
    const questions = QUESTIONS[operation]?.(given) ?? [''];
    return filled(path, given).flatMap((url) =>
      questions.map((question) => ({ operation, url: question === '' ? url : `${url}?${question}` })),
    );
  });
}

/** A path with each of what its parameters may be. */
function filled(path: string, given: Given): readonly string[] {
  const [, parameter] = /\{(\w+)\}/.exec(path) ?? [];
  if (parameter === undefined) return [path];
  return valuesOf(parameter, path, given).flatMap((value) => filled(path.replace(`{${parameter}}`, value), given));
}

function valuesOf(parameter: string, path: string, given: Given): readonly string[] {
  const { shared, namespaces, names, decisions, digest } = given;
  const values: Readonly<Record<string, readonly string[]>> = {
    cluster: [shared.id],
    run: [shared.run, shared.dryRun],
    decision: decisions,
    namespace: namespaces,
    name: path.includes('/profiles/') ? ['default-scheduler'] : names,
    archive: ['00000000-0000-7000-8000-00000000000a'],
    operation: ['00000000-0000-7000-8000-00000000000b'],
    whatIf: ['00000000-0000-7000-8000-00000000000c'],
    digest: [digest],
    revision: ['1'],
    size: ['1'],
    schedule: ['00000000-0000-7000-8000-00000000000d'],
    result: ['00000000-0000-7000-8000-00000000000e'],
    report: REPORTS.map(({ name }) => name),
    group: ['apps'],
    team: ['default'],
    version: path.includes('/profiles/') ? ['1'] : ['v1'],
  };
  const found = values[parameter];
  if (found === undefined) throw new Error(`${path} has a parameter of which the test knows no value: ${parameter}`);
  return found;
}
