import type { Dice } from './dice.js';

/**
 * How often a scenario's pods and nodes have something, 0..1: most scenarios are about a few things
 * only, so that some pods fit.
 */
export interface Features {
  readonly taints: number;
  readonly nodeAffinity: number;
  readonly podAffinity: number;
  readonly spread: number;
  readonly ports: number;
  /** Of the ports, the same one again: pods that share a node share a port, which only an import can bring about. */
  readonly samePort: number;
  readonly volumes: number;
  readonly images: number;
  readonly extended: number;
  readonly resize: number;
  readonly priorities: number;
  readonly nominations: number;
  readonly gates: number;
  readonly malformed: number;
  readonly crowding: number;
  /** Amounts far beyond 2^53. */
  readonly huge: number;
  /** Nodes without some of the labels that others have. */
  readonly untidy: number;
  /** Pods to schedule that are more important than those that are there. */
  readonly rivalry: number;
}

/** What the parts of a scenario know of each other. */
export interface World {
  readonly dice: Dice;
  readonly features: Features;
  readonly nodeNames: readonly string[];
}

export const NAMESPACES = ['default', 'team-a', 'team-b'];
export const ZONES = ['za', 'zb', 'zc'];
export const HOSTNAME = 'kubernetes.io/hostname';
export const ZONE = 'topology.kubernetes.io/zone';
export const REGION = 'topology.kubernetes.io/region';
export const TOPOLOGY_KEYS = [HOSTNAME, ZONE, ZONE, REGION, 'rack', 'nokey'];
export const EXTENDED = ['nvidia.com/gpu', 'example.com/foo', 'hugepages-2Mi', 'ephemeral-storage'];

export function rollFeatures(dice: Dice): Features {
  const rate = (probability: number, most: number): number => (dice.chance(probability) ? dice.roll() * most : 0);
  return {
    taints: rate(0.4, 0.7),
    nodeAffinity: rate(0.4, 0.8),
    podAffinity: rate(0.4, 0.8),
    spread: rate(0.4, 0.8),
    ports: rate(0.3, 0.8),
    samePort: rate(0.4, 1),
    volumes: rate(0.35, 0.8),
    images: rate(0.4, 0.9),
    extended: rate(0.4, 0.7),
    resize: rate(0.25, 0.7),
    priorities: rate(0.6, 1),
    nominations: rate(0.35, 0.5),
    gates: rate(0.15, 0.4),
    malformed: rate(0.15, 0.4),
    crowding: rate(0.6, 1),
    untidy: rate(0.5, 0.5),
    rivalry: rate(0.35, 1),
    huge: rate(0.1, 0.6),
  };
}
