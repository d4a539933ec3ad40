import { CLUSTERS, MANIFESTS, PROFILES } from './both-faces/contents.js';
import { EVIDENCE, LOG, RUNS } from './both-faces/history.js';
import type { Json, Outcome, Scenario } from './both-faces/scenario.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

/** A text or an object whose `$c` is the cluster. */
function filled<T>(given: T, name: string): T {
  return JSON.parse(JSON.stringify(given).replaceAll('$c', name)) as T;
}

async function arranged({ arrange }: Scenario): Promise<string> {
  const name = await api.cluster(node('a'), node('b'), pod('p'), pod('q', '2'));
  await arrange?.(api, name);
  return name;
}

/** What a face says of it: a code and its text, or the value. */
function outcomeOf(answer: Json, name: string): Outcome {
  return JSON.parse(JSON.stringify(answer).replaceAll(name, '$c')) as Outcome;
}

async function overRest(scenario: Scenario): Promise<Outcome> {
  const name = await arranged(scenario);
  const { of = (all: Json): unknown => all, ...request } = scenario.rest;
  const { at, body } = filled(request, name);
  const [method, path] = at;
  const answer = await api[method](path).send(body);
  if (answer.status < 400) return outcomeOf({ value: of(answer.body) }, name);
  // The Kubernetes API says it as an API server does.
  if (answer.body.kind === 'Status')
    return { refused: `OBJECT_${answer.body.reason === 'NotFound' ? 'NOT_FOUND' : '?'}` };
  return outcomeOf({ refused: answer.body.code, detail: answer.body.detail }, name);
}

async function overGraphql(scenario: Scenario): Promise<Outcome> {
  const name = await arranged(scenario);
  const { query, input = {} } = filled({ query: scenario.graphql.query, input: scenario.graphql.input }, name);
  const { data, errors } = (await api.post('/graphql').send({ query, variables: { input } })).body;
  if (errors !== undefined) return outcomeOf({ refused: errors[0].extensions.code, detail: errors[0].message }, name);
  const [answer] = Object.values<Json>(data);
  const [refusal] = answer?.refusals ?? [];
  if (refusal !== undefined) return outcomeOf({ refused: refusal.code, detail: refusal.message }, name);
  const { refusals = undefined, ...payload } = answer;
  const value = refusals === undefined || scenario.graphql.of !== undefined ? payload : Object.values(payload)[0];
  return outcomeOf({ value: (scenario.graphql.of ?? ((all: Json) => all))(value) }, name);
}

const ALL = [...CLUSTERS, ...PROFILES, ...MANIFESTS, ...RUNS, ...EVIDENCE, ...LOG];

test.each(ALL.map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, scenario) => {
  const [rest, graphql] = [await overRest(scenario), await overGraphql(scenario)];
  expect({ rest, graphql }).toMatchObject({ rest: scenario.expected, graphql: scenario.expected });
});
