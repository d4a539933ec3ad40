import type { Init } from '#client';
import type { Berth } from '../berth.js';
import { UsageError } from '../exit.js';
import { printValue, table } from '../output/index.js';
import { collect } from '../service/index.js';
import { changeInWords, endInWords } from './chain-words.js';

const CHANGES = '/v1/clusters/{cluster}/changes';

/** The kinds as the document of the API lists them; others are refused by the service. */
type Kinds = NonNullable<NonNullable<NonNullable<Init<'get', typeof CHANGES>>['params']['query']>['kinds']>;

/** Changes of an object that are looked through for its last one. */
const MOST = 100_000;

const POSITION = /^\d+$/;
/** Kinds begin with a capital letter, and namespaces do not. */
const OBJECT = /^(?<kind>[A-Z][A-Za-z]*)\/(?:(?<namespace>[^/]+)\/)?(?<name>[^/]+)$/;

/** Whether the word means a change, by its position or by the object that it was the last one of. */
export function meansChange(word: string): boolean {
  return POSITION.test(word) || OBJECT.test(word);
}

/** What led to a change, back to a request or a timer. */
export async function explainChange(
  berth: Berth,
  word: string,
  output: Parameters<typeof printValue>[1] | undefined,
): Promise<void> {
  const { client, cluster, terminal } = berth;
  const position = POSITION.test(word) ? word : await lastChangeOf(berth, word);
  const params = { path: { cluster }, query: { position } };
  const causes = await client.get('/v1/clusters/{cluster}/causes', { params });
  if (output !== undefined) return printValue(causes, output, terminal);
  const rows = causes.steps.map((step) => [
    step.position,
    step.clusterAt ?? step.at,
    step.by ?? (step.change === null ? '-' : 'a request'),
    changeInWords(step),
  ]);
  for (const line of table(COLUMNS, rows, terminal.columns)) terminal.print(line);
  const end = endInWords(causes);
  terminal.print(end === undefined ? 'What is before is not in the log any more.' : `It began with ${end}.`);
}

const COLUMNS = [{ title: 'POSITION' }, { title: 'AT' }, { title: 'BY' }, { title: 'CHANGE', prose: true }];

async function lastChangeOf({ client, cluster }: Berth, word: string): Promise<string> {
  const { kind = '', namespace = '', name = '' } = OBJECT.exec(word)?.groups ?? {};
  const query = { kinds: [kind] as Kinds, namespaces: [namespace], name };
  const changes = await collect(client.items(CHANGES, { params: { path: { cluster }, query } }), MOST);
  const last = changes.at(-1);
  if (last === undefined) throw new UsageError(`the log has no change of ${word}`);
  return last.position;
}
