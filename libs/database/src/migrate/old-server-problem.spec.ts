import { oldServerProblem } from './old-server-problem.js';

test.each([
  [90624, '9.6.24', 'the server is PostgreSQL 9.6.24, and Berth needs 15 or newer'],
  [140012, '14.12 (Debian 14.12-1)', 'the server is PostgreSQL 14.12 (Debian 14.12-1), and Berth needs 15 or newer'],
  [150000, '15.0', undefined],
  [180004, '18.4', undefined],
])('%d', (number, name, problem) => {
  expect(oldServerProblem({ number, name })).toBe(problem);
});
