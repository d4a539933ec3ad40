import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AccessGuard, Operation, type Permissions } from './index.js';

class Door {
  @Operation('openDoor')
  open(this: void): void {}

  knock(this: void): void {}
}

const door = new Door();

function overHttp(handler: () => void): ExecutionContextHost {
  const request = { id: 'r', headers: { 'x-berth-actor': 'ann' } };
  return new ExecutionContextHost([request, {}], Door, handler);
}

function inGraphql(type: string, fieldName: string): ExecutionContextHost {
  const context = { caller: { actor: 'ann' } };
  const host = new ExecutionContextHost(
    [null, {}, context, { parentType: { name: type }, fieldName }],
    Door,
    door.open,
  );
  host.setType('graphql');
  return host;
}

const isBob: Permissions[string] = ({ actor }) => actor === 'bob';
const isAnn: Permissions[string] = ({ actor }) => actor === 'ann';

test.each<[string, Permissions, ExecutionContextHost, boolean]>([
  ['a route without a row is everybody’s', {}, overHttp(door.open), true],
  ['a route with a row is for those it names', { openDoor: isAnn }, overHttp(door.open), true],
  ['a route with a row keeps others out', { openDoor: isBob }, overHttp(door.open), false],
  [
    'a mutation is named by its type and its field',
    { 'Mutation.openDoor': isBob },
    inGraphql('Mutation', 'openDoor'),
    false,
  ],
  [
    'a mutation with a row is for those it names',
    { 'Mutation.openDoor': isAnn },
    inGraphql('Mutation', 'openDoor'),
    true,
  ],
  ['a row of another field says nothing', { 'Query.openDoor': isBob }, inGraphql('Mutation', 'openDoor'), true],
  ['a name of every object is no row', {}, inGraphql('Query', 'constructor'), true],
])('%s', (_, permissions, context, admitted) => {
  expect(new AccessGuard(permissions).canActivate(context)).toBe(admitted);
});

test('a route without a name lets nobody in', () => {
  expect(() => new AccessGuard({}).canActivate(overHttp(door.knock))).toThrow('the handler knock has no operation');
});
