import { ArgsType, ID } from '@nestjs/graphql';
import type { DecisionFilter } from '#audit';
import { argsOf, argumentsOf, DateTime, PageArgs } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { RUN_ID } from '../scheduling/index.js';
import { decisionArgs } from './decision.schema.js';
import { DecisionOutcomeModel, ObstacleModel } from './decisions.model.js';

/** Which decisions; all that is given must hold. */
@ArgsType()
export class DecisionFilterArgs extends argsOf(
  decisionArgs,
  {
    run: {
      type: () => ID,
      description: 'Of this run: its global id or its plain id. Dry runs are found in no other way.',
    },
    pod: 'Of this pod: `namespace/name`.',
    namespace: 'Of pods of this namespace.',
    labelSelector:
      'Of pods with these labels: `key=value` or `key`, with commas between them. As they were when the ' +
      'decision was indexed, seconds after it was made.',
    node: 'That bound to this node.',
    outcome: { type: () => DecisionOutcomeModel, description: 'That ended so.' },
    profile: 'Of this profile: its name, or the digest of one version of it.',
    plugin: 'Where this filter turned a node down.',
    reason: "Where a node was turned down for this reason, in kube-scheduler's words; with `plugin`, by that filter.",
    obstacle: { type: () => ObstacleModel, description: 'How what `plugin` and `reason` say was in the way.' },
    since: { type: () => DateTime, description: 'Start of the bucket, inclusive.' },
    until: { type: () => DateTime, description: 'End of the bucket, exclusive.' },
  },
  PageArgs,
) {}

/** The filter as the service takes it. @throws RequestRefused with all that cannot be read. */
export function decisionFilterOf(args: DecisionFilterArgs): DecisionFilter {
  const run = args.run && (RUN_ID.read(args.run)?.run ?? args.run);
  const { labelSelector: labels, ...filter } = argumentsOf(decisionArgs, { ...args, run });
  return withoutUndefined({ ...filter, labels });
}
