const EVERY_MS = 250;

/**
 * Polls until what is asked for has ended, and returns it; `onProgress` is called each time that it has not
 * ended. Over REST the service does not notify callers when something ends.
 */
export async function untilEnded<T extends { readonly state: string }>(
  ask: () => Promise<T>,
  onProgress: (shown: T) => void,
): Promise<T> {
  for (;;) {
    const shown = await ask();
    if (shown.state !== 'queued' && shown.state !== 'running') return shown;
    onProgress(shown);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
