import { onScopeDispose, type Ref, readonly, ref } from 'vue';

/** Whether the page is narrow: by default, too narrow for the navigation beside it. Style sheets have the same widths. */
export function useIsNarrow(condition = '(width < 800px)'): Readonly<Ref<boolean>> {
  const query = matchMedia(condition);
  const isNarrow = ref(query.matches);
  const update = () => {
    isNarrow.value = query.matches;
  };
  query.addEventListener('change', update);
  onScopeDispose(() => query.removeEventListener('change', update));
  return readonly(isNarrow);
}
