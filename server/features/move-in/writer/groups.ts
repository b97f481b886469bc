import { foldedKey, grant, group, permission, requireOrdinaryGroupName } from '../../../access/index.ts';
import type { Writes } from '../../../records/write/writes.ts';
import { KIND, type MovedGroup } from '../source.ts';
import { type Move, reasonOf, writeMoved } from './move.ts';

/** Roles become groups. One whose name a group here has is left out: its members would get what that group may do. */
export async function moveGroups(move: Move): Promise<void> {
  for await (const one of move.source.groups()) {
    const known = (await move.known.find(KIND.group, [one.key])).get(one.key);
    if (known) move.report.count('groups', 'unchanged');
    else await moveGroup(move, one);
  }
}

async function moveGroup(move: Move, one: MovedGroup): Promise<void> {
  const { report, store } = move;
  const name_key = foldedKey(one.name);
  const other = await store.reads.first(group, (select) => select.where('name_key', '=', name_key));
  if (other) return report.refuse('group', one.key, `'${one.name}' is the name of a group here`);
  if (!move.brings.grants && one.permissions.length > 0)
    report.note(
      `Group '${one.name}' comes without its ${one.permissions.length} permissions: add --grants to bring them`,
    );
  try {
    if (move.isRehearsal) requireOrdinaryGroupName(one.name);
    else
      await writeMoved(move, async (writes) => {
        requireOrdinaryGroupName(one.name);
        const target = await writes.create(group, { name: one.name, name_key, info: one.info });
        if (move.brings.grants) await grantAll(move, writes, one, target);
        await move.known.remember(writes, { kind: KIND.group, key: one.key, target }, undefined);
      });
    report.count('groups', 'created');
  } catch (error) {
    report.refuse('group', one.key, reasonOf(error));
  }
}

async function grantAll(move: Move, writes: Writes, one: MovedGroup, group_id: bigint): Promise<void> {
  for (const key of one.permissions) {
    const held = await writes.first(permission, (select) =>
      select.where('key', '=', key).where('mount', '=', true),
    );
    if (held) await writes.create(grant, { group_id, permission_id: held.id });
    else move.report.note(`Group '${one.name}': no rule here asks for the permission '${key}'`);
  }
}
