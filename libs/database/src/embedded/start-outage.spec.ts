import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { startOutage } from './start-outage.js';

const failedWith = (line: string): unknown =>
  startOutage(new EmbeddedPostgresError(`PostgreSQL does not start:\nLOG:  redo starts at 0/1E12AF0\n${line}`));

test.each([
  ['FATAL:  could not write to file "pg_wal/xlogtemp.7677": No space left on device', 'the disk of the server is full'],
  ['PANIC:  could not write to file "pg_wal/xlogtemp.7677": Disk quota exceeded', 'the disk of the server is full'],
  [
    'FATAL:  could not open file "global/pg_control": Read-only file system',
    'the server cannot read or write its disk',
  ],
  ['FATAL:  could not read file "base/5/1259": Input/output error', 'the server cannot read or write its disk'],
  ['FATAL:  could not create file "pg_wal/xlogtemp.9": Permission denied', 'the server cannot read or write its disk'],
  ['FATAL:  lock file "postmaster.pid" already exists', undefined],
])('%s: %p', (line, outage) => {
  expect(failedWith(line)).toBe(outage);
});

test('a server that runs, or ended otherwise, is in no such outage', () => {
  expect(startOutage(undefined)).toBeUndefined();
});
