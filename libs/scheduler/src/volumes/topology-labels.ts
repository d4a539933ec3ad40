/** Labels that say in which zone and region a node or volume is. As Kubernetes v1.34 well_known_labels.go. */
export const ZONE = 'topology.kubernetes.io/zone';
export const REGION = 'topology.kubernetes.io/region';
/** Their names before 1.17, still found on volumes. */
export const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone';
export const BETA_REGION = 'failure-domain.beta.kubernetes.io/region';

/** Separates the zones of a volume that is in several. */
export const ZONE_DELIMITER = '__';
