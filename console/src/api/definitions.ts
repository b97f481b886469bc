import { queryOptions, useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import type {
  FieldDescription,
  CollectionDescription as RawDescription,
} from '../../../server/client/runtime/descriptions.ts';
import { language } from '../texts/index.ts';
import { connection } from './connection.ts';
import type { ProjectView } from './project-views.ts';
import { me } from './session.ts';

export type { FieldDescription };

/** A collection as the caller works with it. */
export type Description = RawDescription & {
  /** For collections with drafts: which version is shown. */
  readonly version?: 'draft' | 'published';
  /** The published version. */
  readonly seen?: Description;
  /** The views that the project declares. */
  readonly projectViews?: readonly ProjectView[];
};

/** A collection with routes of its own. */
export type ServedDescription = Description & { readonly path: string };

const USER = 'quire_user';

/** Whether it is the collection of the server's users. */
export const isPeople = ({ builtin, name }: Description) => builtin === true && name === USER;

/** Users as targets of references. They have a route of their own, and no pages. */
function asPeople(one: Description | undefined): ServedDescription | undefined {
  return one?.name === USER ? { ...one, path: '/cms/people' } : undefined;
}

/** The actions of the published version, which is read-only. */
const READS = ['list', 'read', 'aggregate', 'export', 'usage', 'history'];

/** Users who may see drafts work on them; others see the published version. */
function asEdited(one: RawDescription): Description {
  const { drafts } = one;
  if (!drafts && !one.refused.drafts) return one;
  const reads = Object.fromEntries(READS.map((action) => [action, one.actions[action]]));
  const { reviewed: _, ...shown } = one;
  const seen = { ...shown, actions: reads };
  if (!drafts) return seen;
  return { ...drafts, version: 'draft', ...(reads.read && { seen: { ...seen, version: 'published' } }) };
}

/** Whether the caller sees what is worked on, which comments and assignments are about: drafts if there are some, and no query. */
export function isWorkedOn({ version, refused, query }: Description): boolean {
  return version !== 'published' && !refused.drafts && query !== true;
}

/** Whether the caller may create records, or propose them. */
export function makesRecords({ actions, reviewed, fields }: Description): boolean {
  return actions.create !== undefined || (reviewed === true && fields.some(({ creatable }) => creatable));
}

/** The parent field of a tree, if the caller may read it. */
export function treeFieldOf({ fields }: Description): FieldDescription | undefined {
  return fields.find(({ tree, readable }) => tree === true && readable);
}

/** The collection in the version of the address. */
export function inVersion<D extends Description>(collection: D, asked: unknown): D {
  return asked === 'published' && collection.seen ? (collection.seen as D) : collection; // both have the same path
}

/** A language of content, and its fallbacks before the default. */
export interface Locale {
  readonly name: string;
  readonly fallbacks: readonly string[];
}

/** All collections that the user may use, in their language, and the languages of content, the default first. */
export const definitionsQuery = () =>
  queryOptions({
    queryKey: ['definitions', me.value?.id, language.value],
    queryFn: async () => {
      const { items, locales } = await connection.request('GET', '/cms/definition');
      const described = await readViews(items as RawDescription[]); // the documented form of this route
      return { all: described.map(asEdited), locales: locales as Locale[] };
    },
    staleTime: 60_000,
  });

async function readViews(collections: RawDescription[]): Promise<RawDescription[]> {
  if (!collections.some(({ views, drafts }) => views ?? drafts?.views)) return collections;
  return collections.map((await import('./project-views.ts')).withProjectViews);
}

export function useDefinitions() {
  const query = useQuery(definitionsQuery);
  const definitions = computed(() => query.data.value?.all ?? []);
  const locales = computed(() => query.data.value?.locales ?? []);
  const served = computed(() =>
    definitions.value.filter((one): one is ServedDescription => one.path !== undefined),
  );
  /** Those whose records the user may list. */
  const listed = computed(() => served.value.filter(({ actions }) => actions.list));
  /** These, and the singletons that the user may read. */
  const content = computed(() =>
    served.value.filter(({ actions, singleton }) => actions.list || (singleton && actions.read)),
  );
  const find = (name: string) => definitions.value.find((one) => one.name === name);
  /** The collection whose records a field may refer to, if the user may look among them. */
  const findTarget = (name: string | undefined) =>
    name === USER ? asPeople(find(name)) : listed.value.find((one) => one.name === name);
  return { ...query, definitions, locales, served, listed, content, find, findTarget };
}
