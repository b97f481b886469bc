import { fileInfo } from '../../api/files/file-infos.ts';
import { t } from '../../texts/index.ts';

/** What a file is called: its id until it is read, and with the reason where it cannot be. */
export function nameOfFile(id: string): string {
  const info = fileInfo(id);
  return info === null ? t.fields.hidden(id) : (info?.name ?? id);
}
