/** About as much as `kubectl get pods -o yaml` says of one pod. */
function podOf(index: number): Record<string, unknown> {
  const container = (number: number): Record<string, unknown> => ({
    name: `c${number}`,
    image: `registry.example.com/team/app-${index % 50}:v${number}`,
    imagePullPolicy: 'IfNotPresent',
    env: Array.from({ length: 6 }, (_, at) => ({ name: `VARIABLE_${at}`, value: `value ${index} of ${at}` })),
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '256Mi' } },
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    volumeMounts: [{ mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', name: 'token', readOnly: true }],
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `app-${index % 50}-${index}`,
      namespace: `team-${index % 20}`,
      uid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      creationTimestamp: '2026-01-02T03:04:05Z',
      resourceVersion: String(index),
      labels: { app: `app-${index % 50}`, 'pod-template-hash': String(index % 97) },
      annotations: { 'example.com/note': 'x'.repeat(200) },
    },
    spec: {
      containers: [container(0), container(1)],
      nodeName: `node-${index % 500}`,
      serviceAccountName: 'default',
      restartPolicy: 'Always',
      tolerations: [
        { effect: 'NoExecute', key: 'node.kubernetes.io/not-ready', operator: 'Exists', tolerationSeconds: 300 },
      ],
      volumes: [
        {
          name: 'token',
          projected: {
            defaultMode: 420,
            sources: [{ serviceAccountToken: { expirationSeconds: 3607, path: 'token' } }],
          },
        },
      ],
    },
    status: {
      phase: 'Running',
      podIP: '10.0.0.1',
      hostIP: '10.1.0.1',
      qosClass: 'Burstable',
      startTime: '2026-01-02T03:04:05Z',
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
        type,
        status: 'True',
        lastProbeTime: null,
        lastTransitionTime: '2026-01-02T03:04:05Z',
      })),
    },
  };
}

const LINES: Readonly<Record<'json' | 'yaml', (object: object, list: number) => string>> = {
  json: (object, at) => `${at === 0 ? '' : ',\n'}${JSON.stringify(object)}`,
  yaml: (object) => `- ${yamlOf(object, 2).trimStart()}`,
};

/** A List of that many pods on 500 nodes, as kubectl prints it, made as it is read. */
export function* kubectlOutput(format: 'json' | 'yaml', pods: number): Iterable<Buffer> {
  yield Buffer.from(format === 'json' ? '{"apiVersion":"v1","kind":"List","items":[' : 'apiVersion: v1\nitems:\n');
  for (let from = 0; from < pods; from += 20) {
    const text = Array.from({ length: Math.min(20, pods - from) }, (_, at) =>
      LINES[format](podOf(from + at), from + at),
    ).join('');
    yield Buffer.from(text);
  }
  yield Buffer.from(format === 'json' ? ']}' : 'kind: List\n');
}

/** Block style, the only one that kubectl writes; for the texts and numbers of `podOf`. */
function yamlOf(value: unknown, indentation: number): string {
  const pad = ' '.repeat(indentation);
  if (Array.isArray(value)) return value.map((item) => `${pad}- ${yamlOf(item, indentation + 2).trimStart()}`).join('');
  if (typeof value !== 'object' || value === null) return `${pad}${JSON.stringify(value)}\n`;
  return Object.entries(value)
    .map(([key, item]: [string, unknown]) => {
      if (typeof item !== 'object' || item === null) return `${pad}${key}: ${JSON.stringify(item)}\n`;
      return `${pad}${key}:\n${yamlOf(item, Array.isArray(item) ? indentation : indentation + 2)}`;
    })
    .join('');
}
