/** A change that a write is to make: which object, and what happens to it. */
export interface ExpectedChange {
  readonly op: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** What a write brings about, where it does. */
export type Effect =
  /** One revision of a cluster's log with these changes among others. */
  | { readonly kind: 'revision'; readonly cluster: string; readonly changes: readonly ExpectedChange[] }
  /** A run, which ends, and its parts. */
  | { readonly kind: 'run'; readonly cluster: string; readonly waits: boolean }
  /** A cluster of that name. */
  | { readonly kind: 'cluster'; readonly name: string; readonly origin: string | undefined }
  /** Nothing that is looked for. */
  | { readonly kind: 'none' };

/** What is sent; the same again when it is tried again. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
}

/** What came back. */
export interface Answer {
  /** As HTTP has it, or would have it: GraphQL answers 200 to nearly everything. */
  readonly status: number;
  /** The code of a refusal or an error. */
  readonly code: string | undefined;
  readonly body: unknown;
  readonly replayed: boolean;
}

/** How a write ended, as its client knows it. */
export type Ending = 'acknowledged' | 'refused' | 'unknown';

/** A write, and all that its client knows of it. */
export interface Write {
  /** Stands in the log as the reason of its revision. */
  readonly id: string;
  readonly what: string;
  readonly request: Request;
  readonly key: string | undefined;
  readonly effect: Effect;
  ending: Ending;
  /** The answer that it ended with. */
  answer: Answer | undefined;
  /** Some attempt had no answer: it may have happened even if another was refused. */
  hadUnknown: boolean;
}

/** A list of a cluster that was answered, mostly while something was disturbed. */
export interface PastRead {
  readonly cluster: string;
  readonly path: string;
  readonly items: readonly unknown[];
}

/** Reads of one campaign that are remembered at most: the others are answered like them. */
const MOST_READS = 5_000;

/** What an independent client remembers: every write, with its answer. */
export class Record {
  readonly writes: Write[] = [];
  readonly reads: PastRead[] = [];
  /** Moments of acknowledged writes, by the number of the service process. */
  readonly acknowledgements: { readonly at: number; readonly service: number }[] = [];
  /** How many answers of each kind: `schedule 201`. */
  readonly answers = new Map<string, number>();

  count(what: string, answer: Pick<Answer, 'status' | 'code'>): void {
    const kind = `${what} ${answer.status}${answer.code === undefined ? '' : ` ${answer.code}`}`;
    this.answers.set(kind, (this.answers.get(kind) ?? 0) + 1);
  }

  remember(read: PastRead): void {
    if (this.reads.length < MOST_READS) this.reads.push(read);
  }

  acknowledged(): Write[] {
    return this.writes.filter(({ ending }) => ending === 'acknowledged');
  }
}
