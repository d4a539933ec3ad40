import type { OnModuleDestroy } from '@nestjs/common';

/** How long the database may take to answer before the service counts as not ready. */
const DEADLINE_MS = 2_000;

/** Whether requests can be served: the database answers, and the service is not stopping. */
export class Readiness implements OnModuleDestroy {
  #stopping = false;

  /** `reasonOf`: why the database did not do it, for people. */
  constructor(
    private readonly ping: () => Promise<void>,
    private readonly reasonOf: (error: unknown) => string | undefined,
  ) {}

  onModuleDestroy(): void {
    this.#stopping = true;
  }

  /** Each check by name: undefined where it passes, and why not otherwise. */
  async checks(): Promise<Readonly<Record<string, string | undefined>>> {
    return { shutdown: this.#stopping ? 'the service is stopping' : undefined, database: await this.#database() };
  }

  async #database(): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => {
        resolve('no answer in time');
      }, DEADLINE_MS);
    });
    try {
      return await Promise.race([
        this.ping().then(
          () => undefined,
          (error: unknown) => this.reasonOf(error) ?? 'does not answer',
        ),
        late,
      ]);
    } finally {
      clearTimeout(timer);
    }
  }
}
