import { render } from '../../messages/message.ts';
import type { Concern } from '../../module/concern.ts';
import type { Reads } from '../../records/store/reads.ts';
import { message } from './messages/message.ts';
import type { BackupSettings } from './own-settings.ts';
import { lastRun } from './runs.ts';

/** What the operator should know of backups: those that should be made and were not, or could not be restored. */
export async function backupConcerns(reads: Reads, { backupTo }: BackupSettings): Promise<Concern[]> {
  if (backupTo === undefined) return [];
  const made = await lastRun(reads, 'backup', { hasWorked: false });
  const tried = await lastRun(reads, 'drill', { hasWorked: false });
  return [
    ...failed(made, (problem) => message('backupFailed', { problem })),
    ...failed(tried, (problem) => message('drillFailed', { problem })),
  ];
}

/** The same at a start. */
export async function backupNotices(reads: Reads, settings: BackupSettings): Promise<string[]> {
  return (await backupConcerns(reads, settings)).map(({ text }) => render(text, 'en'));
}

function failed(
  run: { readonly problem: string | null } | undefined,
  said: (problem: string) => Concern['text'],
): Concern[] {
  return typeof run?.problem === 'string' ? [{ text: said(run.problem) }] : [];
}
