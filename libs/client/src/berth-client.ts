import createClient from 'openapi-fetch';
import type { Answer, Api, InitArgument, Item, Method, PagedPath, Path } from './api-types.js';
import type { paths } from './generated/api.js';
import { problemIn, ServiceError, ServiceUnreachable } from './service-error.js';

/** Which service, and as whom. */
export interface ClientOptions {
  /** Such as `http://127.0.0.1:3000`; a path in it goes before the paths of the API. */
  readonly url: string;
  /** What the service wants as a bearer token, where it wants one. */
  readonly key?: string | undefined;
  /** The team that the bearer of a token acts for, where they are in several. A key is of one. */
  readonly team?: string | undefined;
  /** What calls, as the log of the service names it: `berth/0.3.0 watch`. */
  readonly program?: string | undefined;
}

/** A request as fetch takes it, its headers by name. */
export interface RawInit extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
  /** Bodies that are streams need it. */
  readonly duplex?: 'half';
}

/** The content type of a body that says only what is to change. */
export const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' } as const;

/** What the typed methods come down to. */
type Call = (method: string, path: string, init: object | undefined) => Promise<{ readonly data?: unknown }>;

interface Page<P extends PagedPath> {
  readonly items: readonly Item<P>[];
  readonly nextPageToken?: string;
}

/**
 * The service as its users see it. Methods take the paths of the document, their parameters as `params`, and answer the
 * JSON of a success. Everything that reads or writes throws ServiceError when the service answers anything else, and
 * ServiceUnreachable when it does not answer.
 */
export class BerthClient {
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #api: Api;

  constructor({ url, key, team, program }: ClientOptions) {
    this.url = url.replace(/\/$/, '');
    this.#headers = {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(team !== undefined && { 'x-berth-team': team }),
      ...(program !== undefined && { 'user-agent': program }),
    };
    this.#api = createClient<paths, 'application/json'>({
      baseUrl: this.url,
      headers: this.#headers,
      // Lists are one text, with commas between.
      querySerializer: { array: { style: 'form', explode: false } },
      fetch: (request) => this.#send(request),
    });
  }

  get<P extends Path<'get'>>(path: P, ...[init]: InitArgument<'get', P>): Promise<Answer<'get', P>> {
    return this.#call('get', path, init);
  }

  post<P extends Path<'post'>>(path: P, ...[init]: InitArgument<'post', P>): Promise<Answer<'post', P>> {
    return this.#call('post', path, init);
  }

  put<P extends Path<'put'>>(path: P, ...[init]: InitArgument<'put', P>): Promise<Answer<'put', P>> {
    return this.#call('put', path, init);
  }

  /** Of the Kubernetes API with `headers: MERGE_PATCH` or those of a JSON patch. */
  patch<P extends Path<'patch'>>(path: P, ...[init]: InitArgument<'patch', P>): Promise<Answer<'patch', P>> {
    return this.#call('patch', path, init);
  }

  delete<P extends Path<'delete'>>(path: P, ...[init]: InitArgument<'delete', P>): Promise<Answer<'delete', P>> {
    return this.#call('delete', path, init);
  }

  /** The items of a list, page after page. */
  async *items<P extends PagedPath>(path: P, ...[init]: InitArgument<'get', P>): AsyncGenerator<Item<P>> {
    const asked: { readonly params?: { readonly query?: object } } | undefined = init;
    const params = asked?.params;
    let pageToken: string | undefined;
    do {
      const query = pageToken === undefined ? params?.query : { ...params?.query, pageToken };
      const page = await this.#call<Page<P>>('get', path, { ...init, params: { ...params, query } });
      yield* page.items;
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }

  /** Runs an operation of the GraphQL face, and answers its data. @throws ServiceError also for errors beside data */
  async graphql<T>(query: string, variables: object = {}, { signal }: Pick<RawInit, 'signal'> = {}): Promise<T> {
    const response = await this.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    const { data, errors } = JSON.parse(text) as { readonly data: T; readonly errors?: readonly object[] };
    if (errors !== undefined) throw problemIn(text, response);
    return data;
  }

  /** What the typed methods cannot say: other formats, streams, any path. The answer is a success, and not read yet. */
  fetch(path: string, { headers, ...init }: RawInit = {}): Promise<Response> {
    return this.#send(this.url + path, { ...init, headers: { ...this.#headers, ...headers } });
  }

  async #call<T>(method: Method, path: string, init: object | undefined): Promise<T> {
    const { data } = await (this.#api.request as Call)(method, path, init);
    return data as T;
  }

  async #send(request: Request | string, init?: RequestInit): Promise<Response> {
    const response = await fetch(request, init).catch((error: unknown) => {
      // The caller that aborted it knows why.
      const signal = init?.signal ?? (request instanceof Request ? request.signal : undefined);
      throw signal?.aborted === true ? error : new ServiceUnreachable(this.url, error);
    });
    if (!response.ok) throw await ServiceError.of(response);
    return response;
  }
}
