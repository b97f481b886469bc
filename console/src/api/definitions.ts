import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import type {
  RecordDescription as Description,
  FieldDescription,
} from '../../../server/features/client/runtime/descriptions.ts';
import { language } from '../texts/index.ts';
import { connection } from './connection.ts';
import { me } from './session.ts';

export type { Description, FieldDescription };

/** A record with routes of its own. */
export type ServedDescription = Description & { readonly path: string };

/** All records that the user may use, in their language. */
export function useDefinitions() {
  const query = useQuery({
    queryKey: computed(() => ['definitions', me.value?.id, language.value]),
    queryFn: () => connection.definitions(),
    staleTime: 60_000,
  });
  const definitions = computed(() => query.data.value ?? []);
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
  return { ...query, definitions, served, listed, content, find };
}
