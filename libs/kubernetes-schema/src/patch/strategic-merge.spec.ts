import { kubernetesType } from '../fields/index.js';
import { strategicMerge } from './strategic-merge.js';

const web = { name: 'web', image: 'nginx', args: ['-a'], ports: [{ containerPort: 80 }, { containerPort: 443 }] };
const side = { name: 'side', image: 'proxy' };
const logs = { name: 'logs', image: 'fluent' };
const pod = (spec: object, metadata: object = {}) => ({ kind: 'Pod', metadata: { name: 'p', ...metadata }, spec });

function merged(original: object, patch: object): unknown {
  const result = strategicMerge(original, patch, kubernetesType('Pod'));
  return 'problem' in result ? `${result.answer}: ${result.problem}` : result.value;
}

const names = (result: unknown): string =>
  (result as { spec: { containers: { name: string }[] } }).spec.containers.map(({ name }) => name).join(' ');

describe('a strategic merge patch', () => {
  const cases: [name: string, before: object, patch: object, after: unknown][] = [
    [
      'merges items of a list by their key, at any depth',
      pod({ containers: [web, side] }),
      { spec: { containers: [{ name: 'web', image: 'nginx:2', ports: [{ containerPort: 443, name: 'tls' }] }] } },
      pod({
        containers: [
          { ...web, image: 'nginx:2', ports: [{ containerPort: 443, name: 'tls' }, { containerPort: 80 }].reverse() },
          side,
        ],
      }),
    ],
    [
      'replaces lists that have no key',
      pod({ containers: [web] }),
      { spec: { containers: [{ name: 'web', args: ['-b'] }] } },
      pod({ containers: [{ ...web, args: ['-b'] }] }),
    ],
    [
      'deletes items',
      pod({ containers: [web, side] }),
      { spec: { containers: [{ name: 'web', $patch: 'delete' }] } },
      pod({ containers: [side] }),
    ],
    [
      'replaces a whole list',
      pod({ containers: [web, side] }),
      { spec: { containers: [logs, { $patch: 'replace' }] } },
      pod({ containers: [logs] }),
    ],
    [
      'deletes and replaces objects',
      pod({ nodeSelector: { a: '1' }, securityContext: { runAsUser: 1 } }),
      { spec: { nodeSelector: { $patch: 'replace', b: '2' }, securityContext: { $patch: 'delete' } } },
      pod({ nodeSelector: { b: '2' }, securityContext: {} }),
    ],
    [
      'removes fields that are null, and ignores other nulls',
      pod({ hostname: 'a' }),
      { spec: { hostname: null, subdomain: null, dnsConfig: { searches: null } } },
      pod({ dnsConfig: {} }),
    ],
    [
      'adds to lists of text and takes from them',
      pod({}, { finalizers: ['a/a', 'b/b'] }),
      { metadata: { finalizers: ['c/c', 'a/a'], '$deleteFromPrimitiveList/finalizers': ['b/b'] } },
      pod({}, { finalizers: ['c/c', 'a/a'] }),
    ],
    [
      'retains the named fields alone',
      pod({ volumes: [{ name: 'v', emptyDir: {} }] }),
      { spec: { volumes: [{ name: 'v', $retainKeys: ['name', 'hostPath'], hostPath: { path: '/x' } }] } },
      pod({ volumes: [{ name: 'v', hostPath: { path: '/x' } }] }),
    ],
    [
      'takes directives for what is not there as nothing',
      pod({}),
      { spec: { containers: [{ name: 'x', $patch: 'delete' }, logs], securityContext: { $patch: 'delete' } } },
      pod({ containers: [logs] }),
    ],
    [
      'takes __proto__ as a field like any other',
      pod({}),
      JSON.parse('{"metadata":{"labels":{"__proto__":"x"}}}'),
      pod({}, { labels: JSON.parse('{"__proto__":"x"}') }),
    ],
    [
      'needs the key',
      pod({ containers: [web] }),
      { spec: { containers: [{ image: 'x' }] } },
      'failed: map: map[image:x] does not contain declared merge key: name',
    ],
    [
      'knows no other directive',
      pod({ nodeSelector: {} }),
      { spec: { nodeSelector: { $patch: 'explode', a: 'b' } } },
      'failed: unknown patch type: explode in map: map[$patch:explode a:b]',
    ],
    [
      'does not merge by a directive',
      pod({ containers: [web] }),
      { spec: { containers: [{ name: 'web', $patch: 'merge' }] } },
      'failed: merging lists cannot yet be specified in the patch',
    ],
    [
      'merges items of one type',
      pod({ containers: [web] }),
      { spec: { containers: ['web'] } },
      expect.stringContaining('failed: list element types are not identical: [[map['),
    ],
    [
      'retains every field of the patch',
      pod({ nodeName: 'a' }),
      { spec: { $retainKeys: ['nodeName'], hostname: 'b' } },
      'malformed: invalid patch format of retainKeys',
    ],
    [
      'wants a list of what is deleted',
      pod({}, { finalizers: ['a/a'] }),
      { metadata: { $deleteFromPrimitiveList: ['a/a'] } },
      'malformed: invalid patch format of primitive list',
    ],
    [
      'orders objects',
      pod({ containers: [web] }),
      { spec: { '$setElementOrder/containers': ['web'] } },
      'failed: value for key 0 is not a map',
    ],
    [
      'orders all items of the patch',
      pod({ containers: [web, side] }),
      { spec: { '$setElementOrder/containers': [{ name: 'side' }], containers: [{ name: 'web' }] } },
      "failed: The order in patch list:\n[map[name:web]]\n doesn't match $setElementOrder list:\n[map[name:side]]\n",
    ],
    [
      'orders lists that there are',
      pod({}),
      { spec: { '$setElementOrder/none': [] } },
      'failed: unable to find api field in struct PodSpec for the json field "none"',
    ],
  ];
  test.each(cases)('%s', (_name, before, patch, after) => {
    const originals = JSON.stringify([before, patch]);
    expect(merged(before, patch)).toEqual(after);
    expect(JSON.stringify([before, patch])).toBe(originals);
  });

  const orders: [name: string, order: string, patched: object[], after: string][] = [
    ['brings items into its order', 'logs web side', [], 'logs web side'],
    ['lets items that it does not name stand in front of what they stood in front of', 'logs web', [], 'side logs web'],
    ['adds items in its order', 'new web', [{ name: 'new', image: 'x' }], 'new web side logs'],
    ['orders what is left', 'logs web', [{ name: 'side', $patch: 'delete' }], 'logs web'],
  ];
  test.each(orders)('%s', (_name, order, containers, after) => {
    const spec = {
      '$setElementOrder/containers': order.split(' ').map((name) => ({ name })),
      ...(containers.length > 0 && { containers }),
    };
    expect(names(merged(pod({ containers: [web, side, logs] }), { spec }))).toBe(after);
  });

  test('says what is left of a patch, as the API server prints it', () => {
    const patch = { metadata: { $retainKeys: ['name'], name: 'p' }, spec: { hostname: 'a' } };
    const result = strategicMerge(pod({}), patch, kubernetesType('Pod'));
    expect(result).toMatchObject({ rest: { metadata: { name: 'p' }, spec: { hostname: 'a' } } });
  });
});
