/** What the owners of a cluster decide about admission. */
export interface AdmissionSettings {
  /** Whether conditions of nodes and `spec.unschedulable` become taints, as the node lifecycle controller sets them. */
  readonly conditionTaints: boolean;
  /** Whether pods that ask for something tolerate that memory is short, as PodTolerationRestriction has it. */
  readonly memoryPressureTolerations: boolean;
}

/** The same in the row of a cluster. */
export interface AdmissionColumns {
  readonly condition_taints: boolean;
  readonly memory_pressure_tolerations: boolean;
}

/** Of a new cluster. */
export const ADMISSION_DEFAULTS: AdmissionSettings = { conditionTaints: true, memoryPressureTolerations: false };

export function admissionSettingsOf(row: AdmissionColumns): AdmissionSettings {
  return { conditionTaints: row.condition_taints, memoryPressureTolerations: row.memory_pressure_tolerations };
}
