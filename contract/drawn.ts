// What an isolated plug-in shows in the console: plain values that the server has checked, and that the console draws with its own
// components. None of them is markup or an address.
import type { Color } from './looks.ts';

/** A page of the console: a record, the list of a collection, or a page of the plug-in. */
export type DrawnTarget = { readonly collection: string; readonly id?: string } | { readonly page: string };

export interface DrawnLink {
  readonly kind: 'link';
  readonly label: string;
  readonly to: DrawnTarget;
}

export interface DrawnBadge {
  readonly kind: 'badge';
  readonly text: string;
  readonly color: Color;
}

/** What a table holds: text, numbers as text, a link or a badge. */
export type DrawnCell = string | DrawnLink | DrawnBadge;

/** A field of the form that is filled in before an action runs. */
export interface DrawnField {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'choice';
  readonly label: string;
  readonly required: boolean;
  /** The most characters of a text. */
  readonly max?: number;
  /** Of a choice. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** A button that runs an action of the plug-in. */
export interface DrawnButton {
  readonly kind: 'button';
  readonly action: string;
  readonly label: string;
  readonly confirm?: string;
  readonly form: readonly DrawnField[];
}

/** One of the things that a panel, a tab or a page shows. */
export type Drawn =
  | { readonly kind: 'text'; readonly text: string }
  /** Its value is exact, as text. */
  | { readonly kind: 'number'; readonly label: string; readonly value: string }
  | { readonly kind: 'progress'; readonly label: string; readonly value: number; readonly max: number }
  | { readonly kind: 'list'; readonly label?: string; readonly items: readonly DrawnCell[] }
  | {
      readonly kind: 'table';
      readonly label: string;
      readonly columns: readonly string[];
      readonly rows: readonly (readonly DrawnCell[])[];
    }
  | DrawnBadge
  | DrawnLink
  | DrawnButton;

/** How a cell draws the value of its field. */
export type DrawnCellLook =
  | { readonly show: 'progress'; readonly max: number }
  /** The colour of each value; others are gray. */
  | { readonly show: 'badge'; readonly colors: Readonly<Record<string, Color>> };

/** How a control lets people enter the value of its field. */
export type DrawnInput =
  | { readonly input: 'range'; readonly min: number; readonly max: number; readonly step: number }
  | { readonly input: 'suggestions'; readonly values: readonly string[] };

/** The bounds of what a part shows at a time. */
export const MOST_DRAWN = { blocks: 50, pieces: 2000, columns: 10, label: 200, text: 2000 } as const;
