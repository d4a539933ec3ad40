import { AGE, ageOf, described, NAME, printerColumns, WHOLE } from '../../table/index.js';

interface PrintedBudget {
  readonly spec?: { readonly minAvailable?: number | string; readonly maxUnavailable?: number | string };
  readonly status?: { readonly disruptionsAllowed?: number };
}

/** A budget in a table. */
export const podDisruptionBudgetColumns = printerColumns<PrintedBudget>({
  columns: [
    NAME,
    described('Min Available', 'The minimum number of pods that must be available.'),
    described('Max Unavailable', 'The maximum number of pods that may be unavailable.'),
    described('Allowed Disruptions', 'Calculated number of pods that may be disrupted at this time.', WHOLE),
    AGE,
  ],
  cells: ({ metadata, spec = {}, status = {} }, now) => [
    metadata.name,
    String(spec.minAvailable ?? 'N/A'),
    String(spec.maxUnavailable ?? 'N/A'),
    status.disruptionsAllowed ?? 0,
    ageOf(metadata.creationTimestamp, now),
  ],
});
