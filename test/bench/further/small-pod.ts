/** A pod that hardly takes room. */
export function smallPod(metadata: {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: object;
}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata,
    spec: { containers: [{ name: 'app', image: 'registry.example/app:1', resources: { requests: { cpu: '10m' } } }] },
  };
}
