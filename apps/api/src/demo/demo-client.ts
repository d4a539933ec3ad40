/** A call that was answered with a problem. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    problem: { readonly code?: string; readonly title?: string; readonly detail?: string },
  ) {
    super(`${status} ${problem.code ?? ''}: ${problem.detail ?? problem.title ?? ''}`);
    this.name = 'CallError';
  }
}

/** The service as everyone else sees it: JSON over HTTP. */
export class DemoClient {
  constructor(readonly url: string) {}

  get<T>(path: string): Promise<T> {
    return this.#call<T>(path, {});
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.#call<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async #call<T>(path: string, init: RequestInit): Promise<T> {
    const response = await fetch(this.url + path, init);
    const body: unknown = await response.json();
    if (!response.ok) throw new CallError(response.status, body as ConstructorParameters<typeof CallError>[1]);
    return body as T;
  }
}
