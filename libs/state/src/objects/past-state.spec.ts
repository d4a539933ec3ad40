import fc from 'fast-check';
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

test('the placement of a pod is what its whole object says, in whichever order it is read', () => {
  const words = fc.constantFrom('nodeName', 'Succeeded', 'Failed', 'Running', 'n');
  const specs = fc.record({ nodeName: fc.constantFrom('n', ''), x: words }, { requiredKeys: [] });
  const pods = fc.record({
    metadata: fc.record({ labels: fc.dictionary(words, words) }),
    spec: specs,
    status: fc.option(fc.record({ phase: words }, { requiredKeys: [] }), { nil: undefined }),
  });
  const patches = fc.array(fc.record({ spec: specs }), { maxLength: 2 });
  fc.assert(
    fc.property(pods, patches, fc.boolean(), (pod, patched, readsFirst) => {
      const state = new PastState(0n);
      state.apply(create(1, 'p', JSON.stringify(pod)));
      for (const [index, patch] of patched.entries()) state.apply(bind(index + 2, 'p', JSON.stringify(patch)));
      const read = state.get('Pod', 'shop', 'p');
      if (readsFirst) read?.stored();
      const node = [pod, ...patched].reduce<string | undefined>((last, { spec }) => spec.nodeName ?? last, undefined);
      const finished = ['Succeeded', 'Failed'].includes(pod.status?.phase ?? '');
      expect(read?.placement).toEqual({ node: node === '' ? null : (node ?? null), finished });
      const objects = [read?.stored().object, read?.stored().object];
      expect(objects[0]).toEqual(objects[1]);
      expect(objects[0]).not.toBe(objects[1]);
    }),
  );
});
