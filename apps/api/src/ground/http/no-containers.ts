/** What reads, enters or reaches a container. */
export const OF_CONTAINERS: ReadonlySet<string> = new Set(['log', 'exec', 'attach', 'portforward', 'proxy']);
export const NO_CONTAINERS =
  'a modelled cluster runs no containers: log, exec, attach, port-forward and proxy lead nowhere';
