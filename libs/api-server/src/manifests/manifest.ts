import type { YamlAnchors } from './yaml-anchors.js';

/** What was wrong with the text itself; `line` counts from 1 in the whole input. */
export interface ManifestProblem {
  readonly message: string;
  readonly line?: number;
}

/** A key that an object of a manifest has twice: the last one counts. */
export interface DuplicateField {
  readonly key: string;
  /** Where in the manifest: `metadata.labels.app`. */
  readonly path: string;
  /** Where it stands again, from 1 in the whole input. */
  readonly line: number;
}

/** The next object of the input, in order and counted from 0, or why there is none. */
export type Manifest =
  | {
      readonly index: number;
      readonly line: number;
      readonly object: Record<string, unknown>;
      readonly duplicates: readonly DuplicateField[];
    }
  | { readonly index: number; readonly problem: ManifestProblem };

/** A piece of the input that is one value: an item of a list, or a whole document. */
export interface ManifestText {
  readonly text: string;
  /** Line of its first character, from 1. */
  readonly line: number;
  /** Of JSON, how many colons stand outside of its strings: one a key. */
  readonly colons?: number;
  /** What is known so far of the list around it. */
  readonly list: ListHeader | undefined;
  /** Of an item of a list in YAML, the anchors of its document. */
  readonly anchors?: YamlAnchors;
}

/** What a piece says. */
export interface ParsedText {
  readonly value: unknown;
  readonly duplicates: readonly DuplicateField[];
}

/** The type of a list; items of typed lists need not repeat it. */
export interface ListHeader {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
}

/** Cuts input into pieces as it comes. Syntax problems are thrown as ManifestSyntaxError. */
export interface ManifestSplitter {
  push(text: string): Iterable<ManifestText>;
  end(): Iterable<ManifestText>;
}

/** Stays inside this folder: the input cannot be read further. */
export class ManifestSyntaxError extends Error {
  constructor(
    message: string,
    readonly line: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
