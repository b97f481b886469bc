'use client';

import { usePathname } from 'next/navigation';
import { inLocale, type Locale, languageNames, locales } from '../../quire/texts.ts';

export function LanguageLinks({ locale, label }: { locale: Locale; label: string }) {
  const path = usePathname();
  return (
    <nav aria-label={label}>
      {locales.map((other) => (
        <a
          key={other}
          href={inLocale(path, other)}
          lang={other}
          hrefLang={other}
          aria-current={other === locale ? 'true' : undefined}
        >
          {languageNames[other]}
        </a>
      ))}
    </nav>
  );
}
