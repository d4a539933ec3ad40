import type { MetaVersion } from '#api-server';
import type { AskedRead, Lasting } from '../../ground/http/index.js';

/** The forms that an object can be answered in beside its own. */
export const TRANSFORMS = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'] as const;
export type Transform = (typeof TRANSFORMS)[number];

/** What a request takes for an answer: the best of what its Accept header names. */
export interface AnswerForm {
  readonly media: 'json' | 'yaml';
  /** The form that the answer is turned into; undefined: the object as it is. */
  readonly as?: { readonly kind: Transform; readonly apiVersion: MetaVersion };
}

/** Every media type that is read and written, as refusals list them. */
export const MEDIA_TYPES = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';

/** Those of the events of a watch, which come one after the other. */
export const STREAM_TYPES = 'application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch';

const VERSIONS: readonly string[] = ['v1', 'v1beta1'];

interface Clause {
  readonly type: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * The form of an answer that an Accept header prefers, as the API server finds it: the clauses by their quality, the
 * more exact first, and the first that it can serve. Protobuf is answered as JSON, which its clients read. Undefined
 * where no clause can be served. // as apiserver v1.34 NegotiateMediaTypeOptions
 */
export function answerForm(accept: string | undefined, { hasTable = true } = {}): AnswerForm | undefined {
  if (accept === undefined || accept.trim() === '') return { media: 'json' };
  if (!namesServedType(accept)) return undefined;
  return clausesOf(accept)
    .map(formOf)
    .find((form) => form !== undefined && (hasTable || form.as?.kind !== 'Table'));
}

/** How a document is written that has one form: the best of what an Accept header names; undefined: none of it. */
export function plainMedia(
  accept = '',
  { isJsonOnly }: { readonly isJsonOnly: boolean },
): AnswerForm['media'] | undefined {
  if (accept.trim() === '') return 'json';
  if (!namesServedType(accept)) return undefined;
  const forms = clausesOf(accept).map(formOf);
  const found = forms.find(
    (form) => form !== undefined && form.as === undefined && !(isJsonOnly && form.media !== 'json'),
  );
  return found?.media;
}

/** Whether one of the clauses names a media type that is served, or every type; a range of types is none. */
export function namesServedType(accept = ''): boolean {
  const served = new Set(['*/*', ...MEDIA_TYPES.split(', ')]);
  return clausesOf(accept).some(({ type }) => served.has(type));
}

/** Whether a client prefers the aggregated documents of discovery, of which there is one version. */
export function prefersAggregated(accept = ''): boolean {
  const served = clausesOf(accept).find((clause) => isAggregated(clause) || formOf(clause) !== undefined);
  return served !== undefined && isAggregated(served);
}

function isAggregated({ type, parameters }: Clause): boolean {
  const [as, group, version] = ['as', 'g', 'v'].map((name) => parameters.get(name));
  return (
    type === 'application/json' && as === 'APIGroupDiscoveryList' && group === 'apidiscovery.k8s.io' && version === 'v2'
  );
}

function clausesOf(accept: string): Clause[] {
  const clauses = accept.split(',').map(clauseOf);
  return clauses.sort((a, b) => b.quality - a.quality || exactness(b) - exactness(a));
}

function clauseOf(text: string): Clause {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  const parameters = new Map(
    rest.map((part) => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name.trim(), value.trim().replace(/^"(.*)"$/, '$1')];
    }),
  );
  const quality = Number(parameters.get('q') ?? 1);
  return { type: type.toLowerCase(), quality: Number.isNaN(quality) ? 1 : quality, parameters };
}

/** 0 of any type, 1 of a range of types, 2 of one type. */
function exactness({ type }: Clause): number {
  return type === '*/*' || type === '*' ? 0 : type.endsWith('/*') ? 1 : 2;
}

const JSON_TYPES = new Set(['*/*', '*', 'application/*', 'application/json', 'application/vnd.kubernetes.protobuf']);

function formOf({ type, parameters }: Clause): AnswerForm | undefined {
  const media = type === 'application/yaml' ? 'yaml' : JSON_TYPES.has(type) ? 'json' : undefined;
  if (media === undefined) return undefined;
  const stream = parameters.get('stream') ?? '';
  if (stream !== '' && (stream !== 'watch' || media === 'yaml')) return undefined;
  const [as, group, version] = ['as', 'g', 'v'].map((name) => parameters.get(name) ?? '');
  if (as === '' && group === '' && version === '') return { media };
  const kind = TRANSFORMS.find((one) => one === as);
  if (kind === undefined || group !== 'meta.k8s.io' || !VERSIONS.includes(version ?? '')) return undefined;
  // Tables are written by no protobuf encoder; upstream goes on to the next clause.
  if (kind === 'Table' && type === 'application/vnd.kubernetes.protobuf') return undefined;
  return { media, as: { kind, apiVersion: `meta.k8s.io/${version}` as MetaVersion } };
}

/** How long an answer stays the same: that of a table changes with the ages in it. */
export function lastingOfForm({ headers }: Pick<AskedRead, 'headers'>): Lasting {
  return answerForm(headers.accept)?.as?.kind === 'Table' ? 'changing' : 'log';
}
