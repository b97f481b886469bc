import type { Quota } from '../../../api/admin/quotas.ts';
import { t } from '../../../texts/admin.ts';
import { byteSize } from '../../../texts/byte-size.ts';
import { language } from '../../../texts/index.ts';

type Unit = Quota['unit'];

/** Whose use a quota bounds. */
export function holderText({ holder, name }: Quota): string {
  if (holder === 'network') return t.quotas.holders.network;
  return `${t.quotas.holders[holder]}: ${name ?? t.quotas.gone}`;
}

/** An amount of what is counted. */
export function amountText(unit: Unit, amount: number): string {
  return unit === 'bytes' ? byteSize(amount) : new Intl.NumberFormat(language.value).format(amount);
}
