import type { RefusalDefinition, RefusalFields, ValuesOf } from './definition.js';
import { ACCESS } from './access.js';
import { EVIDENCE } from './evidence.js';
import { HISTORY } from './history.js';
import { IDEMPOTENCY } from './idempotency.js';
import { IMPORTS } from './imports.js';
import { LOG } from './log.js';
import { MIRRORS } from './mirrors.js';
import { OBJECTS } from './objects.js';
import { OPERATIONS } from './operations.js';
import { PROFILES } from './profiles.js';
import { REQUESTS } from './requests.js';
import { SCHEDULE } from './schedule.js';
import { SCHEDULES } from './schedules.js';
import { WHAT_IF } from './what-if.js';

export type {
  ArchivePlace,
  FieldTypes,
  ImportItem,
  MissingPod,
  ObjectRef,
  RefusalCategory,
  RefusalEntry,
  StatusDetails,
  StatusWords,
} from './definition.js';

/**
 * Every refusal that a caller can act on, by its kind, with all that is said of it. No HTTP status: doors derive their
 * answers from what stands here, in this order, which published documents keep.
 */
export const REFUSALS = {
  ...REQUESTS,
  ...OBJECTS,
  ...HISTORY,
  ...IMPORTS,
  ...SCHEDULE,
  ...PROFILES,
  ...EVIDENCE,
  ...LOG,
  ...IDEMPOTENCY,
  ...OPERATIONS,
  ...WHAT_IF,
  ...ACCESS,
  ...MIRRORS,
  ...SCHEDULES,
};

type Refusals = typeof REFUSALS;
type FieldsOf<Kind extends RefusalKind> =
  Refusals[Kind] extends RefusalDefinition<string, infer Fields> ? Fields : never;

/** What distinguishes one refusal from another. */
export type RefusalKind = keyof Refusals;

/** The codes of all refusals. */
export type RefusalCode = Refusals[RefusalKind]['code'];

/** A refusal: a plain value, its kind and its fields. No text as identity. */
export type Refusal = { [Kind in RefusalKind]: { readonly kind: Kind } & ValuesOf<FieldsOf<Kind>> }[RefusalKind];

/** The definition of a refusal of any kind. Its texts take the refusal that it was asked for. */
export function definitionOf({ kind }: Pick<Refusal, 'kind'>): RefusalDefinition<RefusalCode, RefusalFields> {
  return REFUSALS[kind];
}
