import type { Attempt } from '../attempt/attempt.js';
import { DenseExecutor, IncrementalExecutor } from '../executor/index.js';
import type { Answer, Question } from '../plugin.js';
import { readProfile } from '../configuration/read-profile.js';
import { type Profile } from '../profile/index.js';
import { failuresAt, firstAt } from '../evidence/read-evidence.js';
import { schedulePod } from '../schedule-pod.js';
import { evidenceByRow, makeNode, makePod, makeSnapshot, type PodBuilder } from '../testing/index.js';
import { cluster, needy, on } from '../testing/preemption-attempts.js';
import type { ExtenderAnswer, ExtenderQuestion } from '../extenders/index.js';

const A = { urlPrefix: 'http://a', filterVerb: 'filter', prioritizeVerb: 'prioritize', weight: 2 };
const B = { urlPrefix: 'http://b', filterVerb: 'filter', nodeCacheCapable: true };

function profile(...extenders: object[]): Profile {
  const read = readProfile({ extenders });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.profile;
}

type Reply = ExtenderAnswer | 'pass';
type Script = Readonly<Record<string, Reply | ((question: ExtenderQuestion) => Reply)>>;

/** What lets everything through. */
function passing(question: ExtenderQuestion): ExtenderAnswer {
  switch (question.verb) {
    case 'filter':
      return filter(question.nodes);
    case 'prioritize':
      return { verb: 'prioritize', scores: [] };
    case 'preempt': {
      const candidates = question.candidates.map(({ victims, ...one }) => ({
        ...one,
        victims: victims.map(({ uid }) => uid),
      }));
      return { verb: 'preempt', candidates };
    }
    case 'bind':
      return { verb: 'bind', error: '' };
  }
}

interface Failures {
  readonly failed?: Record<string, string>;
  readonly unresolvable?: Record<string, string>;
  readonly error?: string;
}

function filter(
  nodes: readonly string[],
  { failed = {}, unresolvable = {}, error = '' }: Failures = {},
): ExtenderAnswer {
  return { verb: 'filter', nodes, failed, unresolvable, error };
}

interface Options {
  readonly pod?: PodBuilder;
  readonly snapshot?: ReturnType<typeof makeSnapshot>;
  readonly executor?: DenseExecutor | IncrementalExecutor;
}

const nodes = (...names: string[]) => makeSnapshot(names.map((name) => makeNode(name)));

/** One attempt; the script says who answers what, by `extender verb`. */
function attempt(
  of: Profile,
  script: Script,
  { pod = makePod('p'), snapshot = nodes('n0', 'n1', 'n2'), executor = new DenseExecutor() }: Options = {},
): Attempt {
  const answer = (question: Question): Answer => {
    if (question.kind !== 'extender') throw new Error('only extenders are asked');
    const line = script[`${question.extender.name} ${question.verb}`] ?? 'pass';
    const reply = typeof line === 'function' ? line(question) : line;
    return reply === 'pass' ? passing(question) : reply;
  };
  const cycle = schedulePod({ profile: of, snapshot, executor, pod, tieBreak: { rule: 'first' }, ordinal: 0 });
  let step = cycle.next();
  while (step.done !== true) step = cycle.next(step.value.map(answer));
  return step.value;
}

const asked = ({ asked: exchanges }: Attempt): string[] =>
  exchanges.map(({ question }) =>
    question.kind === 'permit'
      ? question.plugin
      : `${question.extender.name} ${question.verb} ${'nodes' in question ? question.nodes.join(' ') : ''}`.trim(),
  );
const scores = ({ evidence }: Attempt, plugin: string): (number | null)[][] =>
  evidence === null
    ? []
    : (evidenceByRow(evidence).scores ?? []).filter((one) => one.plugin === plugin).map(({ raw }) => [...raw]);

describe('filtering', () => {
  test('extenders are asked in their order, each about what the one before left, and scores by those that left', () => {
    const made = attempt(profile(A, B), {
      'http://a filter': filter(['n0', 'n2'], { failed: { n1: 'no' } }),
      'http://a prioritize': {
        verb: 'prioritize',
        scores: [
          { host: 'n2', score: 11 },
          { host: 'gone', score: 3 },
        ],
      },
    });
    expect(asked(made)).toEqual(['http://a filter n0 n1 n2', 'http://b filter n0 n2', 'http://a prioritize n0 n2']);
    expect(made).toMatchObject({ outcome: 'scheduled', nodeName: 'n2' });
    expect(scores(made, 'http://a')).toEqual([[0, null, 11]]);
    expect(made.evidence?.scores.at(-1)).toMatchObject({ plugin: 'http://a', weight: 20 });
  });

  test('what extenders say stands with the filters, in the words of kube-scheduler', () => {
    const made = attempt(profile({ ...A, prioritizeVerb: '' }), {
      'http://a filter': filter([], {
        failed: { n0: 'busy', n1: 'busy', stray: 'odd' },
        unresolvable: { n1: 'broken' },
      }),
    });
    expect(made.outcome).toBe('unschedulable');
    // The node that was left out counts nowhere, and one that nobody has does.
    expect(made.filterMessage).toBe('0/3 nodes are available: 1 broken, 1 busy, 1 odd.');
    const { evidence } = made;
    if (evidence === null) throw new Error('there is evidence');
    const said = [0, 1, 2].map((row) => ({
      first: evidence.statuses[firstAt(evidence, row)],
      failures: failuresAt(evidence, row).map((id) => evidence.statuses[id]?.reasons),
    }));
    const unresolvable = 'UnschedulableAndUnresolvable';
    expect(said).toEqual([
      { first: { plugin: 'http://a', code: 'Unschedulable', reasons: ['busy'] }, failures: [['busy']] },
      { first: { plugin: 'http://a', code: unresolvable, reasons: ['broken'] }, failures: [['broken']] },
      {
        first: { plugin: null, code: unresolvable, reasons: [] },
        failures: [['the extender left the node out without a reason']],
      },
    ]);
    expect(evidence.combinations.reduce((sum, { rows }) => sum + rows, 0)).toBe(3);
  });

  test('nodes that the filters turned down are not asked about, and may be given another status', () => {
    const snapshot = makeSnapshot([makeNode('n0').cordoned(), makeNode('n1')]);
    const made = attempt(
      profile(B),
      { 'http://b filter': filter([], { failed: { n0: 'mine', n1: 'mine' } }) },
      { snapshot },
    );
    expect(asked(made)).toEqual(['http://b filter n1']);
    expect(made.filterMessage).toBe('0/2 nodes are available: 2 mine.');
  });

  const errors: [name: string, answer: ExtenderAnswer, message: string][] = [
    ['fails', { failure: 'Post "http://b/filter": EOF' }, 'Post "http://b/filter": EOF'],
    ['says an error', filter([], { error: 'no license' }), 'no license'],
    [
      'names a node that it was not asked about',
      filter(['n0', 'n9']),
      'extender "http://b" claims a filtered node "n9" which is not found in the input node list',
    ],
  ];
  test.each(errors)('one that %s ends the attempt, unless it may be ignored', (_, answer, message) => {
    const script = { 'http://b filter': answer };
    expect(attempt(profile(B), script)).toMatchObject({ outcome: 'error', message, asked: [{ answer }] });
    const ignored = attempt(profile({ ...B, ignorable: true }), script);
    expect(ignored).toMatchObject({ outcome: 'scheduled', nodeName: 'n0', asked: [{ answer }] });
    expect(ignored.evidence?.verdicts.map(({ plugin }) => plugin)).not.toContain('http://b');
  });

  test('those that may be ignored come last', () => {
    const made = attempt(profile({ ...A, ignorable: true }, B), {});
    expect(asked(made).slice(0, 2)).toEqual(['http://b filter n0 n1 n2', 'http://a filter n0 n1 n2']);
  });

  test('the nominated node is asked about alone, and taken if it passes', () => {
    const pod = makePod('p').nominatedTo('n1');
    const taken = attempt(profile(A), {}, { pod });
    expect([asked(taken), taken.nodeName]).toEqual([['http://a filter n1'], 'n1']);
    const keepOff = (question: ExtenderQuestion): Reply =>
      'nodes' in question ? filter(question.nodes.filter((name) => name !== 'n1')) : 'pass';
    const others = attempt(profile(A), { 'http://a filter': keepOff }, { pod });
    expect([asked(others)[1], others.nodeName]).toEqual(['http://a filter n0 n1 n2', 'n0']);
    const failing = attempt(profile(A), { 'http://a filter': { failure: 'away' } }, { pod });
    expect(failing).toMatchObject({ outcome: 'error', message: 'away' });
  });

  test('one that manages resources is asked about pods that name one, and the scheduler may leave it to it', () => {
    const managedResources = [{ name: 'example.com/tape', ignoredByScheduler: true }];
    const of = profile({ ...B, managedResources });
    expect(asked(attempt(of, {}))).toEqual([]);
    const pod = makePod('p').requests({ 'example.com/tape': 1 });
    const made = attempt(of, {}, { pod });
    expect([asked(made), made.nodeName]).toEqual([['http://b filter n0 n1 n2'], 'n0']);
  });

  test('either executor has the same evidence', () => {
    const script = { 'http://a filter': filter(['n1', 'n2'], { failed: { n0: 'no' } }) };
    const [dense, incremental] = [new DenseExecutor(), new IncrementalExecutor()].map((executor) =>
      attempt(profile(A), script, { executor }),
    );
    const seen = (made: Attempt | undefined) => made?.evidence && evidenceByRow(made.evidence);
    expect(seen(incremental)).toEqual(seen(dense));
  });
});

test('scores of several are asked for at once, and one that fails gives none', () => {
  const second = { ...A, urlPrefix: 'http://a', filterVerb: '' };
  const of = profile(A, second);
  const batches: number[] = [];
  const cycle = schedulePod({
    profile: of,
    snapshot: nodes('n0', 'n1'),
    executor: new DenseExecutor(),
    pod: makePod('p'),
    tieBreak: { rule: 'first' },
    ordinal: 0,
  });
  let step = cycle.next();
  while (step.done !== true) {
    batches.push(step.value.length);
    step = cycle.next(
      step.value.map((question, index): Answer => {
        if (question.kind !== 'extender') throw new Error('only extenders are asked');
        if (question.verb !== 'prioritize') return passing(question);
        return index === 0 ? { failure: 'away' } : { verb: 'prioritize', scores: [{ host: 'n1', score: 1 }] };
      }),
    );
  }
  expect([batches, step.value.nodeName]).toEqual([[1, 2], 'n1']);
  expect(step.value.evidence?.scores.map(({ plugin }) => plugin).slice(-1)).toEqual(['http://a #2']);
});

describe('preemption', () => {
  const P = { urlPrefix: 'http://p', preemptVerb: 'preempt', nodeCacheCapable: true };
  const crowded = () => cluster([on('a', 'x', 1, 1000), on('b', 'y', 2, 1000)]);
  const preempt = (extender: object, script: Script): Attempt =>
    attempt(profile(extender), script, { pod: needy(), snapshot: crowded() });
  const left = (...candidates: { node: string; victims: string[] }[]): ExtenderAnswer => ({
    verb: 'preempt',
    candidates: candidates.map((one) => ({ ...one, budgetViolations: 0 })),
  });

  test('an extender chooses among the candidates', () => {
    const uid = (name: string): string => name;
    expect(preempt(P, {}).postFilter?.nominatedNode).toBe('a');
    const made = preempt(P, { 'http://p preempt': left({ node: 'b', victims: [uid('y')] }) });
    expect(made.outcome).toBe('nominated');
    expect([made.postFilter?.nominatedNode, made.postFilter?.victims.map(({ name }) => name)]).toEqual(['b', ['y']]);
  });

  const refusals: [name: string, answer: ExtenderAnswer, message: string][] = [
    ['leaves none', left(), 'preemption: no candidate node for preemption'],
    ['fails', { failure: 'away' }, 'preemption: away'],
    ['names no victims', left({ node: 'a', victims: [] }), 'preemption: expected at least one victim pod on node "a"'],
    ['names another node', left({ node: 'z', victims: ['x'] }), 'preemption: nodeinfo not found for node name "z"'],
    [
      'names another victim',
      left({ node: 'a', victims: ['nobody'] }),
      'claims to preempt pod (UID: &{nobody}) on node: a, but the pod is not found on that node',
    ],
  ];
  test.each(refusals)('one that %s', (_, answer, message) => {
    const made = preempt(P, { 'http://p preempt': answer });
    expect(made.outcome).toBe('unschedulable');
    expect(made.message.endsWith(message)).toBe(true);
  });

  test('one that may be ignored is', () => {
    const made = preempt({ ...P, ignorable: true }, { 'http://p preempt': { failure: 'away' } });
    expect(made.postFilter?.nominatedNode).toBe('a');
  });
});

describe('binding', () => {
  const bind = { urlPrefix: 'http://b', bindVerb: 'bind' };
  test('the extender that binds gets pod and node', () => {
    expect(attempt(profile(bind), {})).toMatchObject({
      outcome: 'scheduled',
      nodeName: 'n0',
      asked: [{ question: { verb: 'bind', node: 'n0' } }],
    });
  });
  test('its error is that of the attempt, unless it may be ignored', () => {
    const script: Script = { 'http://b bind': { verb: 'bind', error: 'no lease' } };
    expect(attempt(profile(bind), script)).toMatchObject({ outcome: 'error', message: 'no lease', patches: [] });
    expect(attempt(profile({ ...bind, ignorable: true }), script)).toMatchObject({ outcome: 'scheduled' });
  });
});
