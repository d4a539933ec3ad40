import { kubernetesResources, kubernetesType, kubernetesTypes, typeOfKind, type KubernetesShape } from './index.js';

describe('the fields of Kubernetes', () => {
  test('every type that a field names is there', () => {
    const named = (shape: KubernetesShape): string[] => {
      if (shape.type === 'list') return named(shape.items);
      if (shape.type === 'map') return named(shape.entries);
      return shape.type === 'object' ? [shape.name] : [];
    };
    const names = [...kubernetesTypes()].flatMap(({ fields }) => [...fields.values()].flatMap(named));
    expect(names.filter((name) => kubernetesType(name) === undefined)).toEqual([]);
  });

  test('fields that are new in v1.34 are known', () => {
    expect(kubernetesType('PodSpec')?.fields.get('hostnameOverride')).toMatchObject({ type: 'text' });
    expect(kubernetesType('EnvVarSource')?.fields.get('fileKeyRef')).toMatchObject({
      type: 'object',
      name: 'FileKeySelector',
    });
  });

  test.each([
    ['PodSpec', 'containers', { listType: 'map', mapKeys: ['name'], mergeKey: 'name', patchStrategy: ['merge'] }],
    ['PodSpec', 'volumes', { mergeKey: 'name', patchStrategy: ['merge', 'retainKeys'], required: false }],
    ['PodSpec', 'tolerations', { listType: 'atomic', patchStrategy: [] }],
    ['PodSpec', 'nodeSelector', { mapType: 'atomic' }],
    ['Container', 'ports', { mapKeys: ['containerPort', 'protocol'], mergeKey: 'containerPort' }],
    ['ContainerPort', 'protocol', { default: 'TCP', required: false }],
    ['ObjectMeta', 'finalizers', { listType: 'set', patchStrategy: ['merge'] }],
    ['DeploymentSpec', 'strategy', { patchStrategy: ['retainKeys'] }],
    ['DeploymentStatus', 'observedGeneration', { type: 'int64' }],
    ['DaemonSetStatus', 'numberReady', { required: true, default: 0 }],
    ['Secret', 'data', { type: 'map', entries: { type: 'bytes' } }],
  ])('%s.%s is owned and merged as v1.34 says', (type, field, facts) => {
    expect(kubernetesType(type)?.fields.get(field)).toMatchObject(facts);
  });

  test('two types of a name are distinguished by their packages, and kinds by their versions', () => {
    expect(typeOfKind({ apiVersion: 'v1', kind: 'Event' })?.fullName).toBe('io.k8s.api.core.v1.Event');
    expect(typeOfKind({ apiVersion: 'events.k8s.io/v1', kind: 'Event' })?.fullName).toBe('io.k8s.api.events.v1.Event');
    expect(kubernetesType('LabelSelector')?.isAtomic).toBe(true);
    expect(kubernetesType('AppArmorProfile')?.union?.fields.get('localhostProfile')).toBe('LocalhostProfile');
  });

  test('a resource has its verbs, and its subresources the kind of their bodies', () => {
    const deployments = kubernetesResources().find(({ plural }) => plural === 'deployments');
    expect(deployments).toMatchObject({ apiVersion: 'apps/v1', kind: 'Deployment', namespaced: true });
    expect(deployments?.subresources.get('scale')).toEqual({
      actions: ['get', 'patch', 'put'],
      body: { apiVersion: 'autoscaling/v1', kind: 'Scale' },
    });
    const unknown = kubernetesResources().filter(
      ({ actions, body }) => !actions.includes('connect') && typeOfKind(body) === undefined,
    );
    expect(unknown).toEqual([]);
  });
});
