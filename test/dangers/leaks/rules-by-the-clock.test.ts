import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { temporaryFolder } from '../../support/test-database.ts';

// A rule that is a function, or that names `now`, looks at the clock. What it left a moment ago must not be answered from memory.

const rules = {
  by_word: 'recordsWhere(everyone, { until: { gt: now } })',
  by_words: `anyOf(recordsWhere(login, { or: [{ until: { gt: now } }, { title: 'b' }] }), permission('See words', 'see'))`,
  anybody: 'recordsWhere(everyone, () => ({ until: { gt: Date.now() } }))',
  members: 'recordsWhere(login, () => ({ until: { gt: Date.now() } }))',
  all_or_none: `recordsWhere(everyone, () => (Date.now() < ${Date.now() + 600_000} ? 'all' : 'none'))`,
  several: `anyOf(recordsWhere(login, () => ({ until: { gt: Date.now() } })), permission('See several', 'see'))`,
};

const app = await freshApp({ contentDir: contentOf() });
const { access: token } = await app.person();
const until = Date.now() + 600_000;
for (const kind of [...Object.keys(rules), 'moment']) {
  await app.root.make(`/v1/${kind}`, { title: 'a', until });
  await app.root.make(`/v1/holder`, { [`to_${kind}`]: 1 });
}

for (const [index, kind] of Object.keys(rules).entries()) {
  describe(kind, () => {
    const paths = [
      `/v1/${kind}`,
      `/v1/${kind}?filter[title][eq]=a`,
      `/v1/${kind}/search?q=a`,
      `/v1/${kind}/1`,
      `/v1/${kind}/1?fields=title`,
      `/v1/${kind}/aggregate?select=count`,
      `/v1/holder/${index + 1}?expand=to_${kind}`,
      `/v1/holder?expand=to_${kind}&filter[to_${kind}][eq]=1`,
      `/v1/holder?filter[to_${kind}][title][eq]=a`,
    ];
    for (const path of paths) {
      it(path, async ({ mock }) => {
        const reader = app.as(token);
        const before = await reader.get(path);
        assert.equal(before.status, 200, before.text);
        assert.equal((await reader.get(path)).text, before.text);
        mock.timers.enable({ apis: ['Date'], now: until + 1 });
        assert.notEqual((await reader.get(path)).text, before.text);
      });
    }
  });
}

describe('a filter that names now', () => {
  for (const path of [
    '/v1/moment?filter[until][gt]=now',
    '/v1/moment?filter[or][0][until][gt]=now&filter[or][1][title][eq]=b',
    '/v1/moment/aggregate?select=count&filter[until][gt]=now',
    '/v1/holder?filter[to_moment][until][gt]=now',
  ])
    it(path, async ({ mock }) => {
      const before = await app.root.get(path);
      assert.equal(before.status, 200, before.text);
      mock.timers.enable({ apis: ['Date'], now: until + 1 });
      assert.notEqual((await app.root.get(path)).text, before.text);
    });

  it('is refused where no moment is', async () => {
    const { status, text } = await app.root.get('/v1/moment?filter[id][gt]=now');
    assert.equal(status, 400, text);
  });
});

function contentOf(): string {
  const folder = join(temporaryFolder(), 'content');
  mkdirSync(folder);
  const imports = `import { anyOf, dateTime, defineCollection, everyone, login, now, permission, reference, recordsWhere, text } from 'quire-cms';`;
  const rest = 'create: login, update: login, delete: login';
  const write = (kind: string, rule: string) => {
    const fields = `{ title: text({ max: 20, searchable: true }), until: dateTime() }`;
    writeFileSync(
      join(folder, `${kind}.ts`),
      `${imports}\nexport default defineCollection({ name: '${kind}', label: '${kind}', path: '/v1/${kind}', audit: 'full', fields: ${fields}, access: { read: ${rule}, ${rest} } });`,
    );
  };
  for (const [kind, rule] of Object.entries(rules)) write(kind, rule);
  write('moment', 'everyone');
  const references = Object.keys({ ...rules, moment: '' }).map((kind) => `to_${kind}: reference('${kind}')`);
  writeFileSync(
    join(folder, 'holder.ts'),
    `${imports}\nexport default defineCollection({ name: 'holder', label: 'holder', path: '/v1/holder', audit: 'full', fields: { ${references} }, access: { read: everyone, ${rest} } });`,
  );
  return folder;
}
