/** What is reported, and how often. */
export interface ReportOptions {
  readonly everyMs: number;
  /** Answers whether there will be more to report, although no job is open. */
  readonly report: () => boolean;
}

/** Reports at an interval while jobs are open, and until there is nothing more to report: an idle thread sleeps. */
export class ReportsWhileBusy {
  #open = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ReportOptions) {}

  /** Whether it will report. */
  get isAwake(): boolean {
    return this.#timer !== undefined;
  }

  /** A job is open until it has ended. */
  async during<T>(job: () => Promise<T>): Promise<T> {
    this.#open++;
    this.wake();
    try {
      return await job();
    } finally {
      this.#open--;
    }
  }

  /** There is something to report. */
  wake(): void {
    this.#timer ??= setInterval(() => {
      if (this.options.report() || this.#open > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    }, this.options.everyMs).unref();
  }
}
