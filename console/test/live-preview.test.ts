import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldDescription } from '../src/api/definitions.ts';
import { openEntries } from '../src/form/entries.ts';
import type { Values } from '../src/form/record-merge.ts';
import { readPageMessage } from '../src/pages/record/preview/frame-messages.ts';
import { scaleOf } from '../src/pages/record/preview/frame-widths.ts';
import { pageAddress } from '../src/pages/record/preview/page-address.ts';
import { toldValues } from '../src/pages/record/preview/told-values.ts';

const fieldOf = (name: string, kind: string, more: object = {}) =>
  ({ name, kind, allows_null: true, readable: true, ...more }) as unknown as FieldDescription;
const fields = [
  fieldOf('title', 'text', { allows_null: false, locale: 'en' }),
  fieldOf('title__fr', 'text', { locale: 'fr', translates: 'title' }),
  fieldOf('slug', 'slug'),
  fieldOf('views', 'bigint'),
  fieldOf('minutes', 'integer'),
  fieldOf('writer', 'reference'),
  fieldOf('topics', 'references'),
  fieldOf('at', 'point'),
  fieldOf('more', 'json'),
  fieldOf('parts', 'blocks', {
    blocks: [{ type: 'by', members: [fieldOf('who', 'reference'), fieldOf('size', 'bigint')] }],
  }),
  fieldOf('remark', 'text', { readable: false }),
];
const locales = [
  { name: 'en', fallbacks: [] },
  { name: 'fr', fallbacks: [] },
];
const empty: Values = Object.fromEntries(fields.map(({ name }) => [name, '']));
const told = (values: Values, language = 'en') =>
  toldValues(openEntries(fields, { ...empty, ...values }), language, locales);

describe('the values that a page gets', () => {
  for (const [name, typed, value] of [
    ['minutes', '7', 7],
    ['views', '9007199254740993', 9007199254740993n],
    ['writer', '12', '12'],
    ['topics', ['3', '4'], ['3', '4']],
    ['at', '52.5,13.4', { lat: 52.5, lon: 13.4 }],
    ['more', '{"a":[1,2.50]}', { a: [1, 2.5] }],
    [
      'parts',
      '[{"type":"by","who":9007199254740993,"size":5}]',
      [{ type: 'by', who: '9007199254740993', size: 5n }],
    ],
  ] as const)
    it(`has the value of ${name} as the typed client holds it`, () => {
      assert.deepEqual(told({ [name]: typed })[name], value);
    });

  it('lacks what its user may not read, what is half typed, and files that are not uploaded', () => {
    const values = told({
      remark: 'secret',
      more: '{"a":',
      views: '12x',
      at: '52',
      writer: `local:${'0'.repeat(32)}`,
    });
    assert.deepEqual(
      Object.keys(values).filter((name) => ['remark', 'more', 'views', 'at', 'writer'].includes(name)),
      [],
    );
    assert.ok(!JSON.stringify({ ...values, views: '' }).includes('secret'));
  });

  it('is in one language, and falls back as readers do', () => {
    const values = { title: 'Sea', title__fr: 'Mer' };
    assert.deepEqual([told(values).title, told(values, 'fr').title], ['Sea', 'Mer']);
    assert.equal(told({ title: 'Sea' }, 'fr').title, 'Sea');
    assert.ok(!('title__fr' in told(values, 'fr')));
  });
});

describe('the address of the page', () => {
  const template = 'https://site.example/{locale}/{slug}?id={id}';
  const at = (values: Values, more: object = {}) =>
    pageAddress(template, openEntries(fields, { ...empty, ...values }), {
      ...{ id: '7', language: 'fr', locales, token: undefined },
      ...more,
    });

  for (const [values, more, address] of [
    [{ slug: 'mer' }, {}, 'https://site.example/fr/mer?id=7'],
    [{ slug: 'mer' }, { token: 'a+b' }, 'https://site.example/fr/mer?id=7&preview=a%2Bb'],
    [{ slug: '' }, { id: undefined }, 'https://site.example/fr/new?id=new'],
    [{ slug: '..' }, {}, 'https://site.example/fr/new?id=7'],
    [{ slug: '//evil.example' }, {}, 'https://site.example/fr/%2F%2Fevil.example?id=7'],
  ] as const)
    it(`is ${address}`, () => {
      assert.equal(at(values, more), address);
    });

  it('is that of the saved record, not of what is typed', () => {
    const entries = openEntries(fields, { ...empty, slug: 'sea' });
    for (const { field, value } of entries) if (field.name === 'slug') value.value = 'typed';
    const address = pageAddress(template, entries, { id: '7', language: 'en', locales, token: undefined });
    assert.equal(address, 'https://site.example/en/sea?id=7');
  });
});

describe('a message to the console', () => {
  const [page, stranger] = [{}, {}];
  const frame = { window: page, origin: 'https://site.example' };
  const sent = (data: unknown, more: object = {}) => ({ source: page, origin: frame.origin, data, ...more });
  const click = { quire: 'field', path: 'parts.0.words' };

  it('says that the page listens, or where somebody clicked', () => {
    assert.deepEqual(readPageMessage(sent({ quire: 'ready' }), frame), { is: 'ready' });
    assert.deepEqual(readPageMessage(sent(click), frame), { is: 'field', path: 'parts.0.words' });
  });

  for (const [what, message] of [
    ['of another window', sent(click, { source: stranger })],
    ['of no window', sent(click, { source: null })],
    ['of another origin', sent(click, { origin: 'https://evil.example' })],
    ['of an origin that begins alike', sent(click, { origin: 'https://site.example.evil' })],
    ['of a sandbox', sent(click, { origin: 'null' })],
    ['without a path', sent({ quire: 'field' })],
    ['with a selector', sent({ quire: 'field', path: 'a"] , body' })],
    ['with a path too long', sent({ quire: 'field', path: 'a'.repeat(301) })],
    ['of other words', sent({ quire: 'values' })],
    ['without an object', sent('ready')],
    ['with nothing', sent(null)],
  ] as const)
    it(`${what} is ignored`, () => {
      assert.equal(readPageMessage(message, frame), undefined);
    });

  it('a message is ignored while there is no frame', () => {
    assert.equal(
      readPageMessage(sent(click, { source: undefined }), { ...frame, window: undefined }),
      undefined,
    );
  });
});

it('a page is made smaller to fit, never larger', () => {
  assert.deepEqual([scaleOf(1280, 640), scaleOf(390, 640), scaleOf(390, 0)], [0.5, 1, 1]);
});
