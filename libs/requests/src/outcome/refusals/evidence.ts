import { refusal, text } from './definition.js';
import { quoted } from './words.js';

/** What asking for runs, decisions and traces may meet. */
export const EVIDENCE = {
  RunNotFound: refusal({
    code: 'RUN_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such run',
    description: 'There is no such run, or it was a dry run and has expired.',
    fields: { run: text('Its id.') },
    detail: ({ run }) => `run ${quoted(run)} not found`,
  }),
  /** Its decisions are there, but not what they were made on. */
  RunNotReplayable: refusal({
    code: 'RUN_NOT_REPLAYABLE',
    category: 'invalid',
    title: 'The run cannot be replayed',
    description: 'The run cannot be replayed.',
    fields: { run: text('Its id.'), reason: text('The reason.') },
    detail: ({ run, reason }) => `run ${quoted(run)} cannot be decided again: ${reason}`,
  }),
  DecisionNotFound: refusal({
    code: 'DECISION_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such decision',
    description: 'There is no such decision.',
    fields: { decision: text('Its id.') },
    detail: ({ decision }) => `decision ${quoted(decision)} not found`,
  }),
  NodeSetNotFound: refusal({
    code: 'NODE_SET_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such node set',
    description: 'No trace of the cluster refers to a node set with this digest.',
    fields: { digest: text('The digest, hexadecimal.') },
    detail: ({ digest }) => `node set ${quoted(digest)} not found`,
  }),
  TraceNotStored: refusal({
    code: 'TRACE_NOT_STORED',
    category: 'notFound',
    title: 'The decision has no trace',
    description: 'The decision has no trace.',
    fields: { decision: text('Its id.'), reason: text('The reason.') },
    detail: ({ decision, reason }) => `decision ${quoted(decision)} has no trace: ${reason}`,
  }),
};
