/** The subresources that are served, of the kinds that have them in Kubernetes v1.34. */
export const SERVED_SUBRESOURCES: ReadonlySet<string> = new Set([
  ...['status', 'scale', 'binding', 'eviction'],
  ...['finalize', 'ephemeralcontainers', 'resize', 'token'],
]);
