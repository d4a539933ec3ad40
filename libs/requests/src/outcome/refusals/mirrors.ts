import { optional, refusal, text } from './definition.js';
import { quoted } from './words.js';

const cluster = text('The cluster.');
const by = text('Who sends what happens in the real cluster.');
const lastAt = text('When the last batch was taken.');

/** What following a real cluster may meet, and writing to a cluster that follows one. */
export const MIRRORS = {
  ClusterFollowed: refusal({
    code: 'CLUSTER_FOLLOWED',
    category: 'conflict',
    title: 'The cluster follows a real one',
    description: 'The cluster follows a real one: only its mirror writes objects. Fork it to change it.',
    fields: { cluster, by, since: text('Since when.'), lastAt },
    detail: (values) =>
      `cluster ${quoted(values.cluster)} follows a real one: ${values.by} writes its objects since ${values.since}; ` +
      'fork it to change it, or run with "dryRun": true',
  }),
  MirrorAlive: refusal({
    code: 'MIRROR_ALIVE',
    category: 'conflict',
    title: 'Another mirror is alive',
    description: 'Another mirror of the cluster is alive: wait until it lapses, or take over.',
    fields: { cluster, by, lastAt, lapsesAt: text('When it lapses, unless it sends something.') },
    detail: (values) =>
      `another mirror of cluster ${quoted(values.cluster)} is alive: ${values.by} sent a batch at ${values.lastAt}; ` +
      `it lapses at ${values.lapsesAt}, and takeOver=true takes over at once`,
  }),
  MirrorSequence: refusal({
    code: 'MIRROR_SEQUENCE',
    category: 'conflict',
    title: 'The batch is not the next one of the stream',
    description: 'The batch is not the next one of the stream that the cluster follows.',
    fields: {
      stream: text('The stream in the request.'),
      given: text('Number of the batch.'),
      expected: optional(text('Number of the next batch; absent if the cluster does not follow the stream.')),
    },
    detail: ({ stream, given, expected }) =>
      expected === undefined
        ? `the cluster does not follow stream ${quoted(stream)}: begin with batch 0`
        : `batch ${given} of stream ${quoted(stream)} is not the next one, which is ${expected}`,
    field: 'sequence',
  }),
  ClusterHasControllers: refusal({
    code: 'CLUSTER_HAS_CONTROLLERS',
    category: 'conflict',
    title: 'The cluster has controllers',
    description: 'Controllers or a clock act in the cluster: one that follows a real cluster is created without.',
    fields: { cluster },
    detail: (values) =>
      `cluster ${quoted(values.cluster)} has controllers or a clock of its own: create one with ` +
      '"controllers": "none" to follow a real cluster',
  }),
  ClusterNotFollowed: refusal({
    code: 'CLUSTER_NOT_FOLLOWED',
    category: 'notFound',
    title: 'The cluster follows no real one',
    description: 'The cluster follows no real one.',
    fields: { cluster },
    detail: (values) => `cluster ${quoted(values.cluster)} follows no real one`,
  }),
};
