import { createPublicKey } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endOf, startProgram } from '#test-programs';
import { endPartitions } from '../services/end-partitions.js';
import { AnswersCheck, checkDatabase, type CheckedDatabase } from './checks/index.js';
import { DISTURBERS, DEADLINE_MS, type Disturber } from './disturbers/index.js';
import { inflict, type PastFault } from './faulting.js';
import { recoveries, type Figures } from './figures.js';
import type { Finding, FindingKind } from './finding.js';
import { planRounds, type PlannedRound } from './plan.js';
import { expectProgress, expectQuiet } from './quiet.js';
import { Seeded } from './seeded.js';
import type { Service } from './service.js';
import { Site } from './site.js';
import { ACTIONS, makeCluster } from './workload/actions.js';
import { Client } from './workload/client.js';
import { Record } from './workload/record.js';
import type { World } from './workload/world.js';

/** How much of a campaign. */
export interface CampaignOptions {
  readonly seed: number;
  readonly faults: number;
  readonly perRound: number;
  readonly mostPauseMs: number;
  readonly services: number;
  readonly clients: number;
  readonly clusters: number;
  /** Folder with what is compiled. */
  readonly dist: string;
  /** Whether a way to disturb is among those that are wanted. */
  readonly wants: (name: string) => boolean;
  /** Ends after the first round in which such a thing was found. */
  readonly until?: FindingKind;
  /** Leaves logs and data behind where there are findings. */
  readonly keepsFindings: boolean;
  readonly say: (line: string) => void;
}

/** So many keys of a round are used again. */
const REPEATED = 60;
const LOUD_FINDINGS = 20;

/**
 * Disturbs a site at random while clients write, and looks afterwards whether all is as they were answered. All of
 * it follows from the seed, but for how fast things go.
 */
export async function runCampaign(options: CampaignOptions): Promise<Figures> {
  const campaign = new Campaign(options);
  return campaign.run();
}

class Campaign {
  readonly #record = new Record();
  readonly #findings: Finding[] = [];
  readonly #faults: PastFault[] = [];
  readonly #checked = { acknowledged: 0, again: 0 };
  readonly #seen: string[] = [];
  readonly #dice: Seeded;

  constructor(private readonly options: CampaignOptions) {
    this.#dice = new Seeded(options.seed);
  }

  async run(): Promise<Figures> {
    const began = performance.now();
    const { options } = this;
    options.say(`seed ${options.seed}`);
    const site = await Site.open({ ...options, diskMegabytes: 64, found: this.#found });
    try {
      const wanted = DISTURBERS.filter(({ name }) => options.wants(name));
      const unfit = wanted.flatMap((disturber) => {
        const why = disturber.unfit?.(site);
        return why === undefined ? [] : [{ disturber, why }];
      });
      const disturbers = wanted.filter((one) => unfit.every(({ disturber }) => disturber !== one));
      for (const { disturber, why } of unfit) options.say(`NOT RUN: ${disturber.name}: ${why}`);
      const rounds = planRounds(this.#dice, { ...options, disturbers });
      await this.#rounds(site, rounds);
      return {
        seed: options.seed,
        faults: this.#faults,
        unfit,
        record: this.#record,
        checked: this.#checked,
        recoveriesMs: recoveries(this.#faults, this.#record),
        findings: this.#findings,
        elapsedMs: performance.now() - began,
      };
    } finally {
      const keep = options.keepsFindings && this.#findings.length > 0;
      await site.close({ keep });
      if (keep) {
        writeFileSync(
          join(site.folder, 'findings.txt'),
          this.#findings.map(({ kind, what }) => `${kind}: ${what}\n`).join(''),
        );
        options.say(`findings, logs and data are kept in ${site.folder}`);
      }
    }
  }

  async #rounds(site: Site, rounds: readonly PlannedRound[]): Promise<void> {
    for (const round of rounds) {
      await this.#round(site, round);
      if (this.#findings.some(({ kind }) => kind === this.options.until)) return;
    }
    const isNear = rounds.every(({ isFar }) => !isFar);
    await this.#check(site, { from: 0, keys: isNear, except: [] });
    await this.#askTheService(site);
  }

  async #round(site: Site, round: PlannedRound): Promise<void> {
    const from = this.#record.writes.length;
    const before = this.#findings.length;
    const given = new AbortController();
    setMaxListeners(0, given.signal);
    const world: World = { clusters: [], edge: () => edgeOf(site), keys: !round.isFar };
    const clients = Array.from({ length: this.options.clients }, (_, index) =>
      this.#client(`r${round.number}w${index}`, { site, signal: given.signal }),
    );
    const [first] = clients;
    if (first === undefined) throw new Error('there are no clients');
    await Promise.all(clients.slice(0, this.options.clusters).map((client) => makeCluster(client, world)));
    let isOver = false;
    const working = Promise.all(clients.map((client) => work(client, world, () => isOver)));
    const faults = await inflict(site, round.faults, this.#found);
    this.#faults.push(...faults);
    isOver = true;
    await this.#expectEnd(working, { clients, given });
    await expectQuiet(site, this.#found);
    const calm = this.#client(`r${round.number}calm`, { site, signal: new AbortController().signal });
    await Promise.all(world.clusters.map((cluster) => expectProgress(calm, cluster, this.#found)));
    const checked = await this.#check(site, { from, keys: world.keys, except: this.#seen });
    this.#checked.acknowledged += checked.answers;
    await this.#checkAnswers(calm, { site, checked, from, keys: world.keys });
    this.#seen.push(...checked.logs.map(({ id }) => id));
    const found = this.#findings.length - before;
    this.options.say(
      `round ${round.number}: ${faults.length} faults, ${this.#record.writes.length - from} writes, ` +
        `${found === 0 ? 'nothing' : found} found${round.isFar ? ', clock far away' : ''}`,
    );
  }

  #client(name: string, { site, signal }: { readonly site: Site; readonly signal: AbortSignal }): Client {
    const { services } = site;
    return new Client(name, {
      services,
      key: site.key,
      record: this.#record,
      dice: this.#dice.branch(name),
      found: this.#found,
      signal,
    });
  }

  /** Everybody who waits is answered within a minute after the last fault. */
  async #expectEnd(
    working: Promise<unknown>,
    { clients, given }: { readonly clients: readonly Client[]; readonly given: AbortController },
  ): Promise<void> {
    const deadline = new AbortController();
    const late = pause(DEADLINE_MS, 'late' as const, { signal: deadline.signal }).catch(() => undefined);
    if ((await Promise.race([working, late])) === 'late')
      for (const asked of clients.flatMap(({ underWay }) => [...underWay]))
        this.#found({ kind: 'stuck', what: `no answer a minute after all faults: ${asked}` });
    deadline.abort();
    given.abort();
    await working;
  }

  async #check(
    site: Site,
    { from, keys, except }: { readonly from: number; readonly keys: boolean; readonly except: readonly string[] },
  ): Promise<CheckedDatabase> {
    const pem = createPublicKey(readFileSync(join(site.folder, 'signing-key.pem'))).export({
      format: 'pem',
      type: 'spki',
    });
    const checked = await site.database.session(async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      return checkDatabase({
        client,
        archives: join(site.dataDir, 'archive'),
        publicKeyPem: String(pem),
        writes: this.#record.writes.slice(from),
        reads: this.#record.reads,
        except,
        keys,
      });
    });
    for (const finding of checked.findings) this.#found(finding);
    return checked;
  }

  async #checkAnswers(
    client: Client,
    round: { readonly site: Site; readonly checked: CheckedDatabase; readonly from: number; readonly keys: boolean },
  ): Promise<void> {
    const answers = new AnswersCheck(client, this.options.services);
    try {
      for (const { id, isDeleted } of round.checked.logs)
        if (!isDeleted) await answers.compareState(id, round.checked.folded.state(id));
      const gone = new Set(round.checked.logs.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : [])));
      const writes = this.#record.writes
        .slice(round.from)
        .filter(
          ({ ending, effect }) => ending === 'acknowledged' && !('cluster' in effect && gone.has(effect.cluster)),
        );
      const logged = new Map(
        round.checked.logs.flatMap(({ revisions }) =>
          revisions.flatMap(({ decisions }) => decisions.map((one) => [one.id, one] as const)),
        ),
      );
      for (const write of writes.filter(({ effect }) => effect.kind === 'run').slice(-REPEATED)) {
        await answers.readRun(write);
        const { id } = write.answer?.body as { readonly id?: string };
        if (id !== undefined && write.effect.kind === 'run')
          await answers.readDecisions(id, write.effect.cluster, logged);
      }
      if (round.keys)
        for (const write of writes.filter(({ key }) => key !== undefined).slice(-REPEATED)) await answers.repeat(write);
    } catch (error) {
      this.#found({ kind: 'stuck', what: String(error) });
    }
    this.#checked.again += answers.checked;
    for (const finding of answers.findings) this.#found(finding);
  }

  /** `verify --all` and `replay --all`, as an operator would. */
  async #askTheService(site: Site): Promise<void> {
    const berth = async (
      kind: 'verify --all' | 'replay --all',
      args: readonly string[],
      { url = '' }: Partial<Service> = site.services[0] ?? {},
    ): Promise<void> => {
      const { code, said } = await run(join(this.options.dist, 'apps/cli/src/main.js'), args, {
        BERTH_URL: url,
        BERTH_KEY: site.key,
      });
      if (code !== 0) this.#found({ kind, what: `berth ${args.join(' ')} ended with ${code}: ${said}` });
    };
    await berth('verify --all', ['verify', '--all', '--details']);
    const clusters = await site.database.query<{ id: string }>('SELECT id FROM clusters WHERE deleted_at IS NULL');
    await Promise.all(
      site.services.map(async (service) => {
        for (let next = clusters.pop(); next !== undefined; next = clusters.pop())
          await berth('replay --all', ['replay', '--all', '--cluster', next.id], service);
      }),
    );
  }

  readonly #found = (finding: Finding): void => {
    this.#findings.push(finding);
    if (this.#findings.length <= LOUD_FINDINGS) this.options.say(`FOUND ${finding.kind}: ${finding.what}`);
  };
}

async function work(client: Client, world: World, isOver: () => boolean): Promise<void> {
  while (!isOver() && !client.isOver && world.clusters.length > 0)
    await client.dice.weighted(ACTIONS)({ client, world, cluster: client.dice.pick(world.clusters) });
}

/**
 * Months end here when they are asked to, behind all who are in the way: for less time than PostgreSQL waits before
 * it calls it a deadlock, which would be of our making. Undefined where it was not to be had this time.
 */
async function edgeOf(site: Site): Promise<Date | undefined> {
  try {
    return await site.database.session(async (client) => {
      await client.query("SET lock_timeout = '300ms'");
      return endPartitions(client);
    });
  } catch {
    return undefined;
  }
}

async function run(
  main: string,
  args: readonly string[],
  environment: Readonly<{ [name: string]: string }>,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const { code, out, err } = await endOf(startProgram(process.execPath, [main, ...args], { env: environment }));
  return { code, said: (out === '' ? err : out).slice(-3_000) };
}

/** Every way to disturb, or those whose name or class is given. */
export function wanting(names: readonly string[]): (name: string) => boolean {
  const isAmong = ({ name }: Pick<Disturber, 'name'>, given: string): boolean =>
    name === given || name.startsWith(`${given}.`);
  for (const given of names)
    if (!DISTURBERS.some((disturber) => isAmong(disturber, given))) throw new Error(`there is no fault ${given}`);
  return (name) => names.some((given) => isAmong({ name }, given));
}
