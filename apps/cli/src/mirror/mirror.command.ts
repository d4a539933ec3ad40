import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Command, Option, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { ServiceError } from '#client';
import type { Berth } from '../berth.js';
import { NoAnswer, UsageError } from '../exit.js';
import { examples } from '../options.js';
import { counted } from '../output/index.js';
import { readText } from '../terminal/index.js';
import { EventQueue } from './event-queue.js';
import { listKind, watchKind, type FollowedKind } from './follow-kind.js';
import type { MirroredKind } from './kinds.js';
import { KubeClient, KubeError } from './kube/kube-client.js';
import { kubeAccess } from './kube/kubeconfig.js';
import { KEEPABLE, type Redaction } from './redact.js';
import { Sender } from './sender.js';

/** How often the progress is printed, where anything has happened. */
const PROGRESS_MS = 10_000;
/** Tries of a request of `--once`, in some four seconds. */
const TRIES_OF_ONCE = 4;

/** `berth mirror`: a real cluster, followed. */
export function mirror(berth: Berth): CommandUnknownOpts {
  return new Command('mirror')
    .summary('follow a real cluster')
    .description(
      'Follow a real cluster: list and watch its objects, and send what happens there to a cluster of Berth, which ' +
        'is created with --controllers none. Nothing is written to the real cluster. The key needs the role mirror ' +
        'alone. Here --context names a context of the kubeconfig; inside a pod the service account is used.',
    )
    .option('--kubeconfig <file>', 'the cluster to follow (KUBECONFIG, ~/.kube/config)')
    .option('--kinds <kinds...>', 'what to follow, by plurals; default: what placement reads; all: every kept kind')
    .option('--redact <paths...>', 'fields that do not leave the cluster: metadata.labels.team spec.containers.*.image')
    .addOption(new Option('--keep <what...>', 'what leaves the cluster although it may hold secrets').choices(KEEPABLE))
    .option('--profile <file>', 'the KubeSchedulerConfiguration of the scheduler there; default: its defaults')
    .addOption(
      new Option('--traces <which>', 'whose evidence is stored: all, disagreements, or sample:N, one in N').argParser(
        tracesOf,
      ),
    )
    .option('--window <seconds>', 'changes of so long before a decision its scheduler may not have seen', windowOf)
    .option('--take-over', 'follow even if another mirror of the cluster is alive')
    .option('--once', 'compare once, and end')
    .option('--print-rbac', 'print the ClusterRole that suffices, and end')
    .option('--stop', 'stop following: others may write to the cluster again')
    .action(async ({ kubeconfig, kinds: named, redact: paths = [], keep = [], ...options }) => {
      // With the table of kinds, which no other command needs.
      const { clusterRole, mirroredKinds } = await import('./kinds.js');
      const kinds = mirroredKinds(named);
      const { context } = berth.named;
      // The option is that of the whole command; here it is about the cluster to follow.
      berth.named = { ...berth.named, context: undefined };
      if (options.printRbac === true) return berth.terminal.print(clusterRole(kinds));
      if (options.stop === true) {
        const path = { cluster: berth.cluster };
        await berth.client.delete('/v1/clusters/{cluster}/mirror', { params: { path } });
        return berth.terminal.print(`cluster ${berth.cluster} follows nothing any more`);
      }
      for (const path of paths)
        if (/^(apiVersion|kind|metadata(\.(name|namespace|uid))?)$/.test(path))
          throw new UsageError(`--redact ${path}: no object has a name of its own without it`);
      const access = kubeAccess({ kubeconfig, context }, berth.environment);
      const mirroring = new Mirroring(berth, { client: new KubeClient(access), source: access.name, kinds });
      if (options.profile !== undefined) await setProfiles(berth, options.profile);
      const { takeOver = false, once = false, traces, window: windowMs } = options;
      const judging = { ...(traces && { traces }), ...(windowMs !== undefined && { windowMs: String(windowMs) }) };
      await mirroring.run({ redaction: { keep, paths }, takeOver, once, judging });
    })
    .addHelpText(
      'after',
      examples(
        ['berth mirror --kubeconfig prod.kubeconfig -c prod', 'until Ctrl-C or SIGTERM'],
        ['berth mirror --context prod-admin -c prod --once', 'compare once'],
        ['berth mirror --print-rbac | kubectl apply -f -', 'the rights that it needs'],
        ['berth mirror -c prod --kinds default deployments jobs', 'more than what placement reads'],
        ['berth mirror -c prod --profile scheduler.yaml', 'with the configuration of its scheduler'],
        ['berth mirror -c prod --redact metadata.labels.customer', 'without the values of a label'],
      ),
    );
}

interface Followed {
  readonly client: KubeClient;
  /** What is followed, in words. */
  readonly source: string;
  readonly kinds: readonly MirroredKind[];
}

interface RunOptions {
  readonly redaction: Redaction;
  readonly takeOver: boolean;
  readonly once: boolean;
  /** How decisions that are seen are judged, as the request has it. */
  readonly judging: Readonly<Record<string, string>>;
}

/** One run of the command: it ends with a signal, or with what cannot pass. */
class Mirroring {
  readonly #queue = new EventQueue();
  readonly #ending = new AbortController();
  #failure: Error | undefined;

  constructor(
    private readonly berth: Berth,
    private readonly followed: Followed,
  ) {}

  async run({ redaction, takeOver, once, judging }: RunOptions): Promise<void> {
    // Each kind has a watch.
    setMaxListeners(0, this.#ending.signal);
    const { terminal, client, cluster } = this.berth;
    const { source } = this.followed;
    const tell = (message: string): void => {
      terminal.complain(`berth: ${message}`);
    };
    const sender = new Sender({ client, cluster, source, takeOver, judging, queue: this.#queue, tell });
    await this.#refuseItself();
    await sender.begin();
    terminal.complain(`following ${source} as cluster ${cluster}`);
    const unlisten = this.#endWithSignals();
    const sending = sender
      .run(() => this.#isEnding)
      .catch((error: unknown) => {
        this.#end(error);
      });
    const progress = this.#printProgress(sender);
    try {
      await this.#follow({ redaction, once, tell });
    } catch (error) {
      this.#end(error);
    } finally {
      this.#end();
      await sending;
      clearInterval(progress);
    }
    const failure = this.#failure;
    // A stream that the service refuses, because another has taken over, has no end.
    if (!(failure instanceof ServiceError)) await sender.end();
    unlisten();
    if (failure !== undefined) throw failure;
    const sent = counted(sender.sent, 'event');
    terminal.complain(`cluster ${cluster} is at revision ${sender.revision} after ${sent}`);
  }

  /** A cluster of a Berth service may be followed, but not by itself, as far as the keys may read both. */
  async #refuseItself(): Promise<void> {
    const { client, cluster } = this.berth;
    const { client: followed, source } = this.followed;
    if (!/\/v1\/clusters\/[^/]+$/.test(followed.server)) return;
    const [own, other] = await Promise.all([
      client.get('/v1/clusters/{cluster}', { params: { path: { cluster } } }).catch(() => undefined),
      followed.get('', {}, this.#ending.signal).catch(() => undefined),
    ]);
    if (own !== undefined && other?.['id'] === own.id) throw new UsageError(`${source} is cluster ${cluster} itself`);
  }

  async #follow({
    redaction,
    once,
    tell,
  }: Omit<RunOptions, 'takeOver' | 'judging'> & Pick<FollowedKind, 'tell'>): Promise<void> {
    const { client, kinds } = this.followed;
    const { signal } = this.#ending;
    const pause = (ms: number): Promise<void> => delay(ms, undefined, { signal }).catch(() => undefined);
    const watches: Promise<void>[] = [];
    const refused: RefusedKind[] = [];
    let followed = 0;
    for (const kind of kinds) {
      if (signal.aborted) break;
      const mostFailures = once ? TRIES_OF_ONCE : undefined;
      const one = { client, kind, queue: this.#queue, redaction, signal, tell, pause, mostFailures };
      const version = await listKind(one).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        if (!(error instanceof KubeError) || !(error.status in PASSED_OVER)) throw inWords(error, kind);
        if (error.status === 403) refused.push({ kind, error });
        // A version of Kubernetes need not have all kinds.
        else tell(`${kind.plural}: the API server has none of version ${kind.apiVersion}; it is not followed`);
        return undefined;
      });
      if (version === undefined) continue;
      followed += 1;
      if (once) continue;
      watches.push(
        watchKind(one, version).catch((error: unknown) => {
          this.#end(inWords(error, kind));
        }),
      );
    }
    if (!signal.aborted && refused.length > 0) throw missingRights(refused);
    if (!signal.aborted && followed === 0) throw new KubeError(404, `${this.followed.source} has none of the kinds`);
    await Promise.all(watches);
  }

  get #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  #end(failure?: unknown): void {
    if (!this.#isEnding && failure !== undefined) this.#failure = asError(failure);
    this.#ending.abort();
    this.#queue.wake();
  }

  /** Ctrl-C waits for the end of the stream. */
  #endWithSignals(): () => void {
    const { onTerminate, signal } = this.berth.terminal;
    const end = (): void => {
      this.#end();
    };
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
    return onTerminate?.(end) ?? ((): void => undefined);
  }

  #printProgress(sender: Sender): NodeJS.Timeout {
    const { terminal, cluster } = this.berth;
    let printed = 0;
    return setInterval(() => {
      if (sender.sent === printed) return;
      const seconds = (sender.behindMs / 1_000).toFixed(1);
      const waiting = this.#queue.size === 0 ? '' : `, ${counted(this.#queue.size, 'event')} waiting`;
      const line = `${counted(sender.sent, 'event')}, revision ${sender.revision}, ${seconds} s behind${waiting}`;
      if (terminal.status === undefined) terminal.complain(`${new Date().toISOString()} ${cluster}: ${line}`);
      else terminal.status(line);
      printed = sender.sent;
    }, PROGRESS_MS).unref();
  }
}

/** The profiles that decisions of the real scheduler are judged with. */
async function setProfiles({ client, cluster, terminal }: Berth, file: string): Promise<void> {
  const path = `/v1/clusters/${encodeURIComponent(cluster)}/scheduler-configuration`;
  const headers = { 'content-type': 'application/yaml' };
  await client.fetch(path, { method: 'POST', headers, body: await readText(file, terminal) });
}

function tracesOf(text: string): string {
  if (/^(all|disagreements|sample:[1-9][0-9]{0,5})$/.test(text)) return text;
  throw new UsageError(`--traces ${text}: must be all, disagreements or sample:N`);
}

function windowOf(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds >= 0 && seconds <= 60) return Math.round(seconds * 1_000);
  throw new UsageError(`--window ${text}: must be a number of seconds, 0 to 60`);
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure));
}

interface RefusedKind {
  readonly kind: MirroredKind;
  readonly error: KubeError;
}

/** Refusals of one kind, after which the others are looked at: what is missing is said at once. */
const PASSED_OVER = { 403: true, 404: true };

const WAY_OUT = 'berth mirror --print-rbac prints the rights that it needs';

/** All the rights that are missing, in words. */
function missingRights(refused: readonly RefusedKind[]): KubeError {
  const names = refused.map(({ kind: { plural, group } }) => (group === '' ? plural : `${plural}.${group}`));
  const [first] = refused;
  const needed = `the rights to get, list and watch ${names.join(', ')} are missing`;
  return new KubeError(403, `${needed} (${first?.error.message ?? ''}); ${WAY_OUT}, --kinds leaves kinds out`);
}

/** What the API server refuses, or that it is not there. */
function inWords(error: unknown, { plural }: MirroredKind): unknown {
  if (error instanceof Error && 'syscall' in error) return new NoAnswer(`${plural}: ${error.message}`);
  if (!(error instanceof KubeError) || error.status !== 401) return error;
  return new KubeError(401, `${plural}: the API server does not accept the credentials (${error.message})`);
}
