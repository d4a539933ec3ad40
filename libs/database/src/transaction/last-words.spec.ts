import { outageReason } from '../outage-reason.js';
import { LastWords } from './last-words.js';

const error = (code: string): Error => Object.assign(new Error(code), { code });
const FULL = 'the disk of the server is full';

test('a server that is away after it said that its disk is full is away for that', () => {
  const words = new LastWords();
  const reason = (code: string): string | undefined => outageReason(words.behind(error(code)));
  expect(reason('ECONNREFUSED')).toBe('the server does not answer');
  words.heard(error('23505'));
  expect(reason('ECONNREFUSED')).toBe('the server does not answer');
  words.heard(error('53100'));
  expect(['ECONNREFUSED', '57P03', '57P02'].map(reason)).toEqual([FULL, FULL, FULL]);
  expect(reason('57014')).toBe('a statement took too long');
  words.forget();
  expect(reason('ECONNREFUSED')).toBe('the server does not answer');
});
