type Compare = (one: string, other: string) => number;

/** How a language compares texts, at each level alone with those before it. */
export class Collator {
  readonly byLetter: Compare;
  readonly byAccent: Compare;
  readonly inForm: Compare;

  constructor(tag: string) {
    const { language = 'und' } = new Intl.Locale(tag);
    const compare = (sensitivity: 'base' | 'accent' | 'variant') =>
      new Intl.Collator(language === 'und' ? 'en' : tag, {
        sensitivity,
        numeric: false,
        ignorePunctuation: false,
      }).compare;
    this.byLetter = compare('base');
    this.byAccent = compare('accent');
    this.inForm = compare('variant');
  }
}

/** Whether texts can be sorted as readers of this language expect, by a BCP 47 tag such as `de` or `zh-u-co-stroke`. */
export function isCollation(tag: string): boolean {
  try {
    const { language } = new Intl.Locale(tag);
    return language === 'und' || Intl.Collator.supportedLocalesOf(tag).length > 0;
  } catch {
    return false; // no tag
  }
}

/** The version of the data that orders are read off. Another one may order some characters otherwise. */
export const COLLATION_DATA = process.versions.cldr ?? process.versions.icu ?? 'unknown';
