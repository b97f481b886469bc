import { useQueries } from '@tanstack/vue-query';
import { computed } from 'vue';
import { useDefinitions } from '../../api/definitions.ts';
import { readPlans } from '../../api/records/plans.ts';

/** The plans for drafts of all collections: overdue and coming. */
export function usePlans(most: number) {
  const { listed } = useDefinitions();
  const answers = useQueries({
    queries: computed(() =>
      listed.value
        .filter(({ version }) => version === 'draft')
        .map((collection) => ({
          queryKey: ['collections', collection.name, 'plans', most],
          queryFn: () => readPlans(collection, most),
        })),
    ),
  });
  const plans = computed(() =>
    answers.value.flatMap(({ data }) => data ?? []).toSorted((one, other) => one.time - other.time),
  );
  return {
    overdue: computed(() => plans.value.filter(({ time }) => time < Date.now())),
    coming: computed(() => plans.value.filter(({ time }) => time >= Date.now())),
    isPending: computed(() => answers.value.some((one) => one.isPending)),
    error: computed(() => answers.value.find((one) => one.error)?.error),
    refetch: () => Promise.all(answers.value.map((one) => one.refetch())),
  };
}
