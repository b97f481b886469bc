import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** The libraries that check requests and write answers, in parts that each load within some milliseconds. */
const PARTS = [
  'ajv/dist/compile/codegen',
  'ajv/dist/compile/util',
  'ajv/dist/compile/rules',
  'ajv/dist/compile/validate',
  'ajv/dist/core',
  'ajv/dist/vocabularies/draft7',
  'ajv',
  'fast-json-stringify/lib/validator',
  'fast-json-stringify',
];

/**
 * Loads these libraries once the server listens, a part in each turn of the event loop. A start does not wait for them, and
 * the first request does not load them in one go.
 */
export function loadAfterListen(app: FastifyInstance): void {
  const load = createRequire(import.meta.url);
  app.addHook('onListen', () => {
    void (async () => {
      for (const part of PARTS) {
        await nextTurn();
        load(part);
      }
    })();
  });
}
