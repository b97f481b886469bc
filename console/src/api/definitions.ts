import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import type {
  FieldDescription,
  RecordDescription as RawDescription,
} from '../../../server/features/client/runtime/descriptions.ts';
import { language } from '../texts/index.ts';
import { connection } from './connection.ts';
import { me } from './session.ts';

export type { FieldDescription };

/** A record as the caller works with it. */
export type Description = RawDescription & {
  /** Of a record with drafts: whether its drafts are shown, or what readers see. */
  readonly version?: 'draft' | 'published';
  /** What readers see of drafts. */
  readonly seen?: Description;
};

/** A record with routes of its own. */
export type ServedDescription = Description & { readonly path: string };

const USER = 'quire_user';

/** Users as what references may lead to: searched and read at a place of their own, and shown nowhere else. */
function asPeople(one: Description | undefined): ServedDescription | undefined {
  return one?.name === USER ? { ...one, path: '/cms/people' } : undefined;
}

/** What only reads. Rows that are published are not written: a form would show other values than it writes. */
const READS = ['list', 'read', 'aggregate', 'export', 'usage', 'history'];

/** Who may see drafts works on them; others see what is published. */
function asEdited(one: RawDescription): Description {
  const { drafts } = one;
  if (!drafts && !one.refused.drafts) return one;
  const reads = Object.fromEntries(READS.map((action) => [action, one.actions[action]]));
  const { reviewed: _, ...shown } = one;
  const seen = { ...shown, actions: reads };
  if (!drafts) return seen;
  return { ...drafts, version: 'draft', ...(reads.read && { seen: { ...seen, version: 'published' } }) };
}

/** Whether the caller makes rows, if only as changes that somebody else approves. */
export function makesRows({ actions, reviewed, fields }: Description): boolean {
  return actions.create !== undefined || (reviewed === true && fields.some(({ creatable }) => creatable));
}

/** The field that makes a record a tree, as far as the caller may read and filter by it. */
export function treeFieldOf({ fields }: Description): FieldDescription | undefined {
  return fields.find(({ tree, readable }) => tree === true && readable);
}

/** The record in the version that an address asks for. */
export function inVersion<D extends Description>(record: D, asked: unknown): D {
  return asked === 'published' && record.seen ? (record.seen as D) : record; // both have the same path
}

/** A language of content, and where a text that it lacks is taken from before the default. */
export interface Locale {
  readonly name: string;
  readonly fallbacks: readonly string[];
}

/** All records that the user may use, in their language, and the languages of content, the default first. */
export function useDefinitions() {
  const query = useQuery({
    queryKey: computed(() => ['definitions', me.value?.id, language.value]),
    queryFn: async () => {
      const { items, locales } = await connection.request('GET', '/cms/definition');
      return { all: (items as RawDescription[]).map(asEdited), locales: locales as Locale[] }; // the documented form of this route
    },
    staleTime: 60_000,
  });
  const definitions = computed(() => query.data.value?.all ?? []);
  const locales = computed(() => query.data.value?.locales ?? []);
  const served = computed(() =>
    definitions.value.filter((one): one is ServedDescription => one.path !== undefined),
  );
  /** Those whose rows the user may list. */
  const listed = computed(() => served.value.filter(({ actions }) => actions.list));
  /** These, and the singletons that the user may read. */
  const content = computed(() =>
    served.value.filter(({ actions, singleton }) => actions.list || (singleton && actions.read)),
  );
  const find = (name: string) => definitions.value.find((one) => one.name === name);
  /** The record whose rows a field may refer to, if the user may look among them. */
  const findTarget = (name: string | undefined) =>
    name === USER ? asPeople(find(name)) : listed.value.find((one) => one.name === name);
  return { ...query, definitions, locales, served, listed, content, find, findTarget };
}
