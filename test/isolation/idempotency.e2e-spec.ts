import { cases, someCases } from '#test-cases';
import { TestApi } from '../e2e/test-api.js';
import { Asker, inTurns, type Answer } from './matrix/asker.js';
import { graphqlFields, type Document } from './matrix/graphql-cases.js';
import { restOperations, type Request } from './matrix/rest-cases.js';
import { makeOwner, masked, type Owner } from './matrix/things.js';

/**
 * A key of exactly once is its team's: whatever another team used it for, with whatever body, it is one that was never
 * used. Two strangers ask the same of their own, each of everything that takes a key: one with keys that the first team
 * has used, the other with keys of their own. Both are answered alike, and nothing is answered again.
 */
let api: TestApi;
let first: Owner;
let stranger: Owner;
let control: Owner;
beforeEach(async () => {
  api = await TestApi.start({ BERTH_RATE_LIMIT: '0', BERTH_TEAM_RATE_LIMIT: '0' });
  // Their names sort alike beside others.
  [first, stranger, control] = [
    await makeOwner(api, `${WORD}a`),
    await makeOwner(api, `${WORD}b`),
    await makeOwner(api, `${WORD}c`),
  ];
}, 60_000);
afterEach(() => api.stop());

const WORD = 'owner';

/** Something that takes a key, asked of what an owner has. */
interface Keyed {
  readonly name: string;
  /** Whether an answer says that it is given again. */
  readonly tellsReplay: boolean;
  /** Whether it says whose it is about. */
  readonly isAboutThings: boolean;
  send(owner: Owner, key: string, things?: Owner): Promise<Answer>;
}

const asker = ({ key }: Owner): Asker => new Asker(api.url, key);

/** Of the kinds of the Kubernetes API, which are served alike, one of a namespace and one of none. */
const OTHER_KINDS = /\{cluster\}\/(api|apis)\/(?!v1\/(namespaces\/\{namespace\}\/(pods|bindings)|nodes)(\/|$))/;

/** What takes names or things away comes last, and of that what takes the cluster. */
function inOrder(all: readonly Keyed[]): Keyed[] {
  const order = [/updateCluster$/, /\bdelete/, /deleteCluster$/];
  const rank = ({ name }: Keyed): number => order.findLastIndex((pattern) => pattern.test(name));
  return [...all].sort((a, b) => rank(a) - rank(b));
}

function overRest(): Keyed[] {
  const all = restOperations().filter(({ takesKey, path }) => takesKey && !OTHER_KINDS.test(path));
  return inOrder(
    all.map(({ operation, request }) => ({
      name: operation,
      tellsReplay: true,
      isAboutThings: !isCreation(operation) && differ(request(first.things, 'same'), request(stranger.things, 'same')),
      send: (owner, key, things = owner) => {
        const asked: Request = request(things.things, 'same');
        return asker(owner).ask({ ...asked, headers: { 'idempotency-key': key } });
      },
    })),
  );
}

function overGraphql(): Keyed[] {
  const all = graphqlFields([]).filter(({ root, takesKey }) => root === 'mutation' && takesKey);
  return inOrder(
    all.map(({ field, document }) => ({
      name: field,
      tellsReplay: false,
      isAboutThings: !isCreation(field) && differ(document(first), document(stranger)),
      send: (owner, key, things = owner) => asker(owner).askGraphql('mutation', withKey(document(things), key)),
    })),
  );
}

/** A name that a team gives is its own: with it, nothing of another's is named. */
function isCreation(name: string): boolean {
  return /\bcreateCluster$/.test(name);
}

function differ(one: object, other: object): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

function withKey({ query, variables }: Document, key: string): Document {
  const { a_input: input } = variables as { readonly a_input: object };
  return { query, variables: { ...variables, a_input: { ...input, idempotencyKey: key } } };
}

/** An answer as it is to whoever asks: without their names. */
function said(answer: Answer | undefined, { things }: Owner): string {
  if (answer === undefined) return 'nothing';
  const { status, text, replayed = false } = answer;
  const rest = masked(text, Object.values(things))
    .replaceAll(/owner[abc]/g, 'WORD')
    // Signatures, ids in other words, and how fast it was.
    .replace(/"(note|deletedClusterId)":"[^"]*"|"decisionsPerSecond":[\d.]+/g, '');
  return `${status} ${replayed} ${rest}`;
}

const isRefused = ({ status, text }: Answer): boolean =>
  status >= 400 || text.includes('"errors":[') || /"refusals":\[\{/.test(text);

test.each([
  ['REST and the Kubernetes API', overRest, 18],
  ['GraphQL', overGraphql, 15],
] as const)(
  'over %s',
  async (face, keyed, least) => {
    const all = keyed();
    const outcomes = await inTurns(someCases(all), 1, outcomeOf);
    const done = outcomes.filter(({ isDone }) => isDone);
    process.stdout.write(`idempotency keys over ${face}: ${outcomes.length} operations, ${done.length} done by both\n`);
    expect(outcomes.flatMap(({ faults }) => faults)).toEqual([]);
    expect(all.length).toBeGreaterThanOrEqual(least);
    expect(done.length).toBeGreaterThanOrEqual(Math.floor(cases(least) / 2));
  },
  120_000,
);

/** What goes on by itself is the same operation, and may be further by the second time. */
function isSame(again: Answer, theirs: Answer): boolean {
  const [now, then] = [operationOf(again), operationOf(theirs)];
  return then === undefined ? said(again, first) === said(theirs, first) : now === then;
}

function operationOf({ text }: Answer): string | undefined {
  return /"operation":\{[^}]*?"id":"([^"]+)"/.exec(text)?.[1];
}

async function outcomeOf({
  name,
  tellsReplay,
  isAboutThings,
  send,
}: Keyed): Promise<{ readonly isDone: boolean; readonly faults: readonly string[] }> {
  const key = `key of ${name}`;
  const theirs = await send(first, key);
  const again = await send(first, key);
  // The very request of the first team, and another one, which would be refused to whoever has used the key.
  const same = isAboutThings ? await send(stranger, key, first) : undefined;
  const never = isAboutThings ? await send(stranger, `never ${name}`, first) : undefined;
  const mine = await send(stranger, key);
  const like = await send(control, `other ${name}`);
  const isKnown = tellsReplay ? again.replayed === true : isSame(again, theirs);
  const faults = [
    ...(said(mine, stranger) === said(like, control)
      ? []
      : [`${name}: ${said(mine, stranger)}\n${said(like, control)}`]),
    ...(said(same, first) === said(never, first) ? [] : [`${name}: ${said(same, first)}\n${said(never, first)}`]),
    // Else nothing would be seen of a key that is known to everybody.
    ...(isRefused(theirs) || isKnown ? [] : [`${name}: is not answered again to whoever asked`]),
  ];
  return { isDone: !isRefused(theirs) && !isRefused(mine), faults };
}
