import type { Pod } from '#scheduler';

/** A pod by its names. */
export interface PodName {
  readonly namespace: string;
  readonly name: string;
}

export function nameOf({ metadata: { namespace = '', name = '' } = {} }: Pod): PodName {
  return { namespace, name };
}

/** `1 pod`, `2 pods`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** What is said of as many: `moves` of one, `move` of several. */
export function verb(count: number, ofOne: string, ofSeveral: string): string {
  return count === 1 ? ofOne : ofSeveral;
}

/** A message inside of a sentence, which ends by itself. */
export function inside(message: string): string {
  return message.replace(/\.$/, '');
}

/** `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** The reasons of several pods, each once with how many have it, the most frequent first. */
export function reasonsOf(messages: readonly string[]): { readonly message: string; readonly pods: number }[] {
  const counts = new Map<string, number>();
  for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts]
    .map(([message, pods]) => ({ message, pods }))
    .sort((a, b) => b.pods - a.pods || (a.message < b.message ? -1 : 1));
}
