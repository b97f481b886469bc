import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openServer } from '../../../server/start.ts';
import { type FreshApp, freshApp } from '../../support/fresh-app.ts';
import { isolatedProject } from '../../support/isolated-project.ts';
import { keysOf } from '../../support/records/api-keys.ts';

// A plug-in is granted, and a later version of it asks for more.

const projectOfVersion = (version: string, read: true | readonly string[]) =>
  isolatedProject(
    {
      teller: {
        version,
        needs: {
          collections: { page: { read, create: ['told'] } },
          hooks: { page: ['beforeCreate'] },
          settings: ['token', 'other'],
        },
        files: {
          'index.ts': `
            import { defineIsolatedPlugin } from 'quire-cms';
            export default defineIsolatedPlugin({ hooks: { page: {
              beforeCreate: ({ values, settings }) => ({ told: '${version} ' + Object.keys(values).sort().join() + ' ' + settings.token }),
            } } });`,
        },
      },
    },
    {
      'content/page.ts':
        "export default defineCollection({ name: 'page', label: 'Page', path: '/v1/page', audit: 'full', fields: { title: text({ max: 80 }), told: text({ max: 80, default: '' }) }, access: { read: login, create: login, update: login, delete: login } });",
    },
  );

const app = await freshApp({ logLevel: 'silent', contentDir: projectOfVersion('1.0.0', ['title']) });
const robot = await keysOf(app).serviceUser();
await app.root.done('PUT /api/cms/plugin/teller/grant', { user_id: robot.id, settings: { token: 'sesame' } });

async function told(of: Pick<FreshApp['server'], 'app'>): Promise<string> {
  const headers = { authorization: `Bearer ${app.root.access}` };
  const answer = await of.app.inject({
    method: 'POST',
    url: '/api/v1/page',
    headers,
    payload: { title: 'x' },
  });
  return JSON.parse(answer.body).told;
}

it('gets the settings of its grant, which nobody reads again', async () => {
  assert.equal(await told(app.server), '1.0.0 title sesame');
  const { text } = await app.root.get('/api/cms/plugin');
  assert.match(text, /"settings":\["token"\]/);
  assert.doesNotMatch(text, /sesame/);
  for (const settings of [{ secret: 'x' }, { token: 5 }, { token: 'x'.repeat(1001) }]) {
    const wrong = await app.root.put('/api/cms/plugin/teller/grant', { user_id: robot.id, settings });
    assert.equal(wrong.status, 422);
  }
  const most = { token: 'sesame', other: 'x'.repeat(1000) };
  await app.root.done('PUT /api/cms/plugin/teller/grant', { user_id: robot.id, settings: most });
});

it('gets what was granted before, until somebody grants more', async () => {
  const server = await openServer({ ...app.settings, contentDir: projectOfVersion('2.0.0', true) });
  try {
    assert.equal(await told(server), '2.0.0 title sesame');
    const headers = { authorization: `Bearer ${app.root.access}` };
    const listed = async () =>
      JSON.parse((await server.app.inject({ url: '/api/cms/plugin', headers })).body).items[0];
    const { version, asks_for_more, grant } = await listed();
    assert.deepEqual([version, asks_for_more, grant.version], ['2.0.0', true, '1.0.0']);
    const payload = { user_id: robot.id, settings: { token: 't2' } };
    await server.app.inject({ method: 'PUT', url: '/api/cms/plugin/teller/grant', headers, payload });
    assert.equal(await told(server), '2.0.0 title,told t2');
    assert.equal((await listed()).asks_for_more, false);
  } finally {
    await server.close();
  }
});
