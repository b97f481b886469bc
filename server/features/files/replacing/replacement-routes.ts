import { Type } from '../../../../contract/json-schema.ts';
import { type Door, success, type TrialBounds, trialBounds, WriteResult } from '../../../access/index.ts';
import { AppError, badParameters } from '../../../errors.ts';
import { bodyId, idInPath, parseId, type Route, route } from '../../../http/index.ts';
import { type Language, render } from '../../../messages/index.ts';
import { file } from '../../../records/index.ts';
import { shownFiles, uploaderOrKeeper } from '../file-access.ts';
import { message } from '../messages/message.ts';
import type { Replacement } from './other-file.ts';
import { type ReplacedUse, replaceUses } from './replace-uses.ts';

const common = {
  tag: message('filesTag'),
  access: uploaderOrKeeper,
  params: idInPath,
  isTranslated: true,
  isLimited: true,
} as const;

const by = { ...bodyId, about: message('replacingFile') };

const left = Type.Array(
  Type.Object({
    collection: Type.String({ olderName: 'record' }),
    version: Type.Optional(Type.String({ enum: ['draft'] })),
    id: Type.Id(),
    title: Type.Nullable(Type.String()),
    reason: Type.String(),
  }),
  { about: message('replacementLeft') },
);

function previewRoute(bounds: TrialBounds): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/file/:id/replacement/preview',
    summary: message('previewReplacement'),
    body: Type.Object({ by }, { additionalProperties: false }),
    answer: Type.Object({ expected: Type.Integer({ about: message('replacementExpected') }), left }),
    refusesIdempotencyKeys: true,
    async handle(door, { params, body, language }) {
      const replacement = await replacementOf(door, parseId(params.id), body.by);
      const uses = await bounds.preview(door, door.actor.isSuper, () =>
        door.tryOut((writes) => replaceUses(writes, replacement)),
      );
      requireKnown(replacement, uses);
      return { expected: countReplaced(uses), left: leftOf(uses, language()) };
    },
  });
}

function replaceRoute(bounds: TrialBounds): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/file/:id/replacement',
    summary: message('replaceFile'),
    body: Type.Object(
      { by, expected: Type.Integer({ minimum: 0, about: message('replacementExpected') }) },
      { additionalProperties: false },
    ),
    answerFields: { request_id: Type.String({ about: message('replacementRequest') }), left },
    async handle(door, { params, body: { by: other, expected }, language }) {
      const replacement = await replacementOf(door, parseId(params.id), other);
      return bounds.run(door, () =>
        door.write(async (writes) => {
          const uses = await replaceUses(writes, replacement);
          requireKnown(replacement, uses);
          const count = countReplaced(uses);
          if (count !== expected) throw otherCount(count, expected);
          const { old } = replacement;
          const text = message('fileReplaced', { id: old.id, by: other, count });
          const more = { request_id: writes.context.requestId, left: leftOf(uses, language()) };
          return new WriteResult({ status: 200, code: success.done, text }, { more });
        }),
      );
    },
  });
}

/** The routes that put another file in the place of one, wherever it is used. */
export function replacementRoutes(): readonly Route[] {
  const bounds = trialBounds();
  return [previewRoute(bounds), replaceRoute(bounds)];
}

interface KnownReplacement extends Replacement {
  /** Whether the caller may know of the first file, whatever uses it. */
  readonly isKnown: boolean;
}

/** The files by their ids. A caller puts only a file in place that they may see. */
async function replacementOf(door: Door, id: bigint, other: bigint): Promise<KnownReplacement> {
  if (id === other) throw badParameters({ by: message('anotherFile') });
  const found = await door.reads.find(file, other);
  if (!found || !(await shownFiles(door, [found])).has(other))
    throw badParameters({ by: message('missingReference', { ids: [String(other)] }) });
  const old = await door.reads.find(file, id);
  if (!old) throw new AppError('fileNotFound');
  return { old, by: found, isKnown: (await shownFiles(door, [old])).has(id) };
}

/** A file that no record of the caller's uses is found by those alone who may know of it. */
function requireKnown({ isKnown }: KnownReplacement, uses: readonly ReplacedUse[]): void {
  if (uses.length === 0 && !isKnown) throw new AppError('fileNotFound');
}

function countReplaced(uses: readonly ReplacedUse[]): number {
  return uses.filter(({ reason }) => reason === undefined).length;
}

function leftOf(uses: readonly ReplacedUse[], language: Language) {
  return uses.flatMap(({ reason, ...use }) => (reason ? { ...use, reason: render(reason, language) } : []));
}

function otherCount(found: number, expected: number): AppError {
  return new AppError('otherCount', {
    detail: message('usesFound', { found, expected }),
    headers: { 'x-total-count': String(found) },
  });
}
