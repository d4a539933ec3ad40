/** A running service, asked over its published API. */
export class Service {
  constructor(
    private readonly url: string,
    private readonly key: string | undefined,
  ) {}

  /** As the environment names it: `BERTH_URL`, `BERTH_KEY`. */
  static fromEnvironment({ BERTH_URL: url = 'http://127.0.0.1:3000', BERTH_KEY: key }: NodeJS.ProcessEnv): Service {
    return new Service(url, key);
  }

  /** What a POST answers as lines of JSON, each as it comes. @throws Error when it is refused, or the service cannot be reached */
  async *lines(path: string, body: object): AsyncIterable<Readonly<Record<string, unknown>>> {
    const response = await fetch(new URL(path, this.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/x-ndjson',
        ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
      },
      body: JSON.stringify(body),
    }).catch((error: unknown) => {
      throw new Error(`cannot reach ${this.url}: ${String((error as { readonly cause?: unknown }).cause ?? error)}`);
    });
    if (!response.ok || response.body === null) throw new Error(await problemOf(response));
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield JSON.parse(line) as Record<string, unknown>;
    }
  }
}

/** In the words of the service, where it has some. */
async function problemOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { detail, title } = JSON.parse(text) as { readonly detail?: string; readonly title?: string };
    return detail ?? title ?? `${response.status} ${response.statusText}`;
  } catch (error) {
    if (error instanceof SyntaxError) return `${response.status} ${response.statusText}`;
    throw error;
  }
}
