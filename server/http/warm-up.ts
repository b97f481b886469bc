import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);

/** Load the libraries that check requests and write answers, in parts of some milliseconds each. */
const PARTS: readonly (() => unknown)[] = [
  () => require('ajv/dist/compile/codegen'),
  () => require('ajv/dist/compile/util'),
  () => require('ajv/dist/compile/rules'),
  () => require('ajv/dist/compile/validate'),
  () => require('ajv/dist/core'),
  () => require('ajv/dist/vocabularies/draft7'),
  () => require('ajv'),
  () => require('fast-json-stringify/lib/validator'),
  () => require('fast-json-stringify'),
];

/**
 * Loads these libraries once the server listens, a part in each turn of the event loop. A start does not wait for them, and
 * the first request does not load them in one go.
 */
export function loadAfterListen(app: FastifyInstance): void {
  app.addHook('onListen', () => {
    void (async () => {
      for (const load of PARTS) {
        await nextTurn();
        load();
      }
    })();
  });
}
