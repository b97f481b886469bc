import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { readLocales } from '../../server/definitions/locales.ts';
import { LettersReport } from '../../server/project/letters/report.ts';
import { respellAll } from '../../server/project/letters/respell.ts';
import { openServer } from '../../server/start.ts';
import type { Revision } from '../support/bodies.ts';
import type { Plain } from '../support/client.ts';
import { freshApp } from '../support/fresh-app.ts';

const locales = readLocales('en,de') ?? [];
const app = await freshApp({ contentDir: 'test/content/letters', locales });
const { root } = app;
const path = '/v1/note';
const APART = 'Café Ångström'.normalize('NFD');

const make = (code: string, values: Plain = {}) => root.make(path, { code, ...values });
const read = async (id: number) => root.read<Plain>(`${path}/${id}?locale=all`);
const set = (id: number, column: string, value: string) =>
  app.behind(`update note set "${column}" = ? where id = ?`, value, id);

it('texts of an earlier version are stored as new ones by the next start, once, and the rest is named', async () => {
  const [free, taken, gone, broken, user] = [
    await make('free', { place: { street: 'a' }, words: ['a'], data: { a: 1 } }),
    await make('taken'),
    await make('gone'),
    await make('broken'),
    (await app.person([], 'Cafe')).id,
  ];
  await make('Café');
  await set(free, 'code', ' fr\u200bei ');
  await set(free, 'title', APART);
  await set(free, 'name__de', APART);
  await set(free, 'lines', `${APART}\n`);
  await set(free, 'body', APART);
  await set(free, 'html', `<p>${APART}</p>`);
  await set(free, 'place', JSON.stringify({ street: APART }));
  await set(free, 'words', JSON.stringify([APART]));
  await set(free, 'data', JSON.stringify({ text: APART }));
  await set(taken, 'code', 'Café'.normalize('NFD'));
  await set(taken, 'title', APART);
  await set(gone, 'code', APART);
  await root.done(`DELETE ${path}/${gone}`);
  await set(broken, 'title', 'two\nlines');
  await app.behind(
    'update quire_user set username = ?, name_key = ? where id = ?',
    'Café'.normalize('NFD'),
    'café',
    user,
  );
  await app.behind("delete from quire_data_migration where name like 'quire%'");
  const before = await read(free);

  const trial = new LettersReport();
  await respellAll(app.server.store, { isTrial: true, tell: trial.tell });
  assert.deepEqual(await read(free), before, 'a trial keeps nothing');

  const next = await openServer(app.settings);
  after(() => next.close());
  const said = next.notices.filter((one) => one.startsWith('Texts of an earlier version'));
  assert.deepEqual(
    said.map((one) => one.replace(/^.*now: /, '')),
    trial.lines(),
  );
  const all = said.join('\n');
  for (const part of [
    /note\.title: 2 texts: "Cafe\\u\{301\} A\\u\{30a\}ngstro\\u\{308\}m" to "Café Ångström" in record \d/,
    /note\.code: 1 text: " fr\\u\{200b\}ei " to "frei" in record \d/,
    /left as it was, because note\.code is taken: 1 text: "Cafe\\u\{301\}" in record 2/,
    /left as it was, because note\.title must be one line.*: 1 text: "two\\nlines" in record 4/,
    /quire_user\.username: 1 text/,
  ])
    assert.match(all, part);
  const now = await read(free);
  const { update_time } = before;
  const composed = APART.normalize('NFC');
  for (const [field, value] of Object.entries({
    ...{ code: 'frei', title: composed, lines: `${composed}\n`, body: composed, update_time },
    ...{
      html: `<p>${composed}</p>`,
      place: { street: composed },
      words: [composed],
      data: { text: composed },
    },
    name: { en: null, de: composed },
  }))
    assert.deepEqual(now[field], value, field);
  for (const query of ['filter[words][eq]=', 'filter[place][street][eq]=', 'q='])
    assert.equal(
      (await root.list(`${path}?${query}${encodeURIComponent(composed)}`)).length > 0,
      true,
      query,
    );
  assert.deepEqual(
    [(await read(taken)).code, (await read(taken)).title],
    ['Café'.normalize('NFD'), composed],
  );
  assert.equal((await app.logIn('café')).status, 200);
  const items = await root.list<Revision>(`${path}/${free}/history`);
  assert.match(JSON.stringify(items), /Cafe\u0301/, 'the past is as it was');

  const again = await openServer(app.settings);
  after(() => again.close());
  assert.deepEqual(
    again.notices.filter((one) => one.startsWith('Texts')),
    [],
  );
  await set(broken, 'title', APART);
  const later = new LettersReport();
  await respellAll(app.server.store, { tell: later.tell });
  assert.equal(later.changed, 1, 'what an older server writes later is found again');
});
