import { answer } from './access/answer.record.ts';
import type { PersonalRows } from './access/erasure/erase-traces.ts';
import { importRecord } from './features/transfer/import.record.ts';
import { view } from './features/views/view.record.ts';
import { file } from './records/file.record.ts';
import { upload } from './records/upload.record.ts';

/** What the server's own records tell of a user beside the account itself, and what an erasure leaves of it. */
export const personalRecords: readonly PersonalRows[] = [
  { definition: answer, owner: 'user_id' },
  { definition: upload, owner: 'user_id' },
  { definition: view, owner: 'create_user_id', only: ['scope', 'mine'] },
  { definition: file, owner: 'create_user_id', instead: { name: '' } },
  { definition: importRecord, owner: 'create_user_id', instead: { file: '', problem: null } },
];
