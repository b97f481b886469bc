import './page.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collectionOf, fieldOf } from './collections.ts';

const { byteSize } = await import('../src/texts/byte-size.ts');
const { isTag } = await import('../src/fields/references/is-tag.ts');
const { menuSections } = await import('../src/parts/identity/menu-sections.ts');
const { editableField, mayEdit } = await import('../src/pages/list/cells/editable-fields.ts');
const { canSearch, searchableTitle } = await import('../src/pages/list/search-field.ts');
const { useLanguages } = await import('../src/pages/record/languages/use-languages.ts');

describe('a number of bytes', () => {
  for (const [bytes, text] of [
    [0, '0 byte'],
    [999, '999 byte'],
    [1000, '1 kB'],
    [1550, '1.6 kB'],
    [999_900, '999.9 kB'],
    [1e6, '1 MB'],
    [1e9, '1 GB'],
    [2.5e12, '2,500 GB'],
  ] as const)
    it(`${bytes} is ${text}`, () => assert.equal(byteSize(bytes), text));
});

describe('records that are shown as tags', () => {
  const [name, color] = [fieldOf('name'), fieldOf('color')];
  const filled = fieldOf('made', 'date-time', { filled: true });
  const other = fieldOf('name__de', 'text', { translates: 'name', locale: 'de' });
  for (const [what, fields, more, expected] of [
    ['have a name', [name], {}, true],
    [
      'have a name and a colour, what the server fills in, and other languages',
      [name, color, filled, other],
      {},
      true,
    ],
    ['have no third field', [name, color, fieldOf('more')], {}, false],
    ['have no picture', [name, fieldOf('picture', 'file')], {}, false],
    ['are none of the server', [name], { builtin: true }, false],
    ['are no drafts', [name], { version: 'draft' }, false],
  ] as const)
    it(what, () => assert.equal(isTag(collectionOf(fields, more as object)), expected));
});

describe('the menu', () => {
  it('has what names no section first, then sections in the order of their first', () => {
    const at = (name: string, position: number, section?: string) =>
      collectionOf([], { name, menu: { position, ...(section && { section }) } });
    const all = [at('d', 40, 'Two'), at('c', 30, 'One'), at('a', 50), at('b', 10, 'Two'), at('e', 60, 'One')];
    assert.deepEqual(
      menuSections(all).map(({ heading, collections }) => [
        heading,
        collections.map(({ name }) => name).join(),
      ]),
      [
        [undefined, 'a'],
        ['Two', 'b,d'],
        ['One', 'c,e'],
      ],
    );
    assert.deepEqual(menuSections([]), []);
  });
});

describe('the editor of a cell', () => {
  const title = fieldOf('title');
  const german = fieldOf('title__de', 'text', { translates: 'title', locale: 'de' });
  const main = fieldOf('title', 'text', { locale: 'en' });
  const film = collectionOf([title, fieldOf('body', 'json'), fieldOf('made', 'text', { filled: true })]);
  for (const [what, collection, column, locale, expected] of [
    ['changes the field of its column', film, title, undefined, 'title'],
    ['does not exist for a kind that needs more room', film, fieldOf('body', 'json'), undefined, undefined],
    ['does not exist for a field that the server fills in', film, fieldOf('made'), undefined, undefined],
    [
      'does not exist for users who may not change records',
      collectionOf([title], { actions: { read: true } as never }),
      title,
      undefined,
      undefined,
    ],
    [
      'does not exist where changes are reviewed',
      collectionOf([title], { reviewed: true } as never),
      title,
      undefined,
      undefined,
    ],
    [
      'does not exist for a field that is read-only',
      collectionOf([fieldOf('title', 'text', { updatable: false })]),
      title,
      undefined,
      undefined,
    ],
    ['changes the language that the list shows', collectionOf([main, german]), main, 'de', 'title__de'],
    [
      'changes the first language of a list without one',
      collectionOf([main, german]),
      main,
      undefined,
      'title',
    ],
  ] as const)
    it(what, () => assert.equal(editableField(collection, column, locale)?.name, expected));
  it('is for records that may be changed', () => {
    const can = (update?: boolean) =>
      mayEdit({ can: update === undefined ? undefined : { update } } as never);
    assert.deepEqual([can(true), can(false), can()], [true, false, true]);
  });
});

describe('the search of a list', () => {
  const title = fieldOf('title', 'text', { filters: ['eq', 'contains'] });
  it('asks the searched fields, or else the title', () => {
    assert.equal(canSearch(collectionOf([fieldOf('title')])), false);
    assert.equal(canSearch(collectionOf([fieldOf('title')], { search: ['title'] } as never)), true);
    assert.equal(
      canSearch(collectionOf([fieldOf('other', 'text', { filters: ['contains'] }), fieldOf('title')])),
      false,
    );
    assert.equal(searchableTitle(collectionOf([fieldOf('other'), title]))?.name, 'title');
  });
});

describe('the languages of a form', () => {
  const entry = (name: string, more: object = {}, problem?: string) =>
    ({ field: fieldOf(name, 'text', more), problem: { value: problem } }) as never;
  const inLanguages = (problem?: string) => [
    entry('title', { locale: 'en' }),
    entry('title__de', { translates: 'title', locale: 'de' }, problem),
    entry('size'),
  ];
  const opened = (shown = '', besides = '', problem?: string) => {
    const chosen = { value: { shown, beside: besides } };
    return { chosen, form: useLanguages(inLanguages(problem), chosen as never) };
  };
  it('are the first one, unless another was chosen that there is', () => {
    assert.deepEqual(opened().form.languages, ['en', 'de']);
    for (const [chosen, shown] of [
      ['', 'en'],
      ['de', 'de'],
      ['fr', 'en'],
    ])
      assert.equal(opened(chosen).form.shown.value, shown);
  });
  it('stand beside each other, never the same twice', () => {
    assert.equal(opened('en', 'de').form.beside.value, 'de');
    assert.equal(opened('de', 'de').form.beside.value, '');
    const { form, chosen } = opened('en', 'de');
    form.shown.value = 'de';
    assert.deepEqual(chosen.value, { shown: 'de', beside: '' });
  });
  it('lead to the one with a problem, if none is seen', () => {
    for (const [beside, expected] of [
      ['', 'de'],
      ['de', 'en'],
    ] as const) {
      const { form, chosen } = opened('en', beside, 'is missing');
      form.showProblem();
      assert.equal(chosen.value.shown, expected);
    }
    const { form, chosen } = opened('en');
    form.showProblem();
    assert.equal(chosen.value.shown, 'en');
  });
  it('are led by the fields without translations', () => {
    const { form } = opened();
    assert.deepEqual([form.led.map(({ field }) => field.name), form.isLocalised], [['title', 'size'], true]);
    const alone = useLanguages([entry('size')], { value: { shown: '', beside: '' } } as never);
    assert.deepEqual([alone.isLocalised, alone.shown.value, alone.led.length], [false, '', 1]);
  });
});
