import { refusal, text } from './definition.js';
import { quoted } from './words.js';

/** What asking for the log of a cluster and its proofs may meet. */
export const LOG = {
  CheckpointNotFound: refusal({
    code: 'CHECKPOINT_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such checkpoint',
    description: 'There is no such checkpoint.',
    fields: { size: text('Its size.') },
    detail: ({ size }) => `there is no checkpoint ${quoted(size)}`,
  }),
  RevisionNotFound: refusal({
    code: 'REVISION_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such revision',
    description: 'There is no such revision.',
    fields: { revision: text('Its number.') },
    detail: ({ revision }) => `revision ${revision} is not in this history`,
  }),
  ChangeNotFound: refusal({
    code: 'CHANGE_NOT_FOUND',
    category: 'notFound',
    title: 'There is no such change',
    description: 'There is no change at this position.',
    fields: { position: text('The position.') },
    detail: ({ position }) => `there is no change at position ${position}`,
  }),
  /** What is there is not what was signed before. */
  HistoryNotSigned: refusal({
    code: 'HISTORY_NOT_SIGNED',
    category: 'conflict',
    title: 'The history differs from the one signed before',
    description: 'The history differs from the one signed before.',
    fields: { cluster: text('The cluster.'), message: text('The matches.') },
    detail: ({ cluster, message }) => `the history of cluster ${quoted(cluster)} is not signed: ${message}`,
  }),
  HistoryArchived: refusal({
    code: 'HISTORY_ARCHIVED',
    category: 'gone',
    title: 'The required history is archived',
    description: 'The history that the proof needs is archived.',
    fields: { cluster: text('The cluster.'), message: text('The missing part.') },
    detail: ({ cluster, message }) => `the history of cluster ${quoted(cluster)} is archived in part: ${message}`,
  }),
  PositionAhead: refusal({
    code: 'POSITION_AHEAD',
    category: 'conflict',
    title: 'The log has not reached the position',
    description: 'The log has not reached the position.',
    fields: { position: text('The value in the request.'), current: text('The present position of the log.') },
    detail: ({ position, current }) => `position ${position} was given, the log is at ${current}`,
  }),
};
