import { runProgram } from '#test-programs';
import { node, pod, TestApi } from './test-api.js';

test("Prometheus' own checker finds nothing", async () => {
  // Debian's package has it; the tests of every day check the rules that it has for names.
  if (runProgram('promtool', ['--version']).error !== undefined)
    runProgram('apt-get', ['install', '--yes', '--no-install-recommends', 'prometheus']);
  const api = await TestApi.start();
  try {
    const cluster = await api.cluster(node('a'), pod('fits'), pod('big', '4'));
    await api.post(`/v1/clusters/${cluster}/runs`).expect(201);
    const { text } = await api.get('/metrics').expect(200);
    const { status, stdout, stderr } = runProgram('promtool', ['check', 'metrics'], { input: text });
    expect([String(stdout), String(stderr), status]).toEqual(['', '', 0]);
  } finally {
    await api.stop();
  }
});
