/**
 * What a dashboard shows of a cluster, in four GraphQL queries: an overview, its nodes, what is pending, and the story
 * of one pod. It needs nothing but `fetch`:
 *
 *   node dist/examples/dashboard.js prod shop/report        (BERTH_URL, BERTH_KEY)
 */
import { pathToFileURL } from 'node:url';

const QUERIES = {
  overview: `query ($cluster: String!) {
    cluster(name: $cluster) {
      name revision
      counts { nodes pods pendingPods }
      utilization { resource ratio }
      runs(first: 3) { edges { node { createdAt state dryRun counts { scheduled unschedulable } } } }
    }
  }`,
  nodes: `query ($cluster: String!, $after: String) {
    cluster(name: $cluster) {
      nodes(first: 100, after: $after) {
        totalCount
        edges { node {
          name ready unschedulable podCount
          allocatable { resource quantity } requested { resource quantity }
        } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`,
  pending: `query ($cluster: String!) {
    cluster(name: $cluster) {
      pods(first: 20, fieldSelector: "spec.nodeName=,status.phase=Pending") {
        totalCount
        edges { node { namespace name createdAt lastDecision { outcome message rejections { reason nodes { any } } } } }
      }
    }
  }`,
  story: `query ($cluster: String!, $namespace: String!, $field: String!, $pod: String!) {
    cluster(name: $cluster) {
      pods(first: 1, namespace: $namespace, fieldSelector: $field) {
        edges { node {
          phase nodeName priority schedulerName requests { resource quantity }
          lastDecision {
            outcome message nodes { evaluated feasible }
            rejections { plugin reason nodes { first any sole } }
            trace(first: 3, orderBy: total) { edges { node { node feasible total status { reasons } } } }
          }
        } }
      }
      decisions(first: 10, pod: $pod) { edges { node { at outcome node message } } }
    }
  }`,
} as const;

/** Asks one of the queries, and answers its data. */
export type Ask = (name: keyof typeof QUERIES, variables: object) => Promise<Data>;

interface Connection<T> {
  readonly totalCount: number;
  readonly edges: readonly { readonly node: T }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}
interface Amount {
  readonly resource: string;
  readonly quantity: string;
}
interface Decision {
  readonly at: string;
  readonly outcome: string;
  readonly node: string | null;
  readonly message: string;
  readonly nodes: { readonly evaluated: number; readonly feasible: number };
  readonly rejections: readonly {
    readonly plugin: string | null;
    readonly reason: string;
    readonly nodes: { readonly first: number; readonly any: number; readonly sole: number };
  }[];
  readonly trace: Connection<{
    readonly node: string;
    readonly feasible: boolean;
    readonly total: number | null;
    readonly status: { readonly reasons: readonly string[] } | null;
  }> | null;
}
/** As far as the queries ask for it. */
interface Data {
  readonly cluster: {
    readonly name: string;
    readonly revision: string;
    readonly counts: { readonly nodes: number; readonly pods: number; readonly pendingPods: number };
    readonly utilization: readonly { readonly resource: string; readonly ratio: number }[];
    readonly runs: Connection<{
      readonly createdAt: string;
      readonly state: string;
      readonly dryRun: boolean;
      readonly counts: { readonly scheduled: number; readonly unschedulable: number };
    }>;
    readonly nodes: Connection<{
      readonly name: string;
      readonly ready: boolean | null;
      readonly unschedulable: boolean;
      readonly podCount: number;
      readonly allocatable: readonly Amount[];
      readonly requested: readonly Amount[];
    }>;
    readonly pods: Connection<{
      readonly namespace: string;
      readonly name: string;
      readonly createdAt: string;
      readonly phase: string;
      readonly nodeName: string | null;
      readonly priority: number;
      readonly schedulerName: string;
      readonly requests: readonly Amount[];
      readonly lastDecision: Decision | null;
    }>;
    readonly decisions: Connection<Decision>;
  } | null;
}

/** Asks the service under this address. @throws Error with what the service says is wrong */
export function askOver(url: string, key?: string): Ask {
  const identity = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return async (name, variables) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...identity },
      body: JSON.stringify({ query: QUERIES[name], variables }),
    });
    const { data, errors } = (await response.json()) as { data: Data; errors?: readonly { message: string }[] };
    if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join('\n'));
    return data;
  };
}

/** The four views as text, one below the other; the last one is about this pod, `namespace/name`. */
export async function dashboard(ask: Ask, cluster: string, pod: string): Promise<string> {
  const [namespace = '', name = ''] = pod.split('/');
  const views = await Promise.all([
    ask('overview', { cluster }).then(overviewInWords),
    ask('nodes', { cluster }).then(nodesInWords),
    ask('pending', { cluster }).then(pendingInWords),
    ask('story', { cluster, namespace, field: `metadata.name=${name}`, pod }).then((data) => storyInWords(pod, data)),
  ]);
  return views.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function found({ cluster }: Data): NonNullable<Data['cluster']> {
  if (cluster === null) throw new Error('there is no such cluster');
  return cluster;
}

function overviewInWords(data: Data): string[] {
  const { name, revision, counts, utilization, runs } = found(data);
  return [
    `CLUSTER ${name} at revision ${revision}`,
    `  ${counts.nodes} nodes, ${counts.pods} pods, ${counts.pendingPods} pending`,
    `  used: ${utilization.map(({ resource, ratio }) => `${resource} ${(100 * ratio).toFixed(1)} %`).join(', ')}`,
    ...runs.edges.map(
      ({ node: { createdAt, state, dryRun, counts: ended } }) =>
        `  run of ${createdAt} ${state}${dryRun ? ' (dry)' : ''}: ${ended.scheduled} scheduled, ` +
        `${ended.unschedulable} unschedulable`,
    ),
  ];
}

function nodesInWords(data: Data): string[] {
  const { totalCount, edges } = found(data).nodes;
  const rows = edges.map(({ node }) => {
    const used = ['cpu', 'memory'].map(
      (resource) => `${amount(node.requested, resource)}/${amount(node.allocatable, resource)}`,
    );
    const flags = [...(node.ready === false ? ['not ready'] : []), ...(node.unschedulable ? ['cordoned'] : [])];
    return `  ${[node.name, `${node.podCount} pods`, ...used, ...flags].join('  ')}`;
  });
  return [`NODES (${totalCount})`, ...rows];
}

function amount(amounts: readonly Amount[], resource: string): string {
  return amounts.find((one) => one.resource === resource)?.quantity ?? '0';
}

function pendingInWords(data: Data): string[] {
  const { totalCount, edges } = found(data).pods;
  const rows = edges.map(({ node: { namespace, name, createdAt, lastDecision } }) => {
    const reasons = lastDecision?.rejections.map(({ reason, nodes }) => `${nodes.any} ${reason}`) ?? ['never tried'];
    return `  ${namespace}/${name}  since ${createdAt}  ${reasons.join('; ')}`;
  });
  return [`PENDING (${totalCount})`, ...rows];
}

function storyInWords(pod: string, data: Data): string[] {
  const { pods, decisions } = found(data);
  const [one] = pods.edges;
  if (one === undefined) return [`POD ${pod} is not there`];
  const { phase, nodeName, requests, lastDecision } = one.node;
  const wants = requests.map(({ resource, quantity }) => `${quantity} ${resource}`).join(', ');
  return [
    `POD ${pod}: ${nodeName === null ? phase : `on ${nodeName}`}, wants ${wants}`,
    ...(lastDecision === null ? [] : [`  ${lastDecision.message || lastDecision.outcome}`]),
    ...(lastDecision?.rejections ?? []).map(
      ({ plugin, reason, nodes }) =>
        `  ${nodes.any} nodes: ${reason} (${plugin ?? '-'}; nothing else at ${nodes.sole})`,
    ),
    ...(lastDecision?.trace?.edges ?? []).map(
      ({ node: { node, total, status } }) => `  ${node}: ${total ?? status?.reasons.join(', ') ?? '-'}`,
    ),
    ...decisions.edges.map(
      ({ node: { at, outcome, node } }) => `  ${at} ${outcome}${node === null ? '' : ` on ${node}`}`,
    ),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [cluster = 'prod', pod = 'shop/report'] = process.argv.slice(2);
  const ask = askOver(process.env['BERTH_URL'] ?? 'http://127.0.0.1:3000', process.env['BERTH_KEY']);
  process.stdout.write(await dashboard(ask, cluster, pod));
}
