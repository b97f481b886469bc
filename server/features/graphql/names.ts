import type { Catalogue } from '../../definitions/catalogue.ts';
import { CannotStart } from '../../errors.ts';

/** What follows the name of a collection in the name of its drafts. */
export const draftSuffix = '_draft';

/** What is asked of a collection beside one record, and what is done with records. */
const ASKED = ['_list', '_aggregate', '_changes'] as const;
const DONE = [
  ...['create', 'update', 'replace', 'upsert', 'delete', 'bulk'],
  ...['publish', 'unpublish', 'discard'],
] as const;

/** The name of a type: `blog_post` is `BlogPost`. */
export function typeName(collection: string): string {
  return collection.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Types of a collection beside that of its records. */
const TYPES = [
  '',
  'Connection',
  'Edge',
  'Aggregate',
  'Groups',
  'Filter',
  'Comparison',
  'Related',
  'Input',
  'Written',
  'BulkItem',
  'Change',
];
/** What the schema of every server has. */
const OWN_FIELDS = ['change_set', 'change_set_list', 'changes'];
const OWN_TYPES = [
  ...[
    'Query',
    'Mutation',
    'Subscription',
    'PageInfo',
    'Change',
    'ChangeSet',
    'ChangeSetItem',
    'ChangeSetItemInput',
    'ChangeSetPage',
    'ChangeSetWritten',
  ],
  ...['Int', 'Float', 'String', 'Boolean', 'ID', 'BigInt', 'Decimal', 'Timestamp', 'JSON'],
  ...['String', 'Int', 'BigInt', 'Decimal', 'Boolean', 'Timestamp', 'ID', 'JSON', 'Point'].map(
    (one) => `${one}Comparison`,
  ),
];

/** Throws CannotStart if two things of the schema would have one name. */
export function requireDistinctNames({ served, drafts, all }: Catalogue): void {
  const owners = new Map<string, string>();
  const take = (name: string, owner: string) => {
    const other = owners.get(name);
    if (other !== undefined && other !== owner)
      throw new CannotStart(
        `GRAPHQL: ${owner} and ${other} would both have the name '${name}'; rename one of them`,
      );
    owners.set(name, owner);
  };
  for (const name of OWN_FIELDS) take(`field ${name}`, 'the server');
  for (const name of OWN_TYPES) take(`type ${name}`, 'the server');
  const followed = all.filter(({ path, isFollowed }) => path === undefined && isFollowed);
  for (const { name, draftOf } of [...served, ...drafts, ...followed]) {
    const own = draftOf === undefined ? name : `${draftOf}${draftSuffix}`;
    const owner = `the collection '${draftOf ?? name}'`;
    for (const end of ['', ...ASKED]) take(`field ${own}${end}`, owner);
    for (const verb of DONE) take(`field ${verb}_${own}`, owner);
    for (const end of TYPES) take(`type ${typeName(own)}${end}`, owner);
  }
}
