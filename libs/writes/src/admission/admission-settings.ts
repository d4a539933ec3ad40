import type { Controllers } from '#kubernetes';

/** What the owners of a cluster decide about admission. */
export interface AdmissionSettings {
  /** Whether conditions of nodes and `spec.unschedulable` become taints, as the node lifecycle controller sets them. */
  readonly conditionTaints: boolean;
  /** Whether pods that ask for something tolerate that memory is short, as PodTolerationRestriction has it. */
  readonly memoryPressureTolerations: boolean;
  /** Who acts beside the API server, from the creation of the cluster on. */
  readonly controllers: Controllers;
}

/** The same in the row of a cluster. */
export interface AdmissionColumns {
  readonly condition_taints: boolean;
  readonly memory_pressure_tolerations: boolean;
  readonly controllers: Controllers;
}

/** Of a new cluster. */
export const ADMISSION_DEFAULTS: AdmissionSettings = {
  conditionTaints: true,
  memoryPressureTolerations: false,
  controllers: 'instant',
};

/** Of a new cluster in which these controllers act: taints of conditions are what one of them sets. */
export function admissionDefaults(controllers: Controllers = 'instant'): AdmissionSettings {
  return { ...ADMISSION_DEFAULTS, controllers, conditionTaints: controllers !== 'none' };
}

export function admissionSettingsOf(row: AdmissionColumns): AdmissionSettings {
  return {
    conditionTaints: row.condition_taints,
    memoryPressureTolerations: row.memory_pressure_tolerations,
    controllers: row.controllers,
  };
}
