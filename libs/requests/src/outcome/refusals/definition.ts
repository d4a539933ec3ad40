import type { FieldProblem } from '#apimachinery';

/** An object of an import, by its place in the input. */
export interface ImportItem {
  /** From 0, in the order of the input. */
  readonly index: number;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly field?: string;
  readonly message: string;
}

/** Which object a refusal speaks of. */
export interface ObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** A pod that was asked for and is not there, by its place among the names that were given, from 0. */
export interface MissingPod {
  readonly index: number;
  readonly name: string;
}

/** Where something lies that was archived: the archive and the file below the folder of archives. */
export interface ArchivePlace {
  readonly id: string;
  readonly file: string;
}

/** What the fields of a refusal may hold. */
export interface FieldTypes {
  readonly text: string;
  readonly texts: readonly string[];
  readonly integer: number;
  readonly object: ObjectRef;
  readonly problems: readonly FieldProblem[];
  readonly items: readonly ImportItem[];
  readonly pods: readonly MissingPod[];
  readonly archives: readonly ArchivePlace[];
}

/** One field of a refusal: what it holds, and what that means to the caller. */
export interface RefusalField {
  readonly type: keyof FieldTypes;
  readonly description: string;
  readonly optional?: true;
}

/** The fields of a refusal by their names. */
export type RefusalFields = Readonly<Record<string, RefusalField>>;

/** The values of those fields. */
export type ValuesOf<Fields extends RefusalFields> = {
  readonly [
    Name in keyof Fields as Fields[Name] extends { readonly optional: true } ? never : Name
  ]: FieldTypes[Fields[Name]['type']];
} & {
  readonly [
    Name in keyof Fields as Fields[Name] extends { readonly optional: true } ? Name : never
  ]?: FieldTypes[Fields[Name]['type']];
};

/** What sort of no it is: a door of HTTP makes its status of it. */
export type RefusalCategory =
  /** The request breaks a rule of its form. */
  | 'malformed'
  /** The request is well formed, and what is in it breaks a rule. */
  | 'invalid'
  /** The request names something that is not there, beside what it is addressed to. */
  | 'unknownReference'
  /** The request is well formed, what is in it is valid, and a rule of the cluster's owners is against it. */
  | 'forbidden'
  /** What the request is addressed to is not there. */
  | 'notFound'
  | 'alreadyExists'
  /** The present state does not allow it. */
  | 'conflict'
  /** The present state does not allow it, and the same may succeed later. */
  | 'tooManyRequests'
  /** The state is not the one that the request made its condition. */
  | 'preconditionFailed'
  /** It was there, and is no longer. */
  | 'gone'
  /** The request and the state do not go together, and an API server calls that its own error. */
  | 'failed'
  /** The service lacks something that it needs for this, or others are in the way; the same may succeed later. */
  | 'unavailable';

/** One of several things that are wrong. The item is the object of an import that it is about. */
export interface RefusalEntry extends FieldProblem {
  readonly item?: Pick<ImportItem, 'index' | 'kind' | 'namespace' | 'name'>;
}

/** metav1.StatusDetails. */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  /** The plural of the resource; for what is not valid, the kind. */
  readonly kind?: string;
  readonly uid?: string;
  readonly retryAfterSeconds?: number;
  readonly causes?: readonly { readonly reason: string; readonly message: string; readonly field?: string }[];
}

/** What is said in a metav1.Status. */
export interface StatusWords {
  readonly message: string;
  readonly details?: StatusDetails;
  /** Where an API server makes another sort of no of the case than this service does. */
  readonly category?: RefusalCategory;
}

/** All that there is to say of one refusal, for every door. */
export interface RefusalDefinition<Code extends string, Fields extends RefusalFields> {
  /** What programs decide by, at every door. Published: never renamed. */
  readonly code: Code;
  readonly category: RefusalCategory;
  /** The text for people, the same in every case: the title of a problem. */
  readonly title: string;
  /** What the refusal means, in a sentence: the description of its GraphQL type. */
  readonly description: string;
  readonly fields: Fields;
  /** After how long the same request may succeed, of a refusal that passes although it is no outage. */
  readonly retryAfterSeconds?: number;
  /** The case at hand, in one line. */
  detail(values: ValuesOf<Fields>): string;
  /** The one field of the body that it is about, as REST names it. */
  readonly field?: string;
  /** Everything that is wrong with parts of the request; of a refusal with problems, those by default. */
  entries?(values: ValuesOf<Fields>): readonly RefusalEntry[];
  /** Where in the input of a mutation that is, and `field` or the field of a single problem from there on. */
  readonly input?: readonly string[];
  /** How an API server says it, where Kubernetes has words for it. */
  kubernetes?(values: ValuesOf<Fields>): StatusWords;
}

/**
 * A refusal as its own type: the code as a literal, and the values that its texts are made of
 * checked against its fields.
 */
export function refusal<const Code extends string, const Fields extends RefusalFields>(
  definition: RefusalDefinition<Code, Fields>,
): RefusalDefinition<Code, Fields> {
  return definition;
}

/** A field of each type. */
export const text = (description: string) => ({ type: 'text', description }) as const;
export const texts = (description: string) => ({ type: 'texts', description }) as const;
export const integer = (description: string) => ({ type: 'integer', description }) as const;
export const items = (description: string) => ({ type: 'items', description }) as const;
export const pods = (description: string) => ({ type: 'pods', description }) as const;
export const archives = (description: string) => ({ type: 'archives', description }) as const;

/** A field that not every case has. */
export const optional = <Field extends RefusalField>(field: Field) => ({ ...field, optional: true }) as const;

/** Fields that many refusals have, with one meaning. */
export const object = { type: 'object', description: 'The object.' } as const;
export const problems = { type: 'problems', description: 'All problems found in the request.' } as const;
export const given = text('The value in the request.');
export const current = text('The present value.');
export const operation = optional(
  text('`delete` for a precondition of a deletion, `bind` for one of a binding; absent otherwise.'),
);
