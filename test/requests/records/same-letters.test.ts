import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import type { Plain } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const locales = readLocales('en,de') ?? [];
const app = await freshApp({ contentDir: 'test/content/letters', locales });
const { root } = app;
const path = '/v1/note';
const COMPOSED = 'café Ångström 각';
const APART = COMPOSED.normalize('NFD');

let count = 0;
const make = (values: Plain) => root.make(path, { code: `n${++count}`, ...values });
const read = async (id: number) => root.read<Plain>(`${path}/${id}?locale=all`);
const found = async (query: Record<string, string>) =>
  (await root.list<{ id: number }>(`${path}?${new URLSearchParams(query)}`)).map(({ id }) => id);

describe('a text that is composed otherwise', () => {
  it('is stored as the same text in fields of every kind', async () => {
    const both = [COMPOSED, APART];
    const records: Plain[] = [];
    for (const [index, text] of both.entries()) {
      const id = await make({
        title: text,
        name: { en: text, de: text },
        lines: `${text}\n${text}`,
        body: `${text}\n`,
        html: `<p title="${text}">${text}</p>`,
        markdown: `*${text}* > ${text}`,
        site: `https://e.test/${text.replaceAll(' ', '')}`,
        kind: 'café'.normalize(index ? 'NFD' : 'NFC'),
        data: { text, list: [text], exact: 1 },
        place: { street: text },
        words: [text],
      });
      const { id: _, code, slug, create_time, update_time, ...values } = await read(id);
      records.push(values);
    }
    assert.deepEqual(records[1], records[0]);
    assert.equal(records[0]?.title, COMPOSED);
    assert.deepEqual(records[0]?.data, { text: COMPOSED, list: [COMPOSED], exact: 1 });
  });
  it('is found by filters, searches and keys in either form', async () => {
    const id = await make({
      code: 'été 1',
      title: 'Żółw',
      name: 'Żółw',
      words: ['Żółw'],
      place: { street: 'Żółw' },
    });
    for (const form of ['NFC', 'NFD'] as const) {
      const [title, part, start] = ['Żółw', 'ółw', 'Żó'].map((text) => text.normalize(form)) as [
        string,
        string,
        string,
      ];
      for (const query of [
        { 'filter[title][eq]': title },
        { 'filter[title][in]': title },
        { 'filter[title][contains]': part },
        { 'filter[title][starts]': start },
        { 'filter[name][eq]': title },
        { 'filter[words][eq]': title },
        { 'filter[place][street][eq]': title },
        { 'filter[title][gte]': title, 'filter[title][lte]': title },
        { q: title },
        { 'filter[kind][eq]': 'bar', q: title },
      ])
        assert.deepEqual(await found(query), [id], `${form} ${Object.keys(query)}`);
      assert.deepEqual(
        await found({ 'filter[title][ne]': title, 'filter[code][eq]': 'été 1'.normalize(form) }),
        [],
      );
      const again = await root.post(path, { code: 'été 1'.normalize(form) });
      assert.deepEqual([again.status, Object.keys(again.body.fields ?? {})], [400, ['code']], again.text);
    }
  });
  it('counts as many characters as people count', async () => {
    const id = await make({ title: 'é'.normalize('NFD').repeat(20) });
    assert.equal((await read(id)).title, 'é'.repeat(20));
    assert.equal(
      (await root.post(path, { code: 'long', title: 'é'.normalize('NFD').repeat(21) })).status,
      400,
    );
  });
  it('stays markup where a mark follows it', async () => {
    const id = await make({ html: '<b>\u0338x</b>', markdown: 'a >\u0338 b' });
    const { html, markdown } = await read(id);
    assert.deepEqual([html, markdown], ['<b>\u0338x</b>', 'a >\u0338 b']);
    await root.done(`PATCH ${path}/${id}`, { html, markdown });
    assert.equal((await read(id)).html, html);
  });
});

describe('a text of a unique group of fields', () => {
  const twins: [one: Plain, other: Plain][] = [
    [
      { shelf: 'A 1', place_on_shelf: 'left' },
      { shelf: 'A\u00a01', place_on_shelf: 'le\u00adft' },
    ],
    [
      { shelf: 'b', place_on_shelf: 'right' },
      { shelf: 'b\u200b', place_on_shelf: 'right\u2060' },
    ],
    [
      { shelf: 'c', reader: 'ada@x.test' },
      { shelf: '\u00adc', reader: 'Ada@X.test' },
    ],
  ];
  for (const [one, other] of twins)
    it(`takes ${JSON.stringify(other)} for ${JSON.stringify(one)}`, async () => {
      const id = await make(one);
      const again = await root.post(path, { code: `n${++count}`, ...other });
      assert.deepEqual([again.status, again.body.code], [400, 10060], again.text);
      const third = await make({});
      assert.equal((await root.patch(`${path}/${third}`, other)).status, 400);
      const [name = '', value] = Object.entries(other)[0] ?? [];
      for (const operator of ['eq', 'in', 'contains', 'starts'])
        assert.ok((await found({ [`filter[${name}][${operator}]`]: String(value) })).includes(id), operator);
      assert.equal((await root.patch(`${path}/${id}`, other)).status, 200);
      assert.partialDeepStrictEqual(await read(id), one);
    });
});

describe('a line of text', () => {
  const same = [
    ' AB12 ',
    'AB12\u00a0\t',
    'A\u200bB12',
    'AB12\u200b',
    '\ufeffAB12',
    'AB\u200d12',
    'AB\u200c12',
    'AB\u206012',
    'A\u00adB12',
    'AB\ufe0f12',
    'AB12\u200e',
    'AB\u202e12',
    'AB\u{e0041}12',
    'AB\u3164\u115f12',
    'AB12\u2800',
    'AB\u{1d159}12',
  ];
  it('keeps nothing that nobody can see', async () => {
    const id = await make({ code: 'AB12' });
    for (const sent of same) {
      assert.equal((await root.post(path, { code: sent })).status, 400, shown(sent));
      assert.deepEqual(await found({ 'filter[code][eq]': sent }), [id], shown(sent));
    }
    assert.equal((await read(await make({ title: ' A\u200bB\u200b ' }))).title, 'AB');
    assert.deepEqual(await found({ 'filter[code][contains]': 'B\u200b1' }), [id]);
  });
  for (const text of [
    '👨‍👩‍👧',
    '❤️‍🔥',
    '1️⃣',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    'می‌خواهم',
    'क्‍ष',
    'क्‌ष',
    '葛\u{e0100}',
    'שלום C\u200e!',
    'ខ្មែរ\u200bភា',
    'Schiff\u00adfahrt',
    '⠃⠗⠊⠇⠀⠞⠑⠭⠞',
  ])
    it(`keeps what is seen of ${text}`, async () => {
      assert.equal((await read(await make({ title: text }))).title, text);
    });
  it('has no line breaks and no control characters', async () => {
    for (const text of [
      'a\nb',
      'a\r\nb',
      'a\tb',
      'a\u0000b',
      'a\u001bb',
      'a\u0085b',
      'a\u2028b',
      'a\u2029b',
      'a\u007fb',
    ]) {
      for (const values of [
        { title: text },
        { name: text },
        { words: [text] },
        { place: { street: text } },
      ]) {
        const answer = await root.post(path, { code: 'broken', ...values });
        assert.equal(answer.status, 400, `${shown(text)} ${answer.text}`);
      }
      if (text.includes('\0')) continue;
      const id = await make({ lines: text, body: text });
      assert.deepEqual([(await read(id)).lines, (await read(id)).body], [text, text]);
    }
  });
  it('has plain blanks where no two records may share it', async () => {
    const id = await make({ code: 'CD 12' });
    for (const blank of ['\u00a0', '\u2009', '\u202f', '\u3000']) {
      const sent = `CD${blank}12`;
      assert.equal((await root.post(path, { code: sent })).status, 400, shown(sent));
      assert.deepEqual(await found({ 'filter[code][eq]': sent }), [id], shown(sent));
      assert.deepEqual(await found({ 'filter[code][contains]': `D${blank}1` }), [id], shown(sent));
    }
    assert.equal((await read(await make({ title: '12\u00a0km' }))).title, '12\u00a0km');
  });
  it('that is required holds something to see', async () => {
    for (const code of [' ', '\u200b', '\u3164', '\u2800', '\n'])
      assert.equal((await root.post(path, { code })).status, 400);
  });
});

describe('an address', () => {
  it('is one whatever its case and the writing of its domain, where it is unique', async () => {
    const id = await make({ address: 'Ada@Müller.example' });
    assert.equal((await read(id)).address, 'ada@xn--mller-kva.example');
    for (const address of [
      'ada@müller.example',
      'ADA@xn--mller-kva.example',
      'ada@MÜLLER.example'.normalize('NFD'),
    ]) {
      assert.equal((await root.post(path, { code: 'x', address })).status, 400, address);
      assert.deepEqual(await found({ 'filter[address][eq]': address }), [id]);
    }
  });
  it('keeps the case of the mailbox elsewhere', async () => {
    assert.equal((await read(await make({ other: 'Ada@EXAMPLE.org ' }))).other, 'Ada@example.org');
  });
  it('without a domain that exists in any writing is refused', async () => {
    for (const other of ['a@', 'a@-x.example', 'a@x..example', 'ä@example.org', 'a@mü ller.de'])
      assert.equal((await root.post(path, { code: 'x', other })).status, 400, other);
  });
});

function shown(text: string): string {
  return JSON.stringify(text).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
}
