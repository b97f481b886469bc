import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { connection } from '../../api/connection.ts';

/** A file that a page shows. */
export interface ShownFile {
  readonly id: string;
  readonly url: string;
  readonly private?: boolean;
}

/** How long before its end an address is renewed, in ms. */
const EARLY = 10_000;

/** The URL of a file, or of an image in some width. Signed URLs of private files are renewed. */
export function useFileAddress(shown: () => { readonly file: ShownFile; readonly width?: number }) {
  const asked = computed(() => {
    const { file, width } = shown();
    return { id: file.id, ...(width !== undefined && { width }) };
  });
  const isPrivate = computed(() => shown().file.private === true);
  const signed = useQuery({
    queryKey: computed(() => ['files', 'address', asked.value]),
    queryFn: () => connection.fileAddress(asked.value.id, asked.value),
    enabled: isPrivate,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      Math.max(EARLY, Number(state.data?.expire_time ?? 0) - Date.now() - EARLY),
  });
  return computed(() => {
    const { file, width } = shown();
    if (isPrivate.value) return signed.data.value?.url;
    return width === undefined ? file.url : `${file.url}?width=${width}`;
  });
}
