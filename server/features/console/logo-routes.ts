import { Readable } from 'node:stream';
import { CONSOLE_PATH } from '../../../contract/own-paths.ts';
import { everyone } from '../../definitions/access-rule.ts';
import { Bytes, etagOf, isKnown, LOGO, type Route, route } from '../../http/index.ts';
import { readLogo } from '../../shared/logo.ts';
import { message } from './messages/message.ts';

/** An SVG that is opened alone runs nothing and loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The logo of the project, for everybody; no route without one. */
export function logoRoutes(path: string | undefined): Route[] {
  const logo = readLogo(path);
  if (!logo) return [];
  const etag = etagOf(logo.bytes);
  const common = {
    etag,
    'cache-control': 'no-cache',
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
  return [
    route({
      method: 'GET',
      path: `${CONSOLE_PATH}/${LOGO}`,
      isNotForLin: true,
      isUndescribed: true,
      tag: message('informationTag'),
      access: everyone,
      summary: message('consoleLogo'),
      produces: 'image/*',
      handle: async ({ admission }, { headers }) => {
        if (isKnown(headers['if-none-match'], etag)) return new Bytes(304, common);
        const about = { ...common, 'content-type': logo.type, 'content-length': logo.bytes.length };
        return new Bytes(200, about, admission.method === 'HEAD' ? undefined : Readable.from([logo.bytes]));
      },
    }),
  ];
}
