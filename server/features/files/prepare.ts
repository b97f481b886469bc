import { type Examined, examine } from './examine.ts';
import { removeMetadata } from './metadata/remove-metadata.ts';
import type { Received } from './receive.ts';
import type { UploadRules } from './upload-rules.ts';

/** A received file as it may be kept. Throws if the rules do not allow it. */
export async function prepare(received: Received, rules: UploadRules): Promise<Examined> {
  const examined = await examine(received, rules);
  return rules.keepsMetadata ? examined : await removeMetadata(examined);
}
