import type { Transaction } from '#database';
import { readEffective } from './profile.queries.js';

/** What a profile asks of a node's resources. */
interface FitRule {
  readonly asks: boolean;
  readonly ignored: readonly string[];
  /** Prefixes of resource names, without the slash. */
  readonly ignoredGroups: readonly string[];
}

interface EffectiveProfile {
  readonly plugins?: { readonly filter?: readonly string[] };
  readonly pluginConfig?: readonly {
    readonly name: string;
    readonly args?: {
      readonly ignoredResources?: readonly string[];
      readonly ignoredResourceGroups?: readonly string[];
    } | null;
  }[];
}

const FIT = 'NodeResourcesFit';

/**
 * Which resources the profiles of a cluster look at before they bind: a profile may leave out the plugin that does,
 * or tell it to ignore some.
 */
export class FitRules {
  private constructor(private readonly rules: ReadonlyMap<string, FitRule>) {}

  static async read(tx: Transaction, clusterId: string): Promise<FitRules> {
    const rows = await readEffective(tx, clusterId);
    const ruled = rows.map(
      ({ digest, effective }) =>
        [digest.toString('hex'), ruleOf((effective as EffectiveProfile | null) ?? {})] as const,
    );
    return new FitRules(new Map(ruled));
  }

  /**
   * Whether a decision of this profile looked at the resource. A profile that is not there is taken to have done so.
   */
  asks(digest: Uint8Array | null, resource: string): boolean {
    const rule = digest === null ? undefined : this.rules.get(Buffer.from(digest).toString('hex'));
    if (rule === undefined) return true;
    return (
      rule.asks &&
      !rule.ignored.includes(resource) &&
      !rule.ignoredGroups.some((group) => resource.startsWith(`${group}/`))
    );
  }
}

function ruleOf({ plugins, pluginConfig = [] }: EffectiveProfile): FitRule {
  const { ignoredResources = [], ignoredResourceGroups = [] } =
    pluginConfig.find(({ name }) => name === FIT)?.args ?? {};
  return {
    asks: plugins?.filter?.includes(FIT) ?? true,
    ignored: ignoredResources,
    ignoredGroups: ignoredResourceGroups,
  };
}
