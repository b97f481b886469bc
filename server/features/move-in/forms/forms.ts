/** A field as data: what another system, or an archive, says of it. */
export interface FieldForm {
  readonly kind: FormKind;
  /** The options of the kind, as a definition file writes them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Who alone sees it and changes it; everybody who sees the record by default. */
  readonly readers?: RuleForm;
  /** The collection that a reference refers to. */
  readonly target?: string;
  /** The words of a choice. */
  readonly words?: readonly string[];
  /** The fields of a group. */
  readonly members?: FieldForms;
  /** The items of a list. */
  readonly items?: FieldForm;
  /** The groups of blocks, by their type. */
  readonly blocks?: Readonly<Record<string, FieldForms>>;
}

export type FieldForms = Readonly<Record<string, FieldForm>>;

/** A collection as data. */
export interface CollectionForm {
  readonly name: string;
  readonly label: string;
  readonly isSingleton?: boolean;
  readonly hasDrafts?: boolean;
  readonly fields: FieldForms;
  /** Who may do what; each needs a permission of its own where nothing is said. */
  readonly access?: Readonly<Record<string, RuleForm>>;
}

/** A rule as data: a word, or the permission that it asks for. */
export type RuleForm =
  | 'everyone'
  | 'login'
  | 'superAdministrator'
  | { readonly permission: string; readonly key: string };

/** The kinds of fields, by what definition files call them. */
export const FORM_KINDS = [
  ...(['text', 'longText', 'richText', 'slug', 'email', 'url', 'choice', 'boolean'] as const),
  ...(['integer', 'bigint', 'decimal', 'date', 'dateTime', 'point', 'json'] as const),
  ...(['reference', 'references', 'file', 'files', 'group', 'list', 'blocks'] as const),
] as const;
export type FormKind = (typeof FORM_KINDS)[number];
