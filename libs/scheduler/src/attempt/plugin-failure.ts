/** A plugin that broke the contract or has no answer: the attempt ends with outcome `error` and this message. */
export class PluginFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PluginFailure';
  }
}

/**
 * Calls into a plugin. Plugins are foreign code: anything that one throws is that plugin's failure,
 * named, and never the engine's.
 */
export function guard<T>(plugin: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw failureOf(plugin, error);
  }
}

/** What a plugin threw, as its failure: for loops that run for every decision, and do without a closure for `guard`. */
export function failureOf(plugin: string, error: unknown): PluginFailure {
  if (error instanceof PluginFailure) return error;
  return new PluginFailure(
    `plugin ${JSON.stringify(plugin)} failed: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  );
}

/**
 * A plugin cannot handle what the pod uses: there is no answer then, not even where kube-scheduler
 * would have had no need to ask.
 */
export class NotSupportedYet extends PluginFailure {
  constructor(plugin: string) {
    super(`${plugin}: not supported yet`);
    this.name = 'NotSupportedYet';
  }
}
