import { factOfNodes } from '../../snapshot/index.js';

/** core/v1 AvoidPods: whose pods a node would rather not have. */
interface AvoidPods {
  readonly preferAvoidPods?:
    | readonly {
        readonly podSignature?: { readonly podController?: { kind?: unknown; uid?: unknown } | null } | null;
      }[]
    | null;
}

const ANNOTATION = 'scheduler.alpha.kubernetes.io/preferAvoidPods';

/** The annotation of nodes that lists the controllers, as it stands; null where a node has none. */
export const AVOIDED_PODS = factOfNodes<string | null>({
  name: 'AvoidedPods',
  textOf: ({ metadata }) => metadata?.annotations?.[ANNOTATION] ?? null,
  valueOf: (text) => text,
  none: null,
});

export interface ControllerIdentity {
  readonly kind: string;
  readonly uid: string;
}

/** Whether the annotation lists the controller. One that cannot be read lists no controller. */
export function avoidsController(annotation: string | null, { kind, uid }: ControllerIdentity): boolean {
  return readAvoidPods(annotation).some(
    ({ podSignature }) =>
      (podSignature?.podController?.kind ?? '') === kind && (podSignature?.podController?.uid ?? '') === uid,
  );
}

function readAvoidPods(annotation: string | null): NonNullable<AvoidPods['preferAvoidPods']> {
  if (annotation === null || annotation === '') return [];
  try {
    const { preferAvoidPods } = (JSON.parse(annotation) ?? {}) as AvoidPods;
    return isList(preferAvoidPods) ? preferAvoidPods.filter((one) => typeof one === 'object' && Boolean(one)) : [];
  } catch {
    return [];
  }
}

function isList(value: unknown): value is NonNullable<AvoidPods['preferAvoidPods']> {
  return Array.isArray(value);
}
