import { Type } from '../../../../contract/json-schema.ts';
import { login } from '../../../definitions/access-rule.ts';
import { type Route, route } from '../../../http/route.ts';
import { message } from '../../../messages/message.ts';
import type { UploadRules } from '../upload-rules.ts';

const size = Type.Object({ name: Type.String(), width: Type.Integer(), height: Type.Integer() });

/** The declared sizes of images, for pages that show what a focus makes of them. */
export function imageSizesRoute({ rules }: { readonly rules: Pick<UploadRules, 'imageSizes'> }): Route {
  const items = [...rules.imageSizes].map(([name, { width, height }]) => ({ name, width, height }));
  return route({
    tag: message('filesTag'),
    family: 'cms',
    method: 'GET',
    path: '/cms/file/size',
    access: login,
    summary: message('listImageSizes'),
    answer: Type.Object({ items: Type.Array(size) }),
    handle: async () => ({ items }),
  });
}
