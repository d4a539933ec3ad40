import type { Obstacle, Rejection } from '../decisions/index.js';

export const OBSTACLES: readonly Obstacle[] = ['first', 'any', 'sole', 'only', 'alone'];

/**
 * What turned nodes down in a decision: a plugin, a reason, an exhausted resource, or a plugin for a reason, with what
 * of its rejections comes together.
 */
export interface Subject {
  readonly subject: 'plugin' | 'reason' | 'resource' | 'rejection';
  readonly plugin: string | null;
  readonly reason: string | null;
  /** Of a resource, and of a reason that says that one is exhausted. */
  readonly resource: string | null;
  /** Sums over its rejections: a node that it turned down for two reasons counts for both. */
  readonly nodes: { readonly first: number; readonly any: number; readonly sole: number; readonly only: number };
  /** No node was turned down by anything else. */
  readonly alone: boolean;
}

/** Each subject of a decision, once. */
export function subjectsOf(rejections: readonly Rejection[]): Subject[] {
  const found = new Map<string, { subject: Subject; rejections: number }>();
  for (const { plugin, reason, nodes } of rejections) {
    const resource = resourceOf(reason);
    const subjects = [
      { subject: 'plugin', plugin, reason: null, resource: null },
      { subject: 'reason', plugin: null, reason, resource },
      { subject: 'rejection', plugin, reason, resource },
      ...(resource === null ? [] : [{ subject: 'resource', plugin: null, reason: null, resource } as const]),
    ] as const;
    for (const one of subjects) {
      const key = JSON.stringify(Object.values(one));
      const before = found.get(key);
      found.set(key, {
        subject: { ...one, nodes: sum(before?.subject.nodes, nodes), alone: false },
        rejections: (before?.rejections ?? 0) + 1,
      });
    }
  }
  return [...found.values()].map(({ subject, rejections: count }) => ({
    ...subject,
    alone: count === rejections.length,
  }));
}

/** What is not known of a decision from before it was counted counts nothing. */
function sum(before: Subject['nodes'] | undefined, { first, any, sole, only }: Rejection['nodes']): Subject['nodes'] {
  const own = { first, any, sole, only: (only as number | null | undefined) ?? 0 };
  if (before === undefined) return own;
  return { first: before.first + first, any: before.any + any, sole: before.sole + sole, only: before.only + own.only };
}

/** Whether a subject was in the pod's way like that. */
export function isObstacle({ nodes, alone }: Pick<Subject, 'nodes' | 'alone'>, obstacle: Obstacle): boolean {
  return obstacle === 'alone' ? alone : nodes[obstacle] > 0;
}

/** The resource that a reason says is exhausted, in kube-scheduler's words; null for every other reason. */
export function resourceOf(reason: string | null): string | null {
  if (reason === 'Too many pods') return 'pods';
  return /^Insufficient (\S+)$/.exec(reason ?? '')?.[1] ?? null;
}

/** What is counted once a decision. */
export type CountedSubject = Subject['subject'] | 'decision';
