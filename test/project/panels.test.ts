import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CannotStart } from '../../server/errors.ts';
import { freshApp } from '../support/fresh-app.ts';
import { projectOf } from '../support/project-of.ts';

const panel = (more: string) =>
  `export default definePanel({ name: 'books', label: 'Books', collection: 'book', access: login, ${more} });`;

describe('a panel of a project', () => {
  for (const [what, declared, reason] of [
    [
      'an unknown collection',
      "picture: 'number', collection: 'bok'",
      /no collection 'bok'; did you mean 'book'/,
    ],
    [
      'an unknown group',
      "picture: 'bars', group: 'autor'",
      /'book' has no field 'autor'; did you mean 'author'/,
    ],
    ['an unknown measure', "picture: 'number', measure: 'sum.price'", /'book' has no field 'price'/],
    ['an unknown condition', "picture: 'number', where: { prise: 1 }", /'book' has no field 'prise'/],
    [
      'an unknown permission',
      "picture: 'number', access: permission('x', 'book.x')",
      /no permission 'book\.x'/,
    ],
    [
      'a permission of its own',
      "picture: 'number', access: permission('x', 'x')",
      /no permission 'routes\.x'/,
    ],
    ['a group for a number', "picture: 'number', group: 'author'", /a 'number' has no 'group'/],
    ['no group for bars', "picture: 'bars'", /'bars' needs a 'group'/],
    ['another picture', "picture: 'pie'", /'picture' must be 'number' or 'bars' or 'line'/],
    ['no rule', "picture: 'number', access: undefined", /'access'/],
    ['a rule about records', "picture: 'number', access: ownRecords(login)", /'access' must be/],
    ['too many groups', "picture: 'bars', group: 'author', most: 101", /'most' must be/],
    ['another option', "picture: 'number', colour: 'red'", /no option 'colour'/],
  ] as const)
    it(`with ${what} stops the start`, async () => {
      const contentDir = projectOf({ 'panels/books.ts': panel(declared) });
      await assert.rejects(freshApp({ contentDir }), (error) => {
        assert.ok(error instanceof CannotStart);
        assert.match(error.message, reason);
        return error.message.includes('panels/books.ts');
      });
    });

  it('is read from its folder alone, each name once', async () => {
    const twice = projectOf({
      'panels/a.ts': panel("picture: 'number'"),
      'panels/b.ts': panel("picture: 'number'"),
    });
    await assert.rejects(freshApp({ contentDir: twice }), /'books' is defined more than once/);
    const { root } = await freshApp({ contentDir: projectOf({ 'panels/a.ts': panel("picture: 'number'") }) });
    const [books] = await root.list<{ items: object[] }>('/cms/panel');
    assert.equal(books?.items.length, 1);
  });
});
