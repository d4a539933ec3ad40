import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { ServiceError } from '#client';
import type { Berth } from '../berth.js';
import { EXIT } from '../exit.js';
import { examples, OUTPUT } from '../options.js';
import { printList, type Listing } from '../output/index.js';
import { version } from '../version.js';

/** What was looked at, and what was found. */
interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'warning' | 'failed';
  readonly detail: string;
}

const COLOURS = { ok: 'green', warning: 'yellow', failed: 'red' } as const;

const FINDINGS: Listing<Finding> = {
  columns: [
    { title: 'CHECK', value: ({ check }) => check },
    { title: 'RESULT', value: ({ result }) => result, colour: ({ result }) => COLOURS[result] },
    { title: 'DETAIL', prose: true, value: ({ detail }) => detail },
  ],
  name: ({ check, result }) => `${check}/${result}`,
  empty: '',
};

/** Beyond it times on both sides are not compared; the log of the service warns of its database's clock as early. */
const MOST_SKEW_MS = 10_000;

/** `berth doctor`: whether everything between here and the database is well. */
export function doctor(berth: Berth): CommandUnknownOpts {
  return new Command('doctor')
    .summary('check the service, its clock and its database')
    .description(
      'Check that the service answers, has the version of this command, the right time, a working database and ' +
        'free disk space.',
    )
    .addOption(OUTPUT)
    .action(async ({ output: format }) => {
      const { terminal, connection } = berth;
      const findings = [await reach(berth)];
      if (findings[0]?.result === 'ok')
        findings.push(await versions(berth), await clock(berth), ...(await readiness(berth)));
      if (findings[0]?.result === 'ok' && connection.cluster !== undefined)
        findings.push(await cluster(berth, connection.cluster));
      printList(findings, FINDINGS, { terminal, format });
      if (findings[0]?.result !== 'ok') berth.exitCode = EXIT.notJudged;
      else if (findings.some(({ result }) => result === 'failed')) berth.exitCode = EXIT.no;
    })
    .addHelpText(
      'after',
      examples(
        ['berth doctor', 'the default service'],
        ['berth --context staging doctor -o json', 'another service, for a program'],
      ),
    );
}

async function reach({ client }: Berth): Promise<Finding> {
  const begun = performance.now();
  try {
    await client.fetch('/livez');
  } catch (error) {
    return { check: 'service', result: 'failed', detail: (error as Error).message };
  }
  const took = Math.round(performance.now() - begun);
  return { check: 'service', result: 'ok', detail: `${client.url} answers in ${took} ms` };
}

async function versions({ client }: Berth): Promise<Finding> {
  const own = version();
  try {
    const { version: theirs } = (await (await client.fetch('/version')).json()) as { readonly version: string };
    const detail = theirs === own ? own : `the service is ${theirs}, this command ${own}`;
    return { check: 'version', result: theirs === own ? 'ok' : 'warning', detail };
  } catch (error) {
    if (!(error instanceof ServiceError) && !(error instanceof SyntaxError)) throw error;
    return { check: 'version', result: 'failed', detail: `${client.url} does not answer as a Berth service` };
  }
}

/** An answer says to the second what time it is there: by the middle of the time that it took. */
async function clock({ client }: Berth): Promise<Finding> {
  const begun = Date.now();
  const response = await client.fetch('/livez');
  const here = (begun + Date.now()) / 2;
  const there = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(there)) return { check: 'clock', result: 'warning', detail: 'the answer has no time' };
  const seconds = Math.round((there + 500 - here) / 1000);
  const detail =
    seconds === 0 ? 'the same time' : `the service is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`;
  return { check: 'clock', result: Math.abs(there - here) > MOST_SKEW_MS ? 'failed' : 'ok', detail };
}

const RESULTS = { '[+]': 'ok', '[!]': 'warning', '[-]': 'failed' } as const;

/** The service's own checks, of which the database and the disk are some. */
async function readiness({ client }: Berth): Promise<Finding[]> {
  const text = await client
    .fetch('/readyz?verbose')
    .then((response) => response.text())
    .catch((error: unknown) => {
      if (error instanceof ServiceError && typeof error.answer === 'string') return error.answer;
      throw error;
    });
  return [...text.matchAll(/^(\[[+!-]\])(\S+) (.*)$/gm)].map(([, sign, check = '', detail = '']) => ({
    check,
    result: RESULTS[sign as keyof typeof RESULTS],
    detail,
  }));
}

async function cluster({ client }: Berth, name: string): Promise<Finding> {
  try {
    const found = await client.get('/v1/clusters/{cluster}', { params: { path: { cluster: name } } });
    return { check: 'cluster', result: 'ok', detail: `${found.name} is at revision ${found.revision}` };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { check: 'cluster', result: 'failed', detail: error.message };
  }
}
