import { useQuery } from '@tanstack/vue-query';
import { connection } from '../connection.ts';

/** How the server cuts and shrinks images. */
interface ImageSizes {
  /** What images are cropped to. */
  readonly items: readonly { readonly name: string; readonly width: number; readonly height: number }[];
  /** The widths of thumbnails. */
  readonly widths: readonly number[];
}

/** Read once, where something asks for it: settings change with a new start of the server. */
export function useImageSizes(isAsked: () => boolean = () => true) {
  return useQuery({
    queryKey: ['files', 'sizes'],
    queryFn: async () => {
      const { items, widths } = await connection.request('GET', '/cms/file/size');
      return { items, widths } as ImageSizes; // the documented form of this route
    },
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
