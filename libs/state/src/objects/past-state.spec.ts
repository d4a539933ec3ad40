import type { LoggedChange } from '../log/index.js';
import { PastState } from './past-state.js';

const create = (position: number, name: string, text: string): LoggedChange =>
  [String(position), 'create', 'Pod', 'shop', name, `uid-${name}`, text] as unknown as LoggedChange;
const bind = (position: number, name: string, patch: string): LoggedChange =>
  [String(position), 'bind', 'Pod', 'shop', name, `uid-${name}`, patch] as unknown as LoggedChange;

const TEXT = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'shop' } });
const PATCH = JSON.stringify({ spec: { nodeName: 'n' } });

test('patches are counted in what a state takes, and go with their object', () => {
  const state = new PastState(0n);
  state.apply(create(1, 'p', TEXT));
  const alone = state.bytes;
  state.apply(bind(2, 'p', PATCH));
  const patched = state.bytes;
  expect(patched - alone).toBeGreaterThanOrEqual(PATCH.length);
  state.apply(create(3, 'q', TEXT));
  state.apply(['4', 'delete', 'Pod', 'shop', 'q', 'uid-q', null] as unknown as LoggedChange);
  expect(state.bytes).toBe(patched);
});

test('what is kept beside a state is counted there, and not in a copy, which does not have it', () => {
  const state = new PastState(0n);
  state.apply(create(1, 'p', TEXT));
  const alone = state.bytes;
  state.keepBeside(1_000);
  expect([state.bytes, state.copy().bytes]).toEqual([alone + 1_000, alone]);
});
