import { type OfRecords, runAction } from '../../api/described.ts';
import { t } from '../../texts/records.ts';
import { consoleTools } from '../own-parts/console-tools.ts';

/** Runs an action of a plug-in, tells what it says, and reads anew what is shown. Throws the server's refusal. */
export async function act(
  place: { readonly plugin: string; readonly action: string },
  of: OfRecords | undefined,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const told = await runAction(place, of, values);
  consoleTools.notify(told ?? t.ownParts.done);
  await consoleTools.refresh();
}
