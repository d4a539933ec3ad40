/** The task of jobs that go on with runs. */
export const RUN_TASK = 'run';
