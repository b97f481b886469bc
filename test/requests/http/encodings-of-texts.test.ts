import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp();
const { root } = app;
await app.makeBook({ title: 'ÿ' });

it('bytes of a query that are no text are refused by the name of their parameter, on every base', async () => {
  for (const base of ['', '/lin3'])
    for (const query of [
      'filter[title][ne]=%FF',
      'filter[title][in]=a,%C3',
      'filter[and][0][title][eq]=%ED%A0%80',
      'q=%FF%FE',
      'sort=%E4title',
      'fields=%80',
    ]) {
      const answer = await root.get(`${base}/v1/book?${query}`);
      assert.equal(answer.status, 400, `${base} ${query} ${answer.text}`);
    }
  for (const query of [
    'filter[title][eq]=%C3%BF',
    'q=%EF%BF%BD',
    'q=\ufffd',
    'q=100%25',
    'filter[title][ne]=a+b',
  ])
    assert.equal((await root.get(`/v1/book?${encodeURI(decodeURI(query))}`)).status, 200, query);
});

it('a body is read in the encoding that it says, or refused', async () => {
  const send = (path: string, type: string, body: Buffer) =>
    root.post(path, body, { headers: { 'content-type': type, 'accept-language': 'en' } });
  const json = Buffer.from('{"title":"caf\u00e9"}', 'latin1');
  for (const charset of ['iso-8859-1', 'windows-1252', '"UTF-16"', 'gbk', 'utf-8; charset=latin1']) {
    const answer = await send('/v1/book', `application/json; charset=${charset}`, json);
    assert.equal(answer.status, 400, charset);
    assert.match(answer.text, /Content-Type.*says the encoding/);
  }
  assert.equal((await send('/v1/book', 'application/json', json)).status, 400);
  for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'us-ascii'])
    assert.equal(
      (await send('/v1/book', `application/json; charset=${charset}`, Buffer.from('{"title":"a"}'))).status,
      201,
    );
  for (const type of ['x', 'json', 'application/', 'application/json,'])
    assert.match((await send('/v1/book', type, Buffer.from('{}'))).text, /Content-Type must be/, type);
  const csv = Buffer.from('title\ncaf\u00e9\n', 'latin1');
  assert.match((await send('/v1/book/import', 'text/csv; charset=windows-1252', csv)).text, /windows-1252/);
  assert.equal(
    (await send('/v1/book/import', 'text/csv; charset=utf-8; header=present', Buffer.from('title\na\n')))
      .status,
    201,
  );
});
