import { defineCollection } from '../../definitions/define-collection.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import { message } from '../../messages/message.ts';
import { NOT_BLANK } from '../../shared/text/text-patterns.ts';

/** Level 1 is the super administrators' group, level 2 the guests'; each exists once. All others are of level 3. */
export const LEVEL = { root: 1, guest: 2, user: 3 } as const;

const collection = defineCollection({
  name: 'quire_group',
  label: message('groupLabel'),
  audit: 'full',
  fields: {
    name: text({ max: 60, required: true, unique: true, pattern: NOT_BLANK }),
    /** The name after case folding and NFKC; null for a duplicate from an older version or an import. */
    name_key: text({ max: 100, unique: true, secret: true }),
    info: text({ max: 255, default: '', multiline: true }),
    level: integer({ default: LEVEL.user, min: 1, max: 3 }),
  },
  conflicts: { name: 'groupNameTaken', name_key: 'groupNameTaken' },
});

/** Users are its members, permissions its grants. */
export const group = {
  ...collection,
  feed: { fields: ['name', 'info'], kept: [] },
};
