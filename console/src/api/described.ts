import type { DescribedPart } from '../../../contract/console-parts.ts';
import type { Drawn } from '../../../contract/drawn.ts';
import { call } from './call.ts';
import type { ToldPart } from './own-parts.ts';

/** Records of one collection that a part is about. */
export interface OfRecords {
  readonly collection: string;
  readonly ids: readonly string[];
}

/** A part that an isolated plug-in describes. */
export interface Described extends ToldPart {
  readonly plugin: string;
  readonly described: DescribedPart;
}

export function isDescribed(part: ToldPart): part is Described {
  return part.plugin !== null && part.described !== undefined;
}

/** What a part shows now. The server has checked it. */
export async function readDrawn(
  { plugin, described }: Described,
  of: OfRecords | undefined,
): Promise<readonly Drawn[]> {
  const query = of && { collection: of.collection, id: of.ids[0] as string };
  const { items } = await call('GET /cms/plugin/:name/part/:part', {
    params: { name: plugin, part: described.part },
    ...(query && { query }),
  });
  return items as unknown as readonly Drawn[];
}

/** Runs an action of a plug-in. Answers what it tells the user. */
export async function runAction(
  place: { readonly plugin: string; readonly action: string },
  of: OfRecords | undefined,
  values: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const { message } = await call('POST /cms/plugin/:name/action/:part', {
    params: { name: place.plugin, part: place.action },
    body: { ...of, values },
  });
  return message;
}
