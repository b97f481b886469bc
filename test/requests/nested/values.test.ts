import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/nested' });
const mei = await app.person();

const ADDRESS = {
  street: 'Rue 1',
  floor: 3,
  geo: { lat: '1.500000', serial: null },
  is_open: true,
  guest: null,
};

describe('fields inside fields', () => {
  it('are stored with their defaults, and replaced as a whole', async () => {
    const id = await mei.make('/v1/page', {
      address: { street: 'Rue 1', floor: 3, geo: { lat: 1.5 }, is_open: true },
      tags: ['a', 'b'],
      lines: [{ name: 'x', price: '1.5', notes: ['n'] }],
      sections: [
        { type: 'quote', words: 'so' },
        { type: 'body', html: '<p onclick="x()">a</p>' },
      ],
    });
    const line = {
      ...{ name: 'x', price: '1.50', count: null, state: 'open', due: null, at: null, extra: null },
      ...{ guests: [], notes: ['n'] },
    };
    const page = await mei.read(`/v1/page/${id}`);
    assert.deepEqual(page.address, ADDRESS);
    assert.deepEqual(page.lines, [line]);
    assert.deepEqual(page.sections, [
      { type: 'quote', words: 'so', by: null },
      { type: 'body', html: '<p>a</p>' },
    ]);
    assert.deepEqual([page.hosts, page.tags], [[], ['a', 'b']]);
    await mei.done(`PATCH /v1/page/${id}`, { address: { street: 'Rue 2' } });
    const changed = { street: 'Rue 2', floor: null, geo: null, is_open: false, guest: null };
    assert.deepEqual((await mei.read(`/v1/page/${id}`)).address, changed);
    await mei.done(`PATCH /v1/page/${id}`, { address: null, tags: [] });
    assert.partialDeepStrictEqual(await mei.read(`/v1/page/${id}`), {
      address: null,
      tags: [],
      lines: [line],
    });
  });

  it('keep numbers of 64 bits and decimals to the digit', async () => {
    const body = `{"address":{"street":"s","geo":{"lat":"-999.999999","serial":9223372036854775807}},
      "lines":[{"name":"n","price":"9999999999999999.99","count":-9223372036854775808,"extra":{"a":12345678901234567890.10}}]}`;
    const made = await mei.post<{ id: number }>('/v1/page', body, {
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(made.status, 201, made.text);
    const paths = [
      `/v1/page/${made.body.id}`,
      `/v1/page?filter[id][eq]=${made.body.id}`,
      `/v1/page/${made.body.id}/history`,
    ];
    for (const path of paths) {
      const { text } = await mei.get(path);
      for (const digits of [
        '"-999.999999"',
        '9223372036854775807',
        '"9999999999999999.99"',
        '-9223372036854775808',
        '12345678901234567890.10',
      ])
        assert.ok(text.includes(digits), `${path} ${digits} ${text}`);
    }
  });

  const refused: Record<string, [body: object, fields: Readonly<Record<string, RegExp>>]> = {
    'a group without a required member': [{ address: {} }, { 'address.street': /required/ }],
    'a null where none may be': [{ address: { street: null } }, { 'address.street': /empty|null/ }],
    'an unknown member': [{ address: { street: 'a', zip: 1 } }, { 'address.zip': /street, floor/ }],
    'what is no group': [{ address: 'Rue 1' }, { address: /object/ }],
    'a wrong value deep inside': [
      { address: { street: 'a', geo: { lat: 'x' } } },
      { 'address.geo.lat': /decimal|number/ },
    ],
    'a number beyond its bounds': [{ address: { street: 'a', floor: 201 } }, { 'address.floor': /./ }],
    'what is no list': [{ tags: 'a' }, { tags: /array/ }],
    'too many elements': [{ tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, { tags: /0 to 5/ }],
    'elements that do not fit': [{ tags: ['a', 'B', null] }, { 'tags.1': /./, 'tags.2': /./ }],
    'a group in a list': [
      { lines: [{ name: 'a' }, { price: 'x' }] },
      { 'lines.1.name': /required/, 'lines.1.price': /./ },
    ],
    'a block without a type': [
      { sections: [{ words: 'a' }] },
      { 'sections.0.type': /quote or body or gallery/ },
    ],
    'a block of another type': [{ sections: [{ type: 'constructor' }] }, { 'sections.0.type': /quote/ }],
    'a member of another block': [
      { sections: [{ type: 'body', words: 'a' }] },
      { 'sections.0.words': /html/ },
    ],
    'a missing target': [{ hosts: [999_999] }, { hosts: /999999/ }],
    'a missing target in a block': [
      { sections: [{ type: 'quote', words: 'a', by: 999_999 }] },
      { 'sections.quote.by': /999999/ },
    ],
    'too many values': [
      {
        lines: Array.from({ length: 100 }, () => ({
          name: 'a',
          notes: Array.from({ length: 100 }, (_, n) => `${n}`),
        })),
      },
      { lines: /2000/ },
    ],
  };
  for (const [what, [body, fields]] of Object.entries(refused))
    it(`refuse ${what}, by its path`, async () => {
      const headers = { 'accept-language': 'en' };
      const answer = await mei.post<{ fields: Record<string, { message: string }> }>('/v1/page', body, {
        headers,
      });
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(Object.keys(answer.body.fields).toSorted(), Object.keys(fields).toSorted());
      for (const [path, told] of Object.entries(fields))
        assert.match(answer.body.fields[path]?.message ?? '', told);
    });
});
