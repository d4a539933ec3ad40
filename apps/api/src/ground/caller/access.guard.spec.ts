import { Denied } from '#requests';
import { Unauthenticated } from '#access';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AccessGuard, checkPermissions, notePrincipal, Operation, type Permissions } from './index.js';

/** With a name that the table of permissions has: a declaration stays in the process, and every start checks it. */
class Door {
  @Operation('readHealth')
  open(this: void): void {}

  knock(this: void): void {}
}

const door = new Door();
const ANN = { id: 'key:ann', name: 'ann', team: 't', teamName: 't', expiresAt: undefined };
const EDITORS: Permissions[string] = { roles: ['editor'], in: 'team' };
const EDITORS_THERE: Permissions[string] = { roles: ['editor'], in: 'cluster' };

function overHttp(handler: () => void, roles: readonly ('editor' | 'viewer' | 'admin')[] = []): ExecutionContextHost {
  const request = { id: 'r', headers: {} };
  if (roles.length > 0) notePrincipal(request, { ...ANN, roles });
  return new ExecutionContextHost([request, {}], Door, handler);
}

function inGraphql(type: string, roles: readonly string[]): ExecutionContextHost {
  const context = { caller: { actor: 'ann', team: 't', roles } };
  const host = new ExecutionContextHost(
    [null, {}, context, { parentType: { name: type }, fieldName: 'readHealth' }],
    Door,
    door.open,
  );
  host.setType('graphql');
  return host;
}

type Answer = true | typeof Unauthenticated | typeof Denied | string;

test.each<[string, Permissions, ExecutionContextHost, Answer]>([
  ['a public operation asks for no caller', { readHealth: 'everybody' }, overHttp(door.open), true],
  ['all else asks who it is', { readHealth: EDITORS }, overHttp(door.open), Unauthenticated],
  ['a role of the team lets in', { readHealth: EDITORS }, overHttp(door.open, ['editor']), true],
  ['with all that it implies', { readHealth: EDITORS }, overHttp(door.open, ['admin']), true],
  ['another keeps out', { readHealth: EDITORS }, overHttp(door.open, ['viewer']), Denied],
  [
    'of a cluster it is asked where that is found',
    { readHealth: EDITORS_THERE },
    overHttp(door.open, ['viewer']),
    true,
  ],
  ['the service is for those who run it', { readHealth: 'service' }, overHttp(door.open, ['admin']), Denied],
  ['a mutation is named by its type', { 'Mutation.readHealth': EDITORS }, inGraphql('Mutation', ['viewer']), Denied],
  ['and lets in likewise', { 'Mutation.readHealth': EDITORS }, inGraphql('Mutation', ['editor']), true],
  ['an operation without a row is refused', {}, overHttp(door.open, ['admin']), 'readHealth has no row'],
  ['a name of every object is no row', {}, inGraphql('Query', ['admin']), 'Query.readHealth has no row'],
  ['a route without a name lets nobody in', {}, overHttp(door.knock), 'the handler knock has no operation'],
])('%s', (_, permissions, context, answer) => {
  const ask = (): boolean => new AccessGuard(permissions).canActivate(context);
  if (answer === true) expect(ask()).toBe(true);
  else expect(ask).toThrow(answer);
});

test('an operation without a row fails the start', () => {
  expect(() => {
    checkPermissions({ a: 'everybody' }, ['a', 'b', 'toString']);
  }).toThrow('no row for b, toString');
});
