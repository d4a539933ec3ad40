import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
/** Where jest-circus keeps its handlers, of which it adds some for each file. */
const HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * What Jest asks of a runtime, by Node's own loader: no module is mapped, mocked, transformed or loaded twice. Of the
 * parts of jest-runtime that nothing asks for, such as `jest.mock`, there are none.
 */
export default class BareRuntime {
  setGlobalsForRuntime(): void {}

  /** jest-circus keeps the tests of a file in its modules: each file begins with new ones. */
  requireInternalModule(path: string): unknown {
    Reflect.deleteProperty(require.cache, path);
    Reflect.deleteProperty(globalThis, HANDLERS);
    return require(path);
  }

  requireModule(path: string): unknown {
    return require(path);
  }

  unstable_shouldLoadAsEsm(): boolean {
    return true;
  }

  unstable_importModule(path: string): Promise<unknown> {
    return import(pathToFileURL(path).href);
  }

  getSourceMaps(): ReadonlyMap<string, string> {
    return new Map();
  }

  getAllCoverageInfoCopy(): undefined {
    return undefined;
  }

  enterTestCode(): void {}

  leaveTestCode(): void {}

  teardown(): void {}
}
