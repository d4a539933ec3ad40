import { Scenario } from '../../testing/scenario.js';

const cluster = () => new Scenario().node('n1').settle();
const tolerating = (...all: object[]) => ({ spec: { tolerations: all } });
const toleration = (key: string, tolerationSeconds?: number) => ({
  ...{ key, operator: 'Exists', effect: 'NoExecute' },
  ...(tolerationSeconds !== undefined && { tolerationSeconds }),
});
const taint = (at: Scenario, ...keys: string[]) =>
  at.patch('Node', 'n1', { spec: { taints: keys.map((key) => ({ key, effect: 'NoExecute' })) } });
const names = (at: Scenario) => at.pods().map(({ metadata }) => metadata.name);
const said = (at: Scenario) => at.events().filter((event) => event.includes('TaintManagerEviction'));

test('what does not tolerate every NoExecute taint goes at once, and says why', () => {
  const at = cluster()
    .pod('plain', { model: { 'stop-after': '9s' } })
    .pod('one', tolerating(toleration('a')))
    .pod('both', tolerating(toleration('a'), toleration('b')))
    .pod('other', tolerating({ key: 'a', operator: 'Exists', effect: 'NoSchedule' }))
    .settle();
  taint(at, 'a', 'b').advance(3);
  expect(names(at)).toEqual(['plain', 'both']);
  expect(at.get('Pod', 'plain').status.conditions.at(-1)).toMatchObject({
    ...{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByTaintManager', observedGeneration: 1 },
  });
  expect(said(at)[0]).toBe(
    'taint-eviction-controller Pod/plain TaintManagerEviction: Marking for deletion Pod t/plain',
  );
});

test('tolerated for a time it goes after the least of those that match; a later taint does not hurry that', () => {
  const at = cluster()
    .pod('least', tolerating(toleration('a', 2), toleration('a', 100)))
    .pod('later', tolerating(toleration('a', 9), toleration('b', 1)))
    .settle();
  taint(at, 'a').advance(1);
  taint(at, 'a', 'b').advance(2);
  expect(names(at)).toEqual(['later']);
  expect(names(at.advance(6))).toEqual([]);
});

test('a taint that is lifted in time evicts nothing, and that is said', () => {
  const at = cluster()
    .pod('lucky', tolerating(toleration('a', 6)))
    .settle();
  taint(at, 'a').advance(2);
  taint(at).advance(10);
  expect([names(at), said(at)]).toEqual([
    ['lucky'],
    ['taint-eviction-controller Pod/lucky TaintManagerEviction: Cancelling deletion of Pod t/lucky'],
  ]);
});

test('a pod that is deleted before its time is over is not evicted, and that is said', () => {
  const at = cluster()
    .pod('brief', tolerating(toleration('a', 6)))
    .settle();
  taint(at, 'a').advance(2).delete('Pod', 'brief').advance(10);
  expect([names(at), said(at)]).toEqual([
    [],
    ['taint-eviction-controller Pod/brief TaintManagerEviction: Cancelling deletion of Pod t/brief'],
  ]);
  const about = at.list('Event').find(({ reason }) => reason === 'TaintManagerEviction').involvedObject;
  expect(Object.keys(about)).toEqual(['kind', 'namespace', 'name', 'apiVersion']);
});

test('a pod that comes to a tainted node, and one that gains a toleration, are judged then', () => {
  const at = cluster()
    .pod('saved', tolerating(toleration('a', 6)))
    .settle();
  taint(at, 'a').advance(2);
  at.patch('Pod', 'saved', tolerating(toleration('a', 6), toleration('b')));
  at.pod('bound', { spec: { nodeName: 'n1' } }).advance(1);
  expect(names(at)).toEqual(['saved']);
  expect(names(at.advance(3))).toEqual([]);
});

test('a DaemonSet deletes the pod of a node that it may not run on any more, and the pod is evicted too', () => {
  const at = cluster()
    .workload('DaemonSet', 'agent', { model: { 'stop-after': '9s' } })
    .settle();
  taint(at, 'a').advance(3);
  expect(at.events().some((event) => event.includes('SuccessfulDelete'))).toBe(true);
  expect(said(at)).toHaveLength(1);
  expect(at.conditions('Pod', names(at)[0] ?? '')).toContain('DisruptionTarget=True DeletionByTaintManager');
});
