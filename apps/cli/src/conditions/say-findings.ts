import type { Schemas } from '#client';
import { problemInWords } from '../import/index.js';
import { counted } from '../output/index.js';
import type { Terminal } from '../terminal/index.js';

type Findings = NonNullable<Schemas['WhatIf']['findings']>;

/** Most lines of one sort. */
const MOST_LINES = 20;

/** What there is to say of the manifests, a line each. */
export function sayFindings(findings: Findings | undefined, { complain }: Pick<Terminal, 'complain'>): void {
  if (findings === undefined) return;
  const { unknownFields, warnings, ignored, refused, overQuota, rollouts, assumed } = findings;
  const lines = {
    'unknown field': unknownFields.map(problemInWords),
    warning: warnings.map(problemInWords),
    ignored: ignored.map(
      ({ count, message, matters }) => `${counted(count, 'object')}: ${message}${matters ? '; not judged' : ''}`,
    ),
    refused: refused.map(({ pods, ...one }) =>
      problemInWords({ ...one, message: pods > 0 ? `${counted(pods, 'pod')}: ${one.message}` : one.message }),
    ),
    'over quota': overQuota.map(
      ({ namespace, quota, resource, hard, used }) => `${namespace}/${quota}: ${used} of ${hard} ${resource} used`,
    ),
    rollout: rollouts.map(problemInWords),
    assumed,
  };
  for (const [title, some] of Object.entries(lines)) {
    for (const line of some.slice(0, MOST_LINES)) complain(`${title}: ${line}`);
    if (some.length > MOST_LINES) complain(`${title}: and ${some.length - MOST_LINES} more: -o json has all`);
  }
}
