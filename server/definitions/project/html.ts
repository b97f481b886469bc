/** Markup that may be sent as it is. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = string | number | bigint | boolean | null | undefined | Html | readonly Value[];

/** Markup in which every value is escaped, lists are joined and null is nothing: `html`<p>${name}</p>``. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((markup, part, index) => markup + escaped(values[index - 1]) + part));
}

/** Markup that its author answers for, put into `html` without being escaped. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(value: Value): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(escaped).join('');
  return String(value).replace(/[&<>"']/g, (char) => NAMES[char] ?? char);
}
