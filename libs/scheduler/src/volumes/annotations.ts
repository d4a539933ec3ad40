/** Annotations of claims and volumes, as kubernetes v1.34 pkg/controller/volume/persistentvolume/util has them. */
export const volumeAnnotations = {
  /** The claim is bound, to the end. */
  bindCompleted: 'pv.kubernetes.io/bind-completed',
  /** The controller chose the other side, not a user. */
  boundByController: 'pv.kubernetes.io/bound-by-controller',
  /** The node that the scheduler chose for the volume of a claim. */
  selectedNode: 'volume.kubernetes.io/selected-node',
} as const;

/** The provisioner of a class whose volumes are not made. */
export const NO_PROVISIONER = 'kubernetes.io/no-provisioner';
