/** Where a command writes, and what it reads beside files. */
export interface Terminal {
  readonly input: AsyncIterable<Uint8Array>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** BERTH_URL and the like. */
  readonly environment: NodeJS.ProcessEnv;
  /** Columns of the terminal; undefined for files and pipes, which receive complete lines. */
  readonly columns?: number | undefined;
  /** On a terminal only: replaces the status line, or removes it. */
  readonly status?: ((line: string) => void) | undefined;
  /** Clears the space for what `--watch` prints again. */
  readonly clear?: (() => void) | undefined;
  /** Whether colours are seen, and wanted. */
  readonly colour?: boolean | undefined;
  /** What is done before Ctrl-C ends the process; answers what takes it back. */
  readonly onInterrupt?: ((work: () => Promise<void>) => () => void) | undefined;
  /** What SIGTERM and Ctrl-C do in the place of ending the process; answers what takes it back. */
  readonly onTerminate?: ((work: () => void) => () => void) | undefined;
  /** Ends what would go on for ever. */
  readonly signal?: AbortSignal | undefined;
}
