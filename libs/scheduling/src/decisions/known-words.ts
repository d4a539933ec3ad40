import { recordedWords } from '#audit';
import { hasWholeSight, sightOf } from '#access';
import { type SeenCluster } from '#cluster';
import type { Transaction } from '#database';
import { didYouMean, shownValue, type FieldProblem } from '#apimachinery';
import { DEFAULT_SCHEDULER_NAME } from '#scheduler';
import { knownPlugins, listVersions } from '../profiles/index.js';

/** Words of a filter that come out of closed sets, though the sets grow. */
export interface AskedWords {
  readonly plugin?: string;
  readonly reason?: string;
  /** A name, or the digest of a version. */
  readonly profile?: string;
}

const DIGEST = /^[0-9a-f]{64}$/;

/**
 * What is wrong with a filter whose words come from nothing here: neither the plugins, nor what is recorded of the
 * cluster. An empty list would look like an answer.
 */
export async function unknownWords(tx: Transaction, cluster: SeenCluster, asked: AskedWords): Promise<FieldProblem[]> {
  const { id: clusterId } = cluster;
  const { plugin, reason, profile } = asked;
  const problems: FieldProblem[] = [];
  // What is recorded was said of pods of all namespaces.
  const isWhole = hasWholeSight(sightOf(cluster));
  const plugins = knownPlugins();
  const check = (field: keyof AskedWords, word: string, known: readonly string[]): void => {
    if (!known.includes(word)) problems.push(unknown(field, word, known));
  };
  if (isWhole && plugin !== undefined && !plugins.some(({ name }) => name === plugin))
    check('plugin', plugin, [...plugins.map(({ name }) => name), ...(await recordedWords(tx, clusterId, 'plugin'))]);
  const templates = plugins.flatMap(({ reasons = [] }) => reasons.map(({ text }) => text));
  if (isWhole && reason !== undefined && !templates.some((text) => sayable(text).test(reason)))
    check('reason', reason, [
      ...(await recordedWords(tx, clusterId, 'reason')),
      ...templates.map((text) => text.replaceAll('{}', '...')),
    ]);
  if (profile !== undefined && profile !== DEFAULT_SCHEDULER_NAME && !DIGEST.test(profile))
    check('profile', profile, [
      ...new Set([DEFAULT_SCHEDULER_NAME, ...(await listVersions(tx, clusterId)).map(({ name }) => name)]),
    ]);
  return problems;
}

/** The same of one trace, which says itself which plugins it is of. */
export function unknownPlugin(plugin: string | undefined, known: readonly string[]): FieldProblem[] {
  return plugin === undefined || known.includes(plugin) ? [] : [unknown('plugin', plugin, known)];
}

const NO: Readonly<Record<keyof AskedWords, string>> = {
  plugin: 'there is no such plugin',
  reason: 'no plugin gives such a reason, and none has here',
  profile: 'there is no such profile, and never was',
};

function unknown(field: keyof AskedWords, word: string, known: readonly string[]): FieldProblem {
  const message = `Invalid value: ${shownValue(word)}: ${NO[field]}${didYouMean(word, known)}`;
  return { field, reason: 'FieldValueInvalid', message };
}

/** A reason in the words of a plugin; what `{}` stands for may be anything. */
function sayable(template: string): RegExp {
  return new RegExp(`^${template.split('{}').map(escaped).join('.+')}$`, 's');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
