import { current, given, pods, refusal, text } from './definition.js';
import { listed, quoted } from './words.js';

/** What a call of schedule may meet, beside its profile. */
export const SCHEDULE = {
  RevisionConflict: refusal({
    code: 'REVISION_CONFLICT',
    category: 'conflict',
    title: 'The cluster is at another revision',
    description: 'The cluster is at another revision.',
    fields: { given, current },
    detail: (values) => `revision ${values.given} was given, the cluster is at ${values.current}`,
    field: 'baseRevision',
  }),
  NoPodsSelected: refusal({
    code: 'NO_PODS_SELECTED',
    category: 'invalid',
    title: 'No pod was selected',
    description: 'The request selects no pending pod, and does not set allowEmpty.',
    fields: { selection: text('The requested pods, as a phrase.') },
    detail: ({ selection }) => `there is no ${selection}; set "allowEmpty": true to run anyway`,
    field: 'pods',
    input: ['pods'],
  }),
  RunEnded: refusal({
    code: 'RUN_ENDED',
    category: 'conflict',
    title: 'The run has ended',
    description: 'The run has ended and cannot be cancelled.',
    fields: { run: text('Its id.'), state: text('The final state.') },
    detail: ({ run, state }) => `run ${run} has ended: it is ${state}`,
  }),
  PodsNotFound: refusal({
    code: 'PODS_NOT_FOUND',
    category: 'unknownReference',
    title: 'Requested pods do not exist',
    description: 'Requested pods do not exist.',
    fields: { pods: pods('All of them.') },
    detail: (values) => `${values.pods.length} pods were not found: ${listed(values.pods.map(({ name }) => name))}`,
    entries: (values) =>
      values.pods.map(({ index, name }) => ({
        field: `pods.names[${index}]`,
        reason: 'FieldValueNotFound',
        message: `pod ${quoted(name)} not found`,
      })),
    input: ['pods', 'names'],
  }),
};
