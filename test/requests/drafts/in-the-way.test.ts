import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/editions' });
const { root } = app;
const member = await app.person();

/** A bureau to which a published dispatch, one that moved on as a draft, and a dispatch that is a draft alone refer. */
const bureau = await root.make('/v1/bureau', { city: 'Lyon' });
const make = async (isPublished: boolean) => {
  const id = await root.make('/v1/dispatch', { title: 'a', bureau });
  if (isPublished) await root.done(`POST /v1/dispatch/${id}/publish`);
  return id;
};
const [published, moved] = [await make(true), await make(true), await make(false)];
await root.done(`PATCH /v1/dispatch/${moved}`, { bureau: null });

for (const [who, person, count] of [
  ['who sees drafts is told each record once', root, 3],
  ['who sees what is published alone is told no draft', member, 2],
] as const)
  it(`somebody ${who}, of what is in the way of a deletion`, async () => {
    const { status, text } = await person.delete(`/v1/bureau/${bureau}`, {
      headers: { 'accept-language': 'en' },
    });
    assert.equal(status, 403, text);
    assert.match(
      text,
      new RegExp(`cannot be deleted: ${count} records of Dispatch \\(field bureau, such as ${published}\\)"`),
    );
  });
