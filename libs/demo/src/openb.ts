import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';

/** A plain Kubernetes manifest. */
export type Manifest = Record<string, unknown>;

const FOLDER = fileURLToPath(new URL('../../../../libs/demo/openb/', import.meta.url));
const GPU = 'nvidia.com/gpu';
const MODEL_LABEL = 'nvidia.com/gpu.product';

/** The trace counts seconds from a start that it does not tell. */
const TRACE_START = Date.UTC(2023, 0, 1);

/** The trace as manifests: nodes first, then pods in the order of their creation. */
export async function readOpenb(): Promise<{
  readonly nodes: readonly Manifest[];
  readonly pods: readonly Manifest[];
}> {
  const [nodes, pods] = await Promise.all([
    readCsv('openb_node_list_all_node.csv'),
    readCsv('openb_pod_list_default.csv'),
  ]);
  const byCreation = pods.toSorted((a, b) => Number(a['creation_time']) - Number(b['creation_time']));
  return { nodes: nodes.map(node), pods: byCreation.map(pod) };
}

type Row = Readonly<Record<string, string>>;

async function readCsv(file: string): Promise<Row[]> {
  return parse(await readFile(FOLDER + file), { columns: true, skip_empty_lines: true });
}

function node({ sn = '', cpu_milli = '', memory_mib = '', gpu = '0', model = '' }: Row): Manifest {
  const capacity = { cpu: `${cpu_milli}m`, memory: `${memory_mib}Mi`, ...(gpu === '0' ? {} : { [GPU]: gpu }) };
  const labels = { 'kubernetes.io/hostname': sn, ...(model === '' ? {} : { [MODEL_LABEL]: model }) };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name: sn, labels }, status: { capacity } };
}

function pod(row: Row): Manifest {
  const {
    name = '',
    cpu_milli = '',
    memory_mib = '',
    num_gpu = '0',
    gpu_milli = '',
    qos = '',
    creation_time = '0',
  } = row;
  const requests = { cpu: `${cpu_milli}m`, memory: `${memory_mib}Mi`, ...(num_gpu === '0' ? {} : { [GPU]: num_gpu }) };
  const limits = num_gpu === '0' ? {} : { limits: { [GPU]: num_gpu } };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'openb',
      creationTimestamp: `${new Date(TRACE_START + Number(creation_time) * 1000).toISOString().slice(0, 19)}Z`,
      labels: { 'openb/qos': qos },
      annotations: { 'openb/gpu-milli': gpu_milli },
    },
    spec: { containers: [{ name: 'task', image: 'openb/task', resources: { requests, ...limits } }], ...affinity(row) },
  };
}

function affinity({ gpu_spec = '' }: Row): Manifest {
  if (gpu_spec === '') return {};
  const matchExpressions = [{ key: MODEL_LABEL, operator: 'In', values: gpu_spec.split('|') }];
  return {
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
    },
  };
}
