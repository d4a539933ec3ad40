/** No more problems than this are looked for in one value: more are not read, and each costs a text. */
export const MOST_PROBLEMS = 1_000;
