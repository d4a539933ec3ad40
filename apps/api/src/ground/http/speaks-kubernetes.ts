const KUBERNETES_PATH = /^\/v1\/clusters\/[^/]+\/(api|apis|version|healthz|livez|readyz|openapi)(\/|$)/;

/** Paths that are an API server's: their errors are a Kubernetes Status. */
export function speaksKubernetes(path: string): boolean {
  return KUBERNETES_PATH.test(path);
}

/** What reads, enters or reaches a container. */
export const OF_CONTAINERS: ReadonlySet<string> = new Set(['log', 'exec', 'attach', 'portforward', 'proxy']);
export const NO_CONTAINERS =
  'a modelled cluster runs no containers: log, exec, attach, port-forward and proxy lead nowhere';
