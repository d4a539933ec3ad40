/** A path of the Kubernetes API of a cluster: of the core group. */
export const core = (cluster: string, rest: string): string => `/v1/clusters/${cluster}/api/v1/${rest}`;
/** Of the other groups. */
export const apis = (cluster: string, rest: string): string => `/v1/clusters/${cluster}/apis/${rest}`;
/** Of the pods of the namespace `default`. */
export const pods = (cluster: string, rest = ''): string => core(cluster, `namespaces/default/pods${rest}`);
