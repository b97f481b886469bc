import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openTestApp } from 'quire-cms/testing';

const app = await openTestApp({ LANGUAGE: 'en' });
after(() => app.close());
before(() => app.seed());

it('shows visitors what is published, and no drafts', async () => {
  const { body } = await app.as().get<{ items: { slug: string }[] }>('/api/v1/article?sort=slug');
  assert.deepEqual(
    body.items.map(({ slug }) => slug),
    ['a-weekend-at-the-harbour', 'along-the-ridge-in-may', 'what-to-do-with-quinces'],
  );
});

it('shows a letter to its writer and the editors', async () => {
  const [writer, other] = [await app.person(), await app.person()];
  const editor = await app.person('letter.read');
  const letter = { subject: 'The path', words: 'Is it open in March?' };
  const { body } = await app.as(writer).post<{ id: number }>('/api/v1/letter', letter);
  for (const [person, status] of [
    [writer, 200],
    [editor, 200],
    [other, 404],
  ] as const)
    assert.equal((await app.as(person).get(`/api/v1/letter/${body.id}`)).status, status);
});
