import { isForLoopback } from './loopback.js';

test.each(['localhost', 'localhost:3000', '127.0.0.1:80', '127.8.8.8', '[::1]:3000', '[::1]', 'LOCALHOST:1'])(
  '%s is this machine',
  (header) => {
    expect(isForLoopback(header)).toBe(true);
  },
);

test.each([
  'berth.example',
  'localhost.example:3000',
  '127.0.0.1.example',
  '10.0.0.1',
  '[::2]',
  '',
  'a b',
  '127.0.0.1@b',
])('%s is another, or any', (header) => {
  expect(isForLoopback(header)).toBe(false);
});
