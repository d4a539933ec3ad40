import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { FaultReport } from './fault-report.js';

interface Line {
  readonly msg: string;
  readonly level: number;
  readonly outage?: { readonly count: number; readonly reasons: Readonly<Record<string, number>> };
}

let lines: Line[];
let faults: FaultReport;
beforeEach(() => {
  lines = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  faults = new FaultReport(logger, { reasonOf: (error) => REASONS.get(error), kindOf: () => undefined, periodMs: 20 });
});

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const full = Object.assign(new Error('could not extend file'), { code: '53100' });

async function written(count: number): Promise<void> {
  while (lines.length < count) await pause(1);
}

const REASONS = new Map<unknown, string>([
  [refused, 'the server does not answer'],
  [full, 'the disk of the server is full'],
]);

test('of thousands of outages a line a period is written: how many, of which kinds, and the first', async () => {
  for (let index = 0; index < 6_000; index++)
    faults.report(index % 3 === 0 ? full : refused, 'not answered', { requestId: `r${index}` });
  expect(lines).toMatchObject([{ msg: 'not answered', requestId: 'r0', level: 50, outage: { count: 1 } }]);
  await written(2);
  expect(lines[1]).toMatchObject({
    requestId: 'r1',
    outage: { count: 5_999, reasons: { 'the server does not answer': 4_000, 'the disk of the server is full': 1_999 } },
  });
});

test('the next one after that is written at once again', async () => {
  faults.report(refused, 'one');
  await pause(60);
  faults.report(refused, 'two', {}, 'warn');
  expect(lines.map(({ msg, level }) => [msg, level])).toEqual([
    ['one', 50],
    ['two', 40],
  ]);
});

test('every fault is written', () => {
  for (const message of ['a', 'b']) faults.report(new TypeError('a bug'), message);
  expect(lines).toMatchObject([{ msg: 'a' }, { msg: 'b' }]);
  expect(lines[0]).not.toHaveProperty('outage');
});
