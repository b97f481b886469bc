import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freshApp } from '../../support/fresh-app.ts';
import { importsInto } from '../../support/records/imports.ts';

// What an answer could tell of records that the caller may not see, without showing them.

const app = await freshApp({ contentDir: 'test/content/blind' });
const [owner, other] = [await app.person(), await app.person()];

describe('records that may be changed and not seen', () => {
  it('are "updated" by an import whether or not they held the values already', async () => {
    await owner.make('/v1/memo', { code: 'a', mood: 'good' });
    const { beginInTurn, settled } = importsInto(app, '/v1/memo', other.access);
    for (const query of ['key=code&dry_run=true', 'key=code'])
      for (const mood of ['bad', 'good', 'good']) {
        const { body } = await beginInTurn(query, `code,mood\na,${mood}\n`);
        const { updated, unchanged } = await settled(body.id);
        assert.deepEqual([updated, unchanged], [1, 0], `${query} ${mood}`);
      }
  });
});

describe('a list as of a time', () => {
  it('ends its pages at records that the caller sees, whatever else was there', async () => {
    const seen = [await other.make('/v1/memo', { code: 'b1' })];
    const hidden = await owner.make('/v1/memo', { code: 'b2' });
    seen.push(await other.make('/v1/memo', { code: 'b3' }));
    await owner.make('/v1/memo', { code: 'b4' });
    await wait(3);
    const before = Date.now();
    await wait(3);
    await owner.done(`DELETE /v1/memo/${hidden}`);
    await wait(3);
    const page = (time: number, after: string) =>
      other.read<{ items: { id: number }[]; next: string | null }>(
        `/v1/memo?as_of=${time}&count=1&sort=id${after}`,
      );
    for (const time of [before, Date.now()]) {
      const first = await page(time, '');
      assert.deepEqual([first.items.map(({ id }) => id), first.next], [[seen[0]], String(seen[0])]);
      const second = await page(time, `&after=${first.next}`);
      assert.deepEqual([second.items.map(({ id }) => id), second.next], [[seen[1]], null]);
      assert.deepEqual(await page(time, `&after=${seen[1]}`), { ...second, items: [], next: null });
    }
  });
});
