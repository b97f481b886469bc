import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ref } from 'vue';
import { altChanges, altLanguages, missingAlt } from '../src/form/alt-texts.ts';
import { openEntries } from '../src/form/entries.ts';
import { byLanguage, languageName, localeOf, valueIn } from '../src/form/languages.ts';
import { fallbackChain, isMissing, shownInstead, translationsOf } from '../src/form/localised.ts';
import { useLanguages } from '../src/pages/record/languages/use-languages.ts';
import { fieldOf } from './collections.ts';

const price = fieldOf('price', 'decimal');
const title = fieldOf('title', 'text', { locale: 'zh' });
const titleEn = fieldOf('title_en', 'text', { locale: 'en', translates: 'title' });
const titleDe = fieldOf('title_de', 'text', { locale: 'de', translates: 'title' });
const info = fieldOf('info', 'text', { locale: 'zh' });
const infoEn = fieldOf('info_en', 'text', { locale: 'en', translates: 'info' });
const fields = [price, title, titleEn, titleDe, info, infoEn];
const locales = [
  { name: 'zh', fallbacks: [] },
  { name: 'en', fallbacks: ['de'] },
  { name: 'de', fallbacks: ['en', 'zh'] },
];

describe('what is read and sent of localised fields', () => {
  it('asks for all languages only if there are several', () => {
    assert.deepEqual(localeOf(fields), { locale: 'all' });
    assert.deepEqual(localeOf([price]), {});
  });

  const record = { price: '1.10', title: { zh: '书', en: 'Book' }, info: '只有中文' };
  for (const [field, value] of [
    [price, '1.10'],
    [title, '书'],
    [titleEn, 'Book'],
    [titleDe, undefined],
    [info, '只有中文'],
    [infoEn, undefined],
  ] as const)
    it(`${field.name} is ${value}`, () => assert.equal(valueIn(record, field), value));

  it('is no text where the whole field is null', () => {
    assert.deepEqual([valueIn({ title: null }, title), valueIn({ title: null }, titleEn)], [null, undefined]);
  });

  it('goes back in one object for each field', () => {
    const sent = [
      [price, '2'],
      [titleEn, 'A'],
      [titleDe, null],
      [info, '一'],
    ] as const;
    assert.deepEqual(byLanguage(sent), { price: '2', title: { en: 'A', de: null }, info: { zh: '一' } });
  });

  it('names languages in the words of the reader, and unknown ones by their code', () => {
    assert.deepEqual(
      [languageName('de', 'en'), languageName('de', 'zh'), languageName('not a code', 'en')],
      ['German', '德语', 'not a code'],
    );
  });
});

describe('texts that a language lacks', () => {
  const of = (values: Record<string, string | null>) =>
    translationsOf(openEntries(fields, values)).get('title') ?? new Map();

  it('are kept apart by field', () => {
    const all = translationsOf(openEntries(fields, {}));
    assert.deepEqual(
      [...all].map(([name, languages]) => [name, [...languages.keys()]]),
      [
        ['title', ['zh', 'en', 'de']],
        ['info', ['zh', 'en']],
      ],
    );
  });

  for (const [values, language, missing, instead] of [
    [{ title: '书', title_en: 'Book', title_de: '' }, 'de', true, 'en'],
    [{ title: '书', title_en: null, title_de: '' }, 'de', true, 'zh'],
    [{ title: '书', title_en: '', title_de: 'Buch' }, 'en', true, 'de'],
    [{ title: '书', title_en: 'Book', title_de: 'Buch' }, 'en', false, 'de'],
    [{ title: '', title_en: 'Book', title_de: '' }, 'zh', true, undefined],
    [{ title: '', title_en: '', title_de: '' }, 'zh', false, undefined],
    [{ title: '书', title_en: 'Book', title_de: '' }, 'fr', false, 'zh'],
  ] as const)
    it(`${language} of ${JSON.stringify(values)}: ${missing ? 'missing' : 'not missing'}, instead ${instead}`, () => {
      assert.equal(isMissing(of(values), language), missing);
      assert.equal(shownInstead(of(values), language, locales), instead);
    });

  it('come from the languages that are named, then from the default', () => {
    assert.deepEqual(fallbackChain('en', locales), ['en', 'de', 'zh']);
    assert.deepEqual(fallbackChain('de', locales), ['de', 'en', 'zh']);
    assert.deepEqual(fallbackChain('zh', locales), ['zh']);
    assert.deepEqual(fallbackChain('fr', locales), ['fr', 'zh']);
    assert.deepEqual(fallbackChain('fr', []), ['fr']);
  });
});

describe('the languages of a form', () => {
  const open = (shown: string, beside: string, some = fields) => {
    const chosen = ref({ shown, beside });
    const entries = openEntries(some, {});
    return { entries, chosen, ...useLanguages(entries, chosen) };
  };

  for (const [asked, seen] of [
    [
      ['', ''],
      ['zh', ''],
    ],
    [
      ['en', 'de'],
      ['en', 'de'],
    ],
    [
      ['en', 'en'],
      ['en', ''],
    ],
    [
      ['fr', 'it'],
      ['zh', ''],
    ],
    [
      ['', 'zh'],
      ['zh', ''],
    ],
  ] as const)
    it(`of ${asked} are ${seen}`, () => {
      const { shown, beside } = open(asked[0], asked[1]);
      assert.deepEqual([shown.value, beside.value], seen);
    });

  it('never show one language twice', () => {
    const { shown, beside, chosen } = open('zh', 'en');
    shown.value = 'en';
    assert.deepEqual(chosen.value, { shown: 'en', beside: '' });
    beside.value = 'de';
    shown.value = 'zh';
    assert.deepEqual(chosen.value, { shown: 'zh', beside: 'de' });
  });

  it('lead with one entry for each localised field', () => {
    const one = open('', '');
    assert.deepEqual([one.isLocalised, one.languages], [true, ['zh', 'en', 'de']]);
    assert.deepEqual(
      one.led.map(({ field }) => field.name),
      ['price', 'title', 'info'],
    );
    const plain = open('', '', [price, title]);
    assert.deepEqual([plain.isLocalised, plain.led.length], [false, 2]);
  });

  for (const [wrong, beside, seen] of [
    [[], '', 'zh'],
    [['title_de', 'title_en'], '', 'en'],
    [['title_de', 'price'], '', 'zh'],
    [['title_de', 'info'], '', 'zh'],
    [['title_en'], 'en', 'zh'],
  ] as const)
    it(`with problems of ${wrong.join(' and ') || 'nothing'} beside ${beside || 'nothing'} show ${seen}`, () => {
      const form = open('', beside);
      for (const { field, problem } of form.entries)
        if (wrong.some((name) => name === field.name)) problem.value = 'too long';
      form.showProblem();
      assert.equal(form.shown.value, seen);
    });
});

describe('the texts of a picture', () => {
  it('are asked for in the languages of content and in those there are', () => {
    assert.deepEqual(altLanguages({ fr: 'x', zh: 'y' }, ['zh', 'en'], 'de'), ['zh', 'en', 'fr']);
    assert.deepEqual(altLanguages(undefined, ['zh'], 'de'), ['zh']);
    assert.deepEqual(altLanguages({}, [], 'de'), ['de']);
  });

  it('are missing where none was given, also not an empty one', () => {
    assert.deepEqual(missingAlt({ zh: '', en: 'x' }, ['zh', 'en', 'de']), ['de']);
    assert.deepEqual(missingAlt(undefined, ['zh', 'en']), ['zh', 'en']);
  });

  it('are sent where they have changed', () => {
    const after = { zh: 'x', en: '', de: null, fr: 'new' };
    assert.deepEqual(altChanges({ zh: 'x', en: 'y' }, after), { en: '', fr: 'new' });
    assert.deepEqual(altChanges({ de: 'Bild' }, { de: null }), { de: null });
    assert.deepEqual(altChanges(undefined, { de: null, en: '' }), { en: '' });
  });
});
