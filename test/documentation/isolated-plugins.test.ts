import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';
import { keysOf } from '../support/records/api-keys.ts';

const page = readFileSync('docs/guides/isolated-plugins.md', 'utf8');

it('the plug-in of the guide counts, shows, acts and mails', async () => {
  const contentDir = projectOf({
    'plugins.ts':
      "import { isolatedPlugin } from 'quire-cms';\nexport default [isolatedPlugin(new URL('./isolated/word-count/', import.meta.url))];",
  });
  for (const [, file = '', text = ''] of page.matchAll(/^Create `(\S+)`:\n\n```\w+\n([\s\S]*?)^```/gm)) {
    const path = join(dirname(contentDir), file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const app = await freshApp({ contentDir });
  const { root } = app;
  const group = { name: 'editors', info: '', permission_ids: [] };
  const { id: groupId } = await root.done<{ id: number }>('POST /cms/admin/group', group);
  const editor = await app.person([groupId]);
  await root.done(`PUT /cms/admin/user/${editor.id}`, { email: 'ed@example.com', group_ids: [groupId] });
  await root.done('PUT /api/cms/plugin/word-count/grant', { user_id: (await keysOf(app).serviceUser()).id });
  await root.make('/v1/post', { title: 'Short', body: 'two words' });
  const long = await root.make('/v1/post', { title: 'Long', body: 'word '.repeat(1500).trim() });
  await app.server.store.jobs.idle();
  const shown = await editor.read<{ items: unknown[] }>('/api/cms/plugin/word-count/part/longest');
  assert.match(JSON.stringify(shown), /"label":"Long".*"1500".*"label":"Short".*"2"/);
  const { items } = await root.read<{ items: { to: string; text: string }[] }>('/api/cms/mail');
  assert.deepEqual(
    items.map(({ to, text }) => [to, text]),
    [['ed@example.com', '共 1500 个词。\n\n由插件 word-count 发送。']],
  );
  const body = { collection: 'post', ids: [long], values: { at_least: 2000 } };
  assert.match((await editor.post('/api/cms/plugin/word-count/action/recount', body)).text, /Counted 0/);
});
