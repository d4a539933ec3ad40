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
      description: 'Only this run, by global id or plain id. Required for decisions of a dry run.',
    },
    pod: 'Only the pod of this name: `namespace/name`.',
    namespace: 'Only pods of this namespace.',
    labelSelector:
      'Only pods with these labels: `key=value` or `key`, comma-separated. The labels are those at the time ' +
      'of indexing, seconds after the decision.',
    node: 'Only decisions that bound the pod to this node.',
    outcome: { type: () => DecisionOutcomeModel, description: 'Only this outcome.' },
    profile: 'Only this profile, by name, or by the digest of one version.',
    plugin: 'Only decisions in which this filter rejected a node.',
    reason:
      'Only decisions in which a node was rejected for this reason, as reported by kube-scheduler; with ' +
      '`plugin`, by that filter.',
    obstacle: { type: () => ObstacleModel, description: 'How `plugin` and `reason` rejected nodes.' },
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
