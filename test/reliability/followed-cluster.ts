import type { Decision } from '#audit';
import { VerificationService } from '#integrity';
import { readProfile, type Profile } from '#scheduler';
import { ObservationService, ReplayService } from '#scheduling';
import { PastClusters } from '#state';
import { CALLER, type TestServices, valueOf } from '#test-services';
import { MirrorService } from '#transfer';

/** Events of a batch, unless more or less are wanted. */
const BATCH = 20;

let made = 0;

/** A cluster that follows, as a mirror sends it what happens. */
export class FollowedCluster {
  #sequence = 0;

  private constructor(
    private readonly services: TestServices,
    readonly id: string,
  ) {}

  /** Of a stream that has begun, with what else batch 0 says. */
  static async create(services: TestServices, more: object = {}): Promise<FollowedCluster> {
    const name = `real-${(made += 1)}`;
    const { id } = valueOf(await services.clusters.create(CALLER, { name, controllers: 'none' }));
    const followed = new FollowedCluster(services, id);
    await followed.send([], more);
    return followed;
  }

  /** Answers what is not stored as it was sent. */
  async send(events: readonly object[], asked: object = {}, size = BATCH): Promise<readonly string[]> {
    const warnings: string[] = [];
    const mirrors = new MirrorService(this.services.database);
    for (let first = 0; first === 0 || first < events.length; first += size) {
      const lines = events.slice(first, first + size).map((event) => `${JSON.stringify(event)}\n`);
      const batch = { cluster: this.id, stream: 's', sequence: this.#sequence++, body: linesOf(lines), ...asked };
      const report = valueOf(await mirrors.follow(CALLER, batch));
      for (const { kind, name, message } of report.warnings) warnings.push(`${kind} ${name}: ${message}`);
    }
    return warnings;
  }

  /** Gives the cluster a profile of the scheduler's name. */
  async use(source: object): Promise<void> {
    const profiles = [{ ...source, schedulerName: 'default-scheduler' }];
    const configuration = {
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      profiles,
    };
    valueOf(await this.services.profiles.import(CALLER, this.id, { configuration }));
  }

  /** Every decision, with Berth's own beside it: another process judges what comes first each time, or one all. */
  async judged(by: 'others' | 'one' = 'others'): Promise<readonly Decision[]> {
    const service = (): ObservationService => new ObservationService(this.services.database, new PastClusters());
    const one = service();
    for (let areMore = true; areMore;)
      ({ areMore } = valueOf(await (by === 'one' ? one : service()).judge(CALLER, this.id)));
    const list = { filter: {}, pageSize: 10_000 };
    return valueOf(await this.services.decisions.list(CALLER, { cluster: this.id }, list)).items;
  }

  /** Everything that was decided is decided alike again, and the log holds. */
  async expectProven(decisions: number): Promise<void> {
    const replays = new ReplayService(this.services.database, { clusters: new PastClusters() });
    const report = valueOf(await replays.replay(CALLER, { cluster: this.id, selection: {} }));
    expect(report).toMatchObject({ decisions, identical: decisions, differences: [], notCompared: [] });
    const { database } = this.services;
    const verified = valueOf(await new VerificationService(database).verify(CALLER, { cluster: this.id }));
    expect(verified.checks.flatMap(({ violations }) => violations)).toEqual([]);
  }
}

async function* linesOf(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
}

/** A profile that packs pods, where the default one spreads them. */
export const PACKING = {
  pluginConfig: [
    {
      name: 'NodeResourcesFit',
      args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
    },
  ],
};

/** That profile, for a scheduler. */
export function packing(): Profile {
  const read = readProfile(PACKING);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.profile;
}

/** Whether the agreement is neither `same` nor `tie`. */
export function isDiffering(observed: Decision['observed']): boolean {
  return observed?.agreement !== 'same' && observed?.agreement !== 'tie';
}
