import { computed, onBeforeUnmount, onMounted, type Ref, ref, watch } from 'vue';
import { originOf } from '../../../../../contract/preview-address.ts';
import { readPageMessage } from './frame-messages.ts';
import { toldValues } from './told-values.ts';

type Told = Parameters<typeof toldValues>;

interface FrameParts {
  readonly address: Readonly<Ref<string>>;
  /** Counts up when the page is loaded anew. */
  readonly turn: Readonly<Ref<number>>;
  /** What the values are of. */
  readonly place: Readonly<Ref<object>>;
  readonly entries: () => Told[0];
  readonly language: () => string;
  readonly locales: Readonly<Ref<Told[2]>>;
  /** Leads to a field. */
  readonly lead: (path: string) => void;
}

/** After this time without an answer from the page, the console says so. */
const PATIENCE_MS = 5000;

/** Tells the page in a frame what is typed, and hears which of its elements is clicked. Both know each other by their origins. */
export function useFrame(frame: Readonly<Ref<HTMLIFrameElement | null>>, parts: FrameParts) {
  const { address, turn, place, locales, lead } = parts;
  const origin = computed(() => originOf(address.value));
  /** A page of the console's own address could read the session of its user. */
  const isOwn = computed(() => origin.value === location.origin);
  const isHeard = ref(false);
  const isSilent = ref(false);
  let patience: ReturnType<typeof setTimeout> | undefined;
  const told = computed(() => ({
    ...{ quire: 'values', ...place.value },
    values: toldValues(parts.entries(), parts.language(), locales.value),
  }));

  function tell() {
    if (isHeard.value) frame.value?.contentWindow?.postMessage(told.value, origin.value);
  }

  function hear(event: MessageEvent) {
    const of = { window: frame.value?.contentWindow, origin: origin.value };
    const message = readPageMessage(event, of);
    if (message?.is === 'field') lead(message.path);
    if (message?.is !== 'ready') return;
    isHeard.value = true;
    isSilent.value = false;
    tell();
  }

  function begin() {
    isHeard.value = false;
    isSilent.value = false;
    clearTimeout(patience);
    patience = setTimeout(() => {
      isSilent.value = !isHeard.value;
    }, PATIENCE_MS);
  }

  watch([address, turn], begin, { immediate: true });
  watch(told, tell);
  onMounted(() => addEventListener('message', hear));
  onBeforeUnmount(() => {
    clearTimeout(patience);
    removeEventListener('message', hear);
  });
  return { isSilent, isOwn };
}
