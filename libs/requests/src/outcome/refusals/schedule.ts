import { current, given, pods, refusal, text } from './definition.js';
import { listed, quoted } from './words.js';

/** What a call of schedule may meet, beside its profile. */
export const SCHEDULE = {
  RevisionConflict: refusal({
    code: 'REVISION_CONFLICT',
    category: 'conflict',
    title: 'The cluster is at another revision',
    description: 'The cluster has moved on.',
    fields: { given, current },
    detail: (values) => `revision ${values.given} was given, the cluster is at ${values.current}`,
    field: 'baseRevision',
  }),
  NoPodsSelected: refusal({
    code: 'NO_PODS_SELECTED',
    category: 'invalid',
    title: 'No pod was selected',
    description: 'No pending pod is among those that were asked for, and a run of none was not asked for.',
    fields: { selection: text('Which pods were asked for, in words.') },
    detail: ({ selection }) => `there is no ${selection}; with "allowEmpty": true the run is one of no pods`,
    field: 'pods',
    input: ['pods'],
  }),
  RunEnded: refusal({
    code: 'RUN_ENDED',
    category: 'conflict',
    title: 'The run has ended',
    description: 'The run has ended: there is nothing left to cancel.',
    fields: { run: text('Its id.'), state: text('How it ended.') },
    detail: ({ run, state }) => `run ${run} has ended: it is ${state}`,
  }),
  PodsNotFound: refusal({
    code: 'PODS_NOT_FOUND',
    category: 'unknownReference',
    title: 'Pods that were asked for are not there',
    description: 'Pods that were asked for are not there.',
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
