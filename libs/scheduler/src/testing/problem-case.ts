/** One way to get a profile or a configuration wrong, and the texts that its author sees: all of them, in order. */
export type ProblemCase = readonly [says: string, input: unknown, texts: readonly string[]];

interface Name {
  readonly name: string;
}

/** Plugins by name, as a profile lists them. */
export const names = (...list: readonly string[]): readonly Name[] => list.map((name) => ({ name }));

/** A profile that says nothing but the args of one plugin. */
export const args = (name: string, value: unknown): object => ({ pluginConfig: [{ name, args: value }] });
