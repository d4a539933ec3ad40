/** Annotations of claims and volumes, as kubernetes v1.34 pkg/controller/volume/persistentvolume/util has them. */

/** The claim is bound, to the end. */
export const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
/** The controller chose the other side, not a user. */
export const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';
/** The node that the scheduler chose for the volume of a claim. */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';

/** The provisioner of a class whose volumes are not made. */
export const NO_PROVISIONER = 'kubernetes.io/no-provisioner';
