import type { PartKind } from '../../../../contract/console-parts.ts';
import { call } from '../call.ts';
import type { ItemOf } from '../route-types.ts';

type Fields = true | readonly string[];

/** What a plug-in asks for or was granted, as its manifest has it. */
export interface Needs {
  readonly collections?: Readonly<
    Record<string, Readonly<Partial<Record<'read' | 'create' | 'update' | 'delete', Fields>>>>
  >;
  readonly hooks?: Readonly<Record<string, readonly string[]>>;
  readonly jobs?: Readonly<Record<string, { readonly label: string; readonly cron: string }>>;
  readonly hosts?: readonly string[];
  readonly settings?: readonly string[];
  readonly mails?: Readonly<Record<string, NeededMail>>;
  readonly console?: Readonly<Record<string, NeededPart>>;
}

type Words = string | { readonly en?: string; readonly zh?: string };

export interface NeededMail {
  readonly label: Words;
  readonly to:
    | 'user'
    | { readonly groups: readonly string[] }
    | { readonly collection: string; readonly field: string };
  readonly perHour: number;
  readonly texts: Readonly<Record<string, { readonly subject: string; readonly text: string }>>;
}

/** Cells and controls have no label. */
interface NeededPart {
  readonly kind: PartKind;
  readonly label?: Words;
}

/** A plug-in of the project. */
export type Plugin = ItemOf<'GET /cms/plugin'>;

export async function listPlugins(): Promise<readonly Plugin[]> {
  return (await call('GET /cms/plugin')).items;
}

export interface NewGrant {
  readonly user_id: string;
  readonly needs: Needs;
  readonly settings: Readonly<Record<string, string>>;
}

/** Grants a plug-in some of its needs, in place of what it was granted before. */
export async function grantPlugin(name: string, body: NewGrant): Promise<void> {
  await call('PUT /cms/plugin/:name/grant', { params: { name }, body: body as never }); // the route's schema leaves open what needs hold
}

export async function setPluginActive(name: string, active: boolean): Promise<void> {
  await call('PATCH /cms/plugin/:name/grant', { params: { name }, body: { active } });
}

export async function revokePlugin(name: string): Promise<void> {
  await call('DELETE /cms/plugin/:name/grant', { params: { name } });
}
