import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const ROUNDS = 10;

test('a reply that is accepted while its thread ends is shown', async () => {
  const app = await freshApp({ contentDir: 'test/content/secrets', language: 'en', instances: 2 });
  const [ann, bo] = [await app.granted('plan.read'), await app.granted('plan.read')];
  const plan = await app.root.make('/v1/plan', { title: 'Ours' });
  for (let round = 0; round < ROUNDS; round += 1) {
    const thread = await ann.make('/cms/comment', { collection: 'plan', record_id: plan, text: 'One' });
    const reply = await bo.make(`/cms/comment/${thread}/reply`, { text: 'Two' });
    const [, , late] = await Promise.all([
      ann.ask(`DELETE /cms/comment/${thread}`),
      bo.ask(`DELETE /cms/comment/${reply}`),
      bo.ask(`POST /cms/comment/${thread}/reply`, { text: 'Three' }),
    ]);
    const shown = await ann.get(`/cms/comment/${thread}`);
    if (late?.status === 201) assert.match(shown.text, /Three/);
    else assert.deepEqual([late?.status, shown.status], [404, 404]);
  }
});
