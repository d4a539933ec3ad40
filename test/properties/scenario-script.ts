import { isTerminating, readProfile, type Pod, type Preemption, type Profile } from '#scheduler';
import { policyOf } from '../conformance/run-policy.js';
import type { Scenario } from '../conformance/recording.js';
import { generateScenario } from '../oracle/generate-scenario.js';
import { PROFILES } from './profiles.js';
import type { Move, Script } from './script.js';

const MODES: readonly Preemption[] = ['nominate', 'evict', 'off'];

/** A random scenario of everything that plugins read. */
export function scenarioOf(seed: number): Scenario {
  return JSON.parse(JSON.stringify(generateScenario(seed)));
}

/** The profiles that a scenario's script names: its own, and the default one. */
export function scenarioProfiles(scenario: Scenario): Readonly<Record<string, Profile>> {
  const { id, profile = {}, policy } = scenario;
  const answer = readProfile(policy === undefined ? profile : policyOf(scenario));
  if ('profile' in answer) return { own: answer.profile, default: PROFILES.default };
  throw new Error(`${id}: ${answer.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`);
}

/** A scenario as a script: its pods come in rounds, so that classes come again, and between rounds pods leave. */
export function scenarioScript({ objects, pods }: Scenario, rounds: number): Script {
  const { nodes = [], pods: existing = [], ...others } = objects;
  const names = new Set(nodes.map(({ metadata }) => metadata?.name));
  const bound = existing.filter(
    ({ spec, status }) =>
      names.has(spec?.nodeName ?? '') && status?.phase !== 'Succeeded' && status?.phase !== 'Failed',
  );
  const moves: Move[] = [...existing.filter(({ spec }) => !spec?.nodeName), ...pods].flatMap((pod): Move[] => {
    const node = pod.status?.nominatedNodeName ?? '';
    return node === '' ? [] : [{ do: 'nominate', pod, node }];
  });
  for (let round = 0; round < rounds; round += 1) {
    const preemption = MODES[round % MODES.length] ?? 'off';
    for (const pod of pods) {
      if (isTerminating(pod)) continue;
      moves.push({
        do: 'decide',
        pod: roundOf(pod, round),
        profile: round % 3 === 1 ? 'default' : 'own',
        preemption,
        seed: round === 0 ? null : round,
      });
    }
    moves.push({ do: 'take', at: 5 * round }, { do: 'take', at: 7 * round + 3 });
  }
  return { objects: others, nodes, bound, moves };
}

/** A pod of the same class. */
function roundOf(pod: Pod, round: number): Pod {
  if (round === 0) return pod;
  const { nominatedNodeName: _, ...status } = pod.status ?? {};
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      name: `${pod.metadata?.name ?? ''}-${round}`,
      uid: `${pod.metadata?.namespace ?? ''}/${pod.metadata?.name ?? ''}-${round}`,
    },
    status,
  };
}
