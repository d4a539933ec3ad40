/** Settings of a test run itself: seeds, counts, durations, and which browser. */
const OF_RUNS = [
  ...['BERTH_TEST_SEED', 'BERTH_TEST_SECONDS', 'BERTH_TEST_JOBS', 'BERTH_TEST_CHANGES', 'BERTH_TEST_BINDINGS'],
  ...['EDITS', 'EDITS_SEED', 'FUZZ_SEED'],
  ...['CASES', 'CASES_SEED', 'RECORDINGS'],
  ...['BERTH_SOAK_MINUTES', 'BERTH_SOAK_RATE', 'BERTH_SOAK_MEMORY', 'BERTH_CHROMIUM'],
];

/** Where programs and their libraries are. */
const OF_PROGRAMS = ['PATH', 'LD_LIBRARY_PATH'];

/** How Node runs, and how Jest prints. */
const OF_JEST = ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'CI', 'TERM', 'NO_COLOR', 'FORCE_COLOR', 'COLUMNS'];

/** Folders that nothing else uses. */
export interface OwnFolders {
  readonly home: string;
  readonly temporary: string;
}

/**
 * The environment of the processes that run specs: settings of Berth, of PostgreSQL and of other programs do not reach
 * them, nor do the user's files.
 */
export function specEnvironment(given: NodeJS.ProcessEnv, folders: OwnFolders): Record<string, string> {
  return { ...picked(given, [...OF_RUNS, ...OF_PROGRAMS, ...OF_JEST]), ...own(folders), NODE_ENV: 'test' };
}

/** The environment of a program that a spec starts, to which the spec adds what it is about. */
export function programEnvironment(given: NodeJS.ProcessEnv, folders: OwnFolders): Record<string, string> {
  return { ...picked(given, OF_PROGRAMS), ...own(folders) };
}

function own({ home, temporary }: OwnFolders): Record<string, string> {
  return { HOME: home, TMPDIR: temporary, TZ: 'UTC' };
}

function picked(given: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
