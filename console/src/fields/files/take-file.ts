import type { FieldDescription } from '../../api/definitions.ts';
import { rememberFile } from '../../api/files/file-infos.ts';
import { uploadFile } from '../../api/files/files.ts';
import { failureOf } from '../../api/records/record-writer.ts';
import { newPlaceholder } from '../../edits/unsaved-edit.ts';
import { isTaken } from '../../form/file-types.ts';
import { adviceFor } from '../../parts/error-advice.ts';
import { byteSize } from '../../texts/byte-size.ts';
import { t } from '../../texts/index.ts';
import { joined } from '../../texts/joined.ts';

/** Receives a chosen file: a placeholder until it is uploaded, then its id, or undefined if it was refused. */
interface Taker {
  begin(word: string): void;
  settle(word: string, id: string | undefined): void;
  progress?(part: number): void;
  /** Aborted if the file is removed. */
  readonly signal: AbortSignal;
}

/**
 * Keeps a chosen file in the browser first, so that it is there even if its upload fails, and uploads it. Returns why it
 * was refused, or an empty text.
 */
export async function takeFile(
  field: FieldDescription,
  file: File,
  kept: Map<string, File> | undefined,
  taker: Taker,
): Promise<string> {
  const problem = refusal(field, file);
  if (problem !== '') return problem;
  const word = newPlaceholder(field.private);
  kept?.set(word, file);
  taker.begin(word);
  try {
    const onProgress = (part: number) => taker.progress?.(part);
    const { signal } = taker;
    const uploaded = await uploadFile(file, { private: field.private, onProgress, signal });
    rememberFile(uploaded);
    taker.settle(word, uploaded.id);
  } catch (error) {
    if (taker.signal.aborted || failureOf(error) !== 'refused') return '';
    taker.settle(word, undefined);
    return adviceFor(error).what;
  }
  return '';
}

function refusal({ max_bytes: most, types }: FieldDescription, { size: bytes, type }: File): string {
  if (most !== undefined && bytes > most) return t.fields.fileTooBig(byteSize(most));
  return isTaken({ types }, { mime: type }) ? '' : t.fields.fileType(joined(types ?? []));
}
