import { connection } from './connection.ts';

/** What a project counts or measures, as far as the caller may see it. */
export interface Panel {
  readonly name: string;
  readonly label: string;
  readonly collection: string;
  readonly picture: 'number' | 'bars' | 'line';
  /** `count`, or such as `sum.price`. */
  readonly measure: string;
  readonly group: string | null;
  readonly items: readonly PanelGroup[];
  /** Whether there are groups that are not among them. */
  readonly more: boolean;
}

export interface PanelGroup {
  readonly key: string | null;
  readonly label: string | null;
  /** Exact, as text. */
  readonly value: string | null;
}

export async function readPanels(): Promise<readonly Panel[]> {
  const { items } = await connection.request('GET', '/cms/panel');
  return items as readonly Panel[]; // the documented form of this route
}
