import type { Catalogue } from '../../definitions/catalogue.ts';
import { CannotStart } from '../../errors.ts';
import { OFFERED, OFFERED_OF_COLLECTION } from './offered-routes.ts';

/** What follows the name of a collection in the name of its drafts. */
export const draftSuffix = '_draft';

/** What is asked of a collection beside one record, and what is done with records. */
const ASKED = ['_list', '_aggregate', '_changes', '_trash'] as const;
const DONE = [
  ...['create', 'update', 'replace', 'upsert', 'delete', 'bulk'],
  ...['publish', 'unpublish', 'discard', 'restore', 'purge', 'move'],
] as const;

/** The name of a type: `blog_post` is `BlogPost`. */
export function typeName(collection: string): string {
  return collection.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A type of answers, and that of pages of them. What lies inside of either has an underscore, which no other type has. */
function withPage(type: string): string[] {
  return [type, `${type}Page`];
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
  ...['Deleted', ...OFFERED_OF_COLLECTION.flatMap(({ type }) => type ?? [])].flatMap(withPage),
];
/** What the schema of every server has. */
const OWN_FIELDS = ['change_set', 'change_set_list', 'changes', ...OFFERED.map(({ name }) => name)];
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
    'Done',
  ],
  ...OFFERED.flatMap(({ type }) => type ?? []).flatMap(withPage),
  ...['Int', 'Float', 'String', 'Boolean', 'ID', 'BigInt', 'Decimal', 'Timestamp', 'JSON'],
  ...['String', 'Int', 'BigInt', 'Decimal', 'Boolean', 'Timestamp', 'ID', 'JSON', 'Point'].map(
    (one) => `${one}Comparison`,
  ),
];

/** Throws CannotStart if two things of the schema would have one name. */
export function requireDistinctNames({ served, drafts, all }: Catalogue): void {
  const owners = new Map<string, string>();
  const take = (kind: 'field' | 'type', names: readonly string[], owner: string) => {
    for (const name of names) {
      const other = owners.get(`${kind} ${name}`) ?? owner;
      if (other !== owner)
        throw new CannotStart(
          `GRAPHQL: ${other} and ${owner} would both have the ${kind} '${name}'; rename the collection`,
        );
      owners.set(`${kind} ${name}`, owner);
    }
  };
  take('field', OWN_FIELDS, 'the server');
  take('type', OWN_TYPES, 'the server');
  const followed = all.filter(({ path, isFollowed }) => path === undefined && isFollowed);
  for (const { name, draftOf, path } of [...served, ...drafts, ...followed]) {
    const own = draftOf === undefined ? name : `${draftOf}${draftSuffix}`;
    const owner = `the collection '${draftOf ?? name}'`;
    const asked = ['', ...ASKED].map((end) => own + end);
    const done = DONE.map((verb) => `${verb}_${own}`);
    const offered = OFFERED_OF_COLLECTION.map(({ name: of }) => of(own));
    if (path !== undefined) take('field', [...asked, ...done, ...offered], owner);
    take(
      'type',
      TYPES.map((end) => typeName(own) + end),
      owner,
    );
  }
}
