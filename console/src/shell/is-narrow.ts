import { onScopeDispose, type Ref, readonly, ref } from 'vue';

/** Whether the navigation does not fit beside the page. The style sheet has the same width. */
export function useIsNarrow(): Readonly<Ref<boolean>> {
  const query = matchMedia('(width < 800px)');
  const isNarrow = ref(query.matches);
  const update = () => {
    isNarrow.value = query.matches;
  };
  query.addEventListener('change', update);
  onScopeDispose(() => query.removeEventListener('change', update));
  return readonly(isNarrow);
}
