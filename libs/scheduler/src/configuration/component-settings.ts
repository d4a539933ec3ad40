import { invalid } from '#apimachinery';
import { parseDuration, type FieldReader } from '../fields/index.js';

const NO_RETRIES = 'a pod is tried when a run asks for it';
const NO_PROCESS = 'it is about the process of kube-scheduler';

/** Defaults of kube-scheduler v1.34 that its validation compares with. */
const LEASE_MS = 15_000;
const RENEW_MS = 10_000;
const RETRY_MS = 2_000;
const INITIAL_BACKOFF_SECONDS = 1;
const MAX_BACKOFF_SECONDS = 10;

/**
 * Reads what a configuration says of the process that kube-scheduler is. Nothing of it changes a decision; it is judged
 * all the same, so that a file is good here if it is good there. As kube-scheduler v1.34
 * ValidateKubeSchedulerConfiguration.
 */
export function readComponentSettings(reader: FieldReader): void {
  readParallelism(reader);
  readBackoff(reader);
  for (const field of ['enableProfiling', 'enableContentionProfiling', 'delayCacheUntilActive']) {
    if (reader.boolean(field) !== undefined) reader.ignore(reader.at(field), NO_PROCESS);
  }
  if (reader.object('clientConnection', readClientConnection) !== undefined)
    reader.ignore(reader.at('clientConnection'), NO_PROCESS);
  if (reader.object('leaderElection', readLeaderElection) !== undefined)
    reader.ignore(reader.at('leaderElection'), NO_PROCESS);
}

function readParallelism(reader: FieldReader): void {
  const parallelism = reader.integer('parallelism');
  if (parallelism === undefined) return;
  if (parallelism <= 0)
    reader.report(invalid(reader.at('parallelism'), parallelism, 'should be an integer value greater than zero'));
  else reader.ignore(reader.at('parallelism'), 'no decision depends on it');
}

function readBackoff(reader: FieldReader): void {
  const initial = reader.integer64('podInitialBackoffSeconds');
  const most = reader.integer64('podMaxBackoffSeconds');
  const least = initial ?? INITIAL_BACKOFF_SECONDS;
  if (initial !== undefined) {
    if (initial <= 0) reader.report(invalid(reader.at('podInitialBackoffSeconds'), initial, 'must be greater than 0'));
    else reader.ignore(reader.at('podInitialBackoffSeconds'), NO_RETRIES);
  }
  if ((most ?? MAX_BACKOFF_SECONDS) < least) {
    reader.report(
      invalid(
        reader.at('podMaxBackoffSeconds'),
        most ?? MAX_BACKOFF_SECONDS,
        'must be greater than or equal to PodInitialBackoffSeconds',
      ),
    );
  } else if (most !== undefined) reader.ignore(reader.at('podMaxBackoffSeconds'), NO_RETRIES);
}

function readClientConnection(reader: FieldReader): true {
  for (const field of ['kubeconfig', 'acceptContentTypes', 'contentType']) reader.string(field);
  reader.number('qps');
  const burst = reader.integer('burst');
  if (burst !== undefined && burst < 0) reader.report(invalid(reader.at('burst'), burst, 'must be non-negative'));
  return true;
}

function readLeaderElection(reader: FieldReader): true {
  const elects = reader.boolean('leaderElect') ?? true;
  const lease = readDuration(reader, 'leaseDuration', LEASE_MS);
  const renew = readDuration(reader, 'renewDeadline', RENEW_MS);
  const retry = readDuration(reader, 'retryPeriod', RETRY_MS);
  const lock = reader.string('resourceLock');
  for (const field of ['resourceName', 'resourceNamespace']) reader.string(field);
  if (!elects) return true;
  for (const one of [lease, renew, retry]) {
    if (one.milliseconds <= 0) reader.report(invalid(reader.at(one.field), one.text, 'must be greater than zero'));
  }
  if (lease.milliseconds <= renew.milliseconds)
    reader.report(invalid(reader.at('leaseDuration'), lease.text, 'must be greater than `RenewDeadline`'));
  if (lock !== undefined && lock !== '' && lock !== 'leases') {
    reader.report(invalid(reader.at('resourceLock'), lock, 'resourceLock value must be "leases"'));
  }
  return true;
}

interface ReadDuration {
  readonly field: string;
  readonly text: string;
  readonly milliseconds: number;
}

/** A duration; zero stands for the default. */
function readDuration(reader: FieldReader, field: string, fallbackMs: number): ReadDuration {
  const fallback = { field, text: `${fallbackMs / 1000}s`, milliseconds: fallbackMs };
  const text = reader.string(field);
  if (text === undefined) return fallback;
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) reader.report(invalid(reader.at(field), text, 'must be a duration such as 10s'));
  return milliseconds === undefined || milliseconds === 0 ? fallback : { field, text, milliseconds };
}
