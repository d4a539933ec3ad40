/**
 * What one kind of work takes, and what is said while it is done. All of it is plain data: it
 * goes through structured clone.
 */
export interface JobShape {
  readonly input: unknown;
  readonly output: unknown;
  /** What the work tells on its way. */
  readonly news: unknown;
  /** What the work asks on its way, and what it is answered. */
  readonly question: unknown;
  readonly answer: unknown;
}

/** The jobs of a thread by their names, and what it tells beside them. */
export interface ThreadShape {
  readonly jobs: Readonly<Record<string, JobShape>>;
  readonly news: unknown;
}

/** The name of a job of a thread. */
export type JobName<Shape extends ThreadShape> = keyof Shape['jobs'] & string;

/** How a job is called, beside its input. */
export interface CallOptions<Job extends JobShape> {
  /** Aborts the work with its reason. */
  readonly signal?: AbortSignal;
  onNews?(news: Job['news']): void;
  /**
   * Answers what the work asks. What it throws is thrown where the work asked. A Uint8Array is
   * given away: its memory moves.
   */
  answer?(question: Job['question']): Promise<Job['answer']>;
}

/** A call, as the work sees it. */
export interface OpenCall<Job extends JobShape> {
  readonly signal: AbortSignal;
  tell(news: Job['news']): void;
  ask(question: Job['question']): Promise<Job['answer']>;
}

/** How the jobs of a thread are done. */
export type JobTable<Shape extends ThreadShape> = {
  readonly [Name in JobName<Shape>]: (
    input: Shape['jobs'][Name]['input'],
    call: OpenCall<Shape['jobs'][Name]>,
  ) => Promise<Shape['jobs'][Name]['output']>;
};
