import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { language } from '../texts/index.ts';
import { connection } from './connection.ts';
import { me } from './session.ts';

/** How far the caller may go: with all rows, or with some of them, which each row tells by `can`. */
export type Reach = true | 'own' | 'some';

export interface FieldDescription {
  readonly name: string;
  readonly kind: string;
  readonly label: string;
  readonly help?: string;
  readonly readable: boolean;
  readonly creatable: boolean;
  readonly updatable: boolean;
  /** Who may write the field, where the caller may not. */
  readonly refused?: string;
  /** The server fills it in: `id`, `create_time`, `update_time`. */
  readonly filled?: boolean;
  readonly required: boolean;
  readonly allows_null: boolean;
  readonly unique: boolean;
  readonly default?: unknown;
  readonly made_from?: string;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly min_items?: number;
  readonly max_items?: number;
  readonly pattern?: string;
  readonly precision?: number;
  readonly scale?: number;
  readonly format?: 'html' | 'markdown';
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly target?: string;
  readonly many?: boolean;
  readonly on_delete?: 'refuse' | 'detach' | 'delete';
  readonly types?: readonly string[];
  readonly max_bytes?: number;
  readonly sortable: boolean;
  readonly searchable: boolean;
  readonly filters: readonly string[];
}

/** A record as the caller may use it. */
export interface Description {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  /** Absent where other records show the rows, as they do files. */
  readonly path?: string;
  readonly builtin?: boolean;
  readonly audit: 'full' | 'creation' | 'none';
  readonly title_field: string;
  readonly columns: readonly string[];
  readonly sort: string;
  readonly search: readonly string[];
  readonly groups: readonly {
    readonly name: string;
    readonly label: string;
    readonly fields: readonly string[];
  }[];
  readonly unique: readonly (readonly string[])[];
  readonly actions: Readonly<Record<string, Reach | undefined>>;
  /** For actions that the caller may not use, who may. */
  readonly refused: Readonly<Record<string, string>>;
  readonly fields: readonly FieldDescription[];
}

/** A record with routes of its own. */
export type ServedDescription = Description & { readonly path: string };

/** All records that the user may use, in their language. */
export function useDefinitions() {
  const query = useQuery({
    queryKey: computed(() => ['definitions', me.value?.id, language.value]),
    queryFn: async () => (await connection.request('GET', '/cms/definition')).items as readonly Description[], // the documented form of this route
    staleTime: 60_000,
  });
  const definitions = computed(() => query.data.value ?? []);
  /** Those whose rows the user may list. */
  const listed = computed(() =>
    definitions.value.filter((one): one is ServedDescription => one.path !== undefined && !!one.actions.list),
  );
  const find = (name: string) => definitions.value.find((one) => one.name === name);
  return { ...query, definitions, listed, find };
}
