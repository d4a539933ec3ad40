/**
 * A function that a thread serves. Its arguments and its result are plain data, which structured clone copies. Beside
 * that an argument, or a field of one, may be a callback, whose result is not waited for; a stream of chunks; or an
 * AbortSignal.
 */
export type Job = (...args: never[]) => Promise<unknown>;

/** The jobs of a thread by their names, and the type of its news. */
export interface ThreadShape {
  readonly jobs: Readonly<Record<string, Job>>;
  readonly news: unknown;
}

/** The name of a job of a thread. */
export type JobName<Shape extends ThreadShape> = keyof Shape['jobs'] & string;

/** What a job is called with. */
export type Arguments<Shape extends ThreadShape, Name extends JobName<Shape>> = Parameters<Shape['jobs'][Name]>;

/** What a job answers. */
export type Answer<Shape extends ThreadShape, Name extends JobName<Shape>> = Awaited<ReturnType<Shape['jobs'][Name]>>;
