import { CauseService } from '#history';
import { inNamespace } from '../../ground/caller/index.js';
import { operation } from '../../ground/operation/index.js';
import { ErrorCode } from '../../ground/outcome/index.js';
import { causeQuery, causesSchema } from './cause.schema.js';

export const listCauses = operation({
  name: 'listCauses',
  route: 'GET /v1/clusters/:cluster/causes',
  tag: 'log',
  permission: inNamespace('viewer'),
  summary: 'Explain why a change happened',
  description:
    'The change at a position, the change that its controller reacted to, and so on, back to a request or a timer. ' +
    'Without a clock every change is made by a request.',
  uses: { causes: CauseService },
  query: causeQuery,
  answer: { status: 200, description: 'The chain.', schema: causesSchema },
  problems: [ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED, ErrorCode.POSITION_AHEAD],
  run: ({ causes }, { caller, path: { cluster }, query: { position } }) => causes.why(caller, cluster, position),
  show: (found) => found,
});
