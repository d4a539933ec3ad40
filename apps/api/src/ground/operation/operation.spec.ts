import { ok } from '#requests';
import { z } from 'zod';
import { operation } from './index.js';

test('a parameter of the query that is called like one of the path is an error of the definition', () => {
  const define = (): unknown =>
    operation({
      name: 'listThings',
      route: 'GET /v1/clusters/:cluster/things',
      tag: 'things',
      permission: 'everybody',
      summary: 'List things',
      description: 'Things.',
      uses: {},
      query: z.strictObject({ cluster: z.string().optional() }),
      answer: { status: 200, description: 'Things.' },
      run: () => ok({}),
    });
  expect(define).toThrow('the operation listThings has cluster in its path and in its query');
});
