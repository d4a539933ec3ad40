import { EventEmitter } from 'node:events';
import type { Authenticator } from '#access';
import { Sessions } from './sessions.js';

const PRINCIPAL = { id: 'key:a', name: 'a', team: 't', teamName: 't', roles: [], expiresAt: undefined };

class Socket extends EventEmitter {
  constructor(readonly closed: boolean) {
    super();
  }
}

test('what is open is remembered until it is closed, and what was closed already never is', () => {
  const sessions = new Sessions({ isOff: false } as Authenticator);
  const [open, closed] = [new Socket(false), new Socket(true)];
  for (const socket of [open, closed])
    sessions.add({ authorization: 'Bearer a', principal: PRINCIPAL, socket, end: () => undefined });
  expect(sessions.size).toBe(1);
  open.emit('close');
  expect(sessions.size).toBe(0);
});
