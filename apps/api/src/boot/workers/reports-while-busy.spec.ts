import { ReportsWhileBusy } from './reports-while-busy.js';

/** Reports as often as there is an answer to them, and says when it did. */
class Reported {
  count = 0;
  readonly #answers: boolean[] = [];
  #noted = (): void => undefined;

  readonly report = (): boolean => {
    this.count++;
    setImmediate(this.#noted);
    return this.#answers.shift() ?? false;
  };

  /** Resolves with the last of so many reports, whose answers these are. */
  async next(answers: readonly boolean[]): Promise<void> {
    this.#answers.push(...answers);
    const until = this.count + answers.length;
    while (this.count < until)
      await new Promise<void>((resolve) => {
        this.#noted = resolve;
      });
  }
}

test('reports go on while a job is open and while there is more to report, and no timer is left then', async () => {
  const reported = new Reported();
  const reports = new ReportsWhileBusy({ everyMs: 1, report: reported.report });
  expect(reports.isAwake).toBe(false);
  await reports.during(async () => {
    await reported.next([false, false]);
    expect(reports.isAwake).toBe(true);
  });
  await reported.next([true]);
  expect(reports.isAwake).toBe(true);
  await reported.next([false]);
  expect(reports.isAwake).toBe(false);
});

test('a job that fails is not open any more', async () => {
  const reported = new Reported();
  const reports = new ReportsWhileBusy({ everyMs: 1, report: reported.report });
  await expect(reports.during(() => Promise.reject(new Error('a job fails')))).rejects.toThrow('a job fails');
  await reported.next([false]);
  expect(reports.isAwake).toBe(false);
});
