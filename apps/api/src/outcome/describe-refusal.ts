import type { ImportItem, ObjectRef, Refusal } from '#cluster';
import { describeProblem, type FieldProblem } from '#kubernetes';
import { ErrorCode } from './error-code.js';
import { fieldPointer } from './field-pointer.js';

/** One thing that is wrong inside a request. */
export interface ErrorEntry {
  /** Where in the body (or in the object, where there are several), as a JSON pointer; empty for the whole. */
  readonly pointer: string;
  readonly code: ErrorCode;
  readonly detail: string;
  /** Which object of an import, from 0, and its name. */
  readonly index?: number;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** An error in the words that all faces share; its status and title are in ERROR_TABLE. */
export interface ErrorDescription {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: readonly ErrorEntry[];
}

/** Every refusal of the services, in words. */
export function describeRefusal(refusal: Refusal): ErrorDescription {
  switch (refusal.kind) {
    case 'ClusterNotFound':
      return plain(ErrorCode.CLUSTER_NOT_FOUND, `cluster ${quoted(refusal.cluster)} not found`);
    case 'ClusterNameTaken':
      return at('name', plain(ErrorCode.CLUSTER_NAME_TAKEN, `a cluster named ${quoted(refusal.name)} exists already`));
    case 'InvalidRequest':
      return withProblems(ErrorCode.INVALID_REQUEST, 'the request is not valid', refusal.problems);
    case 'ObjectNotFound':
      return plain(ErrorCode.OBJECT_NOT_FOUND, `${shown(refusal.object)} not found`);
    case 'ObjectAlreadyExists':
      return plain(ErrorCode.OBJECT_ALREADY_EXISTS, `${shown(refusal.object)} exists already`);
    case 'ObjectInvalid':
      return withProblems(ErrorCode.OBJECT_INVALID, `${shown(refusal.object)} is not valid`, refusal.problems);
    case 'ResourceVersionConflict':
      return plain(
        ErrorCode.RESOURCE_VERSION_CONFLICT,
        `${shown(refusal.object)} has been modified: resourceVersion ${quoted(refusal.given)} was given, it is ${quoted(refusal.current)}`,
      );
    case 'UidConflict':
      return plain(
        ErrorCode.UID_CONFLICT,
        `${shown(refusal.object)} is another object: uid ${quoted(refusal.given)} was given, it is ${quoted(refusal.current)}`,
      );
    case 'PodAlreadyBound':
      return plain(
        ErrorCode.POD_ALREADY_BOUND,
        `${shown(refusal.object)} is already assigned to node ${quoted(refusal.node)}`,
      );
    case 'PatchFailed':
      return plain(ErrorCode.PATCH_FAILED, `the patch does not apply to ${shown(refusal.object)}: ${refusal.message}`);
    case 'UnsupportedKind':
      return plain(
        ErrorCode.UNSUPPORTED_KIND,
        `objects of kind ${quoted(refusal.kindName)} (${refusal.apiVersion}) are not kept`,
      );
    case 'ContinueTokenExpired':
      return plain(ErrorCode.CONTINUE_TOKEN_EXPIRED, refusal.message);
    case 'ManifestsUnreadable':
      return plain(
        ErrorCode.MANIFESTS_UNREADABLE,
        refusal.line === undefined ? refusal.message : `line ${refusal.line}: ${refusal.message}`,
      );
    case 'ImportRejected':
      return {
        code: ErrorCode.IMPORT_REJECTED,
        detail: `${refusal.rejected.length} problems; nothing was imported`,
        errors: refusal.rejected.map(itemEntry),
      };
    default:
      return describeHistoryRefusal(refusal);
  }
}

type HistoryRefusal =
  | SchedulingRefusal
  | Extract<
      Refusal,
      { readonly kind: 'HistoryExpired' | 'Archived' | 'ArchiveNotFound' | 'ArchiveFileMissing' | 'ArchivingUnderWay' }
    >;

function describeHistoryRefusal(refusal: HistoryRefusal): ErrorDescription {
  switch (refusal.kind) {
    case 'HistoryExpired':
      return plain(
        ErrorCode.HISTORY_EXPIRED,
        refusal.origin === undefined
          ? `${quoted(refusal.at)} lies before what is kept of the log, which begins at position ${refusal.oldest}`
          : `${quoted(refusal.at)} lies before the fork, whose log begins at position ${refusal.oldest}: cluster ${quoted(refusal.origin)} has what was before`,
      );
    case 'Archived':
      return plain(
        ErrorCode.ARCHIVED,
        `${refusal.what} is archived: ${listed(refusal.archives.map(({ id, file }) => `archive ${id}, file ${file}`))}`,
      );
    case 'ArchiveNotFound':
      return plain(ErrorCode.ARCHIVE_NOT_FOUND, `archive ${quoted(refusal.archive)} not found`);
    case 'ArchiveFileMissing':
      return plain(
        ErrorCode.ARCHIVE_FILE_MISSING,
        `the file ${refusal.file} is not in the folder of archives of this server`,
      );
    case 'ArchivingUnderWay':
      return plain(ErrorCode.ARCHIVING_UNDER_WAY, 'history is being archived already');
    default:
      return describeSchedulingRefusal(refusal);
  }
}

type SchedulingRefusal =
  | ProofRefusal
  | Extract<
      Refusal,
      {
        readonly kind:
          | 'RevisionConflict'
          | 'PodsNotFound'
          | 'RunNotFound'
          | 'RunNotReplayable'
          | 'DecisionNotFound'
          | 'TraceNotStored'
          | 'IdempotencyKeyReused';
      }
    >;

function describeSchedulingRefusal(refusal: SchedulingRefusal): ErrorDescription {
  switch (refusal.kind) {
    case 'RevisionConflict':
      return at(
        'baseRevision',
        plain(ErrorCode.REVISION_CONFLICT, `revision ${refusal.given} was given, the cluster is at ${refusal.current}`),
      );
    case 'PodsNotFound':
      return {
        code: ErrorCode.PODS_NOT_FOUND,
        detail: `${refusal.pods.length} pods were not found: ${listed(refusal.pods.map(({ name }) => name))}`,
        errors: refusal.pods.map(({ index, name }) => ({
          pointer: `/pods/names/${index}`,
          code: ErrorCode.FIELD_NOT_FOUND,
          detail: `pod ${quoted(name)} not found`,
        })),
      };
    case 'RunNotFound':
      return plain(ErrorCode.RUN_NOT_FOUND, `run ${quoted(refusal.run)} not found`);
    case 'RunNotReplayable':
      return plain(
        ErrorCode.RUN_NOT_REPLAYABLE,
        `run ${quoted(refusal.run)} cannot be decided again: ${refusal.reason}`,
      );
    case 'DecisionNotFound':
      return plain(ErrorCode.DECISION_NOT_FOUND, `decision ${quoted(refusal.decision)} not found`);
    case 'TraceNotStored':
      return plain(ErrorCode.TRACE_NOT_STORED, `decision ${quoted(refusal.decision)} has no trace: ${refusal.reason}`);
    case 'IdempotencyKeyReused':
      return plain(
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        `the idempotency key ${quoted(refusal.key)} was used for another request`,
      );
    default:
      return describeProofRefusal(refusal);
  }
}

type ProofRefusal =
  | ProfileRefusal
  | Extract<
      Refusal,
      {
        readonly kind:
          | 'CheckpointNotFound'
          | 'RevisionNotFound'
          | 'PositionAhead'
          | 'ChangeNotFound'
          | 'HistoryNotSigned'
          | 'HistoryArchived';
      }
    >;

function describeProofRefusal(refusal: ProofRefusal): ErrorDescription {
  switch (refusal.kind) {
    case 'CheckpointNotFound':
      return plain(ErrorCode.CHECKPOINT_NOT_FOUND, `there is no checkpoint ${quoted(refusal.size)}`);
    case 'RevisionNotFound':
      return plain(ErrorCode.REVISION_NOT_FOUND, `revision ${refusal.revision} is not of this history`);
    case 'PositionAhead':
      return plain(
        ErrorCode.POSITION_AHEAD,
        `position ${refusal.position} was given, the log is at ${refusal.current}`,
      );
    case 'ChangeNotFound':
      return plain(ErrorCode.CHANGE_NOT_FOUND, `there is no change at position ${refusal.position}`);
    case 'HistoryNotSigned':
      return plain(
        ErrorCode.HISTORY_NOT_SIGNED,
        `the history of cluster ${quoted(refusal.cluster)} is not signed: ${refusal.message}`,
      );
    case 'HistoryArchived':
      return plain(
        ErrorCode.HISTORY_ARCHIVED,
        `the history of cluster ${quoted(refusal.cluster)} is archived in part: ${refusal.message}`,
      );
    default:
      return describeProfileRefusal(refusal);
  }
}

type ProfileRefusal = Extract<
  Refusal,
  {
    readonly kind:
      | 'ProfileNotFound'
      | 'ProfileInvalid'
      | 'ProfileUnknown'
      | 'ProfileVersionNotFound'
      | 'ProfileAlreadyExists'
      | 'ProfileModified'
      | 'DefaultProfileKept'
      | 'ConfigurationInvalid';
  }
>;

function describeProfileRefusal(refusal: ProfileRefusal): ErrorDescription {
  switch (refusal.kind) {
    case 'ProfileNotFound':
      return at(
        'profile',
        plain(
          ErrorCode.PROFILE_NOT_FOUND,
          `no profile is named ${quoted(refusal.name)}; known: ${refusal.known.join(', ')}`,
        ),
      );
    case 'ProfileInvalid':
      return withProblems(ErrorCode.PROFILE_INVALID, 'the scheduler profile is not valid', refusal.problems);
    case 'ProfileUnknown':
      return plain(ErrorCode.PROFILE_UNKNOWN, `profile ${quoted(refusal.name)} not found`);
    case 'ProfileVersionNotFound':
      return plain(
        ErrorCode.PROFILE_VERSION_NOT_FOUND,
        `profile ${quoted(refusal.name)} has no version ${quoted(refusal.version)}`,
      );
    case 'ProfileAlreadyExists':
      return at(
        'schedulerName',
        plain(ErrorCode.PROFILE_ALREADY_EXISTS, `a profile named ${quoted(refusal.name)} exists already`),
      );
    case 'ProfileModified':
      return plain(
        ErrorCode.PROFILE_MODIFIED,
        `profile ${quoted(refusal.name)} has been modified: resourceVersion ${quoted(refusal.given)} was given, it is ${quoted(refusal.current)}`,
      );
    case 'DefaultProfileKept':
      return plain(
        ErrorCode.DEFAULT_PROFILE_KEPT,
        `${quoted(refusal.name)} is the default profile: it can be replaced, and is there as long as it is not`,
      );
    case 'ConfigurationInvalid':
      return withProblems(
        ErrorCode.SCHEDULER_CONFIGURATION_INVALID,
        'the scheduler configuration is not valid',
        refusal.problems,
      );
    default:
      return refusal satisfies never;
  }
}

/** `Invalid` of FieldValueInvalid, and so on. */
const FIELD_CODES: Readonly<Record<string, ErrorCode>> = {
  FieldValueRequired: ErrorCode.FIELD_REQUIRED,
  FieldValueInvalid: ErrorCode.FIELD_INVALID,
  FieldValueTypeInvalid: ErrorCode.FIELD_TYPE_INVALID,
  FieldValueNotSupported: ErrorCode.FIELD_NOT_SUPPORTED,
  FieldValueDuplicate: ErrorCode.FIELD_DUPLICATE,
  FieldValueForbidden: ErrorCode.FIELD_FORBIDDEN,
  FieldValueTooLong: ErrorCode.FIELD_TOO_LONG,
  FieldValueTooMany: ErrorCode.FIELD_TOO_MANY,
  FieldValueNotFound: ErrorCode.FIELD_NOT_FOUND,
};

function plain(code: ErrorCode, detail: string): ErrorDescription {
  return { code, detail, errors: [] };
}

/** The error is about one field. */
function at(field: string, { code, detail }: ErrorDescription): ErrorDescription {
  return { code, detail, errors: [{ pointer: fieldPointer(field), code, detail }] };
}

function withProblems(code: ErrorCode, what: string, problems: readonly FieldProblem[]): ErrorDescription {
  const errors = problems.map(({ field, reason, message }) => ({
    pointer: fieldPointer(field),
    code: FIELD_CODES[reason] ?? ErrorCode.FIELD_INVALID,
    detail: message,
  }));
  return { code, detail: `${what}: ${listed(problems.map(describeProblem))}`, errors };
}

function itemEntry({ index, kind, namespace, name, field = '', message }: ImportItem): ErrorEntry {
  return {
    pointer: fieldPointer(field),
    code: ErrorCode.OBJECT_INVALID,
    detail: message,
    index,
    kind,
    namespace,
    name,
  };
}

/** Texts for one line: the first few, and how many more. */
function listed(texts: readonly string[]): string {
  const shownTexts = texts.slice(0, LISTED);
  return texts.length > LISTED ? `${shownTexts.join('; ')}; and ${texts.length - LISTED} more` : shownTexts.join('; ');
}

const LISTED = 5;

function shown({ kind, namespace, name }: ObjectRef): string {
  return `${kind} ${quoted(namespace === '' ? name : `${namespace}/${name}`)}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
