import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../server/definitions/locales.ts';
import { settingsFrom } from '../../server/settings.ts';
import { refusal, withFields, withOptions } from '../support/refused-start.ts';

const LOCALES = { LOCALES: 'zh,en,pt-BR' };
const refused = (source: string) => refusal({ 'thing.ts': source }, LOCALES);

describe('the setting LOCALES', () => {
  const taken: [text: string, fallbacks: unknown][] = [
    ['', []],
    ['zh', [['zh', []]]],
    [
      'zh,en>de,de',
      [
        ['zh', []],
        ['en', ['de']],
        ['de', []],
      ],
    ],
    [
      'en, pt-BR > pt, pt',
      [
        ['en', []],
        ['pt-BR', ['pt']],
        ['pt', []],
      ],
    ],
  ];
  for (const [text, wanted] of taken)
    it(`takes '${text}'`, () => {
      const read = readLocales(text)?.map(({ name, fallbacks }) => [name, fallbacks]);
      assert.deepEqual(read, wanted);
    });
  for (const text of [
    ',',
    'zh,',
    'zh,zh',
    'zh,en>fr',
    'zh>en,en',
    'zh,en>en',
    'zh,en>de>de,de',
    'english',
    'zh,EN',
    'zh,en;de',
    'pt-BR,pt-br',
    'zh,all-of-them!',
  ])
    it(`refuses '${text}'`, () => {
      assert.equal(readLocales(text), undefined);
      const given = { LOCALES: text, QUIRE_SECRET: '0123456789abcdef0123456789abcdef' };
      assert.throws(() => settingsFrom(given), /LOCALES: .* cannot be used/);
    });
});

describe('a localised field', () => {
  it('cannot be a point', async () => {
    assert.match(
      (await refused(withFields('a: point({ localised: true })'))) ?? '',
      /has no option 'localised'/,
    );
  });

  const refusals: [source: string, why: RegExp][] = [
    [
      withFields('a: text({ max: 9, localised: true }), a__en: text({ max: 9 })'),
      /field 'a': its column in 'en' is 'a__en', which is another field/,
    ],
    [withFields("a: text({ max: 9, localised: 'yes' })"), /'localised' must be/],
    [withFields(`${'a'.repeat(38)}: text({ max: 9, localised: true })`), /a name has at most 40 characters/],
    [
      withFields('a: json({ default: { x: 1, en: 2 }, localised: true })'),
      /field 'a': it is localised, so its 'en' cannot have the name of a language/,
    ],
    [
      withFields('a: group({ b: text({ max: 9 }), en: text({ max: 9 }) }, { localised: true })'),
      /field 'a': it is localised, so its 'en' cannot have the name of a language/,
    ],
    [
      withFields("a: reference('thing', { tree: true, localised: true })"),
      /'tree' and 'localised' exclude each other/,
    ],
    [
      withFields("a: text({ max: 9 }), b: slug({ from: 'a', localised: true })"),
      /field 'b': it is localised, so 'a', from which it is made, must be too/,
    ],
    [
      withOptions("unique: [{ fields: ['state', 'title'], nulls: 'equal' }]").replace(
        'title: text({ max: 20 })',
        'title: text({ max: 20, localised: true })',
      ),
      /counts null as a value and names a localised field/,
    ],
  ];
  for (const [source, why] of refusals)
    it(`stops the start: ${why.source}`, async () => {
      assert.match((await refused(source)) ?? '', why);
    });

  it('may be each kind of text', async () => {
    const fields = [
      'a: text({ max: 9, localised: true })',
      'b: longText({ localised: true })',
      "c: richText({ format: 'markdown', localised: true })",
      "d: slug({ from: 'a', localised: true })",
      'e: url({ localised: true })',
    ];
    assert.equal(await refused(withFields(fields.join())), undefined);
  });
});
