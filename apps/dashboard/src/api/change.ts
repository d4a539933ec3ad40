import { useState } from 'react';
import type { TypedDocumentString } from '../generated/documents.js';
import { ask } from './ask.js';

/** What became of a mutation: nothing yet, under way, its answer, or why there is none. */
export interface Change<Result, Variables> {
  readonly run: (variables: Variables) => Promise<Result | undefined>;
  readonly isRunning: boolean;
  readonly result: Result | undefined;
  readonly error: unknown;
  /** As if nothing had been asked. */
  readonly forget: () => void;
}

/** Runs a mutation when it is asked for, once at a time. */
export function useMutating<Result, Variables extends object>(
  document: TypedDocumentString<Result, Variables>,
): Change<Result, Variables> {
  return useCalling((variables: Variables) => ask(document, variables));
}

/** The same of anything that the service does. */
export function useCalling<Result, Variables>(
  call: (variables: Variables) => Promise<Result>,
): Change<Result, Variables> {
  const [state, set] = useState<Omit<Change<Result, Variables>, 'run' | 'forget'>>(NOTHING);
  const run = async (variables: Variables): Promise<Result | undefined> => {
    set({ ...NOTHING, isRunning: true });
    try {
      const result = await call(variables);
      set({ ...NOTHING, result });
      return result;
    } catch (error) {
      set({ ...NOTHING, error });
      return undefined;
    }
  };
  return { ...state, run, forget: () => set(NOTHING) };
}

const NOTHING = { isRunning: false, result: undefined, error: undefined } as const;
