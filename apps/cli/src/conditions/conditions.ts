import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { Schemas } from '#client';
import { EXIT } from '../exit.js';
import type { Terminal } from '../terminal/index.js';

type Findings = NonNullable<Schemas['WhatIf']['findings']>;

/** What is looked at: how pods ended, and what there is to say of the manifests. */
interface Judged {
  readonly outcomes: readonly string[];
  readonly findings: Findings | undefined;
}

/** A condition: whether it holds, and whether what it is about is bad, or could not be judged. */
interface Rule {
  readonly means: 'bad' | 'notJudged';
  readonly holds: (judged: Judged) => boolean;
}

function outcome(name: string, means: Rule['means']): Rule {
  return { means, holds: ({ outcomes }) => outcomes.includes(name) };
}

const RULES = {
  unschedulable: {
    means: 'bad',
    holds: ({ outcomes, findings }) => outcomes.includes('unschedulable') || (findings?.rollouts.length ?? 0) > 0,
  },
  nominated: outcome('nominated', 'bad'),
  error: outcome('error', 'bad'),
  gated: outcome('gated', 'notJudged'),
  skipped: outcome('skipped', 'notJudged'),
  quota: {
    means: 'bad',
    holds: ({ findings }) => (findings?.refused.length ?? 0) + (findings?.overQuota.length ?? 0) > 0,
  },
  'unknown-fields': { means: 'bad', holds: ({ findings }) => (findings?.unknownFields.length ?? 0) > 0 },
  ignored: { means: 'notJudged', holds: ({ findings }) => findings?.ignored.some(({ matters }) => matters) === true },
  warnings: { means: 'bad', holds: ({ findings }) => (findings?.warnings.length ?? 0) > 0 },
} as const satisfies Record<string, Rule>;

type Condition = keyof typeof RULES;

const ALL_CONDITIONS = Object.keys(RULES) as Condition[];

/** `--fail-on` of commands that judge manifests. */
export const FAIL_ON = new Option(
  '--fail-on <conditions>',
  `these conditions only: ${ALL_CONDITIONS.join(', ')}; all, or none`,
)
  .argParser(conditionsOf)
  .default(ALL_CONDITIONS, 'all');

/** Kinds that may be ignored, although placement may depend on them. */
export const ALLOW_IGNORED = new Option(
  '--allow-ignored <kinds>',
  'kinds that are not read and need not be judged: ServiceMonitor,Rollout',
)
  .argParser((text: string): readonly string[] => text.split(','))
  .default([] as readonly string[], 'none');

/** The findings without what may be ignored. */
export function withoutAllowed(findings: Findings | undefined, kinds: readonly string[]): Findings | undefined {
  return findings && { ...findings, ignored: findings.ignored.filter(({ kind }) => !kinds.includes(kind)) };
}

/** @throws InvalidArgumentError */
function conditionsOf(text: string): readonly Condition[] {
  if (text === 'all') return ALL_CONDITIONS;
  if (text === 'none') return [];
  const conditions = text.split(',') as Condition[];
  if (conditions.some((one) => !ALL_CONDITIONS.includes(one)))
    throw new InvalidArgumentError(`It must be one of ${ALL_CONDITIONS.join(', ')}, or several separated by commas.`);
  return conditions;
}

/** What is bad decides before what could not be judged. */
export function exitCodeOf(conditions: readonly Condition[], judged: Judged): number {
  const holding = conditions.map((name): Rule => RULES[name]).filter(({ holds }) => holds(judged));
  if (holding.some(({ means }) => means === 'bad')) return EXIT.no;
  return holding.length > 0 ? EXIT.notJudged : EXIT.ok;
}

/** Names what the exit code says nothing about. */
export function sayRelaxed(
  conditions: readonly Condition[],
  { allowed, say }: { readonly allowed: readonly string[]; readonly say: Terminal['print'] },
): void {
  if (allowed.length > 0) say(`not judged (--allow-ignored): ${allowed.join(', ')}`);
  const relaxed = ALL_CONDITIONS.filter((one) => !conditions.includes(one));
  if (relaxed.length > 0) say(`not a condition (--fail-on): ${relaxed.join(', ')}`);
}
