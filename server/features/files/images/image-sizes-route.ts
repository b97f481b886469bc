import { Type } from '../../../../contract/json-schema.ts';
import { login } from '../../../definitions/access-rule.ts';
import { type Route, route } from '../../../http/route.ts';
import type { UploadRules } from '../../../storage/upload-rules.ts';
import { message } from '../messages/message.ts';

const size = Type.Object({ name: Type.String(), width: Type.Integer(), height: Type.Integer() });

type SizeRules = Pick<UploadRules, 'imageSizes' | 'thumbnailWidths'>;

/** The declared sizes of images and the widths of thumbnails, for pages that show images. */
export function imageSizesRoute({ rules }: { readonly rules: SizeRules }): Route {
  const items = [...rules.imageSizes].map(([name, { width, height }]) => ({ name, width, height }));
  const widths = [...rules.thumbnailWidths];
  return route({
    tag: message('filesTag'),
    method: 'GET',
    path: '/cms/file/size',
    access: login,
    summary: message('listImageSizes'),
    answer: Type.Object({ items: Type.Array(size), widths: Type.Array(Type.Integer()) }),
    handle: async () => ({ items, widths }),
  });
}
