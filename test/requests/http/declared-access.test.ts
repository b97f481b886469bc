// No engine changes its result: the start ends before a database is asked.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fastify from 'fastify';
import { requireDeclaredAccess } from '../../../server/http/require-declared-access.ts';

const handler = async () => 'x';
const declared = { access: { kind: 'public' } } as never;

describe('a route without an access rule', () => {
  it('stops the start, and each is named', async () => {
    const app = fastify();
    requireDeclaredAccess(app);
    app.route({ method: 'GET', url: '/told', config: declared, handler });
    app.route({ method: 'GET', url: '/one', exposeHeadRoute: false, handler });
    app.route({ method: 'POST', url: '/two', config: {} as never, handler });
    await assert.rejects(async () => app.ready(), {
      message: 'These routes do not declare who may use them: GET /one, POST /two',
    });
  });
  it('stops nothing where each has one, and all routes are listed', async () => {
    const app = fastify({ exposeHeadRoutes: false });
    const routes = requireDeclaredAccess(app);
    for (const url of ['/one', '/two']) app.route({ method: 'GET', url, config: declared, handler });
    await app.ready();
    assert.deepEqual(
      routes.map(({ url }) => url),
      ['/one', '/two'],
    );
  });
});
