import type { AuditField, AuditForm } from '../../contract/audit.ts';
import type { Column, Shape } from '../../contract/column.ts';

const time: Column = { type: 'time' };
const user: Column = { type: 'bigint' };

const all: Readonly<Record<AuditField, Column>> = {
  create_time: time,
  create_user_id: user,
  update_time: time,
  update_user_id: user,
  delete_time: time,
  delete_user_id: user,
  is_deleted: { type: 'boolean' },
};

/** The columns that each audit form adds to a table. */
export const auditColumns: Readonly<Record<AuditForm, Shape>> = {
  full: all,
  creation: { create_time: all.create_time, create_user_id: all.create_user_id },
  none: {},
};
