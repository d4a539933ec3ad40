import { followed } from './followed.js';

const row = (id: string, state = 'running'): { id: string; state: string } => ({ id, state });

test('rows stay where they are, change in place, and new ones are counted', () => {
  const shown = [row('b'), row('a')];
  const latest = [row('d'), row('c'), row('b', 'complete')];
  expect(followed(shown, latest, ({ id }) => id)).toEqual({ rows: [row('b', 'complete'), row('a')], news: 2 });
});

test('of a list in which nothing happened there is nothing new', () => {
  const shown = [row('b'), row('a')];
  expect(followed(shown, shown, ({ id }) => id)).toEqual({ rows: shown, news: 0 });
});
