import { ok, refuse } from '#requests';
import { progressLines } from './progress-lines.js';

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

test('each progress is a line, in order, and what the work comes to is the last one', async () => {
  const lines = await progressLines(async (tell) => {
    tell({ stage: 'log' });
    await Promise.resolve();
    tell({ stage: 'state' });
    return ok({ holds: true });
  }, 'each');
  expect(await textOf(lines)).toBe('{"progress":{"stage":"log"}}\n{"progress":{"stage":"state"}}\n{"holds":true}\n');
});

test('work that says all the time how far it is says it at intervals', async () => {
  const lines = await progressLines((tell) => {
    for (let done = 0; done < 1_000; done++) tell({ done });
    return Promise.resolve(ok({ done: 1_000 }));
  }, 'latest');
  expect(await textOf(lines)).toBe('{"done":1000}\n');
});

test('what is refused before the first line is no answer in lines', async () => {
  const refused = progressLines(() => Promise.resolve(refuse({ kind: 'ClusterNotFound', cluster: 'none' })), 'each');
  await expect(refused).rejects.toMatchObject({ refusal: { kind: 'ClusterNotFound' } });
});
