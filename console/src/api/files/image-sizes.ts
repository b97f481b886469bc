import { useQuery } from '@tanstack/vue-query';
import { call } from '../call.ts';

/** What the server crops images to, and the widths of thumbnails. Read once, where something asks for it: settings change with a new start of the server. */
export function useImageSizes(isAsked: () => boolean = () => true) {
  return useQuery({
    queryKey: ['files', 'sizes'],
    queryFn: () => call('GET /cms/file/size'),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
