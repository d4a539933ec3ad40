import { ERROR_TABLE } from '../outcome/index.js';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'td,th{text-align:left;padding:.25rem .75rem .25rem 0}tr:target{background:#ff8}';

/** Where the `type` of problem details leads: every code with its status and meaning. */
export function errorsPage(): string {
  const rows = Object.entries(ERROR_TABLE).map(
    ([code, { status, title }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${title}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Berth: error codes</title>
<style>${STYLE}</style></head>
<body><h1>Error codes</h1><p>One list for REST, the Kubernetes API and GraphQL. Codes are added, never renamed.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></body></html>
`;
}
