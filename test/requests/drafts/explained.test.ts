import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Explained } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/drafts' });
const { root, nobody } = app;
const [maker, other, editor, publisher] = [
  await app.person(),
  await app.person(),
  await app.granted('essay.edit'),
  await app.granted('essay.drafts', 'essay.publish'),
];
const people = [
  ['nobody', nobody, ''],
  ['maker', maker, `&user=${maker.id}`],
  ['other', other, `&user=${other.id}`],
  ['editor', editor, `&user=${editor.id}`],
  ['publisher', publisher, `&user=${publisher.id}`],
  ['root', root, '&user=1'],
] as const;

describe('an explanation of a record with a draft', () => {
  it('tells what the server then does, before and after it is published', async () => {
    const id = await maker.make('/v1/essay', { title: 'Explained' });
    const agree = async () => {
      for (const [name, person, user] of people)
        for (const [action, request] of [
          ['read', `GET /v1/essay/${id}`],
          ['drafts', `GET /v1/essay/${id}?version=draft`],
          ['update', `PATCH /v1/essay/${id}?dry_run=true`],
          ['delete', `DELETE /v1/essay/${id}?dry_run=true`],
          ['publish', `POST /v1/essay/${id}/publish?dry_run=true`],
        ] as const) {
          const body = action === 'update' ? { title: 'new' } : undefined;
          const { status, text } = await person.ask(request, body);
          const query = `collection=essay&action=${action}&id=${id}${user}`;
          const { allowed, row: record } = await root.read<Explained>(`/cms/access/explain?${query}`);
          assert.equal(allowed, status < 300, `${name}, ${action}: ${status} ${text}`);
          if (action !== 'read') assert.equal(record?.exists, true, action);
        }
    };
    await agree();
    await root.done(`POST /v1/essay/${id}/publish`);
    await agree();
    await root.done(`POST /v1/essay/${id}/unpublish`);
    await agree();
  });

  it('knows no drafts of collections without them', async () => {
    const topic = await root.make('/v1/topic', { name: 'Plain' });
    for (const action of ['drafts', 'publish']) {
      const path = `/cms/access/explain?record=topic&action=${action}&id=${topic}`;
      assert.equal((await root.get(path)).status, 400);
    }
  });
});
