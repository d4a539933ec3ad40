const KUBERNETES_PATH = /^\/v1\/clusters\/[^/]+\/(api|apis|version|healthz|livez|readyz|openapi)(\/|$)/;

/** Paths that are an API server's: their errors are a Kubernetes Status. */
export function speaksKubernetes(path: string): boolean {
  return KUBERNETES_PATH.test(path);
}
