import { ArgsType, ID } from '@nestjs/graphql';
import type { DecisionFilter } from '#audit';
import { argsOf, argumentsOf, PageArgs } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { RUN_ID } from '../scheduling/index.js';
import { decisionArgs } from './decision.schema.js';

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
    node: 'Only decisions that bound the pod to this node.',
    plugin: 'Only decisions in which this filter rejected a node.',
    reason:
      'Only decisions in which a node was rejected for this reason, as reported by kube-scheduler; with ' +
      '`plugin`, by that filter.',
    obstacle: { description: 'How `plugin` and `reason` rejected nodes.' },
  },
  PageArgs,
) {}

/** The filter as the service takes it. @throws RequestRefused with all that cannot be read. */
export function decisionFilterOf(args: DecisionFilterArgs): DecisionFilter {
  const run = args.run && (RUN_ID.read(args.run)?.run ?? args.run);
  const { labelSelector: labels, ...filter } = argumentsOf(decisionArgs, { ...args, run });
  return withoutUndefined({ ...filter, labels });
}
