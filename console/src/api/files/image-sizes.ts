import { useQuery } from '@tanstack/vue-query';
import { connection } from '../connection.ts';
import type { AnswerOf } from '../route-types.ts';

/** What the server crops images to, and the widths of thumbnails. Read once, where something asks for it: settings change with a new start of the server. */
export function useImageSizes(isAsked: () => boolean = () => true) {
  return useQuery({
    queryKey: ['files', 'sizes'],
    queryFn: async () =>
      (await connection.request('GET', '/cms/file/size')) as AnswerOf<'GET /cms/file/size'>,
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
