import { fileInfo } from '../../api/files/file-infos.ts';
import { t } from '../../texts/index.ts';

/** What a file is called, once it is read; the reason where it cannot be. */
export function nameOfFile(id: string): string {
  const info = fileInfo(id);
  return info === null ? t.fields.gone : (info?.name ?? '…');
}
