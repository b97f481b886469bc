import { computed, type Ref } from 'vue';
import type { FieldValue } from '../form/field-values.ts';

/** The ids in a list field. After a removal the focus goes to the control, which has this id. */
export function usePickedIds(value: Ref<FieldValue>, control: () => string) {
  const ids = computed<readonly string[]>({
    get: () => (Array.isArray(value.value) ? value.value : []),
    set: (list) => {
      value.value = list;
    },
  });
  function remove(index: number): void {
    ids.value = ids.value.filter((_, at) => at !== index);
    document.getElementById(control())?.focus();
  }
  return { ids, remove };
}
