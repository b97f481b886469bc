import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';

/** A field that is only passed by Tab is not reported. */
const SETTLED_MS = 400;

/** The field of the page's own form that has the focus; undefined if none has. */
export function useFieldInFocus(): Ref<string | undefined> {
  const field = ref<string>();
  let settling: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(settling);
    settling = setTimeout(() => {
      field.value = outermostField(document.activeElement);
    }, SETTLED_MS);
  };
  onMounted(() => {
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', look);
  });
  onBeforeUnmount(() => {
    document.removeEventListener('focusin', look);
    document.removeEventListener('focusout', look);
    clearTimeout(settling);
  });
  return field;
}

/** Fields hold fields; a form in a dialog is another record's. */
function outermostField(focused: Element | null): string | undefined {
  if (focused?.closest('dialog')) return undefined;
  let outermost: Element | undefined;
  for (let one = focused?.closest('.form-field'); one; one = one.parentElement?.closest('.form-field'))
    outermost = one;
  return outermost?.getAttribute('data-field') ?? undefined;
}
