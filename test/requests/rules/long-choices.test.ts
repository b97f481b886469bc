import assert from 'node:assert/strict';
import { it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { projectOf } from '../../support/project-of.ts';

const COUNT = 5000;
const part = `export default defineCollection({
  name: 'part', label: 'Part', path: '/v1/part', audit: 'none',
  fields: {
    colour: choice(Array.from({ length: ${COUNT} }, (_, index) => 'colour number ' + index), { required: true }),
    colours: list(choice(Array.from({ length: ${COUNT} }, (_, index) => 'colour number ' + index))),
  },
  access: { read: everyone, create: everyone, update: everyone, delete: everyone },
});`;
const { nobody } = await freshApp({ contentDir: projectOf({ 'content/part.ts': part }) });
const last = `colour number ${COUNT - 1}`;

it('a word among thousands is kept, answered and found', async () => {
  const id = await nobody.make('/v1/part', { colour: last, colours: [last, 'colour number 0'] });
  for (const path of [
    `/v1/part/${id}`,
    '/v1/part',
    '/lin2/v1/part',
    '/v1/part?filter[colours][eq]=colour number 0',
  ])
    assert.ok((await nobody.get(path)).text.includes(last), path);
  assert.deepEqual(await nobody.list('/v1/part?filter[colour][eq]=colour number 9999'), []);
});

it('a wrong word names some words, and says how many there are', async () => {
  for (const base of BASES)
    for (const [language, more] of [
      ['en', 'and 4980 more'],
      ['zh', '另外 4980 个'],
    ] as const) {
      const answer = await nobody.post(
        `${base}/v1/part`,
        { colour: 'none', colours: ['none'] },
        { headers: { 'accept-language': language } },
      );
      assert.equal(answer.status, 400);
      assert.ok(answer.text.includes(more), answer.text);
      assert.ok(answer.text.includes('colour number 0'));
      assert.ok(answer.text.length < 6000, `${answer.text.length} characters`);
    }
  const { body } = await nobody.post<{
    fields: Record<string, { allowed: unknown[]; allowed_count: number }>;
  }>('/v1/part', { colour: 'none' });
  assert.equal(body.fields.colour?.allowed.length, 20);
  assert.equal(body.fields.colour?.allowed_count, COUNT);
});
