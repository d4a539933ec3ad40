import { SingleBar } from 'cli-progress';

/** Says on standard error, if that is a terminal, what is done and how far it is. */
export function progressBar(title: string): {
  readonly progress: (phase: string, done: number, of: number) => void;
  readonly stop: () => void;
} {
  const bar = new SingleBar({
    format: `${title} {phase} {bar} {value}/{total}`,
    stream: process.stderr,
    clearOnComplete: true,
    noTTYOutput: false,
  });
  bar.start(1, 0, { phase: '' });
  return {
    progress: (phase, done, of) => {
      bar.setTotal(of);
      bar.update(done, { phase });
    },
    stop: () => {
      bar.stop();
    },
  };
}
