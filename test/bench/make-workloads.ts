import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { madeWorkloads, workloadFile } from './made-workloads.js';

/** Writes the workloads that are made here: `node dist/test/bench/make-workloads.js`. The same content every time. */
for (const workload of madeWorkloads()) {
  const file = workloadFile(workload);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, gzipSync(JSON.stringify(workload), { level: 9 }));
}
