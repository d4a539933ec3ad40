import fc from 'fast-check';
import type { Pod } from '#scheduler';
import {
  app,
  namespace,
  namespaceSelector,
  rarely,
  seldom,
  selector,
  topologyKey,
  zone,
  ZONE,
} from './random-selector.js';

const affinityTerm = fc
  .record({
    labelSelector: selector,
    topologyKey,
    namespaceSelector: seldom(namespaceSelector),
    namespaces: seldom(fc.constantFrom(['default'], ['default', 'other'])),
  })
  .map(({ namespaceSelector: chosen, namespaces, ...term }) => ({
    ...term,
    ...(chosen && { namespaceSelector: chosen }),
    ...(namespaces && { namespaces }),
  }));
const affinityStanza = fc.record({
  requiredDuringSchedulingIgnoredDuringExecution: fc.oneof(
    fc.constant([]),
    fc.array(affinityTerm, { minLength: 1, maxLength: 2 }),
  ),
  preferredDuringSchedulingIgnoredDuringExecution: fc.array(
    fc.record({ weight: fc.integer({ min: 1, max: 100 }), podAffinityTerm: affinityTerm }),
    { maxLength: 2 },
  ),
});
const spread = fc.record({
  maxSkew: fc.integer({ min: 1, max: 2 }),
  topologyKey,
  labelSelector: selector,
  whenUnsatisfiable: fc.constantFrom('DoNotSchedule', 'ScheduleAnyway'),
  minDomains: rarely(fc.integer({ min: 1, max: 4 })),
  nodeTaintsPolicy: seldom(fc.constant('Honor')),
  nodeAffinityPolicy: seldom(fc.constant('Ignore')),
  matchLabelKeys: seldom(fc.constant(['app'])),
});
const zonePreference = fc.record({
  weight: fc.integer({ min: 1, max: 100 }),
  zones: fc.uniqueArray(zone, { minLength: 1, maxLength: 2 }),
});

/** What a pod asks for; `at` is where it is, among the nodes, if it is on one. */
export const podShape = fc.record({
  cpu: fc.oneof(fc.constantFrom(0, 100, 1000, 3000), fc.nat(4000)),
  memory: fc.oneof(fc.constantFrom(0, 500, 4000), fc.nat(6000)),
  gpu: fc.constantFrom(0, 0, 0, 1),
  init: rarely(fc.nat(4000)),
  overhead: rarely(fc.nat(500)),
  app,
  namespace,
  priority: fc.integer({ min: 0, max: 3 }),
  port: fc.constantFrom(0, 0, 0, 0, 0, 0, 80, 81),
  tolerant: fc.boolean(),
  started: fc.nat(59),
  disk: seldom(fc.constantFrom('ssd', 'hdd')),
  affinity: rarely(affinityStanza),
  antiAffinity: rarely(affinityStanza),
  spread: fc.option(fc.array(spread, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 2 }),
  at: fc.nat(),
  terminating: seldom(fc.constant(true)),
  prefers: seldom(zonePreference),
  loyal: seldom(fc.constant(true)),
});
/**
 * Pods that have much to do with others: each with terms of one sort, or with all, or with none of its
 * own where a service picks it.
 */
export const sociablePodShape = fc
  .record({
    shape: podShape,
    about: fc.constantFrom('near', 'apart', 'spread', 'all', 'service'),
    near: affinityStanza,
    apart: affinityStanza,
    constraints: fc.array(spread, { minLength: 1, maxLength: 2 }),
  })
  .map(({ shape, about, near, apart, constraints }): PodShape => {
    const has = (sort: string): boolean => about === sort || about === 'all';
    return {
      ...shape,
      affinity: has('near') ? near : undefined,
      antiAffinity: has('apart') ? apart : undefined,
      spread: has('spread') ? constraints : undefined,
    };
  });
export type PodShape = typeof podShape extends fc.Arbitrary<infer T> ? T : never;
type SpreadShape = typeof spread extends fc.Arbitrary<infer T> ? T : never;

export function podObject(
  shape: PodShape,
  { name, nodeName }: { readonly name: string; readonly nodeName?: string },
): Pod {
  const { cpu, memory, gpu, init, overhead, port, disk } = shape;
  const requests = { cpu: `${cpu}m`, memory: `${memory}Mi`, 'nvidia.com/gpu': gpu };
  const affinity = affinityObject(shape);
  return {
    metadata: {
      name,
      namespace: shape.namespace,
      uid: name,
      labels: { app: shape.app },
      ...(nodeName && shape.terminating && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    },
    spec: {
      ...(nodeName && { nodeName }),
      priority: shape.priority,
      ...(shape.loyal && { preemptionPolicy: 'Never' }),
      containers: [
        { name: 'c', image: 'app:1', resources: { requests }, ...(port > 0 && { ports: [{ hostPort: port }] }) },
      ],
      ...(init && { initContainers: [{ name: 'i', resources: { requests: { cpu: `${init}m` } } }] }),
      ...(overhead && { overhead: { memory: `${overhead}Mi` } }),
      ...(shape.tolerant && { tolerations: [{ operator: 'Exists' }] }),
      ...(disk && { nodeSelector: { disk } }),
      ...(Object.keys(affinity).length > 0 && { affinity }),
      ...(shape.spread && { topologySpreadConstraints: shape.spread.map(spreadObject) }),
    },
    ...(nodeName && { status: { startTime: `2026-01-01T00:00:${String(shape.started).padStart(2, '0')}Z` } }),
  };
}

function affinityObject({
  affinity,
  antiAffinity,
  prefers,
}: PodShape): NonNullable<NonNullable<Pod['spec']>['affinity']> {
  return {
    ...(affinity && { podAffinity: affinity }),
    ...(antiAffinity && { podAntiAffinity: antiAffinity }),
    ...(prefers && {
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: prefers.weight,
            preference: { matchExpressions: [{ key: ZONE, operator: 'In', values: prefers.zones }] },
          },
        ],
      },
    }),
  };
}

function spreadObject({
  minDomains,
  nodeTaintsPolicy,
  nodeAffinityPolicy,
  matchLabelKeys,
  ...rest
}: SpreadShape): object {
  return {
    ...rest,
    ...(minDomains && { minDomains }),
    ...(nodeTaintsPolicy && { nodeTaintsPolicy }),
    ...(nodeAffinityPolicy && { nodeAffinityPolicy }),
    ...(matchLabelKeys && { matchLabelKeys }),
  };
}
