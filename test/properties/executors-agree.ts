import { isDeepStrictEqual } from 'node:util';
import { DenseExecutor, IncrementalExecutor, type Profile } from '#scheduler';
import { playScript } from './play-script.js';
import { PROFILES } from './profiles.js';
import type { Script } from './script.js';

/**
 * Plays a script with either executor; what they do not say alike, one line each, at the first attempt where they
 * differ. With `forgetful` the incremental one keeps two classes at a time.
 */
export function disagreement(
  script: Script,
  profiles: Readonly<Record<string, Profile>> = PROFILES,
  forgetful = false,
): readonly string[] {
  const dense = playScript(script, { executor: new DenseExecutor(), profiles });
  const incremental = playScript(script, {
    executor: new IncrementalExecutor(forgetful ? { mostBytes: 1 } : {}),
    profiles,
  });
  const length = Math.max(dense.length, incremental.length);
  for (let index = 0; index < length; index += 1) {
    const lines = differences(`attempt ${index}`, dense[index], incremental[index]);
    if (lines.length > 0) return lines;
  }
  return [];
}

/** The smallest parts in which two values differ: where, and what either says. */
export function differences(where: string, dense: unknown, incremental: unknown): readonly string[] {
  if (isDeepStrictEqual(dense, incremental)) return [];
  if (isObject(dense) && isObject(incremental) && Array.isArray(dense) === Array.isArray(incremental)) {
    const names = [...new Set([...Object.keys(dense), ...Object.keys(incremental)])];
    return names.flatMap((name) => differences(`${where}.${name}`, dense[name], incremental[name]));
  }
  return [
    `${where}: dense ${JSON.stringify(dense) ?? 'nothing'}, incremental ${JSON.stringify(incremental) ?? 'nothing'}`,
  ];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
