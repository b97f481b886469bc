import type { Text } from '../../messages/message.ts';
import type { AccessRule } from '../access-rule.ts';
import { name, needed, oneOf, text, wholeNumber } from '../checks/option-checks.ts';
import { isPlainObject, type OptionCheck, type OptionTable } from '../checks/options.ts';
import type { Where } from '../types/where.ts';
import { markDefined, requireSound, subjectOf } from './defined.ts';
import { type RouteRule, routeRule } from './route-rule.ts';

/** The declaration of a panel. */
export interface PanelSource {
  /** snake_case. */
  readonly name: string;
  /** What people read above it. */
  readonly label: Text;
  /** The collection whose records it counts or measures: those that its reader may see. */
  readonly collection: string;
  /** `count`, or `sum`, `avg`, `min` or `max` of a field, such as `sum.price`; `count` if left out. */
  readonly measure?: string;
  /** The field, or the period of one, that makes the groups, such as `status` or `create_time.month`. */
  readonly group?: string;
  /** Which records, such as `{ status: 'open' }` or `{ price: { gt: 100 } }`; all if left out. */
  readonly where?: Where;
  /** A number has no groups; bars and lines have one for each. */
  readonly picture: 'number' | 'bars' | 'line';
  /** The most groups that are shown; 12 if left out. */
  readonly most?: number;
  /**
   * Who may see it, beside what they may read. A permission is one that exists already, such as
   * `permission('Edit posts', 'post.edit')`.
   */
  readonly access: RouteRule;
}

/** A panel of a project, on the overview of the console. */
export interface PanelDefinition extends PanelSource {
  readonly measure: string;
  readonly most: number;
}

/** The same, with whole permissions. */
export interface RuledPanel extends Omit<PanelDefinition, 'access'> {
  readonly access: AccessRule;
}

const measure: OptionCheck = {
  allowed: "'count', or such as 'sum.price' (sum, avg, min, max)",
  accepts: (value) => typeof value === 'string' && /^(count|(sum|avg|min|max)\.\w+)$/.test(value),
};
const group: OptionCheck = {
  allowed: "one field, such as 'status' or 'create_time.month'",
  accepts: (value) => typeof value === 'string' && /^\w+(\.\w+)*$/.test(value),
};

const PANEL: OptionTable<PanelSource> = {
  owner: 'a panel',
  checks: {
    name: needed(name),
    label: needed(text),
    collection: needed(name),
    measure,
    group,
    where: { allowed: "conditions such as { status: 'open' }", accepts: isPlainObject },
    picture: needed(oneOf('number', 'bars', 'line')),
    most: wholeNumber(1, 100),
    access: needed(routeRule),
  },
  contradiction: ({ picture, group: groups }) => {
    if (picture === 'number') return groups === undefined ? undefined : "a 'number' has no 'group'";
    return groups === undefined ? `'${picture}' needs a 'group'` : undefined;
  },
};

/** Describes a panel. Throws if the description contradicts itself. */
export function definePanel(source: PanelSource): PanelDefinition {
  requireSound(subjectOf('panel', source?.name), PANEL, source);
  return markDefined('definePanel', { measure: 'count', most: 12, ...source });
}
