import type { Id } from './shapes.ts';

/** Records that refer to a record by one field, as far as the caller may see them. */
export interface Usage {
  readonly collection: string;
  /** The reference is from a draft. */
  readonly version?: 'draft';
  readonly label: string;
  readonly field: string;
  readonly field_label: string;
  readonly on_delete: 'refuse' | 'detach' | 'delete';
  /** Whether what the deletion does there comes back with a restored record. */
  readonly restorable: boolean;
  readonly count: number;
  readonly sample: readonly { readonly id: Id; readonly title: string | null }[];
}

/** With which records: all, those that the caller created, or those that meet a condition. */
export type Extent = true | 'own' | 'some';

/** A field as the caller may use it. */
export interface FieldDescription extends InnerField {
  readonly readable: boolean;
  readonly creatable: boolean;
  readonly updatable: boolean;
  /** Who may write the field, where the caller may not. */
  readonly refused?: string;
  /** The server fills it in: `id`, `create_time`, `update_time`, and what it keeps with a draft. */
  readonly filled?: boolean;
  readonly sortable: boolean;
  /** The language in whose order lists by it are, as a BCP 47 tag. */
  readonly collation?: string;
  /** The order that shows a reference by the titles of its targets, such as `author.name`. */
  readonly sort_by?: string;
  readonly searchable: boolean;
  readonly filters: readonly string[];
}

/** A field, also one inside another. */
export interface InnerField {
  readonly name: string;
  readonly kind: string;
  readonly label: string;
  readonly help?: string;
  /** How much of a line it takes in a form, where its definition says so. */
  readonly width?: 'third' | 'half' | 'full';
  /** The parts of the console that are its input in forms, and show it in lists. */
  readonly control?: string;
  readonly cell?: string;
  readonly required: boolean;
  readonly allows_null: boolean;
  readonly unique: boolean;
  readonly default?: unknown;
  readonly made_from?: string;
  /** The language of its values, and the localised field that it belongs to if that is not the default. */
  readonly locale?: string;
  readonly translates?: string;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly min_items?: number;
  readonly max_items?: number;
  readonly pattern?: string;
  readonly precision?: number;
  readonly scale?: number;
  readonly format?: 'html' | 'markdown';
  readonly choices?: readonly {
    readonly value: string;
    readonly label: string;
    readonly color?: string;
  }[];
  /** How to show its values in place of their text. */
  readonly display?: string;
  readonly target?: string;
  readonly many?: boolean;
  readonly on_delete?: 'refuse' | 'detach' | 'delete';
  /** It holds the parent of a record in a tree of the same collection. */
  readonly tree?: boolean;
  readonly types?: readonly string[];
  /** The field takes files alone that were uploaded as private. */
  readonly private?: boolean;
  /** Destroying the record destroys files that nothing else uses. */
  readonly on_record_purge?: 'purge';
  readonly max_bytes?: number;
  /** The fields of a group. */
  readonly members?: readonly InnerField[];
  /** The field of a list's elements. */
  readonly items?: InnerField;
  /** The groups that blocks may be. */
  readonly blocks?: readonly BlockType[];
}

/** A group that a block may be. */
export interface BlockType {
  readonly type: string;
  readonly label: string;
  readonly members: readonly InnerField[];
}

/** A collection as the caller may use it. */
export interface CollectionDescription {
  readonly name: string;
  readonly label: string;
  /** Its name for all its records. */
  readonly plural: string;
  readonly icon?: string;
  /** The colour of its icon. */
  readonly color?: string;
  /** The heading of a menu below which it stands, and its place among all collections. */
  readonly menu: { readonly section?: string; readonly position: number };
  readonly help?: string;
  /** Absent where other collections show the records, as they do files. */
  readonly path?: string;
  readonly builtin?: boolean;
  /** Whether a select answers its records, which nobody writes. */
  readonly query?: boolean;
  /** Whether it has one record, which always exists, at the collection's path. */
  readonly singleton?: boolean;
  readonly audit: 'full' | 'creation' | 'none';
  readonly title_field: string;
  readonly columns: readonly string[];
  readonly sort: string;
  readonly search: readonly string[];
  readonly groups: readonly {
    readonly name: string;
    readonly label: string;
    readonly fields: readonly string[];
    /** It stands beside the content, where there is room. */
    readonly aside?: boolean;
  }[];
  /** Ways to look at its records that the project declares. */
  readonly views?: readonly DeclaredView[];
  /** Whether its records are changed by change sets alone, which somebody else approves. */
  readonly reviewed?: boolean;
  /** The page of a site that shows a record, or its draft, with placeholders such as `{slug}`. */
  readonly preview_page?: string;
  /** The order by hand: the field of the positions, and the field whose values are lists of their own. */
  readonly order?: { readonly field: string; readonly within?: string; readonly sorts_lists?: boolean };
  readonly unique: readonly (readonly string[])[];
  readonly actions: Readonly<Record<string, Extent | undefined>>;
  /** For actions that the caller may not use, who may. */
  readonly refused: Readonly<Record<string, string>>;
  readonly fields: readonly FieldDescription[];
  /** Fields that records show only if `fields` names them, such as `is_mine`. */
  readonly on_request?: readonly FieldDescription[];
  /** The collection as its drafts are, where the caller may see some: what `version=draft` asks for. */
  readonly drafts?: CollectionDescription;
}

/** A view that the project declares, in the words of lists. Nobody renames or deletes it. */
export interface DeclaredView {
  readonly name: string;
  readonly label: string;
  /** Whether the list begins with it. */
  readonly is_first?: boolean;
  readonly kind: 'table' | 'tree' | 'gallery' | 'board' | 'calendar' | 'map';
  /** The field by which a gallery, a board, a calendar or a map lays records out. */
  readonly by?: string;
  readonly q?: string;
  readonly sort?: string;
  readonly filter?: object;
  readonly columns?: readonly string[];
  readonly locale?: string;
  readonly missing?: readonly string[];
}

/** A saved view of a collection's records; `state` is JSON of the user interface. */
export interface SavedView {
  readonly id: Id;
  readonly collection: string;
  readonly name: string;
  readonly scope: 'mine' | 'group' | 'everybody';
  readonly group_id: Id | null;
  readonly state: unknown;
  readonly mine: boolean;
  readonly editable: boolean;
  readonly create_time: number;
  readonly update_time: number;
}

export interface SavedViews {
  readonly items: readonly SavedView[];
  /** The scopes that the caller may give to views. */
  readonly scopes: readonly SavedView['scope'][];
}

export type ViewChanges = Partial<Pick<SavedView, 'name' | 'scope' | 'group_id' | 'state'>>;
export type NewView = ViewChanges & Pick<SavedView, 'collection' | 'name'>;
