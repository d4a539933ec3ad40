/**
 * A scheduler extender, as the Kubernetes documentation describes one: it keeps pods off nodes that are labelled
 * `maintenance: "true"`, and prefers nodes with the label `disk: ssd`. A profile names it with
 *
 *   extenders: [{urlPrefix: "http://127.0.0.1:8888", filterVerb: filter, prioritizeVerb: prioritize, weight: 1}]
 *
 * and Berth is started with BERTH_EXTENDER_HOSTS=127.0.0.1. Node, and nothing else: `node examples/extender.mjs 8888`.
 */
import { createServer } from 'node:http';

const VERBS = {
  '/filter': ({ Nodes: { items } }) => {
    const inMaintenance = ({ metadata }) => metadata.labels?.maintenance === 'true';
    return {
      Nodes: { items: items.filter((node) => !inMaintenance(node)) },
      FailedNodes: Object.fromEntries(
        items.filter(inMaintenance).map(({ metadata }) => [metadata.name, 'node(s) were in maintenance']),
      ),
    };
  },
  '/prioritize': ({ Nodes: { items } }) =>
    items.map(({ metadata }) => ({ Host: metadata.name, Score: metadata.labels?.disk === 'ssd' ? 10 : 0 })),
};

const server = createServer(async (request, response) => {
  const answer = VERBS[request.url];
  if (answer === undefined) {
    response.writeHead(404).end();
    return;
  }
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(JSON.parse(body))));
});

server.listen(Number(process.argv[2] ?? 8888), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}`);
});
