import { useSyncExternalStore } from 'react';

/** A value that changes, and that components show as it is now. */
export class Observed<T> {
  #value: T;
  readonly #observers = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const observer of this.#observers) observer();
  }

  readonly observe = (observer: () => void): (() => void) => {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  };
}

export function useObserved<T>(observed: Observed<T>): T {
  return useSyncExternalStore(observed.observe, () => observed.value);
}
