import http from 'node:http';

const AGENT = new http.Agent({ keepAlive: true, maxSockets: Infinity });

/** Opens a watch, and notes the pod of each event; resolves once it is open, to what closes it. */
export function follow(url: string, note: (pod: string) => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent: AGENT }, (response) => {
      let rest = '';
      response.setEncoding('latin1');
      response.on('error', () => undefined);
      response.on('data', (text: string) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) note(/"name":"(pod-\d+)"/.exec(line)?.[1] ?? '');
      });
      resolve(() => request.destroy());
    });
    request.on('error', reject);
  });
}
