import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/desk' });
const [ada, ben] = [await app.person(), await app.person()];

it('a unique group counts the creator, and null as a value where it says so', async () => {
  const story = await ada.make('/v1/story', { title: 'First' });
  await ada.done('POST /v1/badge', { owner: ben.id, story });
  for (const [caller, values, status] of [
    [ada, { owner: ben.id }, 400],
    [ben, { owner: ben.id }, 201],
    [ben, { owner: ada.id }, 400],
    [ben, { owner: ada.id, story }, 201],
  ] as const) {
    const answer = await caller.post('/v1/badge', values);
    assert.equal(answer.status, status, answer.text);
  }
});
