import { inFull, shortened } from './long-text.js';

function store(): { getItem: (name: string) => string | null; setItem: (name: string, text: string) => void } {
  const kept = new Map<string, string>();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text) };
}

test.each(['[]', '~home', 'a'.repeat(4_000), 'ö'.repeat(50_000)])('a text comes back as it was (%#)', (text) => {
  const tab = store();
  const short = shortened(text, tab);
  expect(short.length).toBeLessThanOrEqual(4_000);
  expect(inFull(short, tab)).toBe(text);
});

test('what another tab keeps is not there', () => {
  expect(inFull(shortened('a'.repeat(5_000), store()), store())).toBeUndefined();
});
