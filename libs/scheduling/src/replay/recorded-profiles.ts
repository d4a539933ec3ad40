import type { ProfileRef } from '#audit';
import type { Transaction } from '#database';
import { readProfile, type Profile } from '#scheduler';
import {
  engineDigest,
  engineVersion,
  knownPlugins,
  listVersions,
  otherSources,
  profileDigest,
  type EngineRef,
  type KeptVersion,
  type ResolvedProfile,
} from '../profiles/index.js';
import type { DecidingEngine } from './replay-report.js';

/** The code that decides again. */
export interface ReplayEngine extends EngineRef {
  /** The profile that a source is with it; undefined when it refuses it. */
  readonly read: (source: object) => Profile | undefined;
}

/** The engine of this process. */
export function presentEngine(): ReplayEngine {
  const read = (source: object): Profile | undefined => {
    const result = readProfile(source, knownPlugins());
    return 'profile' in result ? result.profile : undefined;
  };
  return { digest: engineDigest().toString('hex'), version: engineVersion(), read };
}

/** A version of a profile, and what it is with the engine that decides now. */
export interface RecordedProfile {
  readonly ref: ProfileRef;
  /** Undefined when this engine refuses its source. */
  readonly resolved: ResolvedProfile | undefined;
  /** Plugins of the operator's own that it names and that are not here. */
  readonly missing: readonly string[];
  /** Null when it was not recorded and is not the present one. */
  readonly engine: DecidingEngine | null;
  /** Set when what is stored is not what it is known by: the digest that it comes to, hexadecimal. */
  readonly comesTo: string | undefined;
}

/** The versions of a cluster's profiles, each read once. */
export class RecordedProfiles {
  readonly #known = new Map<string, RecordedProfile | undefined>();

  constructor(
    private readonly clusterId: string,
    private readonly engine: ReplayEngine,
  ) {}

  /** The version of a digest, hexadecimal; undefined when there is none. */
  async of(tx: Transaction, digest: string): Promise<RecordedProfile | undefined> {
    if (!this.#known.has(digest)) {
      const [version] = await listVersions(tx, this.clusterId, { digest });
      this.#known.set(digest, version && this.#recorded(version));
    }
    return this.#known.get(digest);
  }

  #recorded({ name, version, digest, config, engine: noted }: KeptVersion): RecordedProfile {
    const profile = this.engine.read(config.source);
    const engine = noted ?? (hex(profileDigest(this.engine.digest, config.effective)) === digest ? this.engine : null);
    const plugins = otherSources(config.effective);
    const isPresent = engine?.digest === this.engine.digest && plugins.length === 0;
    const resolved = profile && { profile, source: config.source, ignored: [], digest: Buffer.from(digest, 'hex') };
    return {
      ref: { name, version, digest },
      resolved,
      missing: plugins.flatMap((plugin) => (plugin.present === null ? [plugin.name] : [])),
      engine: engine && { digest: engine.digest, version: engine.version, isPresent, plugins },
      comesTo:
        engine === null
          ? undefined
          : [config.effective, ...(isPresent && profile !== undefined ? [profile.configuration] : [])]
              .map((configuration) => hex(profileDigest(engine.digest, configuration)))
              .find((found) => found !== digest),
    };
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
