import { ModulesContainer } from '@nestjs/core';
import { operationOf } from '../../apps/api/src/ground/caller/index.js';
import { TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.startWithoutDatabase();
});
afterAll(() => api.stop());

/** The handlers of every route, as `Controller.method`. */
function handlers(): ReadonlyMap<string, () => unknown> {
  const controllers = [...api.app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return new Map(
    controllers.flatMap(({ metatype }) => {
      const methods = Object.entries(
        Object.getOwnPropertyDescriptors((metatype as { readonly prototype: object }).prototype),
      );
      return methods
        .filter(([, { value }]) => typeof value === 'function' && Reflect.hasMetadata('method', value as object))
        .map(([name, { value }]) => [`${metatype?.name}.${name}`, value as () => unknown] as const);
    }),
  );
}

test('every route has an operation of its own, and its published id is that name', async () => {
  const operations = [...handlers()].map(([handler, method]) => ({ handler, operation: operationOf(method) }));
  expect(operations).toContainEqual({ handler: 'ScheduleController.answer', operation: 'schedule' });
  expect(operations).toContainEqual({ handler: 'KubernetesController.create', operation: 'createObject' });
  const names = operations.map(({ operation }) => operation);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const { paths } = (await api.get('/openapi.json').expect(200)).body as {
    paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>>;
  };
  const published = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter(({ operationId, tags }) => operationId !== undefined && !tags?.includes('kubernetes'));
  expect(published.map(({ operationId }) => operationId).filter((id) => !names.includes(id ?? ''))).toEqual([]);
});
