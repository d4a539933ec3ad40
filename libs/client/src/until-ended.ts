const EVERY_MS = 250;

/**
 * Asks again and again until what is asked for has ended, and answers it; `onProgress` is told each time that it has
 * not. The service tells nobody over REST when something ends.
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
