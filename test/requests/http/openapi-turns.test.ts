import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import { greetingRoutes } from '../../../server/features/greeting/greeting-routes.ts';
import { describeApi } from '../../../server/http/description/openapi.ts';
import { longWork } from '../../support/long-work.ts';

const ROUTES = 6;

it('routes are described in as many turns of the event loop as it takes', async () => {
  const { most, work } = longWork();
  const [greeting] = greetingRoutes(false);
  assert.ok(greeting);
  const routes = Array.from({ length: ROUTES }, (_, index) => ({
    ...greeting,
    path: `/${index}`,
    get summary() {
      work();
      return greeting.summary;
    },
  }));
  const app = Fastify();
  describeApi(app, { routes, switchedOff: new Set(), shared: [], own: 'en', publicUrl: undefined });
  const { paths } = (await app.inject('/openapi.json')).json<{ paths: object }>();
  assert.equal(Object.keys(paths).length, ROUTES);
  assert.equal(most.inTurn, 1);
});
