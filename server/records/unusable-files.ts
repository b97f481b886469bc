import type { Field } from '../definitions/field.ts';
import type { ActingReads } from './act.ts';
import { file } from './file.record.ts';
import { portionsOf } from './portions.ts';
import { upload } from './upload.record.ts';

interface Found {
  readonly id: bigint;
  readonly mime: string;
  readonly create_user_id: bigint;
}

/**
 * Why files cannot be put into a field, by their ids: they are of a type that it does not take, or, where `isBound`, whoever
 * writes has not uploaded them. Addresses of files are known to those alone who were told them, so nobody may find one out by
 * naming its id. Files that are not there are not among the answer.
 */
export async function unusableFiles(
  reads: ActingReads,
  { accept }: Field,
  ids: ReadonlySet<bigint>,
  isBound: boolean,
): Promise<Map<bigint, string>> {
  const problems = new Map<bigint, string>();
  const me = reads.act.actor.id;
  // Nobody and the server itself bear the same id, 0: what the one made is not the other's.
  const isMine = (maker: bigint) => maker === me && me !== 0n;
  for (const some of portionsOf([...ids])) {
    const found = await reads.rows<Found>(
      reads.query.selectFrom(file.name).select(['id', 'mime', 'create_user_id']).where('id', 'in', some),
      file.columns,
    );
    const foreign = found.flatMap(({ id, create_user_id }) => (isBound && !isMine(create_user_id) ? id : []));
    const own = me === 0n ? new Set() : await uploadedBy(reads, me, foreign);
    for (const id of foreign) if (!own.has(id)) problems.set(id, '不存在');
    for (const { id, mime } of found)
      if (!problems.has(id) && !takes(accept, mime)) problems.set(id, `的类型必须是 ${accept?.join('、')}`);
  }
  return problems;
}

async function uploadedBy(
  reads: ActingReads,
  user: bigint,
  files: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  if (files.length === 0) return new Set();
  const uploads = reads.query.selectFrom(upload.name).select('file_id');
  const own = uploads.where('user_id', '=', user).where('file_id', 'in', files);
  const rows = await reads.rows<{ file_id: bigint }>(own, upload.columns);
  return new Set(rows.map(({ file_id }) => file_id));
}

function takes(accept: readonly string[] | undefined, mime: string): boolean {
  return (
    accept === undefined ||
    accept.some((type) => type === mime || (type.endsWith('/*') && mime.startsWith(type.slice(0, -1))))
  );
}
