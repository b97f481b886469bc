import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { connection } from '../../api/connection.ts';
import { useImageSizes } from '../../api/files/image-sizes.ts';
import { sameHost } from '../../base.ts';
import { thumbnailOf, thumbnailWidth } from '../../form/thumbnail-width.ts';

/** A file that a page shows. */
export interface ShownFile {
  readonly id: string;
  readonly url: string;
  readonly private?: boolean;
}

/** How long before its end an address is renewed, in ms. */
const EARLY = 10_000;

/**
 * The URL of a file, or of an image that is as wide as `width`, as far as the server makes such thumbnails. Signed URLs of private
 * files are renewed.
 */
export function useFileAddress(shown: () => { readonly file: ShownFile; readonly width?: number }) {
  const sizes = useImageSizes(() => shown().width !== undefined);
  const isKnown = computed(() => shown().width === undefined || !sizes.isPending.value);
  const width = computed(() => {
    const wanted = shown().width;
    return wanted === undefined ? undefined : thumbnailWidth(sizes.data.value?.widths ?? [], wanted);
  });
  const asked = computed(() => ({
    id: shown().file.id,
    ...(width.value !== undefined && { width: width.value }),
  }));
  const isPrivate = computed(() => shown().file.private === true);
  const signed = useQuery({
    queryKey: computed(() => ['files', 'address', asked.value]),
    queryFn: () => connection.fileAddress(asked.value.id, asked.value),
    enabled: computed(() => isPrivate.value && isKnown.value),
    gcTime: 0,
    refetchInterval: ({ state }) =>
      Math.max(EARLY, Number(state.data?.expire_time ?? 0) - Date.now() - EARLY),
  });
  return computed(() => {
    if (isPrivate.value) return signed.data.value && sameHost(signed.data.value.url);
    return isKnown.value ? thumbnailOf(shown().file.url, width.value) : undefined;
  });
}
