import { Readable } from 'node:stream';
import { CONSOLE_PATH, PART_KINDS, PARTS_CONTRACT, type ToldPart, Type } from '../../../contract/index.ts';
import { type Door, decide, withSettings } from '../../access/index.ts';
import type { ConsoleParts, ServedPart } from '../../console-parts/open-parts.ts';
import {
  type AccessRule,
  type Catalogue,
  everyone,
  login,
  type Plugin,
} from '../../definitions/for-server.ts';
import { AppError } from '../../errors.ts';
import {
  Bytes,
  ENCODINGS,
  type EncodedForm,
  encode,
  preferredEncoding,
  type Route,
  route,
} from '../../http/index.ts';
import { type Language, render } from '../../messages/index.ts';
import { describedParts } from '../isolated/exports.ts';
import { message } from './messages/message.ts';

const told = Type.Object({
  kind: Type.String({ enum: [...PART_KINDS] }),
  name: Type.String(),
  plugin: Type.Nullable(Type.String({ about: message('partPlugin') })),
  label: Type.Optional(Type.String()),
  icon: Type.Optional(Type.String()),
  collections: Type.Optional(Type.Array(Type.String())),
  on: Type.Optional(Type.Array(Type.String({ enum: ['one', 'many'] }))),
  confirm: Type.Optional(Type.String()),
  script: Type.Nullable(Type.String({ about: message('partScript') })),
  style: Type.Nullable(Type.String({ about: message('partStyle') })),
  described: Type.Optional(
    Type.Object(
      {
        part: Type.String(),
        form: Type.Optional(
          Type.Array(
            Type.Object({
              name: Type.String(),
              kind: Type.String({ enum: ['text', 'number', 'boolean', 'choice'] }),
              label: Type.String(),
              required: Type.Boolean(),
              max: Type.Optional(Type.Integer()),
              choices: Type.Optional(Type.Array(Type.Object({ value: Type.String(), label: Type.String() }))),
            }),
          ),
        ),
        look: Type.Optional(Type.Object({}, { additionalProperties: true })),
      },
      { about: message('partDescribed') },
    ),
  ),
});

/** The parts of the console that a project defines: which there are for the caller, and their files. */
export function partRoutes(parts: ConsoleParts, plugins: readonly Plugin[], catalogue: Catalogue): Route[] {
  return [listRoute(parts, plugins, catalogue), fileRoute(parts)];
}

function listRoute({ all }: ConsoleParts, plugins: readonly Plugin[], catalogue: Catalogue): Route {
  return route({
    method: 'GET',
    path: '/cms/console/part',
    isNotForLin: true,
    isTranslated: true,
    refusesPrograms: message('partsForPeople'),
    tag: message('partsTag'),
    access: login,
    summary: message('listParts'),
    answer: Type.Object({
      contract: Type.Integer({ about: message('partContract') }),
      items: Type.Array(told),
    }),
    handle(door, { language }) {
      const items = all.flatMap((part) => tell(part, door, catalogue, language()) ?? []);
      const described = describedParts(plugins, { door, catalogue, language: language() });
      return { contract: PARTS_CONTRACT, items: [...items, ...described] };
    },
  });
}

/** What the caller may know of a part; nothing if it is not for them, or for no collection that they may read. */
function tell(
  { defined, plugin, access, script, style }: ServedPart,
  { actor, admission }: Door,
  { served }: Catalogue,
  language: Language,
): ToldPart | undefined {
  const allows = (rule: AccessRule) => decide(actor, withSettings(rule, admission.switchedOff)).allowed;
  if (access && !allows(access)) return undefined;
  const common = { kind: defined.kind, name: defined.name, plugin, script, style };
  if (!('label' in defined)) return common;
  const labelled = { ...common, label: render(defined.label, language) };
  if (defined.kind === 'page') return { ...labelled, ...(defined.icon && { icon: defined.icon }) };
  if (!('collections' in defined)) return labelled;
  const readable = served.filter(({ access: rules }) => allows(rules.read)).map(({ name }) => name);
  const collections = defined.collections.filter((name) => readable.includes(name));
  if (collections.length === 0) return undefined;
  if (defined.kind === 'tab') return { ...labelled, collections };
  const { on = ['one', 'many'], confirm } = defined;
  return { ...labelled, collections, on, ...(confirm && { confirm: render(confirm, language) }) };
}

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };

/** The files, for everybody like those of the console itself: a browser loads scripts and styles without a token. */
function fileRoute({ files }: ConsoleParts): Route {
  const kept = new Map<string, Promise<EncodedForm>>();
  return route({
    method: 'GET',
    path: `${CONSOLE_PATH}/parts/:file`,
    isNotForLin: true,
    isUndescribed: true,
    tag: message('partsTag'),
    access: everyone,
    summary: message('partFile'),
    params: Type.Object({ file: Type.String() }),
    produces: 'text/javascript',
    async handle({ admission }, { params: { file }, headers }) {
      const content = files.get(file);
      if (content === undefined) throw new AppError('notFound');
      const encoding = preferredEncoding(headers, ENCODINGS);
      const key = `${encoding} ${file}`;
      const form = kept.get(key) ?? encode(Buffer.from(content), encoding);
      kept.set(key, form);
      const { bytes, etag } = await form;
      const about = {
        etag,
        'content-security-policy': "default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
        'content-type': file.endsWith('.css') ? TYPES.css : TYPES.js,
        'content-length': bytes.length,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      };
      return new Bytes(200, about, admission.method === 'HEAD' ? undefined : Readable.from([bytes]));
    },
  });
}
