import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';
import { makeRecords } from '../support/records/novels.ts';

const LINES = 3000;
const note = `export default defineCollection({ name: 'note', label: 'Note', path: '/v1/note', audit: 'full',
  fields: { title: text({ max: 2000 }) },
  access: { read: everyone, create: login, update: login, delete: login, history: permission('Read histories', 'past') } });`;
const app = await freshApp({ contentDir: projectOf({ 'content/note.ts': note }) });
await makeRecords(
  app,
  'note',
  Array.from({ length: LINES }, (_, at) => ({ title: `${at}.${'x'.repeat(600)}` })),
);
const logged = Array.from({ length: LINES }, (_, at) => ({
  message: `${at}.${'x'.repeat(200)}`,
  user_id: 1n,
  username: 'root',
  method: 'GET',
  path: `/${'y'.repeat(200)}`,
  status_code: 200,
}));
await makeRecords(app, 'quire_log', logged);

const lose = (id: number) => app.root.done(`DELETE /cms/admin/user/${id}/activation`);

for (const [what, path, permission] of [
  ['the changes of a field', '/v1/note/history/export?field=title&format=jsonl', 'note.past'],
  ['the log', '/cms/log/export?format=jsonl', 'log.list'],
] as const) {
  /** How many lines somebody reads who loses the right after the first of them. */
  const read = async (loses: boolean): Promise<number> => {
    const reader = await app.granted(permission);
    const { stream } = await app.server.app
      .inject({
        method: 'GET',
        url: path,
        headers: { authorization: `Bearer ${reader.access}` },
        payloadAsStream: true,
      })
      .then((answer) => ({ stream: answer.stream() }));
    let text = '';
    try {
      for await (const chunk of stream) {
        if (text === '' && loses) await lose(reader.id);
        text += chunk;
      }
    } catch (error) {
      assert.match(String(error), loses ? /destroyed|aborted/ : /never/);
    }
    return text.split('\n').length - 1;
  };

  test(`a file of ${what} ends once its reader may not read on`, async () => {
    assert.ok((await read(false)) >= LINES);
    assert.ok((await read(true)) < LINES);
  });
}
