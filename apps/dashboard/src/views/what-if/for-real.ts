import type { Step } from './steps.js';

/** One request that makes a step, or a part of it, for real: below the cluster's path. */
export interface StepRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly contentType?: string;
  readonly body?: string;
}

const part = encodeURIComponent;
const MERGE = 'application/merge-patch+json';

/** What makes a step in a cluster that is stored; undefined of steps that can only be tried. */
export function requestsOf(step: Step): readonly StepRequest[] | undefined {
  const [[kind, what] = ['', {}]] = Object.entries(step);
  return MAKERS[kind]?.(what as Readonly<Record<string, unknown>>);
}

type Maker = (what: Readonly<Record<string, unknown>>) => readonly StepRequest[] | undefined;

const MAKERS: Readonly<Record<string, Maker>> = {
  cordon: (what) => named(what)?.map((name) => patched(name, true)),
  uncordon: (what) => named(what)?.map((name) => patched(name, null)),
  label: ({ labels, ...what }) =>
    named(what)?.map((name) => merged(`/api/v1/nodes/${part(name)}`, { metadata: { labels } })),
  removeNodes: (what) => named(what)?.map((name) => ({ method: 'DELETE', path: `/api/v1/nodes/${part(name)}` })),
  deletePods: (what) =>
    named(what)?.map((pod) => {
      const [namespace = '', name = ''] = pod.split('/');
      return { method: 'DELETE', path: `/api/v1/namespaces/${part(namespace)}/pods/${part(name)}` };
    }),
  addNodes: ({ count, node }) => {
    const { metadata, ...rest } = node as { readonly metadata: { readonly name: string } };
    const items = Array.from({ length: Number(count) }, (_, index) => ({
      ...{ apiVersion: 'v1', kind: 'Node', ...rest },
      metadata: { ...metadata, name: `${metadata.name}-${index + 1}` },
    }));
    return [imported(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))];
  },
  import: ({ manifests }) => [imported(String(manifests))],
  schedule: (how) => [{ method: 'POST', path: '/runs', contentType: 'application/json', body: JSON.stringify(how) }],
};

/** By name alone: what labels mean is only known by the cluster. */
function named({ names, ...others }: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  return Array.isArray(names) && Object.keys(others).length === 0 ? names.map(String) : undefined;
}

function patched(name: string, unschedulable: true | null): StepRequest {
  return merged(`/api/v1/nodes/${part(name)}`, { spec: { unschedulable } });
}

function merged(path: string, patch: object): StepRequest {
  return { method: 'PATCH', path, contentType: MERGE, body: JSON.stringify(patch) };
}

function imported(body: string): StepRequest {
  return { method: 'POST', path: '/import', contentType: 'application/yaml', body };
}
