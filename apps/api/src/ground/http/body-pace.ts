import { Transform, type TransformCallback } from 'node:stream';
import { ErrorCode, RequestRefused } from '../outcome/index.js';

/**
 * Passes a body on as it arrives, and aborts it when nothing comes for too long. The time counts while a reader waits
 * for more: a body that is read slowly here is not its sender's fault. Nor is an event loop that was held up, for then
 * the time is over before what has arrived meanwhile is read: it is read once more first.
 */
export class BodyPace extends Transform {
  #overdue: NodeJS.Timeout | undefined;

  constructor(private readonly deadlineMs: number) {
    super();
  }

  override _read(size: number): void {
    this.#overdue ??= setTimeout(() => {
      const due = this.#overdue;
      setImmediate(() => {
        if (due !== undefined && due === this.#overdue) this.#giveUp();
      });
    }, this.deadlineMs).unref();
    super._read(size);
  }

  #giveUp(): void {
    const seconds = this.deadlineMs / 1_000;
    this.destroy(RequestRefused.with(ErrorCode.REQUEST_TIMEOUT, `nothing of the body came for ${seconds} seconds`));
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#rest();
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    this.#rest();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#rest();
    super._destroy(error, done);
  }

  #rest(): void {
    clearTimeout(this.#overdue);
    this.#overdue = undefined;
  }
}
