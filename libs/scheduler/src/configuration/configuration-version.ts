/** The one version of the configuration API that kube-scheduler v1.34 reads. */
export const CONFIGURATION_VERSION = 'kubescheduler.config.k8s.io/v1';
