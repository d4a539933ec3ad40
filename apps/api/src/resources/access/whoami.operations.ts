import { ok } from '#requests';
import { inTeam, principalOf } from '../../ground/caller/index.js';
import { operation } from '../../ground/operation/index.js';
import { WhoAmIModel } from './access.model.js';
import { whoamiSchema } from './access.schema.js';
import { shownCaller } from './shown.js';

export const whoami = operation({
  name: 'whoami',
  route: 'GET /v1/whoami',
  tag: 'access',
  permission: inTeam('viewer'),
  summary: 'Read the caller',
  description: 'The caller of the request: the key or user, the team, and the roles there.',
  uses: {},
  answer: { status: 200, description: 'The caller.', schema: whoamiSchema },
  run: (_, { caller }) => ok(shownCaller(caller, principalOf(caller))),
}).field({
  on: 'Query',
  name: 'whoami',
  type: () => WhoAmIModel,
  asked: () => ({}),
  show: (caller) => new WhoAmIModel(caller),
});
