// No engine changes its result: names of fields are looked up without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Definition } from '../../server/definitions/define-collection.ts';
import { defineCollection, text } from '../../server/definitions/index.ts';
import { fieldNamed, namesOf, nearestName } from '../../server/records/query/names.ts';
import { allRights, authorsRights, type Rights } from '../../server/records/rights.ts';

const fields = { title: text({ max: 9 }), hint: text({ max: 9 }), pin: text({ max: 9, secret: true }) };
const audited = defineCollection({ name: 'note', label: 'Note', audit: 'full', fields });
const created = defineCollection({ name: 'note', label: 'Note', audit: 'creation', fields });
const bare = defineCollection({ name: 'note', label: 'Note', audit: 'none', fields });
/** A collection that shows only some of its fields to others, as the one of users does. */
const partly = { ...audited, shown: new Set(['title']) } as Definition;
/** Rights of somebody to whom one field is closed. */
const limited: Rights = {
  ...allRights,
  shows: (definition, field) => field !== 'hint' && allRights.shows(definition, field),
};

describe('a name in a query', () => {
  const times = ['create_time', 'update_time'];
  for (const [who, definition, rights, names] of [
    ['with all rights', audited, allRights, ['id', 'title', 'hint', ...times]],
    ['with fewer rights', audited, limited, ['id', 'title', ...times]],
    ['of a collection that keeps its creation', created, limited, ['id', 'title', 'create_time']],
    ['of a collection without stamps', bare, limited, ['id', 'title']],
    ['of a collection that shows a part', partly, limited, ['id', 'title']],
    [
      'of a collection that shows a part, in a rule',
      partly,
      authorsRights,
      ['id', 'title', 'hint', ...times, 'create_user_id', 'update_user_id'],
    ],
  ] as const)
    it(`${who} is one of ${names.join(', ')}`, () => {
      assert.deepEqual(namesOf(definition, rights).toSorted(), names.toSorted());
      for (const name of names) assert.ok(fieldNamed(definition, name, rights), name);
      for (const name of ['pin', 'other', 'is_deleted', 'delete_time', 'constructor', '__proto__'])
        assert.equal(fieldNamed(definition, name, rights), undefined, name);
    });

  for (const [asked, rights, name] of [
    ['titel', limited, 'title'],
    ['hinr', allRights, 'hint'],
    ['hinr', limited, ''],
    ['pim', allRights, ''],
    ['create_tiem', limited, 'create_time'],
    ['something else', limited, ''],
    ['t'.repeat(61), limited, ''],
  ] as const)
    it(`that is misspelt as ${asked.slice(0, 20)} stands for ${name || 'none'}`, () =>
      assert.equal(nearestName(audited, asked, rights), name));
});
