import { threadId } from 'node:worker_threads';
import { serveJobs } from '../serve-jobs.js';
import { arithmetic, type Arithmetic } from './arithmetic.js';

serveJobs<Arithmetic, string>((greeting, thread) => arithmetic(greeting, threadId, thread));
