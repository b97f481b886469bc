// No engine changes its result: it makes names.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineCollection, login, text } from '../../server/definitions/index.ts';
import { freeName } from '../../server/features/move-in/forms/names.ts';

describe('a name that moves in', () => {
  for (const [there, name] of [
    ['title', 'title'],
    ['AlbumId', 'album_id'],
    ['Über uns!', 'uber_uns'],
    ['2nd-line', 'nd_line'],
    ['_draft_', 'draft'],
    ['价格', 'moved'],
    ['quire_user', 'moved_quire_user'],
    ['quirements', 'quirements'],
    ['a'.repeat(30), 'a'.repeat(30)],
    ['a'.repeat(31), 'a'.repeat(30)],
  ] as const)
    it(`is ${name} for ${there}`, () => assert.equal(freeName(there, []), name));

  it('has a number where another thing has it', () => {
    assert.equal(freeName('Title', ['title']), 'title_2');
    assert.equal(freeName('Title', ['title', 'title_2']), 'title_3');
    assert.equal(freeName('a'.repeat(30), ['a'.repeat(30)]), `${'a'.repeat(27)}_2`);
  });

  it('is none that the server gives itself, or that no field may have', () => {
    const given = [
      ...['id', 'create_time', 'create_user_id', 'update_time', 'update_user_id', 'delete_time'],
      ...['delete_user_id', 'is_deleted', 'is_mine', 'expanded', 'can', 'removed_by_rule', 'and', 'or'],
      ...['publication', 'published_time', 'publish_time', 'unpublish_time', 'type', 'distance'],
      'constructor',
    ];
    for (const name of given) {
      const made = freeName(name, []);
      assert.equal(made, `${name}_2`);
      const fields = { [made]: text({ max: 9 }) };
      const access = { read: login, create: login, update: login, delete: login };
      defineCollection({ name: 'thing', label: 'Thing', audit: 'full', path: '/v1/thing', access, fields });
    }
  });
});
