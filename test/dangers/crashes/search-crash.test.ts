import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemContext } from '../../../server/records/store/write-context.ts';
import { projectOf } from '../../support/project-of.ts';
import { command, openHere, start } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const RECORDS = 3000;
const story = (search: string) =>
  projectOf({
    'content/story.ts': `export default defineCollection({ name: 'story', label: 'Story', path: '/v1/story', audit: 'none',
      ${search} fields: { title: text({ max: 90, required: true }) },
      access: { read: everyone, create: login, update: login, delete: login } });`,
  });
const before = { CONTENT_DIR: story('') };
const after = { CONTENT_DIR: story("search: ['title'],") };
const NAME = 'search-crash';

describe('a server that is killed while it builds an index', () => {
  it('leaves it to the next start, and no search misses a record', async () => {
    const first = await openHere(NAME, before);
    await first.store.write(systemContext('test'), async (writes) => {
      const titles = Array.from({ length: RECORDS }, (_, place) => ({ title: `common record${place}` }));
      await writes.createMany(first.store.catalogue.get('story'), titles);
    });
    await first.close();
    const killed = await start(NAME, after);
    const asked = () => fetch(`${killed.base}/v1/story?search=common&total=true`);
    const { status } = await asked();
    assert.ok([200, 503].includes(status)); // on a quick machine it may be complete
    killed.child.kill('SIGKILL');
    const next = await start(NAME, after);
    let total = 0;
    await until(async () => {
      const answer = await fetch(`${next.base}/v1/story?search=common&total=true`);
      if (answer.status === 503) return false;
      ({ total } = (await answer.json()) as { total: number });
      return true;
    });
    assert.equal(total, RECORDS);
    next.child.kill('SIGKILL');
    assert.match((await command(['search'], NAME, after)).said, /story: complete, 3000 records/);
    for (const args of [
      ['search', 'rebuild'],
      ['search', 'rebuild', 'story', '--anew'],
    ])
      assert.match((await command(args, NAME, after)).said, /story: 3000 records indexed/);
    assert.match((await command(['search'], NAME, after)).said, /story: complete, 3000 records/);
    assert.equal((await command(['search', 'rebuild', 'nonsense'], NAME, after)).code, 2);
  });
});
