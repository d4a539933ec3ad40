import { isDeepStrictEqual } from 'node:util';
import type { Decision } from '#audit';
import type { PlannedDecision } from '../runs/index.js';

/** A field that says something else. */
export interface FieldDifference {
  readonly field: string;
  readonly recorded: unknown;
  readonly replayed: unknown;
}

type Field = readonly [
  name: string,
  recorded: (decision: Decision) => unknown,
  replayed: (decision: PlannedDecision) => unknown,
  /** What of the replayed value was noted when the recorded one was. */
  asRecorded?: (replayed: PlannedDecision, recorded: Decision) => unknown,
];

/** What came out first, then why; the trace's digest last, for it is over all that went before of its class. */
const FIELDS: readonly Field[] = [
  ['outcome', ({ outcome }) => outcome, ({ outcome }) => outcome],
  ['reasonCode', ({ reasonCode }) => reasonCode ?? null, ({ reasonCode }) => reasonCode],
  ['node', ({ node }) => node, ({ node }) => node],
  ['nominatedNode', ({ nominatedNode }) => nominatedNode, ({ nominatedNode }) => nominatedNode],
  ['victims', ({ victims }) => victims, ({ victims }) => victims],
  ['observed', ({ observed }) => observed ?? null, ({ observed }) => observed ?? null, asRemarked],
  ['message', ({ message }) => message, ({ message }) => message],
  ['nodes', ({ nodes }) => nodes, ({ nodes }) => nodes],
  ['rejections', ({ rejections }) => rejections, ({ rejections }) => rejections, asCounted],
  ['best', ({ best }) => best, ({ best }) => best],
  ['seed', ({ seed }) => seed, ({ seed }) => seed],
  ['ordinal', ({ ordinal }) => ordinal, ({ ordinal }) => ordinal],
  [
    'traceDigest',
    ({ traceDigest }) => traceDigest,
    ({ trace }) => (trace === null ? null : Buffer.from(trace.digest).toString('hex')),
  ],
];

/** The first field in which a decision is not the one that was recorded. */
export function differentField(recorded: Decision, replayed: PlannedDecision): FieldDifference | undefined {
  for (const [field, ofRecorded, ofReplayed, asRecorded = ofReplayed] of FIELDS) {
    const [before, now] = [ofRecorded(recorded), asRecorded(replayed, recorded)];
    if (before !== now && !isDeepStrictEqual(before, now)) return { field, recorded: before, replayed: now };
  }
  return undefined;
}

/** Decisions from before it was counted say nothing of `only`. */
function asCounted({ rejections }: PlannedDecision, recorded: Decision): unknown {
  if (recorded.rejections.every(({ nodes }) => nodes.only !== null)) return rejections;
  return rejections.map((one) => ({ ...one, nodes: { ...one.nodes, only: null } }));
}

/** A remark about other states stands behind what is said of this one. */
function asRemarked({ observed }: PlannedDecision, { observed: recorded }: Decision): unknown {
  if (observed === undefined || recorded === undefined) return observed ?? null;
  const isRemarked = recorded.reason?.startsWith(observed.reason ?? '') === true;
  if (!isRemarked) return observed;
  // Not all plausible states were looked at, so that the difference was not called one.
  const isOpen = recorded.agreement === 'unknown' && recorded.reason !== observed.reason;
  return { ...observed, reason: recorded.reason, ...(isOpen && { agreement: 'unknown' }) };
}
